//! The figures of runs as they are kept beside the pages, so that the pages can be written again without any run.
//!
//! A file for each suite, a line for each run, with what the command has printed: whoever reads it judges anew. A run
//! replaces what is kept of an earlier one.

use crate::bench::case::Case;
use crate::bench::judge::judged;
use crate::bench::process::{Ended, Finished};
use crate::bench::results;
use crate::bench::row::{Row, csv_line};
use crate::bench::suite::Suite;
use crate::files::write_atomically;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Which run it is: program, size, depth, way.
type Key = [String; 4];

const OWN: [&str; 7] = ["program", "size", "depth", "way", "end", "wall_s", "cpu_s"];
/// What is kept of the output beside numbers.
const VERDICT: &str = "VERDICT";

/// The runs of one suite.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    runs: BTreeMap<Key, Run>,
}

#[derive(Clone, Debug)]
struct Run {
    ended: Ended,
    seconds: f64,
    cpu_seconds: Option<f64>,
    /// Lines of the output, by their names.
    lines: BTreeMap<String, String>,
}

fn key(case: &Case) -> Key {
    let depth = case.depth.map(|it| it.to_string()).unwrap_or_default();
    [case.program.clone(), case.size.clone(), depth, case.reduction.clone()]
}

/// A run that is kept in the same place as another one, and would be taken for it.
pub fn twins(suite: &Suite) -> Option<&Case> {
    let mut keys = BTreeSet::new();
    suite.cases.iter().find(|it| !keys.insert(key(it)))
}

/// Where the runs of a suite are kept.
fn file(folder: &Path, suite: &Suite) -> PathBuf {
    folder.join("figures").join(format!("{}.csv", suite.name))
}

