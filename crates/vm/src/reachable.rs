//! What the code from some instruction on may touch, for whoever wants to know what a thread may still do.
//!
//! An operation whose address stands in the code (a global by name) touches that. One on a local that never leaves its
//! thread touches nothing that others can see. One through a pointer may touch anything. Calls and new threads are
//! followed into their functions; where a function is called through a pointer, into all that would fit.
//!
//! A lock of a global mutex that is known to stay held is the end of the way. That holds as long as nobody overwrites the
//! mutex: nobody but its holder can unlock it.
//!
//! The code from an instruction on is walked when somebody asks for it first; the answer is kept.

mod origin;

use crate::code::{CallCode, CalleeCode, Code, Instruction, Operand, OperationKind, Pc};
use crate::memory::{Kind, Memory, State};
use event::{Access, ObjectId, Place};
use origin::{Origin, Origins};
use rustc_hash::FxHashMap;

/// What is done to something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Touch {
    #[default]
    Nothing,
    Look,
    Change,
}

impl Touch {
    /// Whether it conflicts with an access to the same bytes.
    pub fn conflicts(self, access: Access) -> bool {
        match self {
            Touch::Nothing => false,
            Touch::Look => !access.is_look(),
            Touch::Change => true,
        }
    }
}

/// What a stretch of code may touch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touches {
    /// Bytes of globals.
    globals: Vec<(Place, Touch)>,
    /// Objects other than globals.
    elsewhere: Touch,
    /// All objects.
    anywhere: Touch,
    /// Handles of threads: it joins or detaches some.
    handles: bool,
    /// Global mutexes that it may overwrite, and not only lock and unlock.
    pub overwritten: Mutexes,
}

/// A set of global mutexes: bits that stand for [`Reachable::mutexes`].
pub(crate) type Mutexes = u64;

/// What is known so far.
#[derive(Debug, Default)]
pub(crate) struct Reachable {
    origins: Origins,
    /// Mutexes that the code locks by name; if there are many, some of them.
    mutexes: Vec<Place>,
    /// By where the code begins, and the mutexes that stay held.
    known: FxHashMap<(Pc, Mutexes), Touches>,
    is_prepared: bool,
}

impl Touches {
    /// Whether some operation may conflict with an access.
    pub fn conflict(&self, access: Access, is_global: bool) -> bool {
        let Some(place) = access.place() else { return self.handles && is_handle(access) };
        self.anywhere.conflicts(access)
            || !is_global && self.elsewhere.conflicts(access)
            || self.globals.iter().any(|(own, touch)| own.overlaps(place) && touch.conflicts(access))
    }

    fn add(&mut self, place: Place, touch: Touch) {
        match self.globals.iter_mut().find(|it| it.0 == place) {
            Some(known) => known.1 = known.1.max(touch),
            None => self.globals.push((place, touch)),
        }
    }

    /// Adds an access of so many bytes.
    fn add_access(&mut self, memory: &Memory, origin: Origin, size: u8, touch: Touch) {
        match origin {
            Origin::Private => {}
            Origin::Own => self.elsewhere = self.elsewhere.max(touch),
            Origin::Unknown => self.anywhere = self.anywhere.max(touch),
            Origin::Within(object) => match memory.state(object) {
                State::Live(Kind::Global | Kind::Constant) => self.add(memory.whole(object), touch),
                State::Absent | State::Function | State::Live(_) | State::Ended(_) => {
                    self.anywhere = self.anywhere.max(touch);
                }
            },
            Origin::Fixed(address) => match memory.locate_global(address, size, touch == Touch::Change) {
                Some(at) => self.add(at.place, touch),
                None => self.add_mistake(memory, memory.object_at(address), touch),
            },
        }
    }

    /// Adds an access to an object that is not there as it should be.
    fn add_mistake(&mut self, memory: &Memory, object: u32, touch: Touch) {
        match memory.state(object) {
            // Looks at all of it.
            State::Live(Kind::Global | Kind::Constant) => self.add(memory.whole(object), Touch::Look),
            State::Function => {}
            State::Absent if object == 0 => {}
            State::Absent | State::Live(_) | State::Ended(_) => self.anywhere = self.anywhere.max(touch),
        }
    }
}

/// Whether an access changes the handle of a thread.
pub(crate) fn is_handle(access: Access) -> bool {
    matches!(access, Access::Join(_) | Access::Detach(_))
}

/// All bytes that an object could have.
pub(crate) fn all_of(object: u32) -> Place {
    Place { object: ObjectId(object), offset: 0, length: u32::MAX }
}

