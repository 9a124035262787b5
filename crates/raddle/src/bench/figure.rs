//! The figures that tables are made of: what they are called in suites, and how they are read off runs.
//!
//! Some are of one run ([`Figure::of`]), some of all runs of one way together ([`totals`]). As in the thesis that they come
//! from, averages and sums are over the tasks that all ways of a comparison have solved, and times are sums.

use super::row::Row;
use super::{abstraction, solving};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What is counted or measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// Complete executions, or maximal orders.
    Executions,
    /// Visible operations.
    Events,
    /// Wall time.
    Seconds,
    /// Time of the processor.
    Cpu,
    /// How many steps were looked at.
    Depth,
    /// Whether a violation was found: 1 or 0.
    Violated,
    /// Clauses: see [`solving::Solving`].
    Clauses,
    /// Conflicts that were found in advance.
    InAdvance,
    /// Conflicts of the solver.
    Conflicts,
    /// Decisions of the solver.
    Decisions,
    /// Propagations of the solver.
    Propagations,
    /// Restarts of the solver.
    Restarts,
    /// Abstract actions that were explored.
    Actions,
    /// Statements that were not evaluated, in percent.
    Simplified,
    /// Those of them that were left out.
    Eliminated,
    /// Those of them that left something open.
    Havoced,
    /// Time for successors.
    Successor,
    /// How many tasks were solved.
    Solved,
    /// How many of them by all ways that are compared.
    Common,
    /// The largest size that was solved.
    Largest,
    /// On how many of the common tasks, in percent, it took less time of the processor than what it is compared with.
    Faster,
    /// The same for propagations of the solver.
    Lighter,
}

impl Figure {
    /// The figure of one run, if it has ended and has told.
    pub fn of(self, row: &Row) -> Option<f64> {
        let count = |it: u64| it as f64;
        let solving = row.solving.unwrap_or_default();
        match self {
            Figure::Executions => row.executions.map(count),
            Figure::Events => row.events.map(count),
            Figure::Seconds => Some(row.seconds),
            Figure::Cpu => row.cpu_seconds,
            Figure::Depth => row.case.depth.map(f64::from),
            Figure::Violated => row.verdict.as_ref().map(|it| f64::from(u8::from(it.starts_with("FALSE")))),
            Figure::Clauses => solving.clauses.map(count),
            Figure::InAdvance => solving.in_advance.map(count),
            Figure::Conflicts => solving.conflicts.map(count),
            Figure::Decisions => solving.decisions.map(count),
            Figure::Propagations => solving.propagations.map(count),
            Figure::Restarts => solving.restarts.map(count),
            Figure::Actions => row.refining.map(|it| count(it.actions)),
            Figure::Successor => row.refining.as_ref().map(abstraction::seconds),
            Figure::Simplified | Figure::Eliminated | Figure::Havoced => None,
            Figure::Solved | Figure::Common | Figure::Largest | Figure::Faster | Figure::Lighter => None,
        }
    }
}

/// The figures of all runs of a way, among runs of the ways that it is compared with.
pub fn totals(rows: &[&Row], way: &str, beside: Option<&str>) -> BTreeMap<Figure, f64> {
    let mut totals = abstraction::totals(rows, way);
    totals.extend(solving::totals(rows, way));
    let sizes = || rows.iter().filter(|it| it.case.reduction == way && it.is_solved());
    if let Some(largest) = sizes().filter_map(|it| it.case.size.parse::<u64>().ok()).max() {
        totals.insert(Figure::Largest, largest as f64);
    }
    for (share, figure) in [(Figure::Faster, Figure::Cpu), (Figure::Lighter, Figure::Propagations)] {
        totals.extend(beside.and_then(|beside| Some((share, share_of_fewer(rows, way, beside, figure)?))));
    }
    totals
}

/// On how many percent of the tasks that both have solved, and on which they differ, a way takes less than another.
fn share_of_fewer(rows: &[&Row], way: &str, beside: &str, figure: Figure) -> Option<f64> {
    let (mut fewer, mut more) = (0, 0);
    for (row, other) in tasks(rows, way, beside) {
        let (ours, theirs) = (figure.of(row)?, figure.of(other)?);
        fewer += usize::from(ours < theirs);
        more += usize::from(ours > theirs);
    }
    (fewer + more > 0).then(|| 100.0 * fewer as f64 / (fewer + more) as f64)
}

/// The runs of both ways on each task that both have solved.
pub fn tasks<'a>(rows: &[&'a Row], way: &str, beside: &str) -> Vec<(&'a Row, &'a Row)> {
    let solved = |name: &str| -> Vec<&'a Row> {
        rows.iter().filter(|it| it.is_solved() && it.case.reduction == name).copied().collect()
    };
    let others = solved(beside);
    let partner = |row: &Row| others.iter().find(|it| it.case.is_same_task(&row.case)).copied();
    solved(way).into_iter().filter_map(|row| Some((row, partner(row)?))).collect()
}