impl Kept {
    /// What is kept of a suite; nothing if there is no file.
    pub fn read(folder: &Path, suite: &Suite) -> Result<Kept, String> {
        let path = file(folder, suite);
        match std::fs::read_to_string(&path) {
            Ok(text) => Kept::parse(&text).map_err(|(line, message)| format!("{}:{line}: {message}", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Kept::default()),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    /// Writes it, in the order of the suite; runs that the suite does not have any more are forgotten.
    pub fn write(&self, folder: &Path, suite: &Suite) -> Result<(), String> {
        let path = file(folder, suite);
        let text = results::about(&suite.name) + &self.text(suite);
        let folder = std::fs::create_dir_all(folder.join("figures"));
        let written = folder.and_then(|()| write_atomically(&path, text.as_bytes()));
        written.map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Keeps a run.
    pub fn keep(&mut self, case: &Case, run: &Finished) {
        let is_number = |value: &str| !value.is_empty() && value.bytes().all(|it| it.is_ascii_digit());
        let lines = run.stdout.lines().filter_map(|it| it.split_once(": "));
        let is_figure = |name: &str, value: &str| !name.contains(' ') && !OWN.contains(&name) && is_number(value);
        let kept = lines.filter(|(name, value)| *name == VERDICT || is_figure(name, value));
        let lines = kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let Finished { ended, seconds, cpu_seconds, .. } = *run;
        self.runs.insert(key(case), Run { ended, seconds, cpu_seconds, lines });
    }

    /// What is known of a run, judged anew.
    pub fn row(&self, case: &Case) -> Option<Row> {
        let run = self.runs.get(&key(case))?;
        let stdout: String = run.lines.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
        let finished = Finished {
            ended: run.ended,
            status: Default::default(),
            stdout,
            stderr: String::new(),
            seconds: run.seconds,
            cpu_seconds: run.cpu_seconds,
            peak_kilobytes: None,
        };
        Some(judged(case.clone(), &finished))
    }

    fn text(&self, suite: &Suite) -> String {
        let runs: Vec<(Key, &Run)> =
            suite.cases.iter().filter_map(|it| Some((key(it), self.runs.get(&key(it))?))).collect();
        let names: BTreeSet<&String> = runs.iter().flat_map(|(_, run)| run.lines.keys()).collect();
        let head: Vec<String> = OWN.iter().map(|&it| it.to_owned()).chain(names.iter().map(|&it| it.clone())).collect();
        let mut text = csv_line(&head);
        for (key, run) in runs {
            let end = match run.ended {
                Ended::Itself => "itself",
                Ended::TimedOut | Ended::Interrupted => "timeout",
            };
            let cpu = run.cpu_seconds.map(|it| format!("{it:.2}")).unwrap_or_default();
            let mut fields = key.to_vec();
            fields.extend([end.to_owned(), format!("{:.3}", run.seconds), cpu]);
            fields.extend(names.iter().map(|&it| run.lines.get(it).cloned().unwrap_or_default()));
            text += &csv_line(&fields);
        }
        text
    }

    /// Reads the text of a file; an error comes with its line, from 1.
    fn parse(text: &str) -> Result<Kept, (usize, String)> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, it)| !it.is_empty() && !it.starts_with('#'));
        let Some((number, head)) = lines.next() else { return Ok(Kept::default()) };
        let head = fields(head);
        let Some(names) = head.strip_prefix(&OWN.map(str::to_owned)[..]) else {
            return Err((number, format!("the columns do not begin with {}", OWN.join(","))));
        };
        let mut kept = Kept::default();
        for (number, line) in lines {
            let fields = fields(line);
            let wrong = |what: &str| (number, format!("this is no run: {what}"));
            if fields.len() != head.len() {
                return Err(wrong(&format!("{} columns instead of {}", fields.len(), head.len())));
            }
            let (own, values) = fields.split_at(OWN.len());
            let [program, size, depth, way, end, seconds, cpu] = own else { return Err(wrong("columns are missing")) };
            let ended = match end.as_str() {
                "itself" => Ended::Itself,
                "timeout" => Ended::TimedOut,
                _ => return Err(wrong("it ends by `itself`, or with a `timeout`")),
            };
            let seconds = seconds.parse().map_err(|_| wrong("its time is no number"))?;
            let cpu_seconds =
                if cpu.is_empty() { None } else { Some(cpu.parse().map_err(|_| wrong("its time is no number"))?) };
            let lines = names.iter().cloned().zip(values.iter().cloned()).filter(|it| !it.1.is_empty()).collect();
            let key = [program, size, depth, way].map(String::clone);
            kept.runs.insert(key, Run { ended, seconds, cpu_seconds, lines });
        }
        Ok(kept)
    }
}

/// The fields of a line; those in quotes may have commas, and quotes that are doubled.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let field = fields.last_mut();
        match (letter, field) {
            ('"', Some(field)) if is_quoted && letters.next_if_eq(&'"').is_some() => field.push('"'),
            ('"', _) => is_quoted = !is_quoted,
            (',', _) if !is_quoted => fields.push(String::new()),
            (letter, Some(field)) => field.push(letter),
            (_, None) => {}
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::engine::Engine;
    use crate::bench::row::Mark;

    fn suite(cases: Vec<Case>) -> Suite {
        Suite {
            name: "small".to_owned(),
            folder: PathBuf::new(),
            timeout: std::time::Duration::from_secs(1),
            cases,
            peers: BTreeMap::new(),
            published: Vec::new(),
            summaries: Vec::new(),
            callers: None,
            memory: None,
        }
    }

    fn case(program: &str, way: &str) -> Case {
        Case {
            program: program.to_owned(),
            path: "program.c".into(),
            size: "-DA=\"1, 2\"".to_owned(),
            depth: Some(7),
            flags: Vec::new(),
            options: Vec::new(),
            engine: Engine::Explore,
            reduction: way.to_owned(),
            executions: None,
            published: None,
            remark: None,
            verdict: "TRUE".to_owned(),
            most: Default::default(),
            against: Vec::new(),
        }
    }

    fn run(stdout: &str) -> Finished {
        Finished {
            ended: Ended::Itself,
            status: Default::default(),
            stdout: stdout.to_owned(),
            stderr: String::new(),
            seconds: 0.25,
            cpu_seconds: Some(0.5),
            peak_kilobytes: Some(1),
        }
    }

    #[test]
    fn runs_are_kept_as_they_were() {
        let (one, two, gone) = (case("one", "source"), case("two", "source"), case("gone", "source"));
        let suite = suite(vec![two.clone(), one.clone()]);
        let mut kept = Kept::default();
        kept.keep(
            &one,
            &run("a trace: 3\nexecutions: 6\nevents: 42\nengine: explore (source, or so)\nVERDICT: TRUE\n"),
        );
        kept.keep(&two, &run("executions: 7\nscope: all, of them\nVERDICT: FALSE(reach)\n"));
        kept.keep(&gone, &run("executions: 8\n"));
        let text = kept.text(&suite);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "program,size,depth,way,end,wall_s,cpu_s,VERDICT,events,executions");
        assert_eq!(lines[1], "two,\"-DA=\"\"1, 2\"\"\",7,source,itself,0.250,0.50,FALSE(reach),,7");
        let again = Kept::parse(&text).expect("what was written is read");
        assert_eq!(again.text(&suite), text);
        let row = again.row(&one).expect("a row");
        assert_eq!((row.executions, row.events, row.mark), (Some(6), Some(42), Mark::Unchecked));
        assert_eq!(again.row(&two).map(|it| it.mark), Some(Mark::Wrong), "another verdict than expected");
        assert!(again.row(&gone).is_none());
    }

    #[test]
    fn what_is_no_run_is_named_with_its_line() {
        let head = "program,size,depth,way,end,wall_s,cpu_s,executions\n";
        for (text, line) in [
            ("program,size\n".to_owned(), 1),
            (format!("# remark\n{head}one,1\n"), 3),
            (format!("{head}one,1,,source,maybe,0.1,0.1,3\n"), 2),
            (format!("{head}one,1,,source,itself,soon,0.1,3\n"), 2),
        ] {
            assert_eq!(Kept::parse(&text).map(drop).map_err(|it| it.0), Err(line), "{text}");
        }
        assert!(Kept::parse("").is_ok_and(|it| it.runs.is_empty()));
    }
}
