//! Attributes that change the layout: `packed`, `aligned(n)`, `_Alignas(n)`, and `#pragma pack`.
//!
//! The parser does not see them. `prepass` has noted where they stood, and what they belong to is told from that place:
//! a record if it is in front of the members or right behind them, else the declarator in front.

use super::Sema;
use super::placing::Wishes;
use super::scope::Entity;
use crate::codes;
use ir::DataModel;
use std::ops::Range;

/// What `aligned` without a number means.
const LARGEST: u32 = 16;
/// More than any machine has.
const MOST: u32 = 1 << 28;

impl Sema<'_> {
    /// What the attributes in a part of the text say together. Nobody else gets them.
    pub(super) fn wishes(&mut self, place: Range<usize>) -> Wishes {
        let mut wishes = Wishes::default();
        let prepared = self.prepared;
        for (index, attribute) in prepared.attributes.iter().enumerate() {
            if !place.contains(&attribute.at.start) || !self.claimed.insert(index) {
                continue;
            }
            wishes.packed |= attribute.packed;
            if let Some(argument) = &attribute.aligned {
                let text = &self.lines.text()[argument.clone()];
                match alignment(text, self.model).or_else(|| self.size_of_typedef(text)) {
                    Some(align) => wishes.aligned = wishes.aligned.max(align),
                    None => {
                        let span = self.lines.span(argument.start, argument.end);
                        let message = format!("not supported: an alignment of `{}`", text.trim());
                        self.error(codes::PACKED, span, message);
                    }
                }
            }
        }
        wishes
    }

    /// `sizeof(name)` of a type that the program has given a name.
    fn size_of_typedef(&self, text: &str) -> Option<u32> {
        let name = text.trim().strip_prefix("sizeof")?.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
        match self.lookup(name)? {
            Entity::Typedef { ty, .. } => self.size(ty).filter(|it| it.is_power_of_two()),
            _ => None,
        }
    }

    /// The attributes behind a piece of text: only blanks are between.
    pub(super) fn behind(&self, end: usize) -> Range<usize> {
        let text = self.lines.text();
        let mut until = end;
        for attribute in self.prepared.attributes.iter().filter(|it| it.at.start >= end) {
            if !text[until..attribute.at.start].trim().is_empty() {
                break;
            }
            until = attribute.at.end;
        }
        end..until
    }

    /// Where the attributes in front of a piece of text begin.
    pub(super) fn in_front(&self, start: usize) -> usize {
        let text = self.lines.text();
        let mut from = start;
        for attribute in self.prepared.attributes.iter().rev().filter(|it| it.at.end <= start) {
            if !text[attribute.at.end..from].trim().is_empty() {
                break;
            }
            from = attribute.at.start;
        }
        from
    }

    /// What `#pragma pack` says at this place.
    pub(super) fn pack(&self, at: usize) -> Option<u32> {
        self.prepared.packs.iter().take_while(|it| it.0 <= at).last().and_then(|it| it.1)
    }
}

/// The number that an alignment is, if it is a power of two that can be told from the text.
fn alignment(text: &str, model: DataModel) -> Option<u32> {
    let align = match text.trim() {
        "" => LARGEST,
        text => value(text, model)?,
    };
    (align == 0 || (align.is_power_of_two() && align <= MOST)).then_some(align)
}

/// Sums, products, shifts, `sizeof` and the names of simple types.
fn value(text: &str, model: DataModel) -> Option<u32> {
    let text = text.trim();
    for operator in ["<<", ">>", "+", "-", "*", "/"] {
        let Some(at) = outside_of_brackets(text, operator) else { continue };
        let (left, right) = (value(&text[..at], model), value(&text[at + operator.len()..], model));
        if let (Some(left), Some(right)) = (left, right) {
            return match operator {
                "<<" => left.checked_shl(right),
                ">>" => left.checked_shr(right),
                "+" => left.checked_add(right),
                "-" => left.checked_sub(right),
                "*" => left.checked_mul(right),
                _ => left.checked_div(right),
            };
        }
    }
    for word in ["sizeof", "_Alignof", "__alignof__", "__alignof"] {
        if let Some(inner) = text.strip_prefix(word) {
            return simple_type(inner.trim().strip_prefix('(')?.strip_suffix(')')?, word == "sizeof", model);
        }
    }
    if let Some(inner) = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
        return value(inner, model);
    }
    number(text).or_else(|| simple_type(text, false, model))
}

fn number(text: &str) -> Option<u32> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None if digits.len() > 1 && digits.starts_with('0') => u32::from_str_radix(digits, 8).ok(),
        None => digits.parse().ok(),
    }
}

/// The last place of an operator that is not in brackets, with something in front of it.
fn outside_of_brackets(text: &str, operator: &str) -> Option<usize> {
    let (mut depth, mut found) = (0usize, None);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && at > 0 && text[at..].starts_with(operator) => found = Some(at),
            _ => {}
        }
    }
    found
}

/// Size or alignment of a type that is written without names of its own.
fn simple_type(text: &str, size: bool, model: DataModel) -> Option<u32> {
    let pointer = model.pointer_bytes();
    if text.trim().ends_with('*') {
        return Some(pointer);
    }
    let words: Vec<&str> =
        text.split_whitespace().filter(|it| !matches!(*it, "signed" | "unsigned" | "const")).collect();
    let longs = words.iter().filter(|it| **it == "long").count();
    let bytes = match words.as_slice() {
        ["char" | "_Bool"] => 1,
        ["short"] | ["short", "int"] => 2,
        ["int" | "float"] => 4,
        [] if !text.trim().is_empty() => 4,
        ["double"] => 8,
        ["long", "double"] if model == DataModel::Lp64 => 16,
        ["long", "double"] if size => 12,
        ["long", "double"] => 4,
        _ if longs == 0 || words.iter().any(|it| !matches!(*it, "long" | "int")) => return None,
        _ if longs == 1 => pointer,
        _ => 8,
    };
    Some(if size {
        bytes
    } else if bytes == 8 {
        pointer
    } else {
        bytes
    })
}
