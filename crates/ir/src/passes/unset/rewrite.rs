//! One function with its shadows written into it.

use super::super::points_to::Target;
use super::super::walk;
use super::facts::Facts;
use super::set::Unset;
use super::shadow::Shadows;
use super::{Reading, is_marker};
use crate::DataModel;
use crate::syntax::*;
use source::Span;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Results that are handed back with their shadows above them are so wide.
const PACKED: Width = Width(64);
const HALF: u64 = 32;

/// Gives the places of uses that are let pass.
pub(super) fn rewrite(
    program: &mut Program,
    id: FunctionId,
    facts: &Facts,
    unset: &Unset,
    (reading, lets_pass): (Reading, &dyn Fn(Span) -> bool),
) -> Vec<Span> {
    let changes = facts.unset_registers(id).next().is_some()
        || (0..program.functions[id.index()].slots.len()).any(|it| {
            let slot = SlotId(it as u32);
            let it = &program.functions[id.index()].slots[slot.index()];
            facts.has_twin(id, slot) || facts.is_locked(Target::Slot(id, slot)) || !it.escapes && !it.zeroed
        })
        || program.functions[id.index()].edges.iter().enumerate().any(|(index, edge)| {
            facts.loaded(id, index).is_some()
                || facts.is_locked(Target::Made(id, index as u32))
                || is_marker(&edge.action).is_some()
                || matches!(&edge.action, Action::Call { callee: Callee::Direct(callee), .. }
                    if facts.may_return_unset(*callee) || facts.unset_registers(*callee).next().is_some())
        });
    if !changes {
        return Vec::new();
    }
    let before = program.functions[id.index()].clone();
    let mut rewriter = Rewriter::new(program, id, facts, (reading, lets_pass), &before);
    rewriter.run(unset);
    let Rewriter { mut function, edges, passed, .. } = rewriter;
    function.edges = edges;
    function.edges.sort_by_key(|it| it.from);
    if reading == Reading::Mistake {
        put_parameters_first(&mut function, &before);
        if facts.may_return_unset(id) {
            function.result = Some(PACKED);
        }
    }
    program.functions[id.index()] = function;
    passed
}

struct Rewriter<'a> {
    program: &'a Program,
    model: DataModel,
    id: FunctionId,
    facts: &'a Facts,
    reading: Reading,
    /// Whether uses are let pass at a place, and where that is so.
    lets_pass: &'a dyn Fn(Span) -> bool,
    passed: Vec<Span>,
    /// As it was.
    before: &'a Function,
    /// As it becomes, but for the edges.
    function: Function,
    edges: Vec<Edge>,
    /// The shadows of registers; whether a register was never set has one bit if any value is meant.
    registers: Vec<Option<RegisterId>>,
    /// The shadows of slots.
    twins: BTreeMap<SlotId, SlotId>,
    current: Location,
    span: Span,
}

impl<'a> Rewriter<'a> {
    fn new(
        program: &'a Program,
        id: FunctionId,
        facts: &'a Facts,
        (reading, lets_pass): (Reading, &'a dyn Fn(Span) -> bool),
        before: &'a Function,
    ) -> Rewriter<'a> {
        let mut function = Function { edges: Vec::new(), ..before.clone() };
        let mut registers = vec![None; before.registers.len()];
        let unset: Vec<RegisterId> = facts.unset_registers(id).collect();
        for register in unset {
            let it = &before.registers[register.index()];
            let width = match reading {
                Reading::AnyValue if !facts.is_carrier(id, register) => Width::BOOL,
                Reading::Mistake | Reading::AnyValue => it.width,
            };
            let name = format!("<unset {}>", it.name);
            registers[register.index()] = Some(RegisterId(function.registers.len() as u32));
            function.registers.push(Register { name, width, kind: Kind::Unsigned });
        }
        let mut twins = BTreeMap::new();
        for slot in (0..before.slots.len() as u32).map(SlotId).filter(|it| facts.has_twin(id, *it)) {
            let it = &before.slots[slot.index()];
            let shape = match it.shape {
                Shape::Int { bits, .. } | Shape::Float { bits } => Shape::Int { bits, signed: false },
                Shape::Pointer => Shape::Int { bits: program.model.pointer_bits(), signed: false },
                Shape::Mutex | Shape::Bytes(_) | Shape::Array(..) | Shape::Record { .. } => {
                    Shape::Bytes(it.shape.size(program.model))
                }
            };
            let name = format!("<unset {}>", it.name);
            twins.insert(slot, SlotId(function.slots.len() as u32));
            function.slots.push(Slot { name, shape, escapes: it.escapes, zeroed: true, span: it.span });
        }
        Rewriter {
            program,
            model: program.model,
            id,
            facts,
            reading,
            lets_pass,
            passed: Vec::new(),
            before,
            function,
            edges: Vec::new(),
            registers,
            twins,
            current: before.entry,
            span: before.span,
        }
    }

