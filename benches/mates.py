#!/usr/bin/env python3
"""Solves proven mates from an EPD file and says how many were found.

    benches/mates.py mates.epd                  everything up to mate in 5
    benches/mates.py mates.epd --max-mate 9 --seconds 10
    benches/mates.py mates.epd --nps 1500000    for a busy machine: so many nodes in place of each second

A row holds a FEN, `dm N` (mate in N moves), `bm` (the moves that force it) and, in `c0`, `exact` when N and the moves are
complete. Each position gets one thread, an empty table, 1 second up to mate in 3 and 5 seconds beyond (`--seconds` sets
the latter). Solved = the last score is `mate N` with that N and the move is among `bm`. A shorter claim on an exact row is
false; there must be none, and the exit code is 1 if there is one.
"""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

from uci_process import Engine, default_engine, load_note


def rows(path: str):
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = {}
        fen, *operations = line.split(";")
        for operation in operations:
            key, _, value = operation.strip().partition(" ")
            fields[key] = value.strip().strip('"')
        if "dm" not in fields or "bm" not in fields:
            sys.exit(f"{path}:{number}: no dm or no bm")
        yield fen.strip(), int(fields["dm"]), fields["bm"].split(), fields.get("c0", ""), fields.get("id", str(number))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("epd", metavar="EPD")
    parser.add_argument("--engine", default=default_engine(), metavar="PATH")
    parser.add_argument("--max-mate", type=int, default=5, metavar="N", help="skip longer mates (default 5)")
    parser.add_argument("--seconds", type=float, default=5, help="for each mate longer than 3 moves (default 5)")
    parser.add_argument("--hash", type=int, default=64, metavar="MB")
    parser.add_argument("--nps", type=int, metavar="N", help="limit by nodes: N for each second")
    parser.add_argument("--patient", action="store_true", help="use up the time also when the mate is found")
    options = parser.parse_args()

    engine = Engine(options.engine)
    engine.send("setoption name Threads value 1", f"setoption name Hash value {options.hash}")
    if not options.patient:
        engine.send("setoption name Fast Mate value true")
    total, solved, false_claims = Counter(), Counter(), 0
    for fen, mate, best, tag, name in rows(options.epd):
        if mate > options.max_mate:
            continue
        seconds = 1 if mate <= 3 else options.seconds
        limit = f"nodes {int(seconds * options.nps)}" if options.nps else f"movetime {int(seconds * 1000)}"
        engine.send("ucinewgame", f"position fen {fen}", f"go {limit}")
        lines = engine.until("bestmove")
        move = lines[-1].split()[1]
        scores = [line for line in lines if " score " in line and not re.search("lowerbound|upperbound", line)]
        claim = re.search(r" score (mate|cp) (-?\d+)", scores[-1]) if scores else None
        found = claim and claim[1] == "mate" and int(claim[2]) == mate and move in best
        total[mate] += 1
        solved[mate] += bool(found)
        shown = f"{claim[1]} {claim[2]}" if claim else "no score"
        if claim and claim[1] == "mate" and 0 < int(claim[2]) < mate and tag.startswith("exact"):
            false_claims += 1
            print(f"FALSE    {name}: mate in {mate}, claims {shown} with {move}: {fen}")
        elif not found:
            print(f"unsolved {name}: mate in {mate} by {' '.join(best)} ({tag}), says {shown} with {move}: {fen}")
        sys.stdout.flush()
    engine.quit()

    for mate in sorted(total):
        print(f"mate in {mate}: {solved[mate]} of {total[mate]}")
    short = [mate for mate in total if mate <= 3]
    for name, mates in [("up to 3", short), (f"up to {options.max_mate}", list(total))]:
        done, of = sum(solved[mate] for mate in mates), sum(total[mate] for mate in mates)
        if of:
            print(f"{name}: {done} of {of}, {100 * done / of:.1f} %")
    print(f"false claims: {false_claims}; {load_note()}")
    sys.exit(1 if false_claims else 0)


if __name__ == "__main__":
    main()
