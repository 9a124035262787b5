//! What a peer's run is worth beside ours: whether both say the same, and how many times as much the peer takes.
//!
//! Verdicts are compared where both have one. Executions are compared where both have found nothing, for whoever finds a
//! mistake stops there, or goes on, as it likes. Ratios are taken where both give the same answer: another answer is
//! to another question.

use super::callers::{Answer, Reply};
use std::fmt;

/// What a run of ours or of a peer has given.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it has said.
    pub reply: Reply,
    /// Time of the processor.
    pub cpu_seconds: Option<f64>,
    /// Time of the clock.
    pub seconds: f64,
    /// The largest memory of the process itself; a lower bound.
    pub peak_kilobytes: Option<u64>,
    /// Instructions of the process and all that it has started.
    pub instructions: Option<u64>,
}

/// How many times as much as we a peer takes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ratios {
    /// Executions.
    pub executions: Option<f64>,
    /// Time of the processor.
    pub cpu: Option<f64>,
    /// Instructions.
    pub instructions: Option<f64>,
}

impl Ratios {
    /// Of the peer's run and ours.
    pub fn of(theirs: &Run, ours: &Run) -> Ratios {
        if theirs.reply.answer != ours.reply.answer || !ours.reply.answer.is_verdict() {
            return Ratios::default();
        }
        let counts = |run: &Run| run.reply.executions.filter(|_| run.reply.answer == Answer::Safe).map(|it| it as f64);
        Ratios {
            executions: ratio(counts(theirs), counts(ours)),
            cpu: ratio(theirs.cpu_seconds, ours.cpu_seconds),
            instructions: ratio(theirs.instructions.map(|it| it as f64), ours.instructions.map(|it| it as f64)),
        }
    }
}

fn ratio(theirs: Option<f64>, ours: Option<f64>) -> Option<f64> {
    ours.filter(|it| *it > 0.0).zip(theirs).map(|(ours, theirs)| theirs / ours)
}

/// In what two runs differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// One of them must be wrong, or they were not asked the same.
    Verdicts {
        /// What we say.
        ours: Answer,
        /// What the peer says.
        theirs: Answer,
    },
    /// They have another notion of what an execution is, or one repeats itself, or has missed something.
    Executions {
        /// How many we have run.
        ours: u64,
        /// How many the peer has run.
        theirs: u64,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Verdicts { ours, theirs } => write!(f, "it says {}, raddle {}", theirs.name(), ours.name()),
            Difference::Executions { ours, theirs } => write!(f, "it runs {theirs} executions, raddle {ours}"),
        }
    }
}

/// In what a peer's run differs from ours, if they can be compared.
pub fn difference(theirs: &Reply, ours: &Reply) -> Option<Difference> {
    if !theirs.answer.is_verdict() || !ours.answer.is_verdict() {
        return None;
    }
    if theirs.answer != ours.answer {
        return Some(Difference::Verdicts { ours: ours.answer, theirs: theirs.answer });
    }
    match (ours.answer, ours.executions, theirs.executions) {
        (Answer::Safe, Some(ours), Some(theirs)) if ours != theirs => Some(Difference::Executions { ours, theirs }),
        _ => None,
    }
}

/// The median of some ratios, the least, and the most.
pub fn spread(mut ratios: Vec<f64>) -> Option<(f64, f64, f64)> {
    ratios.sort_by(f64::total_cmp);
    let (&least, &most) = (ratios.first()?, ratios.last()?);
    let middle = ratios.len() / 2;
    let median = if ratios.len() % 2 == 1 { ratios[middle] } else { (ratios[middle - 1] + ratios[middle]) / 2.0 };
    Some((median, least, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(answer: Answer, executions: Option<u64>) -> Reply {
        Reply { answer, executions, blocked: None, reason: None }
    }

    fn run(reply: Reply, cpu: f64, instructions: Option<u64>) -> Run {
        Run { reply, cpu_seconds: Some(cpu), seconds: cpu, peak_kilobytes: None, instructions }
    }

    #[test]
    fn verdicts_come_before_counts() {
        let ours = reply(Answer::Safe, Some(6));
        assert_eq!(difference(&reply(Answer::Safe, Some(6)), &ours), None);
        assert_eq!(difference(&reply(Answer::Safe, None), &ours), None);
        let count = difference(&reply(Answer::Safe, Some(7)), &ours).expect("another count");
        assert_eq!(count.to_string(), "it runs 7 executions, raddle 6");
        let verdict = difference(&reply(Answer::Violated, Some(2)), &ours).expect("another verdict");
        assert_eq!(verdict.to_string(), "it says violated, raddle safe");
    }

    #[test]
    fn what_is_no_verdict_or_stops_at_a_mistake_is_not_compared() {
        for answer in [Answer::Undecided, Answer::TimedOut, Answer::Unreadable, Answer::Crashed] {
            assert_eq!(difference(&reply(answer, None), &reply(Answer::Safe, Some(1))), None);
            assert_eq!(difference(&reply(Answer::Safe, Some(1)), &reply(answer, None)), None);
        }
        assert_eq!(difference(&reply(Answer::Violated, Some(2)), &reply(Answer::Violated, Some(9))), None);
    }

    #[test]
    fn ratios_are_of_the_same_answers() {
        let ours = run(reply(Answer::Safe, Some(4)), 0.5, Some(100));
        let same = Ratios::of(&run(reply(Answer::Safe, Some(8)), 1.0, Some(300)), &ours);
        assert_eq!(same, Ratios { executions: Some(2.0), cpu: Some(2.0), instructions: Some(3.0) });
        assert_eq!(Ratios::of(&run(reply(Answer::Violated, Some(8)), 1.0, None), &ours), Ratios::default());
        let found = run(reply(Answer::Violated, Some(4)), 0.5, None);
        let ratios = Ratios::of(&run(reply(Answer::Violated, Some(8)), 1.0, None), &found);
        assert_eq!(ratios, Ratios { executions: None, cpu: Some(2.0), instructions: None });
        let nothing = run(reply(Answer::TimedOut, None), 0.5, None);
        assert_eq!(Ratios::of(&nothing, &nothing), Ratios::default());
    }

    #[test]
    fn medians() {
        assert_eq!(spread(vec![3.0, 1.0, 2.0]), Some((2.0, 1.0, 3.0)));
        assert_eq!(spread(vec![4.0, 1.0]), Some((2.5, 1.0, 4.0)));
        assert_eq!(spread(Vec::new()), None);
    }
}
