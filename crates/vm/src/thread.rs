//! One thread: an interpreter that runs local code up to the next visible operation and stops there.
//!
//! A thread never touches shared memory. It shows what it wants as a [`Request`] and goes on when it is given the answer,
//! so whoever holds threads decides what memory means.
//!
//! Its whole state is a row of words, so that copying, comparing and hashing are what they are for a slice:
//!
//! ```text
//! header: pc | frame pointer | spawned, created objects | atomic depth, call depth | thread-local objects …
//! frame:  return pc, caller's frame pointer | function, first private slot | locals … | shared slots … | private memory …
//! ```
//!
//! An ended thread is one word: its result. The functions here work on the tail of a vector, from `base` to its end: the
//! machine keeps many versions of its threads in one vector and runs the one at the end in place; [`Thread`] owns its
//! words and has base 0.

use crate::arithmetic;
use crate::code::{CalleeCode, Code, Instruction, Operand, OperationKind, Pc, SlotCode, StopCode};
use crate::machine::MOST_BRANCHES;
use event::{End, Fault, StopKind};
use ir::{Bytes, Update, Width};

const PC: usize = 0;
const FRAME: usize = 1;
const NAMES: usize = 2;
const DEPTHS: usize = 3;
/// Words before the first frame.
const HEADER: usize = 4;
/// Words of a frame before its locals.
const FRAME_HEADER: usize = 2;
/// Calls nested deeper than this are cut.
const MAX_CALLS: u32 = 10_000;

/// What a thread wants of the world. Every operand is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Request {
    Load {
        address: u64,
        size: u8,
    },
    Store {
        address: u64,
        size: u8,
        value: u64,
    },
    Update {
        address: u64,
        size: u8,
        update: Update,
        operand: u64,
    },
    CompareExchange {
        address: u64,
        size: u8,
        expected: u64,
        desired: u64,
    },
    Fence,
    Lock {
        mutex: u64,
    },
    TryLock {
        mutex: u64,
    },
    Unlock {
        mutex: u64,
    },
    InitMutex {
        mutex: u64,
        kind: u64,
    },
    DestroyMutex {
        mutex: u64,
    },
    Spawn {
        function: u64,
        argument: u64,
        /// Where the handle is stored, if it is `stored` where others can see it.
        place: u64,
        stored: bool,
    },
    Join {
        handle: u64,
    },
    Detach {
        handle: u64,
    },
    CurrentThread,
    Extent {
        address: u64,
    },
    /// Something is open about two words.
    Doubt {
        about: ir::Doubt,
        left: u64,
        right: u64,
    },
    AtomicBegin,
    AtomicEnd,
    Choose {
        low: u64,
        count: u64,
        width: u8,
    },
    Allocate {
        size: u64,
        zeroed: bool,
        automatic: bool,
    },
    Reallocate {
        address: u64,
        size: u64,
    },
    Free {
        address: u64,
    },
    OpenSlot {
        size: u64,
        zeroed: bool,
    },
    CloseSlot {
        object: u64,
    },
    /// Which bits were never written.
    Unset {
        address: u64,
        size: u8,
    },
    /// These bits count as never written.
    Forget {
        address: u64,
        size: u8,
        bits: u64,
    },
    /// Two addresses of different objects are compared.
    Compare {
        left: u64,
        right: u64,
    },
}

impl Request {
    /// Whether serving it changes the thread itself, or needs to know where it is.
    #[inline]
    pub(crate) fn needs_frame(self) -> bool {
        match self {
            Request::Reallocate { .. } | Request::Allocate { .. } => true,
            Request::Choose { count, .. } => count > MOST_BRANCHES,
            Request::Load { .. }
            | Request::Store { .. }
            | Request::Update { .. }
            | Request::CompareExchange { .. }
            | Request::Fence
            | Request::Lock { .. }
            | Request::TryLock { .. }
            | Request::Unlock { .. }
            | Request::InitMutex { .. }
            | Request::DestroyMutex { .. }
            | Request::Spawn { .. }
            | Request::Join { .. }
            | Request::Detach { .. }
            | Request::CurrentThread
            | Request::Extent { .. }
            | Request::Doubt { .. }
            | Request::AtomicBegin
            | Request::AtomicEnd
            | Request::Free { .. }
            | Request::OpenSlot { .. }
            | Request::CloseSlot { .. }
            | Request::Unset { .. }
            | Request::Forget { .. }
            | Request::Compare { .. } => false,
        }
    }

