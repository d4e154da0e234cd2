// A board as a drawing.

const xqSquare = text => [text.charCodeAt(0) - 97, Number(text[1])];

// The placement of a FEN, as a map from "file,rank" to a letter.
function xqPlacement(fen) {
  const board = new Map();
  fen.split("/").forEach((line, row) => {
    let file = 0;
    for (const c of line) {
      if (c >= "1" && c <= "9") file += Number(c);
      else board.set(file++ + "," + (9 - row), c);
    }
  });
  return board;
}

function xqPlay(board, move) {
  if (move === "0000") return;
  const from = xqSquare(move).join(), piece = board.get(from);
  board.delete(from);
  if (piece) board.set(xqSquare(move.slice(2)).join(), piece);
}

// What does not move: lines, river, and where cannons and pawns start.
const XQ_LINES = (() => {
  const x = file => 60 + 100 * file, y = row => 84 + 100 * row;
  let lines = "", ticks = "";
  for (let row = 0; row < 10; row++) lines += `M60 ${y(row)}H860`;
  for (let file = 0; file < 9; file++)
    lines += file % 8 ? `M${x(file)} ${y(0)}V${y(4)}M${x(file)} ${y(5)}V${y(9)}` : `M${x(file)} ${y(0)}V${y(9)}`;
  for (const row of [0, 7]) lines += `M360 ${y(row)}L560 ${y(row + 2)}M560 ${y(row)}L360 ${y(row + 2)}`;
  const starts = [[1, 2], [7, 2], [1, 7], [7, 7]];
  for (const file of [0, 2, 4, 6, 8]) starts.push([file, 3], [file, 6]);
  for (const [file, row] of starts)
    for (const [dx, dy] of [[-1, -1], [1, -1], [-1, 1], [1, 1]])
      if (file + dx >= 0 && file + dx <= 8)
        ticks += `M${x(file) + 24 * dx} ${y(row) + 8 * dy}H${x(file) + 8 * dx}V${y(row) + 24 * dy}`;
  return `<path d="${lines}" class="lines"/><path d="${ticks}" class="lines"/><path d="M46 70H874V998H46Z" class="frame"/>`;
})();

// The drawing. `board` is a placement; `names` the characters of the pieces; `last` a move, its points marked; `fault` 0 to
// 3, a badge on the piece that moved; `arrows` pairs of kind and move; `squares` pairs of kind and point; `coordinates` is
// "files", "iccs" or nothing.
function xqDiagram({ board, names, river, flip = false, last, fault = 0, arrows = [], squares = [], coordinates, label }) {
  const x = file => 60 + 100 * (flip ? 8 - file : file), y = rank => 84 + 100 * (flip ? rank : 9 - rank);
  const glyph = (c, cx, cy, size, style) =>
    `<path transform="translate(${cx} ${cy}) scale(${size / 1000})" d="${XQ_OUTLINES[c] || ""}" class="${style}"/>`;
  let out = `<svg viewBox="0 0 920 1068" role="img" class="xq-diagram">`;
  if (label) out += `<title>${label.replace(/[&<]/g, c => (c === "&" ? "&amp;" : "&lt;"))}</title>`;
  out += `<rect width="920" height="1068" rx="14" class="wood"/>${XQ_LINES}`;
  [...river].forEach((c, i) => (out += glyph(c, [210, 310, 610, 710][i], 534, 48, "ink")));
  if (coordinates)
    for (let column = 0; column < 9; column++) {
      const file = flip ? 8 - column : column, letters = coordinates === "iccs";
      const red = letters ? "abcdefghi"[file] : "九八七六五四三二一"[file], black = letters ? red : String(file + 1);
      for (const [c, cy] of flip ? [[red, 22], [black, 1046]] : [[black, 22], [red, 1046]])
        out += glyph(c, 60 + 100 * column, cy, c < "z" ? 24 : 30, "ink");
    }
  for (const point of last && last !== "0000" ? [last, last.slice(2)] : []) {
    const [file, rank] = xqSquare(point), cx = x(file), cy = y(rank);
    let corner = "";
    for (const [dx, dy] of [[-1, -1], [1, -1], [-1, 1], [1, 1]])
      corner += `M${cx + 22 * dx} ${cy + 48 * dy}H${cx + 48 * dx}V${cy + 22 * dy}`;
    out += `<path d="${corner}" class="last"/>`;
  }
  for (const [key, piece] of board) {
    const [file, rank] = key.split(",").map(Number), cx = x(file), cy = y(rank);
    out += `<g class="${piece < "a" ? "red" : "black"}" data-at="${key}"><circle cx="${cx}" cy="${cy + 3}" r="45" class="shade"/>` +
      `<circle cx="${cx}" cy="${cy}" r="44" class="disc"/><circle cx="${cx}" cy="${cy}" r="37" class="ring"/>` +
      glyph(names[piece], cx, cy, 54, "name") + "</g>";
  }
  for (const [kind, point] of squares) {
    const [file, rank] = xqSquare(point);
    out += `<circle cx="${x(file)}" cy="${y(rank)}" r="47" class="square ${kind}"/>`;
  }
  for (const [kind, move] of arrows) {
    const [a, b] = xqSquare(move), [c, d] = xqSquare(move.slice(2));
    const length = Math.hypot(x(c) - x(a), y(d) - y(b)), ux = (x(c) - x(a)) / length, uy = (y(d) - y(b)) / length;
    if (!length) continue;
    // A shaft that ends in a head, from the rim of the piece to the point.
    const at = (t, side) => `${(x(a) + ux * t - uy * side).toFixed(1)} ${(y(b) + uy * t + ux * side).toFixed(1)}`;
    const [start, neck] = [26, length - 46];
    out += `<path d="M${at(start, 9)}L${at(neck, 9)}L${at(neck, 27)}L${at(length - 2, 0)}L${at(neck, -27)}L${at(neck, -9)}` +
      `L${at(start, -9)}Z" class="arrow ${kind}"/>`;
  }
  if (fault && last && last !== "0000") {
    const [file, rank] = xqSquare(last.slice(2)), cx = x(file) + 36, cy = y(rank) - 36;
    out += `<g class="badge ${XQ_FAULTS[fault]}"><circle cx="${cx}" cy="${cy}" r="24"/>` +
      `<text x="${cx}" y="${cy + 11}" text-anchor="middle">${XQ_SIGNS[fault]}</text></g>`;
  }
  return out + "</svg>";
}
