"""Moments of playing to the table: melds, contracts, lay-offs, jokers, turns that could not end."""

from __future__ import annotations

from rummy_lab.cards import JOKER, pretty, text_of
from rummy_lab.display.saying import said
from rummy_lab.display.text import contract_of
from rummy_lab.lessons.moments.scene import (
    YES,
    Moment,
    Scene,
    Try,
    contract_deal,
    moment,
    roomy_deal,
)
from rummy_lab.lessons.words import sentence
from rummy_lab.rules import Rules


def wild(rules: Rules) -> Moment | None:
    """What a wild card stands for has to be said where it makes a difference."""
    if rules["melding"] != "any_turn":
        return None
    scene = Scene(rules, roomy_deal(rules, 4))
    row = scene.kit.run(rules["run_size"] + 1)
    shown, joker = row[1:-1], scene.kit.wild()
    scene.ana.extend([*shown, joker])
    scene.ana.extend(scene.kit.odd(1, shown))
    return moment(
        rules,
        "wild",
        "What a wild card stands for",
        f"Ana has drawn. She holds {pretty(shown)} and {joker.pretty}, which is wild.",
        "May she meld them, and what does the wild card stand for?",
        scene.position(phase="play"),
        [
            Try((f"meld {text_of(shown)} {joker}",), "ambiguous"),
            Try((f"meld {text_of(shown)} {joker}={row[-1]}",), YES),
            Try((f"meld {joker}={row[0]} {text_of(shown)}",), YES),
        ],
        "Where it makes a difference, the player says what the wild card stands for.",
    )


def melds_limit(rules: Rules) -> Moment | None:
    """More melds in hand than may be laid in a turn."""
    limit = rules["melds_per_turn"]
    if limit is None or rules["melding"] != "any_turn":
        return None
    scene = Scene(rules, roomy_deal(rules, 7))
    melds = [scene.kit.set_of(rules["set_size"][0]) for _ in range(limit)]
    melds.append(scene.kit.run(rules["run_size"]))
    scene.ana.extend(card for meld in melds for card in meld)
    scene.ana.extend(scene.kit.odd(1, scene.ana))
    laid = [f"meld {text_of(meld)}" for meld in melds]
    return moment(
        rules,
        "melds-in-a-turn",
        "More melds than one",
        f"Ana has drawn. She holds {' and '.join(pretty(meld) for meld in melds)}.",
        "How many of these melds may she lay in this turn?",
        scene.position(phase="play"),
        [Try(tuple(laid[:limit]), YES), Try(tuple(laid), "melds_limit")],
        "What is held back stays in hand, and costs points if somebody goes out first.",
    )


def lay_off(rules: Rules) -> Moment | None:
    """A card that fits a meld only together with another one."""
    if rules["lay_off"] == "never":
        return None
    scene = Scene(rules, contract_deal(rules))
    row = scene.kit.run(rules["run_size"] + 2)
    scene.lay(1, row[:-2])
    scene.lay(0, scene.kit.set_of(rules["set_size"][0]))
    near, far = row[-2:]
    scene.ana.extend([near, far])
    scene.ana.extend(scene.kit.odd(2, scene.ana))
    return moment(
        rules,
        "lay-off",
        "A card too far",
        f"Ana has drawn. On the table lies Bo's run {pretty(row[:-2])}; Ana, who has a meld of "
        f"her own there, holds {near.pretty} and {far.pretty}.",
        f"May {far.pretty} be laid off on Bo's run?",
        scene.position(phase="play"),
        [
            Try((f"lay {far} on 1",), "does_not_fit"),
            Try((f"lay {near} {far} on 1",), YES),
            Try((f"lay {near} on 1", f"lay {far} on 1"), YES),
        ],
    )


def own_meld_first(rules: Rules) -> Moment | None:
    """No lay-off before a meld of the own."""
    if rules["lay_off"] != "own_meld_first":
        return None
    scene = Scene(rules, roomy_deal(rules))
    row = scene.kit.run(rules["run_size"] + 1)
    scene.lay(1, row[:-1])
    mine = scene.kit.set_of(rules["set_size"][0])
    scene.ana.extend([row[-1], *mine])
    scene.ana.extend(scene.kit.odd(1, scene.ana))
    lay = f"lay {row[-1]} on 1"
    return moment(
        rules,
        "own-meld-first",
        "A meld of your own first",
        f"Ana has drawn; she has laid nothing yet. On the table lies Bo's run {pretty(row[:-1])}.",
        f"May Ana lay off {row[-1].pretty} there?",
        scene.position(phase="play"),
        [Try((lay,), "own_meld_first"), Try((f"meld {text_of(mine)}", lay), YES)],
    )