    fn run(&mut self, unset: &Unset) {
        for location in (0..self.before.locations).map(Location) {
            self.current = location;
            if location == self.before.entry {
                self.begin();
            }
            let edges = self.before.leaving(location);
            let first = self.before.edges.partition_point(|it| it.from < location);
            let Some(guarded) = edges.first() else { continue };
            self.span = guarded.span;
            if self.reading == Reading::AnyValue {
                let mut chosen: Vec<RegisterId> = Vec::new();
                for index in (first..first + edges.len()).map(|it| it as u32) {
                    chosen.extend(unset.registers.iter().filter(|it| it.1 == index).map(|it| it.0));
                }
                chosen.sort_unstable();
                chosen.dedup();
                chosen.into_iter().for_each(|it| self.choose_register(it));
            }
            if let Some(condition) = walk::condition(&guarded.guard) {
                self.need(condition);
            }
            let branch = self.current;
            for (offset, edge) in edges.iter().enumerate() {
                self.span = edge.span;
                self.current = branch;
                if edge.guard != Guard::Always && edge.action != Action::Skip {
                    let to = self.location();
                    self.edges.push(Edge { to, action: Action::Skip, from: branch, ..edge.clone() });
                    self.current = to;
                    self.edge(first + offset, &Edge { guard: Guard::Always, ..edge.clone() });
                } else {
                    self.edge(first + offset, edge);
                }
            }
        }
    }

    /// What was never set is unset at first.
    fn begin(&mut self) {
        let mut inner: Vec<RegisterId> = self.before.edges.iter().filter_map(|it| is_marker(&it.action)).collect();
        inner.sort_unstable();
        inner.dedup();
        // The first location may be come back to.
        let entry = self.location();
        self.function.entry = entry;
        let body = std::mem::replace(&mut self.current, entry);
        inner.into_iter().for_each(|it| self.forget(it, true));
        // Slots that are private already are opened nowhere.
        for slot in (0..self.before.slots.len() as u32).map(SlotId) {
            let is_private = !self.before.slots[slot.index()].escapes && !self.before.slots[slot.index()].zeroed;
            if is_private && !self.twins.contains_key(&slot) {
                self.emit(Action::Visible(Operation::OpenSlot(slot)));
            }
        }
        self.push(Guard::Always, Action::Skip, body);
        self.current = body;
    }

    /// A register becomes unset, or set.
    fn forget(&mut self, register: RegisterId, is_unset: bool) {
        if let Some(shadow) = self.registers[register.index()] {
            let width = self.function.registers[shadow.index()].width;
            self.emit(Action::Assign(shadow, Expr::constant(width, if is_unset { u64::MAX } else { 0 })));
        }
    }

    /// Chooses a value for a register if it has none.
    fn choose_register(&mut self, register: RegisterId) {
        let Some(shadow) = self.registers[register.index()] else { return };
        // What is only copied stays as it is.
        if self.facts.is_carrier(self.id, register) {
            return;
        }
        let (choice, on) = (self.location(), self.location());
        self.branch(Expr::Register(shadow), choice, on);
        self.current = choice;
        self.emit(Action::Visible(Operation::Choose { dest: register, domain: Domain::Any }));
        self.forget(register, false);
        self.push(Guard::Always, Action::Skip, on);
        self.current = on;
    }

