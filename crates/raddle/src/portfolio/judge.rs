//! What several answers to one question mean together.

use super::turns::{Next, Progress};
use super::{Family, Report};
use crate::check::Outcome;
use event::{Limit, Properties, Reason, Verdict};

/// Who takes part, as far as it matters here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claimant {
    pub name: &'static str,
    pub family: Family,
    /// What it decides of what is asked.
    pub covers: Properties,
}

/// What is needed for an answer.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub asked: Properties,
    /// Two kinds of engines have to say safe.
    pub agree: bool,
    /// There is a time limit.
    pub is_limited: bool,
    pub claimants: Vec<Claimant>,
}

impl Question {
    /// What follows from the answers so far.
    pub(super) fn next(&self, reports: &[Option<&Report>]) -> Next {
        let is_violated = |it: &&Report| matches!(it.outcome(), Some(Outcome { verdict: Verdict::Unsafe { .. }, .. }));
        if reports.iter().flatten().any(is_violated) || self.is_proved(reports, true) {
            return Next::Enough;
        }
        if self.is_proved(reports, false) {
            // Without loops that were cut, nobody can say more within a bound than that.
            return Next::Bounded { is_limited: self.is_limited };
        }
        let is_bounded = |it: &&Report| matches!(it.outcome(), Some(Outcome { verdict: Verdict::Safe { .. }, .. }));
        if reports.iter().flatten().any(is_bounded) { Next::Bounded { is_limited: true } } else { Next::GoOn }
    }

    /// Whether every property holds, as far as enough engines say; in all executions, or within bounds.
    fn is_proved(&self, reports: &[Option<&Report>], entirely: bool) -> bool {
        let enough = if self.agree { 2 } else { 1 };
        self.asked.iter().all(|property| {
            let mut families: Vec<Family> = Vec::new();
            for (report, claimant) in reports.iter().zip(&self.claimants) {
                let Some(Verdict::Safe { scope }) = report.and_then(|it| it.outcome()).map(|it| &it.verdict) else {
                    continue;
                };
                if claimant.covers.contains(property) && (scope.is_complete() || !entirely) {
                    families.push(claimant.family);
                }
            }
            families.sort_unstable();
            families.dedup();
            families.len() >= enough
        })
    }

    /// The answer, when all is over.
    pub(super) fn answer(&self, progress: Vec<Progress<Report>>) -> Outcome {
        let reports: Vec<Option<&Report>> = progress
            .iter()
            .map(|it| match it {
                Progress::Done(report) => Some(report),
                Progress::Begun | Progress::NotBegun => None,
            })
            .collect();
        let best = reports
            .iter()
            .zip(&self.claimants)
            .enumerate()
            .filter_map(|(index, (report, claimant))| Some((index, report.and_then(|it| it.outcome())?, claimant)))
            .min_by_key(|(index, outcome, claimant)| (self.rank(outcome, claimant), *index));
        let Some((index, best, _)) = best else {
            return self.nothing();
        };
        let mut outcome = best.clone();
        if matches!(outcome.verdict, Verdict::Safe { .. }) {
            if self.agree && !self.is_proved(&reports, false) {
                let engine = self.claimants[index].name.to_owned();
                outcome.verdict = Verdict::Unknown { because: Reason::Alone(engine) };
            } else if !self.claimants[index].covers.includes(self.asked) {
                // Several have to be taken together, or there is no answer for everything that was asked.
                outcome = self.together(&reports, outcome);
            }
        }
        outcome.others = self.others(&progress, index, &outcome.verdict);
        outcome
    }

    /// The better the answer, the smaller.
    fn rank(&self, outcome: &Outcome, claimant: &Claimant) -> u32 {
        match &outcome.verdict {
            Verdict::Unsafe { .. } => 0,
            Verdict::Safe { scope } if scope.is_complete() && claimant.covers.includes(self.asked) => 1,
            Verdict::Safe { .. } if claimant.covers.includes(self.asked) => 2,
            Verdict::Safe { .. } => 3,
            Verdict::Unknown { because } => match because {
                // What can be done about it comes first: more time, more memory, other inputs.
                Reason::Limit(Limit::Time | Limit::Memory | Limit::Length) => 4,
                Reason::Limit(Limit::Interrupt) => 5,
                Reason::Nondeterminism(_) => 6,
                Reason::Abstraction(_) => 7,
                Reason::NotSupported(_) => 8,
                Reason::Alone(_) => 9,
                Reason::Internal(_) => 10,
            },
        }
    }

