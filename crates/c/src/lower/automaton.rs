//! The automaton of one function while it grows.
//!
//! There is always a current location without leaving edges; [`Automaton::emit`] adds an edge there and moves on. After a
//! jump or a return the current location is a fresh one that nothing leads to: code there is lowered like any other and
//! dropped by [`Automaton::finish`], which also opens and closes the slots and numbers the locations in an order that
//! reads from top to bottom.

use ir::passes::{fold, walk};
use ir::{
    Action, Base, Bytes, DataModel, Edge, Expr, Function, Guard, Kind, Location, Operation, Register, RegisterId,
    Shape, Slot, SlotId, Stop, Width,
};
use source::Span;
use std::collections::{HashMap, HashSet};

pub(super) struct Automaton {
    model: DataModel,
    function: Function,
    current: Location,
    /// What each register stands for.
    roles: Vec<Role>,
    /// Of registers and slots.
    names: Names,
    temporaries: u32,
}

/// What a register stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A parameter, set by the caller.
    Parameter,
    /// A local variable of the program.
    Variable,
    /// A value in between.
    Temporary,
    /// The address of an object to be ended; 0 as long as there is none.
    Holder,
}

/// What happens around the body.
pub(super) struct Frame {
    /// The slots that live as long as the call.
    pub slots: Vec<SlotId>,
    /// Registers with the addresses of automatic objects that live as long.
    pub objects: Vec<RegisterId>,
    /// The last link of a chain of them, see `automatic`.
    pub chain: Option<RegisterId>,
    /// Whether a return ends the slots (not in the entry function, whose return is the end of the process).
    pub close_slots: bool,
    /// Whether the whole call is one atomic section.
    pub atomic: bool,
}

/// A place where slots may have to be opened.
pub(super) struct Opening {
    location: Location,
    /// How many edges there were.
    edges: usize,
}

impl Automaton {
    pub(super) fn new(name: String, result: Option<Width>, span: Span, model: DataModel) -> Automaton {
        let function = Function {
            name,
            parameters: 0,
            result,
            library: false,
            registers: Vec::new(),
            slots: Vec::new(),
            locations: 1,
            entry: Location(0),
            edges: Vec::new(),
            span,
        };
        let current = function.entry;
        Automaton { model, function, current, roles: Vec::new(), names: Names::default(), temporaries: 0 }
    }

    pub(super) fn model(&self) -> DataModel {
        self.model
    }

    // Registers and slots.

    /// A new register; the name gets a number if it is taken.
    pub(super) fn register(&mut self, name: &str, width: Width, kind: impl Into<Kind>, role: Role) -> RegisterId {
        let name = self.names.unique(name);
        self.function.registers.push(Register { name, width, kind: kind.into() });
        self.roles.push(role);
        RegisterId(self.function.registers.len() as u32 - 1)
    }

    /// A new register for a value in between.
    pub(super) fn temporary(&mut self, width: Width, kind: impl Into<Kind>) -> RegisterId {
        self.temporaries += 1;
        let name = format!("t{}", self.temporaries);
        self.register(&name, width, kind, Role::Temporary)
    }

    /// A new slot; the name gets a number if it is taken.
    pub(super) fn slot(&mut self, name: &str, shape: Shape, span: Span) -> SlotId {
        let name = self.names.unique(name);
        // Whether it escapes is found later, by a pass over the whole program.
        self.function.slots.push(Slot { name, shape, escapes: true, zeroed: false, span });
        SlotId(self.function.slots.len() as u32 - 1)
    }

    /// The program relies on the slot being all zeros at first.
    pub(super) fn rely_on_zeros(&mut self, slot: SlotId) {
        self.function.slots[slot.index()].zeroed = true;
    }

    /// How many of the registers so far are parameters of the function.
    pub(super) fn set_parameters(&mut self, count: u32) {
        self.function.parameters = count;
    }

