//! Numbers, characters and strings.

use super::Sema;
use super::special;
use super::types::{CHAR, INT, UINT};
use crate::codes;
use crate::tree::{Expr, ExprKind, Type};
use lang_c::ast::{Constant, Integer, IntegerBase, IntegerSize};
use lang_c::span::Node;
use source::Span;
use std::rc::Rc;

/// A decoded string or character constant.
pub(super) struct Text {
    /// The unit: `char`, or what the prefix says.
    pub ty: Type,
    /// One number per unit, without a terminating 0.
    pub units: Vec<u32>,
}

impl Sema<'_> {
    pub(super) fn literal(&mut self, node: &Node<Constant>) -> Expr {
        let span = self.span(node.span);
        match &node.node {
            Constant::Integer(integer) => self.integer_literal(integer, span),
            Constant::Float(float) => self.float_literal(float, span),
            Constant::Character(text) => self.character(text, span),
        }
    }

    /// The first type of the standard's table (6.4.4.1) that holds the value.
    fn integer_literal(&mut self, integer: &Integer, span: Span) -> Expr {
        if integer.suffix.imaginary {
            self.error(codes::COMPLEX, span, "not supported: complex numbers");
            return self.error_expr(span);
        }
        let (radix, decimal) = match integer.base {
            IntegerBase::Decimal => (10, true),
            IntegerBase::Octal => (8, false),
            IntegerBase::Hexadecimal => (16, false),
            IntegerBase::Binary => (2, false),
        };
        let Ok(value) = u64::from_str_radix(&integer.number, radix) else {
            self.error(codes::BAD_LITERAL, span, "this number does not fit into 64 bits");
            return self.error_expr(span);
        };
        let long = self.model.pointer_bits();
        let widths: &[u8] = match integer.suffix.size {
            IntegerSize::Int => &[32, long, 64],
            IntegerSize::Long => &[long, 64],
            IntegerSize::LongLong => &[64],
        };
        let fits = |bits: u8, signed: bool| value <= ir::Width(bits).mask() >> u32::from(signed);
        let candidates = widths
            .iter()
            .flat_map(|bits| [(*bits, true), (*bits, false)])
            .filter(|(_, signed)| if integer.suffix.unsigned { !signed } else { *signed || !decimal });
        let (bits, signed) = candidates.into_iter().find(|it| fits(it.0, it.1)).unwrap_or((64, false));
        Expr { kind: ExprKind::Constant(value), ty: Type::Int { bits, signed }, span }
    }

    fn character(&mut self, text: &str, span: Span) -> Expr {
        let Some(decoded) = decode(text, '\'') else {
            self.error(codes::BAD_LITERAL, span, "this character has a bad escape sequence");
            return self.error_expr(span);
        };
        // A plain character constant is an `int` with the value of a (signed) `char`; several are packed, as in GCC.
        let (value, ty) = match (&decoded.ty, decoded.units.as_slice()) {
            (ty, [unit]) if *ty == CHAR => (*unit as u8 as i8 as i64 as u64, INT),
            (ty, units) if *ty == CHAR => {
                (units.iter().fold(0u32, |value, unit| (value << 8) | (unit & 0xff)).into(), INT)
            }
            (ty, units) => (units.last().copied().unwrap_or(0).into(), ty.clone()),
        };
        Expr { kind: ExprKind::Constant(value & 0xffff_ffff), ty, span }
    }

    /// Adjacent literals are one string; the widest prefix counts.
    pub(super) fn text(&mut self, pieces: &Node<Vec<String>>) -> Text {
        let span = self.span(pieces.span);
        let mut out = Text { ty: CHAR, units: Vec::new() };
        for piece in &pieces.node {
            match decode(piece, '"') {
                Some(text) => {
                    if text.ty != CHAR {
                        out.ty = text.ty;
                    }
                    out.units.extend(text.units);
                }
                None => self.error(codes::BAD_LITERAL, span, "this string has a bad escape sequence"),
            }
        }
        out
    }

    pub(super) fn string(&mut self, pieces: &Node<Vec<String>>) -> Expr {
        let span = self.span(pieces.span);
        let mut text = self.text(pieces);
        text.units.push(0);
        self.string_of(text, span)
    }

    /// `__func__`.
    pub(super) fn function_name(&mut self, span: Span) -> Expr {
        let name = self.body.as_ref().map(|it| it.name.clone()).unwrap_or_default();
        let units = name.bytes().chain([0]).map(u32::from).collect();
        self.string_of(Text { ty: CHAR, units }, span)
    }

    fn string_of(&mut self, text: Text, span: Span) -> Expr {
        let bytes = self.size(&text.ty).unwrap_or(1) as usize;
        let count = text.units.len() as u32;
        let bytes = text.units.iter().flat_map(|it| it.to_le_bytes().into_iter().take(bytes)).collect();
        Expr { kind: ExprKind::String(bytes), ty: Type::Array(Rc::new(text.ty), Some(count)), span }
    }
}

