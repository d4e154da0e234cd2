//! The help texts.

/// What both commands understand.
macro_rules! common {
    () => {
        "
Engines
  -engine KEY=VALUE...     an engine; once for each
  -each KEY=VALUE...       for all engines that do not say otherwise
  -engines FILE            engines from a TOML file, see below; also -engine conf=FILE
    cmd=COMMAND            the program, with arguments as in a shell; arg=A and args='A B' add more
    name=NAME              its name [default: what it calls itself]
    proto=ucci|uci|auto    its protocol        ranks=0|1|auto   the first rank in its moves
    option.NAME=VALUE      an option it offers initstr=LINE     a line to send as it is
    dir=DIR  stderr=FILE   working directory, and where its errors go
    restart=auto|on|off    on: a new process for every game
    ponder=on              it thinks in the opponent's time
    banmoves=on            moves that lose by repetition are banned to it
    claims=trust|verify|ignore   its resignations and draw offers
    stall=S  startup=S     seconds of silence without a clock [60]; for the hello [10]
    book=FILE bookplies=N  opening lines or games it plays from; bookred= and bookblack= for one colour
    timeunit=ms|s|auto     unit of its UCCI clock   letters=bn|eh   letters in FEN

Limits (keys of -engine and -each)
    tc=[MOVES/]TIME[+INC]  a clock: 10+0.1, 40/60, 1:30+1, 40/90m,10/15m, 500ms+10ms, or a competition clock by name:
                           cxa-classic cxa-short cxa-rapid cxa-blitz cxa-1990 cxa-sudden:20m
    st=S  movetime=MS      time for each move
    nodes=N  depth=N       also 20k, 1.5M
    timemargin=MS          what may be overstepped [10]
    Clocks are strict: they run from the `go` that was written to the `bestmove` that was read.
  -forgivewaits            a late move stands if the engine or this program waited for a processor for as long as it is
                           late, as Linux tells; the result counts such moves. For busy machines

Games
  -games N                 games of two engines against each other, colours changing [2]
  -rounds N                how often the whole is played [1]
  -openings file=FILE [format=auto|epd|iccs|pgn|games|json] [order=sequential|random] [plies=N] [start=N]
  -repeat [N], -norepeat   games in a row from one opening [2]
  -noswap, -reverse        colours stay; the second-named begins with red
  -srand N                 seed of all that is drawn by lot [1]
  -concurrency N           games at the same time [1]     -affinity [0-3]   bind them to processors
  -ponder, -banmoves, -claims X   for all engines
  -recover                 accepted: an engine that fails is always started again

Judging
  -rules NAME              axf cxa1999 cxa2020 wxf computer league checkban alwaysdraw natural60 [axf]
  -natural PLIES           natural limit, 0 = none [120]        -occurrences N   of a position before it is judged
  -maxmoves N              a draw after N full moves
  -draw movenumber=N movecount=N score=CP        both sides see at most CP for N moves of each (a capture or pawn move
                           starts again)
  -resign movecount=N score=CP [twosided=true]   both sides see the same winner by CP for N moves

Output
  -pgnout FILE [notation=iccs|zh|wxf|...] [min]   games, appended; min: without scores, depths and times
  -jsonout FILE            the same as JSON lines, with all that is known of each move
  -epdout FILE             the final positions as FEN, appended
  -htmlout FILE            tables and all games on a board, one page
  -log FILE [realtime=true]   the dialogue with the engines; -log dir=FOLDER: a file for each
  -event NAME  -site NAME  names in records
  -ratinginterval N        the score every N games, 0 = never [10]
  --lang en|zh             language of what is shown and of the page [the locale's]
  -json                    the result as one JSON value on stdout; all else goes to stderr
  -plain                   no live table on a terminal
  -state FILE              the journal [chuhe-COMMAND-XXXXXXXX.journal here; removed when all is played]
  --resume                 go on with the same command after an interruption, a crash or a power cut

An engine file
  [[engine]]
  name = 'new'
  cmd = './chuhe'                     # a relative path counts from the file's folder, as does dir
  proto = 'ucci'
  option = { hashsize = 64, threads = 1 }
  tc = '10+0.1'
  [[engine]]
  cmd = 'fairy-stockfish'
  proto = 'uci'
  initstr = ['setoption name UCI_Variant value xiangqi', 'setoption name Threads value 1']

-x and --x are the same; -type is -tournament; -variant xiangqi is understood. Exit codes: 0 done, 1 done with engine faults or output failed, 2 wrong use, 3 interrupted.
"
    };
}

/// `chuhe match -help`
pub(in super::super) const MATCH_HELP: &str = concat!(
    "\
Play games between engines, judged by the rules of xiangqi

Usage: chuhe match -engine cmd=A -engine cmd=B -each tc=10+0.1 [OPTIONS]

Examples:
  chuhe match -engine cmd=./new -engine cmd=./old -each tc=8+0.08 option.Threads=1 -games 2000 -concurrency 2 \\
      -openings file=openings.txt order=random -sprt elo0=0 elo1=5 -pgnout games.pgn
  chuhe match -engine cmd=chuhe proto=ucci -engine cmd=fairy-stockfish proto=uci -each st=0.5 -games 10
  chuhe match -engine cmd=./a -engine cmd=./b -each nodes=20000 -games 200 --resume

Sequential test
  -sprt elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=logistic|normalized]   stop when the result is sure
",
    common!()
);

/// `chuhe tournament -help`
pub(in super::super) const TOURNAMENT_HELP: &str = concat!(
    "\
Play a tournament of engines, judged by the rules of xiangqi

Usage: chuhe tournament -type SYSTEM -engines FILE -each tc=10+0.1 [OPTIONS]

Examples:
  chuhe tournament -type double -engines engines.toml -each tc=cxa-blitz -htmlout table.html
  chuhe tournament -type swiss -rounds 7 -games 1 -engines engines.toml -each tc=60+1
  chuhe tournament -type swiss -team A a1 a2 -team B b1 b2 -engines engines.toml -each st=1
  chuhe tournament -type knockout playoffs=1 -engines engines.toml -each st=1
  chuhe tournament -type teams match=boards -team A a1 a2 -team B b1 b2 -engines engines.toml -each st=1

Systems (-type or -tournament)
  round-robin              everybody against everybody, -rounds times     double   twice with colours exchanged
  gauntlet                 the first -seeds N engines [1] against all others
  pyramid                  each against all those before it
  knockout [playoffs=N]    pairs drawn by cards each round; drawn encounters are played off [2], then lots
  groups [groups=N] [advance=N]   groups [2], then a final of the best [2] of each
  swiss                    -rounds rounds by points, without repeats, colours level, byes
  teams [match=boards|all] [pairing=swiss]   teams of -team NAME ENGINE ENGINE... meet on boards
  -team NAME ENGINE...     in any other system but groups: teams by the ranks of their members added up (名次和)
  -withdraw name=ENGINE after=ROUND   it leaves; the rest is forfeited
",
    common!()
);
