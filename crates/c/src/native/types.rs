//! Types and declarations as C text.
//!
//! Every record is defined with the layout that the tree gives it: by the compiler's own rules where these lead there, else
//! packed, with padding as members.

use crate::layout;
use crate::tree::{Field, Float, Record, RecordId, Signature, Type, Unit};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// How a variable, a parameter or (without a name) a type is written.
pub(super) fn declare(unit: &Unit, ty: &Type, name: &str) -> String {
    let space = if name.is_empty() { "" } else { " " };
    match ty {
        Type::Void => format!("void{space}{name}"),
        Type::Bool => format!("_Bool{space}{name}"),
        Type::Int { bits, signed } => format!("{}{space}{name}", integer(*bits, *signed)),
        Type::Float(Float::Single) => format!("float{space}{name}"),
        Type::Float(Float::Double) => format!("double{space}{name}"),
        Type::Float(Float::Long) => format!("long double{space}{name}"),
        Type::Pointer(target) => match &**target {
            // An array whose size is known at run time only is used by a pointer to its first element.
            Type::VariableArray(element, _) => declare(unit, &Type::Pointer(element.clone()), name),
            Type::Array(..) | Type::Function(_) => declare(unit, target, &format!("(*{name})")),
            _ => declare(unit, target, &format!("*{name}")),
        },
        Type::Array(element, count) => declare(unit, element, &format!("{name}[{}]", count.unwrap_or(0))),
        Type::VariableArray(element, _) => declare(unit, element, &format!("{name}[1]")),
        Type::Record(id) => {
            let record = &unit.records[id.0 as usize];
            format!("{} {}{space}{name}", keyword(record), tag(unit, *id))
        }
        Type::Function(signature) => {
            declare(unit, &signature.result, &format!("{name}({})", parameters(unit, signature)))
        }
        // Accessed with a lock of the runtime: not every compiler has them without a library.
        Type::Atomic(inner) if is_pair(unit, inner) => {
            format!("{} __attribute__((aligned(16))){space}{name}", declare(unit, inner, ""))
        }
        Type::Atomic(inner) => format!("_Atomic({}){space}{name}", declare(unit, inner, "")),
        Type::Mutex => format!("raddle_mutex{space}{name}"),
        Type::Opaque(_) => {
            let (size, align) =
                (layout::size(ty, &unit.records, unit.model), layout::align(ty, &unit.records, unit.model));
            format!("RADDLE_OPAQUE({}, {align}){space}{name}", size.unwrap_or(1))
        }
    }
}

/// A type without a name.
pub(super) fn name(unit: &Unit, ty: &Type) -> String {
    declare(unit, ty, "")
}

/// Whether an atomic object has 16 bytes.
pub(super) fn is_pair(unit: &Unit, ty: &Type) -> bool {
    layout::size(plain(ty), &unit.records, unit.model) == Some(16)
}

/// The type without `_Atomic`.
pub(super) fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Atomic(inner) => plain(inner),
        other => other,
    }
}

/// An integer type of so many bits; of a wide bit-field, one that holds it.
fn integer(bits: u8, signed: bool) -> &'static str {
    match (bits, signed) {
        (0..=8, true) => "signed char",
        (0..=8, false) => "unsigned char",
        (9..=16, true) => "short",
        (9..=16, false) => "unsigned short",
        (17..=32, true) => "int",
        (17..=32, false) => "unsigned",
        (33..=64, true) => "RADDLE_LONG",
        (33..=64, false) => "unsigned RADDLE_LONG",
        (_, true) => "__int128",
        (_, false) => "unsigned __int128",
    }
}

/// What stands between the parentheses of a function. Further arguments come through a pointer to them.
fn parameters(unit: &Unit, signature: &Signature) -> String {
    let mut list: Vec<String> = signature.parameters.iter().map(|it| name(unit, it)).collect();
    if signature.takes_more() {
        list.push("void *".to_owned());
    } else if list.is_empty() {
        return if signature.variadic { String::new() } else { "void".to_owned() };
    }
    list.join(", ")
}

fn keyword(record: &Record) -> &'static str {
    if record.union { "union" } else { "struct" }
}

/// The tag of a record. Two files, or two blocks, may have different records of one name.
fn tag(unit: &Unit, id: RecordId) -> String {
    let name = &unit.records[id.0 as usize].name;
    let is_first = unit.records.iter().position(|it| it.name == *name) == Some(id.0 as usize);
    match is_first && is_identifier(name) {
        true => name.clone(),
        false => format!("raddle_record_{}", id.0),
    }
}

