//! Structs, unions and enumerations.

use super::placing::{Extent, Placing, Wishes};
use super::scope::{Entity, Tag};
use super::special::{self, ERROR};
use super::types::{INT, LONG_LONG, UINT, plain};
use super::{RecordNotes, Sema};
use crate::codes;
use crate::tree::{BitField, Field, Record, RecordId, Type};
use lang_c::ast::*;
use lang_c::span::Node;
use source::Span;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// How many members a record may have, with those of inner records: descriptions of objects list them all.
const MOST_MEMBERS: u32 = 200_000;

/// How deep records and arrays may be in each other.
pub(super) const MOST_LEVELS: u32 = 400;

/// Where a bit-field was placed.
struct BitsAt {
    /// In bits.
    start: u64,
    /// Its memory location.
    location: usize,
    /// Of its type.
    extent: Extent,
}

/// A member as it is declared.
struct Member {
    name: String,
    ty: Type,
    span: Span,
    /// Of a bit-field.
    width: Option<u8>,
    wishes: Wishes,
}

impl<'a> Sema<'a> {
    pub(super) fn record(&mut self, node: &'a Node<StructType>, lone: bool) -> Type {
        let union = node.node.kind.node == StructKind::Union;
        let tag = node.node.identifier.as_ref().map(|it| self.name(it));
        let defines = node.node.declarations.is_some();
        let found = tag.as_deref().and_then(|it| match defines || lone {
            true => self.lookup_tag_here(it).cloned(),
            false => self.lookup_tag(it).cloned(),
        });
        let id = match found {
            Some(Tag::Record(id)) if self.records[id.0 as usize].union == union => id,
            Some(_) => {
                let span = self.span(node.span);
                self.error(codes::REDEFINED, span, format!("`{}` is another kind of tag", tag.unwrap_or_default()));
                return ERROR;
            }
            None => {
                let id = RecordId(self.records.len() as u32);
                let name = tag.clone().unwrap_or_else(|| format!("<anonymous {}>", id.0));
                self.records.push(Record { name, union, complete: false, size: 0, align: 1, fields: Vec::new() });
                self.record_notes.push(RecordNotes::default());
                if let Some(tag) = &tag {
                    self.declare_tag(tag, Tag::Record(id));
                }
                id
            }
        };
        if let Some(declarations) = &node.node.declarations {
            if self.records[id.0 as usize].complete {
                self.defined_again(id, declarations, node);
                return Type::Record(id);
            }
            self.descend(node.span, |it| it.complete(id, declarations, node));
        }
        Type::Record(id)
    }

    /// A second definition in the same scope must say the same (headers of the system and ours may both define it).
    fn defined_again(&mut self, id: RecordId, declarations: &'a [Node<StructDeclaration>], node: &'a Node<StructType>) {
        let old = self.records[id.0 as usize].clone();
        let again = RecordId(self.records.len() as u32);
        self.records.push(Record { complete: false, fields: Vec::new(), size: 0, align: 1, ..old.clone() });
        self.record_notes.push(RecordNotes::default());
        self.descend(node.span, |it| it.complete(again, declarations, node));
        if self.records[again.0 as usize] != old {
            let span = self.span(node.span);
            self.error(codes::REDEFINED, span, format!("`{}` is defined twice", old.name));
        }
    }

    /// What the attributes of a record say: they stand between `struct` and the members, or right behind them.
    fn record_wishes(&mut self, node: &Node<StructType>) -> Wishes {
        let text = self.lines.text();
        let body = text[node.span.start..node.span.end].find('{').map_or(node.span.end, |it| node.span.start + it);
        let end = node.span.start + text[node.span.start..node.span.end].trim_end().len();
        let behind = self.behind(end);
        let in_front = self.wishes(node.span.start..body);
        in_front.and(self.wishes(behind))
    }