    /// An edge with what belongs before and behind it; guards were looked at.
    fn edge(&mut self, index: usize, edge: &Edge) {
        let mut edge = edge.clone();
        if let Some(register) = is_marker(&edge.action) {
            edge.action = Action::Skip;
            self.last(&edge, |it| it.forget(register, true));
            return;
        }
        if self.reading == Reading::Mistake {
            self.uses(&edge.action);
        }
        let written = walk::written(&edge.action).copied();
        match &mut edge.action {
            Action::Visible(Operation::Load { dest, address, size, .. }) => {
                let (dest, size) = (*dest, *size);
                let unset = self.facts.loaded(self.id, index).is_some();
                if !unset {
                    return self.last(&edge, |it| it.forget(dest, false));
                }
                let mut is_named = false;
                address.for_each_register(&mut |it| is_named |= it == dest);
                if is_named {
                    let kept = self.register("<address>", Width(self.model.pointer_bits()));
                    self.emit(Action::Assign(kept, address.clone()));
                    *address = Expr::Register(kept);
                }
                let address = address.clone();
                self.last(&edge, |it| it.loaded(dest, &address, size));
            }
            Action::Visible(Operation::Store { address, value, size, .. }) => {
                let (address, value, size) = (address.clone(), value.clone(), *size);
                self.last(&edge, |it| it.stored(&address, &value, size));
            }
            Action::Visible(Operation::Allocate { dest, .. } | Operation::Reallocate { dest, .. })
                if self.facts.is_locked(Target::Made(self.id, index as u32)) =>
            {
                let dest = *dest;
                self.last(&edge, |it| {
                    it.forget(dest, false);
                    it.begins_unset(Expr::Register(dest));
                });
            }
            Action::Visible(Operation::OpenSlot(slot)) => {
                let slot = *slot;
                self.last(&edge, |it| it.opened(slot));
            }
            Action::Visible(Operation::CloseSlot(slot)) => {
                if let Some(twin) = self.twins.get(slot).copied() {
                    self.last(&edge, |it| it.emit(Action::Visible(Operation::CloseSlot(twin))));
                } else {
                    self.last(&edge, |_| {});
                }
            }
            Action::Assign(dest, value) => {
                if let (Some(shadow), Reading::Mistake) = (self.registers[dest.index()], self.reading) {
                    let width = self.before.registers[dest.index()].width;
                    let value = self.shadow(|it| it.of(value)).unwrap_or(Expr::constant(width, 0));
                    self.emit(Action::Assign(shadow, value));
                    return self.last(&edge, |_| {});
                }
                let dest = *dest;
                self.last(&edge, |it| it.forget(dest, false));
            }
            Action::Call { dest, callee: Callee::Direct(callee), arguments } if self.reading == Reading::Mistake => {
                let callee = *callee;
                let parameters = self.program.functions[callee.index()].parameters.min(arguments.len() as u32);
                if self.facts.is_plain(callee) {
                    for parameter in (0..parameters).map(RegisterId) {
                        if self.facts.may_be_unset(callee, parameter) {
                            let argument = &arguments[parameter.index()];
                            let width = self.before.width_of(argument, self.model);
                            let argument = argument.clone();
                            let shadow = self.shadow(|it| it.of(&argument)).unwrap_or(Expr::constant(width, 0));
                            arguments.push(shadow);
                        }
                    }
                }
                let Some(wanted) = *dest else { return self.last(&edge, |_| {}) };
                if !self.facts.may_return_unset(callee) {
                    return self.last(&edge, |it| it.forget(wanted, false));
                }
                let packed = self.register("<result>", PACKED);
                *dest = Some(packed);
                self.last(&edge, |it| it.unpack(wanted, packed));
            }
            Action::Return(Some(value)) => {
                if self.facts.may_return_unset(self.id) && self.reading == Reading::Mistake {
                    let width = self.before.width_of(value, self.model);
                    let shadow = self.shadow(|it| it.of(value)).unwrap_or(Expr::constant(width, 0));
                    let wide = |it: Expr| Expr::Extend { signed: false, to: PACKED, operand: Box::new(it) };
                    let above = Expr::binary(Binary::ShiftLeft, wide(shadow), Expr::constant(PACKED, HALF));
                    *value = Expr::binary(Binary::Or, wide(value.clone()), above);
                }
                self.last(&edge, |_| {});
            }
            Action::Skip | Action::Call { .. } | Action::Return(None) | Action::Stop(_) | Action::Visible(_) => {
                self.last(&edge, |it| written.into_iter().for_each(|register| it.forget(register, false)));
            }
        }
    }

