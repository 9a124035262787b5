//! Initialisers, flattened: one [`Element`] per scalar (or record that is copied as a whole), with its offset.
//!
//! Follows 6.7.9: a cursor walks over the items of the innermost braces. An aggregate without braces of its own takes as
//! many items as it has room for; a designator moves to a place of the innermost *braced* aggregate.

use super::Sema;
use super::special::{self, ERROR};
use super::types::{INT, is_scalar, plain};
use crate::codes;
use crate::tree::{BitField, Element, Expr, ExprKind, Field, RecordId, Type};
use lang_c::ast::*;
use lang_c::span::Node;
use source::Span;
use std::collections::HashMap;

/// Ranges of designators beyond this are surely a mistake.
const MAX_RANGE: u64 = 1 << 20;

/// The items of one pair of braces, and where we are.
struct Cursor<'a> {
    items: &'a [Node<InitializerListItem>],
    at: usize,
    /// The value of the present item, once it was looked at.
    value: Option<Expr>,
}

/// What was written so far. A later initialiser of a part overrides all of what an earlier one gave to it.
#[derive(Default)]
struct Written {
    elements: Vec<Element>,
    /// Behind the last offset that was written.
    end: u32,
    /// Which member of the union at an offset is the one that counts.
    members: HashMap<(u32, RecordId), u64>,
}

impl Written {
    fn push(&mut self, element: Element) {
        self.end = self.end.max(element.offset.saturating_add(1));
        self.elements.push(element);
    }

    /// Forgets what was written to so many bytes.
    fn clear(&mut self, offset: u32, size: u32) {
        if offset < self.end {
            let end = offset.saturating_add(size);
            self.elements.retain(|it| it.offset < offset || it.offset >= end);
        }
    }
}

/// A member or element.
struct Part {
    ty: Type,
    offset: u32,
    bits: Option<BitField>,
}

impl<'a> Cursor<'a> {
    fn item(&self) -> Option<&'a Node<InitializerListItem>> {
        self.items.get(self.at)
    }

    fn advance(&mut self) {
        self.at += 1;
        self.value = None;
    }
}

impl<'a> Sema<'a> {
    /// Works out an initialiser: the type (complete now), what is written, and whether the rest becomes 0.
    pub(super) fn initialiser(&mut self, ty: Type, node: &'a Node<Initializer>) -> (Type, Vec<Element>, bool) {
        let span = self.span(node.span);
        if special::is_error(&ty) {
            return (ERROR, Vec::new(), false);
        }
        // What an error is reported for anyway needs no further look.
        if special::unsupported(&ty).is_some() {
            return (ty, Vec::new(), false);
        }
        let expr = match &node.node {
            Initializer::List(items) => {
                let (ty, elements) = self.braced(ty, items, span);
                return (ty, elements, true);
            }
            Initializer::Expression(expr) => expr,
        };
        let mut elements = Vec::new();
        if let Some((ty, elements)) = self.string_initialiser(&ty, expr, 0) {
            return (ty, elements, true);
        }
        if let (Type::Record(_) | Type::Array(..), Expression::CompoundLiteral(literal)) = (&ty, &expr.node) {
            let inner = self.type_name(&literal.node.type_name);
            if self.composite(&inner, &ty).is_some() {
                let (inner, elements) = self.braced(inner, &literal.node.initializer_list, span);
                return (inner, elements, true);
            }
        }
        match &ty {
            Type::Array(..) => {
                self.error(codes::BAD_INITIALISER, span, "an array is initialised by braces or a string");
                return (ty, Vec::new(), false);
            }
            Type::Mutex if matches!(expr.node, Expression::Constant(_)) => {
                let value = self.value(expr);
                if self.integer(&value) == Some(0) {
                    return (ty, Vec::new(), true);
                }
                self.error(codes::OPAQUE_COPY, span, "not supported: an object of the library is copied");
                return (ty, Vec::new(), false);
            }
            Type::Mutex | Type::Opaque(_) => {
                self.error(codes::OPAQUE_COPY, span, "not supported: an object of the library is copied");
                return (ty, Vec::new(), false);
            }
            _ => {}
        }
        let value = self.value(expr);
        let value = self.assignable(value, &ty, "what is initialised");
        elements.push(Element { offset: 0, bits: None, value });
        (ty, elements, false)
    }

