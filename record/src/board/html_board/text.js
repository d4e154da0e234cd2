"use strict";
// What the board says, in its two languages.
const XQ_TEXT = {
  en: {
    first: "Start", back: "Back", next: "Next", last: "End", flip: "Turn the board", fault: "Next mistake",
    start: "Start position", graph: "Evaluation, red's view", chance: "Win chance", score: "Score",
    better: "Better", toGame: "Back to the game", red: "Red", black: "Black", seconds: "s", minutes: "min",
    time: "Time for each move", faults: ["", "Inaccuracy", "Mistake", "Blunder"],
    opening: "Opening", middlegame: "Middlegame", endgame: "Endgame",
  },
  zh: {
    first: "开局", back: "上一步", next: "下一步", last: "终局", flip: "翻转棋盘", fault: "下一处错着",
    start: "起始局面", graph: "形势（红方）", chance: "胜率", score: "分值",
    better: "更好", toGame: "回到实战", red: "红方", black: "黑方", seconds: "秒", minutes: "分",
    time: "每步用时", faults: ["", "缓着", "错着", "败着"],
    opening: "开局", middlegame: "中局", endgame: "残局",
  },
};
const XQ_FAULTS = ["", "inaccuracy", "mistake", "blunder"];
const XQ_SIGNS = ["", "?!", "?", "??"];

// Elements with text; text never becomes markup.
function xqMake(name, attributes, parent, text) {
  const element = document.createElement(name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  if (parent) parent.append(element);
  return element;
}

// A score from red's view is a number of centipawns, "#3" or "#-3" (mate in so many moves), "#+" or "#-" (a mate on the
// board), "R7" or "R-7" (won or lost by a rule in so many plies).
const xqRedWins = score => score[1] !== "-";
function xqScore(score) {
  if (typeof score === "number") return (score > 0 ? "+" : score < 0 ? "−" : "") + (Math.abs(score) / 100).toFixed(2);
  if (score[0] === "R") return xqRedWins(score) ? "R+" : "R−";
  return score.length === 2 && !/\d/.test(score) ? "#" : score.replace("-", "−");
}
const xqChance = (score, slope) => (typeof score === "number" ? 1 / (1 + Math.exp(-slope * score)) : xqRedWins(score) ? 1 : 0);
const xqPercent = chance => `${Math.round(100 * chance)}%`;

function xqDuration(ms, text) {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} ${text.seconds}`;
  if (seconds < 120) return `${Math.round(seconds)} ${text.seconds}`;
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")} ${text.minutes}`;
}
