// One board per <section class="xq">; its game is handed over or stands in the section as JSON (see `html_board::data`). A
// move is [number of the move before, coordinates, texts, comment, praise, score, milliseconds, marks]; what is missing at
// the end is nothing.
//
// `options`: language, notation (index of the game's notations, or "iccs"), at (node shown first), flip, graph
// ("chance" or "score"), explain(node, nodes): an element that says more about a move.
function xqBoard(section, game = JSON.parse(section.querySelector("script").textContent), options = {}) {
  const text = XQ_TEXT[options.language || game.language] || XQ_TEXT.en;
  const notation = options.notation === undefined ? 0 : options.notation;
  const names = XQ_NAMES[game.script], make = xqMake, slope = game.slope;
  // Node 0 is the start, node n the nth move.
  const nodes = [{ parent: -1, children: [], comment: game.comment, score: game.score ?? undefined, ply: 0 }];
  for (const [parent, move, texts, comment, praise, score, ms, marks] of game.moves) {
    const name = (notation === "iccs" ? move : texts[notation] || texts[0]) || move;
    nodes[parent].children.push(nodes.length);
    nodes.push({
      parent, move, name, comment, praise: praise || "", score: score ?? undefined, ms: ms ?? undefined, marks,
      ply: nodes[parent].ply + 1, children: [], fault: 0,
    });
  }
  const path = node => {
    const all = [];
    for (let at = node; at > 0; at = nodes[at].parent) all.push(at);
    return all.reverse();
  };
  const rest = from => {
    const all = [];
    for (let at = from; nodes[at].children.length; ) all.push((at = nodes[at].children[0]));
    return all;
  };
  const main = rest(0), onMain = new Set(main);
  // Mistakes are what a report says they are, else what the signs of the file say.
  main.forEach((at, i) => {
    nodes[at].fault = game.faults ? game.faults[i] || 0 : Math.max(0, XQ_SIGNS.indexOf(nodes[at].praise));
    nodes[at].better = game.better ? game.better[i] || 0 : 0;
  });
  const betters = new Set(main.map(at => nodes[at].better).filter(Boolean));
  const faults = main.filter(at => nodes[at].fault);
  const scored = nodes.some(node => node.score !== undefined);
  let here = 0, flip = options.flip ?? game.flip;

  const placement = node => {
    const board = xqPlacement(game.board);
    for (const at of path(node)) xqPlay(board, nodes[at].move);
    return board;
  };
  // The move of the game that a variation is an alternative to.
  const fork = node => nodes[path(node).filter(at => onMain.has(at)).pop() || 0].children[0];
  const black = node => (nodes[node].ply + (game.side === "b" ? 1 : 0)) % 2 === 1;
  // Who made the move is who was to move before it.
  const redMoved = node => !black(nodes[node].parent);
  const number = node => game.first + ((nodes[node].ply - 1 + (game.side === "b" ? 1 : 0)) >> 1);
  const numbered = (node, always) => (redMoved(node) ? `${number(node)}.` : always ? `${number(node)}…` : "");
  // The sign that stands behind a move: the report's own, else the file's.
  const sign = node => (nodes[node].fault ? XQ_SIGNS[nodes[node].fault] : game.faults && onMain.has(node) && XQ_SIGNS.includes(nodes[node].praise) ? "" : nodes[node].praise);

  // ---- the parts of the page
  const left = make("div", { class: "board" }, section), right = make("div", { class: "panel" }, section);
  const sides = make("div", { class: "sides" }, left);
  const bar = scored ? make("div", { class: "bar", "aria-hidden": "true" }, sides) : null;
  const fill = bar && make("div", { class: "fill" }, bar), level = bar && make("span", {}, bar);
  const table = make("div", { class: "table" }, sides);
  const controls = make("div", { class: "controls" }, left);
  let graph = null;
  if (scored && main.length) {
    const place = make("div", { class: "course" }, right);
    const points = [0, ...main].map(at => ({
      score: nodes[at].score, fault: nodes[at].fault || 0, ms: nodes[at].ms, red: at > 0 && redMoved(at), number: at ? number(at) : 0,
      name: at ? `${numbered(at, true)} ${nodes[at].name}${sign(at)}` : text.start,
    }));
    graph = xqGraph(place, {
      points, phases: game.phases, slope, text, kind: options.graph, go: ply => go(ply ? main[ply - 1] : 0),
    });
    place.addEventListener("xq-kind", event => section.dispatchEvent(new CustomEvent("xq-kind", { detail: event.detail })));
  }
  const said = make("div", { class: "said", "aria-live": "polite" }, right);
  const list = make("div", { class: "moves", tabindex: "-1" }, right);

  function draw(from) {
    const node = nodes[here];
    const better = node.better ? nodes[node.better].move : null, marks = node.marks || [];
    const shown = better ? [["best", better]] : [];
    table.innerHTML = xqDiagram({
      board: placement(here), names, river: game.river, flip, last: node.move, fault: node.fault || 0,
      arrows: [...marks.filter(([, where]) => where.length === 4), ...shown],
      squares: marks.filter(([, where]) => where.length === 2), coordinates: notation === "iccs" ? "iccs" : "files",
      label: here ? `${numbered(here, true)} ${node.name}` : text.start,
    });
    slide(from);
    if (bar) {
      // Where a move has no score of its own, the last one known stands.
      let at = here;
      while (at > 0 && nodes[at].score === undefined) at = nodes[at].parent;
      const score = nodes[at].score;
      bar.classList.toggle("flipped", flip);
      if (score !== undefined) {
        bar.classList.toggle("ahead", xqChance(score, slope) >= 0.5);
        fill.style.height = `${100 * xqChance(score, slope)}%`;
        level.textContent = xqScore(score).replace(/(\.\d)\d$/, "$1");
      }
    }
    say();
    for (const link of list.querySelectorAll("a.here")) link.classList.remove("here");
    const link = list.querySelector(`a[data-node="${here}"]`);
    if (link) {
      link.classList.add("here");
      const top = link.offsetTop, above = list.scrollTop;
      if (top < above + 8 || top > above + list.clientHeight - 48) list.scrollTop = top - list.clientHeight / 2;
    } else if (!here) list.scrollTop = 0;
    if (graph) {
      const all = path(here).filter(at => onMain.has(at));
      graph.show(all.length);
    }
    section.dispatchEvent(new CustomEvent("xq-step", { detail: here }));
  }

  // The piece that moved comes from where it stood.
  function slide(from) {
    if (from === undefined || from === here || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const forward = nodes[here].parent === from, back = nodes[from].parent === here;
    const move = forward ? nodes[here].move : back ? nodes[from].move : "0000";
    if (move === "0000") return;
    const ends = [xqSquare(move), xqSquare(move.slice(2))], [start, end] = forward ? ends : ends.reverse();
    const piece = table.querySelector(`[data-at="${end}"]`), turn = flip ? -1 : 1;
    if (!piece || !piece.animate) return;
    piece.parentNode.append(piece);
    const badge = table.querySelector(".badge");
    if (badge) piece.parentNode.append(badge);
    const offset = `translate(${100 * turn * (start[0] - end[0])}px, ${100 * turn * (end[1] - start[1])}px)`;
    piece.animate([{ transform: offset }, { transform: "none" }], { duration: 130, easing: "ease-out" });
  }

  // What is to be said about the move shown.
  function say() {
    said.replaceChildren();
    const node = nodes[here];
    const head = make("p", { class: "move" }, said);
    make("strong", {}, head, here ? `${numbered(here, true)} ${node.name}` : text.start);
    if (here && sign(here)) make("b", { class: `sign ${XQ_FAULTS[node.fault] || ""}` }, head, sign(here));
    if (node.score !== undefined)
      make("span", { class: "score" }, head, `${xqScore(node.score)} · ${text.red} ${xqPercent(xqChance(node.score, slope))}`);
    if (node.ms !== undefined) make("span", { class: "time" }, head, xqDuration(node.ms, text));
    if (here && !onMain.has(here)) {
      make("a", { "data-node": fork(here), class: "to-game", href: "#", role: "button" }, head, text.toGame);
    }
    if (node.better) {
      const line = make("p", { class: "better" }, said);
      make("span", {}, line, text.better);
      for (const at of [node.better, ...rest(node.better)])
        make("a", { "data-node": at, role: "button" }, line, `${at === node.better ? numbered(at, true) + " " : redMoved(at) ? numbered(at) + " " : ""}${nodes[at].name}`);
    }
    const more = options.explain && options.explain(here, nodes[here]);
    if (more) said.append(more);
    if (node.comment) make("p", { class: "comment" }, said, node.comment);
  }

  // ---- the list of moves: the game in two columns, what belongs to a move below it
  function cell(at, parent) {
    const node = nodes[at], link = make("a", { "data-node": at, class: "cell" }, parent);
    make("span", {}, link, node.name);
    if (sign(at)) make("b", { class: `sign ${XQ_FAULTS[node.fault] || ""}` }, link, sign(at));
    if (node.score !== undefined) make("small", {}, link, xqScore(node.score).replace(/(\.\d)\d$/, "$1"));
  }
  function write() {
    if (nodes[0].comment) make("div", { class: "aside comment" }, list, nodes[0].comment);
    let row = null;
    for (const at of main) {
      const red = redMoved(at), others = nodes[nodes[at].parent].children.slice(1);
      if (!row || red) {
        row = make("div", { class: "row" }, list);
        make("span", { class: "number" }, row, `${number(at)}.`);
        if (!red) make("span", { class: "gap" }, row, "…");
      }
      cell(at, row);
      if (!nodes[at].comment && !others.length) continue;
      if (red) make("span", { class: "gap" }, row, "…");
      const aside = make("div", { class: "aside" }, list);
      if (nodes[at].comment) make("div", { class: "comment" }, aside, nodes[at].comment);
      for (const other of others) variation(other, make("div", { class: "variation" }, aside));
      row = null;
    }
    if (game.result && game.result !== "*") make("div", { class: "result" }, list, game.result);
  }
  // A variation runs on; those inside it are blocks of their own. No recursion: trees may be deep.
  function variation(first, place) {
    if (betters.has(first)) make("span", { class: "label" }, place, text.better);
    const work = [[first, place, true, true]];
    while (work.length) {
      const [at, parent, always, alone] = work.pop(), node = nodes[at], before = numbered(at, always);
      if (before) make("span", { class: "number" }, parent, before);
      make("a", { "data-node": at }, parent, node.name + node.praise);
      if (node.comment) make("span", { class: "comment" }, parent, node.comment);
      const others = alone ? [] : nodes[node.parent].children.slice(1);
      if (node.children.length) work.push([node.children[0], parent, Boolean(node.comment) || others.length > 0, false]);
      const blocks = others.map(other => [other, make("div", { class: "variation" }, parent), true, true]);
      work.push(...blocks.reverse());
    }
  }

  // ---- stepping
  const go = node => {
    if (node < 0 || node >= nodes.length) return;
    const from = here;
    here = node;
    draw(from);
  };
  const steps = {
    first: () => go(0),
    back: () => here && go(nodes[here].parent),
    next: () => nodes[here].children.length && go(nodes[here].children[0]),
    last: () => { const line = rest(here); if (line.length) go(line[line.length - 1]); },
    flip: () => { flip = !flip; draw(); },
    // The next mistake of the game behind the ply shown, then from the beginning again.
    fault: () => { if (faults.length) go(faults.find(at => nodes[at].ply > nodes[here].ply) || faults[0]); },
    game: () => { if (here && !onMain.has(here)) go(fork(here)); },
  };
  const icons = {
    first: "M6 5v14M18 5l-9 7l9 7Z", back: "M16 5l-9 7l9 7Z", next: "M8 5l9 7l-9 7Z", last: "M18 5v14M6 5l9 7l-9 7Z",
    flip: "M8 20V5M4 9l4-4l4 4M16 4v15M12 15l4 4l4-4", fault: "M12 4l9 16H3ZM12 10v5M12 17.4v.2",
  };
  for (const step of ["first", "back", "next", "last", "flip", ...(faults.length ? ["fault"] : [])]) {
    const button = make("button", { type: "button", title: text[step], "aria-label": text[step], "data-step": step }, controls);
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[step]}"/></svg>`;
    button.addEventListener("click", steps[step]);
  }
  right.addEventListener("click", event => {
    const link = event.target.closest("a[data-node]");
    if (!link) return;
    event.preventDefault();
    go(Number(link.dataset.node));
  });
  // A tap on the right half of the board goes on, on the left half back.
  table.addEventListener("click", event => {
    const box = table.getBoundingClientRect();
    (event.clientX - box.left > box.width / 2 ? steps.next : steps.back)();
  });
  table.addEventListener("wheel", event => {
    if (!event.ctrlKey) { event.preventDefault(); (event.deltaY > 0 ? steps.next : steps.back)(); }
  }, { passive: false });
  const keys = {
    ArrowLeft: "back", ArrowRight: "next", ArrowUp: "back", ArrowDown: "next", Home: "first", End: "last", f: "flip", " ": "next",
    m: "fault", Escape: "game",
  };
  section.xqKey = event => {
    // A key that presses a button or a link does only that.
    if (event.key === " " && event.target.closest("button, summary, a[href]")) return;
    const step = event.key === " " && event.shiftKey ? "back" : keys[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    steps[step]();
  };
  section.xq = { go, nodes, main, placement, numbered, redMoved, here: () => here, flipped: () => flip };
  write();
  go(options.at ?? (game.ply > 0 && main.length ? main[Math.min(game.ply, main.length) - 1] : 0));
}
addEventListener("DOMContentLoaded", () => document.querySelectorAll("section.xq").forEach(board => xqBoard(board)));
// Keys go to the board in focus, or to the only one.
addEventListener("keydown", event => {
  if (event.target.closest("input, textarea, select")) return;
  const boards = document.querySelectorAll("section.xq"), board = event.target.closest("section.xq") || (boards.length === 1 ? boards[0] : null);
  if (board && board.xqKey) board.xqKey(event);
});