    fn complete(&mut self, id: RecordId, declarations: &'a [Node<StructDeclaration>], node: &'a Node<StructType>) {
        let mut list: Vec<Member> = Vec::new();
        for declaration in declarations {
            match &declaration.node {
                StructDeclaration::StaticAssert(assertion) => self.static_assert(assertion),
                StructDeclaration::Field(field) => self.fields(field, declaration.span, &mut list),
            }
        }
        let wishes = self.record_wishes(node);
        let union = self.records[id.0 as usize].union;
        let mut placing = Placing::new(union, wishes.packed, self.pack(node.span.end));
        let mut placed: Vec<(Field, Option<BitsAt>)> = Vec::new();
        let (mut members, mut parts, mut levels, mut flexible) = (HashMap::new(), 0u32, 1u32, false);
        let last = list.len().saturating_sub(1);
        for (index, Member { name, ty, span, width, wishes }) in list.into_iter().enumerate() {
            // A flexible array member takes no room.
            let ty = match ty {
                Type::Array(element, None) if index == last || union => {
                    flexible = !union;
                    Type::Array(element, Some(0))
                }
                ty => ty,
            };
            let Some(size) = self.size(&ty) else {
                if !special::is_error(&ty) {
                    self.error(codes::INCOMPLETE, span, format!("the type of member `{name}` is not complete"));
                }
                continue;
            };
            let extent = Extent { size, align: self.align(&ty) };
            if width == Some(0) {
                placing.separate(extent);
                continue;
            }
            if !name.is_empty() && members.insert(name.clone(), placed.len()).is_some() {
                self.error(codes::REDEFINED, span, format!("there are two members `{name}`"));
            }
            let (before, inner) = (parts, self.inner_parts(&ty));
            parts = parts.saturating_add(1).saturating_add(inner);
            // Once, and not again for the records that this one is in.
            if before.max(inner) <= MOST_MEMBERS && parts > MOST_MEMBERS {
                let message =
                    format!("not supported: a record of more than {MOST_MEMBERS} members, with those of inner records");
                self.record_notes[id.0 as usize].problems.push((codes::TOO_LARGE, span, message));
            }
            let inside = self.levels(&ty);
            levels = levels.max(1 + inside);
            if inside <= MOST_LEVELS && 1 + inside > MOST_LEVELS {
                let message = format!("more than {MOST_LEVELS} levels of records and arrays in each other");
                self.record_notes[id.0 as usize].problems.push((codes::TOO_DEEP, span, message));
            }
            let Some(width) = width else {
                let offset = placing.member(extent, wishes).min(u64::from(u32::MAX)) as u32;
                placed.push((Field { name, ty, offset, bits: None }, None));
                continue;
            };
            let (start, location) = placing.bit_field(extent, width, !name.is_empty(), wishes);
            // What has no name has no meaning but the room it takes.
            if !name.is_empty() {
                let bits = Some(BitField { start: 0, width, unit: None });
                let offset = (start / 8).min(u64::from(u32::MAX)) as u32;
                placed.push((Field { name, ty, offset, bits }, Some(BitsAt { start, location, extent })));
            }
        }
        let (size, align) = placing.finish(wishes);
        let place = |(mut field, bits): (Field, Option<BitsAt>)| {
            if let (Some(BitsAt { start, location, extent }), Some(BitField { width, .. })) = (bits, field.bits) {
                field.bits = Some(placing.accessed(start, width, location, extent, size));
            }
            field
        };
        let record = &mut self.records[id.0 as usize];
        record.fields = placed.into_iter().map(place).collect();
        record.align = align;
        record.size = u32::try_from(size).unwrap_or(u32::MAX);
        record.complete = true;
        let notes = &mut self.record_notes[id.0 as usize];
        notes.members = members;
        notes.parts = parts;
        notes.levels = levels;
        notes.flexible = flexible;
    }

    /// How deep records and arrays are in each other in an object of this type.
    pub(super) fn levels(&self, ty: &Type) -> u32 {
        match ty {
            Type::Array(element, _) | Type::VariableArray(element, _) => 1 + self.levels(element),
            Type::Atomic(inner) => self.levels(inner),
            Type::Record(id) => self.record_notes[id.0 as usize].levels,
            _ => 0,
        }
    }

    /// How many members there are in a member of this type.
    fn inner_parts(&self, ty: &Type) -> u32 {
        match ty {
            Type::Array(element, _) => self.inner_parts(element),
            Type::Record(id) => self.record_notes[id.0 as usize].parts,
            _ => 0,
        }
    }