    /// Claims of several engines as one, if they make up all that is asked.
    fn together(&self, reports: &[Option<&Report>], mut outcome: Outcome) -> Outcome {
        let is_complete = self.is_proved(reports, true);
        if !is_complete && !self.is_proved(reports, false) {
            outcome.verdict = Verdict::Unknown { because: Reason::Limit(Limit::Time) };
            return outcome;
        }
        let safe = reports.iter().flatten().filter_map(|it| it.outcome()).filter_map(|it| match &it.verdict {
            Verdict::Safe { scope } if scope.is_complete() || !is_complete => Some((it, scope)),
            Verdict::Safe { .. } | Verdict::Unsafe { .. } | Verdict::Unknown { .. } => None,
        });
        let mut engines = Vec::new();
        let mut joined = None;
        for (it, scope) in safe {
            engines.push(it.engine.clone());
            let joined = joined.get_or_insert_with(|| scope.clone());
            if !scope.is_complete() {
                joined.loops = scope.loops.clone();
            }
            let new: Vec<_> = scope.approximations.iter().filter(|it| !joined.approximations.contains(it)).collect();
            let new: Vec<String> = new.into_iter().cloned().collect();
            joined.approximations.extend(new);
        }
        if let Some(scope) = joined {
            outcome.verdict = Verdict::Safe { scope: scope.clone() };
            outcome.scope = scope;
            outcome.engine = engines.join(" and ");
        }
        outcome
    }

    /// Everybody has failed, or nobody has begun.
    fn nothing(&self) -> Outcome {
        let message = "every engine has failed; the messages above say how".to_owned();
        Outcome::unknown(Reason::Internal(message), self.asked)
    }

    /// What the others have to say: why they did not answer, or that they agree.
    fn others(&self, progress: &[Progress<Report>], answered: usize, verdict: &Verdict) -> Vec<(String, String)> {
        let violated = |it: &Verdict| match it {
            Verdict::Unsafe { violations } => violations.iter().map(|it| it.property).collect(),
            Verdict::Safe { .. } | Verdict::Unknown { .. } => Properties::default(),
        };
        let mut others = Vec::new();
        for (index, (progress, claimant)) in progress.iter().zip(&self.claimants).enumerate() {
            if index == answered {
                continue;
            }
            let why = match progress {
                Progress::NotBegun => "not needed".to_owned(),
                Progress::Begun => "stopped".to_owned(),
                Progress::Done(Report::Failed(message)) => format!("failed, which is a bug in Raddle: {message}"),
                Progress::Done(Report::Answered(outcome)) => match &outcome.verdict {
                    Verdict::Safe { scope } if scope.is_complete() => {
                        let wrong = claimant.covers.intersection(violated(verdict));
                        let names: Vec<_> = claimant.covers.iter().map(|it| it.name()).collect();
                        if wrong == Properties::default() {
                            format!("no violation of {} in all executions", names.join(", "))
                        } else {
                            "DISAGREES: it has found no violation, which is a bug in Raddle; please report it"
                                .to_owned()
                        }
                    }
                    Verdict::Safe { .. } => "no violation up to a bound".to_owned(),
                    Verdict::Unsafe { .. } => "a violation, too".to_owned(),
                    Verdict::Unknown { because } => reason(because),
                },
            };
            others.push((claimant.name.to_owned(), why));
        }
        others
    }
}

/// Why somebody does not know, in a few words.
fn reason(because: &Reason) -> String {
    match because {
        Reason::Limit(Limit::Time) => "out of time".to_owned(),
        Reason::Limit(Limit::Memory) => "out of memory".to_owned(),
        Reason::Limit(Limit::Length) => "an execution grew beyond all bounds".to_owned(),
        Reason::Limit(Limit::Interrupt) => "stopped".to_owned(),
        Reason::Nondeterminism(_) => "too many input values to try one by one".to_owned(),
        Reason::NotSupported(what) => format!("not supported: {what}"),
        Reason::Abstraction(why) => format!("does not know: {why}"),
        Reason::Alone(_) => "alone".to_owned(),
        Reason::Internal(what) => format!("failed, which is a bug in Raddle: {what}"),
    }
}
