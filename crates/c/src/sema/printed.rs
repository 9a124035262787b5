//! Texts that are printed are looked at, byte by byte, once all arguments have their values: to print a byte that was never written
//! is to use it. A time that a thread sleeps is looked at, too. Where no byte of a text can be one that was never written, the look is taken
//! away later (`ir/passes/unset`): it would be an access that other threads can notice, and costs steps.

use super::Sema;
use super::formatted::{Piece, pieces_of};
use super::types::{LONG_LONG, is_integer, plain};
use crate::models;
use crate::tree::{Builtin, Expr, ExprKind, Storage, Type};
use ir::passes::unset::LOOK_AT_TEXT;
use source::Span;

impl Sema<'_> {
    /// A function that prints: it has no effect, and behind it the texts among its arguments are looked at.
    pub(super) fn printed(&mut self, name: &str, values: Vec<Expr>, ty: Type, span: Span) -> Expr {
        let texts = match name {
            "puts" | "__builtin_puts" | "fputs" | "perror" => vec![(0, u32::MAX)],
            "printf" | "__builtin_printf" => texts(&values, 0),
            "fprintf" | "dprintf" => texts(&values, 1),
            _ => Vec::new(),
        };
        let is_text = |it: &(usize, u32)| values.get(it.0).is_some_and(|it| self.may_be_unset(it));
        let texts: Vec<(usize, u32)> = texts.into_iter().filter(is_text).collect();
        let (first, values) = match texts.iter().all(|it| self.is_fixed(&values[it.0])) {
            true => (None, values),
            false => self.operands(values, span),
        };
        let looked_at = texts.into_iter().map(|(index, most)| {
            let most = self.local_text(&values[index]).map_or(most, |it| it.min(most));
            (values[index].clone(), most)
        });
        let looked_at = looked_at.collect();
        let call = Expr { kind: ExprKind::Builtin(Builtin::Ignore, values), ty, span };
        let done = self.with_looks(call, looked_at, span);
        self.after_operands(first, done)
    }

    /// Whether a value is a text that may not have been written: no literal, and nothing static.
    fn may_be_unset(&self, value: &Expr) -> bool {
        let is_pointer = |it: &Expr| match &it.ty {
            Type::Pointer(inner) => matches!(plain(inner), Type::Int { bits: 8, .. } | Type::Void),
            _ => false,
        };
        match &value.kind {
            ExprKind::Convert(inner) => is_pointer(value) && self.may_be_unset(inner),
            ExprKind::Decay(array) => match &array.kind {
                ExprKind::Variable(id) => self.variables[id.0 as usize].storage == Storage::Automatic,
                ExprKind::String(_) => false,
                _ => is_pointer(value),
            },
            ExprKind::Constant(_) => false,
            _ => is_pointer(value),
        }
    }

    /// Texts are looked at behind a call, each up to so many bytes.
    fn with_looks(&mut self, call: Expr, texts: Vec<(Expr, u32)>, span: Span) -> Expr {
        let known = models::name(LOOK_AT_TEXT).filter(|it| !texts.is_empty() && self.known.contains_key(*it));
        let Some(model) = known else { return call };
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

    /// What a function that waits for some time looks at: each member of the time, if it may be one that was never written.
    pub(super) fn with_time(&mut self, time: usize, values: Vec<Expr>, ty: Type, span: Span) -> Expr {
        let (first, mut values) = self.operands(values, span);
        if values.get(time).is_some_and(|it| matches!(it.ty, Type::Pointer(_)) && !self.is_static(it)) {
            let pointer = values[time].clone();
            values.extend(self.members_behind(pointer, span));
        }
        self.after_operands(first, Expr { kind: ExprKind::Builtin(Builtin::Ignore, values), ty, span })
    }

    /// The members of the record that a pointer leads to; 0 each if it is null.
    fn members_behind(&mut self, pointer: Expr, span: Span) -> Vec<Expr> {
        let object = self.pointed_to(pointer.clone(), span);
        let Type::Record(id) = plain(&object.ty) else { return Vec::new() };
        let fields: Vec<_> = self.records[id.0 as usize].fields.iter().map(|it| (it.offset, it.ty.clone())).collect();
        let mut found = Vec::new();
        for (offset, ty) in fields.into_iter().filter(|it| is_integer(&it.1)) {
            let place = Expr { kind: ExprKind::Member(Box::new(object.clone()), offset), ty: ty.clone(), span };
            let value = self.rvalue(place);
            if matches!(pointer.kind, ExprKind::AddressOf(_)) {
                found.push(value);
                continue;
            }
            let zero = Expr { kind: ExprKind::Constant(0), ty: value.ty.clone(), span };
            let ty = value.ty.clone();
            let kind = ExprKind::Conditional(Box::new(pointer.clone()), Box::new(value), Box::new(zero));
            found.push(Expr { kind, ty, span });
        }
        found
    }

    /// Whether it is the address of a variable that is written from the start.
    fn is_static(&self, pointer: &Expr) -> bool {
        match &pointer.kind {
            ExprKind::Convert(inner) => self.is_static(inner),
            ExprKind::AddressOf(object) => match &object.kind {
                ExprKind::Variable(id) => self.variables[id.0 as usize].storage != Storage::Automatic,
                _ => false,
            },
            _ => false,
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
