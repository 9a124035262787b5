//! An execution in the real program: the typed tree as C again, with a runtime that makes its threads go on in the order
//! of a schedule.
//!
//! Every operation that other threads can notice is a statement of its own, in the order in which `lower` takes them, and
//! before it stands a call of the runtime. Such a *point* is known by its [`Key`]: where in the source its operation is, and what
//! kind it has. `lower` gives the same position to the operation of the machine, so a schedule of the machine is one of
//! points. What the machine does and C does not (objects that end) has no point, and is left out of the schedule.
//!
//! ```text
//! balance = balance - wanted;     raddle_at(4); raddle_1 = balance; raddle_at(5); balance = (int)(raddle_1 - wanted);
//! ```
//!
//! Models of the library are part of the program here as well. Mutexes, threads, memory and atomic operations are the real ones:
//! `runtime.c`.
//!
//! Start at [`print()`]; `body.rs` has statements, `values.rs` expressions, both in the order of their namesakes in `lower`.

mod body;
mod builtins;
mod calls;
mod changes;
mod copies;
mod globals;
mod lines;
mod places;
mod tables;
mod types;
mod values;
mod watched;

use crate::tree::{FunctionId, Storage, Unit, VariableId};
use source::Span;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Write;

const RUNTIME: &str = include_str!("runtime.c");

/// What an operation is, as far as points are told apart by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Load,
    Store,
    Update,
    CompareExchange,
    Fence,
    Lock,
    TryLock,
    Unlock,
    InitMutex,
    DestroyMutex,
    Spawn,
    Join,
    Detach,
    CurrentThread,
    Section,
    Choose,
    Allocate,
    Reallocate,
    Free,
}

impl Kind {
    /// The kind of an operation; nothing if C has no statement for it.
    pub fn of(operation: &ir::Operation) -> Option<Kind> {
        use ir::Operation;
        Some(match operation {
            Operation::Load { .. } => Kind::Load,
            Operation::Store { .. } => Kind::Store,
            Operation::Update { .. } => Kind::Update,
            Operation::CompareExchange { .. } => Kind::CompareExchange,
            Operation::Fence(_) => Kind::Fence,
            Operation::Lock { .. } => Kind::Lock,
            Operation::TryLock { .. } => Kind::TryLock,
            Operation::Unlock { .. } => Kind::Unlock,
            Operation::InitMutex { .. } => Kind::InitMutex,
            Operation::DestroyMutex(_) => Kind::DestroyMutex,
            Operation::Spawn { .. } => Kind::Spawn,
            Operation::Join { .. } => Kind::Join,
            Operation::Detach(_) => Kind::Detach,
            Operation::CurrentThread { .. } => Kind::CurrentThread,
            Operation::AtomicBegin { .. } => Kind::Section,
            Operation::Choose { .. } => Kind::Choose,
            Operation::Allocate { .. } => Kind::Allocate,
            Operation::Reallocate { .. } => Kind::Reallocate,
            Operation::Free(_) => Kind::Free,
            Operation::AtomicEnd
            | Operation::Extent { .. }
            | Operation::Doubt { .. }
            | Operation::Release(_)
            | Operation::OpenSlot(_)
            | Operation::CloseSlot(_) => {
                return None;
            }
        })
    }

    /// Whether it may let another thread go on that waits. An update that finds what it does not want does not, and it is not
    /// known here which do.
    fn lets_go_on(self) -> bool {
        matches!(self, Kind::Store | Kind::Unlock | Kind::Spawn | Kind::Free)
    }
}

/// An operation of the program: where it is and of which kind. The file is named, as its number depends on who has read it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    /// The name of the file.
    pub file: String,
    /// Line, column and length.
    pub place: (u32, u32, u32),
    /// What it is.
    pub kind: Kind,
}

impl Key {
    /// The operation of a kind at a position.
    pub fn new(sources: &source::Sources, span: Span, kind: Kind) -> Key {
        let file = sources.get(span.file).map_or(String::new(), |it| it.name.clone());
        Key { file, place: (span.line, span.column, span.length), kind }
    }
}

/// An execution to be repeated.
#[derive(Clone, Debug)]
pub struct Execution {
    /// All operations that the machine takes for ones that others can notice.
    pub visible: HashSet<Key>,
    /// The threads, in the order of their creation.
    pub threads: Vec<Thread>,
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// What is to be expected at the end, one sentence.
    pub expected: String,
    /// How one sees it.
    pub seen: Seen,
    /// What the file says about itself at its beginning, line by line.
    pub head: Vec<String>,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// As in the counterexample: `T1`.
    pub name: String,
    /// What it chooses, in order.
    pub inputs: Vec<u64>,
    /// Whether it goes on after its last step: to its end, or to what is wrong. The others wait.
    pub goes_on: bool,
}

/// A step.
#[derive(Clone, Debug)]
pub struct Step {
    /// By the order of creation.
    pub thread: u32,
    /// Which operation.
    pub key: Key,
    /// In words.
    pub text: String,
}

/// How one sees what is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// The program aborts by itself.
    Abort,
    /// Nobody goes on.
    Deadlock,
    /// A sanitizer says so, or the system.
    Sanitizer,
}

