//! What stands around the moves in text exports without brackets: `标题：…` lines of 象棋桥, the heading of 联众, adverts.

use crate::notation::looks_like_move;

/// Names of such headings and the PGN tags they are.
const NAMES: [(&[&str], &str); 29] = [
    (&["标题", "標題", "名称", "棋谱名称", "对局名称"], "Title"),
    (&["赛事", "赛事名称", "比赛名称", "比赛", "賽事"], "Event"),
    (&["轮次", "輪次", "回合"], "Round"),
    (&["日期", "比赛日期", "比賽日期", "对局日期", "时间"], "Date"),
    (&["地点", "比赛地点", "地點", "比賽地點"], "Site"),
    (&["红方", "紅方"], "Red"),
    (&["黑方"], "Black"),
    (&["红队", "紅隊", "红方团体", "红方团队"], "RedTeam"),
    (&["黑队", "黑隊", "黑方团体", "黑方团队"], "BlackTeam"),
    (&["红等级分"], "RedElo"),
    (&["黑等级分"], "BlackElo"),
    (&["红方用时"], "RedTime"),
    (&["黑方用时"], "BlackTime"),
    (&["时间规则", "用时规则"], "TimeControl"),
    (&["解说", "评注", "讲评"], "Annotator"),
    (&["录入", "作者"], "Author"),
    (&["结果", "比赛结果", "结局", "結果"], "Result"),
    (&["FEN", "Fen", "fen"], "FEN"),
    (&["ECCO"], "ECCO"),
    (&["分类"], "Category"),
    (&["来源"], "Source"),
    (&["赛事类型"], "EventType"),
    (&["组别"], "Group"),
    (&["台次"], "Table"),
    (&["棋谱类型"], "Type"),
    (&["对局种类"], "Nature"),
    (&["结束方式"], "Termination"),
    (&["创建日期"], "Created"),
    (&["修改日期"], "Modified"),
];

/// The PGN tag that a heading is.
pub(super) fn usual(name: &str) -> Option<&'static str> {
    NAMES.iter().find(|(names, _)| names.contains(&name)).map(|&(_, tag)| tag)
}

/// Takes a line of headings `name：value` apart, several with gaps between them included. False when it is none. Inside
/// the moves (`late`) only names of the list count.
pub(super) fn sort(line: &str, headers: &mut Vec<(String, String)>, late: bool) -> bool {
    let Some((name, rest)) = split(line) else { return false };
    let key: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    let shaped = !key.is_empty()
        && key.chars().count() <= 8
        && key.chars().all(|c| c.is_alphabetic())
        && !key.chars().next().is_some_and(|c| "一二三四五六七八九十".contains(c));
    if !shaped || usual(&key).is_none() && (late || key.is_ascii()) {
        return false;
    }
    let mut key = key;
    let mut rest = rest;
    loop {
        // A further heading on the line stands behind a gap.
        let next = split(rest).and_then(|(value, after)| {
            let at = value.trim_end().rfind([' ', '\u{3000}', '\t'])?;
            let name: String = value[at..].chars().filter(|c| !c.is_whitespace()).collect();
            let shaped = !name.is_empty()
                && name.chars().count() <= 8
                && name.chars().all(|c| c.is_alphabetic() && !c.is_ascii());
            shaped.then(|| (value[..at].trim(), name, after))
        });
        let value = next.as_ref().map_or(rest.trim(), |&(value, _, _)| value);
        let value = if value == "(Email:)" { "" } else { value };
        headers.push((key.clone(), value.to_owned()));
        match next {
            Some((_, name, after)) => (key, rest) = (name, after),
            None => return true,
        }
    }
}

fn split(text: &str) -> Option<(&str, &str)> {
    let at = text.find(['：', ':'])?;
    let length = text[at..].chars().next().map_or(1, char::len_utf8);
    Some((&text[..at], &text[at + length..]))
}

/// The value of the heading that is this PGN tag.
pub(super) fn value<'a>(headers: &'a [(String, String)], tag: &str) -> Option<&'a str> {
    headers.iter().find(|(name, _)| usual(name) == Some(tag)).map(|(_, value)| value.as_str())
}

/// Whether a line holds no move, number or bracket: a remark between the moves of a text export.
pub(super) fn is_free_text(line: &str) -> bool {
    !line.starts_with(['{', '(', '*', ';', '$'])
        && !line.starts_with(|c: char| c.is_ascii_digit())
        && !line.split_whitespace().any(looks_like_move)
}

/// A line of dashes, or the heading over the columns of moves.
pub(super) fn is_ornament(line: &str) -> bool {
    line.starts_with("棋谱") || line.starts_with("棋譜") || line.chars().all(|c| !c.is_alphanumeric())
}

/// Whether the line is the first of a movetext: `1. 炮二平五 …`
pub(super) fn begins_movetext(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("1") else { return false };
    let rest = rest.trim_start_matches(['.', '．', '、', ' ', '…']);
    rest.len() < line.len() - 1 && rest.split_whitespace().next().is_some_and(looks_like_move)
}

/// Whether a line of movetext ends with the result of the game.
pub(super) fn ends_game(line: &str) -> bool {
    // In one word, and outside of comments: the caller sees to that.
    let last = line.rsplit(|c: char| c.is_whitespace() || c == '}').next().unwrap_or("");
    matches!(last, "1-0" | "0-1" | "1/2-1/2" | "*" | "1/2" | "红胜" | "黑胜" | "和棋" | "和局" | "紅勝" | "黑勝")
}
