//! Lvalues that must not denote the same object, as `lower::watched` has them.

use super::body::Body;
use super::places::Place;
use crate::tree::{Expr, Watch};
use source::Span;

impl<'p, 'u> Body<'p, 'u> {
    /// Where the object is that an lvalue denotes; the program fails if it is where one of the others is.
    pub(super) fn watched(&mut self, lvalue: &'u Expr, watch: &'u Watch) -> Place {
        let place = self.place(lvalue);
        let here = match &place {
            Place::Shared(text) => format!("(unsigned long)&({text}) + 1"),
            Place::Private(_) | Place::Bits(..) => "1".to_owned(),
        };
        for (other, size) in &watch.others {
            let other = self.local(*other);
            let is_same = format!("{other} && {other} < {here} + {} && {here} < {other} + {size}", watch.size);
            self.say(lvalue.span, &format!("if ({is_same}) {{"));
            self.fail(crate::evaluation::UNSEQUENCED, lvalue.span);
            self.say(Span::NONE, "}");
        }
        let mark = self.local(watch.mark);
        self.say(lvalue.span, &format!("{mark} = {here};"));
        place
    }
}
