"use strict";
// One board per <section class="xq">; its game stands in the section as JSON. A move is
// [number of the move before, coordinates, text, comment, praise, [score text, height] or null].
function xqBoard(section) {
  const game = JSON.parse(section.querySelector("script").textContent);
  const names = Object.fromEntries(game.names.map(name => [name[0], name.slice(1)]));
  // Node 0 is the start, node n the nth move.
  const nodes = [{ parent: -1, children: [], comment: game.comment, ply: 0 }];
  for (const [parent, move, text, comment, praise, score] of game.moves) {
    const ply = nodes[parent].ply + 1;
    nodes[parent].children.push(nodes.length);
    nodes.push({ parent, move, text, comment, praise, score, ply, children: [] });
  }
  let here = 0, flip = game.flip;
  const make = (name, attributes, parent, text) => {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    if (parent) parent.append(element);
    return element;
  };
  const square = text => [text.charCodeAt(0) - 97, Number(text[1])];
  const path = node => {
    const all = [];
    for (let at = node; at > 0; at = nodes[at].parent) all.push(at);
    return all.reverse();
  };
  const mainline = from => {
    const all = [];
    for (let at = from; nodes[at].children.length; ) all.push(at = nodes[at].children[0]);
    return all;
  };

  // The pieces after a node, as a map from "file,rank" to a letter.
  function pieces(node) {
    const board = new Map();
    game.board.split("/").forEach((line, row) => {
      let file = 0;
      for (const c of line) {
        if (c >= "1" && c <= "9") file += Number(c);
        else board.set(file++ + "," + (9 - row), c);
      }
    });
    for (const at of path(node)) {
      const move = nodes[at].move;
      if (move === "0000") continue;
      const from = square(move).join(), to = square(move.slice(2)).join();
      const piece = board.get(from);
      board.delete(from);
      if (piece) board.set(to, piece);
    }
    return board;
  }

  function draw() {
    const x = file => 60 + 100 * (flip ? 8 - file : file), y = rank => 60 + 100 * (flip ? rank : 9 - rank);
    let lines = "";
    for (let rank = 0; rank < 10; rank++) lines += `M60 ${60 + 100 * rank}H860`;
    for (let file = 0; file < 9; file++) {
      const at = 60 + 100 * file;
      lines += file % 8 ? `M${at} 60V460M${at} 560V960` : `M${at} 60V960`;
    }
    lines += "M360 60L560 260M560 60L360 260M360 760L560 960M560 760L360 960";
    const glyph = (c, cx, cy, size, colour) =>
      `<path transform="translate(${cx} ${cy}) scale(${size / 1000})" d="${XQ_OUTLINES[c]}" fill="${colour}"/>`;
    let out = `<svg viewBox="0 0 920 1020" role="img"><rect width="920" height="1020" rx="12" fill="var(--board)"/>` +
      `<path d="${lines}M46 46H874V974H46Z" fill="none" stroke="#3b2c16" stroke-width="3"/>`;
    [...game.river].forEach((c, i) => out += glyph(c, [210, 310, 610, 710][i], 510, 48, "#3b2c16"));
    if (here && nodes[here].move !== "0000") {
      for (const [file, rank] of [square(nodes[here].move), square(nodes[here].move.slice(2))]) {
        const cx = x(file), cy = y(rank);
        let corner = "";
        for (const [dx, dy] of [[-1, -1], [1, -1], [-1, 1], [1, 1]])
          corner += `M${cx + 24 * dx} ${cy + 47 * dy}H${cx + 47 * dx}V${cy + 24 * dy}`;
        out += `<path d="${corner}" fill="none" stroke="var(--mark)" stroke-width="7"/>`;
      }
    }
    for (const [key, piece] of pieces(here)) {
      const [file, rank] = key.split(",").map(Number), red = piece < "a";
      out += `<circle cx="${x(file)}" cy="${y(rank)}" r="44" fill="${red ? "#fffdf8" : "var(--black)"}" ` +
        `stroke="var(--${red ? "red" : "black"})" stroke-width="4"/><circle cx="${x(file)}" cy="${y(rank)}" r="38" ` +
        `fill="none" stroke="${red ? "var(--red)" : "#fffdf8"}" stroke-width="2"/>` +
        glyph(names[piece], x(file), y(rank), 52, red ? "var(--red)" : "#fffdf8");
    }
    table.innerHTML = out + "</svg>";
    const node = nodes[here];
    said.textContent = here ? [numbered(here, true), node.text + (node.praise || ""), node.score ? node.score[0] : "",
      node.comment].filter(Boolean).join(" ") : node.comment || game.labels.start;
    for (const link of list.querySelectorAll("a.here")) link.classList.remove("here");
    const link = list.querySelector(`a[data-node="${here}"]`);
    if (link) {
      link.classList.add("here");
      const top = link.offsetTop, shown = list.scrollTop;
      if (top < shown || top > shown + list.clientHeight - 40) list.scrollTop = top - list.clientHeight / 2;
    }
    drawGraph();
  }

  // "12." before a move of red, "12..." before one of black where the list needs it.
  function numbered(node, always) {
    const ply = nodes[node].ply - 1 + (game.side === "b" ? 1 : 0), number = game.first + (ply >> 1);
    return ply % 2 === 0 ? `${number}.` : always ? `${number}...` : "";
  }

  // The list of moves: the main line runs on, variations are blocks of their own.
  function write() {
    if (nodes[0].comment) make("span", { class: "comment" }, list, nodes[0].comment);
    const work = nodes[0].children.length ? [[nodes[0].children[0], list, true, false]] : [];
    while (work.length) {
      const [at, parent, always, alone] = work.pop(), node = nodes[at];
      const number = numbered(at, always);
      if (number) make("span", { class: "number" }, parent, number);
      make("a", { "data-node": at }, parent, node.text + (node.praise || ""));
      if (node.comment) make("span", { class: "comment" }, parent, node.comment);
      const others = alone ? [] : nodes[node.parent].children.slice(1);
      if (node.children.length) work.push([node.children[0], parent, Boolean(node.comment) || others.length > 0, false]);
      for (const other of others.slice().reverse())
        work.push([other, null, true, true]);
      // Blocks are made in order, before what follows them is written.
      for (let i = work.length - others.length; i < work.length; i++) work[i][1] = null;
      for (let i = work.length - 1; i >= work.length - others.length; i--)
        work[i][1] = make("span", { class: "variation" }, parent);
    }
  }

  function drawGraph() {
    if (!graph) return;
    const line = mainline(0), points = [];
    line.forEach((at, i) => {
      if (nodes[at].score) points.push(`${(i + 1) / line.length * 300},${40 - 36 * nodes[at].score[1]}`);
    });
    const at = line.indexOf(here) + 1;
    graph.innerHTML = `<title>${game.labels.graph}</title><path d="M0 40H300" stroke="var(--line)"/>` +
      `<polyline points="${points.join(" ")}" fill="none" stroke="var(--red)" stroke-width="2" ` +
      `vector-effect="non-scaling-stroke"/>` +
      `<path d="M${at / line.length * 300} 0V80" stroke="var(--mark)" vector-effect="non-scaling-stroke"/>`;
  }

  const go = node => {
    if (node >= 0 && node < nodes.length) { here = node; draw(); }
  };
  const steps = {
    first: () => go(0),
    back: () => here && go(nodes[here].parent),
    next: () => nodes[here].children.length && go(nodes[here].children[0]),
    last: () => { const rest = mainline(here); if (rest.length) go(rest[rest.length - 1]); },
    flip: () => { flip = !flip; draw(); },
  };
  const left = make("div", {}, section), table = make("div", { class: "table" }, left);
  const controls = make("div", { class: "controls" }, left);
  for (const [step, sign] of [["first", "|◀"], ["back", "◀"], ["next", "▶"], ["last", "▶|"], ["flip", "⇅"]]) {
    const button = make("button", { type: "button", title: game.labels[step], "aria-label": game.labels[step] }, controls, sign);
    button.addEventListener("click", steps[step]);
  }
  const said = make("p", { class: "said", "aria-live": "polite" }, left);
  let graph = null;
  if (nodes.some(node => node.score)) {
    graph = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    graph.setAttribute("class", "graph");
    graph.setAttribute("viewBox", "0 0 300 80");
    graph.setAttribute("preserveAspectRatio", "none");
    left.append(graph);
    graph.addEventListener("click", event => {
      const box = graph.getBoundingClientRect(), line = mainline(0);
      const ply = Math.round((event.clientX - box.left) / box.width * line.length);
      go(ply ? line[Math.min(ply, line.length) - 1] : 0);
    });
  }
  const list = make("div", { class: "moves" }, section);
  list.addEventListener("click", event => {
    const link = event.target.closest("a[data-node]");
    if (link) go(Number(link.dataset.node));
  });
  // A tap on the right half of the board goes on, on the left half back.
  table.addEventListener("click", event => {
    const box = table.getBoundingClientRect();
    (event.clientX - box.left > box.width / 2 ? steps.next : steps.back)();
  });
  table.addEventListener("wheel", event => {
    if (!event.ctrlKey) { event.preventDefault(); (event.deltaY > 0 ? steps.next : steps.back)(); }
  }, { passive: false });
  const keys = { ArrowLeft: "back", ArrowRight: "next", ArrowUp: "back", ArrowDown: "next", Home: "first", End: "last", f: "flip" };
  section.xqKey = event => {
    const step = keys[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    steps[step]();
  };
  write();
  const line = mainline(0);
  go(game.ply > 0 && line.length ? line[Math.min(game.ply, line.length) - 1] : 0);
}
addEventListener("DOMContentLoaded", () => {
  const boards = [...document.querySelectorAll("section.xq")];
  boards.forEach(xqBoard);
  // Keys go to the board in focus, or to the only one.
  addEventListener("keydown", event => {
    const board = event.target.closest("section.xq") || (boards.length === 1 ? boards[0] : null);
    if (board && !event.target.closest("input, textarea, select")) board.xqKey(event);
  });
});
