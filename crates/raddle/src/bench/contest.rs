//! `--engine auto` beside the single engines: what a suite calls them, whose answers are wrong, and how they compare.
//!
//! A way is the name of an engine, for `auto` maybe with how many may work at the same time: `auto`, `auto -j1`, `ordering`.
//! Each is asked all that it decides, or `reach` only, as the suite says. An engine that decides less than another has not
//! answered the question when it says TRUE, so that counts apart; a violation is an answer, whoever finds it.
//!
//! The figure that matters is the time of `auto` by that of the fastest single engine that has answered: for each program,
//! with all runs right after one another, since other work on the machine then slows all of them down alike. Time of the
//! processor is told in hundredths of a second; what takes less counts as one.
//!
//! Start at [`summary`].

use super::case::Case;
use super::engine::Engine;
use super::row::{Mark, Row, shown};
use std::collections::BTreeSet;

/// All ways, if a suite does not say which.
pub const ALL: [&str; 5] = ["auto", "explore", "ordering", "peephole", "cegar"];

/// The options of `raddle check` for a way, or why there is none of this name.
pub fn options(way: &str) -> Result<Vec<&str>, String> {
    let mut words = way.split_whitespace();
    let engine = words.next().unwrap_or_default();
    if !ALL.contains(&engine) {
        return Err(format!("there is no engine `{engine}`: there are {}", ALL.join(", ")));
    }
    let mut options = vec!["--engine", engine];
    for word in words {
        let jobs = word.strip_prefix("-j").and_then(|it| it.parse::<u32>().ok());
        if engine != "auto" || jobs.is_none() {
            return Err(format!("`{word}` cannot stand here: behind auto can be -j1 or another number"));
        }
        options.push(word);
    }
    Ok(options)
}

/// Whether a way is several engines.
fn is_auto(way: &str) -> bool {
    way.split_whitespace().next() == Some("auto")
}

/// Who has answered, and for what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The line `engine`.
    pub engine: String,
    /// The properties that it has decided.
    pub properties: String,
}

impl Answered {
    fn properties(&self) -> BTreeSet<&str> {
        self.properties.split(',').collect()
    }
}

/// The properties that a verdict says are violated; nothing if it says none is.
fn violated(verdict: &str) -> Option<BTreeSet<&str>> {
    Some(verdict.strip_prefix("FALSE(")?.strip_suffix(')')?.split(',').collect())
}

/// What a verdict is worth beside what is expected. Some violations of several are enough, and a property that an engine
/// does not decide it need not know of.
pub fn mark(case: &Case, verdict: &str, answered: Option<&Answered>) -> Mark {
    // Where the head has no answer, whatever is found is more; nobody knows better.
    let is_open = case.verdict.starts_with("UNKNOWN");
    let expected = violated(&case.verdict).unwrap_or_default();
    let decided = answered.map(Answered::properties).unwrap_or_default();
    let is_right = match violated(verdict) {
        Some(found) => is_open || found.is_subset(&expected),
        None if matches!(verdict, "TRUE" | "TRUE(partial)") => decided.is_disjoint(&expected),
        None if verdict == "TRUE(bounded)" => return Mark::Unchecked,
        None if matches!(verdict, "UNKNOWN(internal)" | "UNKNOWN(input)") => false,
        None if verdict.starts_with("UNKNOWN(") => return Mark::Unchecked,
        None => false,
    };
    if is_right { Mark::Right } else { Mark::Wrong }
}

/// All runs on one program.
struct Task<'a> {
    rows: Vec<&'a Row>,
}

impl<'a> Task<'a> {
    /// The most that any of its runs was about.
    fn asked(&self) -> usize {
        self.rows.iter().filter_map(|it| it.answered.as_ref()).map(|it| it.properties().len()).max().unwrap_or(0)
    }

    fn run(&self, way: &str) -> Option<&'a Row> {
        self.rows.iter().find(|it| it.case.reduction == way).copied()
    }

    /// How a run has ended.
    fn end(&self, row: &Row) -> End {
        match (row.mark, row.verdict.as_deref()) {
            (Mark::Wrong, _) => End::Wrong,
            (Mark::Timeout, _) => End::Timeout,
            (Mark::Right | Mark::Unchecked, Some("TRUE")) => {
                let decided = row.answered.as_ref().map_or(0, |it| it.properties().len());
                if decided < self.asked() { End::OfLess } else { End::Answer }
            }
            (Mark::Right | Mark::Unchecked, Some("TRUE(partial)")) => End::OfLess,
            (Mark::Right | Mark::Unchecked, Some("TRUE(bounded)")) => End::Bounded,
            (Mark::Right | Mark::Unchecked, Some(it)) if it.starts_with("FALSE(") => End::Answer,
            (Mark::Right | Mark::Unchecked, _) => End::Unknown,
        }
    }

    /// The fastest single engine that has answered.
    fn fastest(&self, time: fn(&Row) -> f64) -> Option<&'a Row> {
        let single = self.rows.iter().filter(|it| !is_auto(&it.case.reduction) && self.end(it) == End::Answer);
        single.min_by(|one, other| time(one).total_cmp(&time(other))).copied()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Answer,
    /// TRUE, but not for all that others have decided.
    OfLess,
    Bounded,
    Unknown,
    Timeout,
    Wrong,
}

