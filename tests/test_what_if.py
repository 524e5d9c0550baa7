"""What if: other moves, other players and other rules from a turn of a logged deal on."""

from __future__ import annotations

from typing import Any

import pytest
from logged import RUMMY, deals, log_of
from tables import play_out

import rummy_lab as rl
from rummy_lab.log import deal_of_log


@pytest.mark.parametrize("variant", list(rl.variants()))
def test_with_nothing_changed_it_is_the_log(variant: str) -> None:
    deal = deals()[variant]
    last = deal.events[-1].turn
    for turn in (1, last // 2 + 1):
        changes: list[dict[str, Any]] = [
            {},
            {"rules": variant},
            {"players": "greedy"},
            {"rules": deal.rules},
        ]
        for more in changes:
            found = rl.what_if(deal, turn=turn, **more)
            assert found.other.events == deal.events and found.other.state == deal.state
            assert all(row.same for row in found.rows)
            assert found.same or more == {"players": "greedy"}
            assert found.scores["difference"].eq(0).all()
    frame: Any = rl.what_if(deal).frame
    assert list(frame["turn"]) == list(range(1, last + 1)) and frame["same"].all()


def test_random_players_are_followed_too() -> None:
    log = rl.play(rl.variant("block", target=30), ["random", "random"], seed=4)
    for deal in log.deals:
        found = rl.what_if(log, deal=deal.number, turn=2)
        assert found.same and found.other.state == deal.state


def test_another_move() -> None:
    deal = deals()["rummy"]
    nodes = deal.line()
    start = next(n for n in nodes if n.state.turn_number == 3)
    line = rl.Deal.from_state(start.state)
    line.apply("draw")
    other = next(a for a in line.legal_actions()[::-1] if a.verb == "discard")
    found = rl.what_if(deal, turn=3, actions=f"draw {other}")
    assert found.departure is not None and found.departure.turn == 3
    assert found.other.over and found.other.events[:4] == deal.events[:4]
    told = [str(event.action) for event in found.other.events if event.turn == 3]
    assert told == ["draw", str(other)]
    line.apply(other)
    play_out(line)
    assert found.other.score().totals == line.score().totals, "greedy players go on"
    assert found.difference == {
        name: line.score().totals[name] - deal.score().totals[name] for name in deal.names
    }
    assert found.scores["logged"].to_dict() == deal.score().totals
    assert not found.rows[2].same and found.rows[1].same
    for face in (str(found), found._repr_html_()):
        assert "leaves the log in turn 3" in face and "is done instead" in face


def test_the_logged_moves_given_again_are_the_log() -> None:
    deal = deals()["shanghai"]
    own = [event.action for event in deal.events if event.turn == 2]
    found = rl.what_if(deal, turn=2, actions=own)
    assert found.same and found.other.state == deal.state


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(rl.IllegalAction, match="must draw"):
        rl.what_if(deals()["remi"], turn=2, actions=["discard Ks"])
    with pytest.raises(rl.NotationError):
        rl.what_if(deals()["remi"], turn=2, actions=["discrad Ks"])


def test_other_players() -> None:
    log = rl.play(rl.variant("block", target=30), ["random", "random"], seed=4)
    names = log.deals[0].names
    found = rl.what_if(log, deal=1, turn=2, players=["greedy", "random"], seed=9)
    again = rl.what_if(log, deal=1, turn=2, players=["greedy", "random"], seed=9)
    assert found.other.events == again.other.events and found.other.over
    assert found.departure is not None and found.departure.why == "other players take over"
    assert found.other.events[: len([e for e in found.logged.events if e.turn < 2])] == tuple(
        event for event in found.logged.events if event.turn < 2)  # fmt: skip
    one = rl.what_if(log, deal=1, turn=2, players=rl.policy("greedy"))
    assert one.other.over and one.other.names == names
    with pytest.raises(ValueError, match="actions are a list, or the text of a turn, not 5"):
        rl.what_if(rl.Deal(rl.variant("rummy"), seed=7), actions=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one player, or a list with one for each seat, not 3"):
        rl.what_if(log, deal=1, players=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="3 players for 2 seats"):
        rl.what_if(log, deal=1, players=["greedy"] * 3)


def test_another_option_is_followed_as_far_as_it_allows() -> None:
    text = (
        RUMMY
        + """deal 1
hand Bo: 7s 7h 7d 4c 5c 6c 2c 3d
hand Ana: Ks Kd Qc Qd 2d 9h 9d
stock: 8s 8d 3s 5d Ah As Jd Jc 10s 10d 2s 6h
1 Bo: draw meld 7s 7h 7d meld 4c 5c 6c discard 2c
2 Ana: draw discard Ks
"""
    )
    log = log_of(text)
    found = rl.what_if(log, rules="remi")
    assert found.departure is not None
    assert (found.departure.turn, found.departure.player) == (1, "Bo")
    assert "meld 4c 5c 6c: At most 1 new meld in a turn (remi-8)" in found.departure.why
    assert found.other.rules == rl.variant("remi") and found.other.over
    assert [str(e.action) for e in found.other.events][:2] == ["draw", "meld 7s 7h 7d"]
    assert found.difference is None and found.scores["logged"].isna().all()
    assert "under Remi" in str(found) and "not over" in found._repr_html_()
    assert "10 cards" not in str(found) or "deals 10" in str(found)


def test_another_option_from_a_turn_on() -> None:
    deal = deals()["rummy"]
    rules = deal.rules.replace(ace_points=15)
    found: Any = rl.what_if(deal, turn=4, rules=rules)
    assert found.same and found.other.over
    aces = sum(card.rank == 1 for hand in deal.hands for card in hand)
    assert sum(found.difference.values()) == 14 * aces * (
        2 if deal.state.whole_hand else 1)  # fmt: skip
    assert list(found.frame["turn"])[:3] == [1, 2, 3]
    greedy = rl.what_if(deal, turn=4, rules="block", players="greedy")
    assert greedy.other.over and greedy.other.rules == rl.variant("block")


def test_deals_and_turns_there_are_none_of() -> None:
    log = rl.play(rl.variant("block", target=30), seed=3)
    with pytest.raises(ValueError, match="no deal 99"):
        rl.what_if(log, deal=99)
    with pytest.raises(ValueError, match="has turns 1 to"):
        rl.what_if(log, deal=1, turn=999)
    with pytest.raises(ValueError, match="no game 2"):
        rl.what_if(log, game=2)
    second = rl.what_if(log, deal=2)
    assert second.same and second.logged.deal == 2


def test_names_in_a_what_if_are_text() -> None:
    deal = rl.Deal(rl.variant("rummy"), ["<i>A</i>", "B"], seed=7)
    deal.apply("draw")
    shown = rl.what_if(deal, turn=1, actions=["take"])._repr_html_()
    assert "<i>A" not in shown and "&lt;i&gt;A" in shown


def test_turns_taken_and_turns_at_the_same_moment_do_not_mix() -> None:
    with pytest.raises(ValueError, match="the players took turns"):
        rl.what_if(deals()["rummy"], turn=2, rules="speed-three-thirteen")
    with pytest.raises(ValueError, match="in Rummy they take turns"):
        rl.what_if(deals()["speed-three-thirteen"], rules="rummy")


def test_a_log_that_begins_in_the_middle_and_one_without_moves() -> None:
    head = "rummy-lab log 2\nvariant: remi\nplayers: Ana, Bo\ndeal 1\n"
    log = rl.loads(f"{head}hand Ana: Kd 9h\nturn: Ana\nturn_number: 6\n6 Ana: draw discard Kd\n")
    assert log.errors == [] and rl.what_if(log).same and rl.what_if(log).turn == 6
    with pytest.raises(ValueError, match="deal 1 has turn 6, no turn 1"):
        rl.what_if(log, turn=1)
    for turn in (None, 1):
        with pytest.raises(ValueError, match="no move of deal 1 is logged"):
            rl.what_if(rl.loads(f"{head}left Ana: Kd\nout: Bo\n"), turn=turn)


def test_a_random_player_says_why_it_cannot_choose() -> None:
    text = "rummy-lab log 1\nvariant: remi\nplayers: Ana, Bo\ndeal 1\n1 Bo: draw\n"
    deal = deal_of_log(rl.loads(text))
    with pytest.raises(ValueError, match="Bo holds only cards that nobody recorded"):
        rl.policy("random", seed=1)(deal.view(1))


@pytest.mark.parametrize("players", ["greedy", "random", None])
def test_nobody_plays_on_with_cards_nobody_recorded(players: str | None) -> None:
    head = "rummy-lab log 1\nvariant: remi\nplayers: Ana, Bo\ndeal 1\n"
    hand = "hand Bo: 2h 4h 6h 8h 10h Qh 3c 5c 7c 9c\n"
    log = rl.loads(f"{head}{hand}1 Bo: draw [Kc] discard 9c\n2 Ana: draw discard ??\n")
    found = rl.what_if(log, actions="draw [Kc] discard Kc", players=players)
    assert not found.other.over and found.other.state.turn_number == 2
    assert found.notes[-1] == (
        "left in turn 2: Ana holds cards that nobody recorded, and cannot play on"
    )
    assert found.difference is None and found.notes[-1] in str(found)
