//! What visible operations do in a block. Addresses, sizes and handles are numbers when [`edge::perform`] gets them: where
//! they are not known, it was decided what they are.

use super::control::Activity;
use super::names::{Instance, InstanceKind, Name, ObjectName};
use super::run::{Runner, is_private_target};
use super::{NOWHERE, Obstacle};
use crate::edge::{self, MistakeKind, Unsupported, World};
use ir::passes::points_to::Target;
use ir::passes::walk;
use ir::{Action, Domain, FunctionId, Operation, Order, RegisterId, SlotId};
use smt::{Term, Terms};

/// Places that an access may go to, at most; if there are more, the address has to be known.
const MOST_PLACES: usize = 12;
/// Threads, at most.
const MOST_THREADS: u32 = 5_000;
/// Bytes that are made new or copied at once.
const MOST_BYTES: u32 = 1 << 20;

impl Runner<'_, '_, '_> {
    /// Performs a visible operation.
    pub fn perform(&mut self, id: FunctionId, index: u32, operation: &Operation) -> Result<(), Obstacle> {
        let program = self.blocks.program;
        let action = &program.functions[id.index()].edges[index as usize].action;
        let in_section = self.activity.section > 0;
        let mut operands = Vec::new();
        for expr in walk::operands(action) {
            operands.push(self.evaluate(expr)?);
        }
        if self.ending.is_some() {
            return Ok(());
        }
        let mut is_step = !in_section && !edge::is_silent(operation);
        match operation {
            Operation::Load { order: Order::Unset, .. } | Operation::Store { order: Order::Unset, .. } => {}
            Operation::Load { size, .. } => is_step &= self.resolve(&mut operands, size.0, false)?,
            Operation::Store { size, .. }
            | Operation::Update { size, .. }
            | Operation::CompareExchange { size, .. } => is_step &= self.resolve(&mut operands, size.0, true)?,
            Operation::Lock { .. }
            | Operation::TryLock { .. }
            | Operation::Unlock { .. }
            | Operation::InitMutex { .. }
            | Operation::DestroyMutex(_) => {
                self.resolve(&mut operands, 4, true)?;
            }
            Operation::Free(_) | Operation::Release(_) => {
                self.resolve_object(&mut operands[0], matches!(operation, Operation::Free(_)))?;
                is_step &= !(matches!(operation, Operation::Release(_)) && self.is_null(operands[0]));
            }
            Operation::Reallocate { .. } => {
                self.resolve_object(&mut operands[0], true)?;
                self.fix(&mut operands[1]);
            }
            Operation::Allocate { .. } | Operation::Join { .. } | Operation::Detach(_) => self.fix(&mut operands[0]),
            Operation::Spawn { place: Some(_), .. } => {
                self.resolve(&mut operands[2..], program.model.pointer_bytes() as u8, true)?;
            }
            Operation::Spawn { place: None, .. }
            | Operation::Fence(_)
            | Operation::CurrentThread { .. }
            | Operation::Extent { .. }
            | Operation::Doubt { .. }
            | Operation::AtomicBegin { .. }
            | Operation::AtomicEnd
            | Operation::Choose { .. }
            | Operation::OpenSlot(_)
            | Operation::CloseSlot(_) => {}
        }
        if self.ending.is_some() {
            return Ok(());
        }
        let width_of = |it: RegisterId| program.functions[id.index()].registers[it.index()].width.0;
        let done = edge::perform(self, operation, &operands, &width_of).map_err(|it| it.at(self.span))?;
        if self.ending.is_some() {
            return Ok(());
        }
        if let Some((register, value)) = done.set {
            self.set_register(register, value);
        }
        if is_step {
            self.count_step();
        }
        Ok(())
    }

    fn is_null(&self, term: Term) -> bool {
        self.blocks.terms.value_of(term) == Some(0)
    }

    /// Makes a number of a term, which has to be known.
    fn fix(&mut self, term: &mut Term) {
        if let Some(number) = self.decide_number(*term) {
            *term = self.blocks.terms.constant(self.blocks.terms.width(*term), number);
        }
    }

    /// Makes a number of the address of an access; whether others can see it.
    fn resolve(&mut self, operands: &mut [Term], size: u8, write: bool) -> Result<bool, Obstacle> {
        let address = operands[0];
        let model = self.blocks.program.model;
        let accesses = self.blocks.layout.accesses(self.site.0, self.site.1);
        // Of a mutex, the first word is looked for.
        let operation = &self.blocks.program.functions[self.site.0.index()].edges[self.site.1 as usize].action;
        let is_mutex = matches!(
            operation,
            Action::Visible(
                Operation::Lock { .. }
                    | Operation::TryLock { .. }
                    | Operation::Unlock { .. }
                    | Operation::InitMutex { .. }
                    | Operation::DestroyMutex(_)
            )
        );
        let accesses = if is_mutex { &accesses[..accesses.len() / 2] } else { accesses };
        let mut places = Vec::new();
        if let Some(address) = self.blocks.terms.value_of(address) {
            let (object, offset) = model.unpack(address);
            let instance = self.blocks.table.instance(object);
            if let (Some(instance), Ok(offset)) = (instance, u32::try_from(offset))
                && self.fits(object, offset, size, write)
            {
                let is_expected = accesses
                    .iter()
                    .any(|it| it.target == instance.target && it.offset.is_some_and(|it| it.matches(offset.into())));
                if !is_expected {
                    return Err(Unsupported::new("an address that is made from numbers").at(self.span).into());
                }
                places.push((object, offset));
            }
        } else {
            // A pointer that is never given an address is null, or made from numbers: which one has to be known.
            if accesses.iter().all(|it| matches!(it.target, Target::Function(_))) && !self.is_following() {
                self.demand(address);
                return Ok(true);
            }
            let step = u32::from(model.alignment(size));
            'all: for access in accesses {
                let Some(at) = access.offset else { continue };
                for &object in self.blocks.table.instances_of(access.target) {
                    let length = self.length_of(object);
                    for offset in (0..length).step_by(step as usize).filter(|it| at.matches((*it).into())) {
                        if self.fits(object, offset, size, write) {
                            places.push((object, offset));
                        }
                        if places.len() > MOST_PLACES {
                            break 'all;
                        }
                    }
                }
            }
            places.sort_unstable();
            places.dedup();
            if places.len() > MOST_PLACES && !self.is_following() {
                self.demand(address);
                return Ok(true);
            }
        }
        let places = self.with_scripted(places);
        let Some((object, offset)) = self.decide_place(address, &places) else { return Ok(true) };
        operands[0] = self.blocks.terms.constant(model.pointer_bits(), model.pack(object, offset.into()));
        let target = self.blocks.table.instance(object).map(|it| it.target);
        Ok(!target.is_some_and(|it| is_private_target(self.blocks.program, it)))
    }

    /// Makes a number of the address of an object that is to end. Null is one.
    fn resolve_object(&mut self, address: &mut Term, is_heap: bool) -> Result<(), Obstacle> {
        let model = self.blocks.program.model;
        let wanted = if is_heap { InstanceKind::Heap } else { InstanceKind::Automatic };
        let alive = self.control.alive.iter().map(|it| it.0);
        let objects = alive.filter(|it| self.blocks.table.instance(*it).is_some_and(|it| it.kind == wanted));
        let mut numbers: Vec<u64> = std::iter::once(0).chain(objects.map(|it| model.pack(it, 0))).collect();
        if let Some(value) = self.blocks.terms.value_of(*address) {
            numbers.retain(|it| *it == value);
        } else if numbers.len() > MOST_PLACES && !self.is_following() {
            self.demand(*address);
            return Ok(());
        }
        if let Some(number) = self.decide_among(*address, numbers) {
            *address = self.blocks.terms.constant(model.pointer_bits(), number);
        }
        Ok(())
    }
}

