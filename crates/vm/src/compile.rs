//! From automata to instructions.
//!
//! Local code between two visible operations is what an explorer pays for most, so it is kept short: constants are
//! operands, conditions are fused with their branch, a location is laid out behind its predecessor where possible. So are
//! frames, which are copied at every step: registers that are never needed at the same time share a word of them.

use crate::code::*;
use event::Properties;
use ir::passes::{Counters, Places, Repeats, walk};
use ir::{
    Action, Base, Binary, Callee, Edge, Expr, Function, Guard, Operation, Order, Program, RegisterId, Stop, Width,
};
use rustc_hash::FxHashMap;

/// Compiles a valid program. Faults of the `checked` properties are failures, the others stop the thread or wrap.
pub fn compile(program: &Program, checked: Properties) -> Code {
    compile_with(program, checked, false, &[])
}

/// The same, but registers have words of their own and hold what they hold when nobody reads them any more: for whoever wants to
/// know the values of locals.
pub fn compile_keeping_registers(program: &Program, checked: Properties) -> Code {
    compile_with(program, checked, true, &[])
}

/// The same for a program whose loops are bounded, with the registers of each function that count rounds: a thread that waits makes
/// none.
pub fn compile_bounded(program: &Program, checked: Properties, counters: &Counters) -> Code {
    compile_with(program, checked, false, counters)
}

fn compile_with(program: &Program, checked: Properties, keeps_registers: bool, counters: &[Vec<RegisterId>]) -> Code {
    let mut compiler = Compiler {
        code: Code {
            model: program.model,
            instructions: Vec::new(),
            sites: Vec::new(),
            constants: Vec::new(),
            operations: Vec::new(),
            calls: Vec::new(),
            clears: Vec::new(),
            retries: Vec::new(),
            stops: Vec::new(),
            functions: program.functions.iter().map(|it| layout(it, program)).collect(),
            entry: program.entry.0,
            spawns: false,
            destroys: false,
            plain_globals: false,
            thread_locals: thread_locals(program),
            first_private_address: program.model.private_range().0,
            private_addresses: program.model.private_range().1,
            first_function_object: program.globals.len() as u32 + 1,
            uninitialised: ir::passes::unset::asks_for_unset(program),
            awaits: false,
            keeps_rounds: false,
            tries_locks: false,
            runner: program.runner.map(|it| it.0),
            repeats: false,
            most_steps: u32::MAX,
            tells_steps_apart: false,
            checked,
            inputs: None,
            compares: uses_heap_again(program),
            reuses: Default::default(),
            fixes_reuse: false,
            follows: false,
            keeps_registers,
        },
        program,
        constants: FxHashMap::default(),
    };
    for (index, (function, repeats)) in program.functions.iter().zip(Repeats::of(program)).enumerate() {
        let counters = counters.get(index).map_or(&[][..], Vec::as_slice);
        compiler.function(index as u32, function, repeats, counters);
    }
    compiler.code
}

/// Whether memory is freed and allocated: then it could be used again.
fn uses_heap_again(program: &Program) -> bool {
    let edges = || program.functions.iter().flat_map(|it| &it.edges);
    let is = |it: &Edge, what: fn(&Operation) -> bool| matches!(&it.action, Action::Visible(it) if what(it));
    let frees = |it: &Operation| matches!(it, Operation::Free(_) | Operation::Reallocate { .. });
    let makes =
        |it: &Operation| matches!(it, Operation::Allocate { automatic: false, .. } | Operation::Reallocate { .. });
    edges().any(|it| is(it, frees)) && edges().any(|it| is(it, makes))
}

/// The memory orders of an operation, in case of success and of failure.
fn orders(operation: &Operation) -> (Order, Order) {
    match *operation {
        Operation::Load { order, .. }
        | Operation::Store { order, .. }
        | Operation::Update { order, .. }
        | Operation::Fence(order) => (order, order),
        Operation::CompareExchange { order, failure, .. } => (order, failure),
        Operation::Lock { .. }
        | Operation::TryLock { .. }
        | Operation::Unlock { .. }
        | Operation::InitMutex { .. }
        | Operation::DestroyMutex(_)
        | Operation::Spawn { .. }
        | Operation::Join { .. }
        | Operation::Detach(_)
        | Operation::CurrentThread { .. }
        | Operation::Extent { .. }
        | Operation::Doubt { .. }
        | Operation::AtomicBegin { .. }
        | Operation::AtomicEnd
        | Operation::Choose { .. }
        | Operation::Allocate { .. }
        | Operation::Reallocate { .. }
        | Operation::Free(_)
        | Operation::Release(_)
        | Operation::OpenSlot(_)
        | Operation::CloseSlot(_) => (Order::NonAtomic, Order::NonAtomic),
    }
}