    /// The bits of a value that was loaded.
    fn loaded(&mut self, dest: RegisterId, address: &Expr, size: Bytes) {
        let width = size.width();
        let carries = self.facts.is_carrier(self.id, dest);
        let shadow = match self.registers[dest.index()] {
            Some(shadow) if self.reading == Reading::Mistake || carries => shadow,
            _ => self.register("<unset>", width),
        };
        match self.twin_address(address) {
            Some((twin, is_inverse)) => {
                let order = Order::NonAtomic;
                self.emit(Action::Visible(Operation::Load { dest: shadow, address: twin, size, order }));
                if is_inverse {
                    let found = Expr::unary(Unary::Not, Expr::Register(shadow));
                    self.emit(Action::Assign(shadow, found));
                }
            }
            None => {
                let (address, order) = (address.clone(), Order::Unset);
                self.emit(Action::Visible(Operation::Load { dest: shadow, address, size, order }));
            }
        }
        if self.reading == Reading::Mistake || carries {
            return;
        }
        // Any value, which it keeps.
        let (choice, on) = (self.location(), self.location());
        self.branch(Expr::binary(Binary::NotEqual, Expr::Register(shadow), Expr::constant(width, 0)), choice, on);
        self.current = choice;
        let chosen = self.register(super::CHOICE, width);
        self.emit(Action::Visible(Operation::Choose { dest: chosen, domain: Domain::Any }));
        let kept = Expr::unary(Unary::Not, Expr::Register(shadow));
        let kept = Expr::binary(Binary::And, Expr::Register(dest), kept);
        let new = Expr::binary(Binary::And, Expr::Register(chosen), Expr::Register(shadow));
        self.emit(Action::Assign(dest, Expr::binary(Binary::Or, kept, new)));
        let store =
            Operation::Store { address: address.clone(), value: Expr::Register(dest), size, order: Order::NonAtomic };
        self.emit(Action::Visible(store));
        self.stored(address, &Expr::constant(width, 0), size);
        self.push(Guard::Always, Action::Skip, on);
        self.current = on;
        self.forget(dest, false);
    }

    /// The bits of a value that was stored.
    fn stored(&mut self, address: &Expr, value: &Expr, size: Bytes) {
        let width = size.width();
        let is_carried = matches!(value, Expr::Register(it) if self.facts.is_carrier(self.id, *it));
        let shadow = match self.reading {
            Reading::AnyValue if !is_carried => None,
            Reading::Mistake if planted::bug!(CopiesAreSet) => None,
            Reading::Mistake | Reading::AnyValue => self.shadow(|it| it.of(value)),
        };
        match self.twin_address(address) {
            Some((twin, is_inverse)) => {
                let shadow = shadow.unwrap_or(Expr::constant(width, 0));
                let value = match (is_inverse, shadow) {
                    (true, Expr::Const(width, value)) => Expr::constant(width, !value),
                    (true, shadow) => Expr::unary(Unary::Not, shadow),
                    (false, shadow) => shadow,
                };
                let order = Order::NonAtomic;
                self.emit(Action::Visible(Operation::Store { address: twin, value, size, order }));
            }
            // The machine notes itself that something was written.
            None => {
                if let Some(value) = shadow {
                    let (address, order) = (address.clone(), Order::Unset);
                    self.emit(Action::Visible(Operation::Store { address, value, size, order }));
                }
            }
        }
    }

    /// The life of a slot begins: what was written in the round before counts no more.
    fn opened(&mut self, slot: SlotId) {
        let Some(&twin) = self.twins.get(&slot) else {
            if self.facts.is_locked(Target::Slot(self.id, slot)) {
                self.begins_unset(Expr::Address(Base::Slot(slot), 0));
            }
            return;
        };
        self.emit(Action::Visible(Operation::OpenSlot(twin)));
        let size = self.before.slots[slot.index()].shape.size(self.model);
        let mut at = 0;
        while at < size {
            let most = self.model.alignment(8) as u32;
            let chunk = [8, 4, 2, 1].into_iter().find(|it| *it <= most && at + it <= size).expect("a byte fits");
            let address = Expr::Address(Base::Slot(twin), at.into());
            let (bytes, order) = (Bytes(chunk as u8), Order::NonAtomic);
            let value = Expr::constant(bytes.width(), 0);
            self.emit(Action::Visible(Operation::Store { address, value, size: bytes, order }));
            at += chunk;
        }
    }

