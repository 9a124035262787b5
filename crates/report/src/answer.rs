//! The answer as text: the story, then the statistics, then the verdict line.

use crate::paint::{Ink, paint};
use crate::{Style, trace};
use event::{Finding, Findings, Inputs, Limit, Loops, MemoryModel, Properties, Reason, Scope, Stats, Verdict};
use source::{Diagnostics, Sources, Span};
use std::fmt::Write;

/// All that is known at the end.
#[derive(Clone, Debug)]
pub struct Answer<'a> {
    /// What was checked, as the user named it.
    pub subject: &'a str,
    /// The verdict.
    pub verdict: &'a Verdict,
    /// Figures.
    pub stats: &'a Stats,
    /// Other figures by name, of an engine that does not run executions; they are shown instead.
    pub figures: Option<&'a [(&'static str, u64)]>,
    /// Which engine answered, with its reduction.
    pub engine: &'a str,
    /// The other engines that took part, and why they did not answer.
    pub others: &'a [(String, String)],
    /// What is known of each property that was asked for.
    pub findings: &'a Findings,
    /// Those that the engine has checked which answered.
    pub checked: Properties,
    /// What is covered (also for unsafe and unknown: by what was done so far).
    pub scope: &'a Scope,
    /// For excerpts.
    pub sources: &'a Sources,
    /// The files, each as the user named it.
    pub files: &'a [String],
    /// What was said about the program when it was read.
    pub warnings: &'a Diagnostics,
    /// What the command ends with.
    pub exit_code: u8,
}

impl Answer<'_> {
    /// The properties that are known to hold, in all executions or up to a bound.
    pub(crate) fn decided(&self) -> Properties {
        let known = self.findings.iter().filter(|it| matches!(it.1, Finding::Holds | Finding::Bounded));
        known.map(|it| it.0).collect()
    }

    /// The figures to show, by name and in order.
    pub(crate) fn statistics(&self) -> Vec<(&'static str, u64)> {
        if let Some(figures) = self.figures {
            return figures.to_vec();
        }
        let Stats { executions, redundant, stuck, events, transitions, states, longest, threads, circles: _ } =
            *self.stats;
        let mut named =
            vec![("executions", executions), ("redundant", redundant), ("stuck", stuck), ("events", events)];
        if states > 0 {
            named.extend([("states", states), ("transitions", transitions)]);
        }
        named.extend([("longest", longest), ("threads", threads)]);
        named
    }
}

/// The whole standard output.
pub fn answer(answer: &Answer<'_>, style: Style) -> String {
    let mut text = String::new();
    match answer.verdict {
        Verdict::Unsafe { violations } => {
            for violation in violations {
                text.push_str(&trace(violation.property, &violation.counterexample, answer.sources, style));
                text.push('\n');
            }
            for approximation in &answer.scope.approximations {
                let _ = writeln!(text, "{}", paint(&format!("  assumed: {approximation}"), Ink::Faint, style));
            }
            if !answer.scope.approximations.is_empty() {
                text.push('\n');
            }
        }
        Verdict::Safe { scope } => {
            let _ = writeln!(text, "{}: no violation of {}", answer.subject, names(answer.findings.asked()).join(","));
            text.push_str(&claim_text(scope, answer.sources));
        }
        Verdict::Partial { scope, because } => {
            let decided = names(answer.decided()).join(",");
            let undecided = names(answer.findings.those(Finding::Undecided)).join(",");
            let _ = writeln!(text, "{}: no violation of {decided}", answer.subject);
            let _ = writeln!(text, "  not decided: {undecided}; {}", reason_text(because, answer.sources));
            text.push_str(&claim_text(scope, answer.sources));
        }
        Verdict::Unknown { because } => {
            let _ = writeln!(text, "{}: no answer: {}", answer.subject, reason_text(because, answer.sources));
            text.push('\n');
        }
    }
    let mut line = |name: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{name}: {value}");
    };
    answer.statistics().iter().for_each(|(name, value)| line(name, value));
    line("engine", &answer.engine);
    if !answer.others.is_empty() {
        let others: Vec<String> = answer.others.iter().map(|(name, why)| format!("{name}: {why}")).collect();
        line("others", &others.join("; "));
    }
    line("properties", answer.findings);
    line("scope", &scope_text(answer.scope));
    if let Some(places) = weaker_text(answer.scope, answer.sources) {
        line("weaker", &places);
    }
    text.push_str(&verdict_line(answer.verdict));
    text.push('\n');
    text
}

/// What a claim covers, as lines below it.
fn claim_text(scope: &Scope, sources: &Sources) -> String {
    let mut text = format!("  covered: {}\n", scope_text(scope));
    if let Some(places) = weaker_text(scope, sources) {
        let _ = writeln!(text, "  taken as seq_cst: {places}");
    }
    for approximation in &scope.approximations {
        let _ = writeln!(text, "  assumed: {approximation}");
    }
    text.push('\n');
    text
}

/// The names of properties.
pub(crate) fn names(properties: Properties) -> Vec<&'static str> {
    properties.iter().map(|it| it.name()).collect()
}

