//! An answer as one HTML file that needs nothing else: the explanation, a picture of the run to walk through, the program,
//! and what is known of variables and threads at each step.
//!
//! What is put together here is complete without the script: `story` explains a violation, `timeline` and `sequence` draw
//! its run, `source_text` lists the program, `state` what it holds, `findings` says the rest. `page.js` only moves what is
//! current; what it needs to know is in `data`. `markup` escapes whatever comes from a program, and the policy in `page`
//! forbids everything that is not ours.

mod data;
mod edges;
mod findings;
mod highlight;
mod markup;
mod names;
mod page;
mod run;
mod sequence;
mod source_text;
mod state;
mod story;
#[cfg(test)]
mod tests;
mod timeline;

use crate::answer::verdict_line;
use crate::{Answer, Refusal};
use event::{Actor, Counterexample, Property, Step, Verdict};
use markup::Markup;
use names::Names;
use page::{Mood, Page};
use run::Run;
use source::{Diagnostics, Sources};
use source_text::{Marks, listing};

/// So many threads have a colour of their own; then they repeat.
const COLOURS: usize = 7;

/// A run of a saved trace.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    /// The program, as the user named it.
    pub subject: &'a str,
    /// What the command says at the end.
    pub line: &'a str,
    /// The property that the trace violates.
    pub property: Property,
    /// How it ended.
    pub ending: ReplayEnding<'a>,
    /// The program.
    pub sources: &'a Sources,
    /// What was said about it when it was read.
    pub warnings: &'a Diagnostics,
}

/// How the run of a trace ended.
#[derive(Clone, Copy, Debug)]
pub enum ReplayEnding<'a> {
    /// At the failure.
    Violated(&'a Counterexample),
    /// Without one.
    Other {
        /// Why, a line each.
        explanation: &'a str,
        /// Who took part.
        actors: &'a [Actor],
        /// What happened.
        steps: &'a [Step],
    },
}

/// The page of an answer.
pub fn answer(answer: &Answer<'_>) -> String {
    let line = verdict_line(answer.verdict);
    let mut body = Markup::new();
    let mut data = Vec::new();
    let named = answer.files;
    let mood = match answer.verdict {
        Verdict::Unsafe { violations } => {
            let again = story::Again::Check(named);
            let all: Vec<_> = violations.iter().map(|it| (it.property, &it.counterexample)).collect();
            data = story::violations(&mut body, &all, answer.sources, named, again);
            findings::assumptions(&mut body, answer.scope);
            Mood::Bad
        }
        Verdict::Safe { scope } => {
            findings::safe(&mut body, answer, scope, None);
            Mood::Good
        }
        Verdict::Partial { scope, because } => {
            findings::safe(&mut body, answer, scope, Some(because));
            Mood::Unclear
        }
        Verdict::Unknown { because } => {
            findings::unknown(&mut body, answer, because);
            Mood::Unclear
        }
    };
    findings::figures(&mut body, answer);
    findings::warnings(&mut body, answer.warnings, answer.sources);
    if !matches!(answer.verdict, Verdict::Unsafe { .. }) {
        program(&mut body, answer.sources, named, &Marks::default());
    }
    Page { subject: answer.subject, line: &line, mood, note: &answer.findings.to_string(), body, data }.finish()
}

/// The page of a program that was not taken.
pub fn refusal(refusal: &Refusal<'_>) -> String {
    let subject = refusal.files.join(" ");
    let mut body = Markup::new();
    findings::refused(&mut body, refusal);
    let mut marks = Marks::default();
    refusal.diagnostics.iter().for_each(|it| marks.wrong(it.span));
    program(&mut body, refusal.sources, refusal.files, &marks);
    let line = refusal.verdict_line();
    Page { subject: &subject, line: &line, mood: Mood::Unclear, note: "", body, data: Vec::new() }.finish()
}

/// The page of a trace that was run again.
pub fn replay(replay: &Replay<'_>) -> String {
    let mut body = Markup::new();
    let again = story::Again::Nothing;
    let (mood, data) = match replay.ending {
        ReplayEnding::Violated(example) => {
            let all = [(replay.property, example)];
            (Mood::Bad, story::violations(&mut body, &all, replay.sources, &[], again))
        }
        ReplayEnding::Other { explanation, actors, steps } => {
            findings::replayed(&mut body, explanation);
            let run = Run::passing(actors, steps);
            let names = Names { violation: 0 };
            let mut data = Vec::new();
            if !steps.is_empty() {
                body.open("section", &[("class", &"violation"), ("id", &names.part())]);
                story::walk(&mut body, &run, replay.sources, &[], &names);
                body.close();
                data.push(data::of(&run, replay.sources));
            }
            (Mood::Unclear, data)
        }
    };
    findings::warnings(&mut body, replay.warnings, replay.sources);
    let note = format!("a saved trace that violated {}", replay.property);
    Page { subject: replay.subject, line: replay.line, mood, note: &note, body, data }.finish()
}

/// The program by itself, where there is nothing to walk through.
fn program(body: &mut Markup, sources: &Sources, named: &[String], marks: &Marks) {
    if sources.files().iter().all(|it| it.text.is_none()) {
        return;
    }
    body.open("section", &[("class", &"card program")]);
    body.element("h2", &[], "Program").append(listing(sources, named, marks, &Names { violation: 0 }));
    body.close();
}
