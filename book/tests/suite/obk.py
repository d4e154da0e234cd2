"""Reads an .obk as a program of another author would, and writes one: obk.py OURS LIST THEIRS integer|real

LIST holds lines `FEN|move=weight ...`: what each position must give in OURS. THEIRS is written with the same moves.
"""
import sqlite3
import struct
import sys

PIECES = "KABNRCPkabnrcp"


def numbers():
    state = 0

    def rand():
        nonlocal state
        state = (state * 214013 + 2531011) % 2**32
        return state >> 16 & 0x7FFF

    def number():
        r = [rand() for _ in range(5)]
        return (r[0] ^ r[1] << 15 ^ r[2] << 30 ^ r[3] << 45 ^ r[4] << 60) % 2**64

    table = [number() for _ in range(14 * 256)]
    return table, number()


TABLE, SIDE = numbers()


def key(fen, mirror):
    board, side = fen.split()[:2]
    result = SIDE if side == "w" else 0
    for row, line in enumerate(board.split("/")):
        column = 0
        for letter in line:
            if letter.isdigit():
                column += int(letter)
                continue
            x = 8 - column if mirror else column
            result ^= TABLE[PIECES.index(letter) * 256 + 0x33 + 16 * row + x]
            column += 1
    return result


def square(byte, mirror):
    row, column = divmod(byte - 0x33, 16)
    return "abcdefghi"[8 - column if mirror else column] + str(9 - row)


def stored(text):
    return 0x33 + 16 * (9 - int(text[1])) + "abcdefghi".index(text[0])


def forms(k):
    """A key as a file may hold it: a signed whole number or the double with the same bits."""
    signed = struct.unpack("<q", struct.pack("<Q", k))[0]
    real = struct.unpack("<d", struct.pack("<Q", k))[0]
    return [signed] + ([real] if k >> 63 and real == real else [])


def probe(db, fen):
    moves = {}
    keys = [(key(fen, False), False), (key(fen, True), True)]
    for k, mirror in keys:
        for form in forms(k):
            rows = db.execute("SELECT vmove, vscore FROM bhobk WHERE vkey = ?", (form,))
            for move, score in rows:
                text = square(move >> 8, mirror) + square(move & 255, mirror)
                moves[text] = moves.get(text, 0) + score
    if keys[0][0] == keys[1][0]:
        # A move up the middle file has been met twice.
        for text in moves:
            if text[0] == text[2] == "e":
                moves[text] //= 2
    return moves


def main():
    ours, lines, theirs, storage = sys.argv[1:]
    db = sqlite3.connect(f"file:{ours}?mode=ro", uri=True)
    out = sqlite3.connect(theirs)
    out.execute("CREATE TABLE bhobk(id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER, vscore INTEGER,"
                " vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER)")
    count = 0
    for line in open(lines, encoding="utf-8"):
        fen, moves = line.strip().split("|")
        moves = {move: int(weight) for move, weight in (item.split("=") for item in moves.split())}
        found = probe(db, fen)
        assert found == moves, (fen, found, moves)
        k = key(fen, False)
        form = forms(k)[-1] if storage == "real" else forms(k)[0]
        symmetric = k == key(fen, True)
        for move, weight in moves.items():
            # Of two mirror images in a symmetric position one is stored.
            mirrored = "".join("abcdefghi"[8 - "abcdefghi".index(c)] if c.isalpha() else c for c in move)
            if not symmetric or move <= mirrored:
                out.execute("INSERT INTO bhobk(vkey, vmove, vscore, vwin, vdraw, vlost, vvalid) VALUES(?,?,?,0,0,0,1)",
                            (form, stored(move[:2]) << 8 | stored(move[2:]), weight))
        count += 1
    out.execute("CREATE INDEX idx ON bhobk(vkey)")
    out.commit()
    print(count, "positions")


main()
