//! Which papers are reproduced, and how their tables are made of suites: `bench/papers.toml`.
//!
//! ```toml
//! [[paper]]
//! key = "vc"                               # for --only, and the name of its page
//! title = "Value-Centric Dynamic Partial Order Reduction"
//! authors = "Chatterjee, Pavlogiannis, Toman (OOPSLA 2019)"
//! about = "…"                              # above its tables
//!
//! [[paper.table]]
//! name = "Table 1"
//! suite = "suites/table1.toml"             # relative to this file
//! about = "…"
//! lines = "programs"                       # the published rows of the suite; or "ways": its summaries of this table;
//!                                          # or "sizes": how figures go on with the size, or with the depth
//! programs = ["prodcons"]                  # only these; all if not given
//! quick = ["monabsex45"]                   # what is run with --quick, in its first size
//! picture = "published"                    # ours over published; or "sizes", or "pairs": ways over those beside them
//! because = { 15 = "…" }                   # why lines of "sizes" do not rise: by size, or one sentence for all
//!
//! [[paper.table.column]]
//! title = "VC-DPOR"
//! way = "value"                            # not for "ways"
//! program = "fib_bench"                    # only for "sizes"
//! figure = "executions"                    # the default
//! over = "source"                          # how many times as much that takes
//! unit = "count"                           # the default; or "thousands", "seconds", "percent", "change", "answer"
//! compare = "fewer"                        # is better; or "more", or "same": anything else is different; or not compared
//! within = 2.0                             # so close is the same
//! ```
//!
//! The columns of "sizes" that are compared rise from left to right, in each line: that is what such a table claims.

use super::kept;
use crate::LoadError;
use crate::bench::figure::Figure;
use crate::bench::page::Page;
use crate::bench::suite::{self, Reasons, Suite};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;

/// All papers, and the suites that their tables are made of.
#[derive(Debug)]
pub struct Book {
    /// The papers.
    pub papers: Vec<Paper>,
    /// The suites by the names that tables call them by.
    pub suites: BTreeMap<String, Suite>,
}

/// One paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Its short name.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Who has written it, and when.
    pub authors: String,
    /// What is to be said above its tables.
    pub about: String,
    /// Its tables and figures.
    #[serde(rename = "table")]
    pub tables: Vec<Table>,
}

/// A table or a figure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// What the paper calls it.
    pub name: String,
    /// The suite that is run.
    pub suite: Spanned<String>,
    /// What is to be said above it.
    pub about: String,
    /// What its lines are.
    pub lines: Lines,
    /// The programs that it is about; all if there are none.
    #[serde(default)]
    pub programs: Vec<String>,
    /// The programs that are run if it has to be quick.
    #[serde(default)]
    pub quick: Vec<String>,
    /// What is drawn.
    pub picture: Option<Picture>,
    /// Why lines do not rise.
    pub because: Option<Reasons>,
    /// Its columns.
    #[serde(rename = "column")]
    pub columns: Vec<Column>,
}

/// What the lines of a table are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lines {
    /// Published rows: programs in several sizes.
    Programs,
    /// Ways of an engine, each with all its runs together.
    Ways,
    /// Sizes, or depths; columns rise.
    Sizes,
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Picture {
    /// What a run has cost over the size, or the depth.
    Sizes,
    /// Our figures over the published ones.
    Published,
    /// A way over the one beside it, task by task.
    Pairs,
}

/// A column of figures.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// What stands above it.
    pub title: String,
    /// Whose figure it is.
    pub way: Option<String>,
    /// Of which program.
    pub program: Option<String>,
    /// Which figure.
    #[serde(default = "executions")]
    pub figure: Figure,
    /// The way whose figure is divided by this one's.
    pub over: Option<String>,
    /// How it is written.
    #[serde(default)]
    pub unit: Unit,
    /// How it is compared, if it is.
    pub compare: Option<Compare>,
    /// How far apart figures may be and still count as the same.
    #[serde(default)]
    pub within: f64,
}

fn executions() -> Figure {
    Figure::Executions
}

/// How a figure is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A number.
    #[default]
    Count,
    /// In thousands.
    Thousands,
    /// Seconds.
    Seconds,
    /// A part of all, in percent.
    Percent,
    /// How much more or less than the way beside it, in percent.
    Change,
    /// Yes or no.
    Answer,
}

/// When our figure is as good as the published one, or better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compare {
    /// It is the same; nothing is better.
    Same,
    /// Less is better.
    Fewer,
    /// More is better.
    More,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BookText {
    #[serde(rename = "paper")]
    papers: Vec<Paper>,
}

/// Reads the file and all suites that it names.
pub fn load(path: &Path) -> Result<Book, LoadError> {
    let unreadable = |error| {
        let hint = "it is in a clone of the repository, and found from its top";
        LoadError::Input(format!("{}: {error}; {hint}", path.display()))
    };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let page = Page::new(path, &text);
    let BookText { papers } =
        toml::from_str(&text).map_err(|error| page.error(error.span().unwrap_or_default(), error.message()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut suites = BTreeMap::new();
    for table in papers.iter().flat_map(|it| &it.tables) {
        let name = table.suite.as_ref();
        if !suites.contains_key(name) {
            let path = folder.join(name);
            if !path.is_file() {
                return Err(page.error(table.suite.span(), &format!("{} is not there", path.display())));
            }
            suites.insert(name.clone(), suite::load(&path)?);
        }
        let suite = &suites[name];
        if let Some(complaint) = complaint(table, suite) {
            return Err(page.error(table.suite.span(), &format!("{}: {complaint}", table.name)));
        }
    }
    Ok(Book { papers, suites })
}

/// What a table asks of its suite and does not get: it would be empty without a word.
fn complaint(table: &Table, suite: &Suite) -> Option<String> {
    let has_way = |way: &&String| suite.cases.iter().any(|it| it.reduction == **way);
    let has_program = |program: &&String| suite.cases.iter().any(|it| it.program == **program);
    let ways = table.columns.iter().flat_map(|it| it.way.iter().chain(&it.over));
    if let Some(way) = ways.clone().find(|it| !has_way(it)) {
        return Some(format!("nothing in the suite is run with `{way}`"));
    }
    let of_columns = table.columns.iter().filter_map(|it| it.program.as_ref());
    let mut programs = table.programs.iter().chain(&table.quick).chain(of_columns);
    if let Some(program) = programs.find(|it| !has_program(it)) {
        return Some(format!("the suite has no program `{program}`"));
    }
    if let Some(case) = kept::twins(suite) {
        return Some(format!("the suite has two runs of `{}` that are called the same", case.program));
    }
    let is_way_missing = match table.lines {
        Lines::Programs | Lines::Sizes => table.columns.iter().any(|it| it.way.is_none()),
        Lines::Ways => ways.count() > 0,
    };
    match table.lines {
        _ if is_way_missing => {
            Some("columns of `programs` and `sizes` have a way, those of `ways` have none".to_owned())
        }
        Lines::Sizes if table.columns.iter().any(|it| it.program.is_none()) => {
            Some("columns of `sizes` have a program".to_owned())
        }
        Lines::Programs if suite.published.is_empty() => Some("the suite has no published rows".to_owned()),
        Lines::Ways if !suite.summaries.iter().any(|it| it.table == table.name) => {
            Some("the suite has no summary of this table".to_owned())
        }
        Lines::Programs | Lines::Ways | Lines::Sizes => None,
    }
}
