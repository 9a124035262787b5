//! One line of the result, in the table that the user watches and in the file that is kept.

use super::abstraction;
use super::case::Case;
use super::contest::Answered;
use super::engine::Engine;
use super::peer::Answer;
use super::solving::Solving;

/// How a run compares with what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The count and the verdict are as expected.
    Right,
    /// The verdict is as expected, and nothing is known about the count.
    Unchecked,
    /// The count or the verdict is wrong.
    Wrong,
    /// The time was up.
    Timeout,
}

impl Mark {
    /// In the table and in the file.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Right => "ok",
            Mark::Unchecked => "-",
            Mark::Wrong => "WRONG",
            Mark::Timeout => "timeout",
        }
    }
}

/// What is known about one run.
#[derive(Clone, Debug)]
pub struct Row {
    /// What was run.
    pub case: Case,
    /// Whether it is as expected.
    pub mark: Mark,
    /// What stood behind `VERDICT: `.
    pub verdict: Option<String>,
    /// Complete executions.
    pub executions: Option<u64>,
    /// Abandoned executions.
    pub redundant: Option<u64>,
    /// Executions that were stuck.
    pub stuck: Option<u64>,
    /// Visible operations.
    pub events: Option<u64>,
    /// Wall time of the whole process.
    pub seconds: f64,
    /// Time of the processor, if the system tells.
    pub cpu_seconds: Option<f64>,
    /// The largest memory of the process; a lower bound.
    pub peak_kilobytes: Option<u64>,
    /// What solving has cost, if that is how it was answered.
    pub solving: Option<Solving>,
    /// What refinement has cost, if that is how it was answered.
    pub refining: Option<cegar::Figures>,
    /// Who has answered, and for what.
    pub answered: Option<Answered>,
    /// Instructions of the whole process.
    pub instructions: Option<u64>,
    /// Instructions for each further execution, compared with the size before: start-up does not count.
    pub marginal: Option<f64>,
    /// The peers by name.
    pub peers: Vec<(String, Answer)>,
    /// What is wrong, or odd.
    pub notes: Vec<String>,
}

impl Row {
    fn per_execution(&self, figure: Option<u64>) -> Option<f64> {
        let executions = self.executions.filter(|&it| it > 0)?;
        Some(figure? as f64 / executions as f64)
    }

    fn rate(&self) -> Option<f64> {
        Some(self.executions? as f64 / self.seconds)
    }

    /// Whether it has ended with what was expected.
    pub fn is_solved(&self) -> bool {
        match self.mark {
            Mark::Right | Mark::Unchecked => true,
            Mark::Wrong | Mark::Timeout => false,
        }
    }

    /// Whether it has as many executions as somebody else has published; none if nothing is published, or not finished.
    pub fn as_published(&self) -> Option<bool> {
        let published = self.case.published?;
        self.executions.filter(|_| self.mark != Mark::Timeout).map(|it| it == published)
    }

    /// The fields of the table, then two for each peer.
    fn cells(&self, columns: Columns) -> Vec<String> {
        let case = &self.case;
        let mut cells = vec![case.program.clone(), case.size.clone(), case.reduction.clone()];
        if columns.deep {
            cells.push(shown(case.depth, |it| it.to_string()));
        }
        if columns.explored {
            cells.push(shown(self.executions, |it| it.to_string()));
        }
        cells.push(self.mark.name().to_owned());
        cells.extend(columns.compared.then(|| self.verdict.clone().unwrap_or_default()));
        if columns.published {
            cells.push(shown(case.published, |it| it.to_string()));
        }
        let seconds = format!("{:.3}", self.seconds);
        let peak = shown(self.peak_kilobytes, |it| format!("{:.1}", it as f64 / 1000.0));
        if columns.explored {
            cells.extend([
                shown(self.redundant, |it| it.to_string()),
                shown(self.events, |it| it.to_string()),
                shown(self.per_execution(self.events), |it| format!("{it:.1}")),
                seconds,
                shown(self.rate(), |it| format!("{it:.0}")),
                peak,
                shown(self.per_execution(self.instructions), |it| format!("{it:.0}")),
                shown(self.marginal, |it| format!("{it:.0}")),
            ]);
        } else {
            cells.extend(columns.ordered.then(|| shown(self.events, |it| it.to_string())));
            cells.extend([seconds, peak]);
        }
        if columns.tells_cpu() {
            cells.push(shown(self.cpu_seconds, |it| format!("{it:.2}")));
        }
        if columns.solved {
            cells.extend(self.solving.unwrap_or_default().cells(columns.ordered));
        }
        if columns.refined {
            cells.extend(abstraction::cells(self.refining.as_ref()));
        }
        for (_, answer) in &self.peers {
            cells.extend(match answer {
                Answer::NotAsked => ["-".to_owned(), "-".to_owned()],
                Answer::Counted { executions, seconds } => {
                    [executions.to_string(), shown(self.ratio(*seconds), |it| format!("{it:.2}"))]
                }
                Answer::TimedOut => ["timeout".to_owned(), "-".to_owned()],
                Answer::Failed(_) => ["failed".to_owned(), "-".to_owned()],
            });
        }
        cells
    }