impl Text {
    /// The units as constants of their type.
    pub(super) fn constants(&self, ty: &Type, span: Span) -> Vec<Expr> {
        let mask = match ty {
            Type::Int { bits, .. } => ir::Width(*bits).mask(),
            _ => 0xff,
        };
        let one = |unit: &u32| Expr { kind: ExprKind::Constant(u64::from(*unit) & mask), ty: ty.clone(), span };
        self.units.iter().map(one).collect()
    }

    /// Whether arrays of this element type can be initialised by such a string.
    pub(super) fn fits(&self, element: &Type) -> bool {
        match (element, &self.ty) {
            (Type::Int { bits: a, .. }, Type::Int { bits: b, .. }) => a == b,
            _ => special::is_error(element),
        }
    }
}

/// Decodes one literal with its prefix and quotes.
fn decode(literal: &str, quote: char) -> Option<Text> {
    let open = literal.find(quote)?;
    let inner = literal.get(open + 1..literal.len().checked_sub(1)?)?;
    let ty = match &literal[..open] {
        "L" => INT,
        "u" => Type::Int { bits: 16, signed: false },
        "U" => UINT,
        _ => CHAR,
    };
    let mut units = Vec::new();
    let mut rest = inner;
    while let Some(first) = rest.chars().next() {
        if first != '\\' {
            rest = &rest[first.len_utf8()..];
            if ty == CHAR {
                units.extend(first.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
            } else if ty == (Type::Int { bits: 16, signed: false }) {
                units.extend(first.encode_utf16(&mut [0; 2]).iter().map(|it| u32::from(*it)));
            } else {
                units.push(first.into());
            }
            continue;
        }
        let (unit, length) = escape(&rest[1..])?;
        units.push(unit);
        rest = &rest[1 + length..];
    }
    Some(Text { ty, units })
}

/// What follows a backslash: its value and how long it is.
fn escape(rest: &str) -> Option<(u32, usize)> {
    let simple = match *rest.as_bytes().first()? {
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'n' => 10,
        b'r' => 13,
        b't' => 9,
        b'v' => 11,
        b'e' => 27,
        byte @ (b'\'' | b'"' | b'?' | b'\\') => byte.into(),
        b'0'..=b'7' => {
            let digits = rest.bytes().take(3).take_while(|it| (b'0'..=b'7').contains(it)).count();
            return Some((u32::from_str_radix(&rest[..digits], 8).ok()?, digits));
        }
        b'x' => {
            let digits = rest[1..].bytes().take_while(u8::is_ascii_hexdigit).count();
            let last = &rest[1 + digits.saturating_sub(8)..1 + digits];
            return Some((u32::from_str_radix(last, 16).ok()?, digits + 1));
        }
        _ => return None,
    };
    Some((simple, 1))
}
