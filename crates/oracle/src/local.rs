//! Local code: what a thread does from one visible operation to the next.

use super::report::{End, FaultKind, StopKind};
use super::state::{Frame, ObjectKind, Path, Pending, Running, Scope, State, Thread};
use super::step::Oracle;
use super::unset;
use ir::{
    Action, Callee, Domain, Edge, Expr, FunctionId, Guard, Location, Operation, Order, Program, RegisterId, Stop, Width,
};

impl Oracle<'_> {
    /// Runs a thread until it waits at a visible operation or has ended. A step costs fuel; without it the thread is
    /// cut.
    pub fn run_local(&mut self, state: &mut State, path: &Path, fuel: &mut usize) {
        while state.is_running(path) {
            if *fuel == 0 {
                state.end(path, End::Stopped(StopKind::Cut), false);
                return;
            }
            *fuel -= 1;
            match self.take_edge(state, path) {
                Ok(None) => {}
                Ok(Some(pending)) if self.is_local(state, &pending) => {
                    self.perform_or_fault(state, path, &pending);
                }
                Ok(Some(pending)) => {
                    state.running(path).pending = Some(pending);
                    return;
                }
                Err(fault) => self.fault(state, path, fault),
            }
        }
    }

    /// Ends a thread by a fault: a failure, or a mere stop if nobody checks for it.
    pub fn fault(&self, state: &mut State, path: &Path, fault: FaultKind) {
        let checked = self.options.checks(fault.property());
        state.end(path, if checked { End::Failed(fault) } else { End::Stopped(StopKind::Exit) }, false);
    }

    /// Operations that nobody else can notice.
    fn is_local(&self, state: &State, pending: &Pending) -> bool {
        match pending {
            Pending::Load { order: Order::Unset, .. } | Pending::Store { order: Order::Unset, .. } => true,
            Pending::Load { address, .. }
            | Pending::Store { address, .. }
            | Pending::Update { address, .. }
            | Pending::CompareExchange { address, .. } => state.is_private(self.program.model, *address),
            Pending::Allocate { automatic, .. } => *automatic || !self.options.uses_memory_again,
            Pending::OpenSlot(_) | Pending::CurrentThread { .. } | Pending::Extent { .. } | Pending::Doubt { .. } => {
                true
            }
            Pending::Release { address } => *address == 0,
            Pending::Fence { .. }
            | Pending::Lock { .. }
            | Pending::TryLock { .. }
            | Pending::Unlock { .. }
            | Pending::InitMutex { .. }
            | Pending::DestroyMutex { .. }
            | Pending::Spawn { .. }
            | Pending::Join { .. }
            | Pending::Detach { .. }
            | Pending::AtomicBegin { .. }
            | Pending::AtomicEnd
            | Pending::Choose { .. }
            | Pending::Reallocate { .. }
            | Pending::Free { .. }
            | Pending::CloseSlot(_) => false,
        }
    }

    /// Takes the one edge that can be taken. An operation on it is not performed but returned.
    fn take_edge(&mut self, state: &mut State, path: &Path) -> Result<Option<Pending>, FaultKind> {
        let running = state.running(path);
        if let (Some(trail), Some(frame)) = (&mut self.trail, running.stack.last()) {
            trail.push((path.clone(), running.stack.len(), frame.function, frame.location));
        }
        let scope = self.scope(state.running(path));
        if self.options.follow_unset && self.uses_unset_condition(&scope) {
            return Err(FaultKind::Uninitialised);
        }
        let edge = chosen_edge(&scope)?;
        if self.options.follow_unset && self.uses_unset(&scope, &edge.action) {
            return Err(FaultKind::Uninitialised);
        }
        match &edge.action {
            Action::Skip => {
                state.frame(path).location = edge.to;
            }
            Action::Assign(register, value) => {
                let (bits, unset) = (scope.bits(value)?, scope.unset(value));
                let frame = state.frame(path);
                frame.registers[register.index()] = bits;
                frame.unset[register.index()] = unset;
                frame.location = edge.to;
            }
            Action::Visible(operation) => {
                let pending = pending(&scope, operation)?;
                state.frame(path).location = edge.to;
                return Ok(Some(pending));
            }
            Action::Call { dest, callee, arguments } => {
                let unset: Vec<u64> = arguments.iter().map(|it| scope.unset(it)).collect();
                let (function, arguments) = called(&scope, callee, arguments)?;
                state.frame(path).location = edge.to;
                let caller = (*dest, edge.from);
                self.enter(state, path, function, (&arguments, &unset), caller);
            }
            Action::Return(value) => {
                let bits = value.as_ref().map_or(Ok(0), |it| scope.bits(it))?;
                let unset = value.as_ref().map_or(0, |it| scope.unset(it));
                self.leave(state, path, bits, unset);
            }
            Action::Stop(stop) => {
                let end = match stop {
                    Stop::Assume => End::Stopped(StopKind::Assume),
                    Stop::Cut => End::Stopped(StopKind::Cut),
                    Stop::Exit => End::Stopped(StopKind::Exit),
                    Stop::ThreadExit(value) => End::Returned(scope.bits(value)?),
                    Stop::Fail(_) => return Err(FaultKind::Assertion),
                    Stop::Misuse(_) => return Err(FaultKind::Misuse),
                    Stop::Uninitialised(_) => return Err(FaultKind::Uninitialised),
                };
                state.end(path, end, false);
            }
        }
        Ok(None)
    }

    /// What expressions of a frame refer to.
    fn scope<'a>(&'a self, running: &Running) -> Scope<'a> {
        Scope {
            program: self.program,
            frame: running.stack.last().expect("a running thread has a frame").clone(),
            thread_locals: running.thread_locals.clone(),
            wrap: !self.options.check_overflow,
        }
    }

    /// Creates a thread and lets it run to its first visible operation.
    pub fn start(&mut self, state: &mut State, path: &Path, function: FunctionId, arguments: &[u64]) {
        state.threads.insert(path.clone(), Thread::Running(Running::default()));
        for (index, global) in self.program.globals.iter().enumerate().filter(|(_, it)| it.thread_local) {
            let bytes = state.objects[&(index as u32 + 1)].bytes.clone();
            let kind = ObjectKind::ThreadLocal { constant: global.constant };
            let number = self.create(state, path, kind, bytes.len() as u64, true);
            state.objects.get_mut(&number).expect("it was just made").bytes = bytes;
            state.running(path).thread_locals.insert(index as u32, number);
        }
        let entry = self.program.functions[function.index()].entry;
        self.enter(state, path, function, (arguments, &[]), (None, entry));
        self.settle(state, path);
    }

    /// Pushes a frame.
    fn enter(
        &mut self,
        state: &mut State,
        path: &Path,
        function: FunctionId,
        (arguments, unset): (&[u64], &[u64]),
        (dest, called_from): (Option<RegisterId>, Location),
    ) {
        if state.running(path).stack.len() >= self.options.frames {
            state.end(path, End::Stopped(StopKind::Cut), false);
            return;
        }
        let callee = &self.program.functions[function.index()];
        let mut registers = vec![0; callee.registers.len()];
        for ((register, argument), declared) in registers.iter_mut().zip(arguments).zip(&callee.registers) {
            *register = *argument & declared.width.mask();
        }
        let mut slots = Vec::new();
        for slot in &callee.slots {
            let size = u64::from(slot.shape.size(self.program.model));
            let private = (!slot.escapes).then(|| self.create(state, path, ObjectKind::PrivateSlot, size, false));
            slots.push(private.unwrap_or(0));
        }
        let mut unset = unset.to_vec();
        unset.resize(registers.len(), 0);
        // What a front end says to have no value has none from the beginning.
        let markers = callee.edges.iter().filter_map(|it| unset::marked(&it.action));
        markers.for_each(|it| unset[it.index()] = callee.registers[it.index()].width.mask());
        let frame = Frame { function, location: callee.entry, registers, unset, slots, dest, called_from };
        state.running(path).stack.push(frame);
    }

    /// Pops a frame; without another one below, the thread ends.
    fn leave(&mut self, state: &mut State, path: &Path, result: u64, unset: u64) {
        if state.running(path).stack.len() == 1 {
            state.end(path, End::Returned(result), true);
            return;
        }
        let left = state.running(path).stack.pop().expect("a running thread has a frame");
        state.end_private_slots(&left);
        if let Some(dest) = left.dest {
            self.set(state, path, dest, result);
            state.frame(path).unset[dest.index()] = unset;
        }
    }

    /// Writes a register of the current frame, cut to its width.
    pub fn set(&self, state: &mut State, path: &Path, register: RegisterId, bits: u64) {
        let frame = state.frame(path);
        let width = self.program.functions[frame.function.index()].registers[register.index()].width;
        frame.registers[register.index()] = bits & width.mask();
        frame.unset[register.index()] = 0;
    }
}

