//! Everything that reads what a user gives, each with what must hold for every input, and inputs to try that on.

use super::{Answer, actors, check, check_text_form, documents, mutate, seeds};
use ir::DataModel;

/// Somebody who reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// The C front end.
    C(DataModel),
    /// The ABS front end.
    Actors,
    /// The text form of programs.
    TextForm,
    /// Witnesses, and what they say about a program.
    Witness,
    /// Saved traces, and what becomes of them in a program.
    Trace,
    /// Property files of the competition.
    PropertyFile,
    /// Suites of benchmarks.
    Suite,
}

/// What stands in YAML, and in the expressions of witnesses.
const OF_WITNESSES: &[&str] = &[
    "&a",
    "*a",
    "!!str",
    "|",
    ">",
    "---",
    "...",
    "- - - -",
    "? ",
    ": ",
    "#",
    "<<",
    "\\result",
    "balance",
    "balance >= 0",
    "1 / 0",
    "1 % 0",
    "1 << 64",
    "- 9223372036854775807 - 1",
    "!(1 == 1)",
    "~0",
    "((((((1))))))",
    "*balance",
    "balance[0]",
    "follow",
    "avoid",
    "target",
    "assumption",
    "function_enter",
    "function_return",
    "branching",
    "c_expression",
];
/// What stands in the text form.
const OF_TEXT_FORM: &[&str] = &[
    "%t1",
    "@main",
    "i8",
    "i64",
    "u32",
    "f64",
    "l0",
    "l4294967295",
    "load.8",
    "store.1",
    "sc",
    "rlx",
    "skip",
    "return",
    "entry",
    "(neg 1)",
    "(trunc i8 %t1)",
    "(sle 1 2)",
    "[4 x i32]",
    "spawn",
    "lock",
    "choose",
    "!0:1:1+1",
];
/// What stands in traces and their programs.
const OF_TRACES: &[&str] = &["\"reach\"", "\"race\"", "[0, 0]", "[4294967295, 4294967295]", "\"raddle-trace\"", "1.5"];
/// What stands in suites.
const OF_SUITES: &[&str] = &[
    "[[program]]",
    "path",
    "folder",
    "\"..\"",
    "\"/dev\"",
    "engine",
    "\"peephole\"",
    "timeout",
    "\"1s\"",
    "\"99999999999h\"",
    "cpu",
    "peak",
    "published.6",
    "2020-01-01",
    "inf",
    "nan",
    "a.b.c",
    "1_000",
    "\"\"\"",
];

impl Reader {
    /// All that take the same options, one of each kind.
    pub const ALL: [Reader; 7] = [
        Reader::C(DataModel::Lp64),
        Reader::Actors,
        Reader::TextForm,
        Reader::Witness,
        Reader::Trace,
        Reader::PropertyFile,
        Reader::Suite,
    ];

    /// The option that asks for it; C is what is meant without one.
    pub fn flag(self) -> Option<&'static str> {
        match self {
            Reader::C(DataModel::Lp64) => None,
            Reader::C(DataModel::Ilp32) => Some("--ilp32"),
            Reader::Actors => Some("--actors"),
            Reader::TextForm => Some("--ir"),
            Reader::Witness => Some("--witness"),
            Reader::Trace => Some("--trace"),
            Reader::PropertyFile => Some("--property"),
            Reader::Suite => Some("--suite"),
        }
    }

    /// Who reads the input with this number: the two models of C take turns.
    pub fn of_input(self, index: u64) -> Reader {
        match (self, index % 2) {
            (Reader::C(_), 0) => Reader::C(DataModel::Lp64),
            (Reader::C(_), _) => Reader::C(DataModel::Ilp32),
            (other, _) => other,
        }
    }

    /// How the names of its files end.
    pub fn ending(self) -> &'static str {
        match self {
            Reader::C(_) => "i",
            Reader::Actors => "abs",
            Reader::TextForm => "ir",
            Reader::Witness => "yml",
            Reader::Trace => "json",
            Reader::PropertyFile => "prp",
            Reader::Suite => "toml",
        }
    }

    /// The stack that it has in the command: C is loaded on a large one of its own, everything else on that of the process.
    pub fn stack(self) -> usize {
        match self {
            Reader::C(_) => c::STACK,
            _ => 8 << 20,
        }
    }

    /// Inputs to start from.
    pub fn seeds(self) -> Vec<String> {
        match self {
            Reader::C(_) => {
                seeds::programs().into_iter().chain(seeds::BY_HAND.iter().map(|it| (*it).to_owned())).collect()
            }
            Reader::Actors => actors::programs(),
            Reader::TextForm => seeds::text_forms(),
            Reader::Witness => documents::witnesses(),
            Reader::Trace => documents::traces(),
            Reader::PropertyFile => documents::property_files(),
            Reader::Suite => documents::suites(),
        }
    }

    /// The input with this number. It depends on the seeds, `seed` and `index` only.
    pub fn input(self, seeds: &[String], seed: u64, index: u64) -> Vec<u8> {
        match self {
            Reader::C(_) => mutate::text(seeds, seed, index),
            Reader::Actors => actors::text(seeds, seed, index),
            Reader::TextForm => documents::text(seeds, OF_TEXT_FORM, seed, index),
            Reader::Witness => documents::text(seeds, OF_WITNESSES, seed, index),
            Reader::Trace => documents::text(seeds, OF_TRACES, seed, index),
            Reader::PropertyFile => documents::text(seeds, &["G", "!", "F", "call", "init", "CHECK"], seed, index),
            Reader::Suite => documents::text(seeds, OF_SUITES, seed, index),
        }
    }

    /// Has it read an input, on a stack of [`Reader::stack`] bytes. Files that are not UTF-8 are refused before most of them
    /// get to see anything.
    ///
    /// # Panics
    /// If a promise is broken.
    pub fn check(self, input: &[u8]) -> Answer {
        let read: fn(&str) -> Answer = match self {
            Reader::C(model) => return check(input, model),
            Reader::Actors => return actors::check_actors(input),
            Reader::TextForm => check_text_form,
            Reader::Witness => documents::check_witness,
            Reader::Trace => documents::check_trace,
            Reader::PropertyFile => documents::check_property_file,
            Reader::Suite => documents::check_suite,
        };
        std::str::from_utf8(input).map_or(Answer::Rejected, read)
    }
}
