//! How far a long check is, in one line.
//!
//! A percentage says what it is one of. An exploration guesses how many executions there are. The other engines do not know how
//! many bounds, depths or refinements there will be, so theirs are of the one that they are at: the questions at this bound, the
//! steps of the depth that was asked for, the states of this iteration that are known. What is left of the time is reckoned
//! from that; with a time limit there is never more left than that. Start at [`Watch`].

use event::Stats;
use std::time::{Duration, Instant};

/// Sees how long things take.
#[derive(Clone, Debug)]
pub struct Watch {
    start: Instant,
    deadline: Option<Instant>,
    /// The bound, depth or iteration that is worked at, and since when.
    stage: Option<(u64, Instant)>,
}

impl Watch {
    /// Starts now, and knows when time is up.
    pub fn new(deadline: Option<Instant>) -> Watch {
        Watch { start: Instant::now(), deadline, stage: None }
    }

    /// How many executions were run, and which part of all that is.
    pub fn exploring(&self, stats: &Stats, explored: Option<f64>) -> String {
        line(stats, explored, self.start.elapsed(), self.left())
    }

    /// What is being solved, and which part of the questions is decided.
    pub fn solving(&mut self, figures: &bmc::Figures) -> String {
        let bmc::Figures { unrolled, events, reads_from, questions, decided, .. } = figures;
        let far = self.far((*unrolled).into(), part(*decided, *questions), "the questions at this bound");
        format!("loops up to {unrolled} rounds: {events} events, {reads_from} ways to read{far}")
    }

    /// What is being solved by unrolling time, and which part of the depth that was asked for is reached.
    pub fn unrolling(&mut self, figures: &bmc::peephole::Figures) -> String {
        let bmc::peephole::Figures { depth, threads, sat, asked_depth, .. } = figures;
        let reached = asked_depth.and_then(|it| part(*depth, it));
        // All frames are one piece of work.
        let far = self.far(0, reached, "the steps to unroll");
        format!("{depth} steps of {threads} threads: {} clauses{far}", about(sat.clauses as f64))
    }

    /// How far refinement is: what is tracked, and which part of the states that are known was looked at.
    pub fn refining(&mut self, figures: &cegar::Figures) -> String {
        let cegar::Figures { iterations, states, last_states, waiting, variables, predicates, .. } = figures;
        let seen = part(last_states.saturating_sub(*waiting), *last_states);
        let far = self.far(*iterations, seen, "the known states of this iteration");
        let states = about(*states as f64);
        format!("iteration {iterations}: {states} states, {variables} variables and {predicates} predicates{far}")
    }

    fn left(&self) -> Option<Duration> {
        self.deadline.map(|it| it.saturating_duration_since(Instant::now()))
    }

    /// How far this stage is.
    fn far(&mut self, stage: u64, part: Option<f64>, of: &str) -> String {
        if self.stage.is_none_or(|it| it.0 != stage) {
            self.stage = Some((stage, Instant::now()));
        }
        let since = self.stage.map_or(self.start, |it| it.1);
        far(part, of, since.elapsed(), self.start.elapsed(), self.left())
    }
}

/// How far a stage is that has taken this long, in a check that has taken longer and may take so much more.
fn far(part: Option<f64>, of: &str, in_stage: Duration, elapsed: Duration, left: Option<Duration>) -> String {
    let mut text = String::new();
    if let Some(part) = part.filter(|it| *it > 0.0) {
        let rest = Duration::from_secs_f64((in_stage.as_secs_f64() * (1.0 - part) / part).clamp(0.0, 1e9));
        text += &format!(", {:.0} % of {of}", part * 100.0);
        if left.is_none_or(|it| rest < it) {
            text += &format!(", perhaps {} left for these", rough(rest));
        }
    } else if let Some(left) = left {
        let used = elapsed.as_secs_f64() / (elapsed + left).as_secs_f64().max(0.001);
        text += &format!(", {:.0} % of the time limit", used * 100.0);
    }
    match left {
        Some(left) => text + &format!(", at most {} left", rough(left)),
        None => text + &format!(", {}", rough(elapsed)),
    }
}

/// A part of a whole, if there is one.
fn part(some: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| some.min(all) as f64 / all as f64)
}

/// What has been done, how fast, and how much is left if `explored`, the part of all executions that was run, is right.
fn line(stats: &Stats, explored: Option<f64>, elapsed: Duration, limit: Option<Duration>) -> String {
    let executions = stats.executions + stats.stuck;
    let seconds = elapsed.as_secs_f64().max(0.001);
    let rate = executions as f64 / seconds;
    let mut line = format!("{executions} executions, {} per second", about(rate));
    match explored.filter(|it| *it > 0.0) {
        Some(part) => {
            let left = Duration::from_secs_f64((seconds / part - seconds).clamp(0.0, 1e9));
            let total = executions as f64 / part;
            line += &format!(", perhaps {:.1} % of {}", part * 100.0, about(total));
            if limit.is_none_or(|it| left < it) {
                line += &format!(", {} left", rough(left));
            }
        }
        None => line += &format!(", {}", rough(elapsed)),
    }
    line + &limit.map(|it| format!(", at most {} left", rough(it))).unwrap_or_default()
}

