//! Objects of static storage. Their initial values are set by a function before `main`: then an initialiser is a list of
//! assignments here as it is in the tree.

use super::body::Body;
use super::{Program, types};
use crate::lower::shapes;
use crate::tree::{Storage, Type, Unit, VariableId};
use std::fmt::Write;

/// The statements that set the objects which are printed so far.
#[derive(Default)]
pub(super) struct Globals {
    /// How many of those that were mentioned.
    done: usize,
    process: String,
    thread: String,
}

impl Globals {
    /// Prints the initial values of what was mentioned since.
    pub(super) fn go_on(&mut self, program: &mut Program<'_>) {
        while let Some(&id) = program.global_list.get(self.done) {
            self.done += 1;
            let text = initial(program, id);
            match program.unit.variables[id.0 as usize].storage {
                Storage::Thread => self.thread.push_str(&text),
                Storage::Static | Storage::Automatic => self.process.push_str(&text),
            }
        }
    }

    /// Declarations of all objects that were mentioned, and the functions that set them.
    pub(super) fn print(&self, program: &mut Program<'_>) -> String {
        let Globals { process, thread, .. } = self;
        let mut text = String::new();
        for id in program.global_list.clone() {
            let variable = &program.unit.variables[id.0 as usize];
            let local = if variable.storage == Storage::Thread { "_Thread_local " } else { "" };
            let name = program.global(id);
            let declaration = types::declare(program.unit, &variable.ty, &name);
            match variable.flexible {
                0 => {
                    let _ = writeln!(text, "static {local}{declaration};");
                }
                count => {
                    let room = extended_size(program.unit, &variable.ty, count);
                    let it = types::declare(program.unit, &variable.ty, "it");
                    let holder = name.strip_suffix(".it").unwrap_or(&name);
                    let _ = writeln!(text, "static {local}union {{ {it}; char room[{room}]; }} {holder};");
                }
            }
        }
        for id in program.aliases.clone() {
            let pointer = Type::Pointer(std::rc::Rc::new(program.unit.variables[id.0 as usize].ty.clone()));
            let name = program.global(id);
            let alias = types::declare(program.unit, &pointer, &format!("const raddle_the_{}", id.0));
            let _ = writeln!(text, "static {alias} = &{name};");
        }
        let _ = writeln!(text, "static void raddle_initialise_thread(void) {{{thread}\n}}");
        let _ = writeln!(
            text,
            "__attribute__((constructor)) static void raddle_initialise(void) {{{process}\n  raddle_initialise_thread();\n}}"
        );
        text
    }
}

/// The size of a record whose last member has so many elements.
fn extended_size(unit: &Unit, ty: &Type, count: u32) -> u32 {
    let shape = shapes::extended(shapes::shape(ty, unit), count, unit.model);
    shape.size(unit.model)
}

/// The statements that set an object.
fn initial(program: &mut Program<'_>, id: VariableId) -> String {
    let variable = &program.unit.variables[id.0 as usize];
    let name = program.global(id);
    let mut body = Body::new(program, &Type::Void);
    body.is_quiet = true;
    for element in &variable.init {
        body.initialise_part(&format!("(&{name})"), element, variable.span);
    }
    let text = body.finish();
    if text.trim().is_empty() { String::new() } else { format!("\n  {{ {text} }}") }
}
