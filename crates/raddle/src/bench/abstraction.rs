//! The abstractions of the engine `cegar`: what a suite calls them, and how they compare, as in Tables 3.1 and 4.1 of
//! Telbisz's thesis (2024).
//!
//! A name is words in any order, at most one of each kind: the domain (`explicit`), the reduction (`por-none`), the cone of
//! influence (`coi-static`), what is tracked at first (`assumes`), which state is next (`breadth`). What is not said is as
//! usual. As in the thesis, abstractions of one domain are compared: over the tasks that all of them have solved.
//!
//! Start at [`settings`] and [`summary`].

use super::engine::Engine;
use super::figure::Figure;
use super::row::{Mark, Row, shown};
use crate::cegar::{CONES, Cegar, DOMAINS, INITIALS, ORDERS, REDUCTIONS, named, word};
use cegar::{Domain, Figures};
use std::collections::BTreeMap;

/// What is run if a suite does not say more.
pub const USUAL: &str = "product";

/// What an abstraction of this name is, or why there is none.
pub fn settings(name: &str) -> Result<Cegar, String> {
    let (mut domain, mut reduction, mut cone, mut order, mut initial) = (None, None, None, None, None);
    let mut words = name.split_whitespace().peekable();
    if words.peek().is_none() {
        return Err(format!("an abstraction is at least one of {}", all_words()));
    }
    for word in words {
        let is_known = say(&mut domain, find(&DOMAINS, "", word), word)?
            || say(&mut reduction, find(&REDUCTIONS, "por-", word), word)?
            || say(&mut cone, find(&CONES, "coi-", word), word)?
            || say(&mut initial, find(&INITIALS, "", word), word)?
            || say(&mut order, find(&ORDERS, "", word), word)?;
        if !is_known {
            return Err(format!("`{word}` is no part of an abstraction: there are {}", all_words()));
        }
    }
    Ok(Cegar {
        domain: domain.unwrap_or_default(),
        reduction: reduction.unwrap_or_default(),
        cone: cone.unwrap_or_default(),
        order: order.unwrap_or_default(),
        initial: initial.unwrap_or_default(),
    })
}

fn find<T: Copy>(all: &[(&str, T)], prefix: &str, word: &str) -> Option<T> {
    let rest = word.strip_prefix(prefix)?;
    all.iter().find(|it| it.0 == rest).map(|it| it.1)
}

/// Takes what a word means, if it means anything here; it is an error if that was said before.
fn say<T>(place: &mut Option<T>, meaning: Option<T>, word: &str) -> Result<bool, String> {
    if meaning.is_some() && place.is_some() {
        return Err(format!("`{word}` says again what was said before it"));
    }
    let is_known = meaning.is_some();
    *place = meaning.or(place.take());
    Ok(is_known)
}

fn all_words() -> String {
    fn words<'a, T>(all: &'a [(&str, T)], prefix: &'a str) -> impl Iterator<Item = String> + 'a {
        all.iter().map(move |it| format!("{prefix}{}", it.0))
    }
    let reductions = words(&REDUCTIONS, "por-").chain(words(&CONES, "coi-"));
    let others = words(&INITIALS, "").chain(words(&ORDERS, ""));
    words(&DOMAINS, "").chain(reductions).chain(others).collect::<Vec<_>>().join(", ")
}

/// The options of `raddle check` for an abstraction, or why there is none of this name.
pub fn options(name: &str) -> Result<Vec<&'static str>, String> {
    let Cegar { domain, reduction, cone, order, initial } = settings(name)?;
    let of_states = ["--domain", word(&DOMAINS, domain), "--por", word(&REDUCTIONS, reduction)];
    let of_search = ["--waitlist", word(&ORDERS, order), "--initial", word(&INITIALS, initial)];
    Ok([&of_states[..], &["--coi", word(&CONES, cone)], &of_search].concat())
}

/// The titles of the table of rows and the widths of its columns.
pub const TITLES: [(&str, usize); 10] = [
    ("iterations", 10),
    ("states", 9),
    ("actions", 9),
    ("variables", 9),
    ("predicates", 10),
    ("statements", 10),
    ("eliminated", 10),
    ("havoced", 9),
    ("queries", 9),
    ("successor s", 11),
];

