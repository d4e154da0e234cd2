"""Reads record files and libraries with the package `cchess` and prints a JSON line a file: [[comment, tree], ...] with the
tree as [[iccs, comment, [children]], ...]. Exits with 3 when the package is not there."""

import contextlib
import json
import sys

sys.setrecursionlimit(100_000)

try:
    from cchess import Game
except ImportError:
    sys.exit(3)


def tree(first):
    nodes = []
    move = first
    while move is not None:
        nodes.append([str(move), move.annote or "", tree(move.next_move)])
        move = move.sibling_next
    return nodes


def main(path):
    # The package prints what it does not like to stdout.
    with contextlib.redirect_stdout(sys.stderr):
        if path.lower().endswith(".cbl"):
            games = Game.read_from_lib(path)["games"]
        else:
            games = [Game.read_from(path)]
        result = [[game.annote or "", tree(game.first_move)] for game in games]
    print(json.dumps(result, ensure_ascii=False, separators=(",", ":")))


for path in sys.argv[1:]:
    main(path)
