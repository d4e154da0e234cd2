"""The rows that a piece switches on (eval/src/nnue/features.rs), as tables and as arrays of samples."""

import numpy as np

import pack

PLANES = 689
SIZES = [9, 5, 7, 90, 90, 90, 55]  # K A B N R C P
ADVISORS = [3, 5, 13, 21, 23]
BISHOPS = [2, 6, 18, 22, 26, 38, 42]
PADDING = 0xFFFF


def _own_plane(kind, file, rank):
    point = rank * 9 + file
    if kind == pack.KING:
        return rank * 3 + file - 3 if rank < 3 and 3 <= file <= 5 else None
    if kind == pack.ADVISOR:
        return ADVISORS.index(point) if point in ADVISORS else None
    if kind == pack.BISHOP:
        return BISHOPS.index(point) if point in BISHOPS else None
    if kind == pack.PAWN:
        if rank >= 5:
            return point - 35
        return (rank - 3) * 5 + file // 2 if rank >= 3 and file % 2 == 0 else None
    return point


def _table(color, mirrored):
    """By piece and point; PADDING where the piece cannot stand."""
    table = np.full((14, 90), PADDING, dtype=np.uint16)
    for piece in range(14):
        kind, other = piece % 7, piece // 7 != color
        if kind == pack.KING:
            base = 6 if other else 0
        else:
            base = 15 + 2 * sum(SIZES[1:kind]) + (SIZES[kind] if other else 0)
        for point in range(90):
            file = 8 - point % 9 if mirrored else point % 9
            rank = point // 9 if piece < 7 else 9 - point // 9
            plane = _own_plane(kind, file, rank)
            if plane is None:
                continue
            if kind == pack.KING and not other:
                if file <= 4:
                    table[piece, point] = rank * 2 + file - 3
            else:
                table[piece, point] = base + plane
    return table


TABLES = [[_table(color, mirrored) for mirrored in (False, True)] for color in (0, 1)]


def _mirror():
    """The plane of the same piece on a mirrored board, for a side whose king stands on the middle file."""
    mirror = np.arange(PLANES, dtype=np.uint16)
    plain, mirrored = TABLES[0]
    known = (plain != PADDING) & (mirrored != PADDING)
    mirror[plain[known]] = mirrored[known]
    return mirror


MIRROR = _mirror()


class Samples:
    """Arrays of positions: `planes` and `king` (0-5) for the side to move and the other, scores, results, majors."""

    def __init__(self):
        self._planes, self._rest = [], []

    def add(self, board, side, score, half_points):
        pieces = [(piece, point) for point, piece in enumerate(board) if piece != pack.EMPTY]
        rows = []
        for color in (side, 1 - side):
            king = board.index(color * 7 + pack.KING)
            table = TABLES[color][king % 9 > 4]
            planes = [table[piece, point] for piece, point in pieces]
            rows.append(planes + [PADDING] * (32 - len(planes)))
            rows.append(table[color * 7 + pack.KING, king])
        majors = sum(piece % 7 in (pack.KNIGHT, pack.ROOK, pack.CANNON) for piece, _ in pieces)
        self._planes.append((rows[0], rows[2]))
        self._rest.append((rows[1], rows[3], score, half_points, majors))

    def finish(self):
        rest = np.array(self._rest, dtype=np.int32).reshape(-1, 5)
        self.planes = np.array(self._planes, dtype=np.uint16).reshape(-1, 2, 32)
        self.king = rest[:, :2]
        self.score, self.half_points, self.majors = rest[:, 2], rest[:, 3], rest[:, 4]
        del self._planes, self._rest
        return self

    def __len__(self):
        return len(self.score)


def load(paths, validation_every=50, keep=pack.Filter()):
    """Samples to learn from and samples of every n-th game to check with, as `chuhe-train train` splits them."""
    training, validation = Samples(), Samples()
    number = 0
    for path in paths:
        for game in pack.games(path):
            number += 1
            held_out = validation_every > 0 and number % validation_every == 0
            for position in pack.positions(game, keep):
                (validation if held_out else training).add(*position)
    return training.finish(), validation.finish()
