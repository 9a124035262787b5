//! How far a long check is, in one line.

use event::Stats;
use std::time::Duration;

/// What has been done, how fast, and how much is left if `explored`, the part of all executions that was run, is right.
pub fn line(stats: &Stats, explored: Option<f64>, elapsed: Duration) -> String {
    let executions = stats.executions + stats.stuck;
    let seconds = elapsed.as_secs_f64().max(0.001);
    let rate = executions as f64 / seconds;
    let mut line = format!("{executions} executions, {} per second", about(rate));
    match explored.filter(|it| *it > 0.0) {
        Some(part) => {
            let left = Duration::from_secs_f64((seconds / part - seconds).clamp(0.0, 1e9));
            let total = executions as f64 / part;
            line += &format!(", perhaps {:.1} % of {}, {} left", part * 100.0, about(total), rough(left));
        }
        None => line += &format!(", {}", rough(elapsed)),
    }
    line
}

/// What is being solved.
pub fn solving(figures: &bmc::Figures, elapsed: Duration) -> String {
    let bmc::Figures { unrolled, events, reads_from, .. } = figures;
    format!("loops up to {unrolled} rounds: {events} events, {reads_from} ways to read, {}", rough(elapsed))
}

/// What is being solved by unrolling time.
pub fn unrolling(figures: &bmc::peephole::Figures, elapsed: Duration) -> String {
    let bmc::peephole::Figures { depth, threads, sat, .. } = figures;
    format!("{depth} steps of {threads} threads: {} clauses, {}", about(sat.clauses as f64), rough(elapsed))
}

/// How far refinement is: what was built last, and what is tracked.
pub fn refining(figures: &cegar::Figures, elapsed: Duration) -> String {
    let cegar::Figures { iterations, states, variables, predicates, .. } = figures;
    let (states, elapsed) = (about(*states as f64), rough(elapsed));
    format!("iteration {iterations}: {states} states, {variables} variables and {predicates} predicates, {elapsed}")
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
        let line = line(&stats, Some(0.5), Duration::from_secs(10));
        assert_eq!(line, "5000 executions, 500 per second, perhaps 50.0 % of 10.0k, 10 s left");
    }

    #[test]
    fn without_a_guess_it_says_how_long_it_took() {
        let stats = Stats { executions: 3, stuck: 1, ..Stats::default() };
        assert_eq!(line(&stats, None, Duration::from_secs(8_000)), "4 executions, 0 per second, 2 h");
        assert_eq!(line(&stats, Some(0.0), Duration::from_secs(2)), "4 executions, 2 per second, 2 s");
    }

    #[test]
    fn refinement_says_what_is_tracked() {
        let figures =
            cegar::Figures { iterations: 7, states: 1_234, variables: 3, predicates: 5, ..cegar::Figures::default() };
        let line = refining(&figures, Duration::from_secs(12));
        assert_eq!(line, "iteration 7: 1.2k states, 3 variables and 5 predicates, 12 s");
    }
}
