"""Reads packs of games (train/src/pack.rs) and keeps the positions that the Rust trainer keeps (train/src/pack/filter.rs)."""

import struct
import zlib
from dataclasses import dataclass

MAGIC = b"CPK1"
KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN = range(7)
EMPTY = -1
NATURAL_LIMIT_CHECKS = 10


@dataclass
class Game:
    """A game: pieces 0-13 (red K A B N R C P, black the same) on 90 points, and what was played."""

    board: list
    side: int
    halfmove: int
    fullmove: int
    half_points: int  # of red
    plies: list  # (from, to, score)


def games(path):
    """The games of a pack. Raises ValueError at the first damaged byte; `chuhe-train pack merge` makes a sound copy."""
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    while at < len(data):
        if data[at : at + 4] != MAGIC or at + 16 > len(data):
            raise ValueError(f"{path}: no block begins at byte {at}")
        length, count, crc = struct.unpack_from("<III", data, at + 4)
        block = data[at + 16 : at + 16 + length]
        if len(block) != length or zlib.crc32(data[at + 4 : at + 12] + block) != crc:
            raise ValueError(f"{path}: the block at byte {at} is damaged")
        inside = 0
        for _ in range(count):
            game, inside = _game(block, inside)
            yield game
        at += 16 + length


def _game(block, at):
    code, count = struct.unpack_from("<BH", block, at)
    at += 3
    word = int.from_bytes(block[at : at + 12], "little")
    at += 12
    board = [EMPTY] * 90
    points = [point for point in range(90) if word >> point & 1]
    for number, point in enumerate(points):
        board[point] = block[at + number // 2] >> (number % 2 * 4) & 15
    at += (len(points) + 1) // 2
    halfmove, fullmove = struct.unpack_from("<HH", block, at)
    at += 4
    numbers = struct.unpack_from("<" + "Hh" * count, block, at)
    plies = [(move & 127, move >> 7, score) for move, score in zip(numbers[::2], numbers[1::2])]
    return Game(board, word >> 90 & 1, halfmove, fullmove, code & 3, plies), at + 4 * count


def _rays():
    rays = []
    for point in range(90):
        file, rank = point % 9, point // 9
        rays.append(
            [
                [rank * 9 + f for f in range(file + 1, 9)],
                [rank * 9 + f for f in range(file - 1, -1, -1)],
                [r * 9 + file for r in range(rank + 1, 10)],
                [r * 9 + file for r in range(rank - 1, -1, -1)],
            ]
        )
    return rays


def _knights():
    """For each point: (point of a knight that attacks it, that knight's leg)."""
    attackers = [[] for _ in range(90)]
    for point in range(90):
        file, rank = point % 9, point // 9
        for df, dr in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]:
            f, r = file + df, rank + dr
            if 0 <= f < 9 and 0 <= r < 10:
                leg = (rank + (dr // 2 if abs(dr) == 2 else 0)) * 9 + file + (df // 2 if abs(df) == 2 else 0)
                attackers[r * 9 + f].append((point, leg))
    return attackers


RAYS, KNIGHTS = _rays(), _knights()


def in_check(board, side):
    """Whether the side's king is attacked."""
    king = board.index(side * 7 + KING)
    base = 7 - side * 7
    rook, cannon, knight, pawn, other_king = (base + kind for kind in (ROOK, CANNON, KNIGHT, PAWN, KING))
    for direction, ray in enumerate(RAYS[king]):
        screens = 0
        for point in ray:
            piece = board[point]
            if piece == EMPTY:
                continue
            if screens == 0 and (piece == rook or piece == other_king and direction > 1):
                return True
            if screens == 1:
                if piece == cannon:
                    return True
                break
            screens = 1
    for point, leg in KNIGHTS[king]:
        if board[point] == knight and board[leg] == EMPTY:
            return True
    file = king % 9
    # A pawn attacks forwards and, beyond the river, sideways; a king lives where the other side's pawns have crossed.
    forwards = king + 9 if side == 0 else king - 9
    beside = ([king - 1] if file > 0 else []) + ([king + 1] if file < 8 else [])
    return any(board[point] == pawn for point in [forwards, *beside])


@dataclass
class Filter:
    """Which positions are kept; the defaults are those of the Rust trainer."""

    min_ply: int = 16
    max_score: int = 2000
    max_clock: int = 60


def positions(game, keep=Filter()):
    """The kept positions of a game: (board, side, score, half points of the side to move). The board is reused."""
    board, side, fullmove = list(game.board), game.side, game.fullmove
    clock, checks, exempt_check, check = game.halfmove, [0, 0], False, in_check(game.board, game.side)
    for origin, target, score in game.plies:
        captured = board[target]
        played = (fullmove - 1) * 2 + side
        quiet = not check and captured == EMPTY
        if quiet and played >= keep.min_ply and abs(score) < keep.max_score and clock <= keep.max_clock:
            yield board, side, score, game.half_points if side == 0 else 2 - game.half_points
        board[target], board[origin] = board[origin], EMPTY
        check = in_check(board, 1 - side)
        if captured != EMPTY:
            clock, checks, exempt_check = 0, [0, 0], False
        else:
            # Checks beyond the tenth, and the replies to them, do not count towards the natural limit.
            checks[side] += check
            exempt = exempt_check or check and checks[side] > NATURAL_LIMIT_CHECKS
            exempt_check = exempt and check
            clock += not exempt
        fullmove += side
        side = 1 - side