/// What an edge sets to the bits that were never written of what the edge before it loads.
fn asks_of(load: &Edge, edge: &Edge) -> Option<RegisterId> {
    let Action::Visible(Operation::Load { dest: loaded, address: from, size: of, order }) = &load.action else {
        return None;
    };
    let Action::Visible(Operation::Load { dest, address, size, order: Order::Unset }) = &edge.action else {
        return None;
    };
    let mut is_changed = *order == Order::Unset;
    address.for_each_register(&mut |it| is_changed |= it == *loaded);
    (!is_changed && (from, of) == (address, size)).then_some(*dest)
}

fn thread_locals(program: &Program) -> Vec<ir::GlobalId> {
    let all = (0..program.globals.len() as u32).map(ir::GlobalId);
    all.filter(|it| program.globals[it.index()].thread_local).collect()
}

/// The frame of a function as far as it is known before its code: temporaries are added by `function`.
fn layout(function: &Function, program: &Program) -> FunctionCode {
    let parameters = &function.registers[..function.parameters as usize];
    FunctionCode {
        entry: 0,
        parameter_widths: parameters.iter().map(|it| it.width.0).collect(),
        locals: 0,
        registers: 0,
        compared: 0,
        slots: slots(function, program),
        private_slots: function.slots.iter().filter(|it| !it.escapes).count() as u32,
        words: 0,
    }
}

/// The slots, at words counted from the end of the locals.
fn slots(function: &Function, program: &Program) -> Vec<SlotCode> {
    let mut next_word = 0;
    let mut next_private = 0;
    // Behind what is in it is which of its bits were never written.
    let tracks = ir::passes::unset::asks_for_unset(program);
    let mut place = |slot: &ir::Slot| {
        let word = next_word;
        let size = slot.shape.size(program.model);
        if slot.escapes {
            next_word += 1;
            SlotCode::Shared { word, size, zeroed: slot.zeroed }
        } else {
            next_word += size.div_ceil(8) * if tracks { 2 } else { 1 };
            next_private += 1;
            SlotCode::Private { word, size, index: next_private - 1 }
        }
    };
    function.slots.iter().map(&mut place).collect()
}

struct Compiler<'a> {
    code: Code,
    program: &'a Program,
    constants: FxHashMap<u64, u32>,
}

/// The function being compiled.
struct Body<'a> {
    function: &'a Function,
    /// Where its registers are in the frame.
    places: Places,
    repeats: Repeats,
    /// For each location with something that repeats, which places hold nothing that is wanted.
    idle: Vec<Vec<u32>>,
    /// Where each location's code starts, once it is laid out.
    starts: Vec<Option<Pc>>,
    /// Jumps to locations that are not laid out yet.
    open_jumps: Vec<(Pc, ir::Location)>,
    /// Locations still to lay out.
    waiting: Vec<ir::Location>,
    next_temporary: u32,
    most_locals: u32,
    site: Site,
}

impl<'a> Compiler<'a> {
    fn function(&mut self, index: u32, function: &'a Function, repeats: Repeats, counters: &[RegisterId]) {
        let mut places = self.code.places_of(function);
        let compared = places.count();
        places.put_last(counters);
        let registers = places.count();
        let idle = if self.code.keeps_registers {
            vec![Vec::new(); function.locations as usize]
        } else {
            repeats.idle(function, &places)
        };
        let mut body = Body {
            function,
            idle,
            repeats,
            places,
            starts: vec![None; function.locations as usize],
            open_jumps: Vec::new(),
            waiting: vec![function.entry],
            next_temporary: registers,
            most_locals: registers,
            site: Site { function: ir::FunctionId(index), span: function.span, edge: 0 },
        };
        let entry = self.here();
        while let Some(location) = body.waiting.pop() {
            self.lay_out(&mut body, location);
        }
        for (jump, location) in std::mem::take(&mut body.open_jumps) {
            let to = body.starts[location.index()].expect("every target is laid out");
            self.patch(jump, to);
        }
        let code = &mut self.code.functions[index as usize];
        code.entry = entry;
        (code.registers, code.compared) = (registers, compared);
        code.locals = body.most_locals;
        code.words = code.locals;
        for slot in &mut code.slots {
            match slot {
                SlotCode::Shared { word, .. } => {
                    *word += code.locals;
                    code.words = *word + 1;
                }
                SlotCode::Private { word, size, .. } => {
                    *word += code.locals;
                    code.words = *word + size.div_ceil(8) * if self.code.uninitialised { 2 } else { 1 };
                }
            }
        }
    }