    /// Whether a thread that comes back to it may be held there until it finds something else: it is a look at one place,
    /// or leaves there what it finds.
    pub(crate) fn can_watch(self) -> bool {
        matches!(
            self,
            Request::Load { .. } | Request::Update { .. } | Request::CompareExchange { .. } | Request::TryLock { .. }
        )
    }

    /// Whether what it touches depends on what it finds.
    pub(crate) fn varies(self) -> bool {
        match self {
            Request::Update { update: Update::AddIfFits | Update::SubtractIfFits, .. }
            | Request::CompareExchange { .. }
            | Request::TryLock { .. }
            | Request::Unlock { .. }
            | Request::DestroyMutex { .. }
            | Request::Free { .. }
            | Request::Allocate { .. }
            | Request::Reallocate { .. }
            | Request::AtomicBegin => true,
            Request::Load { .. }
            | Request::Store { .. }
            | Request::Update { .. }
            | Request::Fence
            | Request::Lock { .. }
            | Request::InitMutex { .. }
            | Request::Spawn { .. }
            | Request::Join { .. }
            | Request::Detach { .. }
            | Request::CurrentThread
            | Request::Extent { .. }
            | Request::Doubt { .. }
            | Request::AtomicEnd
            | Request::Choose { .. }
            | Request::OpenSlot { .. }
            | Request::CloseSlot { .. }
            | Request::Unset { .. }
            | Request::Forget { .. }
            | Request::Compare { .. } => false,
        }
    }
}

/// Where a thread stopped running.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// At an operation.
    At(Request),
    /// At an operation that is disabled as long as it would only lead back here.
    Watching(Request),
    /// At an operation where it was before, without having done anything since: it waits for others.
    Spinning(Request),
    /// At its end.
    Ended(End),
}

impl Outcome {
    /// Whether it is at a request that nobody else can notice.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(
            self,
            Outcome::At(
                Request::Allocate { .. }
                    | Request::OpenSlot { .. }
                    | Request::CurrentThread
                    | Request::Extent { .. }
                    | Request::Doubt { .. }
                    | Request::AtomicEnd
                    | Request::Unset { .. }
                    | Request::Forget { .. }
                    | Request::Compare { .. }
            )
        )
    }
}

/// How many local instructions a thread may run before it is cut.
#[derive(Clone, Copy, Debug)]
pub struct Fuel(pub u64);

/// Somebody who looks on while a thread runs.
pub(crate) trait Watch {
    /// The thread comes to an instruction, in the frame that begins at this word of it and looks like this.
    fn comes_to(&mut self, pc: Pc, frame: usize, locals: &[u64]);
}

/// Nobody.
impl Watch for () {
    #[inline(always)]
    fn comes_to(&mut self, _pc: Pc, _frame: usize, _locals: &[u64]) {}
}

/// A thread by itself: cheap to copy, comparable, resumable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thread {
    words: Vec<u64>,
    outcome: Outcome,
}

impl Thread {
    /// A thread that runs a function (by its index) on an argument, up to its first operation.
    pub fn start(code: &Code, function: ir::FunctionId, argument: u64, fuel: &mut Fuel) -> Thread {
        let mut words = Vec::new();
        start(code, &mut words, function.0, &[argument]);
        let outcome = run(code, &mut words, 0, fuel);
        Thread { words, outcome }
    }

    /// Where it is.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Gives the answer to its request and runs it up to the next one.
    pub fn resume(&mut self, code: &Code, answer: u64, fuel: &mut Fuel) -> Outcome {
        self.outcome = resume(code, &mut self.words, 0, answer, fuel);
        self.outcome
    }

    /// The result of an ended thread.
    pub fn result(&self) -> Option<u64> {
        match self.outcome {
            Outcome::Ended(_) => self.words.first().copied(),
            Outcome::At(_) | Outcome::Watching(_) | Outcome::Spinning(_) => None,
        }
    }
}

/// Appends a new thread that is about to run `function` on as many of the arguments as it takes.
pub(crate) fn start(code: &Code, words: &mut Vec<u64>, function: u32, arguments: &[u64]) {
    let base = words.len();
    words.extend([0; HEADER]);
    words.extend(code.thread_locals.iter().map(|_| 0));
    let frame = words.len();
    push_frame(code, words, base, function, 0);
    let widths = &code.functions[function as usize].parameter_widths;
    for (index, (argument, width)) in arguments.iter().zip(widths).enumerate() {
        words[frame + FRAME_HEADER + index] = *argument & Width(*width).mask();
    }
}

