"use strict";
// What the report says, in its two languages. What stands in games and in verdicts comes in both from the analysis.
const WORDS = {
  en: {
    report: "Analysis report", allGames: "All games", previous: "Previous game", following: "Next game",
    games: "Games", players: "Players", openings: "Openings", unread: "Not read", search: "Search names, openings, events …",
    theme: "Light or dark", language: "中文", languageTitle: "中文界面", notation: "Notation of moves", print: "Print",
    number: "No.", red: "Red", black: "Black", result: "Result", opening: "Opening", moves: "Moves", date: "Date", event: "Event",
    accuracy: "Accuracy", accuracyRed: "Accuracy red", accuracyBlack: "Accuracy black", ending: "End", player: "Player",
    wins: "Won", draws: "Drawn", losses: "Lost", score: "Score", redScore: "Red's score", asRed: "with red", asBlack: "with black",
    inaccuracies: "Inaccuracies", mistakes: "Mistakes", blunders: "Blunders", perGame: "a game", missed: "Missed mates",
    averageLoss: "Average loss (pawns)", redWins: "Red wins", drawn: "Draw", blackWins: "Black wins", code: "Code",
    meanAccuracy: "mean accuracy", blundersPerGame: "blunders a game", movesAnalysed: "moves analysed", gameCount: "games",
    time: "Time used",
    play: "Play of both sides", moments: "Turning points", allMoments: "Show all", better: "Better",
    stop: ". ", limit: limit => `${limit} a position`, rules: "Rules", file: "File", why: "Why", mate: "Mating pattern", lineMate: "In the better line",
    differs: "The result in the record is not what the rules say.", unknown: "unknown", untitled: "Game",
    noGames: "No game fits.", error: "The analysis ends early", warnings: "Remarks on the file", unopened: "This game was not analysed.",
    falls: (side, before, after) => `${side}'s winning chance falls from ${before} to ${after}.`,
    keys: "Keys: ← → or space step, Home and End jump, M next mistake, Esc back to the game, F turns the board.",
    shown: (some, all) => `${some} of ${all}`,
  },
  zh: {
    report: "分析报告", allGames: "全部对局", previous: "上一局", following: "下一局",
    games: "对局", players: "棋手", openings: "开局", unread: "未能读取", search: "搜索棋手、开局、赛事……",
    theme: "浅色或深色", language: "English", languageTitle: "English", notation: "着法记法", print: "打印",
    number: "序号", red: "红方", black: "黑方", result: "结果", opening: "开局", moves: "回合", date: "日期", event: "赛事",
    accuracy: "准确率", accuracyRed: "红方准确率", accuracyBlack: "黑方准确率", ending: "终局", player: "棋手",
    wins: "胜", draws: "和", losses: "负", score: "得分率", redScore: "红方得分率", asRed: "执红", asBlack: "执黑",
    inaccuracies: "缓着", mistakes: "错着", blunders: "败着", perGame: "每局", missed: "漏杀",
    averageLoss: "平均损失（兵）", redWins: "红胜", drawn: "和棋", blackWins: "黑胜", code: "编号",
    meanAccuracy: "平均准确率", blundersPerGame: "每局败着", movesAnalysed: "步已分析", gameCount: "局",
    time: "用时",
    play: "双方表现", moments: "转折点", allMoments: "显示全部", better: "更好",
    stop: "：", limit: limit => `每局面 ${limit}`, rules: "规则", file: "文件", why: "原因", mate: "杀法", lineMate: "更好的变化",
    differs: "棋谱所记结果与规则裁定不符。", unknown: "未知", untitled: "对局",
    noGames: "没有符合条件的对局。", error: "分析提前结束", warnings: "文件说明", unopened: "此局未分析。",
    falls: (side, before, after) => `${side}胜率由 ${before} 降至 ${after}。`,
    keys: "按键：← → 或空格走子，Home、End 到首尾，M 下一处错着，Esc 回到实战，F 翻转棋盘。",
    shown: (some, all) => `${some} / ${all}`,
  },
};
const make = xqMake;
const percent = (value, digits = 0) => (value === null || value === undefined ? "–" : `${value.toFixed(digits)}%`);
const mean = (sum, count) => (count ? sum / count : null);