    /// Lays out a location and what follows it, as long as that has no place yet.
    fn lay_out(&mut self, body: &mut Body<'a>, start: ir::Location) {
        if body.starts[start.index()].is_some() {
            return;
        }
        let mut location = start;
        let mut last: Option<&Edge> = None;
        loop {
            if body.starts[location.index()].is_some() {
                self.jump(body, location);
                return;
            }
            body.starts[location.index()] = Some(self.here());
            match body.function.leaving(location) {
                [] => {
                    // A valid program never gets here.
                    self.emit(body, Instruction::Jump { target: self.here() });
                    return;
                }
                [edge] => {
                    let load = self.code.operations.len().wrapping_sub(1);
                    if !self.edge(body, edge) {
                        return;
                    }
                    if let Some(dest) = last.and_then(|it| asks_of(it, edge)) {
                        let unset = (body.places.get(dest), self.here());
                        self.code.operations[load].unset = Some(unset);
                    }
                    last = Some(edge);
                    location = edge.to;
                }
                [yes, no, ..] => {
                    self.enter(body, yes);
                    let Guard::If(condition) = &yes.guard else {
                        unreachable!("the first of two edges is guarded by If");
                    };
                    let branch = self.branch_unless(body, condition);
                    if self.edge(body, yes) {
                        self.jump(body, yes.to);
                    }
                    self.patch(branch, self.here());
                    if !self.edge(body, no) {
                        return;
                    }
                    location = no.to;
                }
            }
        }
    }

    fn jump(&mut self, body: &mut Body<'a>, to: ir::Location) {
        let here = self.here();
        match body.starts[to.index()] {
            Some(target) => self.emit(body, Instruction::Jump { target }),
            None => {
                self.emit(body, Instruction::Jump { target: here });
                body.open_jumps.push((here, to));
                body.waiting.push(to);
            }
        }
    }

    fn enter(&mut self, body: &mut Body<'a>, edge: &Edge) {
        let index = body.function.edges.partition_point(|it| it.from < edge.from);
        let second = !std::ptr::eq(&body.function.edges[index], edge);
        body.site = Site { span: edge.span, edge: (index + usize::from(second)) as u32, ..body.site };
        body.next_temporary = body.places.count();
    }

    /// The code of an edge's action; says whether control goes on to the edge's target.
    fn edge(&mut self, body: &mut Body<'a>, edge: &Edge) -> bool {
        self.enter(body, edge);
        match &edge.action {
            Action::Skip => {}
            Action::Assign(register, value) => self.assign(body, body.places.get(*register), value),
            Action::Visible(operation) => {
                let repeats = self.repeats(body, edge);
                self.code.repeats |= repeats;
                self.code.tries_locks |= matches!(operation, Operation::TryLock { .. });
                let heads = body.repeats.heads(body.site.edge as usize);
                let retry = (!heads.is_empty()).then(|| {
                    self.code.retries.push((body.site.function, heads.to_vec()));
                    self.code.retries.len() as u32 - 1
                });
                let kind = self.operation(body, operation);
                let (order, failure) = orders(operation);
                let dest = walk::written(&edge.action).map(|it| body.places.get(*it));
                let operation = self.code.operations.len() as u32;
                self.code.spawns |= matches!(kind, OperationKind::Spawn { .. });
                self.code.destroys |= matches!(kind, OperationKind::DestroyMutex(_));
                if let OperationKind::Load { address, .. } | OperationKind::Store { address, .. } = kind {
                    self.code.plain_globals |= order == Order::NonAtomic && address.0 & Operand::CONSTANT != 0;
                }
                if let OperationKind::Spawn { place: Some(place), .. } = kind {
                    self.code.plain_globals |= place.0 & Operand::CONSTANT != 0;
                }
                self.code.operations.push(OperationCode { kind, dest, unset: None, repeats, retry, order, failure });
                self.emit(body, Instruction::Visible { operation });
            }
            Action::Call { dest, callee, arguments } => {
                self.repeats(body, edge);
                self.call(body, *dest, callee, arguments);
            }
            Action::Return(value) => {
                let value = match value {
                    Some(value) => self.operand(body, value),
                    None => self.constant(0),
                };
                self.emit(body, Instruction::Return { value });
                return false;
            }
            Action::Stop(stop) => {
                let stop = match stop {
                    Stop::Assume => StopCode::Assume,
                    Stop::Cut => StopCode::Cut,
                    Stop::Exit => StopCode::Exit,
                    Stop::ThreadExit(value) => StopCode::ThreadExit(self.operand(body, value)),
                    Stop::Fail(_) => StopCode::Fail,
                    Stop::Misuse(_) => StopCode::Misuse,
                    Stop::Uninitialised(_) => StopCode::Uninitialised,
                };
                self.code.stops.push(stop);
                let stop = self.code.stops.len() as u32 - 1;
                self.emit(body, Instruction::Stop { stop });
                return false;
            }
        }
        true
    }

