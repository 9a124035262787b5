//! What solving has cost: the figures of one run, and their averages for each way of deciding orders, which are the
//! columns of Table 5.1 of Telbisz's thesis.
//!
//! As in the thesis, ways are compared in pairs, without and with conflicts in advance: averages are over the tasks that
//! both ways of a pair have solved. A task is solved if its verdict is the expected one. CaDiCaL does not tell how often
//! it restarts, so that column is empty.

use super::engine::Engine;
use super::figure::Figure;
use super::row::{Row, plain, shown};
use std::collections::BTreeMap;

/// The two ways of each pair: without and with conflicts in advance (Algorithm 3).
const PAIRS: [[&str; 2]; 2] = [["basic", "basic-opt"], ["prop", "prop-opt"]];

/// The figures of one run. All are sums over the calls of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Solving {
    /// Clauses: of `ordering` those that the theory of orders gave the solver during the search (refinements, or conflicts
    /// and reasons), of `peephole` all of them.
    pub clauses: Option<u64>,
    /// Conflicts that `ordering` found in advance.
    pub in_advance: Option<u64>,
    /// Conflicts of the solver.
    pub conflicts: Option<u64>,
    /// Decisions of the solver.
    pub decisions: Option<u64>,
    /// Propagations of the solver.
    pub propagations: Option<u64>,
    /// Restarts of the solver, if it tells.
    pub restarts: Option<u64>,
}

impl Solving {
    /// From the statistics that a run has printed, by their names.
    pub fn read(engine: Engine, stat: impl Fn(&str) -> Option<u64>) -> Solving {
        Solving {
            clauses: stat(if engine == Engine::Ordering { "ordering-clauses" } else { "clauses" }),
            in_advance: stat("found-in-advance"),
            conflicts: stat("conflicts"),
            decisions: stat("decisions"),
            propagations: stat("propagations"),
            restarts: stat("restarts"),
        }
    }

    /// The titles of the table and the widths of its columns.
    const TITLES: [(&'static str, usize); 6] =
        [("clauses", 8), ("in advance", 10), ("conflicts", 9), ("decisions", 9), ("propagations", 12), ("restarts", 8)];

    /// Those of them that only `ordering` has figures for, or could have.
    const OF_ORDERING: [&'static str; 2] = ["in advance", "restarts"];

    /// The titles and widths of a table, maybe with runs of `ordering` in it.
    pub fn titles(has_ordering: bool) -> impl Iterator<Item = (&'static str, usize)> {
        Solving::TITLES.into_iter().filter(move |it| has_ordering || !Solving::OF_ORDERING.contains(&it.0))
    }

    /// The titles in the file.
    pub const FIELDS: &'static str = "clauses,in_advance,conflicts,decisions,propagations,restarts";

    fn figures(&self) -> [Option<u64>; 6] {
        let Solving { clauses, in_advance, conflicts, decisions, propagations, restarts } = *self;
        [clauses, in_advance, conflicts, decisions, propagations, restarts]
    }

    /// The cells of the table, one for each of its titles.
    pub fn cells(&self, has_ordering: bool) -> Vec<String> {
        let all = Solving::TITLES.iter().zip(self.figures());
        let of_table = all.filter(|(title, _)| Solving::titles(has_ordering).any(|it| it == **title));
        of_table.map(|(_, figure)| shown(figure, |it| it.to_string())).collect()
    }

    /// The fields of the file.
    pub fn fields(&self) -> [String; 6] {
        self.figures().map(plain)
    }
}

/// The averages, and what conflicts in advance are worth; nothing if no pair of ways was run.
pub fn summary(rows: &[Row]) -> String {
    let mut text = String::new();
    for pair in PAIRS {
        let [without, with] = pair.map(|way| rows.iter().filter(|it| it.case.reduction == way).collect::<Vec<_>>());
        let common: Vec<(&Row, &Row)> = without.iter().filter_map(|it| Some((*it, partner(it, &with)?))).collect();
        let solved: Vec<(&Row, &Row)> = common.into_iter().filter(|it| it.0.is_solved() && it.1.is_solved()).collect();
        if solved.is_empty() {
            continue;
        }
        if text.is_empty() {
            text.push_str("\naverages over the tasks that both ways of a pair have solved\n");
            text.push_str(&line(&TITLES.map(str::to_owned)));
        }
        let averages = [averages(solved.iter().map(|it| it.0)), averages(solved.iter().map(|it| it.1))];
        for ((way, all), averages) in pair.iter().zip([&without, &with]).zip(&averages) {
            let count = all.iter().filter(|it| it.is_solved()).count();
            text.push_str(&line(&averages.cells(way, count, solved.len())));
        }
        text.push_str(&comparison(pair, &averages, &solved));
    }
    text
}

/// The averages of one way beside the other of its pair; none if it is of no pair, or they have solved nothing in common.
pub fn totals(rows: &[&Row], way: &str) -> BTreeMap<Figure, f64> {
    let Some(pair) = PAIRS.iter().find(|it| it.contains(&way)) else { return BTreeMap::new() };
    let other = if pair[0] == way { pair[1] } else { pair[0] };
    let [own, others] =
        [way, other].map(|way| rows.iter().filter(|it| it.case.reduction == way).copied().collect::<Vec<_>>());
    let is_common = |row: &&&Row| row.is_solved() && partner(row, &others).is_some_and(Row::is_solved);
    let common: Vec<&Row> = own.iter().filter(is_common).copied().collect();
    let averages = averages(common.iter().copied());
    let [clauses, in_advance, conflicts, decisions, propagations, restarts] = averages.figures;
    let figures = [
        (Figure::Solved, Some(own.iter().filter(|it| it.is_solved()).count() as f64)),
        (Figure::Common, Some(common.len() as f64)),
        (Figure::Cpu, averages.seconds),
        (Figure::Clauses, clauses),
        (Figure::InAdvance, in_advance),
        (Figure::Conflicts, conflicts),
        (Figure::Decisions, decisions),
        (Figure::Propagations, propagations),
        (Figure::Restarts, restarts),
    ];
    figures.into_iter().filter_map(|(figure, value)| Some((figure, value?))).collect()
}

const TITLES: [&str; 10] = [
    "ordering",
    "solved",
    "common",
    "cpu seconds",
    "clauses",
    "in advance",
    "conflicts",
    "decisions",
    "propagations",
    "restarts",
];

/// The run of the same task the other way.
fn partner<'a>(row: &Row, others: &[&'a Row]) -> Option<&'a Row> {
    others.iter().find(|it| it.case.is_same_task(&row.case)).copied()
}

