"""The commands that play many games: `simulate` and `compare`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummy_lab.cli.common import (
    INTERRUPTED,
    FileOption,
    JsonOption,
    PolicyOption,
    SetOption,
    UseOption,
    VariantArgument,
    complain,
    policies,
    rules_of,
    say,
    say_json,
    seed_of,
)
from rummy_lab.display.facts import name_of
from rummy_lab.log.files import writing

if TYPE_CHECKING:
    import pandas as pd

    from rummy_lab.simulate import Saved

GamesOption = Annotated[
    int | None, typer.Option("--games", metavar="N", help="How many whole games.")
]
DealsOption = Annotated[
    int | None, typer.Option("--deals", metavar="N", help="How many single deals instead.")
]
DealNumberOption = Annotated[
    int, typer.Option("--deal", metavar="K", help="Which deal of the game, with --deals.")
]
SeedOption = Annotated[
    str, typer.Option("--seed", metavar="S", help="The first game's seed; the others follow.")
]
WorkersOption = Annotated[
    int, typer.Option("--workers", metavar="N", min=1, max=512, help="Processes that play.")
]
EngineOption = Annotated[
    str,
    typer.Option(
        "--engine", metavar="E",
        help="What plays: python, fast (compiled; for greedy players), or auto, which takes what "
        "it can. The rows are the same.",
    ),
]  # fmt: skip


def simulate(
    name: VariantArgument = None,
    players: PolicyOption = "",
    games: GamesOption = None,
    deals: DealsOption = None,
    deal: DealNumberOption = 1,
    seed: SeedOption = "0",
    workers: WorkersOption = 1,
    engine: EngineOption = "auto",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="PATH", help="Keep the rows: FILE.csv, FILE.parquet or a folder."
        ),
    ] = None,
    sets: SetOption = None,
    use: UseOption = None,
    rules_file: FileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let the computer play many games and sum them up.

    Game g (from 0) has the seed S + g, so rummy-lab play plays it again. The rows are the same
    with any number of workers. Interrupted, the same command with --out goes on where it stopped.

    \b
    Examples: rummy-lab simulate remi --deals 1000
              rummy-lab simulate contract --games 100 --workers 4 --out contract.csv
    --json:   {variant, seed, games, deals, complete, out,
              seats: [{seat, policy, points, went_out, won}]}; seat counts from 0 (player 1),
              points are means of a deal, went_out and won shares of the deals and of the
              games (won: null with --deals)
    """  # fmt: skip
    import rummy_lab as rl

    rules = rules_of(name, sets, use, rules_file)
    _one_of(games, deals)
    given: dict[str, Any] = {} if out is None else {"out": out}
    with _executor(workers) as executor, _told_in_words():
        kept = rl.simulate(
            rules, policies(players), games, deals=deals, deal=deal, seed=seed_of(seed),
            executor=executor, engine=engine, **given,
        )  # fmt: skip
    summed = _summed(kept, out)
    say_json(summed) if as_json else say(_as_text(summed, name_of(rules)))
    if not summed["complete"]:
        raise typer.Exit(INTERRUPTED)


def _one_of(games: int | None, deals: int | None) -> None:
    """Raises `ValueError` where nobody says how many are played, or two things are said."""
    if (games is None) == (deals is None):
        raise ValueError("say how many: either --games or --deals, like --deals 1000")


