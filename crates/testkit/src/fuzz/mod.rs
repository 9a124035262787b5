//! Agreement fuzzing: random programs through every engine and every reduction, compared with brute force.
//!
//! A program is its [`Language`] and its seed. C programs are texts ([`crate::concurrent`]): front end, passes and engines are
//! tested together. [`check`] says what became of one, [`minimise`] makes a small program of one that fails, which can be put
//! into the corpus as it is, and [`campaign`] does both for many seeds. Whoever plants mistakes in engines can ask
//! [`first_failure`] who notices.
//!
//! `c` and `actors` compare programs of the two languages, `load` leads from texts to `ir`, `tally` adds up.

mod actors;
mod c;
pub mod campaign;
mod finding;
pub mod load;
mod tally;

pub use c::program as c_program;
pub use finding::{Finding, minimise, smallest_in_c};
pub use tally::{Row, Tally};

use crate::panics::{self, guarded};
use std::fmt;
use std::time::Duration;

/// What programs are written in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Language {
    /// C with threads.
    C,
    /// ABS.
    Actors,
}

/// Which engines are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Engines {
    /// All reductions, for C and actors, and the passes of C.
    pub explore: bool,
    pub ordering: bool,
    pub peephole: bool,
    pub cegar: bool,
}

impl Engines {
    /// All of them.
    pub const ALL: Engines = Engines { explore: true, ordering: true, peephole: true, cegar: true };
    /// Those that run programs.
    pub const EXPLORE: Engines = Engines { explore: true, ordering: false, peephole: false, cegar: false };
    /// Those that reason about terms.
    pub const SYMBOLIC: Engines = Engines { explore: false, ordering: true, peephole: true, cegar: true };
}

/// How much is spent on a program.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Programs with more states are too large.
    pub states: usize,
    /// The same before passes have made them small.
    pub raw_states: usize,
    /// Of programs with more interleavings not all are run.
    pub interleavings: u128,
    /// Explorations with more events are given up.
    pub events: u64,
    /// In programs with more interleavings brute force does not look for races.
    pub race_interleavings: usize,
    /// Programs with more beginnings of executions are compared without the number of classes.
    pub prefixes: usize,
    /// How long one exploration of a program may take that waits in loops.
    pub patience: Duration,
    /// How long a symbolic engine may take for one question.
    pub question: Duration,
    /// How long a program that shows something is made smaller.
    pub shrinking: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            states: 1_500,
            raw_states: 1_500,
            interleavings: 2_000,
            events: 30_000,
            race_interleavings: 500,
            prefixes: 1_500,
            patience: Duration::from_millis(200),
            question: Duration::from_millis(500),
            shrinking: Duration::from_secs(60),
        }
    }
}

/// What is wrong with a program, or with us.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FailureKind {
    /// The generator or the front end is wrong: there is no program.
    Rejected,
    /// An answer is not that of brute force, or a violation does not replay.
    Disagreement,
    /// An assertion of ours failed.
    Panic,
    /// There is no answer, although there should be one by now.
    Hang,
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FailureKind::Rejected => "rejected",
            FailureKind::Disagreement => "disagreement",
            FailureKind::Panic => "panic",
            FailureKind::Hang => "hang",
        })
    }
}

/// Something that must not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Of which kind.
    pub kind: FailureKind,
    /// What is wrong.
    pub complaint: String,
}

impl Failure {
    /// The beginning of the complaint, which stays the same when the program gets smaller.
    pub fn gist(&self) -> String {
        let is_number = |it: char| it.is_ascii_digit();
        let begin = self.complaint.chars().take_while(|it| !matches!(it, '{' | '\n' | '['));
        begin.filter(|it| !is_number(*it)).collect()
    }
}

/// What an engine, or a reduction, has said about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It was compared; so many questions were decided, and so many not, for which reasons.
    Agrees {
        /// How many were.
        decided: u64,
        /// How many were not.
        undecided: Vec<(String, u64)>,
    },
    /// It is wrong.
    Fails(Failure),
}

impl Answer {
    /// One question, answered.
    pub const DECIDED: Answer = Answer::Agrees { decided: 1, undecided: Vec::new() };

    /// One question without an answer.
    fn undecided(why: impl Into<String>) -> Answer {
        Answer::Agrees { decided: 0, undecided: vec![(why.into(), 1)] }
    }
}

/// What became of a program.
#[derive(Clone, Default, Debug)]
pub struct Checked {
    /// What it makes use of.
    pub features: Vec<&'static str>,
    /// It is too large for brute force, and nothing was compared.
    pub is_too_large: bool,
    /// The properties that it violates.
    pub violated: Vec<&'static str>,
    /// The properties of which brute force does not know that.
    pub unknown: Vec<&'static str>,
    /// Whether something of it is cut off, by a bound or by an input with too many values.
    pub is_cut: bool,
    /// What each engine says.
    pub answers: Vec<(String, Answer)>,
}

impl Checked {
    /// The first that is wrong.
    pub fn failure(&self) -> Option<(&str, &Failure)> {
        self.answers.iter().find_map(|(engine, answer)| match answer {
            Answer::Fails(failure) => Some((engine.as_str(), failure)),
            Answer::Agrees { .. } => None,
        })
    }

    /// Notes what somebody says; a panic is an answer, too.
    fn ask(&mut self, engine: impl Into<String>, answer: impl FnOnce() -> Result<Answer, String>) {
        let answer = match guarded(answer) {
            Ok(Ok(answer)) => answer,
            Ok(Err(complaint)) => {
                // Comparisons catch panics of engines themselves.
                let kind = match complaint.contains(panics::BEGIN) {
                    true => FailureKind::Panic,
                    false => FailureKind::Disagreement,
                };
                Answer::Fails(Failure { kind, complaint })
            }
            Err(complaint) => Answer::Fails(Failure { kind: FailureKind::Panic, complaint }),
        };
        self.answers.push((engine.into(), answer));
    }

    fn reject(&mut self, complaint: String) {
        let failure = Failure { kind: FailureKind::Rejected, complaint };
        self.answers.push(("front end".to_owned(), Answer::Fails(failure)));
    }
}

/// What the engines say about the program of a seed.
pub fn check(language: Language, seed: u64, engines: Engines, limits: &Limits) -> Checked {
    match language {
        Language::C => c::check(&c::program(seed), seed, engines, limits),
        Language::Actors => actors::check(&actors::program(seed).to_string(), engines, limits),
    }
}

/// The first of some seeds whose program shows that something is wrong, and what.
pub fn first_failure(
    language: Language,
    mut seeds: impl Iterator<Item = u64>,
    engines: Engines,
    limits: &Limits,
) -> Option<(u64, String, Failure)> {
    seeds.find_map(|seed| {
        let checked = check(language, seed, engines, limits);
        checked.failure().map(|(engine, failure)| (seed, engine.to_owned(), failure.clone()))
    })
}

/// The text of the program of a seed, as a user would write it.
pub fn text(language: Language, seed: u64) -> String {
    match language {
        Language::C => crate::concurrent::text(&c::program(seed), crate::concurrent::Form::File),
        Language::Actors => actors::program(seed).to_string(),
    }
}
