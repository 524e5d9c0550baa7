"""Sentences on what a comparison can tell, and what it cannot."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

from rummy_lab.rules import Rules
from rummy_lab.simulate.measures import Mean, Measure

FEWEST = 30
"""With fewer deals, standard errors are no ground for a sentence."""
SURE = 0.95
"""How sure the intervals of all sentences together are."""


def factor(comparisons: int) -> float:
    """Standard errors on each side of a mean, so that all intervals together are sure enough.

    >>> round(factor(1), 2), round(factor(6), 2)
    (1.96, 2.64)
    """
    return NormalDist().inv_cdf(1 - (1 - SURE) / 2 / max(1, comparisons))


def least_seen(found: Mean, comparisons: int) -> float:
    """The true difference that so many deals show four times out of five."""
    return (factor(comparisons) + NormalDist().inv_cdf(0.8)) * found.error


def is_told(found: Mean, comparisons: int) -> bool:
    """Whether the data tell that there is a difference, and its direction."""
    if found.count < FEWEST or math.isnan(found.error):
        return False
    return abs(found.mean) > found.spread(factor(comparisons))


def number(value: float, like: float | None = None) -> str:
    """A number with two digits that count, or as many after the point as an error has.

    >>> number(1.9345), number(1.9345, like=0.1), number(-3.0, like=12.0)
    ('1.9', '1.93', '−3')
    """
    size = abs(value if like is None else like)
    if not math.isfinite(value):
        return "?"
    if not size:
        return f"{value:,.0f}" if value == round(value) else f"{value:,.2f}"
    digits = 1 - math.floor(math.log10(size)) if math.isfinite(size) else 2
    return f"{value:,.{min(6, max(0, digits))}f}".replace("-", "−")


def difference_said(
    here: str, there: str, measure: Measure, found: Mean, paired: bool, comparisons: int
) -> str:
    """One sentence on a difference: how great it is, or that it cannot be told.

    >>> from rummy_lab.simulate.measures import TURNS
    >>> difference_said("Rummy", "Remi", TURNS, Mean(1.9, 0.1, 1000), True, 1)
    'Rummy deals last 1.90 turns longer than Remi deals (± 0.20; 1,000 shuffles dealt to both).'
    >>> difference_said("Rummy", "Remi", TURNS, Mean(0.1, 0.1, 100), False, 1)
    'Turns in a deal: 100 deals of each cannot tell Rummy from Remi; the difference found is 0.10,
    anything from −0.10 to 0.30 fits, and one under 0.28 turns often goes unseen.'
    """
    over = _over(found.count, measure, paired)
    mean, half = found.mean * measure.scale, found.spread(factor(comparisons)) * measure.scale
    if found.count < FEWEST:
        return (
            f"{_title(measure)}: {over} are too few to tell {here} from {there}: "
            f"{FEWEST} are needed at least."
        )
    if found.error == 0 and found.mean == 0:
        return f"{_title(measure)}: no difference between {here} and {there} in {over}."
    if is_told(found, comparisons):
        said = (measure.more if mean > 0 else measure.less).format(
            a=here, b=there, x=number(abs(mean), half)
        )
        return f"{said[0].upper()}{said[1:]} (± {number(half)}; {over})."
    least = least_seen(found, comparisons) * measure.scale
    unit = "of 100" if measure.unit == "%" else measure.unit
    return (
        f"{_title(measure)}: {over} cannot tell {here} from {there}; the difference found is "
        f"{number(mean, half)}, anything from {number(mean - half, half)} to "
        f"{number(mean + half, half)} fits, and one under {number(least)} {unit} often goes unseen."
    )


def _title(measure: Measure) -> str:
    return measure.title[0].upper() + measure.title[1:]


def _over(count: int, measure: Measure, paired: bool) -> str:
    if measure.unit == "deals":
        return f"{count:,} games of each"
    return f"{count:,} shuffles dealt to both" if paired else f"{count:,} deals of each"


def seats_said(
    name: str, shares: Sequence[float], nobody: float, lead: Mean, comparisons: int
) -> str:
    """Who goes out in a variant; `lead` is by how much the first of them is ahead of the last.

    The shares of the seats and of nobody add up to more than 1 where several go out at once.

    >>> seats_said("Remi", [0.45, 0.52], 0.03, Mean(0.07, 0.01, 1000), 1)
    'In Remi player 2 goes out in 52.0% of the deals, player 1 in 45.0%, nobody in 3.0%.'
    >>> seats_said("Remi", [0.45, 0.52], 0.03, Mean(0.07, 0.05, 100), 1)
    'In Remi player 2 goes out in 52.0% of the deals, player 1 in 45.0%, nobody in 3.0%; 100 deals
    cannot tell whether that is more than chance (± 9.8).'
    """
    order = sorted(range(len(shares)), key=lambda seat: -shares[seat])
    parts = [f"player {seat + 1} in {shares[seat]:.1%}" for seat in order]
    parts[0] = f"player {order[0] + 1} goes out in {shares[order[0]]:.1%} of the deals"
    if nobody > 5e-4:
        parts.append(f"nobody in {nobody:.1%}")
    said = f"In {name} {', '.join(parts)}"
    if is_told(lead, comparisons):
        return f"{said}."
    if lead.count < FEWEST:
        return f"{said}: too few deals to tell anything from that."
    half = lead.spread(factor(comparisons)) * 100
    return (
        f"{said}; {lead.count:,} deals cannot tell whether that is more than chance "
        f"(± {number(half)})."
    )


def shuffles_said(
    names: Mapping[str, str], rules: Mapping[str, Rules], seats: int, deal: int
) -> str:
    """Which variants were dealt the same shuffles, and which have another pack."""
    by_pack: dict[tuple[object, ...], list[str]] = {}
    for label, one in rules.items():
        by_pack.setdefault(one.at(seats, deal).pack, []).append(label)
    parts = []
    for pack, labels in by_pack.items():
        listed = _listed([names[label] for label in labels])
        if len(labels) == 1:
            parts.append(f"{listed} has a pack of its own ({len(pack)} cards)")
            continue
        dealt = {rules[label].at(seats, deal).cards_dealt for label in labels}
        hands = f", in hands of {_listed(list(map(str, sorted(dealt))))}" if len(dealt) > 1 else ""
        parts.append(f"{listed} were dealt the same shuffles of {len(pack)} cards{hands}")
    said = "; ".join(parts) + "."
    if len(by_pack) == 1:
        return said
    return f"{said} Between different packs, shuffles are not shared, and differences less sharp."


def _listed(words: Sequence[str]) -> str:
    """Words as a list: a, b and c."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def scope_said(players: Sequence[str], deal: int | None, sure: int) -> str:
    """What all of it is about: these players, and in single deals only that deal."""
    same = len(set(players)) == 1
    who = f"{len(players)} {players[0]} players" if same else f"the players {_listed(players)}"
    hold = f"all {sure} statements hold at once" if sure > 1 else "the one statement holds"
    what = "" if deal is None else f", and deal {deal} alone, without points from before"
    return (
        f"All of this is about {who}{what}; others may play otherwise. The ± are so wide that "
        f"{hold} in {SURE:.0%} of such experiments."
    )