    /// Whether a thread may come back to the edge that is being compiled without having done anything. If so, whatever
    /// is not wanted there is cleared: two rounds of a loop are then equal if they mean the same.
    fn repeats(&mut self, body: &Body<'a>, edge: &Edge) -> bool {
        if !body.repeats.contains(body.function, body.site.edge as usize) {
            return false;
        }
        let idle = &body.idle[edge.from.index()];
        if !idle.is_empty() {
            self.code.clears.push(idle.clone());
            self.emit(body, Instruction::Clear { list: self.code.clears.len() as u32 - 1 });
        }
        true
    }

    fn call(&mut self, body: &mut Body<'a>, dest: Option<RegisterId>, callee: &Callee, arguments: &[Expr]) {
        let callee = match callee {
            Callee::Direct(function) => CalleeCode::Direct(function.0),
            Callee::Indirect(address) => CalleeCode::Indirect(self.operand(body, address)),
        };
        let width = |it: &Expr| body.function.width_of(it, self.program.model).0;
        let argument_widths = arguments.iter().map(width).collect();
        let result_mask = dest.map_or(0, |it| body.function.registers[it.index()].width.mask());
        let arguments = arguments.iter().map(|it| self.operand(body, it)).collect();
        let dest = dest.map(|it| body.places.get(it));
        self.code.calls.push(CallCode { dest, callee, arguments, argument_widths, result_mask });
        let call = self.code.calls.len() as u32 - 1;
        self.emit(body, Instruction::Call { call });
    }

    /// An operation without its destination.
    fn operation(&mut self, body: &mut Body<'a>, operation: &Operation) -> OperationKind {
        let mut value = |it: &Expr| self.operand(body, it);
        match operation {
            Operation::Load { dest: _, address, size, order: Order::Unset } => {
                OperationKind::Unset { address: value(address), size: *size }
            }
            Operation::Store { address, value: stored, size, order: Order::Unset } => {
                OperationKind::Forget { address: value(address), size: *size, bits: value(stored) }
            }
            Operation::Load { dest: _, address, size, order: _ } => {
                OperationKind::Load { address: value(address), size: *size }
            }
            Operation::Store { address, value: stored, size, order: _ } => {
                OperationKind::Store { address: value(address), size: *size, value: value(stored) }
            }
            Operation::Update { dest: _, address, update, operand, size, order: _ } => {
                let (address, operand) = (value(address), value(operand));
                OperationKind::Update { address, size: *size, update: *update, operand }
            }
            Operation::CompareExchange { dest: _, address, expected, desired, size, order: _, failure: _, weak: _ } => {
                let (address, expected, desired) = (value(address), value(expected), value(desired));
                OperationKind::CompareExchange { address, size: *size, expected, desired }
            }
            Operation::Fence(_) => OperationKind::Fence,
            Operation::Lock { dest: _, mutex } => OperationKind::Lock(value(mutex)),
            Operation::TryLock { dest: _, mutex } => OperationKind::TryLock(value(mutex)),
            Operation::Unlock { dest: _, mutex } => OperationKind::Unlock(value(mutex)),
            Operation::InitMutex { mutex, kind } => OperationKind::InitMutex { mutex: value(mutex), kind: value(kind) },
            Operation::DestroyMutex(mutex) => OperationKind::DestroyMutex(value(mutex)),
            Operation::Spawn { dest: _, function, argument, place } => {
                let (function, argument) = (value(function), value(argument));
                OperationKind::Spawn { function, argument, place: place.as_ref().map(value) }
            }
            Operation::Join { dest: _, thread } => OperationKind::Join(value(thread)),
            Operation::Detach(thread) => OperationKind::Detach(value(thread)),
            Operation::CurrentThread { dest: _ } => OperationKind::CurrentThread,
            Operation::Extent { dest: _, address } => OperationKind::Extent { address: value(address) },
            Operation::Doubt { dest: _, about, left, right } => {
                OperationKind::Doubt { about: *about, left: value(left), right: value(right) }
            }
            Operation::AtomicBegin { .. } => OperationKind::AtomicBegin,
            Operation::AtomicEnd => OperationKind::AtomicEnd,
            Operation::Choose { dest, domain } => {
                let width = body.function.registers[dest.index()].width;
                let (low, last) = domain.range(width);
                // All 2^64 values have no count in 64 bits; it is far too many in any case.
                let count = last.saturating_add(1);
                OperationKind::Choose { low, count, width: width.0 }
            }
            Operation::Allocate { dest: _, size, zeroed, automatic, shape: _ } => {
                OperationKind::Allocate { size: value(size), zeroed: *zeroed, automatic: *automatic }
            }
            Operation::Reallocate { dest: _, address, size } => {
                OperationKind::Reallocate { address: value(address), size: value(size) }
            }
            Operation::Free(address) => OperationKind::Free(value(address)),
            Operation::Release(address) => OperationKind::Release(value(address)),
            Operation::OpenSlot(slot) => OperationKind::OpenSlot(*slot),
            Operation::CloseSlot(slot) => OperationKind::CloseSlot(*slot),
        }
    }

