//! What kind of program it is that is made of threads: what is in its text, and which engines take it.
//!
//! Only what the automata show without running them. What the library does on behalf of the program counts where it is called.

use super::Places;
use crate::check::{self, CheckOptions};
use event::{Loops, MemoryModel};
use ir::passes::rounds::End;
use ir::passes::{loops, walk};
use ir::{Action, Binary, Callee, Domain, Edge, Expr, Function, Operation, Program, RegisterId};
use std::fmt::Write;

/// One line for each part of the answer.
pub(super) fn summary(program: &Program) -> String {
    let parts = Parts::of(program);
    let shown = |places: &Places, words: &str, none: &str| match places.is_empty() {
        true => none.to_owned(),
        false => format!("{words} {}", places.show(&program.sources)),
    };
    let mut lines = vec![
        ("threads", shown(&parts.threads, "main, and those started at", "only main")),
        ("loops", parts.loops(program)),
        ("nondeterminism", shown(&parts.choices, "values are chosen at", "none")),
        ("memory orders", shown(&parts.weaker, "weaker than seq_cst at", "none weaker than seq_cst")),
        ("heap", parts.heap(program)),
    ];
    if !parts.recursive.is_empty() {
        lines.insert(2, ("recursion", parts.recursive.join(", ")));
    }
    let mut text = String::new();
    for (name, value) in lines {
        let _ = writeln!(text, "{name}: {value}");
    }
    for (engine, answer) in parts.engines(program) {
        let _ = writeln!(text, "engine {engine}: {answer}");
    }
    text
}

/// What is in the text of a program.
#[derive(Default)]
struct Parts {
    threads: Places,
    counted: usize,
    awaited: Places,
    open: Places,
    recursive: Vec<String>,
    /// Where one of several values is chosen: inputs, and what the library leaves open.
    choices: Places,
    /// Among more values than are tried one by one.
    wide: Places,
    weaker: Places,
    allocated: Places,
    freed: Places,
    /// Remainders of floating-point numbers.
    remainders: Places,
}

impl Parts {
    fn of(program: &Program) -> Parts {
        let mut parts = Parts::default();
        let library = Library::of(program);
        let is_own = |it: &&Function| !it.library;
        for function in program.functions.iter().filter(is_own) {
            for edge in &function.edges {
                parts.add(function, edge, &library);
            }
        }
        for (_, found) in program.functions.iter().zip(ir::passes::rounds(program)).filter(|it| !it.0.library) {
            for it in found {
                match it.end {
                    End::Counted => parts.counted += 1,
                    End::Awaited => parts.awaited.add(it.span),
                    End::Open => parts.open.add(it.span),
                }
            }
        }
        let recursive = loops::recursive_functions(program).into_iter().map(|it| &program.functions[it.index()]);
        parts.recursive = recursive.filter(is_own).map(|it| it.name.clone()).collect();
        let scope = check::scope(program, &CheckOptions::default(), Loops::All);
        match scope.memory_model {
            MemoryModel::SequentiallyConsistent { weaker } => parts.weaker = Places(weaker),
            MemoryModel::Messages => {}
        }
        parts
    }

    fn add(&mut self, function: &Function, edge: &Edge, library: &Library) {
        if walk::expressions(edge).any(has_float_remainder) {
            self.remainders.add(edge.span);
        }
        match &edge.action {
            Action::Visible(Operation::Choose { domain: Domain::Spurious(_), .. }) => {}
            Action::Visible(Operation::Choose { dest, domain }) => {
                self.choices.add(edge.span);
                if values(function, *dest, *domain) > vm::MOST_BRANCHES {
                    self.wide.add(edge.span);
                }
            }
            Action::Visible(operation) => match kind(operation) {
                Some(Doing::Starts) => self.threads.add(edge.span),
                Some(Doing::Allocates) => self.allocated.add(edge.span),
                Some(Doing::Frees) => self.freed.add(edge.span),
                Some(Doing::Chooses) | None => {}
            },
            Action::Call { callee: Callee::Direct(callee), .. } => {
                let places = [
                    (Doing::Starts, &mut self.threads),
                    (Doing::Chooses, &mut self.choices),
                    (Doing::Allocates, &mut self.allocated),
                    (Doing::Frees, &mut self.freed),
                ];
                for (doing, places) in places {
                    if library.does(callee.index(), doing) {
                        places.add(edge.span);
                    }
                }
            }
            Action::Call { callee: Callee::Indirect(_), .. }
            | Action::Skip
            | Action::Assign(..)
            | Action::Return(_)
            | Action::Stop(_) => {}
        }
    }

    fn loops(&self, program: &Program) -> String {
        let mut parts = Vec::new();
        if self.counted > 0 {
            parts.push(format!("{} with a known number of rounds", self.counted));
        }
        if !self.awaited.is_empty() {
            parts.push(format!("waiting for others at {}", self.awaited.show(&program.sources)));
        }
        if !self.open.is_empty() {
            parts.push(format!("no known bound at {}", self.open.show(&program.sources)));
        }
        if parts.is_empty() { "none".to_owned() } else { parts.join("; ") }
    }