/// Tells a new thread where its thread-local globals are.
pub(crate) fn set_thread_local(words: &mut [u64], base: usize, index: usize, object: u32) {
    words[base + HEADER + index] = object.into();
}

/// The program counter of a running thread.
pub(crate) fn pc(words: &[u64], base: usize) -> Pc {
    words[base + PC] as Pc
}

/// How many atomic sections the thread is in.
pub(crate) fn atomic_depth(words: &[u64], base: usize) -> u32 {
    (words[base + DEPTHS] >> 32) as u32
}

/// Enters (+1) or leaves (-1) an atomic section.
pub(crate) fn change_atomic_depth(words: &mut [u64], base: usize, by: i32) {
    let depth = atomic_depth(words, base).saturating_add_signed(by);
    words[base + DEPTHS] = u64::from(depth) << 32 | words[base + DEPTHS] & 0xffff_ffff;
}

/// The number of the next thread that this one spawns; counts it.
pub(crate) fn next_spawn(words: &mut [u64], base: usize) -> u32 {
    let index = spawned(words, base);
    words[base + NAMES] += 1 << 32;
    index
}

/// How many threads this one has spawned.
pub(crate) fn spawned(words: &[u64], base: usize) -> u32 {
    (words[base + NAMES] >> 32) as u32
}

/// How many objects this thread has created.
pub(crate) fn created(words: &[u64], base: usize) -> u32 {
    words[base + NAMES] as u32
}

/// The number of the next object that this thread creates; counts it.
pub(crate) fn next_object(words: &mut [u64], base: usize) -> u32 {
    let index = words[base + NAMES] as u32;
    words[base + NAMES] += 1;
    index
}

/// The functions on the stack with the instruction each is at, innermost first.
pub(crate) fn stack(words: &[u64], base: usize) -> Vec<(u32, Pc)> {
    let mut frames = Vec::new();
    let mut frame = words[base + FRAME] as usize;
    let mut pc = pc(words, base);
    while frame != 0 {
        frames.push((function_of(words, base + frame), pc));
        // The return pc is the instruction behind the call.
        pc = (words[base + frame] as Pc).saturating_sub(1);
        frame = (words[base + frame] >> 32) as usize;
    }
    frames
}

/// The frames with what [`Watch`] calls them, the function, and the instruction each is at, innermost first.
pub(crate) fn frames(words: &[u64], base: usize) -> Vec<(usize, u32, Pc)> {
    let mut starts = Vec::new();
    let mut frame = words[base + FRAME] as usize;
    while frame != 0 {
        starts.push(frame + FRAME_HEADER);
        frame = (words[base + frame] >> 32) as usize;
    }
    starts.into_iter().zip(stack(words, base)).map(|(start, (function, pc))| (start, function, pc)).collect()
}

/// Leaves out of [`encode`]d words how many threads and objects the thread has made.
pub(crate) fn forget_counters(state: &mut [u64]) {
    state[NAMES] = 0;
}

/// The locals of the innermost frame, and whatever lies behind them.
pub(crate) fn locals(words: &[u64], base: usize) -> &[u64] {
    let frame = words[base + FRAME] as usize;
    if frame == 0 { &[] } else { &words[base + frame + FRAME_HEADER..] }
}

/// Appends the words that decide what the thread does next: temporaries are left out, they are computed anew.
pub(crate) fn encode(code: &Code, words: &[u64], state: &mut Vec<u64>) {
    let mut frame = HEADER + code.thread_locals.len();
    state.extend_from_slice(&words[..frame]);
    while frame < words.len() {
        let function = &code.functions[function_of(words, frame) as usize];
        let locals = frame + FRAME_HEADER;
        state.extend_from_slice(&words[frame..locals + function.registers as usize]);
        frame = locals + function.words as usize;
        state.extend_from_slice(&words[locals + function.locals as usize..frame]);
    }
}

/// Whether two running threads will do the same: all their words are equal but temporaries, and counters of rounds. A thread that
/// has come back waits, however many rounds its loops may make.
pub(crate) fn is_same(code: &Code, one: &[u64], two: &[u64]) -> bool {
    let mut frame = HEADER + code.thread_locals.len();
    if one.len() != two.len() || one[..frame] != two[..frame] {
        return false;
    }
    while frame < one.len() {
        let function = &code.functions[function_of(one, frame) as usize];
        let locals = frame + FRAME_HEADER;
        let compared = locals + function.compared as usize;
        let slots = locals + function.locals as usize;
        let end = locals + function.words as usize;
        if one[frame..compared] != two[frame..compared] || one[slots..end] != two[slots..end] {
            return false;
        }
        frame = end;
    }
    true
}

