// The page of a collection: figures, and the tables of games, players and openings.

const wonBy = result => ({ "1-0": 0, "1/2-1/2": 1, "0-1": 2 })[result];
const RESULT = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" };

// How games ended as a bar of three parts; the figures stand in it.
function resultBar(parts, words) {
  const names = [words.redWins, words.drawn, words.blackWins], all = parts.reduce((a, b) => a + b, 0);
  const bar = make("span", { class: "results", role: "img" });
  bar.setAttribute("aria-label", parts.map((count, i) => `${names[i]} ${count}`).join(", "));
  bar.title = bar.getAttribute("aria-label");
  parts.forEach((count, i) => {
    if (count) make("i", { class: ["red", "draw", "black"][i], style: `flex:${count}` }, bar, count / all > 0.12 ? String(count) : "");
  });
  return bar;
}

// The three kinds of marked moves as figures in their colours.
function faultCounts(classes, scale = 1) {
  const counts = make("span", { class: "faults" });
  for (const i of [1, 2, 3]) {
    const count = classes[i + 1] * scale, shown = scale === 1 ? String(count) : count.toFixed(1);
    make("span", { class: count ? XQ_FAULTS[i] : "zero", title: XQ_TEXT[page.language].faults[i] }, counts, shown);
  }
  return counts;
}

// An accuracy with a bar behind it that begins at 50, where hardly anybody plays.
function gauge(accuracy) {
  if (accuracy === null || accuracy === undefined) return "–";
  const span = make("span", { class: "gauge", style: `--part:${Math.max(4, 2 * accuracy - 100).toFixed(0)}%` });
  make("span", {}, span, accuracy.toFixed(1));
  return span;
}

const openingName = opening => opening && (page.language === "zh" ? opening.zh || opening.en : opening.en || opening.zh);
const openingText = opening => (opening ? [opening.code, openingName(opening)].filter(Boolean).join(" ") : "");

