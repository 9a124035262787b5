//! From what is pressed to what is said: most keys are commands by themselves, those that need a name begin a line.

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A character.
    Char(char),
    /// The end of a line.
    Enter,
    /// Not this.
    Escape,
    /// Takes back a character.
    Backspace,
    /// An arrow, or what stands for one.
    Left,
    /// An arrow.
    Right,
    /// To the start.
    Home,
    /// To the end.
    End,
    /// A page on.
    PageDown,
    /// A page back.
    PageUp,
    /// Ctrl-C or Ctrl-D.
    Interrupt,
}

/// How many steps a page is.
const PAGE: usize = 10;

/// The keys that a terminal tells by these bytes. What it does not know it leaves out.
pub fn decode(bytes: &[u8]) -> Vec<Key> {
    const SEQUENCES: [(&str, Key); 16] = [
        ("\x1b[A", Key::Left),
        ("\x1b[B", Key::Right),
        ("\x1b[C", Key::Right),
        ("\x1b[D", Key::Left),
        ("\x1bOA", Key::Left),
        ("\x1bOB", Key::Right),
        ("\x1bOC", Key::Right),
        ("\x1bOD", Key::Left),
        ("\x1b[H", Key::Home),
        ("\x1b[F", Key::End),
        ("\x1bOH", Key::Home),
        ("\x1bOF", Key::End),
        ("\x1b[1~", Key::Home),
        ("\x1b[4~", Key::End),
        ("\x1b[5~", Key::PageUp),
        ("\x1b[6~", Key::PageDown),
    ];
    let text = String::from_utf8_lossy(bytes);
    let mut rest = text.as_ref();
    let mut keys = Vec::new();
    while let Some(first) = rest.chars().next() {
        if let Some((sequence, key)) = SEQUENCES.iter().find(|it| rest.starts_with(it.0)) {
            keys.push(*key);
            rest = &rest[sequence.len()..];
            continue;
        }
        rest = &rest[first.len_utf8()..];
        match first {
            '\x1b' if rest.starts_with(['[', 'O']) => rest = behind_sequence(rest),
            '\x1b' => keys.push(Key::Escape),
            '\r' | '\n' => keys.push(Key::Enter),
            '\x08' | '\x7f' => keys.push(Key::Backspace),
            '\x03' | '\x04' => keys.push(Key::Interrupt),
            it if it.is_control() => {}
            it => keys.push(Key::Char(it)),
        }
    }
    keys
}

/// What comes behind a sequence that nobody knows; it ends with a letter or `~`.
fn behind_sequence(rest: &str) -> &str {
    let end = rest.char_indices().skip(1).find(|(_, it)| it.is_ascii_alphabetic() || *it == '~');
    end.map_or("", |(at, _)| &rest[at + 1..])
}

/// What has been typed of a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Keyboard {
    line: Option<String>,
}

impl Keyboard {
    /// What has been typed so far, if a line has begun.
    pub fn line(&self) -> Option<&str> {
        self.line.as_deref()
    }

    /// What is to be done after this key, as a line for [`Session::obey`](super::Session::obey).
    pub fn press(&mut self, key: Key) -> Option<String> {
        match &mut self.line {
            None => self.press_first(key),
            Some(line) => {
                match key {
                    Key::Char(it) => line.push(it),
                    Key::Backspace => {
                        line.pop();
                        // What is left of `c ` is no name any more.
                        if matches!(line.as_str(), "" | "c" | "C" | "t" | "T") {
                            self.line = None;
                        }
                    }
                    Key::Enter => return self.line.take(),
                    Key::Escape => self.line = None,
                    Key::Interrupt => return Some("q".to_owned()),
                    Key::Left | Key::Right | Key::Home | Key::End | Key::PageDown | Key::PageUp => {}
                }
                None
            }
        }
    }

    fn press_first(&mut self, key: Key) -> Option<String> {
        let line = match key {
            Key::Char(it @ ('c' | 'C' | 't' | 'T')) => {
                self.line = Some(format!("{it} "));
                return None;
            }
            Key::Char(it) if it.is_ascii_digit() => {
                self.line = Some(it.to_string());
                return None;
            }
            // As in other programs, for commands in full.
            Key::Char(':') => {
                self.line = Some(String::new());
                return None;
            }
            Key::Char(' ') | Key::Enter | Key::Right => "n".to_owned(),
            Key::Left | Key::Backspace => "p".to_owned(),
            Key::Char(it) => it.to_string(),
            Key::Home => "g".to_owned(),
            Key::End => "G".to_owned(),
            Key::PageDown => format!("n {PAGE}"),
            Key::PageUp => format!("p {PAGE}"),
            Key::Interrupt => "q".to_owned(),
            Key::Escape => return None,
        };
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said by pressing these keys.
    fn said(bytes: &[u8]) -> (Vec<String>, Keyboard) {
        let mut keyboard = Keyboard::default();
        (decode(bytes).into_iter().filter_map(|it| keyboard.press(it)).collect(), keyboard)
    }

    #[test]
    fn most_keys_are_commands() {
        assert_eq!(said(b"n \r\x1b[Cp\x1b[D\x7fgGv?q").0, ["n", "n", "n", "n", "p", "p", "p", "g", "G", "v", "?", "q"]);
        assert_eq!(said(b"\x1b[6~\x1b[5~\x1b[H\x1bOF\x03").0, ["n 10", "p 10", "g", "G", "q"]);
    }

    #[test]
    fn names_and_numbers_are_typed() {
        assert_eq!(said(b"cbalance\rn").0, ["c balance", "n"]);
        assert_eq!(said(b"12\rt T1\r:end\r").0, ["12", "t  T1", "end"]);
        assert_eq!(said(b"cbx\x7f\x7fal\r").0, ["c al"]);
        assert_eq!(said(b"cbx\x7f\x7f\x7fn4\x7fp").0, ["n", "p"], "taken back to the start");
        assert_eq!(said(b"cb\x1b").0, [] as [&str; 0], "given up");
        assert_eq!(said("cgrö".as_bytes()).1.line(), Some("c grö"));
    }

    #[test]
    fn what_nobody_knows_is_left_out() {
        assert_eq!(decode(b"\x1b[15~\x1b[1;5Cn\x01\x1a"), [Key::Char('n')]);
        assert_eq!(decode(b"\x1b"), [Key::Escape]);
        assert_eq!(decode(b"\x1b["), []);
    }
}