fn function_of(words: &[u64], frame: usize) -> u32 {
    (words[frame + 1] >> 32) as u32
}

fn first_private_slot(words: &[u64], frame: usize) -> u32 {
    words[frame + 1] as u32
}

/// A new frame at the end. The return address is the current pc.
fn push_frame(code: &Code, words: &mut Vec<u64>, base: usize, function: u32, first_private: u32) {
    let callee = &code.functions[function as usize];
    let caller = words[base + FRAME];
    let return_pc = words[base + PC];
    let frame = words.len();
    words.push(caller << 32 | return_pc);
    words.push(u64::from(function) << 32 | u64::from(first_private));
    words.resize(frame + FRAME_HEADER + callee.words as usize, 0);
    words[base + FRAME] = (frame - base) as u64;
    words[base + PC] = u64::from(callee.entry);
}

/// Gives the answer to the pending operation and runs on.
pub(crate) fn resume(code: &Code, words: &mut Vec<u64>, base: usize, answer: u64, fuel: &mut Fuel) -> Outcome {
    answer_request(code, words, base, answer);
    run(code, words, base, fuel)
}

/// Writes the answer of the pending operation where it belongs and steps over it.
#[inline]
pub(crate) fn answer_request(code: &Code, words: &mut [u64], base: usize, answer: u64) {
    answer_load(code, words, base, answer, 0);
}

/// The same if these bits of what is loaded were never written.
#[inline]
pub(crate) fn answer_load(code: &Code, words: &mut [u64], base: usize, answer: u64, unset: u64) {
    let Instruction::Visible { operation } = code.instructions[pc(words, base) as usize] else {
        unreachable!("a waiting thread stands at a visible operation");
    };
    let operation = &code.operations[operation as usize];
    let frame = base + words[base + FRAME] as usize;
    if let OperationKind::Spawn { place: Some(place), .. } = operation.kind {
        keep_handle(code, words, base, place, answer);
    }
    if let OperationKind::OpenSlot(slot) = operation.kind {
        let function = &code.functions[function_of(words, frame) as usize];
        if let SlotCode::Shared { word, .. } = function.slots[slot.index()] {
            words[frame + FRAME_HEADER + word as usize] = answer;
        }
    } else if let Some(dest) = operation.dest {
        words[frame + FRAME_HEADER + dest as usize] = answer;
    }
    if let Some((dest, pc)) = operation.unset {
        words[frame + FRAME_HEADER + dest as usize] = unset;
        words[base + PC] = pc.into();
        return;
    }
    words[base + PC] += 1;
}

/// Puts the handle of a new thread into the private slot that it goes to, if it goes to one.
#[inline(never)]
fn keep_handle(code: &Code, words: &mut [u64], base: usize, Operand(place): Operand, handle: u64) {
    let address = if place & Operand::CONSTANT != 0 {
        code.constants[(place & !Operand::CONSTANT) as usize]
    } else {
        words[base + words[base + FRAME] as usize + FRAME_HEADER + place as usize]
    };
    if is_own_place(code, words, base, address) {
        let size = Bytes(code.model.pointer_bytes() as u8);
        let stored = private_update(code, words, base, address, size, |_| Some(handle));
        debug_assert!(stored.is_ok(), "it was looked for");
    }
}

/// Whether a word at an address is in a private slot.
fn is_own_place(code: &Code, words: &[u64], base: usize, address: u64) -> bool {
    let size = Bytes(code.model.pointer_bytes() as u8);
    is_private(code, address) && private_place(code, words, base, address, size).is_ok()
}

/// Makes the thread an ended one with this result.
pub(crate) fn end(words: &mut Vec<u64>, base: usize, result: u64) {
    words.truncate(base);
    words.push(result);
}

/// Runs until the next operation or the end. On [`End::Failed`] and stops the pc stays at the culprit; the caller then
/// calls [`end`]. A thread that returned is already ended.
pub(crate) fn run(code: &Code, words: &mut Vec<u64>, base: usize, fuel: &mut Fuel) -> Outcome {
    run_watched(code, words, base, fuel, &mut ())
}

