//! The file that the rows are kept in: where it is, and its head with the date and the machine.

use super::row::{Columns, csv_head};
use super::{Suite, date};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the rows are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Results {
    /// A new file with the date of today in the folder `results`, next to the suite or to its folder; beside the suite if
    /// there is none.
    Dated,
    /// This file, which is overwritten.
    File(PathBuf),
    /// Nowhere.
    Nowhere,
}

/// Creates the file that the rows are kept in. It is there before the first run, lest the last one be in vain.
pub fn open(
    suite: &Suite,
    results: &Results,
    columns: Columns,
    peers: &[String],
) -> Result<Option<(PathBuf, File)>, String> {
    let (path, file) = match results {
        Results::Nowhere => return Ok(None),
        Results::File(path) => (path.clone(), File::create(path)),
        Results::Dated => new_dated_file(&results_folder(&suite.folder), &suite.name),
    };
    let failure = |error| format!("{}: {error}", path.display());
    let mut file = file.map_err(failure)?;
    let today = date::today();
    let head = format!("# raddle bench {}; {today}; raddle {}; {}\n", suite.name, env!("CARGO_PKG_VERSION"), machine());
    file.write_all((head + &csv_head(columns, peers)).as_bytes()).map_err(failure)?;
    Ok(Some((path, file)))
}

/// Creates a file, or says which one cannot be.
pub fn create(path: &Path) -> Result<File, String> {
    File::create(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn results_folder(suite: &Path) -> PathBuf {
    let places = [suite.join("results"), suite.join("..").join("results")];
    places.into_iter().find(|it| it.is_dir()).unwrap_or_else(|| suite.to_owned())
}

/// Results are never overwritten: the second file of a day gets a number.
fn new_dated_file(folder: &Path, name: &str) -> (PathBuf, std::io::Result<File>) {
    let today = date::today();
    let mut path = folder.join(format!("{name}-{today}.csv"));
    let mut number = 1;
    loop {
        match File::create_new(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            file => return (path, file),
        }
        path = folder.join(format!("{name}-{today}-{number}.csv"));
    }
}

/// The machine in words, as far as it is known.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, |it| it.get());
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|it| it.strip_prefix("model name")?.split_once(": ")).map(|(_, it)| it);
    let model = model.map(|it| format!(", {it}")).unwrap_or_default();
    format!("{} {}, {cores} cores{model}", std::env::consts::ARCH, std::env::consts::OS)
}