/// Whether a name of the tree is one of C; made-up ones are not.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|it| it.is_ascii_alphabetic() || it == '_')
        && letters.all(|it| it.is_ascii_alphanumeric() || it == '_')
}

/// What a member is called.
pub(super) fn field_name(field: &Field, index: usize) -> String {
    if is_identifier(&field.name) { field.name.clone() } else { format!("raddle_member_{index}") }
}

/// The records that a text mentions and those that these mention, each behind those that it contains.
pub(super) fn records(unit: &Unit, text: &str) -> String {
    let tags: HashMap<String, RecordId> =
        (0..unit.records.len() as u32).map(|it| (tag(unit, RecordId(it)), RecordId(it))).collect();
    let (mut names, mut definitions) = (String::new(), String::new());
    let mut done = HashSet::new();
    let mut mentioned = HashSet::new();
    let mut unread = vec![text.to_owned()];
    while let Some(text) = unread.pop() {
        let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        for id in words.filter_map(|it| tags.get(it)) {
            if mentioned.insert(*id) {
                let _ = writeln!(names, "{} {};", keyword(&unit.records[id.0 as usize]), tag(unit, *id));
                let start = definitions.len();
                define(unit, *id, &mut done, &mut definitions);
                unread.push(definitions[start..].to_owned());
            }
        }
    }
    names + &definitions
}

fn define(unit: &Unit, id: RecordId, done: &mut HashSet<RecordId>, text: &mut String) {
    let record = &unit.records[id.0 as usize];
    if !record.complete || !done.insert(id) {
        return;
    }
    for field in &record.fields {
        if let Some(inner) = contained(&field.ty) {
            define(unit, inner, done, text);
        }
    }
    let _ = writeln!(text, "{} {} {{", keyword(record), tag(unit, id));
    let natural = is_natural(unit, record);
    let mut end = 0;
    for (index, field) in record.fields.iter().enumerate() {
        let start = field.bits.map_or(field.offset * 8, |it| it.start);
        if !natural && !record.union {
            pad(start.saturating_sub(end), text);
        }
        let declaration = declare(unit, &field.ty, &field_name(field, index));
        match field.bits {
            Some(bits) => {
                let _ = writeln!(text, "  {declaration} : {};", bits.width);
                end = start + u32::from(bits.width);
            }
            None => {
                let _ = writeln!(text, "  {declaration};");
                end = start + layout::size(&field.ty, &unit.records, unit.model).unwrap_or(0) * 8;
            }
        }
    }
    if !natural && !record.union {
        pad((record.size * 8).saturating_sub(end), text);
    }
    if natural {
        text.push_str("};\n");
    } else {
        let _ = writeln!(text, "}} __attribute__((packed, aligned({})));", record.align.max(1));
    }
    if !record.fields.is_empty() {
        let _ = writeln!(text, "RADDLE_SIZE({} {}, {});", keyword(record), tag(unit, id), record.size);
    }
}

/// So many bits that nobody uses.
fn pad(mut bits: u32, text: &mut String) {
    while bits > 0 {
        let some = bits.min(32);
        let _ = writeln!(text, "  unsigned : {some};");
        bits -= some;
    }
}

/// The record that an object of this type contains.
fn contained(ty: &Type) -> Option<RecordId> {
    match ty {
        Type::Record(id) => Some(*id),
        Type::Array(inner, _) | Type::VariableArray(inner, _) | Type::Atomic(inner) => contained(inner),
        Type::Void
        | Type::Bool
        | Type::Int { .. }
        | Type::Float(_)
        | Type::Pointer(_)
        | Type::Function(_)
        | Type::Mutex
        | Type::Opaque(_) => None,
    }
}

/// Whether the compiler's rules lead to the layout of a record. Bit-fields are put where they are: those without a name,
/// which decide about it, are not in the tree.
fn is_natural(unit: &Unit, record: &Record) -> bool {
    if record.fields.iter().any(|it| it.bits.is_some()) {
        return false;
    }
    let (mut end, mut align) = (0u32, 1);
    for field in &record.fields {
        let own = layout::align(&field.ty, &unit.records, unit.model).max(1);
        align = align.max(own);
        let offset = if record.union { 0 } else { end.next_multiple_of(own) };
        if offset != field.offset {
            return false;
        }
        let size = layout::size(&field.ty, &unit.records, unit.model).unwrap_or(0);
        end = if record.union { end.max(size) } else { offset + size };
    }
    end.next_multiple_of(align) == record.size && align == record.align.max(1)
}