    /// The contents of braces. The type of an array without a size is completed.
    pub(super) fn braced(
        &mut self,
        ty: Type,
        items: &'a [Node<InitializerListItem>],
        span: Span,
    ) -> (Type, Vec<Element>) {
        let mut out = Written::default();
        let outer = self.open_record;
        self.open_record = match plain(&ty) {
            Type::Record(id) if self.record_notes[id.0 as usize].flexible => Some(*id),
            _ => None,
        };
        let count = self.braces(&ty, 0, items, span, &mut out);
        self.open_record = outer;
        let ty = match ty {
            Type::Array(element, None) => Type::Array(element, Some(u32::try_from(count).unwrap_or(u32::MAX))),
            ty => ty,
        };
        (ty, out.elements)
    }

    /// Initialises one object by the contents of braces; gives the number of elements of an array.
    fn braces(
        &mut self,
        ty: &Type,
        offset: u32,
        items: &'a [Node<InitializerListItem>],
        span: Span,
        out: &mut Written,
    ) -> u64 {
        if special::is_error(ty) {
            return 0;
        }
        let mut cursor = Cursor { items, at: 0, value: None };
        match plain(ty) {
            Type::Record(_) | Type::Array(..) => {
                // `char a[] = { "text" }`
                let only = match items {
                    [item] => match &item.node.initializer.node {
                        Initializer::Expression(expr) if item.node.designation.is_empty() => Some(expr),
                        _ => None,
                    },
                    _ => None,
                };
                let text = only.and_then(|expr| self.string_initialiser(ty, expr, offset));
                if let Some((Type::Array(_, Some(count)), elements)) = text {
                    elements.into_iter().for_each(|it| out.push(it));
                    return count.into();
                }
                let Some(first) = items.first() else { return 0 };
                self.aggregate(plain(ty), offset, &mut cursor, &first.node.designation, true, out)
            }
            Type::Mutex => {
                let kind = self.mutex_kind(items, span);
                if kind != 0 {
                    self.mutex_kinds = true;
                    let value = Expr { kind: ExprKind::Constant(kind), ty: INT, span };
                    out.push(Element { offset: offset + 4, bits: None, value });
                }
                0
            }
            Type::Opaque(_) => 0,
            _ => {
                self.scalar_in_braces(ty, offset, &mut cursor, out);
                0
            }
        }
    }

    fn excess(&mut self, cursor: &Cursor<'a>) {
        if let Some(item) = cursor.item() {
            let span = self.span(item.span);
            self.warning(codes::EXCESS_INITIALISER, span, "there are more values than places");
        }
    }

    /// `int x = { 5 };`
    fn scalar_in_braces(&mut self, ty: &Type, offset: u32, cursor: &mut Cursor<'a>, out: &mut Written) {
        let Some(item) = cursor.item() else { return };
        if let Some(designator) = item.node.designation.first() {
            let span = self.span(designator.span);
            self.error(codes::BAD_INITIALISER, span, format!("{} has no parts", self.describe(ty)));
            return;
        }
        if let Initializer::List(inner) = &item.node.initializer.node {
            let mut inner = Cursor { items: inner, at: 0, value: None };
            self.descend(item.span, |it| it.scalar_in_braces(ty, offset, &mut inner, out));
            cursor.advance();
        } else {
            self.element(&Part { ty: ty.clone(), offset, bits: None }, cursor, &[], out);
        }
        self.excess(cursor);
    }