/// A number with two significant digits.
fn about(number: f64) -> String {
    match number {
        it if it < 1e3 => format!("{it:.0}"),
        it if it < 1e6 => format!("{:.1}k", it / 1e3),
        it if it < 1e9 => format!("{:.1}M", it / 1e6),
        it => format!("{it:.1e}"),
    }
}

/// A duration in its largest unit.
fn rough(duration: Duration) -> String {
    match duration.as_secs() {
        it if it < 120 => format!("{it} s"),
        it if it < 7_200 => format!("{} min", it / 60),
        it if it < 172_800 => format!("{} h", it / 3_600),
        it => format!("{} days", it / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_work_takes_as_long_again() {
        let stats = Stats { executions: 5_000, ..Stats::default() };
        let after =
            |limit: Option<u64>| line(&stats, Some(0.5), Duration::from_secs(10), limit.map(Duration::from_secs));
        let far = "5000 executions, 500 per second, perhaps 50.0 % of 10.0k";
        assert_eq!(after(None), format!("{far}, 10 s left"));
        assert_eq!(after(Some(42)), format!("{far}, 10 s left, at most 42 s left"));
        assert_eq!(after(Some(7)), format!("{far}, at most 7 s left"), "there is not more than that");
    }

    #[test]
    fn without_a_guess_it_says_how_long_it_took() {
        let stats = Stats { executions: 3, stuck: 1, ..Stats::default() };
        assert_eq!(line(&stats, None, Duration::from_secs(8_000), None), "4 executions, 0 per second, 2 h");
        assert_eq!(line(&stats, Some(0.0), Duration::from_secs(2), None), "4 executions, 2 per second, 2 s");
    }

    #[test]
    fn refinement_says_what_is_tracked() {
        let figures = cegar::Figures {
            iterations: 7,
            states: 1_234,
            last_states: 400,
            waiting: 100,
            variables: 3,
            predicates: 5,
            ..cegar::Figures::default()
        };
        let line = Watch::new(None).refining(&figures);
        let expected =
            "iteration 7: 1.2k states, 3 variables and 5 predicates, 75 % of the known states of this iteration";
        assert!(line.starts_with(expected), "{line}");
    }

    #[test]
    fn a_percentage_says_what_it_is_one_of() {
        let figures = bmc::Figures { unrolled: 2, questions: 8, decided: 2, ..bmc::Figures::default() };
        let line = Watch::new(None).solving(&figures);
        assert!(line.contains(", 25 % of the questions at this bound, perhaps 0 s left for these, 0 s"), "{line}");
        let asked = bmc::peephole::Figures { depth: 10, asked_depth: Some(40), ..Default::default() };
        let line = Watch::new(None).unrolling(&asked);
        assert!(line.contains(", 25 % of the steps to unroll"), "{line}");
        let more_and_more = bmc::peephole::Figures { asked_depth: None, ..asked };
        let line = Watch::new(None).unrolling(&more_and_more);
        assert!(!line.contains('%'), "nobody knows how deep it will go: {line}");
        let line = Watch::new(Instant::now().checked_add(Duration::from_secs(1_000_000))).unrolling(&more_and_more);
        assert!(line.contains(" % of the time limit, at most 11 days left"), "{line}");
    }

    #[test]
    fn time_left_is_that_of_the_stage_and_no_more_than_there_is() {
        let seconds = Duration::from_secs;
        let without = far(Some(0.25), "all", seconds(10), seconds(50), None);
        assert_eq!(without, ", 25 % of all, perhaps 30 s left for these, 50 s");
        let enough = far(Some(0.25), "all", seconds(10), seconds(50), Some(seconds(42)));
        assert_eq!(enough, ", 25 % of all, perhaps 30 s left for these, at most 42 s left");
        let too_long = far(Some(0.25), "all", seconds(10), seconds(50), Some(seconds(20)));
        assert_eq!(too_long, ", 25 % of all, at most 20 s left");
        let nothing_known = far(None, "all", seconds(10), seconds(30), Some(seconds(10)));
        assert_eq!(nothing_known, ", 75 % of the time limit, at most 10 s left");
        assert_eq!(far(Some(0.0), "all", seconds(1), seconds(2), None), ", 2 s");
    }
}