def compare(
    variants: Annotated[
        list[str],
        typer.Argument(metavar="VARIANT...", help="Variants or house files; two at least."),
    ],
    players: PolicyOption = "",
    games: GamesOption = None,
    deals: DealsOption = None,
    deal: DealNumberOption = 1,
    seed: SeedOption = "0",
    workers: WorkersOption = 1,
    engine: EngineOption = "auto",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Keep the rows in a folder.")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Write a picture of how long deals last."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play the same games under several rules and say what differs, and what cannot be told.

    Rules with the same pack are dealt the same shuffles.

    \b
    Examples: rummy-lab compare remi rummy --deals 1000
              rummy-lab compare remi house.toml --deals 1000 --plot lengths.svg
    --json:   {means: [{variant, deals, turns, turns_se, ...}],
              differences: [{variant, other, measure, difference, se, low, high,
              paired, count, told, least}], sentences: [text]}
    """  # fmt: skip
    import rummy_lab as rl

    _one_of(games, deals)
    if plot is not None:
        _may_draw(plot)
    with _executor(workers) as executor, _told_in_words(out):
        found = rl.compare_variants(
            variants, policies(players), games, deals=deals, deal=deal, seed=seed_of(seed),
            executor=executor, engine=engine, out=out,
        )  # fmt: skip
    if as_json:
        say_json({
            "means": _records(found.frame.reset_index()),
            "differences": _records(found.differences),
            "sentences": list(found.sentences),
        })  # fmt: skip
    else:
        say(found)
    if plot is not None:
        with writing(plot):
            found.plot().save(plot)


# --- arguments --------------------------------------------------------------------------------


@contextmanager
def _executor(workers: int) -> Iterator[Executor | None]:
    """Processes that play, or None for this one; started afresh, as every system can."""
    if workers == 1:
        yield None
        return
    import signal
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(
        workers, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)
    )  # Ctrl-C is for the one that hands out the work
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _may_draw(plot: Path) -> None:
    """Raises `ValueError` where a picture could not be written, before anything is played."""
    from matplotlib.backend_bases import FigureCanvasBase

    kinds = FigureCanvasBase.filetypes
    if plot.suffix.lower().removeprefix(".") not in kinds:
        raise ValueError(f"--plot {plot}: its name ends in none of {', '.join(sorted(kinds))}")
    if not plot.absolute().parent.is_dir():
        raise ValueError(f"--plot {plot}: there is no folder {plot.parent}")


@contextmanager
def _told_in_words(out: Path | None = None) -> Iterator[None]:
    """Workers that died, and an interruption, end as any error does: in one sentence."""
    import warnings

    from rummy_lab.simulate import SimulationError

    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("ignore", UserWarning)
            yield
    except SimulationError as error:
        raise ValueError(str(error)) from error
    except KeyboardInterrupt:
        if out is not None:
            complain(f"interrupted: what was finished is in {out}; the same command goes on")
        raise typer.Exit(INTERRUPTED) from None
    for one in told:
        complain(one.message)


# --- results ----------------------------------------------------------------------------------


def _summed(kept: pd.DataFrame | Saved, out: Path | None) -> dict[str, Any]:
    """The rows summed up by seat; from files a part at a time."""
    import pandas as pd

    from rummy_lab.simulate import Saved

    tables = kept.frames() if isinstance(kept, Saved) else [kept]
    told = kept.arguments if isinstance(kept, Saved) else kept.attrs["simulation"]
    done = kept.games if isinstance(kept, Saved) else told["done"]
    wanted = "games" if "games" in told else "deals"
    parts = [_by_seat(table) for table in tables if len(table)]
    sums = pd.concat(parts).groupby(level=0).sum() if parts else pd.DataFrame()
    return {
        "variant": told["variant"],
        "seed": told["seed"],
        "games": done if wanted == "games" else None,
        "deals": int(sums["deals"].max()) if len(sums) else 0,
        "complete": done == told[wanted],
        "out": None if out is None else str(out),
        "seats": [
            {
                "seat": seat,
                "policy": told["players"][seat],
                "points": float(row["points"] / row["deals"]),
                "went_out": float(row["went_out"] / row["deals"]),
                "won": float(row["won"] / done) if wanted == "games" else None,
            }
            for seat, (_, row) in enumerate(sums.iterrows())
        ],
    }


def _by_seat(table: pd.DataFrame) -> pd.DataFrame:
    """Sums of a table by seat; a game is won once, in the rows of its first deal."""
    table = table.assign(deals=1, won=(table["won"] & (table["deal"] == 1)).fillna(False))
    wanted = ["deals", "points", "went_out", "won"]
    return table.groupby("seat")[wanted].sum().astype("float64")


def _as_text(summed: dict[str, Any], title: str) -> str:
    games = summed["games"]
    played = f"{summed['deals']:,} deals" + ("" if games is None else f" in {games:,} games")
    lines = [f"{title}: {played}, seeds from {summed['seed']}"]
    for seat in summed["seats"]:
        won = "" if seat["won"] is None else f", wins {seat['won']:.1%} of the games"
        lines.append(
            f"player {seat['seat'] + 1} ({seat['policy']}): {seat['points']:.2f} points a deal, "
            f"goes out in {seat['went_out']:.1%} of them{won}"
        )
    if summed["out"]:
        lines.append(f"kept in {summed['out']}")
    if not summed["complete"]:
        lines.append(
            "stopped before the end" + ("; the same command goes on" * bool(summed["out"]))
        )
    return "\n".join(lines)


def _records(table: pd.DataFrame) -> Sequence[dict[str, Any]]:
    """The rows of a table as JSON has them; what is no number is null."""
    return json.loads(table.to_json(orient="records", double_precision=15))
