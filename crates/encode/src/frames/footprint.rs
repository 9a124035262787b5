//! What a transition accesses, as far as the text of the program shows it.

use super::independence::Role;
use ir::{Action, Base, Binary, Callee, Edge, Expr, Function, FunctionId, GlobalId, Guard, Location, Operation};
use ir::{Program, RegisterId, Shape, Update};
use std::collections::BTreeSet;

/// Stands behind the name of a local in texts, until it is known whose it is.
pub(super) const LOCAL: char = '\u{1}';
/// Stands for what is read in the text of a condition.
pub(super) const READ: &str = "\u{2}";

/// What a lock writes into a mutex: never the same for two threads.
pub(super) const HOLDER: &str = "its holder";

/// Something that a transition accesses.
#[derive(Clone, Debug)]
pub(super) struct Footprint {
    pub region: Region,
    pub role: Role,
    /// How it is called, for people.
    pub text: String,
    /// The index in an array, if that is all that tells two such accesses apart.
    pub index: Option<String>,
    /// What is written.
    pub value: Option<String>,
    /// The condition that is decided, with [`READ`] for what is read.
    pub decides: Option<String>,
}

/// Where something may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Region {
    /// In these bytes of a global.
    Bytes(GlobalId, i64, u32),
    /// Somewhere in a global.
    Global(GlobalId),
    /// Anywhere in memory.
    Anywhere,
    /// A thread.
    Thread,
}

impl Footprint {
    /// Whether two accesses may conflict.
    pub fn may_conflict(&self, program: &Program, other: &Footprint) -> bool {
        let changes = |it: Role| matches!(it, Role::Writes | Role::Ends);
        (changes(self.role) || changes(other.role)) && self.region.may_meet(program, other.region)
    }
}

impl Region {
    fn may_meet(self, program: &Program, other: Region) -> bool {
        let global = |it: Region| match it {
            Region::Bytes(global, ..) | Region::Global(global) => Some(global),
            Region::Anywhere | Region::Thread => None,
        };
        match (self, other) {
            (Region::Thread, Region::Thread) => true,
            (Region::Thread, _) | (_, Region::Thread) => false,
            (Region::Bytes(a, at, size), Region::Bytes(b, other_at, other_size)) if a == b => {
                at < other_at + i64::from(other_size)
                    && other_at < at + i64::from(size)
                    && !program.globals[a.index()].thread_local
            }
            _ => match (global(self), global(other)) {
                (Some(a), Some(b)) => a == b && !program.globals[a.index()].thread_local,
                (Some(_) | None, None) | (None, Some(_)) => true,
            },
        }
    }
}

/// What the transition of an edge accesses; a section accesses what is in it.
pub(super) fn footprints(program: &Program, function: FunctionId, edge: u32) -> Vec<Footprint> {
    let mut found = Vec::new();
    let reader = Reader { program, function: &program.functions[function.index()] };
    let start = &reader.function.edges[edge as usize];
    if let Action::Visible(Operation::AtomicBegin { .. }) = start.action {
        reader.section(start.to, true, &mut BTreeSet::new(), &mut found);
    } else {
        reader.edge(start, &mut found);
    }
    found
}

/// Reads a function.
struct Reader<'p> {
    program: &'p Program,
    function: &'p Function,
}

