// The frame: language, theme and notation, and which page is shown. "#" is the collection, "#g3" its third game. Games stand
// as JSON in the page and are read when they are opened.
const REPORT = JSON.parse(document.getElementById("report").textContent);
REPORT.games.forEach((game, index) => (game.index = index));

const page = {
  data: new Map(),
  // What the reader chose is kept where the browser allows it.
  keep(name, value) {
    page[name] = value;
    try { localStorage.setItem(`chuhe-${name}`, JSON.stringify(value)); } catch { /* not allowed: it holds until the page is closed */ }
  },
  kept(name) {
    try { return JSON.parse(localStorage.getItem(`chuhe-${name}`)); } catch { return null; }
  },
};
page.language = page.kept("language") in WORDS ? page.kept("language") : REPORT.language;
page.graph = page.kept("graph") === "score" ? "score" : "chance";
const NOTATIONS = [[0, "炮二平五"], [1, "C2=5"], ["iccs", "h2e2"]];
const notation = page.kept("chosenNotation");
page.chosenNotation = NOTATIONS.some(([value]) => value === notation) ? notation : null;
const theme = page.kept("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

function render() {
  const words = WORDS[page.language];
  document.documentElement.lang = page.language === "zh" ? "zh-Hans" : "en";
  page.notation = page.chosenNotation ?? (page.language === "zh" ? 0 : 1);
  const place = document.querySelector("main"), top = document.querySelector(".top");
  page.board = null;
  place.replaceChildren();
  document.body.className = "";
  top.replaceChildren();

  const brand = make("a", { class: "brand", href: "#" }, top);
  make("b", {}, brand, "楚河");
  make("span", {}, brand, words.report);
  const tools = make("div", { class: "tools" }, top);
  const select = make("select", { "aria-label": words.notation, title: words.notation }, tools);
  for (const [value, name] of NOTATIONS) {
    const option = make("option", { value: String(value) }, select, name);
    option.selected = value === page.notation;
  }
  select.addEventListener("change", () => { page.keep("chosenNotation", select.value === "iccs" ? "iccs" : Number(select.value)); render(); });
  const language = make("button", { type: "button", title: words.languageTitle, "data-tool": "language" }, tools, words.language);
  language.addEventListener("click", () => { page.keep("language", page.language === "zh" ? "en" : "zh"); render(); });
  const shade = make("button", { type: "button", title: words.theme, "aria-label": words.theme, "data-tool": "theme" }, tools);
  shade.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16Z"/></svg>`;
  shade.addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    page.keep("theme", document.documentElement.dataset.theme);
  });
  const print = make("button", { type: "button", title: words.print, "aria-label": words.print, "data-tool": "print" }, tools);
  print.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7Z" fill="none"/></svg>`;
  print.addEventListener("click", () => window.print());

  const at = /^#g(\d+)$/.exec(location.hash), index = REPORT.single ? 0 : at ? Number(at[1]) - 1 : -1;
  if (REPORT.games[index]) {
    const game = REPORT.games[index];
    const names = game.players.map(player => player.name).filter(Boolean);
    document.title = `${names.length ? names.join(" – ") : game.title || `${words.untitled} ${index + 1}`} · Chuhe`;
    gameView(place, index);
  } else {
    document.title = `${REPORT.title || words.report} · Chuhe`;
    document.body.className = "collection";
    collectionView(place);
  }

  const { engines, limit, rules } = REPORT.run;
  document.querySelector("footer").textContent = [
    engines.join(", "), limit && words.limit(limit), rules && `${words.rules}: ${rules}`,
  ].filter(Boolean).join(" · ");
}

addEventListener("DOMContentLoaded", () => {
  const seen = new Map();
  let shown = location.hash;
  render();
  if (page.board) page.board.focus({ preventScroll: true });
  addEventListener("hashchange", () => {
    seen.set(shown, window.scrollY);
    shown = location.hash;
    render();
    // Back in the list, the reader finds it where it was.
    window.scrollTo(0, seen.get(shown) && !page.board ? seen.get(shown) : 0);
    if (page.board) page.board.focus({ preventScroll: true });
  });
});
