//! The schedulers of the engine `peephole`: what a suite calls them, and how they compare, side by side as in Table 1 of
//! Wang, Yang, Kahlon and Gupta, "Peephole Partial Order Reduction" (TACAS 2008).
//!
//! A name is the rules, then maybe the form of the constraints, then maybe `chains`: `full`, `simple merged`, `simple chains`.
//! As in the paper a line is a program at a depth, and there are three groups of columns: time, conflicts and decisions of
//! the solver. The last line has averages over the tasks that are solved under all schedulers, which the paper does not
//! have: on the others, the times cannot be compared.
//!
//! Start at [`options`] and [`summary`].

use super::engine::Engine;
use super::row::{Mark, Row, shown};
use super::solving::Solving;
use crate::peephole::{FORMS, RULES};

/// The options of `raddle check` for a scheduler, or why there is none of this name.
pub fn options(name: &str) -> Result<Vec<&str>, String> {
    let mut words = name.split_whitespace().peekable();
    let rules = words.next().unwrap_or_default();
    if RULES.iter().all(|it| it.0 != rules) {
        return Err(format!("there are no rules `{rules}`: a scheduler begins with {}", listed(&RULES)));
    }
    let mut options = vec!["--scheduler", rules];
    if let Some(form) = words.next_if(|it| FORMS.iter().any(|form| form.0 == *it)) {
        options.extend(["--constraints", form]);
    }
    options.extend(words.next_if_eq(&"chains").map(|_| "--chains"));
    match words.next() {
        None => Ok(options),
        Some(word) => Err(format!("`{word}` cannot stand here: behind the rules are {} and chains", listed(&FORMS))),
    }
}

/// All names of something.
fn listed<T>(all: &[(&str, T)]) -> String {
    all.iter().map(|it| it.0).collect::<Vec<_>>().join(", ")
}

/// One group of columns.
struct Group {
    title: &'static str,
    /// What it shows of a run that has ended.
    figure: fn(&Row) -> Option<f64>,
    /// What it shows of one that has not.
    timed_out: &'static str,
}

const GROUPS: [Group; 3] = [
    Group { title: "cpu seconds", figure: |it| it.cpu_seconds, timed_out: "T/O" },
    Group { title: "conflicts (k)", figure: |it| thousands(it, |it| it.conflicts), timed_out: "-" },
    Group { title: "decisions (k)", figure: |it| thousands(it, |it| it.decisions), timed_out: "-" },
];

fn thousands(row: &Row, figure: fn(&Solving) -> Option<u64>) -> Option<f64> {
    Some(figure(row.solving.as_ref()?)? as f64 / 1000.0)
}

/// More schedulers than the paper has would make lines too long: their groups stand below each other.
const MOST_BESIDE: usize = 4;

/// The schedulers side by side; nothing if `peephole` was not run.
pub fn summary(rows: &[Row]) -> String {
    let rows: Vec<_> = rows.iter().filter(|it| it.case.engine == Engine::Peephole).collect();
    let mut schedulers: Vec<&str> = Vec::new();
    let mut tasks: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        if !schedulers.contains(&&*row.case.reduction) {
            schedulers.push(&row.case.reduction);
        }
        match tasks.iter_mut().find(|it| it[0].case.is_same_task(&row.case)) {
            Some(task) => task.push(row),
            None => tasks.push(vec![row]),
        }
    }
    if tasks.is_empty() {
        return String::new();
    }
    let groups_beside = if schedulers.len() > MOST_BESIDE { 1 } else { GROUPS.len() };
    GROUPS.chunks(groups_beside).map(|groups| block(groups, &schedulers, &tasks)).collect()
}

/// The run of a task under a scheduler.
fn of<'a>(task: &[&'a Row], scheduler: &str) -> Option<&'a Row> {
    task.iter().find(|it| it.case.reduction == scheduler).copied()
}