function collectionView(place) {
  const words = WORDS[page.language], { games, players, openings, unreadable } = REPORT;
  make("h1", {}, place, REPORT.title || words.report);

  const results = [0, 0, 0], accuracy = [0, 0];
  let moves = 0, blunders = 0, analysed = 0;
  for (const game of games) {
    if (wonBy(game.result) !== undefined) results[wonBy(game.result)]++;
    if (game.players.some(player => player.moves)) analysed++;
    for (const player of game.players) {
      moves += player.moves;
      blunders += player.classes[4];
      if (player.accuracy !== null) { accuracy[0] += player.accuracy * player.moves; accuracy[1] += player.moves; }
    }
  }
  const figures = make("div", { class: "figures" }, place);
  const figure = (value, label) => {
    const tile = make("div", {}, figures);
    make("b", {}, tile, value);
    make("span", {}, tile, label);
    return tile;
  };
  figure(games.length.toLocaleString(), words.gameCount);
  figure(moves.toLocaleString(), words.movesAnalysed);
  figure(accuracy[1] ? percent(accuracy[0] / accuracy[1], 1) : "–", words.meanAccuracy);
  figure(analysed ? (blunders / analysed).toFixed(1) : "–", words.blundersPerGame);
  const ends = make("div", { class: "ends" }, figures);
  if (results.some(Boolean)) {
    ends.append(resultBar(results, words));
    const all = results.reduce((a, b) => a + b, 0);
    make("span", {}, ends, [words.redWins, words.drawn, words.blackWins].map((name, i) => `${name} ${percent(100 * results[i] / all)}`).join(" · "));
  } else ends.remove();

  // ---- tabs
  const tabs = make("div", { class: "tabs", role: "tablist" }, place), panels = {};
  const names = ["games", "players", "openings", ...(unreadable.length ? ["unread"] : [])];
  const sizes = { games: games.length, players: players.length, openings: openings.length, unread: unreadable.length };
  const choose = chosen => {
    page.tab = chosen;
    for (const name of names) {
      panels[name].tab.setAttribute("aria-selected", String(name === chosen));
      panels[name].panel.classList.toggle("away", name !== chosen);
    }
  };
  for (const name of names) {
    const tab = make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` }, tabs, words[name]);
    make("small", {}, tab, String(sizes[name]));
    tab.addEventListener("click", () => choose(name));
    const panel = make("section", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }, place);
    make("h2", { class: "print-only" }, panel, words[name]);
    panels[name] = { tab, panel };
  }

  // ---- games
  const finder = make("div", { class: "finder" }, panels.games.panel);
  const input = make("input", { type: "search", placeholder: words.search, "aria-label": words.search }, finder);
  const count = make("span", { class: "soft" }, finder);
  // Studies have a title or only a file in place of players.
  const called = game => game.players.some(player => player.name) ? "" : game.title || game.id.split(/[\\/]/).pop();
  const named = (game, i) => {
    const title = called(game);
    if (title && i) return "";
    const span = make("span", { class: title ? "soft" : `side ${i ? "black" : "red"}` });
    span.append(title || game.players[i].name || words.unknown);
    return span;
  };
  const dated = games.some(game => game.date), staged = new Set(games.map(game => game.event)).size > 1;
  const columns = [
    { label: words.number, value: game => game.index + 1, number: true, low: true, cell: game => {
      const link = make("a", { href: `#g${game.index + 1}` });
      link.append(String(game.index + 1));
      return link;
    } },
    { label: words.red, value: game => game.players[0].name || called(game), cell: game => named(game, 0) },
    { label: words.black, value: game => game.players[1].name, cell: game => named(game, 1) },
    { label: words.result, value: game => wonBy(game.result) ?? null, cell: game => RESULT[game.result] || game.result },
    { label: words.opening, value: game => openingText(game.opening), wide: true },
    { label: words.moves, value: game => Math.ceil(game.plies / 2), number: true },
    ...[0, 1].map(i => ({
      label: [words.accuracyRed, words.accuracyBlack][i], value: game => game.players[i].accuracy, number: true,
      cell: game => gauge(game.players[i].accuracy),
    })),
    ...[0, 1].map(i => ({
      label: `?! ? ?? ${[words.red, words.black][i]}`, number: true,
      cell: game => (game.players[i].moves ? faultCounts(game.players[i].classes) : null),
      value: game => (game.players[i].moves ? weight(game.players[i].classes) : null), title: `${words.inaccuracies}, ${words.mistakes}, ${words.blunders}`,
    })),
    { label: words.ending, value: game => game.error || game.ending[page.language], wide: true, cell: game => {
      const span = make("span", { class: game.error ? "bad" : "soft" });
      if (game.warnings.length) make("b", { class: "mistake", title: game.warnings.join("\n") }, span, "! ");
      span.append(game.error || game.ending[page.language]);
      return span;
    } },
    ...(staged ? [{ label: words.event, value: game => game.event, wide: true }] : []),
    ...(dated ? [{ label: words.date, value: game => game.date }] : []),
  ];
  // Blunders weigh most, so that sorting brings the wildest games to the top.
  const weight = classes => classes[4] * 10_000 + classes[3] * 100 + classes[2];
  const haystack = game => [
    ...game.players.map(player => player.name), openingText(game.opening), game.opening && game.opening.en, game.opening && game.opening.zh,
    game.title, game.event, game.date, game.result, game.id, game.error, game.ending.en, game.ending.zh,
  ].filter(Boolean).join("\n").toLowerCase();
  const stacks = games.map(haystack);
  const table = sortable(panels.games.panel, columns, games, {
    ...page.sort, open: game => `#g${game.index + 1}`, empty: words.noGames,
    onSort: (sort, down) => { page.sort = { sort, down }; page.order = table.order().map(game => game.index); },
  });
  const filter = () => {
    page.search = input.value;
    const parts = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = games.filter((_, i) => parts.every(part => stacks[i].includes(part)));
    table.show(fits);
    page.order = table.order().map(game => game.index);
    count.textContent = parts.length ? words.shown(fits.length, games.length) : "";
  };
  input.addEventListener("input", filter);
  input.value = page.search || "";
  filter();
  const search = text => {
    input.value = text;
    filter();
    choose("games");
  };
  const searching = text => {
    const button = make("button", { type: "button", class: "link" });
    button.append(text || words.unknown);
    button.addEventListener("click", () => search(text));
    return button;
  };

  // ---- players and openings
  const points = row => {
    const share = mean(row.wins + row.draws / 2, row.wins + row.draws + row.losses);
    return share === null ? null : 100 * share;
  };
  const played = [
    { label: words.games, value: row => row.games, number: true },
    { label: words.accuracy, value: row => row.accuracy, number: true, cell: row => gauge(row.accuracy) },
    ...[2, 3, 4].map(i => ({
      label: `${["?!", "?", "??"][i - 2]} ${words.perGame}`, title: [words.inaccuracies, words.mistakes, words.blunders][i - 2], number: true,
      value: row => mean(row.classes[i], row.games), cell: row => {
        const value = mean(row.classes[i], row.games), span = make("span", { class: value ? XQ_FAULTS[i - 1] : "zero" });
        span.append(value === null ? "–" : value.toFixed(1));
        return span;
      },
    })),
    { label: words.averageLoss, value: row => row.average_cp_loss, number: true, low: true,
      cell: row => (row.average_cp_loss === null ? "–" : (row.average_cp_loss / 100).toFixed(2)) },
  ];
  const inPhases = ["opening", "middlegame", "endgame"].map((name, i) => ({
    label: XQ_TEXT[page.language][name], title: `${words.accuracy}: ${XQ_TEXT[page.language][name]}`, number: true,
    value: row => row.phase_accuracy[i], cell: row => (row.phase_accuracy[i] === null ? "–" : row.phase_accuracy[i].toFixed(1)),
  }));
  sortable(panels.players.panel, [
    { label: words.player, value: row => row.name, cell: row => searching(row.name) },
    played[0],
    { label: words.wins, value: row => row.wins, number: true }, { label: words.draws, value: row => row.draws, number: true },
    { label: words.losses, value: row => row.losses, number: true },
    { label: words.score, value: points, number: true, cell: row => percent(points(row)) },
    ...played.slice(1), ...inPhases,
    ...["red", "black"].map(side => ({
      label: `${words.accuracy} ${side === "red" ? words.asRed : words.asBlack}`, value: row => row[side].accuracy, number: true,
      cell: row => (row[side].accuracy === null ? "–" : row[side].accuracy.toFixed(1)),
    })),
    { label: words.missed, value: row => row.missed_mates, number: true },
  ], players, { sort: 1, down: true });
  sortable(panels.openings.panel, [
    { label: words.code, value: row => row.opening.code },
    { label: words.opening, value: row => openingName(row.opening), wide: true, cell: row => searching(openingName(row.opening)) },
    played[0],
    { label: words.result, title: `${words.redWins}, ${words.drawn}, ${words.blackWins}`, value: points, number: true,
      cell: row => (points(row) === null ? null : resultBar([row.wins, row.draws, row.losses], words)) },
    { label: words.redScore, value: points, number: true, cell: row => percent(points(row)) },
    ...played.slice(1), inPhases[0],
  ], openings, { sort: 2, down: true });
  if (unreadable.length)
    sortable(panels.unread.panel, [
      { label: words.file, value: row => row.id }, { label: words.why, value: row => row.error, wide: true },
    ], unreadable);
  choose(names.includes(page.tab) ? page.tab : "games");
}
