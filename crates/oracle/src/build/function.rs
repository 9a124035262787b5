//! The body of a function, statement by statement.

use super::{Operand, Reg, Var};
use ir::{
    Action, Base, Bytes, Callee, DataModel, Domain, Edge, Expr, Function, FunctionId, Guard, Location, MutexKind,
    Operation, Order, Register, RegisterId, Shape, Slot, SlotId, Stop, Update, Width,
};
use source::Span;

/// A function under construction. Statements are appended at the current location.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    function: Function,
    model: DataModel,
    /// Where the next edge starts; none after a return or a stop.
    here: Option<Location>,
    /// The memory order of the accesses that follow. Sequentially consistent unless set.
    pub order: Order,
    /// The memory order of a compare-exchange that fails, if it is another one.
    pub failure: Option<Order>,
}

/// A branch between its begin and its end.
#[derive(Debug)]
#[must_use = "a branch has an else and an end"]
pub struct Branch {
    /// Where the side that is not being built starts, or has got to.
    other: Option<Location>,
}

impl FunctionBuilder {
    pub(super) fn new(mut function: Function, model: DataModel) -> Self {
        function.locations = 1;
        function.entry = Location(0);
        FunctionBuilder {
            function,
            model,
            here: Some(Location(0)),
            order: Order::SequentiallyConsistent,
            failure: None,
        }
    }

    pub(super) fn finish(mut self) -> Function {
        match self.function.result {
            Some(_) => self.ret(0),
            None => self.ret_nothing(),
        }
        // Stable, so that an `If` stays before its `Unless`.
        self.function.edges.sort_by_key(|it| it.from);
        self.function
    }

    /// Whether control cannot get here: a return or a stop came before.
    pub fn is_ended(&self) -> bool {
        self.here.is_none()
    }

    /// The data model.
    pub fn model(&self) -> DataModel {
        self.model
    }

    /// A new register.
    pub fn register(&mut self, name: &str, bits: u8) -> Reg {
        self.function.registers.push(Register { name: name.to_owned(), width: Width(bits), kind: ir::Kind::Signed });
        Reg { id: RegisterId(self.function.registers.len() as u32 - 1), bits }
    }

    /// A new register with a made-up name.
    pub fn fresh(&mut self, bits: u8) -> Reg {
        let name = format!("r{}", self.function.registers.len());
        self.register(&name, bits)
    }

    /// A parameter.
    pub fn parameter(&self, index: u32) -> Reg {
        assert!(index < self.function.parameters, "there is no such parameter");
        Reg { id: RegisterId(index), bits: self.function.registers[index as usize].width.0 }
    }

    /// How many parameters there are.
    pub fn parameters(&self) -> u32 {
        self.function.parameters
    }

    /// How many slots there are so far.
    pub fn slots(&self) -> u32 {
        self.function.slots.len() as u32
    }

    /// The width of the result, which there must be.
    pub fn result_bits(&self) -> u8 {
        self.function.result.expect("the function has a result").0
    }

    /// An addressable local integer.
    pub fn slot(&mut self, name: &str, bits: u8, escapes: bool) -> Var {
        let shape = Shape::Int { bits, signed: true };
        self.function.slots.push(Slot { name: name.to_owned(), shape, escapes, zeroed: false, span: Span::NONE });
        Var { base: Base::Slot(SlotId(self.function.slots.len() as u32 - 1)), bits }
    }

    fn new_location(&mut self) -> Location {
        self.function.locations += 1;
        Location(self.function.locations - 1)
    }

    fn edge(&mut self, from: Location, to: Location, guard: Guard, action: Action) {
        self.function.edges.push(Edge { from, to, guard, action, span: Span::NONE });
    }

    /// Appends any action that goes on.
    pub fn action(&mut self, action: Action) {
        let Some(from) = self.here else { return };
        let to = self.new_location();
        self.edge(from, to, Guard::Always, action);
        self.here = Some(to);
    }

    /// Appends any visible operation.
    pub fn operation(&mut self, operation: Operation) {
        self.action(Action::Visible(operation));
    }

    /// Appends a return or a stop.
    fn end(&mut self, action: Action) {
        let Some(from) = self.here.take() else { return };
        self.edge(from, from, Guard::Always, action);
    }

