"""Text, HTML and SVG pictures of cards, hands, tables, score sheets and rule cards.

A room that only shows: it asks the engine and decides nothing. Everything that came from a user
(names, house rules, comments) is put in as text, never as markup. The modules: `saying` (option
values in words), `facts` (what a rule card says), `rulecards`, `text`, `svg`, `html`.
"""