fn chosen_edge<'a>(scope: &Scope<'a>) -> Result<&'a Edge, FaultKind> {
    let function = &scope.program.functions[scope.frame.function.index()];
    match function.leaving(scope.frame.location) {
        [edge @ Edge { guard: Guard::Always, .. }] => Ok(edge),
        [yes @ Edge { guard: Guard::If(condition), .. }, no @ Edge { guard: Guard::Unless(_), .. }] => {
            Ok(if scope.bits(condition)? == 1 { yes } else { no })
        }
        _ => panic!("control is deterministic and does not fall off the end, see ir::validate"),
    }
}

/// Evaluates the operands of an operation, from left to right.
fn pending(scope: &Scope, operation: &Operation) -> Result<Pending, FaultKind> {
    Ok(match operation {
        Operation::Load { dest, address, size, order } => {
            Pending::Load { dest: *dest, address: scope.bits(address)?, size: size.0, order: *order }
        }
        Operation::Store { address, value, size, order } => {
            let address = scope.bits(address)?;
            let unset = scope.unset(value);
            Pending::Store { address, value: scope.bits(value)?, size: size.0, order: *order, unset }
        }
        Operation::Update { dest, address, update, operand, size, order } => {
            let address = scope.bits(address)?;
            let operand = scope.bits(operand)?;
            Pending::Update { dest: *dest, address, update: *update, operand, size: size.0, order: *order }
        }
        Operation::CompareExchange { dest, address, expected, desired, size, order, failure, weak: _ } => {
            let address = scope.bits(address)?;
            let expected = scope.bits(expected)?;
            let desired = scope.bits(desired)?;
            let (order, failure) = (*order, *failure);
            Pending::CompareExchange { dest: *dest, address, expected, desired, size: size.0, order, failure }
        }
        Operation::Fence(order) => Pending::Fence { order: *order },
        Operation::Lock { dest, mutex } => Pending::Lock { dest: *dest, mutex: scope.bits(mutex)? },
        Operation::TryLock { dest, mutex } => Pending::TryLock { dest: *dest, mutex: scope.bits(mutex)? },
        Operation::Unlock { dest, mutex } => Pending::Unlock { dest: *dest, mutex: scope.bits(mutex)? },
        Operation::InitMutex { mutex, kind } => {
            let mutex = scope.bits(mutex)?;
            Pending::InitMutex { mutex, kind: scope.bits(kind)? }
        }
        Operation::DestroyMutex(mutex) => Pending::DestroyMutex { mutex: scope.bits(mutex)? },
        Operation::Spawn { dest, function, argument, place } => {
            let function = scope.bits(function)?;
            let argument = scope.bits(argument)?;
            let place = place.as_ref().map(|it| scope.bits(it)).transpose()?;
            Pending::Spawn { dest: *dest, function, argument, place }
        }
        Operation::Join { dest, thread } => Pending::Join { dest: *dest, handle: scope.bits(thread)? },
        Operation::Detach(thread) => Pending::Detach { handle: scope.bits(thread)? },
        Operation::CurrentThread { dest } => Pending::CurrentThread { dest: *dest },
        Operation::Doubt { dest, about: _, left, right } => {
            scope.bits(left)?;
            scope.bits(right)?;
            Pending::Doubt { dest: *dest }
        }
        Operation::Extent { dest, address } => Pending::Extent { dest: *dest, address: scope.bits(address)? },
        Operation::AtomicBegin { quiet } => Pending::AtomicBegin { quiet: *quiet },
        Operation::AtomicEnd => Pending::AtomicEnd,
        Operation::Choose { dest, domain } => {
            let function = &scope.program.functions[scope.frame.function.index()];
            let (low, count) = values(*domain, function.registers[dest.index()].width);
            let spurious = matches!(domain, Domain::Spurious(_));
            Pending::Choose { dest: *dest, low, count, spurious }
        }
        Operation::Allocate { dest, size, zeroed, automatic, shape: _ } => {
            Pending::Allocate { dest: *dest, size: scope.bits(size)?, zeroed: *zeroed, automatic: *automatic }
        }
        Operation::Reallocate { dest, address, size } => {
            let address = scope.bits(address)?;
            Pending::Reallocate { dest: *dest, address, size: scope.bits(size)? }
        }
        Operation::Free(address) => Pending::Free { address: scope.bits(address)? },
        Operation::Release(address) => Pending::Release { address: scope.bits(address)? },
        Operation::OpenSlot(slot) => Pending::OpenSlot(*slot),
        Operation::CloseSlot(slot) => Pending::CloseSlot(*slot),
    })
}

