//! `raddle support`: what of a program is not taken as it is, what kind of program it is, and which engines take it, as text.
//!
//! Findings come first, each on a line with its place, then how many there are. If the program can be checked, lines of the form
//! `name: value` follow that say what is in it: `program.rs` for threads, `actors.rs` for actors.

mod actors;
mod program;

pub use actors::actors;

use crate::check::{self, CheckOptions};
use crate::load::{LoadError, LoadOptions, c_options, check_names, load_files};
use c::survey::{Finding, Kind, Survey};
use event::Loops;
use source::{Sources, Span};
use std::fmt::Write;
use std::path::Path;

/// Lists what is not supported, not defined or approximated, says whether the program can be checked, and if so, what it is.
pub fn support(paths: &[impl AsRef<Path>], options: &LoadOptions) -> Result<(String, bool), LoadError> {
    let paths: Vec<&Path> = paths.iter().map(AsRef::as_ref).collect();
    let mut survey = if crate::load::is_text_form(&paths) {
        Survey { sources: Sources::new(), findings: Vec::new() }
    } else {
        check_names(&paths)?;
        let inputs: Vec<c::Input<'_>> = paths.iter().map(|it| c::Input::File(it)).collect();
        c::survey::survey(&inputs, &c_options(options))
    };
    if !survey.is_supported() {
        return Ok((text(&survey, EXTERNALS), false));
    }
    let loaded = load_files(&paths, options)?;
    let scope = check::scope(&loaded.program, &CheckOptions::default(), Loops::All);
    for message in scope.approximations {
        add_approximation(&mut survey, Span::NONE, message);
    }
    Ok((text(&survey, EXTERNALS) + &program::summary(&loaded.program), true))
}

/// What helps against functions and variables that are defined nowhere.
const EXTERNALS: &str = " (--externals havoc or stub takes them)";

/// Adds what holds for the whole program, unless it was said of some place in it.
fn add_approximation(survey: &mut Survey, span: Span, message: String) {
    if !survey.findings.iter().any(|it| it.message == message) {
        let kind = Kind::Approximated;
        survey.findings.push(Finding { span, kind, reached: true, code: None, message });
    }
}

/// What was found, and how much of it there is; `remedy` is what helps if something is not defined.
fn text(survey: &Survey, remedy: &str) -> String {
    let mut text = String::new();
    for finding in survey.findings.iter().filter(|it| it.reached) {
        let _ = writeln!(text, "{}", line(finding, survey));
    }
    let unreached: Vec<&Finding> = survey.findings.iter().filter(|it| !it.reached).collect();
    if !unreached.is_empty() {
        text.push_str("where main does not lead, and so without consequence:\n");
    }
    for finding in unreached {
        let _ = writeln!(text, "  {}", line(finding, survey));
    }
    let count = |kind: Kind| survey.findings.iter().filter(|it| it.reached && it.kind == kind).count();
    let undefined = match count(Kind::Undefined) {
        0 => "0 not defined".to_owned(),
        count => format!("{count} not defined{remedy}"),
    };
    let (unsupported, approximated) = (count(Kind::Unsupported), count(Kind::Approximated));
    let _ = writeln!(text, "{unsupported} not supported, {undefined}, {approximated} approximated");
    text
}

fn line(finding: &Finding, survey: &Survey) -> String {
    let place = match finding.span.is_some() {
        true => format!("{}: ", survey.sources.describe(finding.span)),
        false => String::new(),
    };
    let message = &finding.message;
    match (finding.kind, finding.code) {
        (Kind::Approximated, _) => format!("{place}approximated: {message}"),
        (Kind::Unsupported | Kind::Undefined, Some(code)) => format!("{place}{message} [{}]", code.0),
        (Kind::Unsupported | Kind::Undefined, None) => format!("{place}{message}"),
    }
}

/// Places in a program, in order and each once, to be counted and shown.
#[derive(Clone, Default, Debug)]
struct Places(Vec<Span>);

/// So many places are shown.
const MOST_SHOWN: usize = 4;

impl Places {
    fn add(&mut self, span: Span) {
        self.0.push(span);
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Such as `2 places (a.c:3:1, a.c:7:5)`.
    fn show(&self, sources: &Sources) -> String {
        let mut places = self.0.clone();
        places.sort_unstable();
        places.dedup();
        let count = places.len();
        let mut shown: Vec<String> = places.iter().take(MOST_SHOWN).map(|it| sources.describe(*it)).collect();
        if count > MOST_SHOWN {
            shown.push(format!("{} more", count - MOST_SHOWN));
        }
        format!("{count} place{} ({})", if count == 1 { "" } else { "s" }, shown.join(", "))
    }
}