    fn pointer(&self) -> Width {
        Width(self.model.pointer_bits())
    }

    /// `dest = value`
    pub fn assign(&mut self, dest: Reg, value: impl Operand) {
        self.action(Action::Assign(dest.id, value.sized(Width(dest.bits))));
    }

    /// Reads a variable into a new register.
    pub fn load(&mut self, from: Var) -> Reg {
        self.load_at(from.at(), from.bits)
    }

    /// Reads at an address into a new register.
    pub fn load_at(&mut self, address: Expr, bits: u8) -> Reg {
        let dest = self.fresh(bits);
        self.operation(Operation::Load { dest: dest.id, address, size: Bytes(bits / 8), order: self.order });
        dest
    }

    /// Writes a variable.
    pub fn store(&mut self, to: Var, value: impl Operand) {
        self.store_at(to.at(), to.bits, value);
    }

    /// Writes at an address.
    pub fn store_at(&mut self, address: Expr, bits: u8, value: impl Operand) {
        let value = value.sized(Width(bits));
        self.operation(Operation::Store { address, value, size: Bytes(bits / 8), order: self.order });
    }

    /// Reads and writes a variable in one step; gives the old value.
    pub fn update(&mut self, var: Var, update: Update, operand: impl Operand) -> Reg {
        self.update_at(var.at(), var.bits, update, operand)
    }

    /// Reads and writes at an address in one step; gives the old value.
    pub fn update_at(&mut self, address: Expr, bits: u8, update: Update, operand: impl Operand) -> Reg {
        let dest = self.fresh(bits);
        let operand = operand.sized(Width(bits));
        let (size, order) = (Bytes(bits / 8), self.order);
        self.operation(Operation::Update { dest: dest.id, address, update, operand, size, order });
        dest
    }

    /// Writes `desired` if the variable is `expected`; gives the old value.
    pub fn compare_exchange(&mut self, var: Var, expected: impl Operand, desired: impl Operand) -> Reg {
        let dest = self.fresh(var.bits);
        self.operation(Operation::CompareExchange {
            dest: dest.id,
            address: var.at(),
            expected: expected.sized(Width(var.bits)),
            desired: desired.sized(Width(var.bits)),
            size: Bytes(var.bits / 8),
            order: self.order,
            failure: self.failure.unwrap_or(self.order),
            weak: false,
        });
        dest
    }

    /// A fence.
    pub fn fence(&mut self) {
        self.operation(Operation::Fence(Order::SequentiallyConsistent));
    }

    /// Takes a mutex.
    pub fn lock(&mut self, mutex: Var) {
        self.operation(Operation::Lock { dest: None, mutex: mutex.at() });
    }

    /// Takes a mutex; gives the error number.
    pub fn lock_result(&mut self, mutex: Var) -> Reg {
        let dest = self.fresh(32);
        self.operation(Operation::Lock { dest: Some(dest.id), mutex: mutex.at() });
        dest
    }

    /// Takes a mutex if it is free; gives 0, or 16 if it was not.
    pub fn trylock(&mut self, mutex: Var) -> Reg {
        let dest = self.fresh(32);
        self.operation(Operation::TryLock { dest: dest.id, mutex: mutex.at() });
        dest
    }

    /// Releases a mutex.
    pub fn unlock(&mut self, mutex: Var) {
        self.operation(Operation::Unlock { dest: None, mutex: mutex.at() });
    }

    /// Releases a mutex; gives the error number.
    pub fn unlock_result(&mut self, mutex: Var) -> Reg {
        let dest = self.fresh(32);
        self.operation(Operation::Unlock { dest: Some(dest.id), mutex: mutex.at() });
        dest
    }

    /// Makes a mutex free and of this kind.
    pub fn init_mutex(&mut self, mutex: Var, kind: MutexKind) {
        let kind = Expr::constant(Width(32), kind as u64);
        self.operation(Operation::InitMutex { mutex: mutex.at(), kind });
    }

    /// Starts a thread without an argument; gives its handle.
    pub fn spawn(&mut self, function: FunctionId) -> Reg {
        self.spawn_with(function, 0)
    }

