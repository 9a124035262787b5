//! Texts that are printed are looked at, byte by byte, once all arguments have their values: to print a byte that was never written
//! is to use it. That is done for arrays that are locals of the function. What another pointer leads to is not looked at: each byte
//! of it would be an access that other threads can notice.

use super::Sema;
use super::formatted::{Piece, pieces_of};
use super::types::{LONG_LONG, plain};
use crate::models;
use crate::tree::{Expr, ExprKind, Storage, Type};
use source::Span;

/// What looks at a text.
const LOOK: &str = "__raddle__look_at_text";

impl Sema<'_> {
    /// What is printed is looked at behind the call; `call` has these arguments.
    pub(super) fn with_looks(&mut self, name: &str, call: Expr, span: Span) -> Expr {
        let ExprKind::Builtin(_, values) = &call.kind else { return call };
        let texts: Vec<(Expr, u32)> = match name {
            "puts" | "__builtin_puts" | "fputs" | "perror" => vec![(0, u32::MAX)],
            "printf" | "__builtin_printf" => texts(values, 0),
            "fprintf" | "dprintf" => texts(values, 1),
            _ => Vec::new(),
        }
        .into_iter()
        .filter_map(|(index, most)| {
            let value = values.get(index)?;
            Some((value.clone(), self.local_text(value)?.min(most)))
        })
        .collect();
        let Some(model) = models::name(LOOK).filter(|it| !texts.is_empty() && self.known.contains_key(*it)) else {
            return call;
        };
        let ty = call.ty.clone();
        let nothing = Expr { kind: ExprKind::Constant(0), ty: ty.clone(), span };
        let mut rest = if ty == Type::Void { None } else { Some(nothing) };
        for (value, most) in texts.into_iter().rev() {
            let callee = self.function_expr(model, span);
            let most = Expr { kind: ExprKind::Constant(most.into()), ty: LONG_LONG, span };
            let look = self.call_with(callee, vec![value, most], span);
            rest = Some(match rest {
                Some(rest) => Expr { ty: rest.ty.clone(), kind: ExprKind::Comma(Box::new(look), Box::new(rest)), span },
                None => look,
            });
        }
        match rest {
            Some(rest) => Expr { kind: ExprKind::Comma(Box::new(call), Box::new(rest)), ty, span },
            None => call,
        }
    }

    /// How many characters a local array has, if a value is the address of one.
    fn local_text(&self, value: &Expr) -> Option<u32> {
        match &value.kind {
            ExprKind::Convert(inner) => self.local_text(inner),
            ExprKind::Decay(array) => match (&array.kind, plain(&array.ty)) {
                (ExprKind::Variable(id), Type::Array(element, Some(count))) => {
                    let is_local = self.variables[id.0 as usize].storage == Storage::Automatic;
                    (is_local && matches!(**element, Type::Int { bits: 8, .. })).then_some(*count)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Which arguments are texts, and how much of each is printed at most.
fn texts(values: &[Expr], format: usize) -> Vec<(usize, u32)> {
    let Some(pieces) = values.get(format).and_then(pieces_of) else { return Vec::new() };
    let conversions = pieces.into_iter().filter_map(|it| match it {
        Piece::Conversion(conversion) => Some(conversion),
        Piece::Text(_) => None,
    });
    let mut texts = Vec::new();
    let mut at = format;
    for conversion in conversions {
        at += 1 + usize::from(conversion.star);
        if conversion.letter == b's' && conversion.length.is_empty() {
            texts.push((at, conversion.precision.unwrap_or(u32::MAX)));
        }
    }
    texts
}
