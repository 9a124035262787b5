//! What solving has cost: the figures of one run, and their averages for each way of deciding orders, which are the
//! columns of Table 5.1 of Telbisz's thesis.
//!
//! As in the thesis, ways are compared in pairs, without and with conflicts in advance: averages are over the tasks that
//! both ways of a pair have solved. A task is solved if its verdict is the expected one. CaDiCaL does not tell how often
//! it restarts, so that column is empty.

use super::row::{Mark, Row, plain, shown};

/// The two ways of each pair: without and with conflicts in advance (Algorithm 3).
const PAIRS: [[&str; 2]; 2] = [["basic", "basic-opt"], ["prop", "prop-opt"]];

/// The figures of one run. All are sums over the calls of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Solving {
    /// Clauses that the theory of orders gave the solver during the search: refinements, or conflicts and reasons.
    pub clauses: Option<u64>,
    /// Conflicts that were found in advance.
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
    pub fn read(stat: impl Fn(&str) -> Option<u64>) -> Solving {
        Solving {
            clauses: stat("ordering-clauses"),
            in_advance: stat("found-in-advance"),
            conflicts: stat("conflicts"),
            decisions: stat("decisions"),
            propagations: stat("propagations"),
            restarts: stat("restarts"),
        }
    }

    /// The titles of the table and the widths of its columns.
    pub const TITLES: [(&'static str, usize); 6] =
        [("clauses", 8), ("in advance", 10), ("conflicts", 9), ("decisions", 9), ("propagations", 12), ("restarts", 8)];

    /// The titles in the file.
    pub const FIELDS: &'static str = "clauses,in_advance,conflicts,decisions,propagations,restarts";

    fn figures(&self) -> [Option<u64>; 6] {
        let Solving { clauses, in_advance, conflicts, decisions, propagations, restarts } = *self;
        [clauses, in_advance, conflicts, decisions, propagations, restarts]
    }

    /// The cells of the table.
    pub fn cells(&self) -> [String; 6] {
        self.figures().map(|it| shown(it, |it| it.to_string()))
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
        let solved: Vec<(&Row, &Row)> = common.into_iter().filter(|it| is_solved(it.0) && is_solved(it.1)).collect();
        if solved.is_empty() {
            continue;
        }
        if text.is_empty() {
            text.push_str("\naverages over the tasks that both ways of a pair have solved\n");
            text.push_str(&line(&TITLES.map(str::to_owned)));
        }
        let averages = [averages(solved.iter().map(|it| it.0)), averages(solved.iter().map(|it| it.1))];
        for ((way, all), averages) in pair.iter().zip([&without, &with]).zip(&averages) {
            let count = all.iter().filter(|it| is_solved(it)).count();
            text.push_str(&line(&averages.cells(way, count, solved.len())));
        }
        text.push_str(&comparison(pair, &averages, &solved));
    }
    text
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

fn is_solved(row: &Row) -> bool {
    match row.mark {
        Mark::Right | Mark::Unchecked => true,
        Mark::Wrong | Mark::Timeout => false,
    }
}

/// The run of the same task the other way.
fn partner<'a>(row: &Row, others: &[&'a Row]) -> Option<&'a Row> {
    let task = |it: &Row| (it.case.path.clone(), it.case.flags.clone(), it.case.options.clone());
    others.iter().find(|it| task(it) == task(row)).copied()
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