    pub(super) fn width_of(&self, expr: &Expr) -> Width {
        self.function.width_of(expr, self.model)
    }

    /// The simplest form of an expression.
    pub(super) fn folded(&self, expr: Expr) -> Expr {
        fold::fold(expr, &self.function, self.model)
    }

    // Locations and edges.

    /// A location to be reached by jumps and entered by [`Automaton::start_at`].
    pub(super) fn location(&mut self) -> Location {
        self.function.locations += 1;
        Location(self.function.locations - 1)
    }

    /// Goes on at this location, which has no leaving edges yet.
    pub(super) fn start_at(&mut self, location: Location) {
        self.current = location;
    }

    fn edge(&mut self, to: Location, guard: Guard, action: Action, span: Span) {
        let from = self.current;
        self.function.edges.push(Edge { from, to, guard, action, span });
    }

    /// One step.
    pub(super) fn emit(&mut self, action: Action, span: Span) {
        let to = self.location();
        self.edge(to, Guard::Always, action, span);
        self.current = to;
    }

    /// One visible step.
    pub(super) fn visible(&mut self, operation: Operation, span: Span) {
        self.emit(Action::Visible(operation), span);
    }

    /// Notes what an object is meant for that has just been allocated: one of these, or several in a row.
    pub(super) fn shape_allocation(&mut self, address: &Expr, element: &Shape) {
        let each = u64::from(element.size(self.model));
        let last = self.function.edges.last_mut().map(|it| &mut it.action);
        let (Some(Action::Visible(Operation::Allocate { dest, size, shape, .. })), Expr::Register(made)) =
            (last, address)
        else {
            return;
        };
        if dest != made || each == 0 {
            return;
        }
        let row = |count: u64| Shape::Array(Box::new(element.clone()), u32::try_from(count).unwrap_or(0));
        let whole = match size {
            Expr::Const(_, size) if *size >= 2 * each && *size % each == 0 => row(*size / each),
            // Behind it may be the elements of its last member.
            Expr::Const(..) => element.clone(),
            // How many there are is known at run time only, and of no importance for their names.
            _ => row(0),
        };
        *shape = Some(Box::new(whole));
    }

    /// Ends the function or the thread here.
    pub(super) fn end(&mut self, action: Action, span: Span) {
        self.edge(self.current, Guard::Always, action, span);
        self.current = self.location();
    }

    /// Whether some edge leads here, or this is where the function begins.
    pub(super) fn is_reached(&self) -> bool {
        self.current == self.function.entry || self.function.edges.iter().any(|it| it.to == self.current && !it.ends())
    }

    /// Goes on elsewhere.
    pub(super) fn jump(&mut self, to: Location, span: Span) {
        self.edge(to, Guard::Always, Action::Skip, span);
        self.current = self.location();
    }

    /// Jumps there and goes on there.
    pub(super) fn jump_and_start_at(&mut self, location: Location, span: Span) {
        self.jump(location, span);
        self.start_at(location);
    }

    /// Goes on at one of two places.
    pub(super) fn branch(&mut self, condition: Expr, yes: Location, no: Location, span: Span) {
        match condition {
            Expr::Const(_, bit) => self.jump(if bit == 1 { yes } else { no }, span),
            condition => {
                self.edge(yes, Guard::If(condition.clone()), Action::Skip, span);
                self.edge(no, Guard::Unless(condition), Action::Skip, span);
                self.current = self.location();
            }
        }
    }

    /// Goes on if the condition holds, else the thread ends.
    pub(super) fn require(&mut self, condition: Expr, stop: Stop, span: Span) {
        match condition {
            Expr::Const(_, 0) => self.end(Action::Stop(stop), span),
            Expr::Const(..) => {}
            condition => {
                let next = self.location();
                self.edge(next, Guard::If(condition.clone()), Action::Skip, span);
                self.edge(self.current, Guard::Unless(condition), Action::Stop(stop), span);
                self.current = next;
            }
        }
    }

