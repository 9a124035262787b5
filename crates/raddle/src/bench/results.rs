//! The file that the rows are kept in: where it is, and its head with the date and the machine.
//!
//! It is written anew with each row, as a whole: whatever happens, it has all rows of one run up to some point.

use super::row::{Columns, csv_head};
use super::{Suite, date};
use crate::files::{obstacle, write_atomically};
use std::fs::File;
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

/// A file with rows, and what is in it so far.
pub struct Rows {
    /// Where it is.
    pub path: PathBuf,
    text: String,
}

impl Rows {
    /// A new file in a folder, with the date of today in its name, which begins like this.
    pub fn dated(folder: &Path, name: &str, head: &str) -> Result<Rows, String> {
        let mut rows = Rows { path: new_dated_file(folder, name)?, text: String::new() };
        rows.add(head)?;
        Ok(rows)
    }

    /// Adds a row, or anything else.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        self.text.push_str(text);
        write_atomically(&self.path, self.text.as_bytes()).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// Creates the file that the rows are kept in. It is there before the first run, lest the last one be in vain.
pub fn open(suite: &Suite, results: &Results, columns: Columns, peers: &[String]) -> Result<Option<Rows>, String> {
    let path = match results {
        Results::Nowhere => return Ok(None),
        Results::File(path) => path.clone(),
        Results::Dated => new_dated_file(&folder(&suite.folder), &suite.name)?,
    };
    let mut rows = Rows { path, text: String::new() };
    rows.add(&(about(&suite.name) + &csv_head(columns, peers)))?;
    Ok(Some(rows))
}

/// The remark at the head of a file: what was run, when, and on what machine.
pub fn about(suite: &str) -> String {
    format!("# raddle bench {suite}; {}; raddle {}; {}\n", date::today(), env!("CARGO_PKG_VERSION"), machine())
}

/// Says so if a file cannot be written in the end.
pub fn expect_writable(path: &Path) -> Result<(), String> {
    obstacle(path).map_or(Ok(()), |why| Err(format!("{} {why}", path.display())))
}

/// Where the rows of a suite in this folder go.
pub fn folder(suite: &Path) -> PathBuf {
    let places = [suite.join("results"), suite.join("..").join("results")];
    places.into_iter().find(|it| it.is_dir()).unwrap_or_else(|| suite.to_owned())
}

/// Results are never overwritten: the second file of a day gets a number.
fn new_dated_file(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let today = date::today();
    let mut path = folder.join(format!("{name}-{today}.csv"));
    let mut number = 1;
    loop {
        match File::create_new(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Ok(_) => return Ok(path),
            Err(error) => return Err(format!("{}: {error}", path.display())),
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
