//! Words of newer C, of GCC and of other verifiers, for which the parser has other words or none.

use super::{Pass, is_word};
use std::ops::Range;

impl Pass<'_> {
    /// Replaces a word that the parser lacks. Gives whether there is nothing left of it, so that it is no token.
    pub(super) fn rewrite_word(&mut self, start: usize) -> bool {
        let word = &self.input[start..self.at];
        match word {
            b"__CPROVER_bool" => self.replace(start, b"_Bool"),
            b"__CPROVER_thread_local" => {
                self.replace(start, b"register");
                self.out.thread_local.insert(start);
            }
            // `sizeof` takes types and expressions alike.
            b"__alignof__" | b"__alignof" | b"_Alignof" => {
                self.replace(start, b"sizeof");
                self.out.alignof.insert(start);
            }
            b"bool" if !self.declares_bool => {
                self.replace(start, b"int");
                self.out.bool_words.insert(start);
            }
            b"__label__" => {
                let rest = &self.input[start..];
                let end = rest.iter().position(|it| *it == b';').map_or(self.input.len(), |it| start + it + 1);
                self.blank(start..end);
                return true;
            }
            b"static_assert" if start > 0 && self.output[start - 1].is_ascii_whitespace() => {
                self.output[start - 1..self.at].copy_from_slice(b"_Static_assert");
            }
            b"__builtin_types_compatible_p" => self.compatible(start),
            _ => {}
        }
        false
    }

    /// `__builtin_types_compatible_p(A, B)` becomes `sizeof(int(*)(A, B))`, which has room in its place.
    fn compatible(&mut self, start: usize) {
        const BEFORE: &[u8] = b"sizeof(int(*)";
        let Some(arguments) = self.whole_brackets(self.at) else { return };
        let text = self.input[arguments.clone()].to_vec();
        let whole = start..arguments.end;
        self.output[whole.clone()].fill(b' ');
        let (first, last) = (start + BEFORE.len(), start + BEFORE.len() + text.len());
        self.output[start..first].copy_from_slice(BEFORE);
        self.output[first..last].copy_from_slice(&text);
        self.output[last] = b')';
        self.out.compatible.insert(start);
        self.at = whole.end;
    }

    /// The brackets that come next, with what is in them.
    fn whole_brackets(&self, from: usize) -> Option<Range<usize>> {
        let open = from + self.input[from..].iter().position(|it| !it.is_ascii_whitespace())?;
        let mut depth = 0usize;
        for (index, byte) in self.input[open..].iter().enumerate() {
            match byte {
                b'(' => depth += 1,
                _ if depth == 0 => return None,
                b')' if depth == 1 => return Some(open..open + index + 1),
                b')' => depth -= 1,
                b'#' | b'"' | b'\'' | b';' => return None,
                _ => {}
            }
        }
        None
    }
}

/// Whether a text gives the name `bool` a meaning of its own: `typedef int bool;`.
pub(super) fn declares_bool(input: &[u8]) -> bool {
    let is_whole = |at: usize| (at == 0 || !is_word(input[at - 1])) && input.get(at + 4).is_none_or(|it| !is_word(*it));
    let mut at = 0;
    while let Some(found) = input[at..].windows(4).position(|it| it == b"bool") {
        let start = at + found;
        let next = input[start + 4..].iter().find(|it| !it.is_ascii_whitespace());
        if is_whole(start) && matches!(next, Some(b';' | b',' | b'=' | b'[' | b'.')) {
            // `(int, bool)` and `f(bool, int)` name a type; `typedef _Bool bool;` declares one.
            let line =
                input[..start].iter().rposition(|it| matches!(it, b';' | b'{' | b'}' | b'(')).map_or(0, |it| it + 1);
            let head = &input[line..start];
            if head.windows(7).any(|it| it == b"typedef") || matches!(next, Some(b'=' | b'[' | b'.' | b';')) {
                return true;
            }
        }
        at = start + 4;
    }
    false
}