impl Runner<'_, '_, '_> {
    /// How large an object is now; 0 if it is not there.
    fn length_of(&self, object: u32) -> u32 {
        let Some(instance) = self.blocks.table.instance(object) else { return 0 };
        match instance.kind {
            InstanceKind::Static | InstanceKind::ThreadLocal => instance.size,
            // The functions that run are those of the block: the control knows of them when it is over.
            InstanceKind::Private { thread, depth } => {
                let frame = self.activity.frames.get(depth as usize).filter(|_| thread == self.thread);
                let is_there =
                    frame.is_some_and(|it| matches!(instance.target, Target::Slot(of, _) if of == it.function));
                if is_there { instance.size } else { 0 }
            }
            InstanceKind::Slot | InstanceKind::Heap | InstanceKind::Automatic => self.control.size(object).unwrap_or(0),
        }
    }

    /// Whether an access is allowed.
    fn fits(&self, object: u32, offset: u32, size: u8, write: bool) -> bool {
        let Some(instance) = self.blocks.table.instance(object) else { return false };
        let is_constant =
            matches!(instance.target, Target::Global(global) if self.blocks.program.globals[global.index()].constant);
        let end = u64::from(offset) + u64::from(size);
        !(write && is_constant)
            && end <= u64::from(self.length_of(object))
            && offset.is_multiple_of(u32::from(self.blocks.program.model.alignment(size)))
    }
}