impl<'p> Reader<'p> {
    /// What follows up to the end of a section. What is not followed (sections in it, functions that are not known, what
    /// comes behind the function that begins it) is taken for an access to anything.
    fn section(
        &self,
        from: Location,
        is_outermost: bool,
        called: &mut BTreeSet<FunctionId>,
        found: &mut Vec<Footprint>,
    ) {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            for edge in self.function.leaving(at) {
                match &edge.action {
                    Action::Visible(Operation::AtomicEnd) => continue,
                    Action::Visible(Operation::AtomicBegin { .. }) => found.push(anything("a nested section")),
                    Action::Visible(_) => self.edge(edge, found),
                    Action::Call { callee: Callee::Direct(callee), .. } => {
                        if called.insert(*callee) {
                            let function = &self.program.functions[callee.index()];
                            let inner = Reader { program: self.program, function };
                            inner.section(function.entry, false, called, found);
                        }
                    }
                    Action::Call { callee: Callee::Indirect(_), .. } => found.push(anything("an unknown function")),
                    // A section that is longer than the function that begins it.
                    Action::Return(_) if is_outermost => found.push(anything("what follows")),
                    Action::Skip | Action::Assign(..) | Action::Return(_) | Action::Stop(_) => {}
                }
                if !edge.ends() {
                    open.push(edge.to);
                }
            }
        }
    }

    fn edge(&self, edge: &Edge, found: &mut Vec<Footprint>) {
        let Action::Visible(operation) = &edge.action else { return };
        let mut add = |role, address: &Expr, size: u32, value: Option<String>| {
            if let Some(access) = self.access(role, address, size, value) {
                found.push(access);
            }
        };
        let mutex = ir::MUTEX_SIZE;
        match operation {
            Operation::Load { address, size, .. } => {
                if let Some(access) = self.access(Role::Reads, address, size.0.into(), None) {
                    let decides = self.decides(edge);
                    let role = if decides.is_some() { Role::Decides } else { Role::Reads };
                    found.push(Footprint { role, decides, ..access });
                }
            }
            Operation::Store { address, value, size, .. } => {
                add(Role::Writes, address, size.0.into(), Some(self.show(value)));
            }
            Operation::Update { address, update, operand, size, .. } => {
                add(Role::Reads, address, size.0.into(), None);
                let value = updated(*update, &self.place(address, size.0.into()).0, &self.show(operand));
                add(Role::Writes, address, size.0.into(), Some(value));
            }
            Operation::CompareExchange { address, desired, size, .. } => {
                add(Role::Reads, address, size.0.into(), None);
                add(Role::Writes, address, size.0.into(), Some(self.show(desired)));
            }
            Operation::Lock { mutex: address, .. }
            | Operation::TryLock { mutex: address, .. }
            | Operation::Unlock { mutex: address, .. } => {
                add(Role::Reads, address, mutex, None);
                add(Role::Writes, address, mutex, Some(HOLDER.to_owned()));
            }
            Operation::InitMutex { mutex: address, .. } => {
                add(Role::Writes, address, mutex, Some("nobody".to_owned()));
            }
            Operation::DestroyMutex(address) => add(Role::Reads, address, mutex, None),
            Operation::Join { .. } | Operation::Detach(_) => {
                let text = "a thread".to_owned();
                let region = Region::Thread;
                found.push(Footprint { region, role: Role::Ends, text, index: None, value: None, decides: None });
                if self.program.globals.iter().any(|it| it.thread_local) {
                    found.push(anything("thread-local objects"));
                }
            }
            Operation::Free(address) | Operation::Release(address) | Operation::Reallocate { address, .. } => {
                let text = format!("all of *{}", self.show(address));
                found.push(Footprint { text, role: Role::Ends, ..anything("") });
            }
            Operation::CloseSlot(slot) => {
                let text = self.function.slots[slot.index()].name.clone();
                found.push(Footprint { text, role: Role::Ends, ..anything("") });
            }
            Operation::Spawn { place: Some(place), .. } => {
                add(Role::Writes, place, self.program.model.pointer_bytes(), None);
            }
            Operation::Fence(_)
            | Operation::Spawn { place: None, .. }
            | Operation::CurrentThread { .. }
            | Operation::Extent { .. }
            | Operation::Doubt { .. }
            | Operation::AtomicBegin { .. }
            | Operation::AtomicEnd
            | Operation::Choose { .. }
            | Operation::Allocate { .. }
            | Operation::OpenSlot(_) => {}
        }
    }

    /// An access, unless it is to what does not leave the function.
    fn access(&self, role: Role, address: &Expr, size: u32, value: Option<String>) -> Option<Footprint> {
        let (text, index) = self.place(address, size);
        let region = match base(address) {
            Some(Base::Global(global)) => match address {
                Expr::Address(_, offset) => Region::Bytes(global, *offset, size),
                _ => Region::Global(global),
            },
            Some(Base::Slot(slot)) if !self.function.slots[slot.index()].escapes => return None,
            Some(Base::Slot(_) | Base::Function(_)) | None => Region::Anywhere,
        };
        Some(Footprint { region, role, text, index, value, decides: None })
    }

    /// An address as a place in C, and the index in it.
    fn place(&self, address: &Expr, size: u32) -> (String, Option<String>) {
        if let Expr::Address(base, offset) = address {
            return (self.element(*base, *offset, size), None);
        }
        if let Some((base, offset, index, scale)) = indexed(address) {
            let index = self.show(index);
            let (name, shape) = self.named(base);
            if offset == 0 && shape.is_some_and(|it| element_size(self.program, it) == Some(scale)) {
                return (format!("{name}[{index}]"), Some(index));
            }
        }
        (format!("*{}", self.show(address)), None)
    }

    fn named(&self, base: Base) -> (String, Option<&'p Shape>) {
        match base {
            Base::Global(global) => {
                let global = &self.program.globals[global.index()];
                (global.name.clone(), Some(&global.shape))
            }
            Base::Function(function) => (self.program.functions[function.index()].name.clone(), None),
            Base::Slot(slot) => {
                let slot = &self.function.slots[slot.index()];
                (slot.name.clone(), Some(&slot.shape))
            }
        }
    }

    /// Some bytes of an object.
    fn element(&self, base: Base, offset: i64, size: u32) -> String {
        let (mut name, mut shape) = self.named(base);
        let mut offset = offset;
        loop {
            match shape {
                Some(Shape::Array(element, _)) => {
                    let each = i64::from(element.size(self.program.model).max(1));
                    name = format!("{name}[{}]", offset.div_euclid(each));
                    offset = offset.rem_euclid(each);
                    shape = Some(element);
                }
                Some(Shape::Record { fields, .. }) => {
                    let ends = |it: &ir::Field| i64::from(it.offset) + i64::from(it.shape.size(self.program.model));
                    let field = fields.iter().find(|it| i64::from(it.offset) <= offset && offset < ends(it));
                    let Some(field) = field else { break };
                    name = format!("{name}.{}", field.name);
                    offset -= i64::from(field.offset);
                    shape = Some(&field.shape);
                }
                Some(Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer | Shape::Mutex | Shape::Bytes(_))
                | None => {
                    break;
                }
            }
        }
        let whole = shape.is_some_and(|it| it.size(self.program.model) == size);
        if offset == 0 && whole { name } else { format!("{name}+{offset}") }
    }

    /// The condition that a load decides: what follows are assignments and a branch about what was loaded, of which nothing is
    /// left.
    fn decides(&self, edge: &Edge) -> Option<String> {
        let Action::Visible(Operation::Load { dest, .. }) = &edge.action else { return None };
        let mut known: Vec<(RegisterId, String)> = vec![(*dest, READ.to_owned())];
        let mut at = edge.to;
        for _ in 0..32 {
            let [first, rest @ ..] = self.function.leaving(at) else { return None };
            if let Guard::If(condition) = &first.guard {
                let mut mentions = false;
                condition.for_each_register(&mut |it| mentions |= known.iter().any(|known| known.0 == it));
                let flow = crate::flow::Flow::of(self.function);
                let left = [Some(first), rest.first()].into_iter().flatten().map(|it| it.to);
                let lives = left.into_iter().any(|to| known.iter().any(|it| flow.live[to.index()][it.0.index()]));
                return (mentions && !lives).then(|| self.show_with(condition, &known));
            }
            match &first.action {
                Action::Skip => {}
                Action::Assign(register, value) => {
                    let value = self.show_with(value, &known);
                    known.retain(|it| it.0 != *register);
                    known.push((*register, value));
                }
                Action::Visible(_) | Action::Call { .. } | Action::Return(_) | Action::Stop(_) => return None,
            }
            at = first.to;
        }
        None
    }

    fn show(&self, expr: &Expr) -> String {
        self.show_with(expr, &[])
    }

    /// An expression in the words of C; conversions are left out.
    fn show_with(&self, expr: &Expr, known: &[(RegisterId, String)]) -> String {
        match expr {
            Expr::Const(width, value) => width.signed(*value).to_string(),
            Expr::Register(register) => match known.iter().find(|it| it.0 == *register) {
                Some((_, text)) => text.clone(),
                None => format!("{}{LOCAL}", self.function.registers[register.index()].name),
            },
            Expr::Address(base, 0) => format!("&{}", self.named(*base).0),
            Expr::Address(base, offset) => format!("&{}+{offset}", self.named(*base).0),
            Expr::Unary(operator, operand) => format!("{operator:?}({})", self.show_with(operand, known)),
            Expr::Binary(operator, left, right) => {
                let (left, right) = (self.show_with(left, known), self.show_with(right, known));
                match symbol(*operator) {
                    Some(symbol) => format!("({left} {symbol} {right})"),
                    None => format!("{operator:?}({left}, {right})"),
                }
            }
            Expr::Extend { operand, .. } | Expr::Truncate(_, operand) | Expr::Convert { operand, .. } => {
                self.show_with(operand, known)
            }
            Expr::Select(condition, yes, no) => format!(
                "({} ? {} : {})",
                self.show_with(condition, known),
                self.show_with(yes, known),
                self.show_with(no, known)
            ),
        }
    }
}