    // Values.

    /// Sets a register. A temporary that was filled just now is not copied but replaced.
    pub(super) fn assign(&mut self, register: RegisterId, value: Expr, span: Span) {
        if let Expr::Register(temporary) = value {
            if temporary == register || self.retarget(temporary, register) {
                return;
            }
        }
        self.emit(Action::Assign(register, value), span);
    }

    /// A register has no value from now on: see [`ir::passes::unset`].
    pub(super) fn forget(&mut self, register: RegisterId, span: Span) {
        let width = self.width_of(&Expr::Register(register));
        if matches!(width.0, 8 | 16 | 32 | 64) {
            let address = Expr::Const(Width(self.model.pointer_bits()), 0);
            let (size, order) = (Bytes(width.0 / 8), ir::Order::Unset);
            self.visible(Operation::Load { dest: register, address, size, order }, span);
        }
    }

    /// If the last edge fills `temporary`, the newest register, lets it fill `register` instead.
    fn retarget(&mut self, temporary: RegisterId, register: RegisterId) -> bool {
        let newest = temporary.index() + 1 == self.function.registers.len();
        let same_width = self.width_of(&Expr::Register(temporary)) == self.width_of(&Expr::Register(register));
        if self.roles[temporary.index()] != Role::Temporary || !newest || !same_width {
            return false;
        }
        let Some(edge) = self.function.edges.last_mut().filter(|it| it.to == self.current) else { return false };
        // An edge that sets a register leads to a location of its own: no other path comes here.
        let Some(dest) = walk::written_mut(&mut edge.action).filter(|it| **it == temporary) else { return false };
        *dest = register;
        let gone = self.function.registers.pop().expect("the temporary is a register");
        self.names.taken.remove(&gone.name);
        self.roles.pop();
        self.temporaries -= 1;
        true
    }

    /// The value in a form that is cheap to repeat and that later steps do not change, faults included.
    pub(super) fn stable(&mut self, value: Expr, kind: impl Into<Kind>, span: Span) -> Expr {
        match value {
            Expr::Const(..) | Expr::Address(..) => value,
            Expr::Register(register) if self.roles[register.index()] == Role::Temporary => value,
            value => {
                let temporary = self.temporary(self.width_of(&value), kind);
                self.emit(Action::Assign(temporary, value), span);
                Expr::Register(temporary)
            }
        }
    }

    /// The value in a form that is cheap to repeat, within one expression of the program: C forbids that another part of
    /// the expression changes a variable that is read here.
    pub(super) fn cheap(&mut self, value: Expr, kind: impl Into<Kind>, span: Span) -> Expr {
        match value {
            Expr::Register(_) => value,
            value => self.stable(value, kind, span),
        }
    }

    /// Drops a value; if computing it can fault, it is computed.
    pub(super) fn discard(&mut self, value: Expr, span: Span) {
        if value.can_fault() {
            self.stable(value, false, span);
        }
    }

    // Memory.

    /// Reads into a new temporary.
    pub(super) fn load(
        &mut self,
        address: Expr,
        size: Bytes,
        kind: impl Into<Kind>,
        order: ir::Order,
        span: Span,
    ) -> Expr {
        let dest = self.temporary(size.width(), kind);
        self.visible(Operation::Load { dest, address, size, order }, span);
        Expr::Register(dest)
    }

    pub(super) fn store(&mut self, address: Expr, value: Expr, size: Bytes, order: ir::Order, span: Span) {
        assert_eq!(self.width_of(&value), size.width(), "a stored value is as wide as its place");
        self.visible(Operation::Store { address, value, size, order }, span);
    }

    // Lives of slots.

    /// Here slots may have to be opened, once it is known which.
    pub(super) fn opening(&self) -> Opening {
        Opening { location: self.current, edges: self.function.edges.len() }
    }