impl World for Runner<'_, '_, '_> {
    fn terms(&mut self) -> &mut Terms {
        &mut self.blocks.terms
    }

    fn handle(&self) -> u64 {
        u64::from(self.thread) + 1
    }

    fn load(&mut self, address: Term, size: u8, _: bool) -> Result<Term, Unsupported> {
        let (object, offset) = self.place(address)?;
        let end = offset + u32::from(size);
        let mut whole: Option<Term> = None;
        let mut at = offset;
        while at < end {
            let (start, length) = self.cell_at(object, at)?;
            let value = self.cell(object, start, length);
            let taken = (start + u32::from(length)).min(end) - at;
            let part = self.blocks.terms.extract(value, ((at - start) * 8) as u8, (taken * 8) as u8);
            whole = Some(match whole {
                None => part,
                Some(low) => self.blocks.terms.concat(part, low),
            });
            at += taken;
        }
        Ok(whole.expect("an access has a size"))
    }

    fn await_value(&mut self, address: Term, size: u8, value: u64) -> Result<(), Unsupported> {
        let found = self.load(address, size, true)?;
        let wanted = self.blocks.terms.constant(size * 8, value);
        let is = self.blocks.terms.eq(found, wanted);
        self.wait_for(is);
        Ok(())
    }

    fn store(&mut self, address: Term, size: u8, value: Term, when: Term) -> Result<(), Unsupported> {
        if self.blocks.terms.is_false(when) {
            return Ok(());
        }
        let (object, offset) = self.place(address)?;
        let end = offset + u32::from(size);
        let mut at = offset;
        while at < end {
            let (start, length) = self.cell_at(object, at)?;
            let taken = (start + u32::from(length)).min(end) - at;
            let mut part = self.blocks.terms.extract(value, ((at - offset) * 8) as u8, (taken * 8) as u8);
            let old = self.cell(object, start, length);
            let terms = &mut self.blocks.terms;
            // What lies below and above stays.
            let (below, above) = (((at - start) * 8) as u8, ((at + taken - start) * 8) as u8);
            if above < length * 8 {
                let high = terms.extract(old, above, length * 8 - above);
                part = terms.concat(high, part);
            }
            if below > 0 {
                let low = terms.extract(old, 0, below);
                part = terms.concat(part, low);
            }
            let part = terms.ite(when, part, old);
            self.set_cell(object, start, length, part);
            at += taken;
        }
        Ok(())
    }

    fn require(&mut self, condition: Term, _: MistakeKind) {
        if self.decide_whether(condition) == Some(false) {
            self.mistake();
        }
    }

    fn wait_for(&mut self, condition: Term) {
        Runner::wait_for(self, condition);
    }

    fn surely_holds(&mut self, _: Term) -> bool {
        false
    }

    fn note_mutex(&mut self, _: Term, _: bool) {}

    fn allocate(&mut self, size: Term, automatic: bool, _: bool) -> Result<Term, Unsupported> {
        let model = self.blocks.program.model;
        let size = self.blocks.terms.value_of(size).expect("sizes are known");
        let null = self.blocks.terms.constant(model.pointer_bits(), 0);
        if size > model.max_object_size() {
            if automatic {
                self.mistake();
            }
            return Ok(null);
        }
        if size > u64::from(MOST_BYTES) {
            return Err(Unsupported::new("a large allocation"));
        }
        let (function, edge) = self.site;
        let count = match self.activity.made.iter_mut().find(|it| (it.0, it.1) == self.site) {
            Some(it) => {
                it.2 += 1;
                it.2
            }
            None => {
                self.activity.made.push((function, edge, 0));
                0
            }
        };
        let kind = if automatic { InstanceKind::Automatic } else { InstanceKind::Heap };
        let instance = Instance { target: Target::Made(function, edge), kind, size: 0 };
        let name = ObjectName::Made { thread: self.thread, function, edge, count };
        let object = self.blocks.table.object(name, instance);
        if object >= model.first_private() {
            return Err(Unsupported::new("more objects than there are addresses"));
        }
        self.control.begin(object, size as u32);
        self.clear(object);
        Ok(self.blocks.terms.constant(model.pointer_bits(), model.pack(object, 0)))
    }

    fn end_object(&mut self, address: Term, when: Term, _: bool) -> Result<(), Unsupported> {
        if self.blocks.terms.is_true(when) {
            let (object, _) = self.place(address)?;
            self.control.end(object);
        }
        Ok(())
    }

    fn copy_object(&mut self, from: Term, to: Term, when: Term) -> Result<(), Unsupported> {
        if !self.blocks.terms.is_true(when) {
            return Ok(());
        }
        let ((from, _), (to, _)) = (self.place(from)?, self.place(to)?);
        let length = self.length_of(from).min(self.length_of(to));
        let pointer = self.blocks.program.model.pointer_bits();
        let mut at = 0;
        while at < length {
            // What nobody reads at once need not be copied at once.
            let target = self.blocks.table.instance(to).expect("it is there").target;
            let (start, size) = self.blocks.layout.cell(target, at);
            let size = if start == at && at + u32::from(size) <= length { size } else { 1 };
            let address = |it: u32| self.blocks.program.model.pack(it, at.into());
            let (source, destination) = (address(from), address(to));
            let source = self.blocks.terms.constant(pointer, source);
            let destination = self.blocks.terms.constant(pointer, destination);
            let always = self.blocks.terms.truth(true);
            let value = self.load(source, size, false)?;
            self.store(destination, size, value, always)?;
            at += u32::from(size);
        }
        Ok(())
    }

    fn set_slot(&mut self, slot: SlotId, is_open: bool) -> Result<(), Unsupported> {
        let depth = self.activity.frames.len() as u32 - 1;
        let function = self.activity.frames[depth as usize].function;
        if !self.blocks.program.functions[function.index()].slots[slot.index()].escapes {
            return Ok(());
        }
        let object = self.blocks.slot_object(self.thread, depth, function, slot);
        if object >= self.blocks.program.model.first_private() {
            return Err(Unsupported::new("more objects than there are addresses"));
        }
        if is_open {
            let size = self.blocks.table.instance(object).expect("it is there").size;
            self.control.begin(object, size);
            self.clear(object);
        } else {
            self.control.end(object);
        }
        Ok(())
    }

    fn spawn(&mut self, function: Term, argument: Term, place: Option<Term>) -> Result<Term, Unsupported> {
        let program = self.blocks.program;
        let pointer = program.model.pointer_bits();
        let options = match &program.functions[self.site.0.index()].edges[self.site.1 as usize].action {
            Action::Visible(Operation::Spawn { function, .. }) => {
                self.blocks.points_to.functions(program, self.site.0, function)
            }
            _ => Vec::new(),
        };
        let zero = self.blocks.terms.constant(pointer, 0);
        let Some(started) = self.decide_function(function, &options) else { return Ok(zero) };
        let it = &program.functions[started.index()];
        let takes: Vec<u8> = it.registers[..it.parameters as usize].iter().map(|it| it.width.0).collect();
        let arguments = match (&takes[..], program.runner) {
            ([], None) => Vec::new(),
            ([width], None) if *width <= pointer => vec![self.resized(argument, *width)],
            ([], Some(_)) => vec![function, argument],
            ([width], Some(_)) if *width <= pointer => vec![function, argument],
            _ => {
                self.mistake();
                return Ok(zero);
            }
        };
        let entry = program.runner.unwrap_or(started);
        let child = self.blocks.table.thread(self.thread, self.activity.started, entry);
        if child >= MOST_THREADS {
            return Err(Unsupported::new("very many threads"));
        }
        let handle = self.blocks.terms.constant(pointer, u64::from(child) + 1);
        if let Some(place) = place {
            let always = self.blocks.terms.truth(true);
            self.store(place, pointer / 8, handle, always)?;
        }
        self.activity.started += 1;
        self.start(child, entry, &arguments);
        Ok(handle)
    }

    fn join(&mut self, thread: Term) -> Result<Term, Unsupported> {
        let pointer = self.blocks.program.model.pointer_bits();
        let zero = self.blocks.terms.constant(pointer, 0);
        let Some((child, activity)) = self.target(thread) else { return Ok(zero) };
        if !activity.has_returned {
            let never = self.blocks.terms.truth(false);
            Runner::wait_for(self, never);
            return Ok(zero);
        }
        let result = self.blocks.table.variable(&mut self.blocks.terms, Name::Result(child), pointer);
        let result = self.value(result);
        self.take_thread(child, activity);
        Ok(result)
    }

    fn detach(&mut self, thread: Term) -> Result<(), Unsupported> {
        if let Some((child, activity)) = self.target(thread) {
            self.take_thread(child, activity);
        }
        Ok(())
    }

    fn choose(&mut self, width: u8, domain: Domain) -> Term {
        let index = self.inputs.len() as u32;
        let input = self.blocks.table.input(&mut self.blocks.terms, index, width);
        self.inputs.push(input);
        let (low, most) = domain.range(ir::Width(width));
        if most < ir::Width(width).mask() {
            let terms = &mut self.blocks.terms;
            let (low, most) = (terms.constant(width, low), terms.constant(width, most));
            let above = terms.sub(input, low);
            let inside = terms.ule(above, most);
            if !terms.is_true(inside) {
                self.guard.push(inside);
            }
        }
        input
    }

    fn begin_section(&mut self, _: bool) {
        self.activity.section += 1;
    }

    fn end_section(&mut self) {
        self.activity.section = self.activity.section.saturating_sub(1);
    }
}