/// Where operations are that were executed in a stronger memory order than they have, if there are any.
pub(crate) fn weaker_text(scope: &Scope, sources: &Sources) -> Option<String> {
    const MOST: usize = 8;
    let weaker: &[Span] = match &scope.memory_model {
        MemoryModel::SequentiallyConsistent { weaker } => weaker,
        MemoryModel::Messages => &[],
    };
    let mut places: Vec<String> = weaker.iter().take(MOST).map(|&it| sources.describe(it)).collect();
    if weaker.len() > MOST {
        places.push(format!("{} more", weaker.len() - MOST));
    }
    (!places.is_empty()).then(|| places.join(", "))
}

/// The last line of standard output.
pub fn verdict_line(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Safe { scope } if scope.is_complete() => "VERDICT: TRUE".to_owned(),
        Verdict::Safe { .. } => "VERDICT: TRUE(bounded)".to_owned(),
        Verdict::Partial { .. } => "VERDICT: TRUE(partial)".to_owned(),
        Verdict::Unsafe { violations } => {
            let names: Vec<_> = violations.iter().map(|it| it.property.name()).collect();
            format!("VERDICT: FALSE({})", names.join(","))
        }
        Verdict::Unknown { because } => {
            format!("VERDICT: UNKNOWN({})", reason_word(because))
        }
    }
}

/// Why there is no answer, in the word of the verdict line.
pub(crate) fn reason_word(reason: &Reason) -> &'static str {
    match reason {
        Reason::Limit(Limit::Time) => "timeout",
        Reason::Limit(Limit::Memory) => "memory",
        Reason::Limit(Limit::Length) => "length",
        Reason::Limit(Limit::Interrupt) => "interrupted",
        Reason::Nondeterminism(_) => "nondeterminism",
        Reason::NotSupported(_) => "unsupported",
        Reason::Abstraction(_) => "abstraction",
        Reason::Alone(_) => "agreement",
        Reason::Witness(_) => "witness",
        Reason::Bound(_) => "bound",
        Reason::Comparison(_) => "comparison",
        Reason::Internal(_) => "internal",
    }
}

pub(crate) fn scope_text(scope: &Scope) -> String {
    let mut parts = Vec::new();
    match &scope.loops {
        Loops::All => parts.push("all executions".to_owned()),
        Loops::Partial => parts.push("the executions run so far".to_owned()),
        Loops::Cut(reasons) => parts.push(format!("executions up to a bound ({})", reasons.join(", "))),
    }
    match &scope.memory_model {
        MemoryModel::SequentiallyConsistent { weaker } if weaker.is_empty() => {
            parts.push("sequential consistency".to_owned());
        }
        MemoryModel::SequentiallyConsistent { weaker } => {
            let s = if weaker.len() == 1 { "operation" } else { "operations" };
            let weaker = weaker.len();
            parts.push(format!("sequential consistency ({weaker} {s} of weaker memory order taken as seq_cst)"));
        }
        MemoryModel::Messages => parts.push("messages in any order".to_owned()),
    }
    match scope.inputs {
        Inputs::None => {}
        Inputs::All => parts.push("all inputs".to_owned()),
    }
    if !scope.approximations.is_empty() {
        let s = if scope.approximations.len() == 1 { "" } else { "s" };
        parts.push(format!("{} assumption{s}", scope.approximations.len()));
    }
    parts.join("; ")
}

pub(crate) fn reason_text(reason: &Reason, sources: &Sources) -> String {
    match reason {
        Reason::Limit(Limit::Time) => "the time limit was reached (--timeout)".to_owned(),
        Reason::Limit(Limit::Memory) => "the memory limit was reached (--memory)".to_owned(),
        Reason::Limit(Limit::Length) => "an execution grew beyond all bounds".to_owned(),
        Reason::Limit(Limit::Interrupt) => "interrupted".to_owned(),
        Reason::Nondeterminism(places) => {
            let places: Vec<_> = places.iter().map(|&it| sources.describe(it)).collect();
            let places = places.join(", ");
            format!(
                "a nondeterministic value has too many possibilities to try one by one ({places}); `--engine \
                 ordering` takes any value (C programs, property `reach`), or a __VERIFIER_assume right behind it \
                 limits it to at most 256"
            )
        }
        Reason::NotSupported(what) => format!("this engine does not support {what}"),
        Reason::Abstraction(why) => format!("the abstraction cannot be made precise enough: {why}"),
        Reason::Alone(engine) => {
            format!("only `{engine}` finds no violation, and no second kind of engine could confirm that (--agree)")
        }
        Reason::Witness(why) => format!("witness: not accepted; {why}"),
        Reason::Bound(places) => {
            let places: Vec<_> = places.iter().map(|&it| sources.describe(it)).collect();
            let which =
                if places.is_empty() { "a loop".to_owned() } else { format!("the loop at {}", places.join(", ")) };
            format!("no execution has come to its end within the bound, which cuts off {which}")
        }
        Reason::Comparison(how) => format!("{how}; that is for a comparison with a paper, and no verdict"),
        Reason::Internal(what) => format!("internal error: {what}"),
    }
}
