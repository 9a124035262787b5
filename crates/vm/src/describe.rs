//! Names for places and values, for people: `queue.slots[2]`, `-1`, `&x`.

use crate::code::{Code, Instruction, OperationKind};
use crate::machine::Origin;
use event::{Access, Place, ThreadId};
use ir::{Action, DataModel, FunctionId, Kind, Operation, Program, Shape, Width};

/// What is needed to name things.
pub(crate) struct Namer<'a> {
    pub program: &'a Program,
    pub code: &'a Code,
    /// Objects created so far.
    pub created: &'a [(u32, Origin)],
}

impl Namer<'_> {
    /// The name of an object, and its shape where that is known.
    fn object(&self, object: u32) -> (String, Option<&Shape>) {
        let last = self.created.iter().rposition(|it| it.0 == object);
        self.object_made(object, last)
    }

    /// The name of the object in whose place another one is now.
    pub fn before(&self, object: u32) -> String {
        let last = self.created.iter().rposition(|it| it.0 == object);
        let before = last.and_then(|last| self.created[..last].iter().rposition(|it| it.0 == object));
        self.object_made(object, before).0
    }

    /// The name of an object that was created at this point of the list.
    fn object_made(&self, object: u32, made: Option<usize>) -> (String, Option<&Shape>) {
        if object == 0 {
            return ("NULL".to_owned(), None);
        }
        if let Some(global) = self.program.globals.get(object as usize - 1) {
            return (global_name(global), Some(&global.shape));
        }
        if let Some(FunctionId(function)) = self.program.function_of_object(object) {
            return (self.program.functions[function as usize].name.clone(), None);
        }
        let Some(made) = made else { return (format!("object {object}"), None) };
        let pc = match self.created[made].1 {
            Origin::ThreadLocal(global) => {
                let global = &self.program.globals[global.index()];
                return (global.name.clone(), Some(&global.shape));
            }
            Origin::Instruction(pc) => pc,
        };
        let site = self.code.site(pc);
        let mut kind = "heap";
        if let Instruction::Visible { operation } = self.code.instructions[pc as usize] {
            if let OperationKind::Allocate { automatic: true, .. } = self.code.operations[operation as usize].kind {
                kind = "array";
            }
            if let OperationKind::OpenSlot(slot) = self.code.operations[operation as usize].kind {
                let slot = &self.program.functions[site.function.index()].slots[slot.index()];
                return (slot.name.clone(), Some(&slot.shape));
            }
        }
        // Several objects of one line are told apart by their order.
        let before = self.created[..made].iter();
        let here = |it: &Origin| matches!(it, Origin::Instruction(pc) if self.code.site(*pc).span == site.span);
        let same = before.filter(|it| here(&it.1)).count();
        let suffix = if same == 0 { String::new() } else { format!("#{}", same + 1) };
        let shape = match &self.program.functions[site.function.index()].edges[site.edge as usize].action {
            Action::Visible(Operation::Allocate { shape, .. }) => shape.as_deref(),
            _ => None,
        };
        (format!("{kind}@{}{suffix}", site.span.line), shape)
    }

    /// The name of some bytes of an object.
    pub fn place(&self, place: Place) -> String {
        let (name, shape) = self.object(place.object.0);
        match shape {
            Some(shape) => {
                let mut text = name;
                walk(shape, place.offset, self.program.model, &mut text);
                text
            }
            None if place.offset == 0 => name,
            None => format!("{name}[+{}]", place.offset),
        }
    }

    /// The name of what is at an address inside of an object.
    pub fn at(&self, address: u64) -> String {
        let (object, offset) = self.program.model.unpack(address);
        self.place(Place { object: event::ObjectId(object), offset: offset as u32, length: 1 })
    }

    /// The name of an object.
    pub fn name(&self, object: u32) -> String {
        self.object(object).0
    }

    /// The name of what an access is about: of its bytes, or of the object that it ends.
    pub fn touched(&self, access: Access) -> Option<String> {
        let place = access.place()?;
        Some(if matches!(access, Access::EndObject(_)) { self.name(place.object.0) } else { self.place(place) })
    }

    /// The shape of the scalar at a place.
    fn leaf(&self, place: Place) -> Option<&Shape> {
        let (_, shape) = self.object(place.object.0);
        let mut ignored = String::new();
        walk(shape?, place.offset, self.program.model, &mut ignored)
    }

    /// Whether a place is inside of an object of which only the library knows what is in it.
    pub fn is_opaque(&self, place: Place) -> bool {
        self.opaque_at(place).is_some()
    }

    /// The name of such an object.
    pub fn opaque(&self, place: Place) -> String {
        let start = self.opaque_at(place).unwrap_or(place.offset);
        self.place(Place { offset: start, ..place })
    }

    /// Where the object of the library begins that a place is in.
    fn opaque_at(&self, place: Place) -> Option<u32> {
        let (_, shape) = self.object(place.object.0);
        opaque(shape?, place.offset, self.program.model).map(|it| place.offset - it)
    }

    /// A value as it is stored at a place. `kind` is what to do where the place does not say.
    pub fn value(&self, place: Place, value: u64, kind: Kind) -> String {
        let width = Width((place.length * 8).min(64) as u8);
        match self.leaf(place) {
            Some(Shape::Int { signed: true, .. }) => shown(Kind::Signed, width, value),
            Some(Shape::Int { signed: false, .. }) => shown(Kind::Unsigned, width, value),
            Some(Shape::Float { bits }) if *bits == width.0 => shown(Kind::Float, width, value),
            Some(Shape::Pointer) => self.pointer(value),
            // Without a type, a word that is an address of something is most likely meant as one.
            _ if kind == Kind::Unsigned && width.0 == self.program.model.pointer_bits() && self.is_address(value) => {
                self.pointer(value)
            }
            _ => shown(kind, width, value),
        }
    }

    /// Whether a word is most likely meant as an address.
    pub fn is_address(&self, value: u64) -> bool {
        let (object, offset) = self.program.model.unpack(value);
        self.is_known(object) && (0..0x10000).contains(&offset)
    }

    /// Whether there is or was such an object that others can know of.
    fn is_known(&self, object: u32) -> bool {
        let fixed = self.program.globals.len() + self.program.functions.len();
        object != 0 && (object as usize <= fixed || self.created.iter().any(|it| it.0 == object))
    }

    /// A pointer value: `NULL`, `&x`, `&a[3]`, or a number.
    pub fn pointer(&self, value: u64) -> String {
        let model = self.program.model;
        if value == 0 {
            return "NULL".to_owned();
        }
        if !self.is_address(value) {
            return format!("{value:#x}");
        }
        let (object, offset) = model.unpack(value);
        let (name, shape) = self.object(object);
        let mut text = format!("&{name}");
        match shape {
            Some(shape) => walk_to(shape, offset as u32, model, &mut text, Aim::Whole),
            None if offset == 0 => None,
            None => {
                text.push_str(&format!("[+{offset}]"));
                None
            }
        };
        text
    }

    /// An address that may be bad, with what is wrong about its offset.
    pub fn address(&self, value: u64) -> String {
        let (object, offset) = self.program.model.unpack(value);
        if !self.is_known(object) {
            return format!("address {value:#x}");
        }
        let (name, _) = self.object(object);
        format!("byte {offset} of `{name}`")
    }

    /// `main`, or `T1`, `T1.2` for the second thread that the first child of main started.
    pub fn thread(path: &[u32]) -> String {
        if path.is_empty() {
            return "main".to_owned();
        }
        let numbers: Vec<_> = path.iter().map(|it| (it + 1).to_string()).collect();
        format!("T{}", numbers.join("."))
    }
}

