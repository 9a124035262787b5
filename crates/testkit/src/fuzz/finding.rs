//! A small program for what is wrong, ready for the corpus.

use super::{Checked, Engines, Failure, FailureKind, Language, Limits, actors, c};
use crate::concurrent::tree::Program as Tree;
use crate::concurrent::{self, Form};
use std::time::{Duration, Instant};

/// What was found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The language of the program.
    pub language: Language,
    /// Its seed.
    pub seed: u64,
    /// Who is wrong.
    pub engine: String,
    /// What is wrong.
    pub failure: Failure,
    /// A program that shows it, with a head that says what is expected.
    pub text: String,
}

impl Finding {
    /// What two findings have in common that are likely to have the same cause.
    pub fn cause(&self) -> String {
        format!("{} {} {}", self.engine, self.failure.kind, self.failure.gist())
    }

    /// A name for its file.
    pub fn file_name(&self) -> String {
        let engine: String = self.engine.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
        let ending = if self.language == Language::C { "c" } else { "abs" };
        format!("{}_{engine}_{}.{ending}", self.failure.kind, self.seed)
    }

    /// The program of a seed as it is, which an engine never got done with.
    pub fn hang(language: Language, seed: u64, seconds: u64) -> Finding {
        let failure = Failure { kind: FailureKind::Hang, complaint: format!("no answer after {seconds} seconds") };
        let text = super::text(language, seed);
        let head = format!("// Found by fuzzing, seed {seed}: {}\n", failure.complaint);
        Finding { language, seed, engine: "unknown".to_owned(), failure, text: head + &text }
    }
}

/// How many candidates are tried when a program is made small.
const MOST_CANDIDATES: u32 = 3_000;

/// The smallest program that shows what `checked` says about that of a seed. `None`: nothing is wrong with it.
pub fn minimise(
    language: Language,
    seed: u64,
    engines: Engines,
    limits: &Limits,
    checked: &Checked,
) -> Option<Finding> {
    let time = limits.shrinking;
    match language {
        Language::C => smallest_in_c(seed, checked, time, &mut |it| c::check(it, seed, engines, limits)),
        Language::Actors => {
            let search = Search::new(checked, time)?;
            Some(smallest_with_actors(seed, search, &mut |it| actors::check(it, engines, limits)))
        }
    }
}

/// The same for C, in so much time, with whoever judges.
pub fn smallest_in_c(
    seed: u64,
    checked: &Checked,
    time: Duration,
    judge: &mut dyn FnMut(&Tree) -> Checked,
) -> Option<Finding> {
    let mut search = Search::new(checked, time)?;
    let small = concurrent::shrink(c::program(seed), &mut |it| search.is_same(&mut || judge(it)));
    let options = c::command_options(&small, seed).join(" ");
    let options = if options.is_empty() { options } else { format!("//@ options: {options}\n") };
    Some(search.finding(Language::C, seed, &options, &concurrent::text(&small, Form::File)))
}

fn smallest_with_actors(seed: u64, mut search: Search, judge: &mut dyn FnMut(&str) -> Checked) -> Finding {
    let small = crate::actors::shrink(actors::program(seed), &mut |it| search.is_same(&mut || judge(it)));
    search.finding(Language::Actors, seed, "", &small.to_string())
}

/// What a small program has to show, and what the smallest so far shows.
struct Search {
    engine: String,
    failure: Failure,
    last: Checked,
    tried: u32,
    end: Instant,
}

impl Search {
    fn new(checked: &Checked, time: Duration) -> Option<Search> {
        let (engine, failure) = checked.failure()?;
        let (engine, failure, end) = (engine.to_owned(), failure.clone(), Instant::now() + time);
        Some(Search { engine, failure, last: checked.clone(), tried: 0, end })
    }

    /// Whether a candidate shows the same.
    fn is_same(&mut self, judge: &mut dyn FnMut() -> Checked) -> bool {
        self.tried += 1;
        if self.tried > MOST_CANDIDATES || Instant::now() >= self.end {
            return false;
        }
        let candidate = judge();
        let is_same = candidate.failure().is_some_and(|it| it.0 == self.engine && it.1.gist() == self.failure.gist());
        if is_same {
            self.last = candidate;
        }
        is_same
    }

    fn finding(self, language: Language, seed: u64, options: &str, text: &str) -> Finding {
        let Search { engine, failure, last, .. } = self;
        let failure = last.failure().map_or(failure, |it| it.1.clone());
        let what = failure.complaint.lines().next().unwrap_or_default();
        let verdict = verdict(&last);
        let head = format!("//@ verdict: {verdict}\n{options}// Found by fuzzing, seed {seed}: {engine}: {what}\n");
        Finding { language, seed, engine, failure, text: head + text }
    }
}

/// The right verdict, as far as brute force knows it.
fn verdict(checked: &Checked) -> String {
    let verdict = match (checked.violated.is_empty(), checked.is_cut) {
        (true, true) => "TRUE(bounded)".to_owned(),
        (true, false) => "TRUE".to_owned(),
        (false, _) => format!("FALSE({})", checked.violated.join(",")),
    };
    if checked.unknown.is_empty() { verdict } else { format!("{verdict} without {}", checked.unknown.join(",")) }
}
