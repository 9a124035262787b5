//! Other checkers, run on the same program in the same run: how they are called and where they say their count.

use super::process::{self, Ended, Finished};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How a peer is called, from the suite file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peer {
    /// The program and its arguments, with placeholders; see [`substitute`].
    pub command: Vec<String>,
    /// The count of executions is the number behind this, at the beginning of a line.
    pub count_prefix: String,
    /// The reductions that it is compared with; all if there are none.
    pub reductions: Vec<String>,
}

/// What a run of a peer gave.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It is not compared with this reduction.
    NotAsked,
    /// It said a count.
    Counted {
        /// Its number of executions.
        executions: u64,
        /// Its wall time.
        seconds: f64,
    },
    /// Its time was up.
    TimedOut,
    /// It did not run, or said no count.
    Failed(String),
}

/// What the placeholders of a template stand for.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    /// `{path}`: where the peer is.
    pub path: &'a str,
    /// `{program}`: the C file.
    pub program: &'a str,
    /// `{flags}`: the C flags; as a word of its own it becomes one word for each of them.
    pub flags: &'a [String],
    /// `{options}`: what the peer needs for this program, in the same way.
    pub options: &'a [String],
}

impl Peer {
    /// Asks the peer.
    pub fn ask(&self, values: Values<'_>, limit: Duration, interrupt: &AtomicBool) -> Answer {
        let words = substitute(&self.command, values);
        let Some((program, arguments)) = words.split_first() else {
            return Answer::Failed("its command is empty".to_owned());
        };
        let mut command = Command::new(program);
        command.args(arguments);
        match process::run(command, limit, interrupt) {
            Err(error) => Answer::Failed(format!("{}: {error}", Path::new(program).display())),
            Ok(Finished { ended: Ended::TimedOut, .. }) => Answer::TimedOut,
            Ok(Finished { ended: Ended::Interrupted, .. }) => Answer::Failed("interrupted".to_owned()),
            Ok(run) => {
                match count(&run.stdout, &self.count_prefix).or_else(|| count(&run.stderr, &self.count_prefix)) {
                    Some(executions) => Answer::Counted { executions, seconds: run.seconds },
                    None => {
                        let first = run.stderr.lines().next().unwrap_or("nothing on standard error");
                        Answer::Failed(format!(
                            "no line `{}` with a number ({}): {first}",
                            self.count_prefix, run.status
                        ))
                    }
                }
            }
        }
    }
}

/// The number behind the prefix, on the first line that begins with it.
pub fn count(output: &str, prefix: &str) -> Option<u64> {
    let rest = output.lines().find_map(|it| it.trim_start().strip_prefix(prefix))?.trim_start();
    let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// The words of a command with their placeholders replaced.
pub fn substitute(template: &[String], values: Values<'_>) -> Vec<String> {
    let mut words = Vec::new();
    for word in template {
        match word.as_str() {
            "{flags}" => words.extend(values.flags.iter().cloned()),
            "{options}" => words.extend(values.options.iter().cloned()),
            _ => words.push(pieces(word).map(|it| value(it, values)).collect()),
        }
    }
    words
}

/// The first placeholder that stands for nothing.
pub fn unknown_placeholder<'a>(word: &'a str, known: &[&str]) -> Option<&'a str> {
    pieces(word).find(|it| is_placeholder(it) && !known.contains(it))
}

fn value(piece: &str, values: Values<'_>) -> String {
    match piece {
        "{path}" => values.path.to_owned(),
        "{program}" => values.program.to_owned(),
        "{flags}" => values.flags.join(" "),
        "{options}" => values.options.join(" "),
        plain => plain.to_owned(),
    }
}

/// Cuts a word into placeholders and what is between them. What is put in is never looked at again.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = match rest.find(['{', '}']) {
            Some(0) => rest.find('}').map_or(rest.len(), |it| it + 1),
            Some(brace) => brace,
            None => rest.len(),
        };
        let (piece, others) = rest.split_at(end);
        rest = others;
        Some(piece)
    })
}

fn is_placeholder(piece: &str) -> bool {
    let inside = piece.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
    inside.is_some_and(|it| !it.is_empty() && it.chars().all(|it| it.is_ascii_alphabetic() || it == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|&it| it.to_owned()).collect()
    }

    #[test]
    fn placeholders_are_replaced_once() {
        let flags = words(&["-DN=3", "-DBUG"]);
        let values = Values { path: "/opt/{program}", program: "a b.c", flags: &flags, options: &[] };
        let template = words(&["{path}", "-sc", "{flags}", "--cc={flags}!", "{program}", "{}", "a}b{", "x{path}y"]);
        let expected =
            ["/opt/{program}", "-sc", "-DN=3", "-DBUG", "--cc=-DN=3 -DBUG!", "a b.c", "{}", "a}b{", "x/opt/{program}y"];
        assert_eq!(substitute(&template, values), words(&expected));
    }

    #[test]
    fn no_flags_are_no_words() {
        let values = Values { path: "p", program: "x.c", flags: &[], options: &words(&["-a", "-b"]) };
        let template = words(&["{path}", "{flags}", "{options}", "{program}"]);
        assert_eq!(substitute(&template, values), words(&["p", "-a", "-b", "x.c"]));
    }

    #[test]
    fn unknown_placeholders_are_found() {
        assert_eq!(unknown_placeholder("--x={size}", &["{path}"]), Some("{size}"));
        assert_eq!(unknown_placeholder("{path}/{program}{}{1}", &["{path}", "{program}"]), None);
    }

    #[test]
    fn a_count_stands_behind_its_prefix() {
        let output = "Trace counter: 3\n  Trace count: 42 (also 1 blocked)\nTrace count: 7\n";
        assert_eq!(count(output, "Trace count: "), Some(42));
        assert_eq!(count(output, "Traces: "), None);
        assert_eq!(count("Trace count: many", "Trace count: "), None);
    }
}
