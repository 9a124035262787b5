//! The programs of `corpus/` in which something is violated, and how they are checked.

use super::root;
use event::{Budget, Properties, Property};
use explore::{Further, Reduction};
use raddle::LoadOptions;
use raddle::search::Search;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What the head of a program says, as far as it concerns what is found and how it is read.
#[derive(Default)]
pub struct Head {
    pub files: Vec<PathBuf>,
    pub is_violated: bool,
    pub properties: Option<Properties>,
    pub load: LoadOptions,
    pub unroll: Option<u32>,
    pub remember_states: bool,
    pub keep_going: bool,
    /// How far threads are followed.
    pub steps: Option<u32>,
}

fn head(path: &Path) -> Head {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut head = Head { files: vec![path.to_owned()], ..Head::default() };
    let mut given = Vec::new();
    for line in text.lines() {
        let Some((key, value)) = line.trim().strip_prefix("//@ ").and_then(|it| it.split_once(':')) else { continue };
        let words: Vec<&str> = value.split_whitespace().collect();
        match key {
            "verdict" => {
                head.is_violated = value.trim().starts_with("FALSE");
                if value.trim().ends_with("without race") {
                    head.properties = Some(Properties::of_threads().without(Property::Race));
                }
            }
            "files" => head.files.extend(words.iter().map(|it| path.parent().unwrap_or(path).join(it))),
            "flags" => head.load.flags = words.iter().map(|it| (*it).to_owned()).collect(),
            "options" => given = words,
            _ => {}
        }
    }
    if head.is_violated {
        options(&given, &mut head);
    }
    head.load.unset = raddle::reading_of_unset(head.properties.unwrap_or(Properties::of_threads()));
    head
}

fn options(words: &[&str], head: &mut Head) {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--keep-going" | "-k" => head.keep_going = true,
            "--remember-states" => head.remember_states = true,
            "--no-spurious" => head.load.no_spurious = true,
            "--may-fail" => {
                let names = words.next().expect("names of functions").split(',');
                head.load.may_fail = names.map(str::to_owned).collect();
            }
            "--allow" => {
                let codes = words.next().expect("codes").split(',');
                head.load.allow = codes.map(|it| ir::Tolerance::of(it).expect("a code")).collect();
            }
            "--externals" if words.next() == Some(&"havoc") => head.load.externals = c::Externals::Havoc,
            "--data-model" if words.next() == Some(&"ilp32") => head.load.model = ir::DataModel::Ilp32,
            "--steps" => head.steps = words.next().and_then(|it| it.parse().ok()),
            "--unroll" => head.unroll = words.next().and_then(|it| it.parse().ok()),
            "--property" => {
                let names = words.next().expect("names of properties").split(',');
                head.properties = Some(names.map(|it| it.parse().expect("a property")).collect());
            }
            other => panic!("`{other}` is not known here"),
        }
    }
}

/// The programs below a folder of which a violation is expected.
fn violated(folder: &Path, endings: &[&str], list: &mut Vec<Head>) {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.ends_with("parts") {
            violated(&path, endings, list);
        } else if path.extension().is_some_and(|it| endings.iter().any(|ending| it == *ending)) {
            list.extend(Some(head(&path)).filter(|it| it.is_violated));
        }
    }
}

/// What to look for in one of them.
pub fn search(head: &Head, reduction: Reduction, properties: Properties) -> Search {
    Search {
        properties,
        reduction,
        most_steps: head.steps,
        remember_states: head.remember_states && reduction == Reduction::Naive,
        further: if head.keep_going { Further::Everything } else { Further::AWhile },
        budget: Budget { deadline: Instant::now().checked_add(Duration::from_secs(20)), ..Budget::default() },
        ..Search::default()
    }
}

/// Those of them whose names end in one of these ways.
pub fn programs(endings: &[&str]) -> Vec<Head> {
    let mut heads = Vec::new();
    violated(&root().join("corpus"), endings, &mut heads);
    heads
}
