"""Moments at the end of a deal: the last card, the whole hand at once, the last turns."""

from __future__ import annotations

from rummy_lab.cards import Card, pretty, text_of
from rummy_lab.display.saying import counted, said
from rummy_lab.display.text import wilds_of
from rummy_lab.lessons.moments.scene import (
    YES,
    Moment,
    Scene,
    Try,
    deals_of,
    moment,
    names_for,
    roomy_deal,
)
from rummy_lab.lessons.words import sentence
from rummy_lab.rules import Rules


def last_card(rules: Rules) -> Moment | None:
    """Must the last card be discarded?"""
    if rules["melding"] != "any_turn":
        return None
    scene = Scene(rules, roomy_deal(rules, 4))
    mine = scene.kit.run(rules["run_size"] + 1)
    scene.ana.extend(mine)
    whole, part = f"meld {text_of(mine)}", f"meld {text_of(mine[:-1])}"
    rule = scene.at.go_out_discard
    last = f"discard {mine[-1]}"
    if rule == "required":
        tries = [Try((whole,), "discard_to_go_out"), Try((part, last), YES)]
    elif rule == "never":
        tries = [Try((whole,), YES), Try((part,), "turn_cannot_end")]
    else:
        tries = [Try((whole,), YES), Try((part, last), YES)]
    return moment(
        rules,
        "last-card",
        "The last card",
        f"Ana has drawn. She holds {pretty(mine)}, and nothing else.",
        "How may she go out?",
        scene.position(phase="play"),
        tries,
        sentence(said("go_out_discard", rule)),
    )


def full_hand(scene: Scene, suit: int = 0) -> tuple[list[Card], list[list[Card]]]:
    """A hand that is all melds but for one odd card, and its melds."""
    at, kit = scene.at, scene.kit
    set_size, run_size = at.set_size[0], at.run_size
    room, runs = at.cards_dealt, []
    melds = [kit.set_of(set_size)] if room == set_size or room >= set_size + run_size else []
    room -= sum(map(len, melds))
    while room:
        size = run_size if room >= 2 * run_size else room
        runs.append(kit.run(size, suit + len(runs)))
        room -= size
    melds += runs
    hand = [card for meld in melds for card in meld]
    return [*hand, *kit.odd(1, hand)], melds


def whole_hand(rules: Rules) -> Moment | None:
    """The whole hand in one turn, where that is worth more."""
    if rules["rummy_bonus"] is None or rules["melding"] != "any_turn":
        return None
    if rules["melds_per_turn"] is not None or rules["go_out_discard"] == "never":
        return None
    scene = Scene(rules, roomy_deal(rules, 6), players=3)
    hand, melds = full_hand(scene)
    scene.ana.extend(hand)
    moves = [f"meld {text_of(meld)}" for meld in melds]
    return moment(
        rules,
        "whole-hand",
        "Going rummy",
        "Ana has drawn, and has laid nothing in this deal yet. "
        f"She holds {', '.join(map(pretty, melds))} and {hand[-1].pretty}.",
        "What if she lays all of it down in this one turn?",
        scene.position(phase="play"),
        [Try((*moves, f"discard {hand[-1]}"), YES)],
        f"It {said('rummy_bonus', rules['rummy_bonus'])}. Had she laid a meld in an earlier turn, "
        "it would not.",
    )


def blind(rules: Rules) -> Moment | None:
    """The contract and the last card in one turn, where going out blind is worth something."""
    if rules["blind_bonus"] is None or rules["melding"] != "contract":
        return None
    count = len(names_for(rules, 3))
    for deal in deals_of(rules):
        at = rules.at(players=count, deal=deal)
        if at.cards_dealt == sum(part.size for part in at.contract):
            break
    else:
        return None
    scene = Scene(rules, deal, players=3)
    parts = scene.kit.contract()
    scene.ana.extend(card for part in parts for card in part)
    scene.ana.extend(scene.kit.odd(1, scene.ana))
    laid = f"contract {' | '.join(map(text_of, parts))}"
    return moment(
        rules,
        "blind",
        "Going out blind",
        f"Deal {deal}; Ana has drawn, and has laid nothing yet. Her hand is the contract, and "
        f"{scene.ana[-1].pretty}.",
        "What is it worth to go out with the whole hand in one turn?",
        scene.position(phase="play"),
        [Try((laid, f"discard {scene.ana[-1]}"), YES)],
        f"It takes points off her own score: {said('blind_bonus', rules['blind_bonus'])}.",
    )


def going_out(rules: Rules) -> Moment | None:
    """All cards but one in melds: where hands are arranged at the end."""
    if rules["melding"] != "at_the_end" or rules["simultaneous"]:
        return None
    scene = Scene(rules, roomy_deal(rules, 3), players=3)
    hand, _ = full_hand(scene)
    scene.ana.extend(hand)
    return moment(
        rules,
        "going-out",
        "Going out",
        f"{_deal_and_wild(scene)} Ana has drawn. She holds {pretty(hand)}.",
        "With which discard may she go out?",
        scene.position(phase="play"),
        [Try((f"out {hand[0]}",), "not_all_melded"), Try((f"out {hand[-1]}",), YES),
         Try((f"discard {hand[-1]}",), YES)],
        "She may also discard and go on playing. Whoever goes out says so.",
    )  # fmt: skip


def wild_at_the_end(rules: Rules) -> Moment | None:
    """A wild card in the place of a missing one."""
    if rules["melding"] != "at_the_end" or rules["simultaneous"]:
        return None
    scene = Scene(rules, roomy_deal(rules, 4), players=3)
    hand, _ = full_hand(scene)
    missing, joker = hand[1], scene.kit.wild()
    hand[1] = joker
    scene.ana.extend(hand)
    return moment(
        rules,
        "wild",
        "A wild card in a gap",
        f"{_deal_and_wild(scene)} Ana has drawn. She holds {pretty(hand)}.",
        f"{missing.pretty} is missing. May she go out all the same?",
        scene.position(phase="play"),
        [Try((f"out {hand[-1]}",), YES)],
        f"{joker.pretty} stands for {missing.pretty}. Nobody has to say so: the hand is arranged "
        "as well as it can be.",
    )


def last_turns(rules: Rules) -> Moment | None:
    """Somebody has gone out: one turn more."""
    if not rules["final_turns"] or rules["simultaneous"]:
        return None
    scene = Scene(rules, roomy_deal(rules, 5), players=3)
    hand, _ = full_hand(scene)
    scene.ana.extend(hand)
    last, odd = scene.names[-1], hand[-1]
    scene.hands[-1] += full_hand(scene, 1)[0][:-1]
    return moment(
        rules,
        "last-turns",
        "The last turns",
        f"{_deal_and_wild(scene)} {last} has gone out. Ana has drawn, in her last turn.",
        "May she go out too? Which discard is best?",
        scene.position(phase="play", out=len(scene.names) - 1),
        [Try((f"out {odd}",), "out_in_last_turn"), Try((f"discard {odd}",), YES)],
        f"After the last turns ({counted(len(scene.names) - 1, 'player')} have one) every hand is "
        "arranged as well as it can be; the cards in no meld cost points.",
    )


def _deal_and_wild(scene: Scene) -> str:
    wilds = wilds_of(scene.at)
    return f"Deal {scene.deal}" + (f"; {wilds} are wild." if wilds else ".")


MAKERS = (last_card, whole_hand, blind, wild_at_the_end, going_out, last_turns)
"""What lays out the moments at the end, in the order of a lesson."""
