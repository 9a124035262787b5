//! `scanf` and `sprintf`, whose format is a literal: each conversion becomes a few statements.

use super::Sema;
use super::types::{CHAR, INT, LONG_LONG, is_integer, plain, pointer_to};
use crate::tree::{BinaryOp, Builtin, Expr, ExprKind, Stmt, StmtKind, Type, VariableId};
use crate::{codes, models};
use source::Span;
use std::iter::Peekable;
use std::rc::Rc;

/// A piece of a format.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(Vec<u8>),
    Conversion(Conversion),
}

/// `%-08.3lld` and the like.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Conversion {
    left: bool,
    zeros: bool,
    /// `%*d` in `scanf`: nothing is stored.
    pub(super) star: bool,
    width: Option<u32>,
    pub(super) precision: Option<u32>,
    /// The letters `h`, `l`, `z` and so on.
    pub(super) length: Vec<u8>,
    pub(super) letter: u8,
}

/// What is printed by one conversion is not longer.
const MOST_PRINTED: i64 = 4095;

/// The pieces of a format that is a literal.
pub(super) fn pieces_of(format: &Expr) -> Option<Vec<Piece>> {
    literal(format).and_then(pieces)
}

/// Takes a format apart; nothing if it has something that is not known.
fn pieces(format: &[u8]) -> Option<Vec<Piece>> {
    let mut list = Vec::new();
    let mut text = Vec::new();
    let mut rest = format.iter().copied().take_while(|it| *it != 0).peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        if rest.next_if_eq(&b'%').is_some() {
            text.push(b'%');
            continue;
        }
        if !text.is_empty() {
            list.push(Piece::Text(std::mem::take(&mut text)));
        }
        let mut conversion = Conversion::default();
        while let Some(flag) = rest.next_if(|it| b"-0*".contains(it)) {
            conversion.left |= flag == b'-';
            conversion.zeros |= flag == b'0';
            conversion.star |= flag == b'*';
        }
        conversion.width = digits(&mut rest);
        if rest.next_if_eq(&b'.').is_some() {
            conversion.precision = Some(digits(&mut rest).unwrap_or(0));
        }
        while let Some(letter) = rest.next_if(|it| b"hlzjtL".contains(it)) {
            conversion.length.push(letter);
        }
        conversion.letter = rest.next()?;
        if conversion.letter == b'[' {
            // A `]` that comes first belongs to the set.
            rest.next_if_eq(&b'^');
            rest.next_if_eq(&b']');
            while rest.next()? != b']' {}
        }
        list.push(Piece::Conversion(conversion));
    }
    if !text.is_empty() {
        list.push(Piece::Text(text));
    }
    Some(list)
}

/// The number that comes next, if there is one.
fn digits(rest: &mut Peekable<impl Iterator<Item = u8>>) -> Option<u32> {
    let mut number = None;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        number = Some(number.unwrap_or(0u32).saturating_mul(10).saturating_add(u32::from(digit - b'0')));
    }
    number
}