/// The same before the eyes of somebody.
pub(crate) fn run_watched<W: Watch>(
    code: &Code,
    words: &mut Vec<u64>,
    base: usize,
    fuel: &mut Fuel,
    watch: &mut W,
) -> Outcome {
    let mut pc = words[base + PC] as usize;
    let mut locals = base + words[base + FRAME] as usize + FRAME_HEADER;
    let mut left = fuel.0;
    let wrap = !code.checked.contains(event::Property::Overflow);
    let instructions = code.instructions.as_slice();
    let constants = code.constants.as_slice();
    let mut frame = &mut words[locals..];
    macro_rules! value {
        ($operand:expr) => {{
            let Operand(index) = $operand;
            if index & Operand::CONSTANT != 0 {
                constants[(index & !Operand::CONSTANT) as usize]
            } else {
                frame[index as usize]
            }
        }};
    }
    macro_rules! leave {
        ($outcome:expr) => {{
            words[base + PC] = pc as u64;
            fuel.0 = left;
            return $outcome;
        }};
    }
    macro_rules! fail {
        ($fault:expr) => {
            leave!(Outcome::Ended(code.end_by($fault)))
        };
    }
    // An operation on memory that only this thread has: done at once.
    macro_rules! local {
        ($operation:expr, $result:expr) => {{
            match $result {
                Ok(old) => {
                    frame = &mut words[locals..];
                    if let Some(dest) = $operation.dest {
                        frame[dest as usize] = old;
                    }
                }
                Err(fault) => fail!(fault),
            }
            pc += 1;
            continue;
        }};
    }
    loop {
        if left == 0 {
            leave!(Outcome::Ended(End::Stopped(StopKind::Cut)));
        }
        left -= 1;
        watch.comes_to(pc as Pc, locals - base, frame);
        match instructions[pc] {
            Instruction::Clear { list } => {
                for &it in &code.clears[list as usize] {
                    frame[it as usize] = 0;
                }
            }
            Instruction::Move { to, from } => frame[to as usize] = value!(from),
            Instruction::Unary { operator, width, to, operand } => {
                match arithmetic::unary(operator, Width(width), value!(operand), wrap) {
                    Ok(result) => frame[to as usize] = result,
                    Err(fault) => fail!(fault),
                }
            }
            Instruction::Binary { operator, width, to, left, right } => {
                match arithmetic::binary(operator, Width(width), value!(left), value!(right), wrap) {
                    Ok(result) => frame[to as usize] = result,
                    Err(fault) => fail!(fault),
                }
            }
            Instruction::SignExtend { from, width, to, operand } => {
                frame[to as usize] = Width(from).signed(value!(operand)) as u64 & Width(width).mask();
            }
            Instruction::Convert { conversion, from, width, to, operand } => {
                match arithmetic::convert(conversion, Width(from), Width(width), value!(operand)) {
                    Ok(result) => frame[to as usize] = result,
                    Err(fault) => fail!(fault),
                }
            }
            Instruction::Mask { width, to, operand } => {
                frame[to as usize] = value!(operand) & Width(width).mask();
            }
            Instruction::SlotAddress { slot, to, offset } => {
                let address = slot_address(code, words, locals - FRAME_HEADER, slot, offset);
                frame = &mut words[locals..];
                frame[to as usize] = address;
            }
            Instruction::ThreadLocalAddress { index, to, offset } => {
                let address = thread_local_address(code, words[base + HEADER + index as usize], offset);
                frame = &mut words[locals..];
                frame[to as usize] = address;
            }
            Instruction::Jump { target } => {
                pc = target as usize;
                continue;
            }
            Instruction::BranchUnless { condition, target } => {
                if value!(condition) == 0 {
                    pc = target as usize;
                    continue;
                }
            }
            Instruction::CompareBranchUnless { operator, width, left, right, target } => {
                if !arithmetic::compare(operator, Width(width), value!(left), value!(right)) {
                    pc = target as usize;
                    continue;
                }
            }
            Instruction::Call { call } => {
                words[base + PC] = pc as u64;
                if let Err(end) = call_function(code, words, base, locals, call) {
                    leave!(Outcome::Ended(end));
                }
                pc = words[base + PC] as usize;
                locals = base + words[base + FRAME] as usize + FRAME_HEADER;
                frame = &mut words[locals..];
                continue;
            }
            Instruction::Return { value } => {
                let result = value!(value);
                let header = locals - FRAME_HEADER;
                let (return_pc, caller) = (words[header] as Pc, (words[header] >> 32) as usize);
                if caller == 0 {
                    let main = function_of(words, header) == code.entry;
                    end(words, base, result);
                    fuel.0 = left;
                    return Outcome::Ended(if main { End::MainReturned } else { End::Returned });
                }
                words.truncate(header);
                words[base + FRAME] = caller as u64;
                words[base + DEPTHS] -= 1;
                locals = base + caller + FRAME_HEADER;
                pc = return_pc as usize;
                frame = &mut words[locals..];
                if let Instruction::Call { call } = instructions[pc - 1] {
                    let call = &code.calls[call as usize];
                    if let Some(dest) = call.dest {
                        // An indirect callee may return another width than the caller wants.
                        frame[dest as usize] = result & call.result_mask;
                    }
                }
                continue;
            }
            Instruction::Stop { stop } => match code.stops[stop as usize] {
                StopCode::Assume => leave!(Outcome::Ended(End::Stopped(StopKind::Assume))),
                StopCode::Cut => leave!(Outcome::Ended(End::Stopped(StopKind::Cut))),
                StopCode::Exit => leave!(Outcome::Ended(End::Stopped(StopKind::Exit))),
                StopCode::Fail => fail!(Fault::Assertion),
                StopCode::Misuse => fail!(Fault::Misuse),
                StopCode::Uninitialised => fail!(Fault::Uninitialised),
                StopCode::ThreadExit(value) => {
                    let result = value!(value);
                    end(words, base, result);
                    fuel.0 = left;
                    return Outcome::Ended(End::Returned);
                }
            },
            Instruction::Visible { operation } => {
                let operation = &code.operations[operation as usize];
                let request = match operation.kind {
                    OperationKind::Load { address, size } => {
                        let address = value!(address);
                        if is_private(code, address) {
                            local!(operation, private_update(code, words, base, address, size, |_| None))
                        }
                        Request::Load { address, size: size.0 }
                    }
                    OperationKind::Store { address, size, value } => {
                        let (address, value) = (value!(address), value!(value));
                        if is_private(code, address) {
                            local!(operation, private_update(code, words, base, address, size, |_| Some(value)))
                        }
                        Request::Store { address, size: size.0, value }
                    }
                    OperationKind::Update { address, size, update, operand } => {
                        let (address, operand) = (value!(address), value!(operand));
                        if is_private(code, address) {
                            local!(
                                operation,
                                private_update(code, words, base, address, size, |old| {
                                    Some(arithmetic::update(update, size.width(), old, operand))
                                })
                            )
                        }
                        Request::Update { address, size: size.0, update, operand }
                    }
                    OperationKind::CompareExchange { address, size, expected, desired } => {
                        let (address, expected, desired) = (value!(address), value!(expected), value!(desired));
                        if is_private(code, address) {
                            local!(
                                operation,
                                private_update(code, words, base, address, size, |old| {
                                    (old == expected).then_some(desired)
                                })
                            )
                        }
                        Request::CompareExchange { address, size: size.0, expected, desired }
                    }
                    OperationKind::Unset { address, size } => {
                        let address = value!(address);
                        if is_private(code, address) {
                            local!(operation, private_unset(code, words, base, address, size, None))
                        }
                        Request::Unset { address, size: size.0 }
                    }
                    OperationKind::Forget { address, size, bits } => {
                        let (address, bits) = (value!(address), value!(bits));
                        if is_private(code, address) {
                            local!(operation, private_unset(code, words, base, address, size, Some(bits)))
                        }
                        // Whatever was stored counts as written already.
                        if bits == 0 {
                            pc += 1;
                            continue;
                        }
                        Request::Forget { address, size: size.0, bits }
                    }
                    OperationKind::Compare { left, right } => {
                        let (left, right) = (value!(left), value!(right));
                        if !code.may_be_reused(left, right) {
                            pc += 1;
                            continue;
                        }
                        Request::Compare { left, right }
                    }
                    OperationKind::Fence => Request::Fence,
                    OperationKind::Lock(mutex) => Request::Lock { mutex: value!(mutex) },
                    OperationKind::TryLock(mutex) => Request::TryLock { mutex: value!(mutex) },
                    OperationKind::Unlock(mutex) => Request::Unlock { mutex: value!(mutex) },
                    OperationKind::InitMutex { mutex, kind } => {
                        Request::InitMutex { mutex: value!(mutex), kind: value!(kind) }
                    }
                    OperationKind::DestroyMutex(mutex) => Request::DestroyMutex { mutex: value!(mutex) },
                    OperationKind::Spawn { function, argument, place } => {
                        let (function, argument) = (value!(function), value!(argument));
                        let address = place.map_or(0, |it| value!(it));
                        // In a private slot the step that answers puts it, unless that is wrong.
                        let stored = place.is_some() && !is_own_place(code, words, base, address);
                        leave!(Outcome::At(Request::Spawn { function, argument, place: address, stored }));
                    }
                    OperationKind::Join(handle) => Request::Join { handle: value!(handle) },
                    OperationKind::Detach(thread) => Request::Detach { handle: value!(thread) },
                    OperationKind::CurrentThread => Request::CurrentThread,
                    OperationKind::Doubt { about, left, right } => {
                        Request::Doubt { about, left: value!(left), right: value!(right) }
                    }
                    OperationKind::Extent { address } => {
                        let address = value!(address);
                        if is_private(code, address) {
                            local!(operation, Ok(private_extent(code, words, base, address)))
                        }
                        Request::Extent { address }
                    }
                    OperationKind::AtomicBegin => Request::AtomicBegin,
                    OperationKind::AtomicEnd => Request::AtomicEnd,
                    OperationKind::Choose { low, count, width } => Request::Choose { low, count, width },
                    OperationKind::Allocate { size, zeroed, automatic } => {
                        Request::Allocate { size: value!(size), zeroed, automatic }
                    }
                    OperationKind::Reallocate { address, size } => {
                        Request::Reallocate { address: value!(address), size: value!(size) }
                    }
                    OperationKind::Free(address) => Request::Free { address: value!(address) },
                    OperationKind::Release(address) => match value!(address) {
                        0 => {
                            pc += 1;
                            continue;
                        }
                        address => Request::CloseSlot { object: code.model.unpack(address).0.into() },
                    },
                    OperationKind::OpenSlot(slot) | OperationKind::CloseSlot(slot) => {
                        let function = &code.functions[function_of(words, locals - FRAME_HEADER) as usize];
                        frame = &mut words[locals..];
                        let (word, size, zeroed) = match function.slots[slot.index()] {
                            SlotCode::Shared { word, size, zeroed } => (word, size, zeroed),
                            // What was written in the round before counts no more.
                            SlotCode::Private { word, size, .. } => {
                                let room = size.div_ceil(8) as usize;
                                if code.uninitialised {
                                    let first = word as usize + room;
                                    frame[first..first + room].fill(u64::MAX);
                                }
                                pc += 1;
                                continue;
                            }
                        };
                        match operation.kind {
                            OperationKind::OpenSlot(_) => Request::OpenSlot { size: u64::from(size), zeroed },
                            _ => Request::CloseSlot { object: words[locals + word as usize] },
                        }
                    }
                };
                leave!(Outcome::At(request));
            }
        }
        pc += 1;
    }
}

