// The page of a game: who played, the board, how both sides played, the turning points.

const SHOWN_MOMENTS = 12;

function gameView(place, index) {
  const words = WORDS[page.language], game = REPORT.games[index];
  const embedded = document.getElementById(`data-${index + 1}`);
  const data = embedded && (page.data.get(index) || JSON.parse(embedded.textContent));
  if (data) page.data = new Map([[index, data]]);

  if (!REPORT.single) {
    const order = page.order && page.order.includes(index) ? page.order : REPORT.games.map((_, i) => i), at = order.indexOf(index);
    const bar = make("nav", { class: "between" }, place);
    make("a", { href: "#" }, bar, `← ${words.allGames}`);
    const beside = make("span", {}, bar);
    for (const [other, sign, name] of [[order[at - 1], "‹", words.previous], [order[at + 1], "›", words.following]])
      if (other !== undefined) make("a", { href: `#g${other + 1}`, title: name, "aria-label": name }, beside, sign);
      else make("span", { class: "soft" }, beside, sign);
    make("span", { class: "soft" }, beside, `${at + 1} / ${order.length}`);
  }

  // ---- who played
  const head = make("header", { class: "match" }, place);
  game.players.forEach((player, i) => {
    const side = make("div", { class: `player ${i ? "black" : "red"}` }, head);
    make("h1", {}, side, player.name || [words.red, words.black][i]);
    const team = [game.teams[0], game.teams[1]][i];
    if (team) make("p", { class: "soft" }, side, team);
    const line = make("p", { class: "marks" }, side);
    if (player.accuracy !== null) {
      make("b", {}, line, percent(player.accuracy, 1));
      make("span", { class: "soft" }, line, words.accuracy);
      for (const fault of [1, 2, 3]) {
        const count = make("span", { class: player.classes[fault + 1] ? XQ_FAULTS[fault] : "zero", title: XQ_TEXT[page.language].faults[fault] }, line);
        count.append(`${player.classes[fault + 1]} ${XQ_SIGNS[fault]}`);
      }
    }
    if (!i) make("div", { class: "outcome" }, head, RESULT[game.result] || "–");
  });
  const details = make("p", { class: "details" }, place);
  for (const text of [game.title, game.event, game.round, game.date, game.site])
    if (text) make("span", {}, details, text);
  if (!details.childElementCount) details.remove();
  const course = make("p", { class: "details course-line" }, place);
  if (game.opening) make("span", {}, course, openingText(game.opening));
  if (game.ending[page.language]) make("span", {}, course, game.ending[page.language]);
  if (game.agrees === false) make("p", { class: "notice" }, place, words.differs);
  if (game.error) make("p", { class: "notice" }, place, `${words.error}: ${game.error}`);
  if (!data) {
    make("p", { class: "notice" }, place, words.unopened);
    return;
  }
  const mates = Object.values(data.plies).flatMap(ply => ply.patterns || []).map(name => name[page.language]);
  if (mates.length) make("span", { class: "pattern" }, course, `${words.mate}: ${[...new Set(mates)].join(page.language === "zh" ? "、" : ", ")}`);

  // ---- the board
  const section = make("section", { class: "xq", tabindex: "0", "aria-label": document.title }, place);
  // The moves of the game are the first of its moves: their numbers are their plies.
  const explain = at => (data.plies[at] ? explanation(data.plies[at], words, data.board.faults[at - 1] || 0) : null);
  xqBoard(section, data.board, {
    language: page.language, notation: page.notation, graph: page.graph, explain,
    at: page.place && page.place.index === index ? page.place.at : undefined,
    flip: page.place && page.place.index === index ? page.place.flip : undefined,
  });
  const remember = () => (page.place = { index, at: section.xq.here(), flip: section.xq.flipped() });
  section.addEventListener("xq-step", remember);
  section.addEventListener("xq-kind", event => page.keep("graph", event.detail));
  page.board = section;
  make("p", { class: "keys soft" }, place, words.keys);

  const below = make("div", { class: "below-board" }, place);
  sidesTable(below, game, section, words);
  moments(below, data, section, words);
  const source = make("p", { class: "soft source" }, place);
  source.append(`${words.file}: ${game.id}`);
  if (game.warnings.length) {
    const box = make("details", { class: "warnings", ...(game.warnings.length < 4 ? { open: "" } : {}) }, place);
    make("summary", {}, box, `${words.warnings} (${game.warnings.length})`);
    for (const warning of game.warnings) make("p", {}, box, warning);
  }
}

const sideOf = (red, words) => (red ? words.red : words.black);

// What the analysis says about a move beyond its score.
function explanation(ply, words, fault) {
  const box = make("div", { class: "explained" });
  if (fault && ply.before !== undefined) {
    const line = make("p", {}, box);
    make("b", { class: XQ_FAULTS[fault] }, line, XQ_TEXT[page.language].faults[fault] + words.stop);
    line.append(words.falls(sideOf(ply.red, words), xqPercent(ply.before), xqPercent(ply.after)));
  }
  const chips = make("p", { class: "chips" }, box);
  for (const tag of ply.tags || []) make("span", { class: `chip ${tag.id}` }, chips, tag[page.language]);
  for (const tag of ply.patterns || []) make("span", { class: "chip mate" }, chips, `${words.mate}: ${tag[page.language]}`);
  for (const tag of ply.linePatterns || []) make("span", { class: "chip" }, chips, `${words.lineMate}: ${tag[page.language]}`);
  if (!chips.childElementCount) chips.remove();
  if (ply.ruling) make("p", { class: "ruling" }, box, ply.ruling[page.language]);
  for (const other of ply.others || []) {
    const name = page.notation === "iccs" ? other.move : (other.texts || [])[page.notation] || other.move;
    const said = [other.error || name, other.score === undefined || other.score === null ? "" : xqScore(other.score)];
    make("p", { class: "soft" }, box, `${other.engine}: ${said.filter(Boolean).join(" ")}`);
  }
  if (ply.error) make("p", { class: "bad" }, box, ply.error);
  return box.childElementCount ? box : null;
}