fn wall(row: &Row) -> f64 {
    row.seconds
}

fn processor(row: &Row) -> f64 {
    row.cpu_seconds.unwrap_or(0.0).max(0.01)
}

/// A program is a long one if the fastest takes more time of the processor than this, and not mostly start-up.
const LONG: f64 = 0.1;

/// How many programs are named.
const WORST: usize = 5;

/// The engines side by side, and what `auto` costs; nothing if no suite asked for that.
pub fn summary(rows: &[Row]) -> String {
    let mut ways: Vec<&str> = Vec::new();
    let mut tasks: Vec<Task<'_>> = Vec::new();
    for row in rows.iter().filter(|it| it.case.engine == Engine::Auto) {
        if !ways.contains(&&*row.case.reduction) {
            ways.push(&row.case.reduction);
        }
        // Runs on one program stand together.
        match tasks.last_mut().filter(|it| it.rows[0].case.is_same_task(&row.case)) {
            Some(task) => task.rows.push(row),
            None => tasks.push(Task { rows: vec![row] }),
        }
    }
    if tasks.is_empty() {
        return String::new();
    }
    let mut text = answers(&ways, &tasks);
    for way in ways.iter().filter(|it| is_auto(it)) {
        text += &costs(way, &tasks);
    }
    text
}