/// The cells of a row, one for each of the titles.
pub fn cells(figures: Option<&Figures>) -> [String; 10] {
    let Some(it) = figures else { return ["-"; 10].map(str::to_owned) };
    let (of_states, of_tracking) = ([it.iterations, it.states, it.actions], [it.variables, it.predicates]);
    let [iterations, states, actions] = of_states.map(|it| it.to_string());
    let [variables, predicates] = of_tracking.map(|it| it.to_string());
    let [statements, eliminated, havoced] = [it.statements, it.eliminated, it.havoced].map(|it| it.to_string());
    let (queries, time) = (it.queries.to_string(), format!("{:.3}", seconds(it)));
    [iterations, states, actions, variables, predicates, statements, eliminated, havoced, queries, time]
}

/// The titles in the file: all figures.
pub fn field_titles() -> impl Iterator<Item = String> {
    named(&Figures::default()).into_iter().map(|it| it.0.replace('-', "_"))
}

/// The fields of a row in the file.
pub fn fields(figures: Option<&Figures>) -> Vec<String> {
    match figures {
        Some(figures) => named(figures).into_iter().map(|it| it.1.to_string()).collect(),
        None => field_titles().map(|_| String::new()).collect(),
    }
}

/// Time for successors.
pub fn seconds(figures: &Figures) -> f64 {
    figures.successor_time as f64 / 1e6
}

/// Whether a run has said in time what is true of its program. What it may cost has its own mark.
pub fn is_solved(row: &Row) -> bool {
    let verdict = row.verdict.as_deref().unwrap_or_default();
    let is_answer = verdict == "TRUE" || verdict.starts_with("FALSE(");
    row.mark != Mark::Timeout && is_answer && verdict == row.case.verdict
}

/// One abstraction, with all its runs and those on tasks that all abstractions of its domain have solved.
struct Line<'a> {
    name: &'a str,
    domain: Domain,
    runs: Vec<&'a Row>,
    common: Vec<&'a Row>,
}

impl<'a> Line<'a> {
    /// Its run on the same task, if that is solved.
    fn solved(&self, other: &Row) -> Option<&'a Row> {
        self.runs.iter().find(|it| is_solved(it) && it.case.is_same_task(&other.case)).copied()
    }

    /// How many of its runs have solved their tasks.
    fn count(&self) -> usize {
        self.runs.iter().filter(|it| is_solved(it)).count()
    }

    /// All its figures.
    fn totals(&self) -> BTreeMap<Figure, f64> {
        let figures = [
            (Figure::Solved, Some(self.count() as f64)),
            (Figure::Common, Some(self.common.len() as f64)),
            (Figure::Cpu, self.sum(|it| it.cpu_seconds)),
            (Figure::Actions, self.actions()),
            (Figure::Simplified, self.share(|it| it.eliminated + it.havoced)),
            (Figure::Eliminated, self.share(|it| it.eliminated)),
            (Figure::Havoced, self.share(|it| it.havoced)),
            (Figure::Successor, self.sum(|it| it.refining.as_ref().map(seconds))),
        ];
        figures.into_iter().filter_map(|(figure, value)| Some((figure, value?))).collect()
    }

    /// A sum over the common tasks; nothing if there are none, or if one has not told.
    fn sum(&self, figure: impl Fn(&Row) -> Option<f64>) -> Option<f64> {
        if self.common.is_empty() { None } else { self.common.iter().map(|it| figure(it)).sum() }
    }

    /// How many actions were explored, on average over the common tasks.
    fn actions(&self) -> Option<f64> {
        self.sum(|it| Some(it.refining?.actions as f64)).map(|it| it / self.common.len() as f64)
    }

    fn cpu_seconds(&self) -> String {
        shown(self.sum(|it| it.cpu_seconds), |it| format!("{it:.2}"))
    }

    /// The average of a part of the statements in percent, over the common tasks that have any.
    fn share(&self, part: impl Fn(&Figures) -> u64) -> Option<f64> {
        let figures = self.common.iter().filter_map(|it| it.refining.as_ref()).filter(|it| it.statements > 0);
        let shares: Vec<f64> = figures.map(|it| 100.0 * part(it) as f64 / it.statements as f64).collect();
        (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
    }

    /// What it costs to look at all threads, or at some: Table 3.1.
    fn of_reductions(&self) -> Vec<String> {
        let (solved, common) = (self.count().to_string(), self.common.len().to_string());
        vec![self.name.to_owned(), solved, common, self.cpu_seconds(), shown(self.actions(), |it| format!("{it:.1}"))]
    }

    /// What it saves not to look at some assignments: Table 4.1.
    fn of_cones(&self) -> Vec<String> {
        let shares =
            [self.share(|it| it.eliminated + it.havoced), self.share(|it| it.eliminated), self.share(|it| it.havoced)];
        let [simplified, eliminated, havoced] = shares.map(|it| shown(it, |it| format!("{it:.1} %")));
        let successors = shown(self.sum(|it| it.refining.as_ref().map(seconds)), |it| format!("{it:.3}"));
        let solved = self.count().to_string();
        vec![self.name.to_owned(), simplified, eliminated, havoced, successors, self.cpu_seconds(), solved]
    }
}