/// Pushes the callee's frame and copies the arguments; the pc in the header is that of the call.
#[inline(never)]
fn call_function(code: &Code, words: &mut Vec<u64>, base: usize, locals: usize, call: u32) -> Result<(), End> {
    let call = &code.calls[call as usize];
    let read = |words: &[u64], Operand(index): Operand| {
        if index & Operand::CONSTANT != 0 {
            code.constants[(index & !Operand::CONSTANT) as usize]
        } else {
            words[locals + index as usize]
        }
    };
    let function = match call.callee {
        CalleeCode::Direct(function) => function,
        CalleeCode::Indirect(address) => {
            let function = code.function_at(read(words, address)).ok_or_else(|| code.end_by(Fault::BadCall))?;
            let callee = &code.functions[function as usize];
            if callee.parameter_widths != call.argument_widths {
                return Err(code.end_by(Fault::BadCall));
            }
            function
        }
    };
    if words[base + DEPTHS] as u32 >= MAX_CALLS {
        return Err(End::Stopped(StopKind::Cut));
    }
    let frame = locals - FRAME_HEADER;
    let caller = &code.functions[function_of(words, frame) as usize];
    let first_private = first_private_slot(words, frame) + caller.private_slots;
    words[base + PC] += 1;
    words[base + DEPTHS] += 1;
    push_frame(code, words, base, function, first_private);
    let callee_locals = base + words[base + FRAME] as usize + FRAME_HEADER;
    for (index, &argument) in call.arguments.iter().enumerate() {
        words[callee_locals + index] = read(words, argument);
    }
    Ok(())
}