    /// Opens slots at a place that was kept for it: what was added there now starts behind the last `open`.
    pub(super) fn open_at(&mut self, opening: &Opening, slots: &[SlotId], objects: &[RegisterId], span: Span) {
        let opens = slots.iter().map(|it| Action::Visible(Operation::OpenSlot(*it)));
        let none = |it: &RegisterId| Action::Assign(*it, Expr::Const(Width(self.model.pointer_bits()), 0));
        let mut actions: Vec<Action> = opens.chain(objects.iter().map(none)).collect();
        let Some(last) = actions.pop() else { return };
        let behind = self.location();
        for edge in self.function.edges[opening.edges..].iter_mut().filter(|it| it.from == opening.location) {
            edge.from = behind;
            if edge.ends() {
                edge.to = behind;
            }
        }
        let end = if self.current == opening.location { behind } else { self.current };
        self.current = opening.location;
        for action in actions {
            self.emit(action, span);
        }
        self.edge(behind, Guard::Always, last, span);
        self.current = end;
    }

    /// Closes a slot here.
    pub(super) fn close(&mut self, slot: SlotId, span: Span) {
        self.visible(Operation::CloseSlot(slot), span);
    }

    /// The number of the edge that was added last.
    pub(super) fn last_edge(&self) -> usize {
        self.function.edges.len() - 1
    }

    /// Ends the automatic object whose address is in a register, if there is one.
    pub(super) fn release(&mut self, object: RegisterId, span: Span) {
        self.visible(Operation::Release(Expr::Register(object)), span);
    }

    /// Closes slots and ends objects, the last ones first, before an edge that jumps or returns.
    pub(super) fn close_before(&mut self, edge: usize, slots: &[SlotId], objects: &[RegisterId]) {
        let (here, span) = (self.current, self.function.edges[edge].span);
        self.current = self.function.edges[edge].from;
        for object in objects.iter().rev() {
            self.release(*object, span);
        }
        for slot in slots.iter().rev() {
            self.close(*slot, span);
        }
        let from = self.current;
        let edge = &mut self.function.edges[edge];
        edge.from = from;
        if edge.ends() {
            edge.to = from;
        }
        self.current = here;
    }

    /// A value in a form that is the same after slots were closed. An address goes through a register: by this
    /// `ir::passes::escape` sees that it is used after the end.
    pub(super) fn kept(&mut self, value: Expr, kind: impl Into<Kind>, span: Span) -> Expr {
        if value.can_fault() || mentions_slot(&value) {
            let temporary = self.temporary(self.width_of(&value), kind);
            self.emit(Action::Assign(temporary, value), span);
            return Expr::Register(temporary);
        }
        value
    }

    // The end.

    /// The finished function, and what its registers stand for.
    pub(super) fn finish(mut self, frame: &Frame) -> (Function, Vec<Role>) {
        self.prologue(frame);
        self.epilogues(frame);
        renumber(&mut self.function);
        (self.function, self.roles)
    }

    /// Enters the atomic section, opens the slots, then goes where the body starts.
    fn prologue(&mut self, frame: &Frame) {
        let body = self.function.entry;
        let span = self.function.span;
        let mut actions = Vec::new();
        if frame.atomic {
            actions.push(Operation::AtomicBegin { quiet: false });
        }
        actions.extend(frame.slots.iter().map(|it| Operation::OpenSlot(*it)));
        if let Some(last) = actions.pop() {
            self.current = self.location();
            self.function.entry = self.current;
            for operation in actions {
                self.visible(operation, span);
            }
            self.edge(body, Guard::Always, Action::Visible(last), span);
        }
    }