    fn heap(&self, program: &Program) -> String {
        let shown = |places: &Places| places.show(&program.sources);
        match (self.allocated.is_empty(), self.freed.is_empty()) {
            (true, true) => "not used".to_owned(),
            (false, true) => format!("allocated at {}, never freed", shown(&self.allocated)),
            (true, false) => format!("freed at {}", shown(&self.freed)),
            (false, false) => format!("allocated at {}, freed at {}", shown(&self.allocated), shown(&self.freed)),
        }
    }

    /// The engines, and what they make of the program, as far as can be said without running them.
    fn engines(&self, program: &Program) -> [(&'static str, String); 4] {
        let shown = |places: &Places| places.show(&program.sources);
        let explore = if self.wide.is_empty() {
            "takes it".to_owned()
        } else {
            let most = vm::MOST_BRANCHES;
            format!("stops where one of more than {most} values is chosen, at {}", shown(&self.wide))
        };
        let solved = if self.remainders.is_empty() {
            "takes it".to_owned()
        } else {
            let places = shown(&self.remainders);
            format!("takes it, unless a remainder of floating-point numbers depends on inputs, at {places}")
        };
        let deep = if self.recursive.is_empty() { "" } else { ", and recursion only so deep" };
        [
            ("explore", explore),
            ("ordering", solved.clone()),
            ("peephole", format!("{solved}; no claims about memory and race")),
            ("cegar", format!("{solved}; reach only{deep}")),
        ]
    }
}

/// How many values a choice has; more than can be counted is as many as can.
fn values(function: &Function, dest: RegisterId, domain: Domain) -> u64 {
    domain.range(function.registers[dest.index()].width).1.saturating_add(1)
}

fn has_float_remainder(expr: &Expr) -> bool {
    match expr {
        Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => false,
        Expr::Unary(_, operand)
        | Expr::Extend { operand, .. }
        | Expr::Truncate(_, operand)
        | Expr::Convert { operand, .. } => has_float_remainder(operand),
        Expr::Binary(operator, left, right) => {
            *operator == Binary::FloatRemainder || has_float_remainder(left) || has_float_remainder(right)
        }
        Expr::Select(condition, yes, no) => [condition, yes, no].into_iter().any(|it| has_float_remainder(it)),
    }
}

/// What the library may do on behalf of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    Starts,
    Chooses,
    Allocates,
    Frees,
}

fn kind(operation: &Operation) -> Option<Doing> {
    match operation {
        Operation::Spawn { .. } => Some(Doing::Starts),
        Operation::Choose { .. } => Some(Doing::Chooses),
        Operation::Allocate { automatic: false, .. } | Operation::Reallocate { .. } => Some(Doing::Allocates),
        Operation::Free(_) => Some(Doing::Frees),
        Operation::Load { .. }
        | Operation::Store { .. }
        | Operation::Update { .. }
        | Operation::CompareExchange { .. }
        | Operation::Fence(_)
        | Operation::Lock { .. }
        | Operation::TryLock { .. }
        | Operation::Unlock { .. }
        | Operation::InitMutex { .. }
        | Operation::DestroyMutex(_)
        | Operation::Join { .. }
        | Operation::Detach(_)
        | Operation::CurrentThread { .. }
        | Operation::Extent { .. }
        | Operation::Doubt { .. }
        | Operation::AtomicBegin { .. }
        | Operation::AtomicEnd
        | Operation::Allocate { automatic: true, .. }
        | Operation::Release(_)
        | Operation::OpenSlot(_)
        | Operation::CloseSlot(_) => None,
    }
}

/// For each function of the library what it does, by itself or by those that it calls; nothing for others.
struct Library(Vec<Vec<Doing>>);

impl Library {
    fn of(program: &Program) -> Library {
        let mut library = Library(vec![Vec::new(); program.functions.len()]);
        let mut changed = true;
        while changed {
            changed = false;
            for (index, function) in program.functions.iter().enumerate().filter(|it| it.1.library) {
                let doings: Vec<Doing> = function.edges.iter().flat_map(|it| library.doings(&it.action)).collect();
                for doing in doings {
                    if !library.does(index, doing) {
                        library.0[index].push(doing);
                        changed = true;
                    }
                }
            }
        }
        library
    }

    fn does(&self, function: usize, doing: Doing) -> bool {
        self.0[function].contains(&doing)
    }

    fn doings(&self, action: &Action) -> Vec<Doing> {
        match action {
            Action::Visible(operation) => kind(operation).into_iter().collect(),
            Action::Call { callee: Callee::Direct(callee), .. } => self.0[callee.index()].clone(),
            Action::Call { callee: Callee::Indirect(_), .. }
            | Action::Skip
            | Action::Assign(..)
            | Action::Return(_)
            | Action::Stop(_) => Vec::new(),
        }
    }
}