    /// The time of a peer for one second of ours; none if we did not finish.
    fn ratio(&self, peer: f64) -> Option<f64> {
        (self.mark != Mark::Timeout).then(|| peer / self.seconds)
    }

    /// The line of the file.
    pub fn csv(&self, columns: Columns) -> String {
        let case = &self.case;
        let rounded = |it: Option<f64>| it.map(|it| format!("{it:.1}")).unwrap_or_default();
        let mut fields = vec![
            case.program.clone(),
            case.size.clone(),
            case.reduction.clone(),
            plain(self.executions),
            plain(case.executions),
            self.mark.name().to_owned(),
            self.verdict.clone().unwrap_or_default(),
            plain(self.redundant),
            plain(self.stuck),
            plain(self.events),
            format!("{:.4}", self.seconds),
            plain(self.peak_kilobytes),
            plain(self.instructions),
            rounded(self.per_execution(self.instructions)),
            rounded(self.marginal),
            plain(case.published),
        ];
        if columns.deep {
            fields.push(plain(case.depth.map(u64::from)));
        }
        if columns.tells_cpu() {
            fields.push(self.cpu_seconds.map(|it| format!("{it:.2}")).unwrap_or_default());
        }
        if columns.compared {
            let answered = self.answered.as_ref();
            fields.push(answered.map(|it| it.engine.clone()).unwrap_or_default());
            fields.push(answered.map(|it| it.properties.clone()).unwrap_or_default());
        }
        if columns.solved {
            fields.extend(self.solving.unwrap_or_default().fields());
        }
        if columns.refined {
            fields.extend(abstraction::fields(self.refining.as_ref()));
        }
        for (_, answer) in &self.peers {
            fields.extend(match answer {
                Answer::NotAsked => [const { String::new() }; 3],
                Answer::Counted { executions, seconds } => {
                    let ratio = self.ratio(*seconds).map(|it| format!("{it:.3}")).unwrap_or_default();
                    [executions.to_string(), format!("{seconds:.4}"), ratio]
                }
                Answer::TimedOut => ["timeout".to_owned(), String::new(), String::new()],
                Answer::Failed(_) => ["failed".to_owned(), String::new(), String::new()],
            });
        }
        csv_line(&fields)
    }
}

/// The first line of the file.
pub fn csv_head(columns: Columns, peers: &[String]) -> String {
    let own = "program,size,reduction,executions,expected,mark,verdict,redundant,stuck,events,seconds,peak_kB,\
               instructions,instructions_per_execution,instructions_per_further_execution,published";
    let mut fields: Vec<_> = own.split(',').map(str::to_owned).collect();
    if columns.deep {
        fields.push("depth".to_owned());
    }
    if columns.tells_cpu() {
        fields.push("cpu_seconds".to_owned());
    }
    if columns.compared {
        fields.extend(["answered_by", "properties"].map(str::to_owned));
    }
    if columns.solved {
        fields.extend(Solving::FIELDS.split(',').map(str::to_owned));
    }
    if columns.refined {
        fields.extend(abstraction::field_titles());
    }
    for peer in peers {
        fields.extend([format!("{peer}_executions"), format!("{peer}_seconds"), format!("{peer}_ratio")]);
    }
    csv_line(&fields)
}

/// A line of a file.
pub fn csv_line(fields: &[String]) -> String {
    let quoted = |it: &String| {
        if it.contains([',', '"', '\n']) { format!("\"{}\"", it.replace('"', "\"\"")) } else { it.clone() }
    };
    fields.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

/// A number in the file.
pub fn plain(value: Option<u64>) -> String {
    value.map(|it| it.to_string()).unwrap_or_default()
}

/// A figure in the table.
pub fn shown<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), text)
}