/// The program as C text that repeats an execution.
pub fn print(unit: &Unit, execution: &Execution) -> String {
    let mut program = Program::new(unit, &execution.visible);
    if let Some(main) = unit.functions.iter().position(|it| it.name == "main" && it.body.is_some()) {
        program.function(FunctionId(main as u32));
    }
    for function in unit.runner.into_iter().chain(unit.at_thread_exit.iter().copied()) {
        program.function(function);
    }
    let (mut prototypes, mut bodies) = (String::new(), String::new());
    let mut globals = globals::Globals::default();
    // Initial values may mention further functions, and these further objects.
    loop {
        while let Some(id) = program.pending.pop_front() {
            let (prototype, text) = body::print(&mut program, id);
            let _ = writeln!(prototypes, "{prototype};");
            bodies.push_str(&text);
        }
        globals.go_on(&mut program);
        if program.pending.is_empty() {
            break;
        }
    }
    let globals = globals.print(&mut program);
    let records = types::records(unit, &format!("{prototypes}{globals}{bodies}"));
    let rest = format!("{records}\n{prototypes}\n{globals}\n{bodies}\n");
    let mut text = tables::head(execution);
    text.push_str(&tables::tables(&program.points, execution));
    text.push_str(RUNTIME);
    text.push_str(&tables::definitions(unit, &rest));
    text.push_str(&rest);
    text.push_str(&run_thread(&mut program));
    text
}

/// What is printed so far.
struct Program<'u> {
    unit: &'u Unit,
    visible: &'u HashSet<Key>,
    points: Points,
    /// The functions that were mentioned and are not printed yet.
    pending: VecDeque<FunctionId>,
    functions: HashMap<FunctionId, String>,
    globals: HashMap<VariableId, String>,
    /// The objects of static storage in the order in which they were mentioned.
    global_list: Vec<VariableId>,
    /// Those that are mentioned where a local has their name.
    aliases: BTreeSet<VariableId>,
    /// Those of functions, globals, and the runtime.
    names: HashSet<String>,
}

/// The points that the text mentions.
#[derive(Default)]
struct Points {
    numbers: HashMap<Key, u32>,
    list: Vec<Key>,
}

impl Points {
    fn number(&mut self, key: Key) -> u32 {
        let next = self.list.len() as u32;
        let list = &mut self.list;
        *self.numbers.entry(key).or_insert_with_key(|key| {
            list.push(key.clone());
            next
        })
    }
}

impl<'u> Program<'u> {
    fn new(unit: &'u Unit, visible: &'u HashSet<Key>) -> Program<'u> {
        Program {
            unit,
            visible,
            points: Points::default(),
            pending: VecDeque::new(),
            functions: HashMap::new(),
            globals: HashMap::new(),
            global_list: Vec::new(),
            aliases: BTreeSet::new(),
            names: KEYWORDS.iter().map(|it| (*it).to_owned()).collect(),
        }
    }

    /// What a function is called; from now on it is part of the program.
    fn function(&mut self, id: FunctionId) -> String {
        if let Some(known) = self.functions.get(&id) {
            return known.clone();
        }
        let function = &self.unit.functions[id.0 as usize];
        let name = self.unique(&function.name);
        self.functions.insert(id, name.clone());
        self.pending.push_back(id);
        name
    }

    /// What an object of static storage is called; from now on it is part of the program.
    fn global(&mut self, id: VariableId) -> String {
        if let Some(known) = self.globals.get(&id) {
            return known.clone();
        }
        let variable = &self.unit.variables[id.0 as usize];
        let name = self.unique(&variable.name);
        // An array at the end of a record that has a size in this object only: the object is in a union with room for it.
        let name = if variable.flexible > 0 { format!("raddle_of_{name}.it") } else { name };
        self.globals.insert(id, name.clone());
        self.global_list.push(id);
        name
    }

    fn unique(&mut self, name: &str) -> String {
        let plain: String = name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
        let plain = if types::is_identifier(&plain) { plain } else { format!("raddle_{plain}") };
        let mut unique = plain.clone();
        let mut count = 1;
        while !self.names.insert(unique.clone()) {
            count += 1;
            unique = format!("{plain}_{count}");
        }
        unique
    }

    /// The number of a point, if others can notice what is done there.
    fn point(&mut self, span: Span, kind: Kind) -> Option<u32> {
        let key = Key::new(&self.unit.sources, span, kind);
        self.visible.contains(&key).then(|| self.points.number(key))
    }
}

/// What no variable may be called, because a block of the runtime's macros or the C language takes it.
const KEYWORDS: [&str; 3] = ["asm", "typeof", "inline"];

/// What runs the function of a thread.
fn run_thread(program: &mut Program<'_>) -> String {
    let call = match program.unit.runner {
        Some(runner) => format!("{}((void *)function, argument)", program.function(runner)),
        None => "function(argument)".to_owned(),
    };
    format!(
        "\nstatic void *raddle_run_thread(void *(*function)(void *), void *argument) {{ return (void *){call}; }}\n"
    )
}

/// A text as a string literal.
fn quoted(text: &str) -> String {
    quoted_bytes(text.as_bytes())
}

/// Bytes as a string literal. Three octal digits end by themselves, and `?` begins no trigraph.
fn quoted_bytes(bytes: &[u8]) -> String {
    let mut literal = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => literal.extend(['\\', byte as char]),
            b'\n' => literal.push_str("\\n"),
            b'?' => literal.push_str("\\077"),
            b' '..=b'~' => literal.push(byte as char),
            _ => {
                let _ = write!(literal, "\\{byte:03o}");
            }
        }
    }
    literal.push('"');
    literal
}

/// Whether a variable has an object of its own for the whole run, or for that of a thread.
fn is_static(unit: &Unit, id: VariableId) -> bool {
    match unit.variables[id.0 as usize].storage {
        Storage::Static | Storage::Thread => true,
        Storage::Automatic => false,
    }
}
