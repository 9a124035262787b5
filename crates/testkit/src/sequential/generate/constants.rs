//! Literals of all forms, and constant expressions.

use super::super::syntax::*;
use super::super::types::{Kind, Type};
use super::{Feature, Full, Generator, int};

impl Generator {
    /// A number worth trying.
    fn value(&mut self) -> u64 {
        match self.rng.u32(0..10) {
            0..3 => self.rng.u64(0..12),
            3 | 4 => self.rng.u64(0..300),
            // Where widths end: 2^8, 2^16, … are likely, and the numbers around them.
            5..8 => {
                let widths = [7, 8, 15, 16, 31, 32, 63];
                let bit = if self.chance(60) { widths[self.rng.usize(0..7)] } else { self.rng.u32(0..64) };
                let around = [0, 0, 1, u64::MAX][self.rng.usize(0..4)];
                (1u64 << bit).wrapping_add(around)
            }
            8 => self.rng.u64(..) >> self.rng.u32(0..64),
            _ => self.rng.u64(..),
        }
    }

    /// A literal or an enumeration constant.
    pub(super) fn literal(&mut self) -> Expr {
        match self.rng.u32(0..20) {
            0..3 => self.character(),
            3 | 4 if !self.program.enums.is_empty() => self.enum_constant(),
            5 => {
                let ty = self.int_type();
                int(Kind::size(self.model), Node::SizeofType(ty))
            }
            6 => {
                let ty = self.int_type();
                int(Kind::size(self.model), Node::Alignof(ty))
            }
            7 | 8 if !self.program.records.is_empty() => {
                let id = RecordId(self.rng.usize(0..self.program.records.len()));
                let field = self.rng.usize(0..self.program.records[id.0].fields.len());
                let node = match self.rng.u32(0..3) {
                    0 => Node::SizeofType(Type::Record(id)),
                    1 => Node::Alignof(Type::Record(id)),
                    _ if self.program.records[id.0].widths[field].is_some() => Node::SizeofType(Type::Record(id)),
                    _ => Node::Offsetof(id, field),
                };
                int(Kind::size(self.model), node)
            }
            _ => self.number(),
        }
    }

    /// A first value for a variable: often a number that few operations would give.
    pub(super) fn first_value(&mut self) -> Expr {
        let number = self.number();
        if self.chance(60) {
            return number;
        }
        let operator = if self.chance(70) { Unary::Minus } else { Unary::Complement };
        let promoted = number.ty.kind().unwrap_or(Kind::Int).promoted();
        int(promoted, Node::Unary(operator, number.into()))
    }

    /// An integer literal in one of its forms.
    fn number(&mut self) -> Expr {
        let value = self.value();
        let form = self.rng.u32(0..8);
        let is_decimal = form < 4;
        let is_unsigned = (is_decimal && value >> 63 != 0) || self.chance(25);
        let longs = if self.chance(70) { 0 } else { self.rng.u32(1..3) };
        let digits = match form {
            0..4 => format!("{value}"),
            4 => format!("0x{value:x}"),
            5 => format!("0X{value:X}"),
            6 => format!("0{value:o}"),
            _ => format!("0b{value:b}"),
        };
        let unsigned = ["", "u", "U"][if is_unsigned { self.rng.usize(1..3) } else { 0 }];
        let long = ["", "l", "ll", "", "L", "LL"][longs as usize + if self.chance(50) { 3 } else { 0 }];
        let suffix = if self.chance(50) { format!("{unsigned}{long}") } else { format!("{long}{unsigned}") };
        let kind = Kind::of_literal(value, is_decimal, is_unsigned, longs, self.model);
        int(kind, Node::Literal(format!("{digits}{suffix}")))
    }

    fn character(&mut self) -> Expr {
        let byte = self.rng.u8(..);
        let text = match self.rng.u32(0..4) {
            0 => format!("'\\x{byte:x}'"),
            1 => format!("'\\{byte:o}'"),
            2 => ["'\\n'", "'\\0'", "'\\''", "'\\\\'", "'\"'", "'\\t'", "'\\a'"][byte as usize % 7].to_owned(),
            _ => format!("'{}'", (b'a' + byte % 26) as char),
        };
        int(Kind::Int, Node::Literal(text))
    }

    fn enum_constant(&mut self) -> Expr {
        let id = EnumId(self.rng.usize(0..self.program.enums.len()));
        let index = self.rng.usize(0..self.program.enums[id.0].constants.len());
        int(Kind::Int, Node::Constant(id, index))
    }

    /// The text of a string literal, and its length with the final zero.
    pub(super) fn string(&mut self) -> (String, u32) {
        let mut text = String::from("\"");
        let length = self.rng.u32(1..7);
        for _ in 0..length {
            match self.rng.u32(0..10) {
                0 => text.push_str("\\n"),
                1 => text.push_str("\\0\" \""),
                2 => text.push_str("\\xe9\" \""),
                3 => text.push_str("\\\""),
                4 => text.push_str("\\377"),
                _ => text.push((b'a' + self.rng.u8(0..26)) as char),
            }
        }
        text.push('"');
        (text, length + 1)
    }

    /// A constant expression.
    pub(super) fn constant(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.chance(35) {
            return self.literal();
        }
        // Expressions without variables are constant if nothing else comes in.
        self.operation(depth, &mut Full::constant())
    }

    /// Different constants for the labels of a switch, written in different ways. Small numbers, so that they are met.
    pub(super) fn labels(&mut self, count: usize) -> Vec<Expr> {
        let mut values: Vec<i64> = (-2..14).chain([100, 127, 128, 255, 256, 32_768, 65_535, 1 << 20]).collect();
        self.rng.shuffle(&mut values[..16]);
        if self.chance(30) {
            self.rng.shuffle(&mut values);
        }
        values.truncate(count);
        values.into_iter().map(|it| self.label(it)).collect()
    }

    fn label(&mut self, value: i64) -> Expr {
        if self.has(Feature::Enums) {
            for (id, it) in self.program.enums.iter().enumerate() {
                if let Some(index) = it.constants.iter().position(|it| it.0 == value) {
                    return int(Kind::Int, Node::Constant(EnumId(id), index));
                }
            }
        }
        let text = match self.rng.u32(0..6) {
            0 if value >= 0 => format!("0x{value:x}"),
            1 if (0..128).contains(&value) => format!("'\\{value:o}'"),
            2 => format!("{} + {}", value - 3, 3),
            3 if value >= 0 => format!("{value}u"),
            4 => format!("(long long){value}"),
            _ => format!("{value}"),
        };
        int(Kind::Int, Node::Literal(text))
    }
}
