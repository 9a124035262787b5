//! What several answers to one question mean together.

use super::turns::{Next, Progress};
use super::{Family, Report};
use crate::check::Outcome;
use event::{Finding, Findings, Limit, Loops, Properties, Property, Reason, Verdict, Violation};

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
        if is_cut_off(reports) {
            return Next::Bounded { is_limited: self.is_limited };
        }
        let is_bounded = |it: &&Report| matches!(it.outcome(), Some(Outcome { verdict: Verdict::Safe { .. }, .. }));
        if reports.iter().flatten().any(is_bounded) { Next::Bounded { is_limited: true } } else { Next::GoOn }
    }

    /// Whether every property holds, as far as enough engines say; in all executions, or within bounds.
    fn is_proved(&self, reports: &[Option<&Report>], entirely: bool) -> bool {
        let least = if entirely { Finding::Holds } else { Finding::Bounded };
        self.asked.iter().all(|it| self.finding(reports, it) >= least)
    }

    /// How much enough engines say for a property.
    fn finding(&self, reports: &[Option<&Report>], property: Property) -> Finding {
        let enough = if self.agree { 2 } else { 1 };
        let is_said = |least: &Finding| {
            let says = |report: &Option<&Report>| {
                let finding = report.and_then(|it| it.outcome()).and_then(|it| it.findings.of(property));
                finding.is_some_and(|it| (*least..=Finding::Holds).contains(&it))
            };
            let says = reports.iter().zip(&self.claimants).filter(|it| says(it.0));
            let mut families: Vec<Family> = says.map(|it| it.1.family).collect();
            families.sort_unstable();
            families.dedup();
            families.len() >= enough
        };
        let known = if is_cut_off(reports) { &[Finding::Holds][..] } else { &[Finding::Holds, Finding::Bounded] };
        known.iter().copied().find(is_said).unwrap_or(Finding::Undecided)
    }

    /// The engine that has failed first in the order of engines, and how. What the others say may be wrong for the same reason.
    fn failure(&self, reports: &[Option<&Report>]) -> Option<(usize, String)> {
        reports.iter().enumerate().find_map(|(index, report)| match report {
            Some(Report::Failed(why)) => Some((index, why.clone())),
            Some(Report::Answered(outcome)) => match &outcome.verdict {
                Verdict::Unknown { because: Reason::Internal(why) } => Some((index, why.clone())),
                Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unsafe { .. } | Verdict::Unknown { .. } => {
                    None
                }
            },
            None => None,
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
        let is_covered = self.is_proved(&reports, false);
        let is_cut_off = is_cut_off(&reports);
        let best = reports
            .iter()
            .zip(&self.claimants)
            .enumerate()
            .filter_map(|(index, (report, claimant))| Some((index, report.and_then(|it| it.outcome())?, claimant)))
            .min_by_key(|(index, outcome, claimant)| (self.rank(outcome, claimant, is_covered, is_cut_off), *index));
        let Some((index, best, _)) = best else {
            return self.nothing(&reports);
        };
        let is_violated = matches!(best.verdict, Verdict::Unsafe { .. });
        if let Some((index, why)) = self.failure(&reports).filter(|_| !is_violated) {
            let engine = self.claimants[index].name;
            let because = Reason::Internal(format!("the engine `{engine}` has failed: {why}"));
            let mut outcome = Outcome { engine: engine.to_owned(), ..Outcome::unknown(because, self.asked) };
            outcome.others = self.others(&progress, index, &outcome.verdict);
            return outcome;
        }
        let mut outcome = best.clone();
        if let Verdict::Safe { scope } = &outcome.verdict {
            let is_proved = self.is_proved(&reports, true);
            if self.agree && !self.is_proved(&reports, false) {
                let engine = self.claimants[index].name.to_owned();
                outcome.verdict = Verdict::Unknown { because: Reason::Alone(engine) };
            } else if !self.claimants[index].covers.includes(self.asked) || is_proved != scope.is_complete() {
                // Several have to be taken together, or there is no answer for everything that was asked; and an engine that
                // has to agree does so within its bound only.
                outcome = self.together(&reports, outcome);
            }
        }
        outcome.findings = self.findings(&reports, &mut outcome.verdict, outcome.checked);
        outcome.others = self.others(&progress, index, &outcome.verdict);
        outcome
    }

    /// What is known of each property: a property is decided if an engine has decided it, or as many as have to agree. A verdict
    /// about violations takes those of other engines as well, if they have checked the same.
    fn findings(&self, reports: &[Option<&Report>], verdict: &mut Verdict, checked: Properties) -> Findings {
        let mut findings = Findings::undecided(self.asked);
        for property in self.asked.iter() {
            findings.learn([property].into_iter().collect(), self.finding(reports, property));
        }
        if let Verdict::Unsafe { violations } = verdict {
            for outcome in reports.iter().flatten().filter_map(|it| it.outcome()).filter(|it| it.checked == checked) {
                let Verdict::Unsafe { violations: others } = &outcome.verdict else { continue };
                let is_new = |it: &&Violation| !violations.iter().any(|own| own.property == it.property);
                let new: Vec<Violation> = others.iter().filter(is_new).cloned().collect();
                violations.extend(new);
            }
            violations.sort_by_key(|it| it.property);
            findings.learn(violations.iter().map(|it| it.property).collect(), Finding::Violated);
        }
        findings
    }

    /// The better the answer, the smaller. A claim about some of the properties is worth something only if all claims together
    /// cover what is asked; otherwise why the others do not know says more.
    fn rank(&self, outcome: &Outcome, claimant: &Claimant, is_covered: bool, is_cut_off: bool) -> u32 {
        match &outcome.verdict {
            Verdict::Unsafe { .. } => 0,
            Verdict::Safe { scope } if scope.is_complete() && claimant.covers.includes(self.asked) => 1,
            Verdict::Safe { scope } if !scope.is_complete() && is_cut_off => 11,
            Verdict::Safe { .. } if claimant.covers.includes(self.asked) => 2,
            Verdict::Safe { .. } if is_covered => 3,
            Verdict::Safe { .. } | Verdict::Partial { .. } => 11,
            Verdict::Unknown { because } => match because {
                // What can be done about it comes first: more time, more memory, other inputs.
                Reason::Bound(_) | Reason::Limit(Limit::Time | Limit::Memory | Limit::Length) => 4,
                Reason::Limit(Limit::Interrupt) => 5,
                Reason::Nondeterminism(_) => 6,
                Reason::Abstraction(_) => 7,
                Reason::NotSupported(_) => 8,
                Reason::Alone(_) | Reason::Witness(_) | Reason::Comparison(_) => 9,
                Reason::Internal(_) => 10,
            },
        }
    }

    /// Claims of several engines as one, if they make up all that is asked.
    fn together(&self, reports: &[Option<&Report>], mut outcome: Outcome) -> Outcome {
        let is_complete = self.is_proved(reports, true);
        if !is_complete && !self.is_proved(reports, false) {
            outcome.verdict = Verdict::Unknown { because: Reason::Limit(Limit::Interrupt) };
            return outcome;
        }
        let safe = reports.iter().flatten().filter_map(|it| it.outcome()).filter_map(|it| match &it.verdict {
            Verdict::Safe { scope } if scope.is_complete() || !is_complete => Some((it, scope)),
            Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unsafe { .. } | Verdict::Unknown { .. } => None,
        });
        let mut engines = Vec::new();
        let mut joined = None;
        for (it, scope) in safe {
            engines.push(it.engine.clone());
            let joined = joined.get_or_insert_with(|| scope.clone());
            joined.loops = match (&joined.loops, &scope.loops) {
                (Loops::Cut(some), Loops::Cut(more)) => {
                    let new = more.iter().filter(|it| !some.contains(it));
                    Loops::Cut(some.iter().chain(new).cloned().collect())
                }
                (Loops::All, other) | (other, Loops::All | Loops::Cut(_) | Loops::Partial) => other.clone(),
            };
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

    /// Nobody has said anything: all have failed, or whoever works did not end in time.
    fn nothing(&self, reports: &[Option<&Report>]) -> Outcome {
        if reports.iter().flatten().next().is_none() {
            return Outcome::unknown(Reason::Limit(Limit::Interrupt), self.asked);
        }
        let message = "every engine has failed; the messages above say how".to_owned();
        Outcome::unknown(Reason::Internal(message), self.asked)
    }

    /// What the others have to say: why they did not answer, or that they agree.
    fn others(&self, progress: &[Progress<Report>], answered: usize, verdict: &Verdict) -> Vec<(String, String)> {
        let violated = |it: &Verdict| match it {
            Verdict::Unsafe { violations } => violations.iter().map(|it| it.property).collect(),
            Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unknown { .. } => Properties::default(),
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
                    Verdict::Safe { .. } | Verdict::Partial { .. } => "no violation up to a bound".to_owned(),
                    Verdict::Unsafe { .. } => "a violation, too".to_owned(),
                    Verdict::Unknown { because } => reason(because),
                },
            };
            others.push((claimant.name.to_owned(), why));
        }
        others
    }
}

/// Whether an engine has found that a bound cuts off every execution: a claim up to a bound would be about beginnings only.
fn is_cut_off(reports: &[Option<&Report>]) -> bool {
    let because = |it: &&Report| match it.outcome().map(|it| &it.verdict) {
        Some(Verdict::Unknown { because }) => matches!(because, Reason::Bound(_)),
        Some(Verdict::Safe { .. } | Verdict::Partial { .. } | Verdict::Unsafe { .. }) | None => false,
    };
    reports.iter().flatten().any(because)
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
        Reason::Bound(_) => "a bound has cut off every execution".to_owned(),
        Reason::Witness(why) | Reason::Comparison(why) => why.clone(),
        Reason::Internal(what) => format!("failed, which is a bug in Raddle: {what}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{Counterexample, Plan};
    use source::Span;

    fn properties(all: &[Property]) -> Properties {
        all.iter().copied().collect()
    }

    const REACH: &[Property] = &[Property::Reach];
    const BOTH: &[Property] = &[Property::Reach, Property::Race];

    /// Who decides what.
    fn question(asked: &[Property], agree: bool, who: &[(&'static str, Family, &[Property])]) -> Question {
        let claimant =
            |it: &(&'static str, Family, &[Property])| Claimant { name: it.0, family: it.1, covers: properties(it.2) };
        let claimants = who.iter().map(claimant).collect();
        Question { asked: properties(asked), agree, is_limited: false, claimants }
    }

    fn outcome(engine: &str, verdict: impl FnOnce(&Outcome) -> Verdict) -> Report {
        let mut outcome = Outcome::unknown(Reason::Limit(Limit::Time), Properties::default());
        outcome.engine = engine.to_owned();
        outcome.verdict = verdict(&outcome);
        if let Verdict::Safe { scope } = &outcome.verdict {
            outcome.scope = scope.clone();
        }
        Report::Answered(Box::new(outcome))
    }

    fn safe(engine: &str, loops: Loops) -> Report {
        outcome(engine, |it| Verdict::Safe { scope: event::Scope { loops, ..it.scope.clone() } })
    }

    fn proved(engine: &str) -> Report {
        safe(engine, Loops::All)
    }

    fn bounded(engine: &str) -> Report {
        safe(engine, Loops::Cut(vec!["some rounds".to_owned()]))
    }

    fn unknown(because: Reason) -> Report {
        outcome("some", |_| Verdict::Unknown { because })
    }

    fn violated(engine: &str, property: Property) -> Report {
        let counterexample = Counterexample {
            plan: Plan::default(),
            actors: Vec::new(),
            steps: Vec::new(),
            summary: String::new(),
            details: Vec::new(),
            operands: Vec::new(),
            racing: None,
            passing: None,
            fault: None,
            misuse: None,
            position: Span::NONE,
            culprit: None,
            diagram: None,
        };
        outcome(engine, |_| Verdict::Unsafe { violations: vec![Violation { property, counterexample }] })
    }

    /// A report with what it says of each property that its engine decides.
    fn told(report: Report, covers: Properties) -> Report {
        match report {
            Report::Answered(mut outcome) => {
                outcome.findings = outcome.verdict.findings(covers, Properties::default());
                Report::Answered(outcome)
            }
            Report::Failed(why) => Report::Failed(why),
        }
    }

    fn all_told(question: &Question, reports: Vec<Option<Report>>) -> Vec<Option<Report>> {
        let reports = reports.into_iter().zip(&question.claimants);
        reports.map(|(report, claimant)| report.map(|it| told(it, claimant.covers))).collect()
    }

    fn next(question: &Question, reports: &[Option<Report>]) -> &'static str {
        let reports = all_told(question, reports.to_vec());
        match question.next(&reports.iter().map(Option::as_ref).collect::<Vec<_>>()) {
            Next::GoOn => "go on",
            Next::Bounded { is_limited: false } => "for a while",
            Next::Bounded { is_limited: true } => "bounded",
            Next::Enough => "enough",
        }
    }

    fn answer(question: &Question, reports: Vec<Option<Report>>) -> Outcome {
        let reports = all_told(question, reports);
        question.answer(reports.into_iter().map(|it| it.map_or(Progress::Begun, Progress::Done)).collect())
    }

    fn is_proved(outcome: &Outcome) -> bool {
        matches!(&outcome.verdict, Verdict::Safe { scope } if scope.is_complete())
    }

    const EXPLORE: (&str, Family, &[Property]) = ("explore", Family::Explore, BOTH);
    const ORDERING: (&str, Family, &[Property]) = ("ordering", Family::Ordering, BOTH);
    const CEGAR: (&str, Family, &[Property]) = ("cegar", Family::Cegar, REACH);

    #[test]
    fn claims_add_up() {
        let races = ("races", Family::Ordering, &[Property::Race][..]);
        let question = question(BOTH, false, &[CEGAR, races]);
        assert_eq!(next(&question, &[Some(proved("cegar")), None]), "bounded", "half an answer is one to go on from");
        assert_eq!(next(&question, &[Some(proved("cegar")), Some(proved("races"))]), "enough");
        assert_eq!(next(&question, &[Some(proved("cegar")), Some(bounded("races"))]), "for a while");
        let whole = answer(&question, vec![Some(proved("cegar")), Some(proved("races"))]);
        assert!(is_proved(&whole));
        assert_eq!(whole.engine, "cegar and races");
        let part = answer(&question, vec![Some(proved("cegar")), Some(bounded("races"))]);
        assert!(matches!(&part.verdict, Verdict::Safe { scope } if !scope.is_complete()), "as much as the weaker one");
        let half = answer(&question, vec![Some(proved("cegar")), None]);
        assert!(matches!(half.verdict, Verdict::Unknown { .. }), "of races nothing is known");
    }

    #[test]
    fn the_best_answer_counts() {
        let question = question(BOTH, false, &[EXPLORE, ORDERING, CEGAR]);
        let time = || Some(unknown(Reason::Limit(Limit::Time)));
        let lost = || Some(unknown(Reason::NotSupported("floating point".to_owned())));
        let best = |reports: Vec<Option<Report>>| answer(&question, reports).verdict;
        let is_violated = |it: Verdict| matches!(it, Verdict::Unsafe { .. });
        assert!(is_violated(best(vec![Some(bounded("explore")), Some(violated("ordering", Property::Race)), None])));
        assert!(is_violated(best(vec![None, None, Some(violated("cegar", Property::Reach))])));
        let verdict = best(vec![Some(bounded("explore")), Some(proved("ordering")), None]);
        assert!(matches!(verdict, Verdict::Safe { scope } if scope.is_complete()));
        let verdict = best(vec![Some(bounded("explore")), time(), Some(proved("cegar"))]);
        assert!(matches!(verdict, Verdict::Safe { scope } if !scope.is_complete()), "races are bounded only");
        let verdict = best(vec![lost(), time(), lost()]);
        assert_eq!(verdict, Verdict::Unknown { because: Reason::Limit(Limit::Time) }, "more time may help");
        let verdict = best(vec![lost(), lost(), Some(proved("cegar"))]);
        let because = Reason::NotSupported("floating point".to_owned());
        assert_eq!(verdict, Verdict::Unknown { because }, "a proof of `reach` is not why nothing is known of races");
        let verdict = best(vec![None, None, None]);
        assert_eq!(verdict, Verdict::Unknown { because: Reason::Limit(Limit::Interrupt) }, "slow is no bug");
        let failed = Report::Failed("index out of bounds".to_owned());
        let verdict = best(vec![Some(failed.clone()), Some(failed.clone()), Some(failed)]);
        assert!(matches!(verdict, Verdict::Unknown { because: Reason::Internal(_) }));
    }

    #[test]
    fn nothing_but_a_violation_counts_beside_a_failure() {
        let question = question(BOTH, false, &[EXPLORE, ORDERING]);
        let failed = || Some(Report::Failed("index out of bounds".to_owned()));
        let internal = || Some(unknown(Reason::Internal("it does not replay".to_owned())));
        assert_eq!(next(&question, &[failed(), None]), "go on", "another engine may find a violation");
        for (failure, why) in [(failed(), "index out of bounds"), (internal(), "it does not replay")] {
            let outcome = answer(&question, vec![failure.clone(), Some(proved("ordering"))]);
            let because = Reason::Internal(format!("the engine `explore` has failed: {why}"));
            assert_eq!(outcome.verdict, Verdict::Unknown { because });
            assert_eq!(outcome.findings.to_string(), "reach,race not decided");
            assert_eq!(outcome.others[0].1, "no violation of reach, race in all executions");
            let outcome = answer(&question, vec![failure, Some(violated("ordering", Property::Race))]);
            assert_eq!(outcome.findings.to_string(), "race violated; reach not decided", "it has been replayed");
        }
    }

    /// A property is decided by the engine that has decided it, whichever answers.
    #[test]
    fn findings_of_all_engines_count() {
        let question = question(BOTH, false, &[EXPLORE, ORDERING, CEGAR]);
        let findings = |reports| answer(&question, reports).findings.to_string();
        let race = || Some(violated("explore", Property::Race));
        assert_eq!(findings(vec![race(), None, Some(proved("cegar"))]), "race violated; reach holds");
        assert_eq!(findings(vec![race(), None, None]), "race violated; reach not decided");
        let reach = Some(violated("ordering", Property::Reach));
        assert_eq!(findings(vec![race(), reach, None]), "reach,race violated");
        let late = || Some(unknown(Reason::Limit(Limit::Time)));
        assert_eq!(findings(vec![late(), None, Some(proved("cegar"))]), "reach holds; race not decided");
        let both = vec![late(), Some(bounded("ordering")), Some(proved("cegar"))];
        assert_eq!(findings(both), "reach holds; race holds up to a bound");
    }

    #[test]
    fn two_families_have_to_agree_if_that_is_wanted() {
        let by_states = ("explore by states", Family::Explore, BOTH);
        let question = question(BOTH, true, &[EXPLORE, by_states, ORDERING]);
        let alone = || vec![Some(proved("explore")), Some(proved("states")), None];
        assert_eq!(next(&question, &alone()), "bounded", "these are of one family");
        let verdict = answer(&question, alone()).verdict;
        assert_eq!(verdict, Verdict::Unknown { because: Reason::Alone("explore".to_owned()) });
        let two = || vec![Some(proved("explore")), None, Some(proved("ordering"))];
        assert_eq!(next(&question, &two()), "enough");
        assert!(is_proved(&answer(&question, two())));
        let one_violation = vec![None, Some(violated("states", Property::Race)), None];
        assert_eq!(next(&question, &one_violation), "enough", "it has been replayed, so nobody has to agree");
    }

    /// Two families that agree on something less than a proof make less than a proof.
    #[test]
    fn agreement_on_a_bound_is_no_proof() {
        let question = question(BOTH, true, &[EXPLORE, ORDERING]);
        let reports = || vec![Some(proved("explore")), Some(bounded("ordering"))];
        assert_eq!(next(&question, &reports()), "for a while");
        assert!(!is_proved(&answer(&question, reports())));
    }

    #[test]
    fn the_others_say_why_they_did_not_answer() {
        let question = question(REACH, false, &[EXPLORE, ORDERING, CEGAR]);
        let wide = unknown(Reason::Nondeterminism(Vec::new()));
        let outcome = answer(&question, vec![Some(wide), None, Some(proved("cegar"))]);
        let others: Vec<_> = outcome.others.iter().map(|it| (&*it.0, &*it.1)).collect();
        assert_eq!(others, [("explore", "too many input values to try one by one"), ("ordering", "stopped")]);
    }

    #[test]
    fn a_disagreement_is_said_aloud() {
        let question = question(BOTH, false, &[EXPLORE, ORDERING, CEGAR]);
        let reports =
            || vec![Some(violated("explore", Property::Race)), Some(proved("ordering")), Some(proved("cegar"))];
        let outcome = answer(&question, reports());
        assert!(matches!(outcome.verdict, Verdict::Unsafe { .. }), "it has been replayed");
        assert!(outcome.others[0].1.starts_with("DISAGREES"), "{:?}", outcome.others);
        assert_eq!(outcome.others[1].1, "no violation of reach in all executions", "it knows nothing of races");
    }
}