/// The first value of a domain and how many there are.
fn values(domain: Domain, width: Width) -> (u64, u128) {
    match domain {
        Domain::Any => (0, u128::from(width.mask()) + 1),
        Domain::Range { low, high } => (low, u128::from(high.wrapping_sub(low) & width.mask()) + 1),
        Domain::Spurious(_) => (0, 2),
    }
}

/// The function that is called and the values of the arguments.
fn called(scope: &Scope, callee: &Callee, arguments: &[Expr]) -> Result<(FunctionId, Vec<u64>), FaultKind> {
    let address = match callee {
        Callee::Direct(function) => scope.model().pack(scope.program.function_object(*function), 0),
        Callee::Indirect(address) => scope.bits(address)?,
    };
    let arguments: Vec<_> = arguments.iter().map(|it| scope.value(it)).collect::<Result<_, _>>()?;
    let function = function_at(scope.program, address).ok_or(FaultKind::BadCall)?;
    if !parameter_widths(scope.program, function).eq(arguments.iter().map(|it| it.width)) {
        return Err(FaultKind::BadCall);
    }
    Ok((function, arguments.into_iter().map(|it| it.bits).collect()))
}

/// The function with this address.
pub(super) fn function_at(program: &Program, address: u64) -> Option<FunctionId> {
    let (object, offset) = program.model.unpack(address);
    program.function_of_object(object).filter(|_| offset == 0)
}

/// The widths of a function's parameters.
pub(super) fn parameter_widths(program: &Program, function: FunctionId) -> impl Iterator<Item = Width> {
    let function = &program.functions[function.index()];
    function.registers[..function.parameters as usize].iter().map(|it| it.width)
}