/// How many programs each engine has answered.
fn answers(ways: &[&str], tasks: &[Task<'_>]) -> String {
    let ends = [End::Answer, End::OfLess, End::Bounded, End::Unknown, End::Timeout, End::Wrong];
    let titles = ["answered", "of less", "bounded", "unknown", "timeout", "wrong"];
    let width = ways.iter().map(|it| it.len()).max().unwrap_or(0).max("engine".len());
    let mut text = format!("\n{:<width$}  {:>8}", "engine", "programs");
    text.extend(titles.map(|it| format!("  {it:>8}")));
    for way in ways {
        let all: Vec<End> = tasks.iter().filter_map(|it| Some(it.end(it.run(way)?))).collect();
        text += &format!("\n{way:<width$}  {:>8}", all.len());
        text.extend(ends.map(|end| format!("  {:>8}", all.iter().filter(|it| **it == end).count())));
    }
    text + "\n"
}

/// What a way of several engines costs, as parts of what the fastest single one does. A run without an answer counts with
/// the time that it took.
fn costs(way: &str, tasks: &[Task<'_>]) -> String {
    let compared: Vec<(&Task<'_>, &Row)> =
        tasks.iter().filter(|it| it.fastest(wall).is_some()).filter_map(|it| Some((it, it.run(way)?))).collect();
    let ratio = |task: &Task<'_>, row: &Row, time: fn(&Row) -> f64| Some(time(row) / time(task.fastest(time)?));
    let is_long = |task: &Task<'_>| task.fastest(processor).is_some_and(|it| processor(it) >= LONG);
    let mut text = format!("\ntime of `{way}` by that of the fastest single engine that has answered\n");
    text += "                     programs  median    75 %    90 %\n";
    for (name, only_long) in [("all programs", false), ("long programs", true)] {
        for (what, time) in [("wall", wall as fn(&Row) -> f64), ("processor", processor)] {
            let chosen = compared.iter().filter(|it| !only_long || is_long(it.0));
            let mut ratios: Vec<f64> = chosen.filter_map(|(task, row)| ratio(task, row, time)).collect();
            ratios.sort_by(f64::total_cmp);
            let [median, three_quarters, most] =
                [50, 75, 90].map(|part| shown(quantile(&ratios, part), |it| format!("{it:.2}")));
            let count = ratios.len();
            let label = if what == "wall" { name } else { "" };
            text += &format!("{label:<13}  {what:<9}{count:>5}{median:>8}{three_quarters:>8}{most:>8}\n");
        }
    }
    let mut worst: Vec<_> =
        compared.iter().filter_map(|(task, row)| Some((ratio(task, row, wall)?, task, row))).collect();
    worst.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (ratio, task, row) in worst.into_iter().take(WORST) {
        let Some(fastest) = task.fastest(wall) else { continue };
        let (name, best) = (&row.case.program, &fastest.case.reduction);
        text += &format!("  worst: {ratio:.2} {name}: {:.3} s, {best} {:.3} s\n", row.seconds, fastest.seconds);
    }
    for (task, row) in compared.iter().filter(|(task, row)| task.end(row) != End::Answer) {
        let Some(fastest) = task.fastest(wall) else { continue };
        let verdict = row.verdict.as_deref().unwrap_or("nothing");
        text += &format!("  lost: {}: {verdict}, but {} answers\n", row.case.program, fastest.case.reduction);
    }
    text
}

/// The figure that so many of a hundred are not above, by rank: one that was measured, and no mean of two.
fn quantile(sorted: &[f64], percent: usize) -> Option<f64> {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.max(1) - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::case::Most;
    use crate::bench::judge::failed;

    fn case(program: &str, way: &str, verdict: &str) -> Case {
        Case {
            program: program.to_owned(),
            path: format!("{program}.c").into(),
            size: "-".to_owned(),
            depth: None,
            flags: Vec::new(),
            options: Vec::new(),
            engine: Engine::Auto,
            reduction: way.to_owned(),
            executions: None,
            published: None,
            remark: None,
            verdict: verdict.to_owned(),
            most: Most::default(),
            against: Vec::new(),
        }
    }

    fn answered(properties: &str) -> Answered {
        Answered { engine: String::new(), properties: properties.to_owned() }
    }

    fn row(program: &str, way: &str, verdict: &str, seconds: f64) -> Row {
        let case = case(program, way, "TRUE");
        let answered = answered(if way == "cegar" { "reach" } else { "reach,race" });
        let mark = mark(&case, verdict, Some(&answered));
        let (verdict, cpu_seconds, answered) = (Some(verdict.to_owned()), Some(seconds), Some(answered));
        Row { mark, verdict, seconds, cpu_seconds, answered, ..failed(case, String::new()) }
    }

    #[test]
    fn names_are_options() {
        assert_eq!(options("cegar"), Ok(vec!["--engine", "cegar"]));
        assert_eq!(options("auto -j1"), Ok(vec!["--engine", "auto", "-j1"]));
        for (name, message) in [
            ("", "there is no engine ``"),
            ("motor", "there is no engine `motor`"),
            ("explore -j1", "`-j1` cannot stand here"),
            ("auto -j", "`-j` cannot stand here"),
        ] {
            assert!(options(name).is_err_and(|it| it.contains(message)), "{name}");
        }
    }

    #[test]
    fn an_engine_is_not_wrong_about_what_it_does_not_decide() {
        let case = case("one", "cegar", "FALSE(deadlock,race)");
        for (verdict, properties, expected) in [
            ("TRUE", "reach", Mark::Right),
            ("TRUE", "reach,deadlock", Mark::Wrong),
            ("TRUE(partial)", "reach", Mark::Right),
            ("TRUE(partial)", "reach,deadlock", Mark::Wrong),
            ("FALSE(race)", "reach,deadlock,race", Mark::Right),
            ("FALSE(deadlock,race)", "reach,deadlock,race", Mark::Right),
            ("FALSE(reach)", "reach", Mark::Wrong),
            ("FALSE(race,reach)", "reach,race", Mark::Wrong),
            ("TRUE(bounded)", "reach,race", Mark::Unchecked),
            ("UNKNOWN(time)", "reach", Mark::Unchecked),
            ("UNKNOWN(internal)", "reach", Mark::Wrong),
            ("(none)", "reach", Mark::Wrong),
        ] {
            assert_eq!(mark(&case, verdict, Some(&answered(properties))), expected, "{verdict} for {properties}");
        }
    }

    #[test]
    fn auto_is_compared_with_the_fastest_that_has_answered() {
        let rows = [
            row("one", "auto", "TRUE", 0.3),
            row("one", "explore", "TRUE", 0.2),
            row("one", "cegar", "TRUE", 0.1),
            row("two", "auto", "TRUE", 0.4),
            row("two", "explore", "TRUE(bounded)", 0.1),
            row("two", "ordering", "TRUE", 0.1),
            row("three", "auto", "UNKNOWN(time)", 0.5),
            row("three", "explore", "TRUE", 0.05),
            row("four", "auto", "TRUE", 9.0),
            row("four", "explore", "UNKNOWN(time)", 0.5),
        ];
        let text = summary(&rows);
        let words = |begin: &str| {
            let line = text.lines().find(|it| it.starts_with(begin)).unwrap_or_else(|| panic!("{begin} in {text}"));
            line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words("auto"), "auto 4 3 0 0 1 0 0");
        assert_eq!(words("explore"), "explore 4 2 0 1 1 0 0");
        assert_eq!(words("cegar"), "cegar 1 0 1 0 0 0 0", "it has decided less than others");
        assert_eq!(words("all programs"), "all programs wall 3 4.00 10.00 10.00", "1.5, 4 and 10");
        assert_eq!(words("long programs"), "long programs wall 2 1.50 4.00 4.00");
        assert_eq!(words("  worst"), "worst: 10.00 three: 0.500 s, explore 0.050 s");
        assert_eq!(words("  lost"), "lost: three: UNKNOWN(time), but explore answers");
        assert_eq!(summary(&[]), "");
    }

    #[test]
    fn quantiles_are_figures_that_were_measured() {
        assert_eq!(quantile(&[], 50), None);
        assert_eq!([50, 75, 90].map(|it| quantile(&[1.0, 2.0, 3.0, 4.0], it)), [Some(2.0), Some(3.0), Some(4.0)]);
    }
}
