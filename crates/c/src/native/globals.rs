//! Objects of static storage. Their initial values are set by a function before `main`: then an initialiser is a list of
//! assignments here as it is in the tree.

use super::body::Body;
use super::{Program, types};
use crate::tree::{Storage, VariableId};
use std::fmt::Write;

/// Declarations of all objects that were mentioned, and the functions that set them.
pub(super) fn print(program: &mut Program<'_>) -> String {
    let (mut process, mut thread) = (String::new(), String::new());
    let mut next = 0;
    // An initial value may mention further objects.
    while let Some(&id) = program.global_list.get(next) {
        next += 1;
        let text = initial(program, id);
        match program.unit.variables[id.0 as usize].storage {
            Storage::Thread => thread.push_str(&text),
            Storage::Static | Storage::Automatic => process.push_str(&text),
        }
    }
    let mut text = String::new();
    for id in program.global_list.clone() {
        let variable = &program.unit.variables[id.0 as usize];
        let local = if variable.storage == Storage::Thread { "_Thread_local " } else { "" };
        let name = program.global(id);
        let declaration = types::declare(program.unit, &variable.ty, &name);
        // An array at the end of a record that has a size in this object only.
        if variable.flexible > 0 {
            let room = format!("union {{ {}; char room[sizeof(struct {{ {}; }}) + {}]; }}", types::declare(program.unit, &variable.ty, "it"), types::declare(program.unit, &variable.ty, "it"), variable.flexible * 16);
            let _ = writeln!(text, "static {local}{room} raddle_of_{name};\n#define {name} raddle_of_{name}.it");
        } else {
            let _ = writeln!(text, "static {local}{declaration};");
        }
    }
    let _ = writeln!(text, "static void raddle_initialise_thread(void) {{{thread}\n}}");
    let _ = writeln!(
        text,
        "__attribute__((constructor)) static void raddle_initialise(void) {{{process}\n  raddle_initialise_thread();\n}}"
    );
    text
}

/// The statements that set an object.
fn initial(program: &mut Program<'_>, id: VariableId) -> String {
    let variable = &program.unit.variables[id.0 as usize];
    let name = program.global(id);
    let mut body = Body::new(program, &crate::tree::Type::Void);
    body.is_quiet = true;
    for element in &variable.init {
        body.initialise_part(&format!("(&{name})"), element, variable.span);
    }
    let text = body.finish();
    if text.trim().is_empty() { String::new() } else { format!("\n  {{ {text} }}") }
}
