#!/usr/bin/env bash
# Plays whole xiangqi games in a real client: XBoard with UCI2WB as adapter, in UCCI and in UCI, with either colour against
# MaxQi, until each game ends. Fails when a game has no proper end or any program complains.
#
#   tests/clients/xboard.sh [ENGINE] [FOLDER]
#
# ENGINE is the chuhe binary (default: $CHUHE_BIN, else target/release/chuhe). FOLDER (default: a new temporary one) keeps
# the games, XBoard's debug files and a picture of each game.
# Debian: apt-get install xboard uci2wb fairymax xvfb imagemagick
set -euo pipefail

# A game has 20 seconds a side; nobody waits longer than this for its end.
limit=240
# Seconds after which the picture is taken.
picture=8

export PATH="$PATH:/usr/games"

# Plays one game on the present display.
play() {
    local name=$1 folder=$2 first=$3 second=$4
    xboard -variant xiangqi -fcp "$first" -fd "$folder" -scp "$second" -sd "$folder" -matchGames 1 \
        -timeControl 0:20 -timeIncrement 0 -soundProgram '' \
        -debug -nameOfDebugFile "$folder/$name.debug" -saveGameFile "$folder/$name.pgn" >"$folder/$name.out" 2>&1 &
    local xboard=$! waited=0
    # XBoard stays open after a match; the saved game tells that it is over.
    while kill -0 "$xboard" 2>/dev/null && ! grep -qs '^\[Result "[01]' "$folder/$name.pgn"; do
        [ "$waited" -lt "$limit" ] || break
        sleep 1
        waited=$((waited + 1))
        [ "$waited" -ne "$picture" ] || import -window root "$folder/$name.png" || true
    done
    [ -e "$folder/$name.png" ] || import -window root "$folder/$name.png" || true
    kill "$xboard" 2>/dev/null || true
    wait "$xboard" 2>/dev/null || true
}

if [ "${1:-}" = --play ]; then
    play "${@:2}"
    exit
fi

root=$(cd "$(dirname "$0")/../.." && pwd)
engine=$(realpath "${1:-${CHUHE_BIN:-$root/target/release/chuhe}}")
folder=${2:-$(mktemp -d)}
for program in xboard uci2wb maxqi xvfb-run import; do
    command -v "$program" >/dev/null || { echo "xboard.sh: $program is not installed" >&2; exit 2; }
done
[ -x "$engine" ] || { echo "xboard.sh: no engine at $engine, build it with cargo build --release" >&2; exit 2; }
mkdir -p "$folder"
folder=$(realpath "$folder")

failed=0
for protocol in ucci uci; do
    adapter=uci2wb
    [ "$protocol" = uci ] || adapter="uci2wb -x"
    for color in red black; do
        name=$protocol-$color
        rm -f "$folder/$name".*
        sides=("$adapter $engine" maxqi)
        [ "$color" = red ] || sides=(maxqi "$adapter $engine")
        xvfb-run -a "$0" --play "$name" "$folder" "${sides[@]}"
        result=$(sed -n 's/^\[Result "\(.*\)"\]/\1/p' "$folder/$name.pgn" 2>/dev/null || true)
        reason=$(tr '\n' ' ' <"$folder/$name.pgn" 2>/dev/null | grep -o '{[^{}]*} [01*][-/][^ ]* *$' || true)
        # Programs of the XBoard protocol answer its newer commands with "unknown command"; that is how they negotiate.
        complaints=$(grep -iE 'illegal|forfeit|unexpected|telluser|exited|Error \(|bad move|broken pipe' "$folder/$name.debug" |
            grep -v 'unknown command' || true)
        echo "$name: ${result:-no result} $reason"
        if [ -z "$result" ] || [ "$result" = '*' ] || [ -n "$complaints" ]; then
            echo "$name failed, see $folder/$name.debug; ${complaints:-the game has no end}" >&2
            failed=1
        fi
    done
done
echo "games, debug files and pictures: $folder"
exit "$failed"