/// Averages; a figure that is missing in one of the runs is missing here.
struct Averages {
    seconds: Option<f64>,
    figures: [Option<f64>; 6],
}

fn averages<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> Averages {
    let average = |figure: &dyn Fn(&Row) -> Option<f64>| {
        let (mut sum, mut count) = (0.0, 0);
        for row in rows.clone() {
            sum += figure(row)?;
            count += 1;
        }
        (count > 0).then(|| sum / f64::from(count))
    };
    let figure = |index: usize| average(&|row: &Row| Some(row.solving?.figures()[index]? as f64));
    Averages { seconds: average(&|row: &Row| row.cpu_seconds), figures: std::array::from_fn(figure) }
}

impl Averages {
    fn cells(&self, way: &str, solved: usize, common: usize) -> [String; 10] {
        let [clauses, in_advance, conflicts, decisions, propagations, restarts] =
            self.figures.map(|it| shown(it, |it| format!("{it:.1}")));
        let seconds = shown(self.seconds, |it| format!("{it:.3}"));
        let (solved, common) = (solved.to_string(), common.to_string());
        let way = way.to_owned();
        [way, solved, common, seconds, clauses, in_advance, conflicts, decisions, propagations, restarts]
    }
}

/// One sentence about a pair: how many clauses are saved on average, and on how many tasks there are fewer or more.
fn comparison(pair: [&str; 2], averages: &[Averages; 2], solved: &[(&Row, &Row)]) -> String {
    let [Some(without), Some(with)] = [averages[0].figures[0], averages[1].figures[0]] else { return String::new() };
    let change = if without > 0.0 { (with - without) / without * 100.0 } else { 0.0 };
    let clauses = |row: &Row| row.solving.and_then(|it| it.clauses);
    let fewer = solved.iter().filter(|it| clauses(it.1) < clauses(it.0)).count();
    let more = solved.iter().filter(|it| clauses(it.1) > clauses(it.0)).count();
    let [plain, optimised] = pair;
    let tasks = solved.len();
    format!(
        "  {optimised} against {plain}: {change:+.1} % clauses; fewer on {fewer} of {tasks} tasks, more on {more}\n"
    )
}

fn line(cells: &[String; 10]) -> String {
    let [way, figures @ ..] = cells;
    let figures: Vec<_> = figures.iter().map(|it| format!("{it:>14}")).collect();
    format!("{way:<10}{}\n", figures.join(""))
}