impl Reachable {
    /// Looks at the code, unless that has been done.
    pub fn prepare(&mut self, code: &Code, memory: &Memory) {
        if std::mem::replace(&mut self.is_prepared, true) {
            return;
        }
        self.origins = Origins::new(code);
        for (pc, instruction) in code.instructions.iter().enumerate() {
            let Instruction::Visible { operation } = *instruction else { continue };
            let OperationKind::Lock(mutex) = code.operations[operation as usize].kind else { continue };
            let place = mutex_place(memory, self.origins.of(code, pc as Pc, mutex));
            let is_new = |it: &Place| !self.mutexes.contains(it) && self.mutexes.len() < Mutexes::BITS as usize;
            self.mutexes.extend(place.filter(is_new));
        }
    }

    /// Mutexes that the code locks by name.
    pub fn mutexes(&self) -> &[Place] {
        &self.mutexes
    }

    /// What may be touched from an instruction on, by the function that it is in and all that it calls or starts, while
    /// some mutexes stay held by others. To be [prepared](Reachable::prepare).
    pub fn from(&mut self, code: &Code, memory: &Memory, start: Pc, held: Mutexes) -> &Touches {
        let Reachable { origins, known, mutexes, .. } = self;
        known.entry((start, held)).or_insert_with(|| Walk { code, origins, memory, mutexes, held }.from(start))
    }
}

/// The place of a global mutex.
fn mutex_place(memory: &Memory, origin: Origin) -> Option<Place> {
    let Origin::Fixed(address) = origin else { return None };
    memory.locate_global(address, 4, true).map(|it| it.place)
}

/// A walk along code.
struct Walk<'a> {
    code: &'a Code,
    origins: &'a Origins,
    memory: &'a Memory,
    mutexes: &'a [Place],
    /// Those that stay held.
    held: Mutexes,
}

impl Walk<'_> {
    /// Walks along all code that may run from an instruction on.
    fn from(&self, start: Pc) -> Touches {
        let code = self.code;
        let mut touches = Touches::default();
        let mut seen = vec![false; code.instructions.len()];
        let mut left = vec![start];
        while let Some(pc) = left.pop() {
            // Behind the last instruction there is nothing.
            if seen.get_mut(pc as usize).is_none_or(|it| std::mem::replace(it, true)) {
                continue;
            }
            match code.instructions[pc as usize] {
                Instruction::Jump { target } => left.push(target),
                Instruction::BranchUnless { target, .. } | Instruction::CompareBranchUnless { target, .. } => {
                    left.extend([pc + 1, target]);
                }
                Instruction::Return { .. } | Instruction::Stop { .. } => {}
                Instruction::Call { call } => {
                    left.push(pc + 1);
                    push_callees(code, &code.calls[call as usize], &mut left);
                }
                Instruction::Visible { operation } => {
                    let kind = code.operations[operation as usize].kind;
                    if self.waits(pc, kind) {
                        continue;
                    }
                    left.push(pc + 1);
                    let origin = |address: Operand| self.origins.of(code, pc, address);
                    add_operation(&mut touches, code, self.memory, kind, origin);
                    touches.overwritten |= self.overwritten(pc, kind);
                    if let OperationKind::Spawn { function, .. } = kind {
                        push_started(code, constant(code, function), &mut left);
                    }
                }
                Instruction::Move { .. }
                | Instruction::Unary { .. }
                | Instruction::Binary { .. }
                | Instruction::SignExtend { .. }
                | Instruction::Mask { .. }
                | Instruction::Convert { .. }
                | Instruction::SlotAddress { .. }
                | Instruction::ThreadLocalAddress { .. }
                | Instruction::Clear { .. } => left.push(pc + 1),
            }
        }
        touches
    }

    /// Whether an operation waits for a mutex that stays held.
    fn waits(&self, pc: Pc, kind: OperationKind) -> bool {
        let OperationKind::Lock(mutex) = kind else { return false };
        let place = mutex_place(self.memory, self.origins.of(self.code, pc, mutex));
        place.is_some_and(|it| self.mutexes_at(it) & self.held != 0)
    }

    /// The mutexes that begin at a place.
    fn mutexes_at(&self, place: Place) -> Mutexes {
        self.those(|it| it == place)
    }

    fn those(&self, is_one: impl Fn(Place) -> bool) -> Mutexes {
        let bits = self.mutexes.iter().enumerate().map(|(index, &it)| Mutexes::from(is_one(it)) << index);
        bits.fold(0, |all, it| all | it)
    }

    /// The mutexes that an operation may overwrite.
    fn overwritten(&self, pc: Pc, kind: OperationKind) -> Mutexes {
        let (address, size) = match kind {
            OperationKind::Store { address, size, .. }
            | OperationKind::Update { address, size, .. }
            | OperationKind::CompareExchange { address, size, .. } => (address, size.0),
            OperationKind::InitMutex { mutex, .. } => (mutex, 4),
            OperationKind::Spawn { place: Some(place), .. } => (place, self.code.model.pointer_bytes() as u8),
            OperationKind::Release(_) => return Mutexes::MAX,
            OperationKind::Load { .. }
            | OperationKind::Fence
            | OperationKind::Lock(_)
            | OperationKind::TryLock(_)
            | OperationKind::Unlock(_)
            | OperationKind::DestroyMutex(_)
            | OperationKind::Spawn { place: None, .. }
            | OperationKind::Join(_)
            | OperationKind::Detach(_)
            | OperationKind::CurrentThread
            | OperationKind::Extent { .. }
            | OperationKind::Doubt { .. }
            | OperationKind::Unset { .. }
            | OperationKind::Forget { .. }
            | OperationKind::Compare { .. }
            | OperationKind::AtomicBegin
            | OperationKind::AtomicEnd
            | OperationKind::Choose { .. }
            | OperationKind::Allocate { .. }
            | OperationKind::Reallocate { .. }
            | OperationKind::Free(_)
            | OperationKind::OpenSlot(_)
            | OperationKind::CloseSlot(_) => return 0,
        };
        match self.origins.of(self.code, pc, address) {
            Origin::Fixed(address) => match self.memory.locate_global(address, size, true) {
                Some(at) => self.those(|it| it.overlaps(at.place)),
                None => 0,
            },
            Origin::Within(object) => self.those(|it| it.object == ObjectId(object)),
            Origin::Private | Origin::Own => 0,
            Origin::Unknown => Mutexes::MAX,
        }
    }
}