def contract(rules: Rules) -> Moment | None:
    """The contract, and what may not be done before it and right after it."""
    if rules["melding"] != "contract":
        return None
    scene = Scene(rules, contract_deal(rules))
    parts = scene.kit.contract()
    row = scene.kit.run(rules["run_size"] + 1, 2)
    scene.lay(1, row[:-1])
    fits = row[-1]
    scene.ana.extend(card for part in parts for card in part)
    scene.ana.append(fits)
    scene.ana.extend(scene.kit.odd(2, scene.ana))
    laid = f"contract {' | '.join(map(text_of, parts))}"
    lay = f"lay {fits} on 1"
    same_turn = scene.at.lay_off_on_contract_turn
    return moment(
        rules,
        "contract",
        "The contract",
        f"Deal {scene.deal}; Ana has drawn. The contract is {contract_of(scene.at)}. On the table "
        f"lies {pretty(row[:-1])}, a run of Bo's.",
        f"What may Ana lay, and when may {fits.pretty} go to Bo's run?",
        scene.position(phase="play"),
        [
            Try((f"meld {text_of(parts[0])}",), "contract_first"),
            Try((lay,), "contract_before_lay_off"),
            Try((laid,), YES),
            Try((laid, lay), YES if same_turn else "lay_off_next_turn"),
        ],
    )


def swap(rules: Rules) -> Moment | None:
    """The real card for a joker of the table, and what the joker must do then."""
    if rules["joker_swap"] == "never":
        return None
    scene = Scene(rules, contract_deal(rules), players=3)
    row = scene.kit.run(max(rules["run_size"], 3))
    joker = scene.kit.take(JOKER)[0]
    real = row[1]
    scene.lay(1, [row[0], f"{joker}={real}", *row[2:]])
    scene.lay(0, scene.kit.set_of(rules["set_size"][0]))
    scene.ana.append(real)
    scene.ana.extend(scene.kit.odd(2, scene.ana))
    first, other = f"swap {real} on 1", scene.ana[1]
    keep = rules["joker_swap_keep"]
    return moment(
        rules,
        "swap",
        "The joker of the table",
        f"Ana has drawn; she has melds on the table. In Bo's run {pretty(row[:1])} JK "
        f"{pretty(row[2:])} the joker stands for {real.pretty}, and Ana holds {real.pretty}.",
        "May she put the real card in its place? What becomes of the joker?",
        scene.position(phase="play"),
        [Try((first,), YES), Try((first, f"discard {other}"), YES if keep else "joker_duty")],
        sentence(said("joker_swap_keep", keep)),
    )


def dead_joker(rules: Rules) -> Moment | None:
    """A joker in a set stays where only runs give theirs back."""
    if rules["joker_swap"] != "runs":
        return None
    scene = Scene(rules, contract_deal(rules), players=3)
    three = scene.kit.set_of(max(rules["set_size"][0], 3))
    joker = scene.kit.take(JOKER)[0]
    scene.lay(1, [*three[:-1], f"{joker}={three[-1]}"])
    scene.lay(0, scene.kit.run(rules["run_size"]))
    scene.ana.append(three[-1])
    scene.ana.extend(scene.kit.odd(2, scene.ana))
    return moment(
        rules,
        "dead-joker",
        "A joker in a set",
        f"Ana has drawn. In Bo's set {pretty(three[:-1])} JK the joker stands for "
        f"{three[-1].pretty}, and Ana holds {three[-1].pretty}.",
        "May she swap it for the joker?",
        scene.position(phase="play"),
        [
            Try((f"swap {three[-1]} on 1",), "swap_runs_only"),
            *([Try((f"lay {three[-1]} on 1",), YES)] if rules["set_suits"] == "any" else []),
        ],
    )


def no_way_out(rules: Rules) -> Moment | None:
    """A play after which the turn could not end."""
    if rules["melding"] == "at_the_end" or not rules["redraw_discard_ban"]:
        return None
    by_contract = rules["melding"] == "contract"
    scene = Scene(rules, contract_deal(rules) if by_contract else roomy_deal(rules))
    parts = scene.kit.contract() if by_contract else [scene.kit.set_of(rules["set_size"][0])]
    mine = [card for part in parts for card in part]
    taken = scene.kit.odd(1, mine)
    scene.ana.extend([*mine, *taken])
    scene.discards += scene.rest(2)
    play = f"{'contract' if by_contract else 'meld'} {' | '.join(map(text_of, parts))}"
    return moment(
        rules,
        "no-way-out",
        "A turn must be able to end",
        f"Ana took {taken[0].pretty} from the discard pile; with {pretty(mine)} it is all she "
        "holds.",
        f"May she lay down {' and '.join(map(pretty, parts))}?",
        scene.position(phase="play", taken=text_of(taken)),
        [Try((play,), "turn_cannot_end"), Try((f"discard {mine[0]}",), YES)],
        "A look ahead: a play that would leave a player stuck is against the rules.",
    )


MAKERS = (wild, melds_limit, contract, lay_off, own_meld_first, swap, dead_joker, no_way_out)
"""What lays out the moments of play, in the order of a lesson."""