    /// Tells the machine to note what is written, for operations that look for it themselves.
    fn begins_unset(&mut self, address: Expr) {
        let (size, order) = (Bytes(1), Order::Unset);
        let value = Expr::constant(size.width(), u64::MAX);
        self.emit(Action::Visible(Operation::Store { address, value, size, order }));
    }

    /// Where the shadow of a direct access is, and whether there are ones for what was written.
    fn twin_address(&self, address: &Expr) -> Option<(Expr, bool)> {
        let slot = self.facts.twin_in(self.id, address)?;
        let twin = self.twins[&slot];
        let mut moved = address.clone();
        walk::for_each_leaf_mut(&mut moved, &mut |leaf| {
            if let Expr::Address(Base::Slot(it), _) = leaf {
                *it = twin;
            }
        });
        Some((moved, !self.before.slots[slot.index()].zeroed))
    }

    /// A result with its shadow above it.
    fn unpack(&mut self, dest: RegisterId, packed: RegisterId) {
        let width = self.before.registers[dest.index()].width;
        let cut = |it: Expr| Expr::Truncate(width, Box::new(it));
        self.emit(Action::Assign(dest, cut(Expr::Register(packed))));
        if let Some(shadow) = self.registers[dest.index()] {
            let above = Expr::binary(Binary::ShiftRight, Expr::Register(packed), Expr::constant(PACKED, HALF));
            self.emit(Action::Assign(shadow, cut(above)));
        }
    }

    /// Looks for uses of unset values in an action.
    fn uses(&mut self, action: &Action) {
        match action {
            Action::Skip | Action::Stop(_) | Action::Return(None) => {
                walk::operands(action).into_iter().for_each(|it| self.need(it));
            }
            Action::Assign(_, value) => self.evaluates(value),
            Action::Return(Some(value)) => {
                if self.facts.may_return_unset(self.id) {
                    self.evaluates(value)
                } else {
                    self.need(value)
                }
            }
            Action::Call { callee: Callee::Direct(callee), arguments, .. } if self.facts.is_plain(*callee) => {
                arguments.iter().for_each(|it| self.evaluates(it));
            }
            Action::Visible(Operation::Store { address, value, .. }) => {
                self.need(address);
                self.evaluates(value);
            }
            Action::Call { .. } | Action::Visible(_) => {
                walk::operands(action).into_iter().for_each(|it| self.need(it));
            }
        }
    }

    /// A value decides something.
    fn need(&mut self, value: &Expr) {
        self.evaluates(value);
        let used = self.shadow(|it| it.used(value));
        self.fail_if(used, value);
    }

    /// A value is computed.
    fn evaluates(&mut self, value: &Expr) {
        let misused = self.shadow(|it| it.misused(value));
        self.fail_if(misused, value);
    }

    fn fail_if(&mut self, condition: Option<Expr>, value: &Expr) {
        let Some(condition) = condition.filter(|_| self.reading == Reading::Mistake) else { return };
        if (self.lets_pass)(self.span) {
            return self.choose_unset(condition, value);
        }
        let origins = self.facts.origins_of(self.program, self.id, value).unwrap_or_default();
        let names: Vec<&str> = origins.iter().map(String::as_str).collect();
        let text = names.join(", or ");
        let fine = self.location();
        let from = self.current;
        self.push(Guard::If(condition.clone()), Action::Stop(Stop::Uninitialised(text)), from);
        self.push(Guard::Unless(condition), Action::Skip, fine);
        self.current = fine;
    }