impl Runner<'_, '_, '_> {
    /// The object and the offset of an address that is known.
    fn place(&self, address: Term) -> Result<(u32, u32), Unsupported> {
        let address = self.blocks.terms.value_of(address).expect("addresses are known");
        let (object, offset) = self.blocks.program.model.unpack(address);
        let offset = u32::try_from(offset).map_err(|_| Unsupported::new("an address before an object"))?;
        Ok((object, offset))
    }

    /// The variable that a byte belongs to: where it begins, and how long it is.
    fn cell_at(&mut self, object: u32, at: u32) -> Result<(u32, u8), Unsupported> {
        let target = self.blocks.table.instance(object).map(|it| it.target);
        let target = target.ok_or(Unsupported::new("an address that is made from numbers"))?;
        Ok(self.blocks.layout.cell(target, at))
    }

    /// The thread of a handle that is known, if it can be joined or detached.
    fn target(&mut self, handle: Term) -> Option<(u32, Activity)> {
        let handle = self.blocks.terms.value_of(handle).expect("handles are known");
        let child = handle.checked_sub(1).and_then(|it| u32::try_from(it).ok());
        // Of the running thread the control knows only where it was before the block.
        let found = child.and_then(|it| match it == self.thread {
            true => Some((it, self.activity.clone())),
            false => Some((it, (**self.blocks.activities.get(self.control.activity(it)?)).clone())),
        });
        let found = found.filter(|it| !it.1.is_taken);
        if found.is_none() {
            self.mistake();
        }
        found
    }

    fn take_thread(&mut self, child: u32, activity: Activity) {
        if child == self.thread {
            self.activity.is_taken = true;
            return;
        }
        let taken = self.blocks.activities.number(Activity { is_taken: true, ..activity });
        self.control.set(child, taken);
    }

    /// A thread begins.
    fn start(&mut self, child: u32, entry: FunctionId, arguments: &[Term]) {
        let function = &self.blocks.program.functions[entry.index()];
        let activity = Activity::beginning(entry, function.entry);
        let id = self.blocks.activities.number(activity);
        self.control.set(child, id);
        self.started.push(child);
        for (register, it) in function.registers.iter().enumerate() {
            let width = it.width.0;
            let site = self.site;
            let value = match arguments.get(register).filter(|_| register < function.parameters as usize) {
                Some(&value) => self.resized(value, width),
                None => {
                    self.site = NOWHERE;
                    self.blocks.terms.constant(width, 0)
                }
            };
            let register = RegisterId(register as u32);
            let name = Name::Register { thread: child, depth: 0, function: entry, register };
            let variable = self.blocks.table.variable(&mut self.blocks.terms, name, width);
            self.set(variable, value);
            self.site = site;
        }
        self.clear_private(child, 0, entry);
        for index in 0..self.blocks.program.globals.len() as u32 {
            let global = ir::GlobalId(index);
            if self.blocks.program.globals[global.index()].thread_local {
                let object = self.blocks.thread_local_object(child, global);
                self.clear(object);
            }
        }
    }
}
