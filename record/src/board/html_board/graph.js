// The course of a game as a graph: red's winning chance or score over the plies, mistakes marked, time below. A click or a
// drag goes to the ply.
//
// `points` has an entry for the start and one a ply: { score, fault, ms, red, name }. `phases` are pairs of the first ply
// and a name. `go` is called with a ply, `kind` is "chance" or "score".
function xqGraph(place, { points, phases, slope, text, go, kind = "chance" }) {
  const plies = points.length - 1, timed = points.some(point => point.ms);
  const LEFT = 36, RIGHT = 10, TOP = 20, TALL = 132, GAP = 8, CLOCK = timed ? 44 : 0, FOOT = 18;
  const bottom = TOP + TALL, height = bottom + (timed ? GAP + CLOCK : 0) + FOOT, LIMIT = 800;
  let width = 0, here = 0;

  const head = xqMake("div", { class: "graph-head" }, place);
  const kinds = xqMake("div", { class: "switch", role: "group" }, head);
  for (const name of ["chance", "score"]) {
    const button = xqMake("button", { type: "button", "data-kind": name }, kinds, text[name]);
    button.addEventListener("click", () => { kind = name; draw(); place.dispatchEvent(new CustomEvent("xq-kind", { detail: kind })); });
  }
  const now = xqMake("span", { class: "graph-now" }, head);
  const frame = xqMake("div", {
    class: "graph", role: "slider", tabindex: "0", "aria-label": text.graph, "aria-valuemin": "0", "aria-valuemax": String(plies),
  }, place);
  const tip = xqMake("div", { class: "tip", hidden: "" }, place);

  const x = ply => LEFT + (plies ? ply / plies : 0) * (width - LEFT - RIGHT);
  const share = score => {
    if (kind === "chance") return xqChance(score, slope);
    const cp = typeof score === "number" ? score : (xqRedWins(score) ? LIMIT : -LIMIT);
    return 0.5 + Math.max(-LIMIT, Math.min(LIMIT, cp)) / (2 * LIMIT);
  };
  const y = score => bottom - share(score) * TALL;

  function draw() {
    for (const button of kinds.children) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
    const known = points.map((point, ply) => [ply, point]).filter(([, point]) => point.score !== undefined);
    const labels = kind === "chance" ? [[1, "100"], [0.5, "50"], [0, "0"]] : [[1, "+8"], [0.5, "0"], [0, "−8"]];
    let out = `<rect x="${LEFT}" y="${TOP}" width="${width - LEFT - RIGHT}" height="${TALL}" class="above"/>`;
    if (known.length) {
      const line = known.map(([ply, point]) => `${x(ply).toFixed(1)} ${y(point.score).toFixed(1)}`);
      out += `<path d="M${x(known[0][0])} ${bottom}L${line.join("L")}L${x(known[known.length - 1][0]).toFixed(1)} ${bottom}Z" class="below"/>`;
      out += `<path d="M${line.join("L")}" class="line"/>`;
    }
    for (const [part, label] of labels) {
      const at = bottom - part * TALL;
      out += `<path d="M${LEFT} ${at}H${width - RIGHT}" class="${part === 0.5 ? "middle" : "rule"}"/>` +
        `<text x="${LEFT - 6}" y="${at + 4}" text-anchor="end">${label}</text>`;
    }
    const parts = phases || [];
    parts.forEach(([first, name], i) => {
      const from = x(Math.max(0, first - 1)), until = i + 1 < parts.length ? x(parts[i + 1][0] - 1) : width - RIGHT, label = text[name] || "";
      if (first > 1) out += `<path d="M${from.toFixed(1)} ${TOP}V${bottom}" class="phase"/>`;
      // A name stands only where it has room.
      if (until - from > 8 + label.length * (label < "z" ? 6.2 : 11.5)) out += `<text x="${(from + 4).toFixed(1)}" y="${TOP - 6}">${label}</text>`;
    });
    if (timed) {
      const base = bottom + GAP + CLOCK / 2, most = Math.max(1, ...points.map(point => point.ms || 0));
      const bar = Math.max(1, Math.min(10, (width - LEFT - RIGHT) / Math.max(1, plies) - 1));
      out += `<path d="M${LEFT} ${base}H${width - RIGHT}" class="rule"/>`;
      points.forEach((point, ply) => {
        if (!point.ms) return;
        const size = Math.max(1, Math.sqrt(point.ms / most) * (CLOCK / 2));
        out += `<rect x="${(x(ply) - bar / 2).toFixed(1)}" y="${(point.red ? base - size : base).toFixed(1)}" width="${bar.toFixed(1)}" ` +
          `height="${size.toFixed(1)}" class="${point.red ? "red-time" : "black-time"}"/>`;
      });
      out += `<text x="${LEFT - 6}" y="${base + 4}" text-anchor="end">${xqDuration(most, text).replace(".0", "").replace(` ${text.minutes}`, "")}</text>`;
    }
    const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find(step => (width - LEFT - RIGHT) / (plies / 2 / step) > 34) || 1000;
    let before = 0;
    points.forEach((point, ply) => {
      if (ply && point.number !== before && point.number % every === 0)
        out += `<text x="${x(ply).toFixed(1)}" y="${height - 4}" text-anchor="middle">${point.number}</text>`;
      before = point.number;
    });
    out += `<g class="cursor"></g>`;
    const size = Math.max(3.5, Math.min(6.5, 1.3 * (width - LEFT - RIGHT) / Math.max(1, plies)));
    for (const [ply, { score, fault }] of known) {
      if (!fault) continue;
      const cx = x(ply).toFixed(1), cy = y(score).toFixed(1);
      // Told apart by shape as well as by colour.
      out += fault === 1 ? `<circle cx="${cx}" cy="${cy}" r="${0.6 * size}" class="inaccuracy"/>`
        : fault === 2 ? `<path d="M${cx} ${cy}m0 -${size}l${size} ${size}l-${size} ${size}l-${size} -${size}Z" class="mistake"/>`
          : `<path d="M${cx} ${cy}m-${0.9 * size} -${0.9 * size}h${1.8 * size}v${1.8 * size}h-${1.8 * size}Z" class="blunder"/>`;
    }
    frame.innerHTML = `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${out}</svg>`;
    cursor();
  }

  function describe(ply) {
    const point = points[ply], said = [point.name];
    if (point.score !== undefined) said.push(xqScore(point.score), xqPercent(xqChance(point.score, slope)));
    if (point.ms !== undefined) said.push(xqDuration(point.ms, text));
    return said.join("  ");
  }

  function cursor() {
    const mark = frame.querySelector(".cursor");
    if (!mark) return;
    const at = x(here).toFixed(1), { score } = points[here];
    mark.innerHTML = `<path d="M${at} ${TOP}V${height - FOOT}"/>` +
      (score === undefined ? "" : `<circle cx="${at}" cy="${y(score).toFixed(1)}" r="4.5"/>`);
    const chance = score === undefined ? "" : kind === "chance" ? `${xqPercent(xqChance(score, slope))}` : xqScore(score);
    now.textContent = chance && `${text.red} ${chance}`;
    frame.setAttribute("aria-valuenow", String(here));
    frame.setAttribute("aria-valuetext", describe(here));
  }

  const ply = event => {
    const box = frame.getBoundingClientRect();
    const along = ((event.clientX - box.left) / box.width * width - LEFT) / Math.max(1, width - LEFT - RIGHT);
    return Math.max(0, Math.min(plies, Math.round(along * plies)));
  };
  let drag = false;
  frame.addEventListener("pointerdown", event => {
    if (event.button) return;
    drag = true;
    if (event.pointerType === "mouse") frame.setPointerCapture(event.pointerId);
    go(ply(event));
  });
  frame.addEventListener("pointermove", event => {
    const at = ply(event);
    if (drag) go(at);
    tip.hidden = event.pointerType !== "mouse";
    tip.textContent = describe(at);
    const box = place.getBoundingClientRect(), left = event.clientX - box.left;
    tip.style.left = `${Math.max(0, Math.min(left - tip.offsetWidth / 2, box.width - tip.offsetWidth))}px`;
  });
  for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => (drag = false));
  frame.addEventListener("pointerleave", () => (tip.hidden = true));

  // Drawn in pixels of the screen, so that text keeps its size.
  const fit = () => {
    const next = Math.round(frame.clientWidth);
    if (next > 0 && next !== width) { width = next; draw(); }
  };
  new ResizeObserver(fit).observe(frame);
  fit();
  return { show: at => { here = at; cursor(); } };
}