fn anything(what: &str) -> Footprint {
    let text = what.to_owned();
    Footprint { region: Region::Anywhere, role: Role::Ends, text, index: None, value: None, decides: None }
}

fn updated(update: Update, old: &str, operand: &str) -> String {
    match update {
        Update::Exchange => operand.to_owned(),
        Update::Add | Update::AddIfFits => format!("{old} + {operand}"),
        Update::Subtract | Update::SubtractIfFits => format!("{old} - {operand}"),
        Update::And => format!("{old} & {operand}"),
        Update::Or => format!("{old} | {operand}"),
        Update::Xor => format!("{old} ^ {operand}"),
        Update::Nand => format!("~({old} & {operand})"),
    }
}

fn symbol(operator: Binary) -> Option<&'static str> {
    Some(match operator {
        Binary::Add | Binary::AddSigned | Binary::FloatAdd => "+",
        Binary::Subtract | Binary::SubtractSigned | Binary::FloatSubtract => "-",
        Binary::Multiply | Binary::MultiplySigned | Binary::FloatMultiply => "*",
        Binary::DivideUnsigned | Binary::DivideSigned | Binary::FloatDivide => "/",
        Binary::RemainderUnsigned | Binary::RemainderSigned | Binary::FloatRemainder => "%",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::ShiftLeft | Binary::ShiftLeftSigned => "<<",
        Binary::ShiftRight | Binary::ShiftRightSigned => ">>",
        Binary::Equal | Binary::FloatEqual => "==",
        Binary::NotEqual => "!=",
        Binary::Less | Binary::LessSigned | Binary::FloatLess => "<",
        Binary::LessEqual | Binary::LessEqualSigned | Binary::FloatLessEqual => "<=",
    })
}