/// Whether an address is in the range of private slots.
#[inline]
fn is_private(code: &Code, address: u64) -> bool {
    address.wrapping_sub(code.first_private_address) < code.private_addresses
}

/// The address of a byte of a thread-local object.
#[inline(never)]
fn thread_local_address(code: &Code, object: u64, offset: i32) -> u64 {
    code.model.pack(object as u32, i64::from(offset))
}

/// The address of a byte of a slot of the function whose frame begins at `header`.
#[inline(never)]
fn slot_address(code: &Code, words: &[u64], header: usize, slot: ir::SlotId, offset: i32) -> u64 {
    let function = &code.functions[function_of(words, header) as usize];
    let object = match function.slots[slot.index()] {
        SlotCode::Shared { word, .. } => words[header + FRAME_HEADER + word as usize] as u32,
        SlotCode::Private { index, .. } => code.model.first_private() + first_private_slot(words, header) + index,
    };
    code.model.pack(object, i64::from(offset))
}

/// Reads a private slot of this thread's frames, and writes what `change` makes of it, if anything; the old value.
#[inline(never)]
fn private_update(
    code: &Code,
    words: &mut [u64],
    base: usize,
    address: u64,
    size: Bytes,
    change: impl FnOnce(u64) -> Option<u64>,
) -> Result<u64, Fault> {
    let (word, shift, room) = private_place(code, words, base, address, size)?;
    let old = bits_at(words, word, shift, size);
    if let Some(new) = change(old) {
        put_bits(words, word, shift, size, new);
        if code.uninitialised {
            put_bits(words, word + room, shift, size, 0);
        }
    }
    Ok(old)
}

