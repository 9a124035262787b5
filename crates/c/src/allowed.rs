//! Undefined use that is let pass: in the whole program, as an option says, or at lines, as comments say.
//!
//! A comment is `// raddle: allow(uninitialised, unsequenced)`, in either form of comments. It is about what begins in its line; if
//! nothing stands before it there, about the next one, too. What cannot be let pass at a line is an error: nothing is
//! skipped silently.

use crate::codes;
use ir::Tolerance;
use source::{Diagnostics, FileId, Sources, Span};
use std::collections::BTreeSet;

/// How a comment begins, behind `//` or `/*` and blanks.
const WORD: &str = "raddle: allow(";

/// What is let pass, and where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Allowed {
    everywhere: BTreeSet<Tolerance>,
    /// By the name of the file, which is the same before and after files are left out that nothing points into.
    lines: BTreeSet<(String, u32, Tolerance)>,
}

impl Allowed {
    /// What is let pass in the whole program.
    pub fn everywhere(what: &[Tolerance]) -> Allowed {
        Allowed { everywhere: what.iter().copied().collect(), lines: BTreeSet::new() }
    }

    /// Whether something is let pass in the whole program.
    pub fn is_everywhere(&self, what: Tolerance) -> bool {
        self.everywhere.contains(&what)
    }

    /// Whether something is let pass at a position.
    pub fn is_let_pass(&self, what: Tolerance, at: Span, sources: &Sources) -> bool {
        if self.everywhere.contains(&what) {
            return true;
        }
        if self.lines.is_empty() || !at.is_some() {
            return false;
        }
        sources.get(at.file).is_some_and(|it| self.lines.contains(&(it.name.clone(), at.line, what)))
    }

    /// Adds what comments say.
    pub(crate) fn read(&mut self, sources: &Sources, diagnostics: &mut Diagnostics) {
        for (index, file) in sources.files().iter().enumerate() {
            let text = file.text.as_deref().filter(|it| it.contains(WORD)).unwrap_or_default();
            for (number, line) in (1..).zip(text.lines()) {
                let Some(start) = comment(line) else { continue };
                let codes = line[start + WORD.len()..].split(')').next().unwrap_or_default();
                let column = start as u32 + 1;
                let span = Span { file: FileId(index as u32), line: number, column, length: WORD.len() as u32 };
                let is_alone = line[..start].trim_end_matches(['/', '*', ' ', '\t']).is_empty();
                for code in codes.split(',').map(str::trim) {
                    match Tolerance::of(code) {
                        Some(what) if what.has_a_line() => {
                            self.lines.insert((file.name.clone(), number, what));
                            if is_alone {
                                self.lines.insert((file.name.clone(), number + 1, what));
                            }
                        }
                        Some(_) => {
                            let message = format!("`{code}` has no line of its own; --allow {code} lets it pass");
                            diagnostics.error(codes::NOT_ALLOWED, span, message);
                        }
                        None => {
                            diagnostics.error(codes::NOT_ALLOWED, span, refusal(code)).note(Span::NONE, MORE);
                        }
                    }
                }
            }
        }
    }
}

/// What is said below.
const MORE: &str = "behind anything else that is undefined, the rest of the program has no meaning";

fn refusal(code: &str) -> String {
    let known: Vec<&str> = Tolerance::ALL.into_iter().filter(|it| it.has_a_line()).map(Tolerance::code).collect();
    format!("`{code}` is nothing that can be let pass at a line; there are {}", known.join(", "))
}

/// Where the word is in a line, if it is in a comment: behind the two characters, and not in a string.
fn comment(line: &str) -> Option<usize> {
    let at = line.find(WORD)?;
    let before = line[..at].trim_end();
    let before = before.strip_suffix("//").or_else(|| before.strip_suffix("/*"))?;
    let quotes = before.replace("\\\"", "").matches('"').count();
    (quotes % 2 == 0).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Allowed, Sources, Vec<String>) {
        let mut sources = Sources::new();
        sources.add("a.c", Some(text.to_owned()));
        let mut diagnostics = Diagnostics::new();
        let mut allowed = Allowed::default();
        allowed.read(&sources, &mut diagnostics);
        (allowed, sources, diagnostics.iter().map(|it| it.message.clone()).collect())
    }

    fn lines(text: &str, what: Tolerance) -> Vec<u32> {
        let (allowed, sources, errors) = read(text);
        assert!(errors.is_empty(), "{errors:?}");
        let at = |line| Span { file: FileId(0), line, column: 1, length: 1 };
        (1..9).filter(|it| allowed.is_let_pass(what, at(*it), &sources)).collect()
    }

    #[test]
    fn a_comment_is_about_its_line_or_the_next() {
        assert_eq!(lines("x; // raddle: allow(overlap)\ny;", Tolerance::Overlap), [1]);
        assert_eq!(lines("\n  /* raddle: allow(array-index, overlap) */\ny;\nz;", Tolerance::Overlap), [2, 3]);
        assert_eq!(lines("x; // raddle: allow(overlap)", Tolerance::ArrayIndex), [] as [u32; 0]);
        assert_eq!(lines("s = \"// raddle: allow(overlap)\";", Tolerance::Overlap), [] as [u32; 0]);
        assert_eq!(lines("s = \"a\"; // raddle: allow(overlap)", Tolerance::Overlap), [1]);
        assert_eq!(lines("say raddle: allow(overlap)", Tolerance::Overlap), [] as [u32; 0]);
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        for code in ["use-after-free", "null-pointer", "leak", "unsequenecd", ""] {
            assert_eq!(read(&format!("x; // raddle: allow({code})")).2.len(), 1, "{code}");
        }
    }

    #[test]
    fn what_is_let_pass_everywhere_needs_no_line() {
        let allowed = Allowed::everywhere(&[Tolerance::Leak]);
        assert!(allowed.is_let_pass(Tolerance::Leak, Span::NONE, &Sources::new()));
        assert!(!allowed.is_let_pass(Tolerance::Overlap, Span::NONE, &Sources::new()));
    }
}