    /// The value of an expression, computed into a temporary unless it is at hand.
    fn operand(&mut self, body: &mut Body<'a>, expr: &Expr) -> Operand {
        match expr {
            Expr::Const(_, value) => self.constant(*value),
            Expr::Register(register) => Operand(body.places.get(*register)),
            Expr::Address(Base::Global(global), offset) if self.thread_local(*global).is_none() => {
                let object = self.program.global_object(*global);
                self.constant(self.program.model.pack(object, *offset))
            }
            Expr::Address(Base::Function(function), offset) => {
                let object = self.program.function_object(*function);
                self.constant(self.program.model.pack(object, *offset))
            }
            // Zeros are there already.
            Expr::Extend { signed: false, operand, .. } => self.operand(body, operand),
            Expr::Address(Base::Slot(_) | Base::Global(_), _)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Extend { signed: true, .. }
            | Expr::Truncate(..)
            | Expr::Convert { .. }
            | Expr::Select(..) => {
                let to = body.next_temporary;
                body.next_temporary += 1;
                body.most_locals = body.most_locals.max(body.next_temporary);
                self.assign(body, to, expr);
                Operand(to)
            }
        }
    }

    /// Computes an expression into a local.
    fn assign(&mut self, body: &mut Body<'a>, to: Local, expr: &Expr) {
        let model = self.program.model;
        match expr {
            Expr::Address(Base::Global(global), offset) if self.thread_local(*global).is_some() => {
                let index = self.thread_local(*global).expect("just seen");
                let short = i32::try_from(*offset).unwrap_or(0);
                self.emit(body, Instruction::ThreadLocalAddress { index, to, offset: short });
                self.add(body, to, offset - i64::from(short));
            }
            Expr::Const(..) | Expr::Register(_) | Expr::Address(Base::Global(_) | Base::Function(_), _) => {
                let from = self.operand(body, expr);
                self.emit(body, Instruction::Move { to, from });
            }
            Expr::Address(Base::Slot(slot), offset) => {
                let short = i32::try_from(*offset).unwrap_or(0);
                self.emit(body, Instruction::SlotAddress { slot: *slot, to, offset: short });
                self.add(body, to, offset - i64::from(short));
            }
            Expr::Unary(operator, operand) => {
                let width = body.function.width_of(operand, model).0;
                let operand = self.operand(body, operand);
                self.emit(body, Instruction::Unary { operator: *operator, width, to, operand });
            }
            Expr::Binary(operator, left, right) => {
                let width = body.function.width_of(left, model).0;
                let (left, right) = (self.operand(body, left), self.operand(body, right));
                self.compare(body, *operator, width, left, right);
                self.emit(body, Instruction::Binary { operator: *operator, width, to, left, right });
            }
            Expr::Extend { signed: true, to: width, operand } => {
                let from = body.function.width_of(operand, model).0;
                let operand = self.operand(body, operand);
                self.emit(body, Instruction::SignExtend { from, width: width.0, to, operand });
            }
            Expr::Extend { signed: false, operand, .. } => self.assign(body, to, operand),
            Expr::Truncate(width, operand) => {
                let operand = self.operand(body, operand);
                self.emit(body, Instruction::Mask { width: width.0, to, operand });
            }
            Expr::Convert { conversion, to: width, operand } => {
                let from = body.function.width_of(operand, model).0;
                let operand = self.operand(body, operand);
                let conversion = *conversion;
                self.emit(body, Instruction::Convert { conversion, from, width: width.0, to, operand });
            }
            Expr::Select(condition, yes, no) => {
                // `to` may be read by either side, so it is written at their very end only.
                let to_no = self.branch_unless(body, condition);
                let from = self.operand(body, yes);
                self.emit(body, Instruction::Move { to, from });
                let to_end = self.here();
                self.emit(body, Instruction::Jump { target: to_end });
                self.patch(to_no, self.here());
                let from = self.operand(body, no);
                self.emit(body, Instruction::Move { to, from });
                self.patch(to_end, self.here());
            }
        }
    }