impl Sema<'_> {
    /// The pieces of the format at a place among the arguments; reported if it is none that is known.
    fn format(&mut self, values: &[Expr], index: usize, name: &str, span: Span) -> Option<Vec<Piece>> {
        let literal = values.get(index).and_then(literal);
        let found = literal.and_then(pieces);
        if found.is_none() {
            let message = format!("not supported: `{name}` with a format that is not a simple literal");
            self.error(codes::LIBRARY, span, message);
        }
        found
    }

    fn unknown_conversion(&mut self, name: &str, letter: u8, span: Span) -> Expr {
        let message = format!("not supported: `{name}` with the conversion `%{}`", char::from(letter));
        self.error(codes::LIBRARY, span, message);
        self.error_expr(span)
    }

    /// `scanf`: so many conversions succeed, any number of them; what they store is any value.
    pub(super) fn scan(&mut self, name: &str, format: usize, values: Vec<Expr>, span: Span) -> Expr {
        let Some(pieces) = self.format(&values, format, name, span) else { return self.error_expr(span) };
        let stores = pieces.into_iter().filter_map(|it| match it {
            Piece::Conversion(conversion) if !conversion.star => Some(conversion),
            Piece::Conversion(_) | Piece::Text(_) => None,
        });
        let stores: Vec<Conversion> = stores.collect();
        let (first, values) = self.operands(values, span);
        let places = values.into_iter().skip(format + 1);
        let mut list: Vec<Stmt> = Vec::new();
        if places.len() < stores.len() {
            self.error(codes::ARGUMENT_COUNT, span, format!("`{name}` has fewer places than its format wants"));
            return self.error_expr(span);
        }
        let count = self.between(-1, stores.len() as i64, &mut list, span);
        for (index, (place, conversion)) in places.zip(stores).enumerate() {
            let Some(store) = self.scanned(name, place, &conversion, span) else { return self.error_expr(span) };
            let (done, number) = (self.read(count, span), self.number(index as i64, span));
            let test = ExprKind::Binary(BinaryOp::Greater, Box::new(done), Box::new(number));
            let test = Expr { kind: test, ty: INT, span };
            let store = Stmt { kind: StmtKind::Expr(store), span };
            list.push(Stmt { kind: StmtKind::If(test, Box::new(store), None), span });
        }
        if let Some(note) = models::note(name) {
            self.approximate(note.to_owned());
        }
        let value = self.read(count, span);
        self.after_operands(first, Expr { kind: ExprKind::Statements(list, Some(Box::new(value))), ty: INT, span })
    }

    /// One conversion of `scanf`.
    fn scanned(&mut self, name: &str, place: Expr, conversion: &Conversion, span: Span) -> Option<Expr> {
        match conversion.letter {
            b's' | b'[' => {
                let most = self.number(conversion.width.map_or(1, i64::from), span);
                Some(self.model_call(models::name("__raddle__input_text"), vec![place, most], span))
            }
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' | b'n' => {
                let object = self.pointed_to(place, span);
                let ty = plain(&object.ty).clone();
                if !is_integer(&ty) {
                    self.unknown_conversion(name, conversion.letter, span);
                    return None;
                }
                let any = self.any(ty, span);
                Some(self.assign(object, any, span))
            }
            letter => {
                self.unknown_conversion(name, letter, span);
                None
            }
        }
    }

    /// A new local with any number from `low` to `high`.
    fn between(&mut self, low: i64, high: i64, list: &mut Vec<Stmt>, span: Span) -> VariableId {
        let any = self.any(INT, span);
        let chosen = self.held("<chosen>", any, list);
        for (op, bound) in [(BinaryOp::GreaterEqual, low), (BinaryOp::LessEqual, high)] {
            let (value, bound) = (self.read(chosen, span), self.number(bound, span));
            let test = Expr { kind: ExprKind::Binary(op, Box::new(value), Box::new(bound)), ty: INT, span };
            let assume = Expr { kind: ExprKind::Builtin(Builtin::Assume, vec![test]), ty: Type::Void, span };
            list.push(Stmt { kind: StmtKind::Expr(assume), span });
        }
        chosen
    }

    fn number(&self, number: i64, span: Span) -> Expr {
        Expr { kind: ExprKind::Constant(number as u64 & 0xffff_ffff), ty: INT, span }
    }

    /// `printf` and its kin whose format, the argument at `format`, has a `%n`: nothing is printed, but how much it would be
    /// is stored. How long a number is counts as any length that one of its type can have. `None` gives the arguments back.
    pub(super) fn count_printed(
        &mut self,
        name: &str,
        format: usize,
        values: Vec<Expr>,
        span: Span,
    ) -> Result<Expr, Vec<Expr>> {
        let is_count = |it: &Piece| matches!(it, Piece::Conversion(it) if it.letter == b'n' && !it.star);
        let pieces = values.get(format).and_then(literal).and_then(pieces);
        let Some(pieces) = pieces.filter(|it| it.iter().any(is_count)) else { return Err(values) };
        let mut list: Vec<Stmt> = Vec::new();
        let values = values.into_iter().map(|it| self.promote_argument(it)).collect();
        let (first, values) = self.operands(values, span);
        let mut held = values.into_iter().skip(format + 1);
        let zero = self.number(0, span);
        let count = self.held("<printed>", zero, &mut list);
        for piece in pieces {
            let (least, most) = match piece {
                Piece::Text(bytes) => (bytes.len() as i64, bytes.len() as i64),
                Piece::Conversion(conversion) => {
                    let width = if conversion.star { held.next() } else { None };
                    let Some(value) = held.next() else {
                        self.error(codes::ARGUMENT_COUNT, span, format!("`{name}` has fewer values than its format"));
                        return Ok(self.error_expr(span));
                    };
                    if conversion.letter == b'n' {
                        let place = self.pointed_to(value, span);
                        let printed = self.read(count, span);
                        let store = self.assign(place, printed, span);
                        list.push(Stmt { kind: StmtKind::Expr(store), span });
                        continue;
                    }
                    let (least, most) = self.printed_length(&conversion);
                    if width.is_some() { (least, MOST_PRINTED) } else { (least, most) }
                }
            };
            let more = if least == most {
                self.number(least, span)
            } else {
                let chosen = self.between(least, most, &mut list, span);
                self.read(chosen, span)
            };
            let before = self.read(count, span);
            let sum = ExprKind::Binary(BinaryOp::Add, Box::new(before), Box::new(more));
            let place = self.place(count, span);
            let store = self.assign(place, Expr { kind: sum, ty: INT, span }, span);
            list.push(Stmt { kind: StmtKind::Expr(store), span });
        }
        let value = self.read(count, span);
        Ok(self.after_operands(first, Expr { kind: ExprKind::Statements(list, Some(Box::new(value))), ty: INT, span }))
    }

    /// How many characters a conversion prints, at least and at most.
    fn printed_length(&self, conversion: &Conversion) -> (i64, i64) {
        let bits = match self.printed_type(conversion, true) {
            Type::Int { bits, .. } => i64::from(bits),
            _ => 64,
        };
        let digits = match conversion.letter {
            // 3 digits for 10 bits, and a sign.
            b'd' | b'i' => Some(bits * 3 / 10 + 2),
            b'u' => Some(bits * 3 / 10 + 1),
            b'x' | b'X' => Some(bits / 4),
            b'o' => Some(bits / 3 + 1),
            _ => None,
        };
        let width = conversion.width.map_or(0, i64::from);
        match (conversion.letter, digits, conversion.precision) {
            (b'c', ..) => (width.max(1), width.max(1)),
            (_, Some(digits), None) => (width.max(1), width.max(digits)),
            (_, Some(digits), Some(precision)) => (width, width.max(digits).max(i64::from(precision) + 1)),
            (b's', None, Some(most)) => (width, width.max(most.into())),
            (_, None, _) => (width, MOST_PRINTED),
        }
    }

    /// `sprintf`, `snprintf`: piece by piece, each behind what is written already. Gives the length of it all.
    pub(super) fn print_into(&mut self, name: &str, sized: bool, values: Vec<Expr>, span: Span) -> Expr {
        let format = 1 + usize::from(sized);
        let Some(pieces) = self.format(&values, format, name, span) else { return self.error_expr(span) };
        let size = self.long(false);
        let mut list: Vec<Stmt> = Vec::new();
        let mut given = Vec::new();
        for (index, value) in values.into_iter().enumerate() {
            given.push(match index {
                0 => self.assignable(value, &pointer_to(CHAR), "the place for the text"),
                1 if sized => self.assignable(value, &size, "the size"),
                _ => self.promote_argument(value),
            });
        }
        // All values are known before anything is written.
        let (first, given) = self.operands(given, span);
        let mut values = given.into_iter();
        let Some(target) = values.next() else { return self.error_expr(span) };
        let target = self.held("<target>", target, &mut list);
        let room = match values.next().filter(|_| sized) {
            Some(room) => room,
            // Without a size there is no limit; what is too long is an access beyond the end.
            None => Expr { kind: ExprKind::Constant(0x7fff_ffff), ty: size.clone(), span },
        };
        let room = self.held("<room>", room, &mut list);
        let at = self.held("<at>", Expr { kind: ExprKind::Constant(0), ty: size, span }, &mut list);
        let mut values = values.skip(usize::from(sized));
        for piece in pieces {
            let start = [target, room, at].map(|it| self.read(it, span));
            let call = match piece {
                Piece::Text(bytes) => {
                    let text = self.literal_text(bytes, span);
                    self.put_text(start, text, &Conversion::default(), span)
                }
                Piece::Conversion(conversion) => {
                    let Some(value) = values.next().filter(|_| !conversion.star) else {
                        self.error(codes::ARGUMENT_COUNT, span, format!("`{name}` has fewer values than its format"));
                        return self.error_expr(span);
                    };
                    match conversion.letter {
                        b'n' => {
                            let place = self.pointed_to(value, span);
                            let printed = self.read(at, span);
                            let store = self.assign(place, printed, span);
                            list.push(Stmt { kind: StmtKind::Expr(store), span });
                            continue;
                        }
                        b's' => self.put_text(start, value, &conversion, span),
                        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' if conversion.precision.is_none() => {
                            self.put_number(start, value, &conversion, &mut list, span)
                        }
                        letter => return self.unknown_conversion(name, letter, span),
                    }
                }
            };
            let place = self.place(at, span);
            let store = self.assign(place, call, span);
            list.push(Stmt { kind: StmtKind::Expr(store), span });
        }
        let start = [target, room, at].map(|it| self.read(it, span));
        let value = self.model_call(models::name("__raddle__put_end"), start.into(), span);
        self.after_operands(first, Expr { kind: ExprKind::Statements(list, Some(Box::new(value))), ty: INT, span })
    }

    fn literal_text(&mut self, mut bytes: Vec<u8>, span: Span) -> Expr {
        bytes.push(0);
        let ty = Type::Array(Rc::new(CHAR), Some(bytes.len() as u32));
        self.rvalue(Expr { kind: ExprKind::String(bytes), ty, span })
    }

    fn put_text(&mut self, start: [Expr; 3], text: Expr, conversion: &Conversion, span: Span) -> Expr {
        let most = conversion.precision.map_or(0x7fff_ffff, i64::from);
        let width = conversion.width.map_or(0, i64::from);
        let mut arguments: Vec<Expr> = start.into();
        arguments.push(text);
        arguments.extend([most, width, conversion.left.into()].map(|it| self.number(it, span)));
        self.model_call(models::name("__raddle__put_text"), arguments, span)
    }

    fn put_number(
        &mut self,
        start: [Expr; 3],
        value: Expr,
        conversion: &Conversion,
        list: &mut Vec<Stmt>,
        span: Span,
    ) -> Expr {
        if !is_integer(&value.ty) {
            return self.unknown_conversion("sprintf", conversion.letter, span);
        }
        let value = self.held("<value>", value, list);
        let width = conversion.width.map_or(0, i64::from);
        if conversion.letter == b'c' {
            // A text of one character.
            let bytes = Type::Array(Rc::new(CHAR), Some(2));
            let text = self.automatic("<character>", bytes, span);
            let character = self.read(value, span);
            let character = self.convert(character, &CHAR);
            let init = vec![crate::tree::Element { offset: 0, bits: None, value: character }];
            list.push(Stmt { kind: StmtKind::Declare { variable: text, init, zeroed: true }, span });
            let text = self.read(text, span);
            return self.put_text(start, text, conversion, span);
        }
        let decimal = matches!(conversion.letter, b'd' | b'i');
        let wide = Type::Int { bits: 64, signed: false };
        let ty = self.printed_type(conversion, decimal);
        let given = self.read(value, span);
        let given = self.convert(given, &ty);
        let number = self.convert(given, if decimal { &LONG_LONG } else { &wide });
        let number = self.held("<number>", number, list);
        let (minus, magnitude) = if decimal {
            let (low, zero) = (self.read(number, span), Expr { kind: ExprKind::Constant(0), ty: LONG_LONG, span });
            let minus = Expr { kind: ExprKind::Binary(BinaryOp::Less, Box::new(low), Box::new(zero)), ty: INT, span };
            let minus = self.held("<minus>", minus, list);
            let value = self.read(number, span);
            let plus = self.convert(value, &wide);
            let value = self.read(number, span);
            let value = self.convert(value, &wide);
            let negated =
                Expr { kind: ExprKind::Unary(crate::tree::UnaryOp::Negate, Box::new(value)), ty: wide.clone(), span };
            let is_minus = self.read(minus, span);
            let kind = ExprKind::Conditional(Box::new(is_minus), Box::new(negated), Box::new(plus));
            (self.read(minus, span), Expr { kind, ty: wide, span })
        } else {
            (self.number(0, span), self.read(number, span))
        };
        let base = match conversion.letter {
            b'o' => 8,
            b'x' | b'X' => 16,
            _ => 10,
        };
        let upper = conversion.letter == b'X';
        let mut arguments: Vec<Expr> = start.into();
        arguments.extend([magnitude, minus]);
        let flags = [base, upper.into(), width, conversion.left.into(), conversion.zeros.into()];
        arguments.extend(flags.map(|it| self.number(it, span)));
        self.model_call(models::name("__raddle__put_number"), arguments, span)
    }

    /// The type that a conversion takes its value for.
    fn printed_type(&self, conversion: &Conversion, signed: bool) -> Type {
        let bits = match conversion.length.as_slice() {
            b"hh" => 8,
            b"h" => 16,
            b"l" | b"z" | b"t" => self.model.pointer_bits(),
            b"ll" | b"j" | b"L" => 64,
            _ => 32,
        };
        Type::Int { bits, signed }
    }
}

/// The bytes of a string literal.
fn literal(value: &Expr) -> Option<&[u8]> {
    match &value.kind {
        ExprKind::String(bytes) => Some(bytes),
        ExprKind::Decay(inner) | ExprKind::Convert(inner) | ExprKind::Load(inner) => literal(inner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let conversion = |letter| Conversion { letter, ..Conversion::default() };
        assert_eq!(pieces(b"100%%\0"), Some(vec![Piece::Text(b"100%".to_vec())]));
        let found = pieces(b"a%-08ld %.3s%[^]x]%*d\0").expect("a format");
        let number = Conversion { left: true, zeros: true, width: Some(8), length: b"l".to_vec(), ..conversion(b'd') };
        let text = Conversion { precision: Some(3), ..conversion(b's') };
        let skipped = Conversion { star: true, ..conversion(b'd') };
        let expected = [
            Piece::Text(b"a".to_vec()),
            Piece::Conversion(number),
            Piece::Text(b" ".to_vec()),
            Piece::Conversion(text),
            Piece::Conversion(conversion(b'[')),
            Piece::Conversion(skipped),
        ];
        assert_eq!(found, expected);
        assert_eq!(pieces(b"%"), None);
        assert_eq!(pieces(b"%[abc"), None);
    }
}