/// Some of the groups, with a line for each task.
fn block(groups: &[Group], schedulers: &[&str], tasks: &[Vec<&Row>]) -> String {
    let solved_by_all = |task: &&Vec<&Row>| schedulers.iter().all(|it| of(task, it).is_some_and(Row::is_solved));
    let common: Vec<_> = tasks.iter().filter(solved_by_all).collect();
    let mut lines = vec![Line { label: ["program", "size", "depth"].map(str::to_owned), cells: Vec::new() }];
    lines[0].cells.extend(groups.iter().map(|_| schedulers.iter().map(|&it| it.to_owned()).collect()));
    for task in tasks {
        let case = &task[0].case;
        let label = [case.program.clone(), case.size.clone(), shown(case.depth, |it| it.to_string())];
        let cells = |group: &Group| schedulers.iter().map(|it| group.cell(of(task, it))).collect();
        lines.push(Line { label, cells: groups.iter().map(cells).collect() });
    }
    if !common.is_empty() {
        let average = |group: &Group, scheduler: &str| {
            let figures = common.iter().map(|task| (group.figure)(of(task, scheduler)?));
            figures.sum::<Option<f64>>().map(|it| it / common.len() as f64)
        };
        let cell = |group, scheduler| shown(average(group, scheduler), |it| format!("{it:.2}"));
        let label = [format!("average of {}", common.len()), String::new(), String::new()];
        let cells = |group| schedulers.iter().map(|it| cell(group, it)).collect();
        lines.push(Line { label, cells: groups.iter().map(cells).collect() });
    }
    written(groups, &lines)
}

impl Group {
    fn cell(&self, row: Option<&Row>) -> String {
        match row {
            None => "-".to_owned(),
            Some(row) => match row.mark {
                Mark::Timeout => self.timed_out.to_owned(),
                Mark::Wrong => "WRONG".to_owned(),
                Mark::Right | Mark::Unchecked => shown((self.figure)(row), |it| format!("{it:.2}")),
            },
        }
    }
}

/// One line: program, size and depth, then the cells of each group.
struct Line {
    label: [String; 3],
    cells: Vec<Vec<String>>,
}

/// The lines below the titles of their groups, with columns as wide as they must be.
fn written(groups: &[Group], lines: &[Line]) -> String {
    let widest = |of: &dyn Fn(&Line) -> usize| lines.iter().map(of).max().unwrap_or(0);
    let [program, size, depth] = [0, 1, 2].map(|index| widest(&|it: &Line| it.label[index].chars().count()));
    // A scheduler has columns of the same width in all groups.
    let of_scheduler = |index: usize| {
        let in_line = |line: &Line| line.cells.iter().map(|it| it[index].chars().count()).max().unwrap_or(0);
        widest(&in_line).max(7) + 2
    };
    let widths: Vec<_> = (0..lines[0].cells[0].len()).map(of_scheduler).collect();
    let group: usize = widths.iter().sum();
    let titles = groups.iter().map(|it| format!(" |{:^group$}", it.title));
    let mut text = format!("\n{:1$}{2}", "", program + size + depth + 4, titles.collect::<String>());
    text.truncate(text.trim_end().len());
    for line in lines {
        let [of_program, of_size, of_depth] = &line.label;
        text += &format!("\n{of_program:<program$}  {of_size:>size$}  {of_depth:>depth$}");
        for cells in &line.cells {
            text += " |";
            text.extend(cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")));
        }
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_options() {
        assert_eq!(options("none"), Ok(vec!["--scheduler", "none"]));
        assert_eq!(options("full pairs"), Ok(vec!["--scheduler", "full", "--constraints", "pairs"]));
        assert_eq!(options("simple chains"), Ok(vec!["--scheduler", "simple", "--chains"]));
        let all = vec!["--scheduler", "simple", "--constraints", "merged", "--chains"];
        assert_eq!(options("simple merged chains"), Ok(all));
        for (name, word) in [("", "``"), ("pairs", "`pairs`"), ("full of", "`of`"), ("full chains merged", "`merged`")]
        {
            assert!(options(name).is_err_and(|it| it.contains(word)), "{name}");
        }
    }
}
