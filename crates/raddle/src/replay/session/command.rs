//! What can be said in a session, as lines of text.

use std::str::FromStr;

/// What to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// So many steps on.
    Forward(usize),
    /// So many steps back.
    Back(usize),
    /// Before the first step.
    Start,
    /// Behind the last step.
    End,
    /// Behind the step of this number, from 1; 0 is the start.
    Step(usize),
    /// To a change of the variables whose names begin so.
    Change(String, Direction),
    /// To a step of the thread whose name begins so.
    Thread(String, Direction),
    /// List the variables.
    Variables,
    /// List the threads.
    Threads,
    /// Say what can be said.
    Help,
    /// Go away.
    Quit,
}

/// Where to look for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Behind this step.
    Later,
    /// Before it.
    Earlier,
}

impl Direction {
    /// As in `x does not change any more`.
    pub fn adverb(self) -> &'static str {
        match self {
            Direction::Later => "any more",
            Direction::Earlier => "before",
        }
    }
}

/// What can be said, for whoever asks.
pub const HELP: &str = "\
  n  space  →  Enter   one step on                 p  ←   one step back
  g                    to the start                G      to the end
  12                   to step 12                  n 5    five steps on (p 5: back)
  c NAME               to the next change of a variable (a beginning of its name is enough; none: of any)
  C NAME               to the change before
  t NAME               to the next step of a thread (T NAME: the one before)
  v                    list the variables          t      list the threads
  ?                    this list                   q      quit
";

impl FromStr for Command {
    type Err = String;

    fn from_str(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let count = || match rest {
            "" => Ok(1),
            rest => rest.parse().map_err(|_| format!("`{rest}` is not a number of steps")),
        };
        let name = || rest.to_owned();
        let command = match word {
            "" | "n" | "next" => Command::Forward(count()?),
            "p" | "previous" | "back" => Command::Back(count()?),
            "c" => return Ok(Command::Change(name(), Direction::Later)),
            "C" => return Ok(Command::Change(name(), Direction::Earlier)),
            "t" | "T" if rest.is_empty() => Command::Threads,
            "t" => return Ok(Command::Thread(name(), Direction::Later)),
            "T" => return Ok(Command::Thread(name(), Direction::Earlier)),
            "g" | "start" => Command::Start,
            "G" | "end" => Command::End,
            "v" | "variables" => Command::Variables,
            "threads" => Command::Threads,
            "?" | "h" | "help" => Command::Help,
            "q" | "quit" | "exit" => Command::Quit,
            number => match number.parse() {
                Ok(step) => Command::Step(step),
                Err(_) => return Err(format!("`{line}` says nothing to me; `?` lists what does")),
            },
        };
        let takes_more = matches!(command, Command::Forward(_) | Command::Back(_));
        if rest.is_empty() || takes_more { Ok(command) } else { Err(format!("`{word}` takes nothing more")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands() {
        let later = |it: &str| Command::Change(it.to_owned(), Direction::Later);
        for (line, command) in [
            ("", Command::Forward(1)),
            ("n", Command::Forward(1)),
            (" n 5 ", Command::Forward(5)),
            ("p", Command::Back(1)),
            ("p 2", Command::Back(2)),
            ("0", Command::Step(0)),
            ("12", Command::Step(12)),
            ("c balance", later("balance")),
            ("c", later("")),
            ("c slots[1].next in", later("slots[1].next in")),
            ("C x", Command::Change("x".to_owned(), Direction::Earlier)),
            ("t T1", Command::Thread("T1".to_owned(), Direction::Later)),
            ("T main", Command::Thread("main".to_owned(), Direction::Earlier)),
            ("t", Command::Threads),
            ("g", Command::Start),
            ("G", Command::End),
            ("v", Command::Variables),
            ("?", Command::Help),
            ("q", Command::Quit),
        ] {
            assert_eq!(line.parse(), Ok(command), "{line:?}");
        }
        for line in ["x", "-1", "n five", "q now", "99999999999999999999999", "12 13"] {
            assert!(line.parse::<Command>().is_err(), "{line:?}");
        }
    }
}