    /// Starts a thread; gives its handle.
    pub fn spawn_with(&mut self, function: FunctionId, argument: impl Operand) -> Reg {
        self.spawn_to(function, argument, None)
    }

    /// Starts a thread when its handle was stored; gives it.
    pub fn spawn_at(&mut self, function: FunctionId, argument: impl Operand, place: Var) -> Reg {
        self.spawn_to(function, argument, Some(place.at()))
    }

    /// The same with the address at which the handle is stored.
    pub fn spawn_into(&mut self, function: FunctionId, argument: impl Operand, place: Expr) -> Reg {
        self.spawn_to(function, argument, Some(place))
    }

    fn spawn_to(&mut self, function: FunctionId, argument: impl Operand, place: Option<Expr>) -> Reg {
        let dest = self.fresh(self.model.pointer_bits());
        let argument = argument.sized(self.pointer());
        let function = Expr::Address(Base::Function(function), 0);
        self.operation(Operation::Spawn { dest: dest.id, function, argument, place });
        dest
    }

    /// Waits for a thread; gives its result.
    pub fn join(&mut self, thread: impl Operand) -> Reg {
        let dest = self.fresh(self.model.pointer_bits());
        let thread = thread.sized(self.pointer());
        self.operation(Operation::Join { dest: Some(dest.id), thread });
        dest
    }

    /// Says that nobody will join a thread.
    pub fn detach(&mut self, thread: impl Operand) {
        let thread = thread.sized(self.pointer());
        self.operation(Operation::Detach(thread));
    }

    /// The handle of the running thread.
    pub fn current_thread(&mut self) -> Reg {
        let dest = self.fresh(self.model.pointer_bits());
        self.operation(Operation::CurrentThread { dest: dest.id });
        dest
    }

    /// Any value from `low` to `high`.
    pub fn choose(&mut self, bits: u8, low: u64, high: u64) -> Reg {
        let dest = self.fresh(bits);
        self.operation(Operation::Choose { dest: dest.id, domain: Domain::Range { low, high } });
        dest
    }

    /// A new heap object of so many bytes; gives its address.
    pub fn allocate(&mut self, size: impl Operand) -> Reg {
        let dest = self.fresh(self.model.pointer_bits());
        let size = size.sized(self.pointer());
        self.operation(Operation::Allocate { dest: dest.id, size, zeroed: false, automatic: false, shape: None });
        dest
    }

    /// A heap object in the place of another one, with another size; gives its address.
    pub fn reallocate(&mut self, address: impl Operand, size: impl Operand) -> Reg {
        let dest = self.fresh(self.model.pointer_bits());
        let (address, size) = (address.sized(self.pointer()), size.sized(self.pointer()));
        self.operation(Operation::Reallocate { dest: dest.id, address, size });
        dest
    }

    /// Ends a heap object.
    pub fn free(&mut self, address: impl Operand) {
        let address = address.sized(self.pointer());
        self.operation(Operation::Free(address));
    }

    /// Begins the life of an escaping slot.
    pub fn open(&mut self, var: Var) {
        let Base::Slot(slot) = var.base else { panic!("only a slot is opened") };
        self.operation(Operation::OpenSlot(slot));
    }

    /// Ends the life of an escaping slot.
    pub fn close(&mut self, var: Var) {
        let Base::Slot(slot) = var.base else { panic!("only a slot is closed") };
        self.operation(Operation::CloseSlot(slot));
    }

    /// A body that is one step. If it does not go on to its end, neither does what follows.
    pub fn atomic(&mut self, body: impl FnOnce(&mut Self)) {
        self.section(false, body);
    }

    /// The same, which orders nothing by itself if it is `quiet`.
    pub fn section(&mut self, quiet: bool, body: impl FnOnce(&mut Self)) {
        self.operation(Operation::AtomicBegin { quiet });
        body(self);
        self.operation(Operation::AtomicEnd);
    }

    /// Runs the body if the condition holds.
    pub fn if_then(&mut self, condition: Expr, then: impl FnOnce(&mut Self)) {
        self.if_else(condition, then, |_| {});
    }