    /// Which of the thread-local globals this is, if it is one.
    fn thread_local(&self, global: ir::GlobalId) -> Option<u32> {
        // They are in ascending order.
        self.code.thread_locals.binary_search(&global).ok().map(|it| it as u32)
    }

    /// Adds what did not fit into an instruction to a pointer.
    fn add(&mut self, body: &mut Body<'a>, to: Local, offset: i64) {
        if offset != 0 {
            let width = self.program.model.pointer_bits();
            let right = self.constant(offset as u64 & Width(width).mask());
            let (operator, left) = (Binary::Add, Operand(to));
            self.emit(body, Instruction::Binary { operator, width, to, left, right });
        }
    }

    /// A branch that is taken if the condition is 0; its target is to be patched.
    fn branch_unless(&mut self, body: &mut Body<'a>, condition: &Expr) -> Pc {
        let instruction = match condition {
            Expr::Binary(operator, left, right) if operator.is_comparison() => {
                let width = body.function.width_of(left, self.program.model).0;
                let (left, right) = (self.operand(body, left), self.operand(body, right));
                self.compare(body, *operator, width, left, right);
                Instruction::CompareBranchUnless { operator: *operator, width, left, right, target: 0 }
            }
            _ => Instruction::BranchUnless { condition: self.operand(body, condition), target: 0 },
        };
        self.emit(body, instruction);
        self.here() - 1
    }

    /// Has the machine note what is compared, if it may be two addresses of which one is freed. A difference and what is left of two
    /// words by *xor* tell whether they are equal, too.
    fn compare(&mut self, body: &Body<'a>, operator: Binary, width: u8, left: Operand, right: Operand) {
        let tells =
            operator.is_comparison() || matches!(operator, Binary::Subtract | Binary::SubtractSigned | Binary::Xor);
        let is_constant = (left.0 | right.0) & Operand::CONSTANT != 0;
        if !self.code.compares || !tells || is_constant || left == right || width != self.program.model.pointer_bits() {
            return;
        }
        let kind = OperationKind::Compare { left, right };
        let (order, failure) = (Order::NonAtomic, Order::NonAtomic);
        let operation = self.code.operations.len() as u32;
        let code = OperationCode { kind, dest: None, unset: None, repeats: false, retry: None, order, failure };
        self.code.operations.push(code);
        self.emit(body, Instruction::Visible { operation });
    }

    fn constant(&mut self, value: u64) -> Operand {
        let index = *self.constants.entry(value).or_insert_with(|| {
            self.code.constants.push(value);
            self.code.constants.len() as u32 - 1
        });
        Operand(index | Operand::CONSTANT)
    }

    fn here(&self) -> Pc {
        self.code.instructions.len() as Pc
    }

    fn emit(&mut self, body: &Body<'a>, instruction: Instruction) {
        self.code.instructions.push(instruction);
        self.code.sites.push(body.site);
    }

    fn patch(&mut self, jump: Pc, to: Pc) {
        match &mut self.code.instructions[jump as usize] {
            Instruction::Jump { target }
            | Instruction::BranchUnless { target, .. }
            | Instruction::CompareBranchUnless { target, .. } => *target = to,
            other => unreachable!("{other:?} has no target"),
        }
    }
}
