#!/usr/bin/env bash
# The HTML reports in a browser: makes them with the built `chuhe` and opens them in headless Chromium. Where Chromium or
# Node.js is missing, it says so and passes. Arguments go to Node's test runner.
set -euo pipefail
[ -z "${CHUHE_BIN:-}" ] || CHUHE_BIN=$(realpath "$CHUHE_BIN")
cd "$(dirname "$0")"

skip() {
    echo "tests/web: skipped: $*"
    exit 0
}
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$CHROMIUM" ] || skip "no Chromium (Debian's package chromium, or name one in CHROMIUM)"
command -v npm >/dev/null || skip "no Node.js"
node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' || skip "Node.js is older than 20"
chuhe=${CHUHE_BIN:-../../target/release/chuhe}
[ -x "$chuhe" ] || { echo "tests/web: no $chuhe; build it with: cargo build --release -p chuhe" >&2; exit 2; }

[ -d node_modules/playwright-core ] || npm ci --no-audit --no-fund
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
for name in game games; do
    # The last of the games has an illegal move: exit code 1.
    "$chuhe" analyze $name.pgn -o "$pages/$name" --nodes 300 --format html --lang en >"$pages/log" 2>&1 || [ $? -eq 1 ] ||
        { cat "$pages/log" >&2; exit 1; }
done
"$chuhe" show game.pgn --html "$pages/board.html"
"$chuhe" match -engine "cmd=$chuhe" name=A -engine "cmd=$chuhe" name=B -each nodes=30 -rounds 2 -maxmoves 8 \
    -htmlout "$pages/match.html" >"$pages/log" 2>&1 || { cat "$pages/log" >&2; exit 1; }
CHROMIUM=$CHROMIUM PAGES=$pages node --test "$@"