    fn fields(&mut self, field: &'a Node<StructField>, whole: lang_c::span::Span, fields: &mut Vec<Member>) {
        let base = self.specifier_qualifiers(&field.node.specifiers);
        let span = self.span(field.span);
        let aligned = self.typedef_alignment(&field.node.specifiers);
        let declarators = &field.node.declarators;
        let first = declarators.first().map_or(whole.end, |it| it.span.start);
        let front = self.in_front(whole.start);
        let common = self.wishes(front..first);
        if declarators.is_empty() {
            // An anonymous inner record; a tagged one only declares its tag.
            let anonymous = |id: RecordId| self.records[id.0 as usize].name.starts_with('<');
            if matches!(base, Type::Record(inner) if anonymous(inner)) {
                fields.push(Member { name: String::new(), ty: base, span, width: None, wishes: common });
            }
            return;
        }
        for (index, declarator) in declarators.iter().enumerate() {
            let (name, ty) = match &declarator.node.declarator {
                Some(declarator) => self.declarator(base.clone(), declarator),
                None => (None, base.clone()),
            };
            let end = declarators.get(index + 1).map_or(whole.end, |it| it.span.start);
            let mut wishes = self.wishes(declarator.span.start..end).and(common);
            if !matches!(ty, Type::Pointer(_)) {
                wishes.aligned = wishes.aligned.max(aligned);
            }
            let span = self.span(declarator.span);
            let name = name.map(|it| self.name(it)).unwrap_or_default();
            if let Some(width) = &declarator.node.bit_width {
                if let Some(width) = self.bit_width(&name, &ty, width, span) {
                    fields.push(Member { name, ty, span, width: Some(width), wishes });
                }
                continue;
            }
            if name.is_empty() {
                continue;
            }
            if matches!(ty, Type::Function(_) | Type::Void | Type::VariableArray(..)) {
                self.error(codes::BAD_DECLARATION, span, "a member must be an object of known size");
                continue;
            }
            fields.push(Member { name, ty, span, width: None, wishes });
        }
    }

    /// The width of a bit-field, if it can have that one.
    fn bit_width(&mut self, name: &str, ty: &Type, width: &'a Node<Expression>, span: Span) -> Option<u8> {
        let width = self.constant(width)?;
        let most = match ty {
            Type::Bool => 1,
            Type::Int { bits: 128, .. } => {
                self.error(codes::INT128, span, "not supported: a bit-field of 128 bits");
                return None;
            }
            Type::Int { bits, .. } => i64::from(*bits),
            ty if special::is_error(ty) => return None,
            ty => {
                let atomic = matches!(plain(ty), Type::Bool | Type::Int { .. });
                let code = if atomic { codes::ATOMIC_TYPE } else { codes::BAD_DECLARATION };
                let message = format!("a bit-field cannot have the type {}", self.describe(ty));
                self.error(code, span, message);
                return None;
            }
        };
        if width < 0 || width > most || (width == 0 && !name.is_empty()) {
            self.error(codes::BAD_DECLARATION, span, format!("a bit-field of this type cannot have {width} bits"));
            return None;
        }
        u8::try_from(width).ok()
    }

    /// What a typedef among the specifiers says about the alignment.
    fn typedef_alignment(&self, specifiers: &[Node<SpecifierQualifier>]) -> u32 {
        let names = specifiers.iter().filter_map(|it| match &it.node {
            SpecifierQualifier::TypeSpecifier(ty) => match &ty.node {
                TypeSpecifier::TypedefName(name) => Some(self.name(name)),
                _ => None,
            },
            _ => None,
        });
        let aligned = names.filter_map(|it| match self.lookup(&it) {
            Some(Entity::Typedef { aligned, .. }) => Some(*aligned),
            _ => None,
        });
        aligned.max().unwrap_or(0)
    }

    /// Whether there is an object of the library in it, which must not be copied.
    pub(super) fn holds_opaque(&self, ty: &Type) -> bool {
        self.finds_opaque(ty, &mut HashSet::new())
    }

    /// The same, where records that were `seen` hold none.
    fn finds_opaque(&self, ty: &Type, seen: &mut HashSet<RecordId>) -> bool {
        match ty {
            Type::Mutex | Type::Opaque(_) => true,
            Type::Array(element, _) | Type::VariableArray(element, _) => self.finds_opaque(element, seen),
            Type::Record(id) => {
                let fields = &self.records[id.0 as usize].fields;
                seen.insert(*id) && fields.iter().any(|it| self.finds_opaque(&it.ty, seen))
            }
            Type::Void
            | Type::Bool
            | Type::Int { .. }
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Function(_)
            | Type::Atomic(_) => false,
        }
    }

    /// Reports what a record has that is not supported: it is used now.
    pub(super) fn use_type(&mut self, ty: &Type) {
        match ty {
            Type::Array(element, _) | Type::VariableArray(element, _) => self.use_type(element),
            Type::Record(id) => {
                let record = &self.records[id.0 as usize];
                let notes = &mut self.record_notes[id.0 as usize];
                if std::mem::replace(&mut notes.used, record.complete) {
                    return;
                }
                let inner: Vec<Type> = record
                    .fields
                    .iter()
                    .map(|it| it.ty.clone())
                    .filter(|it| matches!(it, Type::Record(_) | Type::Array(..)))
                    .collect();
                for (code, span, message) in std::mem::take(&mut notes.problems) {
                    self.error(code, span, message);
                }
                inner.iter().for_each(|it| self.use_type(it));
            }
            _ => {}
        }
    }

