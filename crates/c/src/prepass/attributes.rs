//! Attributes and pragmas that change the layout of records. All of them are blanked; these are remembered.

use super::{Pass, is_word};
use crate::codes;
use std::ops::Range;

/// Attributes that change what a program does, or what a type is.
const BEHAVIOUR: &[&[u8]] = &[
    b"constructor",
    b"__constructor__",
    b"destructor",
    b"__destructor__",
    b"cleanup",
    b"__cleanup__",
    b"vector_size",
    b"__vector_size__",
    b"scalar_storage_order",
    b"ms_struct",
];

/// Attributes that change the layout.
const LAYOUT: &[&[u8]] = &[b"packed", b"__packed__", b"aligned", b"__aligned__"];

/// An attribute that changes the layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Attribute {
    /// All of it.
    pub at: Range<usize>,
    /// Whether `packed` is in it.
    pub packed: bool,
    /// What stands in the brackets of `aligned`, perhaps nothing.
    pub aligned: Option<Range<usize>>,
}

impl Pass<'_> {
    /// `__attribute__((…))` or `_Alignas(…)`.
    pub(super) fn attribute(&mut self, start: usize, alignas: bool) {
        let mut end = self.at;
        let mut depth = 0usize;
        while let Some(&byte) = self.input.get(end) {
            match byte {
                b'(' => depth += 1,
                b')' if depth <= 1 => break,
                b')' => depth -= 1,
                b'"' => {
                    end = self.end_of_literal(end, b'"');
                    continue;
                }
                _ if depth == 0 && !byte.is_ascii_whitespace() => return self.token(start),
                _ => {}
            }
            end += 1;
        }
        let end = (end + 1).min(self.input.len());
        let aligned = if alignas { self.brackets(self.at..end) } else { self.argument(start..end) };
        let words = self.input[start..end].split(|it| !is_word(*it));
        let packed = words.clone().any(|it| it == b"packed" || it == b"__packed__");
        let is_enum = self.last == Some(b"enum");
        self.refuse(start..end, |it| BEHAVIOUR.contains(&it) || (is_enum && LAYOUT.contains(&it)));
        if packed || aligned.is_some() {
            self.out.attributes.push(Attribute { at: start..end, packed, aligned });
        }
        self.blank(start..end);
    }

    /// `[[…]]`, as C23 writes attributes: those that change the layout are not known in this form.
    pub(super) fn attribute_of_c23(&mut self, start: usize) -> bool {
        let rest = &self.input[start..];
        let Some(end) = rest.windows(2).position(|it| it == b"]]") else { return false };
        if rest[..end].iter().any(|it| matches!(it, b';' | b'{' | b'}')) {
            return false;
        }
        let whole = start..start + end + 2;
        self.refuse(whole.clone(), |it| BEHAVIOUR.contains(&it) || LAYOUT.contains(&it));
        self.blank(whole);
        true
    }

    /// Reports the words of an attribute that cannot be left out.
    fn refuse(&mut self, attribute: Range<usize>, is_refused: impl Fn(&[u8]) -> bool) {
        let text = &self.input[attribute.clone()];
        for word in text.split(|it| !is_word(*it)).filter(|it| is_refused(it)) {
            let message = format!("not supported: the attribute `{}` here", String::from_utf8_lossy(word));
            self.out.finding(attribute.clone(), codes::ATTRIBUTE, message, false);
        }
    }

    /// What stands behind the word `aligned`.
    fn argument(&self, attribute: Range<usize>) -> Option<Range<usize>> {
        let mut at = attribute.start;
        while at < attribute.end {
            if !is_word(self.input[at]) {
                at += 1;
                continue;
            }
            let end = (at..attribute.end).find(|it| !is_word(self.input[*it])).unwrap_or(attribute.end);
            if matches!(&self.input[at..end], b"aligned" | b"__aligned__") {
                return Some(self.brackets(end..attribute.end).unwrap_or(end..end));
            }
            at = end;
        }
        None
    }

    /// What stands between the brackets that begin here.
    fn brackets(&self, place: Range<usize>) -> Option<Range<usize>> {
        let open = place.clone().find(|it| !self.input[*it].is_ascii_whitespace())?;
        if self.input[open] != b'(' {
            return None;
        }
        let mut depth = 0usize;
        for at in open..place.end {
            match self.input[at] {
                b'(' => depth += 1,
                b')' if depth == 1 => return Some(open + 1..at),
                b')' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// `#pragma pack(n)`, with `push` and `pop`.
    pub(super) fn pragma(&mut self, line: Range<usize>) {
        let text = String::from_utf8_lossy(&self.input[line.clone()]).into_owned();
        let Some(text) = text[1..].trim().strip_prefix("pragma").map(str::trim) else { return };
        let Some(text) = text.strip_prefix("pack").map(str::trim) else { return };
        let Some(inside) = text.strip_prefix('(').and_then(|it| it.split(')').next()) else { return };
        let mut now = self.out.packs.last().and_then(|it| it.1);
        let mut any = false;
        for word in inside.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            any = true;
            match word {
                "push" => self.pushed.push(now),
                "pop" => now = self.pushed.pop().flatten(),
                word => now = word.parse().ok().filter(|it| *it > 0).or(now),
            }
        }
        // `pack()` is as if nothing had been said; so is `pack(0)`.
        let now = if any && inside.trim() != "0" { now } else { None };
        self.out.packs.push((line.start, now));
    }
}