// How both sides played, side by side. A figure of marked moves leads to the next of them.
function sidesTable(place, game, section, words) {
  const [red, black] = game.players;
  if (!red.moves && !black.moves) return;
  const box = make("section", { class: "card" }, place);
  make("h2", {}, box, words.play);
  const table = make("table", { class: "sides-table" }, box);
  const head = make("tr", {}, make("thead", {}, table));
  make("th", { scope: "col" }, head, "");
  for (const i of [0, 1]) make("th", { scope: "col", class: i ? "black" : "red" }, head, game.players[i].name || [words.red, words.black][i]);
  const body = make("tbody", {}, table);
  const row = (label, value, style) => {
    const values = game.players.map(value);
    if (values.every(value => value === null || value === undefined)) return;
    const line = make("tr", {}, body);
    make("th", { scope: "row", class: style || "" }, line, label);
    for (const value of values) {
      const td = make("td", {}, line);
      td.append(value === null || value === undefined ? "–" : value);
    }
  };
  row(words.accuracy, player => gauge(player.accuracy));
  ["opening", "middlegame", "endgame"].forEach((name, i) =>
    row(XQ_TEXT[page.language][name], player => player.phase_accuracy[i] === null ? null : gauge(player.phase_accuracy[i]), "sub"));
  row(words.averageLoss, player => (player.average_cp_loss === null ? null : (player.average_cp_loss / 100).toFixed(2)));
  [words.inaccuracies, words.mistakes, words.blunders].forEach((name, i) => {
    row(name, player => {
      const count = player.classes[i + 2], side = player === red;
      if (!count) return "0";
      const button = make("button", { type: "button", class: `link ${XQ_FAULTS[i + 1]}` });
      button.append(String(count));
      button.addEventListener("click", () => {
        const { nodes, main, go, here } = section.xq;
        const all = main.filter(at => nodes[at].fault === i + 1 && redMade(section, at) === side);
        const next = all.find(at => nodes[at].ply > nodes[here()].ply) || all[0];
        if (next) go(next);
        toBoard(section);
      });
      return button;
    });
  });
  if (red.missed_mates || black.missed_mates) row(words.missed, player => String(player.missed_mates));
  row(words.time, player => (player.time_used_ms === null ? null : xqDuration(player.time_used_ms, XQ_TEXT[page.language])));
}

const redMade = (section, at) => section.xq.redMoved(at);

function toBoard(section) {
  section.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth", block: "start" });
  section.focus({ preventScroll: true });
}

// The mistakes and blunders as diagrams: what was played and what was better.
function moments(place, data, section, words) {
  const { nodes, main, placement, numbered, go } = section.xq;
  const all = main.filter(at => nodes[at].fault >= 2);
  if (!all.length) return;
  const box = make("section", { class: "card" }, place);
  make("h2", {}, box, words.moments);
  const list = make("div", { class: "moments" }, box);
  const loss = at => { const ply = data.plies[nodes[at].ply]; return ply ? ply.before - ply.after : 0; };
  const draw = shown => {
    list.replaceChildren();
    for (const at of shown) {
      const node = nodes[at], ply = data.plies[node.ply];
      const button = make("button", { type: "button", class: "moment" }, list);
      const arrows = [["played", node.move]];
      if (node.better) arrows.push(["best", nodes[node.better].move]);
      const figure = make("span", { class: "figure" }, button);
      figure.innerHTML = xqDiagram({ board: placement(node.parent), names: XQ_NAMES[data.board.script], river: data.board.river, flip: section.xq.flipped(), arrows });
      const line = make("span", { class: "line" }, button);
      make("strong", {}, line, `${numbered(at, true)} ${node.name}`);
      make("b", { class: XQ_FAULTS[node.fault] }, line, XQ_SIGNS[node.fault]);
      if (ply && ply.before !== undefined) make("span", { class: "soft" }, line, `${sideOf(ply.red, words)} ${xqPercent(ply.before)} → ${xqPercent(ply.after)}`);
      if (node.better) {
        const better = make("span", { class: "line" }, button);
        make("span", { class: "good" }, better, words.better);
        better.append(nodes[node.better].name);
      }
      button.addEventListener("click", () => { go(at); toBoard(section); });
    }
  };
  if (all.length <= SHOWN_MOMENTS) return draw(all);
  const worst = new Set([...all].sort((a, b) => loss(b) - loss(a)).slice(0, SHOWN_MOMENTS));
  draw(all.filter(at => worst.has(at)));
  const more = make("button", { type: "button", class: "more" }, box, `${words.allMoments} (${all.length})`);
  more.addEventListener("click", () => { draw(all); more.remove(); });
}