/// A number as people read it.
pub(crate) fn shown(kind: Kind, width: Width, bits: u64) -> String {
    match kind {
        Kind::Signed => width.signed(bits).to_string(),
        Kind::Float if matches!(width.0, 32 | 64) => ir::float::show(width, bits),
        Kind::Unsigned | Kind::Float => bits.to_string(),
    }
}

/// The name of a global; a string literal is known by its text.
fn global_name(global: &ir::Global) -> String {
    let is_literal = global.constant && global.name.starts_with("str.");
    match std::str::from_utf8(&global.init.bytes) {
        Ok(text) if is_literal => format!("{:?}", text.trim_end_matches('\0').chars().take(16).collect::<String>()),
        _ => global.name.clone(),
    }
}

/// How far an offset is behind the start of the opaque bytes that it is in.
fn opaque(shape: &Shape, offset: u32, model: DataModel) -> Option<u32> {
    match shape {
        Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer | Shape::Mutex => None,
        Shape::Bytes(_) => Some(offset),
        Shape::Array(element, _) => opaque(element, offset % element.size(model).max(1), model),
        Shape::Record { fields, .. } => {
            let inside = |it: &&ir::Field| (it.offset..it.offset + it.shape.size(model).max(1)).contains(&offset);
            let field = fields.iter().find(inside)?;
            opaque(&field.shape, offset - field.offset, model)
        }
    }
}

/// Who holds a mutex with this word, if anybody.
pub(crate) fn holder(word: u64) -> Option<ThreadId> {
    u32::try_from(word.checked_sub(1)?).ok().map(ThreadId)
}

/// Appends the path from a shape to the scalar at an offset; the scalar, if the offset is at the start of one.
fn walk<'s>(shape: &'s Shape, offset: u32, model: DataModel, text: &mut String) -> Option<&'s Shape> {
    walk_to(shape, offset, model, text, Aim::Scalar)
}

/// What is meant by an offset.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// The scalar that is accessed there.
    Scalar,
    /// What a pointer points to: a record rather than its first member.
    Whole,
}

fn walk_to<'s>(shape: &'s Shape, offset: u32, model: DataModel, text: &mut String, aim: Aim) -> Option<&'s Shape> {
    match shape {
        Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer | Shape::Mutex => {
            if offset == 0 {
                return Some(shape);
            }
            text.push_str(&format!("[+{offset}]"));
            None
        }
        Shape::Bytes(_) => {
            if offset != 0 {
                text.push_str(&format!("[+{offset}]"));
            }
            None
        }
        Shape::Array(element, _) => {
            let size = element.size(model).max(1);
            text.push_str(&format!("[{}]", offset / size));
            walk_to(element, offset % size, model, text, aim)
        }
        Shape::Record { .. } if offset == 0 && aim == Aim::Whole => None,
        Shape::Record { fields, .. } => {
            let inside = |it: &&ir::Field| (it.offset..it.offset + it.shape.size(model).max(1)).contains(&offset);
            match fields.iter().find(inside) {
                Some(field) => {
                    if !field.name.is_empty() {
                        text.push('.');
                        text.push_str(&field.name);
                    }
                    walk_to(&field.shape, offset - field.offset, model, text, aim)
                }
                None => {
                    text.push_str(&format!("[+{offset}]"));
                    None
                }
            }
        }
    }
}
