//! Pages of the games of a file with invented evaluations: `cargo run --example report -- GAMES OUT.html [zh]`. One game
//! gives the page of a game, more give the page of a collection.

use chuhe_analysis::report::{write_collection, write_game};
use chuhe_record::{AtomicFile, ReadOptions, open_file};
use chuhe_rules::Language;

#[path = "../tests/invented/mod.rs"]
mod invented;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (file, out) = (arguments.next().ok_or("which games?")?, arguments.next().ok_or("written where?")?);
    let language = if arguments.next().as_deref() == Some("zh") { Language::Chinese } else { Language::English };
    let games = open_file(file.as_ref(), &ReadOptions::default())?.games.flatten();
    let games: Vec<_> =
        games.zip(1..).map(|(game, n)| invented::analysed(&game, &format!("{file}#{n}"), n as u64)).collect();
    let collection = invented::collection(&file, &games);
    let mut out = AtomicFile::create(out.as_ref())?;
    match &games[..] {
        [game] => write_game(&mut out, game, &collection.run, language)?,
        games => write_collection(&mut out, &collection, games, language)?,
    }
    Ok(out.commit()?)
}
