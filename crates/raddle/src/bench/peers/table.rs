//! What is shown of the checkers beside each other, and what is kept of them.

use super::compare::{Ratios, Run, spread};
use super::{Beside, Task};
use crate::bench::case::Case;
use crate::bench::row::{csv_line, plain, shown, table_line};

const RADDLE: &str = "raddle";

/// The widths of the columns, fixed before the first row is known.
pub struct Table {
    widths: Vec<usize>,
}

const TITLES: [&str; 12] = [
    "program",
    "size",
    "checker",
    "answer",
    "",
    "executions",
    "blocked",
    "cpu s",
    "wall s",
    "x exec",
    "x cpu",
    "x instr",
];

impl Table {
    /// A table for these programs and peers.
    pub fn new(cases: &[Case], peers: &[String]) -> Table {
        let longest = |words: &mut dyn Iterator<Item = &String>| words.map(|it| it.chars().count()).max().unwrap_or(0);
        let least = [
            longest(&mut cases.iter().map(|it| &it.program)),
            longest(&mut cases.iter().map(|it| &it.size)),
            longest(&mut peers.iter()).max(RADDLE.len()),
            "FALSE(reach)".len(),
            "DIFFERS".len(),
            10,
            7,
            8,
            8,
            7,
            7,
            7,
        ];
        let widths = TITLES.iter().zip(least).map(|(title, least)| least.max(title.chars().count())).collect();
        Table { widths }
    }

    /// The titles.
    pub fn head(&self) -> String {
        self.line(&TITLES.map(str::to_owned))
    }

    /// Our run, those of the peers, and what there is to say about them.
    pub fn task(&self, task: &Task) -> String {
        let names = [task.case.program.clone(), task.case.size.clone(), RADDLE.to_owned()];
        let mark = task.mark.name().to_owned();
        let mut text = self.line(&cells(names, &task.verdict, mark, &task.ours, Ratios::default()));
        text.extend(task.notes.iter().map(|it| format!("    {it}\n")));
        for beside in &task.peers {
            let names = [String::new(), String::new(), beside.peer.clone()];
            let answer = beside.run.reply.answer.name();
            text += &self.line(&cells(names, answer, beside.mark().to_owned(), &beside.run, beside.ratios));
            text.extend(beside.remarks().iter().map(|it| format!("    {}: {it}\n", beside.peer)));
        }
        text
    }

    fn line(&self, cells: &[String]) -> String {
        table_line(&self.widths, &[0, 2, 3, 4], cells)
    }
}

fn cells(names: [String; 3], answer: &str, mark: String, run: &Run, ratios: Ratios) -> Vec<String> {
    let mut cells = names.to_vec();
    cells.extend([
        answer.to_owned(),
        mark,
        shown(run.reply.executions, |it| it.to_string()),
        shown(run.reply.blocked, |it| it.to_string()),
        shown(run.cpu_seconds, |it| format!("{it:.3}")),
        format!("{:.3}", run.seconds),
        shown(ratios.executions, figures),
        shown(ratios.cpu, figures),
        shown(ratios.instructions, figures),
    ]);
    cells
}

/// Three figures are all that such a ratio is worth.
fn figures(ratio: f64) -> String {
    match ratio {
        _ if ratio >= 100.0 => format!("{ratio:.0}"),
        _ if ratio >= 10.0 => format!("{ratio:.1}"),
        _ if ratio >= 0.1 => format!("{ratio:.2}"),
        _ => format!("{ratio:.4}"),
    }
}

/// What is told of a peer below the table: the medians of its ratios, and what became of its runs.
pub fn summary(peer: &str, tasks: &[Task]) -> String {
    let besides: Vec<_> = tasks.iter().flat_map(|it| &it.peers).filter(|it| it.peer == peer).collect();
    let ratio = |what: &str, of: fn(&Ratios) -> Option<f64>| {
        let ratios: Vec<_> = besides.iter().filter_map(|it| of(&it.ratios)).collect();
        let runs = ratios.len();
        let (median, least, most) = spread(ratios)?;
        let [median, least, most] = [median, least, most].map(figures);
        Some(format!("{what} {median} ({least} to {most}; {runs} runs)"))
    };
    let ratios = [
        ratio("executions", |it| it.executions),
        ratio("cpu", |it| it.cpu),
        ratio("instructions", |it| it.instructions),
    ];
    let ratios: Vec<_> = ratios.into_iter().flatten().collect();
    let ratios = if ratios.is_empty() { "nothing to compare".to_owned() } else { ratios.join(", ") };
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for beside in &besides {
        let kind = if beside.mark() == "-" { beside.run.reply.answer.name() } else { beside.mark() };
        match kinds.iter_mut().find(|it| it.0 == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let kinds: Vec<_> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    format!("median of {peer}/raddle: {ratios}\n    runs: {}\n", kinds.join(", "))
}

/// The titles of the record.
pub fn csv_head() -> String {
    "program,size,checker,options,answer,mark,executions,blocked,cpu_seconds,wall_seconds,peak_kB,instructions,\
     executions_ratio,cpu_ratio,instructions_ratio,remarks\n"
        .to_owned()
}

/// The lines of the record.
pub fn csv(task: &Task) -> String {
    let Task { case, ours, .. } = task;
    let options = [case.engine.options(&case.reduction).join(" "), case.options.join(" ")].join(" ");
    let own = [RADDLE, options.trim(), &task.verdict, task.mark.name()];
    let mut text = csv_line(&fields(case, own, ours, Ratios::default(), &task.notes));
    for beside in &task.peers {
        let Beside { peer, options, run, ratios, .. } = beside;
        let own = [peer, &*options.join(" "), run.reply.answer.name(), beside.mark()];
        text += &csv_line(&fields(case, own, run, *ratios, &beside.remarks()));
    }
    text
}

fn fields(case: &Case, own: [&str; 4], run: &Run, ratios: Ratios, remarks: &[String]) -> Vec<String> {
    let rounded = |it: Option<f64>, digits: usize| it.map(|it| format!("{it:.digits$}")).unwrap_or_default();
    let mut fields = vec![case.program.clone(), case.size.clone()];
    fields.extend(own.map(str::to_owned));
    fields.extend([
        plain(run.reply.executions),
        plain(run.reply.blocked),
        rounded(run.cpu_seconds, 4),
        format!("{:.4}", run.seconds),
        plain(run.peak_kilobytes),
        plain(run.instructions),
        rounded(ratios.executions, 4),
        rounded(ratios.cpu, 3),
        rounded(ratios.instructions, 3),
        remarks.join("; "),
    ]);
    fields
}
