//! A line of bytes as words between blanks.

/// Blanks, tabs, line ends and a byte order mark removed from both ends.
pub(crate) fn trim(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii()
}

/// The first word of a trimmed line and what follows it, trimmed; the rest keeps its inner blanks.
pub(crate) fn split_word(line: &[u8]) -> (&[u8], &[u8]) {
    let line = line.trim_ascii();
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    (&line[..end], line[end..].trim_ascii_start())
}

/// The words of a line.
pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// The words of a line, each with the offset at which it starts.
pub(crate) fn words_at(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut rest_at = 0;
    std::iter::from_fn(move || {
        let start = rest_at + line[rest_at..].iter().position(|b| !b.is_ascii_whitespace())?;
        let end = line[start..].iter().position(u8::is_ascii_whitespace).map_or(line.len(), |len| start + len);
        rest_at = end;
        Some((start, &line[start..end]))
    })
}

/// Whether a word is this keyword, in any case.
pub(crate) fn is(word: &[u8], keyword: &str) -> bool {
    word.eq_ignore_ascii_case(keyword.as_bytes())
}

/// Bytes as text; what is not UTF-8 becomes replacement characters.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A word that is a whole number, with a sign or a fraction (which is cut off) if need be; saturating.
pub(crate) fn number(word: &[u8]) -> Option<i64> {
    let (value, rest) = leading_number(word)?;
    let fraction = rest.strip_prefix(b".").unwrap_or(rest);
    let whole = rest.is_empty() || rest.len() > fraction.len() && fraction.iter().all(u8::is_ascii_digit);
    whole.then_some(value)
}

/// The number a word begins with, saturating, and the bytes behind it.
pub(crate) fn leading_number(word: &[u8]) -> Option<(i64, &[u8])> {
    let (negative, digits) = match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    };
    let len = digits.iter().position(|b| !b.is_ascii_digit()).unwrap_or(digits.len());
    if len == 0 {
        return None;
    }
    let magnitude = digits[..len]
        .iter()
        .fold(0i64, |value, digit| value.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    Some((if negative { -magnitude } else { magnitude }, &digits[len..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate_and_refuse_words() {
        assert_eq!(number(b"12"), Some(12));
        assert_eq!(number(b"-12"), Some(-12));
        assert_eq!(number(b"+7"), Some(7));
        assert_eq!(number(b"1500.75"), Some(1500));
        assert_eq!(number(b"99999999999999999999999"), Some(i64::MAX));
        assert_eq!(number(b"-99999999999999999999999"), Some(-i64::MAX));
        for word in [&b""[..], b"-", b"x", b"12x", b"1.x", b".5", b"12moves"] {
            assert_eq!(number(word), None, "{}", word.escape_ascii());
        }
    }

    #[test]
    fn words_know_where_they_stand() {
        let line = b"  a\tbc \r";
        assert_eq!(words_at(line).collect::<Vec<_>>(), [(2, &b"a"[..]), (4, b"bc")]);
        assert_eq!(split_word(b" x  y  z "), (&b"x"[..], &b"y  z"[..]));
        assert_eq!(trim(b"\xEF\xBB\xBFuci\r\n"), b"uci");
    }
}