    /// Before every return: fixes the value, closes the slots, leaves the atomic section.
    fn epilogues(&mut self, frame: &Frame) {
        let ends = |it: &Edge| matches!(it.action, Action::Return(_) | Action::Stop(Stop::ThreadExit(_)));
        let edges = std::mem::take(&mut self.function.edges);
        let (returns, others): (Vec<_>, Vec<_>) = edges.into_iter().partition(ends);
        self.function.edges = others;
        for mut edge in returns {
            self.current = edge.from;
            let stays = !frame.close_slots && matches!(edge.action, Action::Return(_));
            let holds = !frame.slots.is_empty() || !frame.objects.is_empty() || frame.chain.is_some();
            let closes = !stays && holds;
            let leaves = frame.atomic && matches!(edge.action, Action::Return(_));
            if closes || leaves {
                if let Action::Return(Some(value)) | Action::Stop(Stop::ThreadExit(value)) = &mut edge.action {
                    if value.can_fault() || mentions_slot(value) {
                        *value = self.stable(value.clone(), false, edge.span);
                    }
                }
            }
            if closes {
                for object in &frame.objects {
                    self.release(*object, edge.span);
                }
                if let Some(chain) = frame.chain {
                    self.release_chain(chain, edge.span);
                }
                for slot in &frame.slots {
                    self.close(*slot, edge.span);
                }
            }
            if leaves {
                self.visible(Operation::AtomicEnd, edge.span);
            }
            self.end(edge.action, edge.span);
        }
    }
}

/// Names that are taken.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The last number that was put behind each name that was wanted more than once.
    numbers: HashMap<String, u32>,
}

impl Names {
    /// The name, or the name with the next free number behind it.
    pub(super) fn unique(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        let number = self.numbers.entry(name.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let candidate = format!("{name}.{number}");
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}

impl FromIterator<String> for Names {
    fn from_iter<T: IntoIterator<Item = String>>(names: T) -> Names {
        Names { taken: names.into_iter().collect(), numbers: HashMap::new() }
    }
}

fn mentions_slot(expr: &Expr) -> bool {
    match expr {
        Expr::Address(base, _) => matches!(base, Base::Slot(_)),
        Expr::Const(..) | Expr::Register(_) => false,
        Expr::Unary(_, operand)
        | Expr::Extend { operand, .. }
        | Expr::Truncate(_, operand)
        | Expr::Convert { operand, .. } => mentions_slot(operand),
        Expr::Binary(_, left, right) => mentions_slot(left) || mentions_slot(right),
        Expr::Select(condition, yes, no) => mentions_slot(condition) || mentions_slot(yes) || mentions_slot(no),
    }
}

/// Drops what is not reachable and numbers the rest in reverse postorder, the `If` side first.
fn renumber(function: &mut Function) {
    let mut leaving: Vec<Vec<Edge>> = vec![Vec::new(); function.locations as usize];
    for edge in function.edges.drain(..) {
        leaving[edge.from.index()].push(edge);
    }
    let mut postorder = Vec::new();
    let mut seen = vec![false; leaving.len()];
    seen[function.entry.index()] = true;
    // With each location, how many of its edges are still to be followed: the last first, so that the `If` side ends
    // up in front.
    let mut stack = vec![(function.entry, leaving[function.entry.index()].len())];
    while let Some((location, left)) = stack.last_mut() {
        match left.checked_sub(1) {
            None => {
                postorder.push(*location);
                stack.pop();
            }
            Some(next) => {
                *left = next;
                let to = leaving[location.index()][next].to;
                if !seen[to.index()] {
                    seen[to.index()] = true;
                    stack.push((to, leaving[to.index()].len()));
                }
            }
        }
    }
    let mut number = vec![None; leaving.len()];
    for (new, old) in postorder.iter().rev().enumerate() {
        number[old.index()] = Some(Location(new as u32));
    }
    let renamed = |it: Location| number[it.index()].expect("an edge of a reachable location leads to one");
    for old in postorder.iter().rev() {
        for mut edge in std::mem::take(&mut leaving[old.index()]) {
            edge.from = renamed(edge.from);
            edge.to = renamed(edge.to);
            function.edges.push(edge);
        }
    }
    function.locations = postorder.len() as u32;
    function.entry = renamed(function.entry);
}
