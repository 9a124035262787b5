//! Annotations: most of them are for other tools and are skipped, whatever stands in them. Those that decide what a program
//! does are refused where they stand, for what is checked would be another program.
//!
//! What is skipped does not matter here for one of these reasons:
//! * It only says what a compiler should find wrong: `Final`, `Atomic`, `Readonly`, `COG`, `Plain`, `Near`, `Far`, `Nonnull`, …
//! * It speaks of time and costs, which only clocks, schedulers and deployment components can show, and none of these is
//!   taken: `Deadline`, `Critical`, `Cost`, `Size`, `DataSize`. Costs of an object that is on no deployment component with
//!   limits take no time, and time that has passed stops nothing.
//! * It is for proofs, for planning or for other users: `Requires`, `Ensures`, `ObjInv`, `SmartDeploy`, `DomainClass`, `HTTPName`, and
//!   whatever a program has invented.
//!
//! A method that others may call (`HTTPCallable`) is not called by them here, which is said in the scope.

use super::{Failed, Parsed, Parser};
use source::Code;

/// Annotations that decide what a program does, and how.
const REFUSED: [(&str, &str); 3] = [
    ("Scheduler", "which task is next would be the choice of a scheduler"),
    ("DC", "objects on deployment components wait for resources"),
    ("Foreign", "the methods of the class are written in another language"),
];

impl Parser<'_, '_> {
    /// Goes behind annotations: text in balanced brackets.
    pub(super) fn annotations(&mut self) -> Parsed<()> {
        while self.at("[") {
            let close = match self.closing[self.position] {
                0 => return Err(self.unclosed_annotation()),
                close => close,
            };
            self.bump();
            while self.position < close {
                self.annotation(close);
            }
            self.position = close + 1;
        }
        Ok(())
    }

    /// One of several in brackets: `Name`, `Name: e`, or any expression.
    fn annotation(&mut self, close: usize) {
        let words = self.upper_words(0);
        if words > 0 {
            let next = self.ahead(2 * words - 1);
            let is_name = [":", ",", "]"].iter().any(|it| next.is(it));
            // With or without its module.
            let name = self.ahead(2 * words - 2);
            match name.text {
                "HTTPCallable" if is_name => _ = self.remarks.called_from_outside.get_or_insert(name.span),
                text if is_name => self.refuse_annotation(text),
                _ => {}
            }
        }
        while self.position < close && !self.accept(",") {
            match self.closing[self.position] {
                0 => _ = self.bump(),
                inner => self.position = inner + 1,
            }
        }
    }

    fn refuse_annotation(&mut self, name: &str) {
        if let Some((_, why)) = REFUSED.iter().find(|it| it.0 == name && !planted::bug!(AnnotationsSkipped)) {
            let note = (source::Span::NONE, (*why).to_owned());
            self.report(
                Code("A0516"),
                self.token().span,
                format!("the annotation {name} is not supported"),
                Some(note),
            );
        }
    }

    fn unclosed_annotation(&mut self) -> Failed {
        let span = self.token().span;
        self.report(Code("A0113"), span, "this annotation is not closed".to_owned(), None);
        self.bump();
        Failed
    }
}