/// A line of a table: the columns with words begin at the left, figures end at the right.
pub fn table_line(widths: &[usize], words: &[usize], cells: &[String]) -> String {
    let pad = |(index, (cell, &width)): (usize, (&String, &usize))| {
        if words.contains(&index) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    };
    let padded: Vec<_> = cells.iter().zip(widths).enumerate().map(pad).collect();
    padded.join("  ").trim_end().to_owned() + "\n"
}

/// Which columns there are beside those that all runs have.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// What others have published.
    published: bool,
    /// Executions and what they cost.
    explored: bool,
    /// What solving has cost.
    solved: bool,
    /// And what only the engine `ordering` tells.
    ordered: bool,
    /// What refinement has cost.
    refined: bool,
    /// Engines beside each other.
    compared: bool,
    /// How many steps were looked at.
    deep: bool,
}

impl Columns {
    /// Those that these runs need.
    pub fn of(cases: &[Case]) -> Columns {
        let has = |engine: Engine| cases.iter().any(|it| it.engine == engine);
        Columns {
            published: cases.iter().any(|it| it.published.is_some()),
            explored: has(Engine::Explore),
            solved: has(Engine::Ordering) || has(Engine::Peephole),
            ordered: has(Engine::Ordering),
            refined: has(Engine::Cegar),
            compared: has(Engine::Auto),
            deep: cases.iter().any(|it| it.depth.is_some()),
        }
    }

    /// Whether time of the processor is told.
    fn tells_cpu(self) -> bool {
        self.solved || self.refined || self.compared
    }
}

/// The widths of the columns, fixed before the first row is known.
#[derive(Clone, Debug)]
pub struct Table {
    titles: Vec<String>,
    columns: Columns,
    widths: Vec<usize>,
}

impl Table {
    /// A table for these runs and peers.
    pub fn new(cases: &[Case], peers: &[String]) -> Self {
        let which = Columns::of(cases);
        let longest = |of: fn(&Case) -> &String| cases.iter().map(|it| of(it).chars().count()).max().unwrap_or(0);
        let way = if which.explored {
            Engine::Explore
        } else if which.ordered {
            Engine::Ordering
        } else if which.solved {
            Engine::Peephole
        } else if which.refined {
            Engine::Cegar
        } else {
            Engine::Auto
        };
        let mut columns = vec![
            ("program".to_owned(), longest(|it| &it.program)),
            ("size".to_owned(), longest(|it| &it.size)),
            (way.word_for_ways().to_owned(), longest(|it| &it.reduction)),
        ];
        let mut figures = Vec::new();
        figures.extend(which.deep.then_some(("depth", 5)));
        figures.extend(which.explored.then_some(("executions", 10)));
        figures.push(("expected", 8));
        figures.extend(which.compared.then_some(("verdict", 24)));
        figures.extend(which.published.then_some(("published", 10)));
        let (seconds, peak) = (("seconds", 8), ("peak MB", 8));
        if which.explored {
            figures.extend([("redundant", 9), ("events", 10), ("events/ex", 9), seconds, ("ex/s", 8), peak]);
            figures.extend([("instr/ex", 10), ("further", 9)]);
        } else {
            figures.extend(which.ordered.then_some(("events", 10)));
            figures.extend([seconds, peak]);
        }
        figures.extend(which.tells_cpu().then_some(("cpu s", 7)));
        if which.solved {
            figures.extend(Solving::titles(which.ordered));
        }
        if which.refined {
            figures.extend(abstraction::TITLES);
        }
        columns.extend(figures.into_iter().map(|(title, width)| (title.to_owned(), width)));
        for peer in peers {
            columns.extend([(peer.clone(), 10), (format!("{peer}/raddle"), 6)]);
        }
        let (titles, widths): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        let widths = titles.iter().zip(widths).map(|(title, width)| width.max(title.chars().count())).collect();
        Table { titles, columns: which, widths }
    }

    /// The titles.
    pub fn head(&self) -> String {
        self.line(&self.titles)
    }

    /// A row, and what there is to say about it below.
    pub fn row(&self, row: &Row) -> String {
        let notes = row.notes.iter().map(|it| format!("    {it}\n"));
        self.line(&row.cells(self.columns)) + &notes.collect::<String>()
    }

    fn line(&self, cells: &[String]) -> String {
        table_line(&self.widths, &[0, 2], cells)
    }
}