    /// The way to a member: the fields from record to inner record.
    pub(super) fn find_member(&self, id: RecordId, name: &str) -> Option<Vec<Field>> {
        let record = &self.records[id.0 as usize];
        if let Some(field) = self.record_notes[id.0 as usize].members.get(name).map(|it| &record.fields[*it]) {
            return Some(vec![field.clone()]);
        }
        record.fields.iter().filter(|it| it.name.is_empty()).find_map(|field| {
            let Type::Record(inner) = field.ty else { return None };
            let mut way = self.find_member(inner, name)?;
            way.insert(0, field.clone());
            Some(way)
        })
    }

    pub(super) fn enumeration(&mut self, node: &'a Node<EnumType>, lone: bool) -> Type {
        let tag = node.node.identifier.as_ref().map(|it| self.name(it));
        if node.node.enumerators.is_empty() {
            let tag = tag.unwrap_or_default();
            return match if lone { self.lookup_tag_here(&tag) } else { self.lookup_tag(&tag) } {
                Some(Tag::Enum(ty)) => ty.clone(),
                Some(Tag::Record(_)) => {
                    let span = self.span(node.span);
                    self.error(codes::REDEFINED, span, format!("`{tag}` is another kind of tag"));
                    ERROR
                }
                // GNU lets an enumeration be named before its members.
                None => UINT,
            };
        }
        let mut next = 0i64;
        let (mut low, mut high) = (0i64, 0i64);
        for enumerator in &node.node.enumerators {
            let value = enumerator.node.expression.as_ref().and_then(|expr| self.constant(expr));
            next = value.unwrap_or(next);
            (low, high) = (low.min(next), high.max(next));
            let ty = if i32::try_from(next).is_ok() {
                INT
            } else if u32::try_from(next).is_ok() {
                UINT
            } else {
                LONG_LONG
            };
            let name = self.name(&enumerator.node.identifier);
            self.declare_name(&name, Entity::Enumerator(next, ty));
            next = next.wrapping_add(1);
        }
        // As GCC chooses: without a negative member the type is unsigned.
        let wide = high > i64::from(u32::MAX) || low < i64::from(i32::MIN) || (low < 0 && high > i64::from(i32::MAX));
        let ty = Type::Int { bits: if wide { 64 } else { 32 }, signed: low < 0 };
        if let Some(tag) = tag {
            self.declare_tag(&tag, Tag::Enum(ty.clone()));
        }
        ty
    }

    pub(super) fn static_assert(&mut self, assertion: &'a Node<StaticAssert>) {
        if self.constant(&assertion.node.expression) == Some(0) {
            let span = self.span(assertion.span);
            let text: Vec<u8> = assertion.node.message.node.iter().flat_map(|it| it.bytes()).collect();
            let text = String::from_utf8_lossy(&text).into_owned();
            self.error(codes::ASSERTION_FAILED, span, format!("static assertion failed: {text}"));
        }
    }

    /// The value of an expression that must be an integer constant.
    pub(super) fn constant(&mut self, expr: &'a Node<Expression>) -> Option<i64> {
        let value = self.value(expr);
        if special::is_error(&value.ty) {
            return None;
        }
        let found = self.integer(&value);
        if found.is_none() {
            self.error(codes::NOT_CONSTANT, value.span, "this is not an integer constant");
        }
        found
    }

    /// Types of the library, by name and whatever the headers say.
    pub(super) fn library_type(&self, name: &str) -> Option<Type> {
        Some(match name {
            "pthread_mutex_t" | "pthread_spinlock_t" | "mtx_t" => Type::Mutex,
            "pthread_t" | "thrd_t" => self.long(false),
            "pthread_once_t" | "once_flag" => INT,
            "pthread_key_t" | "tss_t" => Type::Int { bits: 32, signed: false },
            "atomic_flag" => Type::Atomic(Rc::new(Type::Bool)),
            "FILE" | "pthread_attr_t" | "sem_t" => Type::Opaque(16),
            "pthread_cond_t" | "cnd_t" | "pthread_barrier_t" => Type::Opaque(24),
            "pthread_rwlock_t" => Type::Opaque(80),
            "pthread_mutexattr_t" | "pthread_condattr_t" | "pthread_rwlockattr_t" | "pthread_barrierattr_t" => {
                Type::Opaque(4)
            }
            _ => return None,
        })
    }
}