/// Adds what an operation may touch.
fn add_operation(
    touches: &mut Touches,
    code: &Code,
    memory: &Memory,
    kind: OperationKind,
    origin: impl Fn(Operand) -> Origin,
) {
    match kind {
        OperationKind::Load { address, size } => {
            touches.add_access(memory, origin(address), size.0, Touch::Look);
        }
        OperationKind::Store { address, size, .. }
        | OperationKind::Update { address, size, .. }
        | OperationKind::CompareExchange { address, size, .. } => {
            touches.add_access(memory, origin(address), size.0, Touch::Change);
        }
        OperationKind::Lock(mutex)
        | OperationKind::TryLock(mutex)
        | OperationKind::Unlock(mutex)
        | OperationKind::InitMutex { mutex, .. }
        | OperationKind::DestroyMutex(mutex) => {
            touches.add_access(memory, origin(mutex), 4, Touch::Change);
        }
        OperationKind::Join(_) => {
            touches.handles = true;
            if !code.thread_locals.is_empty() {
                touches.elsewhere = Touch::Change;
            }
        }
        OperationKind::Detach(_) => touches.handles = true,
        OperationKind::Reallocate { .. } | OperationKind::Free(_) => {
            // What is not on the heap is looked at.
            touches.elsewhere = Touch::Change;
            touches.anywhere = touches.anywhere.max(Touch::Look);
        }
        OperationKind::Release(_) => touches.anywhere = Touch::Change,
        OperationKind::CloseSlot(_) => touches.elsewhere = Touch::Change,
        OperationKind::Spawn { place: Some(place), .. } => {
            touches.add_access(memory, origin(place), code.model.pointer_bytes() as u8, Touch::Change);
        }
        OperationKind::Fence
        | OperationKind::Spawn { place: None, .. }
        | OperationKind::CurrentThread
        | OperationKind::Extent { .. }
        | OperationKind::Doubt { .. }
        | OperationKind::Unset { .. }
        | OperationKind::Forget { .. }
        | OperationKind::Compare { .. }
        | OperationKind::AtomicBegin
        | OperationKind::AtomicEnd
        | OperationKind::Choose { .. }
        | OperationKind::Allocate { .. }
        | OperationKind::OpenSlot(_) => {}
    }
}

/// The value of an operand that is a constant.
fn constant(code: &Code, operand: Operand) -> Option<u64> {
    let is_constant = operand.0 & Operand::CONSTANT != 0;
    is_constant.then(|| code.constants[(operand.0 & !Operand::CONSTANT) as usize])
}

/// Appends where the functions begin that a call may run.
fn push_callees(code: &Code, call: &CallCode, left: &mut Vec<Pc>) {
    match call.callee {
        CalleeCode::Direct(function) => left.push(code.functions[function as usize].entry),
        CalleeCode::Indirect(address) => match constant(code, address) {
            Some(address) => left.extend(code.function_at(address).map(|it| code.functions[it as usize].entry)),
            None => {
                let fits = code.functions.iter().filter(|it| it.parameter_widths == call.argument_widths);
                left.extend(fits.map(|it| it.entry));
            }
        },
    }
}

/// Appends where the functions begin that a new thread may run, given the address of its function if that is known.
pub(crate) fn push_started(code: &Code, function: Option<u64>, left: &mut Vec<Pc>) {
    let runner = code.runner.map(|it| code.functions[it as usize].entry);
    left.extend(runner);
    match function {
        Some(address) => left.extend(code.function_at(address).map(|it| code.functions[it as usize].entry)),
        None => {
            let fits = code.functions.iter().filter(|it| it.parameter_widths.len() <= 1);
            left.extend(fits.map(|it| it.entry));
        }
    }
}