    /// Runs one of two bodies.
    pub fn if_else(&mut self, condition: Expr, yes: impl FnOnce(&mut Self), no: impl FnOnce(&mut Self)) {
        let branch = self.begin_if(condition);
        yes(self);
        let branch = self.begin_else(branch);
        no(self);
        self.end_if(branch);
    }

    /// As [`FunctionBuilder::if_else`], for bodies that are no closures: what follows is run if the condition holds.
    pub fn begin_if(&mut self, condition: Expr) -> Branch {
        let Some(from) = self.here else { return Branch { other: None } };
        let (yes, no) = (self.new_location(), self.new_location());
        self.edge(from, yes, Guard::If(condition.clone()), Action::Skip);
        self.edge(from, no, Guard::Unless(condition), Action::Skip);
        self.here = Some(yes);
        Branch { other: Some(no) }
    }

    /// What follows is run if the condition does not hold.
    pub fn begin_else(&mut self, branch: Branch) -> Branch {
        Branch { other: std::mem::replace(&mut self.here, branch.other) }
    }

    /// What follows is run in both cases, as far as they go on.
    pub fn end_if(&mut self, branch: Branch) {
        self.here = match (branch.other, self.here) {
            (Some(yes), Some(no)) => {
                self.edge(yes, no, Guard::Always, Action::Skip);
                Some(no)
            }
            (one, other) => one.or(other),
        };
    }

    /// Runs the body as long as the condition holds.
    pub fn repeat_while(&mut self, condition: Expr, body: impl FnOnce(&mut Self)) {
        let Some(head) = self.here else { return };
        let (inside, after) = (self.new_location(), self.new_location());
        self.edge(head, inside, Guard::If(condition.clone()), Action::Skip);
        self.edge(head, after, Guard::Unless(condition), Action::Skip);
        self.here = Some(inside);
        body(self);
        if let Some(last) = self.here {
            self.edge(last, head, Guard::Always, Action::Skip);
        }
        self.here = Some(after);
    }

    /// Runs the body until the condition that it gives holds at its end.
    pub fn repeat_until(&mut self, body: impl FnOnce(&mut Self) -> Expr) {
        let Some(head) = self.here else { return };
        let condition = body(self);
        let Some(last) = self.here else { return };
        let after = self.new_location();
        self.edge(last, after, Guard::If(condition.clone()), Action::Skip);
        self.edge(last, head, Guard::Unless(condition), Action::Skip);
        self.here = Some(after);
    }

    /// Runs the body again and again. Nothing leads out of this loop but what the body does.
    pub fn forever(&mut self, body: impl FnOnce(&mut Self)) {
        let Some(head) = self.here else { return };
        // The body may begin with a loop of its own.
        let first = self.new_location();
        self.edge(head, first, Guard::Always, Action::Skip);
        self.here = Some(first);
        body(self);
        if let Some(last) = self.here.take() {
            self.edge(last, head, Guard::Always, Action::Skip);
        }
    }

    /// Goes on only if the condition holds.
    pub fn assume(&mut self, condition: Expr) {
        self.if_else(condition, |_| {}, |f| f.stop(Stop::Assume));
    }

    /// Fails if the condition does not hold.
    pub fn assert(&mut self, condition: Expr, text: &str) {
        self.if_else(condition, |_| {}, |f| f.stop(Stop::Fail(text.to_owned())));
    }

    /// Ends the thread in this way.
    pub fn stop(&mut self, stop: Stop) {
        self.end(Action::Stop(stop));
    }

    /// Ends the thread with a value.
    pub fn thread_exit(&mut self, value: impl Operand) {
        let value = value.sized(self.pointer());
        self.stop(Stop::ThreadExit(value));
    }

    /// Returns a value.
    pub fn ret(&mut self, value: impl Operand) {
        let width = Width(self.result_bits());
        self.end(Action::Return(Some(value.sized(width))));
    }

    /// Returns without a value.
    pub fn ret_nothing(&mut self) {
        self.end(Action::Return(None));
    }

    /// Calls a function; `result` is the width of the register for the result.
    pub fn call(&mut self, callee: Callee, arguments: Vec<Expr>, result: Option<u8>) -> Option<Reg> {
        let dest = result.map(|bits| self.fresh(bits));
        self.action(Action::Call { dest: dest.map(|it| it.id), callee, arguments });
        dest
    }
}