/// The abstractions that were run, in the order of their first runs.
fn lines<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for row in rows.filter(|it| it.case.engine == Engine::Cegar) {
        match lines.iter_mut().find(|it| it.name == row.case.reduction) {
            Some(line) => line.runs.push(row),
            None => {
                let domain = settings(&row.case.reduction).unwrap_or_default().domain;
                lines.push(Line { name: &row.case.reduction, domain, runs: vec![row], common: Vec::new() });
            }
        }
    }
    let common = |line: &Line<'_>| {
        let rivals = || lines.iter().filter(|it| it.domain == line.domain);
        let is_common = |row: &&&Row| rivals().all(|it| it.solved(row).is_some());
        line.runs.iter().filter(is_common).map(|it| it.case.clone()).collect::<Vec<_>>()
    };
    let common: Vec<_> = lines.iter().map(common).collect();
    for (line, cases) in lines.iter_mut().zip(common) {
        line.common = line.runs.iter().filter(|it| cases.contains(&it.case)).copied().collect();
    }
    lines
}

/// The figures of one abstraction among others; none if it was not run.
pub fn totals(rows: &[&Row], abstraction: &str) -> BTreeMap<Figure, f64> {
    let lines = lines(rows.iter().copied());
    lines.iter().find(|it| it.name == abstraction).map(Line::totals).unwrap_or_default()
}

/// Both tables; nothing if `cegar` was not run.
pub fn summary(rows: &[Row]) -> String {
    let lines = lines(rows.iter());
    if lines.is_empty() {
        return String::new();
    }
    let reductions = ["abstraction", "solved", "common", "cpu seconds", "actions"];
    let cones = ["abstraction", "simplified", "eliminated", "havoced", "successor seconds", "cpu seconds", "solved"];
    let sums = "sums of times and averages of the rest over the tasks that all abstractions of a domain have solved";
    written(&format!("Table 3.1: {sums}"), &reductions, lines.iter().map(Line::of_reductions))
        + &written(
            "Table 4.1: the same for statements that were not evaluated",
            &cones,
            lines.iter().map(Line::of_cones),
        )
}