    /// The kind of a mutex: the first number that is not 0, as our header and that of glibc have it. The default mutex is
    /// all zeros.
    fn mutex_kind(&mut self, items: &'a [Node<InitializerListItem>], span: Span) -> u64 {
        for item in items {
            let kind = match &item.node.initializer.node {
                Initializer::List(inner) => {
                    self.descend(item.span, |it| it.mutex_kind(inner, span)).unwrap_or_default()
                }
                Initializer::Expression(expr) => {
                    let value = self.value(expr);
                    match self.integer(&value) {
                        Some(0) => 0,
                        Some(kind @ 1..=3) => kind as u64,
                        _ if self.is_null(&value) || special::is_error(&value.ty) => 0,
                        _ => {
                            self.error(codes::MUTEX_KIND, span, "not supported: a mutex of an unknown kind");
                            0
                        }
                    }
                }
            };
            if kind != 0 {
                return kind;
            }
        }
        0
    }

    /// Initialises the members of an aggregate from the cursor on. `first` are the designators for the present item.
    /// Gives the number of elements that an array needs.
    fn aggregate(
        &mut self,
        ty: &Type,
        offset: u32,
        cursor: &mut Cursor<'a>,
        first: &'a [Node<Designator>],
        braced: bool,
        out: &mut Written,
    ) -> u64 {
        let room = self.room(ty);
        let (mut next, mut used) = (0u64, 0u64);
        let mut designators = first;
        while let Some(item) = cursor.item() {
            let (mut last, mut rest) = (next, designators);
            if let Some((designator, behind)) = designators.split_first() {
                let Some((from, to, inside)) = self.locate(ty, designator) else {
                    cursor.advance();
                    designators = cursor.item().map_or(&[], |it| &it.node.designation);
                    continue;
                };
                (next, last) = (from, to);
                rest = if inside { designators } else { behind };
            }
            if next >= room {
                if !braced {
                    break;
                }
                self.excess(cursor);
                cursor.advance();
                designators = cursor.item().map_or(&[], |it| &it.node.designation);
                continue;
            }
            if let Type::Record(id) = ty {
                let old = out.members.insert((offset, *id), next);
                if self.is_union(ty) && old.is_some_and(|it| it != next) {
                    out.clear(offset, self.size(ty).unwrap_or(0));
                }
            }
            let (start, last) = (cursor.at, last.min(room - 1));
            for index in next..=last {
                let Some(part) = self.part(ty, offset, index) else { continue };
                // Every element of a range gets the same item; what follows goes on behind the last one.
                let mut alone = Cursor { items: &cursor.items[..=start], at: start, value: None };
                let cursor = if index == last { &mut *cursor } else { &mut alone };
                self.descend(item.span, |it| it.element(&part, cursor, rest, out));
            }
            if cursor.at == start {
                cursor.advance();
            }
            next = last.saturating_add(1);
            used = used.max(next);
            if self.is_union(ty) {
                next = room;
            }
            designators = cursor.item().map_or(&[], |it| &it.node.designation);
            if !braced && (!designators.is_empty() || next >= room) {
                break;
            }
        }
        used
    }

