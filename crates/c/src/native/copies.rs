//! Objects that are copied and set piece by piece, in the pieces that `lower` takes.

use super::body::Body;
use super::{Kind, types};
use crate::lower::bits::{ALIGNED, alignment};
use crate::lower::places::UNROLLED;
use crate::lower::shapes;
use crate::tree::{Element, Expr, Type};
use source::Span;

impl<'u> Body<'_, 'u> {
    /// Copies an object from one address to another; both are multiples of `align`.
    pub(super) fn copy(&mut self, to: &str, from: &str, ty: &Type, align: u32, span: Span) {
        let (load, store) = (self.point(span, Kind::Load), self.point(span, Kind::Store));
        self.copy_pieces(to, from, ty, align, (load, store), span);
    }

    /// Copies between an object and a temporary, which nobody else notices.
    pub(super) fn copy_noticed(&mut self, to: &str, from: &str, object: &Expr, noticed: (bool, bool), span: Span) {
        let nobody = || "RADDLE_NONE".to_owned();
        let load = if noticed.0 { self.point(span, Kind::Load) } else { nobody() };
        let store = if noticed.1 { self.point(span, Kind::Store) } else { nobody() };
        self.copy_pieces(to, from, &object.ty, self.alignment(object), (load, store), span);
    }

    fn copy_pieces(&mut self, to: &str, from: &str, ty: &Type, align: u32, points: (String, String), span: Span) {
        let (load, store) = points;
        match self.pieces(types::plain(ty), align, &[]) {
            Pieces::Some(list, count) => {
                self.say(span, &format!("raddle_copy({load}, {store}, {to}, {from}, {list}, {count});"));
            }
            Pieces::Chunks(size, chunk) => {
                self.say(span, &format!("raddle_copy_all({load}, {store}, {to}, {from}, {size}, {chunk});"));
            }
        }
    }

    /// Sets every byte of an object.
    pub(super) fn set(&mut self, to: &str, byte: u64, ty: &Type, align: u32, span: Span) {
        let store = self.point(span, Kind::Store);
        match self.pieces(types::plain(ty), align, &[]) {
            Pieces::Some(list, count) => {
                self.say(span, &format!("raddle_set({store}, {to}, {byte}, {list}, {count});"))
            }
            Pieces::Chunks(size, chunk) => {
                self.say(span, &format!("raddle_set_all({store}, {to}, {byte}, {size}, {chunk});"));
            }
        }
    }

    /// Sets a local object to 0, except for what is about to be written. If it is fresh, nobody notices.
    pub(super) fn zero_object(&mut self, name: &str, ty: &Type, init: &'u [Element], fresh: bool, span: Span) {
        let store = match fresh || self.is_quiet {
            true => "RADDLE_NONE".to_owned(),
            false => self.point(span, Kind::Store),
        };
        self.say(span, &format!("__builtin_memset((void *)&{name}, 0, sizeof {name});"));
        let scalar = |it: &Element| Some((it.offset, shapes::bytes(&it.value.ty, self.unit.model)?));
        let set: Vec<_> = init.iter().filter(|it| it.bits.is_none()).filter_map(scalar).collect();
        if let (false, Pieces::Some(list, count)) = (fresh, self.pieces(types::plain(ty), ALIGNED, &set)) {
            self.say(span, &format!("raddle_set({store}, &{name}, 0, {list}, {count});"));
        }
    }

    /// The number of a point for a function of the runtime that does nothing at one that nobody notices.
    fn point(&mut self, span: Span, kind: Kind) -> String {
        match self.program.point(span, kind).filter(|_| !self.is_quiet) {
            Some(point) => format!("{point}"),
            None => "RADDLE_NONE".to_owned(),
        }
    }

    fn pieces(&self, ty: &Type, align: u32, but: &[(u32, ir::Bytes)]) -> Pieces {
        let shape = shapes::shape(ty, self.unit);
        let size = shape.size(self.unit.model);
        if size > UNROLLED {
            return Pieces::Chunks(size, shapes::chunk(&shape, align, self.unit.model).0);
        }
        let mut pieces = shapes::pieces(&shape, align, self.unit.model);
        pieces.retain(|it| !but.contains(it));
        let list: Vec<String> = pieces.iter().map(|(at, size)| format!("{{{at}, {}}}", size.0)).collect();
        if list.is_empty() {
            return Pieces::Some("0".to_owned(), 0);
        }
        Pieces::Some(format!("(const struct raddle_piece[]){{{}}}", list.join(", ")), list.len())
    }

    /// What the address of an lvalue is a multiple of at least.
    pub(super) fn alignment(&self, expr: &Expr) -> u32 {
        alignment(self.unit, expr)
    }
}

/// In which pieces an object is touched.
enum Pieces {
    /// A list as C text, and its length.
    Some(String, usize),
    /// All of so many bytes, in chunks of this size.
    Chunks(u32, u8),
}