    /// If a use is of unset bits, the registers that have some get any value.
    fn choose_unset(&mut self, used: Expr, value: &Expr) {
        self.passed.push(self.span);
        let mut named = BTreeSet::new();
        value.for_each_register(&mut |it| _ = named.insert(it));
        let (inside, end) = (self.location(), self.location());
        self.branch(used, inside, end);
        self.current = inside;
        for register in named {
            let Some(shadow) = self.registers[register.index()] else { continue };
            let width = self.before.registers[register.index()].width;
            let is_unset = Expr::binary(Binary::NotEqual, Expr::Register(shadow), Expr::constant(width, 0));
            let (choice, on) = (self.location(), self.location());
            self.branch(is_unset, choice, on);
            self.current = choice;
            self.emit(Action::Visible(Operation::Choose { dest: register, domain: Domain::Any }));
            self.forget(register, false);
            self.push(Guard::Always, Action::Skip, on);
            self.current = on;
        }
        self.push(Guard::Always, Action::Skip, end);
        self.current = end;
    }

    /// Asks for a shadow. What it needs is computed here.
    fn shadow(&mut self, ask: impl FnOnce(&Shadows<'_>) -> Option<Expr>) -> Option<Expr> {
        let next = self.function.registers.len() as u32;
        let temporaries = RefCell::default();
        let shadows =
            Shadows { function: self.before, model: self.model, registers: &self.registers, next, temporaries };
        let found = ask(&shadows);
        for (width, value) in shadows.temporaries.into_inner() {
            let register = self.register("<unset>", width);
            self.emit(Action::Assign(register, value));
        }
        found
    }

    // Edges and registers.

    fn location(&mut self) -> Location {
        self.function.locations += 1;
        Location(self.function.locations - 1)
    }

    fn register(&mut self, name: &str, width: Width) -> RegisterId {
        let number = self.function.registers.len();
        let name = format!("{name}{number}");
        self.function.registers.push(Register { name, width, kind: Kind::Unsigned });
        RegisterId(number as u32)
    }

    fn push(&mut self, guard: Guard, action: Action, to: Location) {
        let (from, span) = (self.current, self.span);
        self.edges.push(Edge { from, to, guard, action, span });
    }

    fn branch(&mut self, condition: Expr, yes: Location, no: Location) {
        self.push(Guard::If(condition.clone()), Action::Skip, yes);
        self.push(Guard::Unless(condition), Action::Skip, no);
    }

    fn emit(&mut self, action: Action) {
        let to = self.location();
        self.push(Guard::Always, action, to);
        self.current = to;
    }

    /// An edge of the program, and what is done behind it.
    fn last(&mut self, edge: &Edge, then: impl FnOnce(&mut Self)) {
        let from = self.current;
        if edge.ends() {
            self.edges.push(Edge { from, to: from, ..edge.clone() });
            return;
        }
        let index = self.edges.len();
        self.edges.push(Edge { from, ..edge.clone() });
        let behind = self.location();
        self.current = behind;
        then(self);
        if self.current == behind {
            self.function.locations -= 1;
            return;
        }
        self.edges[index].to = behind;
        // The last of what was added leads on.
        self.push(Guard::Always, Action::Skip, edge.to);
    }
}

/// The shadows of parameters are parameters, behind the others and before all other registers.
fn put_parameters_first(function: &mut Function, before: &Function) {
    let count = before.parameters as usize;
    let names: Vec<String> = before.registers[..count].iter().map(|it| format!("<unset {}>", it.name)).collect();
    let is_shadow = |it: &Register| names.contains(&it.name);
    let mut order: Vec<usize> = (0..count).collect();
    let shadows = (before.registers.len()..function.registers.len()).filter(|&it| is_shadow(&function.registers[it]));
    order.extend(shadows);
    let parameters = order.len();
    let rest: Vec<usize> = (count..function.registers.len()).filter(|it| !order.contains(it)).collect();
    order.extend(rest);
    let mut number = vec![RegisterId(0); order.len()];
    for (new, old) in order.iter().enumerate() {
        number[*old] = RegisterId(new as u32);
    }
    function.registers = order.iter().map(|it| function.registers[*it].clone()).collect();
    for edge in &mut function.edges {
        for expr in walk::expressions_mut(edge) {
            walk::for_each_leaf_mut(expr, &mut |leaf| {
                if let Expr::Register(register) = leaf {
                    *register = number[register.index()];
                }
            });
        }
        if let Some(register) = walk::written_mut(&mut edge.action) {
            *register = number[register.index()];
        }
    }
    if function.parameters > 0 {
        function.parameters = parameters as u32;
    }
}