    /// One member, from the present item on.
    fn element(
        &mut self,
        Part { ty, offset, bits }: &Part,
        cursor: &mut Cursor<'a>,
        designators: &'a [Node<Designator>],
        out: &mut Written,
    ) {
        let (ty, offset, bits) = (plain(ty), *offset, *bits);
        let Some(item) = cursor.item() else { return };
        let span = self.span(item.span);
        if special::is_error(ty) {
            return cursor.advance();
        }
        if !designators.is_empty() {
            if matches!(ty, Type::Record(_) | Type::Array(..)) {
                self.aggregate(ty, offset, cursor, designators, false, out);
            } else {
                self.error(codes::BAD_INITIALISER, span, format!("{} has no parts", self.describe(ty)));
                cursor.advance();
            }
            return;
        }
        let expr = match &item.node.initializer.node {
            Initializer::List(items) => {
                cursor.advance();
                out.clear(offset, self.size(ty).unwrap_or(0));
                self.braces(ty, offset, items, span, out);
                return;
            }
            Initializer::Expression(expr) => expr,
        };
        match ty {
            Type::Array(..) => match self.string_initialiser(ty, expr, offset) {
                Some((_, elements)) => {
                    cursor.advance();
                    out.clear(offset, self.size(ty).unwrap_or(0));
                    elements.into_iter().for_each(|it| out.push(it));
                }
                None => {
                    self.aggregate(ty, offset, cursor, &[], false, out);
                }
            },
            Type::Record(_) => {
                let value = match cursor.value.take() {
                    Some(value) => value,
                    None => self.value(expr),
                };
                if value.ty == *ty {
                    cursor.advance();
                    out.clear(offset, self.size(ty).unwrap_or(0));
                    out.push(Element { offset, bits: None, value });
                } else {
                    cursor.value = Some(value);
                    self.aggregate(ty, offset, cursor, &[], false, out);
                }
            }
            _ => {
                let value = match cursor.value.take() {
                    Some(value) => value,
                    None => self.value(expr),
                };
                cursor.advance();
                if special::is_error(&value.ty) {
                    return;
                }
                if !is_scalar(plain(ty)) && special::unsupported(ty).is_none() {
                    self.error(codes::OPAQUE_COPY, span, "not supported: an object of the library is copied");
                    return;
                }
                let value = self.assignable(value, ty, "what is initialised");
                match bits {
                    // Its neighbours share its bytes.
                    Some(_) => out.elements.retain(|it| it.offset != offset || it.bits != bits),
                    None => out.clear(offset, self.size(ty).unwrap_or(0)),
                }
                out.push(Element { offset, bits, value });
            }
        }
    }

    /// How many parts an aggregate has. An array without a size has any number; a union has room for one.
    fn room(&self, ty: &Type) -> u64 {
        match ty {
            Type::Array(_, Some(count)) => (*count).into(),
            Type::Array(_, None) => u64::MAX,
            Type::Record(id) => self.records[id.0 as usize].fields.len() as u64,
            _ => 0,
        }
    }

    /// Whether this is the object whose last member is an array that gets its size from the initialiser.
    fn is_open(&self, id: RecordId, start: u32) -> bool {
        start == 0 && self.open_record == Some(id)
    }

    /// How many elements the initialiser gives to the array without a size at the end of a record.
    pub(super) fn flexible_elements(&self, ty: &Type, elements: &[Element]) -> u32 {
        let Type::Record(id) = ty else { return 0 };
        if !self.record_notes[id.0 as usize].flexible {
            return 0;
        }
        let Some(Field { ty: Type::Array(element, _), offset, .. }) = self.records[id.0 as usize].fields.last() else {
            return 0;
        };
        let end = |it: &Element| it.offset.saturating_add(self.size(&it.value.ty).unwrap_or(0));
        let behind = elements.iter().filter(|it| it.bits.is_none()).map(end).max().unwrap_or(0).saturating_sub(*offset);
        behind.div_ceil(self.size(element).unwrap_or(1).max(1))
    }

    /// An array without a size, at the end of an automatic object, has no elements to be initialised.
    pub(super) fn no_flexible_elements(&mut self, ty: &Type, elements: &[Element], span: Span) {
        if self.flexible_elements(ty, elements) > 0 {
            self.error(codes::BAD_INITIALISER, span, "only static objects can initialise an array without a size");
        }
    }

    fn is_union(&self, ty: &Type) -> bool {
        matches!(ty, Type::Record(id) if self.records[id.0 as usize].union)
    }