/// What an address is computed from, if it is the address of something and numbers.
fn base(address: &Expr) -> Option<Base> {
    match address {
        Expr::Address(base, _) => Some(*base),
        Expr::Binary(Binary::Add, left, right) => base(left).or_else(|| base(right)),
        Expr::Binary(Binary::Subtract, left, _) => base(left),
        Expr::Const(..)
        | Expr::Register(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Extend { .. }
        | Expr::Truncate(..)
        | Expr::Convert { .. }
        | Expr::Select(..) => None,
    }
}

/// An address as base, offset, index and how far apart elements are.
fn indexed(address: &Expr) -> Option<(Base, i64, &Expr, u64)> {
    let Expr::Binary(Binary::Add, left, right) = address else { return None };
    let (base, offset, rest) = match (&**left, &**right) {
        (Expr::Address(base, offset), rest) | (rest, Expr::Address(base, offset)) => (*base, *offset, rest),
        _ => return None,
    };
    match rest {
        Expr::Binary(Binary::Multiply, left, right) => match (&**left, &**right) {
            (index, Expr::Const(_, scale)) | (Expr::Const(_, scale), index) => Some((base, offset, index, *scale)),
            _ => None,
        },
        Expr::Binary(Binary::ShiftLeft, index, by) => match **by {
            Expr::Const(_, by) if by < 32 => Some((base, offset, index, 1 << by)),
            _ => None,
        },
        index => Some((base, offset, index, 1)),
    }
}

fn element_size(program: &Program, shape: &Shape) -> Option<u64> {
    match shape {
        Shape::Array(element, _) => Some(element.size(program.model).into()),
        Shape::Bytes(_) => Some(1),
        Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer | Shape::Mutex | Shape::Record { .. } => None,
    }
}