/// Which bits of a private slot were never written, and which of them count as such from now on.
#[inline(never)]
fn private_unset(
    code: &Code,
    words: &mut [u64],
    base: usize,
    address: u64,
    size: Bytes,
    new: Option<u64>,
) -> Result<u64, Fault> {
    let (word, shift, room) = private_place(code, words, base, address, size)?;
    let old = bits_at(words, word + room, shift, size);
    if let Some(new) = new {
        put_bits(words, word + room, shift, size, new);
    }
    Ok(old)
}

/// The size of the private slot at an address, all ones if there is none.
fn private_extent(code: &Code, words: &[u64], base: usize, address: u64) -> u64 {
    let (object, _) = code.model.unpack(address);
    let nothing = Width(code.model.pointer_bits()).mask();
    private_slot(code, words, base, object).map_or(nothing, |(_, _, size)| size.into())
}

/// The frame in which a private slot is, its first word there, and its size.
fn private_slot(code: &Code, words: &[u64], base: usize, object: u32) -> Option<(usize, u32, u32)> {
    let number = object - code.model.first_private();
    let mut frame = words[base + FRAME] as usize;
    while frame != 0 && first_private_slot(words, base + frame) > number {
        frame = (words[base + frame] >> 32) as usize;
    }
    if frame == 0 {
        return None;
    }
    let function = &code.functions[function_of(words, base + frame) as usize];
    let wanted = number - first_private_slot(words, base + frame);
    function.slots.iter().find_map(|it| match *it {
        SlotCode::Private { word, size, index } if index == wanted => Some((frame, word, size)),
        SlotCode::Private { .. } | SlotCode::Shared { .. } => None,
    })
}

/// Where an access to a private slot goes: to the bits of a word from one on, and how many words the slot has.
fn private_place(
    code: &Code,
    words: &[u64],
    base: usize,
    address: u64,
    size: Bytes,
) -> Result<(usize, u32, usize), Fault> {
    let (object, offset) = code.model.unpack(address);
    let (frame, word, slot_size) = private_slot(code, words, base, object).ok_or(Fault::InvalidPointer)?;
    let bytes = i64::from(size.0);
    if offset < 0 || offset + bytes > i64::from(slot_size) {
        return Err(Fault::OutOfBounds);
    }
    if offset % i64::from(code.model.alignment(size.0)) != 0 {
        return Err(Fault::Misaligned);
    }
    let word = base + frame + FRAME_HEADER + word as usize + offset as usize / 8;
    Ok((word, (offset % 8 * 8) as u32, slot_size.div_ceil(8) as usize))
}

fn bits_at(words: &[u64], word: usize, shift: u32, size: Bytes) -> u64 {
    if shift + u32::from(size.0) * 8 <= 64 {
        return words[word] >> shift & size.width().mask();
    }
    // Eight bytes that are aligned to four, in two words.
    words[word] >> shift | words[word + 1] << (64 - shift)
}

fn put_bits(words: &mut [u64], word: usize, shift: u32, size: Bytes, new: u64) {
    let mask = size.width().mask();
    words[word] = words[word] & !(mask << shift) | new << shift;
    if shift + u32::from(size.0) * 8 > 64 {
        words[word + 1] = words[word + 1] >> shift << shift | new >> (64 - shift);
    }
}