    /// A part of an aggregate that is at `start`.
    fn part(&self, ty: &Type, start: u32, index: u64) -> Option<Part> {
        match ty {
            Type::Array(element, _) => {
                let offset = index.checked_mul(self.size(element)?.into())?;
                let offset = start.saturating_add(u32::try_from(offset).ok()?);
                Some(Part { ty: Type::clone(element), offset, bits: None })
            }
            Type::Record(id) => {
                let fields = &self.records[id.0 as usize].fields;
                let field = fields.get(usize::try_from(index).ok()?)?;
                let ty = match &field.ty {
                    Type::Array(element, _) if self.is_open(*id, start) && index + 1 == fields.len() as u64 => {
                        Type::Array(element.clone(), None)
                    }
                    ty => ty.clone(),
                };
                Some(Part { ty, offset: start.saturating_add(field.offset), bits: field.bits })
            }
            _ => None,
        }
    }

    /// Which parts a designator names, from first to last; and whether the name is inside of an anonymous member.
    fn locate(&mut self, ty: &Type, designator: &'a Node<Designator>) -> Option<(u64, u64, bool)> {
        let span = self.span(designator.span);
        let found = match (ty, &designator.node) {
            (Type::Record(id), Designator::Member(name)) => {
                let name = self.name(name);
                let fields = &self.records[id.0 as usize].fields;
                match fields.iter().position(|it| it.name == name) {
                    Some(index) => Some((index as u64, index as u64, false)),
                    None => {
                        let inside = |ty: &Type| match ty {
                            Type::Record(inner) => self.find_member(*inner, &name).is_some(),
                            _ => false,
                        };
                        let index = fields.iter().position(|it| it.name.is_empty() && inside(&it.ty));
                        if index.is_none() {
                            let message = format!("{} has no member `{name}`", self.describe(ty));
                            self.error(codes::NO_MEMBER, span, message);
                            return None;
                        }
                        index.map(|it| (it as u64, it as u64, true))
                    }
                }
            }
            (Type::Array(..), Designator::Index(index)) => {
                let index = u64::try_from(self.constant(index)?).ok()?;
                Some((index, index, false))
            }
            (Type::Array(..), Designator::Range(range)) => {
                let from = u64::try_from(self.constant(&range.node.from)?).ok()?;
                let to = u64::try_from(self.constant(&range.node.to)?).ok()?;
                (from <= to && to - from < MAX_RANGE).then_some((from, to, false))
            }
            _ => None,
        };
        match found {
            Some((from, ..)) if from < self.room(ty) && from < u64::from(u32::MAX) => found,
            _ => {
                self.error(codes::BAD_INITIALISER, span, format!("{} has no such part", self.describe(ty)));
                None
            }
        }
    }

    /// An array of characters initialised by a string: the type with its size, and the characters.
    fn string_initialiser(
        &mut self,
        ty: &Type,
        expr: &'a Node<Expression>,
        offset: u32,
    ) -> Option<(Type, Vec<Element>)> {
        let (Type::Array(element, count), Expression::StringLiteral(pieces)) = (ty, &expr.node) else { return None };
        let text = self.text(pieces);
        if !text.fits(element) {
            return None;
        }
        let span = self.span(expr.span);
        let size = self.size(element).unwrap_or(1);
        let length = text.units.len() as u32;
        let count = count.unwrap_or(length.saturating_add(1));
        if length > count {
            self.warning(codes::EXCESS_INITIALISER, span, "the string is longer than the array");
        }
        let constants = text.constants(element, span).into_iter().take(count as usize).enumerate();
        let elements = constants.map(|(index, value)| Element {
            bits: None,
            offset: offset.saturating_add((index as u32).saturating_mul(size)),
            value,
        });
        let mut elements: Vec<Element> = elements.collect();
        if self.open_record.is_some() && elements.len() < count as usize {
            // The array at the end of the record is as long as the elements say.
            let zero = Expr { kind: ExprKind::Constant(0), ty: Type::clone(element), span };
            let offset = offset.saturating_add(length.saturating_mul(size));
            elements.push(Element { offset, bits: None, value: zero });
        }
        Some((Type::Array(element.clone(), Some(count)), elements))
    }
}