/// A table below its title, with columns as wide as they must be: words to the left, figures to the right.
fn written(title: &str, titles: &[&str], lines: impl Iterator<Item = Vec<String>>) -> String {
    let mut all = vec![titles.iter().map(|&it| it.to_owned()).collect::<Vec<_>>()];
    all.extend(lines);
    let width = |index: usize| all.iter().map(|it| it[index].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..titles.len()).map(width).collect();
    let mut text = format!("\n{title}\n");
    for line in &all {
        text += &format!("{:<1$}", line[0], widths[0]);
        text.extend(line.iter().zip(&widths).skip(1).map(|(cell, width)| format!("  {cell:>width$}")));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::case::{Case, Most};
    use crate::bench::judge::failed;
    use cegar::{Cone, Initial, Order, Reduction};

    #[test]
    fn names_are_settings() {
        assert_eq!(settings("product"), Ok(Cegar::default()));
        assert_eq!(settings("por-none").map(|it| it.reduction), Ok(Reduction::None));
        let all = Cegar {
            domain: Domain::Predicates,
            reduction: Reduction::AbstractionAware,
            cone: Cone::None,
            order: Order::BreadthFirst,
            initial: Initial::Assumes,
        };
        assert_eq!(settings("predicates por-abstract coi-none assumes breadth"), Ok(all));
        assert_eq!(settings("breadth coi-none predicates assumes"), Ok(all), "in any order");
        let options = options("explicit coi-static").map(|it| it.join(" "));
        let expected = "--domain explicit --por abstract --coi static --waitlist depth --initial empty";
        assert_eq!(options.as_deref(), Ok(expected));
        for (name, message) in [
            ("", "at least one of explicit, predicates"),
            ("static", "`static` is no part of an abstraction"),
            ("product por-some", "`por-some` is no part"),
            ("product explicit", "`explicit` says again"),
            ("por-none por-none", "`por-none` says again"),
        ] {
            assert!(settings(name).is_err_and(|it| it.contains(message)), "{name}");
        }
    }

    fn row(program: &str, abstraction: &str, verdict: &str, actions: u64, simplified: (u64, u64)) -> Row {
        let case = Case {
            program: program.to_owned(),
            path: format!("{program}.c").into(),
            size: "-".to_owned(),
            depth: None,
            flags: Vec::new(),
            options: Vec::new(),
            engine: Engine::Cegar,
            reduction: abstraction.to_owned(),
            executions: None,
            published: None,
            remark: None,
            verdict: "TRUE".to_owned(),
            most: Most::default(),
            against: Vec::new(),
        };
        let (eliminated, havoced) = simplified;
        let successor_time = 250_000;
        let figures = Figures { actions, statements: 200, eliminated, havoced, successor_time, ..Figures::default() };
        Row {
            mark: if verdict == "TRUE" { Mark::Right } else { Mark::Wrong },
            verdict: Some(verdict.to_owned()),
            cpu_seconds: Some(1.25),
            refining: Some(figures),
            ..failed(case, String::new())
        }
    }

    /// The words of the lines behind a title that begin with an abstraction.
    fn line<'a>(text: &'a str, title: &str, abstraction: &str) -> Vec<&'a str> {
        let (_, table) = text.split_once(title).expect("a table");
        let line = table.lines().find_map(|it| it.strip_prefix(abstraction)?.strip_prefix("  "));
        line.expect("a line").split_whitespace().filter(|it| *it != "%").collect()
    }

    #[test]
    fn abstractions_of_one_domain_are_compared_where_all_have_an_answer() {
        let timeout = Row { mark: Mark::Timeout, verdict: None, ..row("three", "explicit", "TRUE", 7, (0, 0)) };
        let rows = [
            row("one", "explicit", "TRUE", 100, (20, 30)),
            row("two", "explicit", "TRUE", 300, (40, 30)),
            timeout,
            row("one", "explicit por-none", "TRUE", 1_000, (0, 0)),
            row("two", "explicit por-none", "TRUE", 3_001, (0, 0)),
            row("three", "explicit por-none", "TRUE", 9_999, (200, 0)),
            row("one", "product", "UNKNOWN(abstraction)", 1, (0, 0)),
            row("two", "product", "FALSE(reach)", 1, (0, 0)),
            row("three", "product", "TRUE", 50, (100, 100)),
        ];
        let text = summary(&rows);
        assert_eq!(line(&text, "Table 3.1", "explicit         "), ["2", "2", "2.50", "200.0"], "{text}");
        assert_eq!(line(&text, "Table 3.1", "explicit por-none"), ["3", "2", "2.50", "2000.5"], "{text}");
        assert_eq!(line(&text, "Table 3.1", "product          "), ["1", "1", "1.25", "50.0"], "{text}");
        let simplified = ["30.0", "15.0", "15.0", "0.500", "2.50", "2"];
        assert_eq!(line(&text, "Table 4.1", "explicit         "), simplified, "{text}");
        let nothing = ["0.0", "0.0", "0.0", "0.500", "2.50", "3"];
        assert_eq!(line(&text, "Table 4.1", "explicit por-none"), nothing, "{text}");
        let everything = ["100.0", "50.0", "50.0", "0.250", "1.25", "1"];
        assert_eq!(line(&text, "Table 4.1", "product          "), everything, "{text}");
    }

    #[test]
    fn nothing_in_common_is_no_figure() {
        let rows = [row("one", "product", "TRUE", 5, (0, 0)), row("two", "por-none", "TRUE", 5, (0, 0))];
        let text = summary(&rows);
        assert_eq!(line(&text, "Table 3.1", "por-none   "), ["1", "0", "-", "-"], "{text}");
        assert_eq!(line(&text, "Table 4.1", "product    "), ["-", "-", "-", "-", "-", "1"], "{text}");
        assert_eq!(summary(&[]), "");
    }

    #[test]
    fn figures_are_cells_and_fields() {
        let figures = Figures { iterations: 3, successor_time: 1_500_000, threads: 2, ..Figures::default() };
        assert_eq!((&*cells(Some(&figures))[0], &*cells(Some(&figures))[9]), ("3", "1.500"));
        assert_eq!(cells(None), ["-"; 10].map(str::to_owned));
        let titles: Vec<_> = field_titles().collect();
        assert_eq!((&*titles[0], &*titles[13]), ("iterations", "successor_time_us"));
        for figures in [Some(&figures), None] {
            assert_eq!(fields(figures).len(), titles.len());
        }
    }
}
