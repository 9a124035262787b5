//! Compiled programs: what the interpreter runs. Data types only; `compile` writes them.
//!
//! All functions lie in one vector of instructions. An operand is a register of the current frame or a constant; the
//! top bit tells which. Registers of a frame are those of the function (several may share one), then temporaries.

use event::Fault;
use ir::{Binary, Bytes, Conversion, DataModel, Order, SlotId, Unary, Update};
use source::Span;

/// A register of the frame, or, with the top bit set, an index into [`Code::constants`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Operand(pub u32);

impl Operand {
    pub const CONSTANT: u32 = 1 << 31;
}

/// A register or temporary of the current frame.
pub(crate) type Local = u32;
/// An index into [`Code::instructions`].
pub(crate) type Pc = u32;

/// One instruction; 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instruction {
    Move {
        to: Local,
        from: Operand,
    },
    Unary {
        operator: Unary,
        width: u8,
        to: Local,
        operand: Operand,
    },
    Binary {
        operator: Binary,
        width: u8,
        to: Local,
        left: Operand,
        right: Operand,
    },
    SignExtend {
        from: u8,
        width: u8,
        to: Local,
        operand: Operand,
    },
    Mask {
        width: u8,
        to: Local,
        operand: Operand,
    },
    Convert {
        conversion: Conversion,
        from: u8,
        width: u8,
        to: Local,
        operand: Operand,
    },
    SlotAddress {
        slot: SlotId,
        to: Local,
        offset: i32,
    },
    /// `index` counts the thread-local globals.
    ThreadLocalAddress {
        index: u32,
        to: Local,
        offset: i32,
    },
    Jump {
        target: Pc,
    },
    BranchUnless {
        condition: Operand,
        target: Pc,
    },
    CompareBranchUnless {
        operator: Binary,
        width: u8,
        left: Operand,
        right: Operand,
        target: Pc,
    },
    /// Sets to 0 what nobody reads any more; `list` indexes [`Code::clears`].
    Clear {
        list: u32,
    },
    Call {
        call: u32,
    },
    Return {
        value: Operand,
    },
    /// `end` indexes [`Code::stops`].
    Stop {
        stop: u32,
    },
    Visible {
        operation: u32,
    },
}

/// How a thread stops by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StopCode {
    Assume,
    Cut,
    Exit,
    ThreadExit(Operand),
    Fail,
    Misuse,
    Uninitialised,
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CallCode {
    pub dest: Option<Local>,
    pub callee: CalleeCode,
    pub arguments: Vec<Operand>,
    /// The widths of the arguments: an indirect callee must agree.
    pub argument_widths: Vec<u8>,
    /// The bits of the result that fit the destination.
    pub result_mask: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CalleeCode {
    Direct(u32),
    Indirect(Operand),
}

/// A visible (or machine-handled) operation with its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OperationCode {
    pub kind: OperationKind,
    /// Gets the answer.
    pub dest: Option<Local>,
    /// Of a load: what gets the bits that were never written, and where the thread goes on then.
    pub unset: Option<(Local, Pc)>,
    /// A thread may come back here without having done anything.
    pub repeats: bool,
    /// If it is a store that may be part of a round: an index into [`Code::retries`].
    pub retry: Option<u32>,
    /// The memory order of an access or fence; `NonAtomic` for everything else.
    pub order: Order,
    /// That of a compare-exchange that fails.
    pub failure: Order,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OperationKind {
    Load {
        address: Operand,
        size: Bytes,
    },
    Store {
        address: Operand,
        size: Bytes,
        value: Operand,
    },
    Update {
        address: Operand,
        size: Bytes,
        update: Update,
        operand: Operand,
    },
    CompareExchange {
        address: Operand,
        size: Bytes,
        expected: Operand,
        desired: Operand,
    },
    Fence,
    Lock(Operand),
    TryLock(Operand),
    Unlock(Operand),
    InitMutex {
        mutex: Operand,
        kind: Operand,
    },
    DestroyMutex(Operand),
    Spawn {
        function: Operand,
        argument: Operand,
        /// Where the handle is stored.
        place: Option<Operand>,
    },
    Join(Operand),
    Detach(Operand),
    CurrentThread,
    /// Something is open about two words.
    Doubt {
        about: ir::Doubt,
        left: Operand,
        right: Operand,
    },
    /// How large is the object that an address leads to?
    Extent {
        address: Operand,
    },
    AtomicBegin,
    AtomicEnd,
    Choose {
        low: u64,
        count: u64,
        width: u8,
    },
    Allocate {
        size: Operand,
        zeroed: bool,
        automatic: bool,
    },
    Reallocate {
        address: Operand,
        size: Operand,
    },
    Free(Operand),
    Release(Operand),
    OpenSlot(SlotId),
    CloseSlot(SlotId),
    /// Which bits were never written.
    Unset {
        address: Operand,
        size: Bytes,
    },
    /// These bits count as never written.
    Forget {
        address: Operand,
        size: Bytes,
        bits: Operand,
    },
    /// Two words will be compared: no operation of the program, but noted where it is one of addresses.
    Compare {
        left: Operand,
        right: Operand,
    },
}

/// A function's frame and entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FunctionCode {
    pub entry: Pc,
    pub parameter_widths: Vec<u8>,
    /// Registers and temporaries.
    pub locals: u32,
    /// How many of the locals hold registers of the program; the rest are temporaries.
    pub registers: u32,
    /// How many of these are more than counters of the rounds of loops.
    pub compared: u32,
    pub slots: Vec<SlotCode>,
    /// How many slots are private.
    pub private_slots: u32,
    /// Words of a frame behind its header: locals, then one word per escaping slot, then private memory.
    pub words: u32,
}

/// Where a slot lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SlotCode {
    /// In memory; this word of the frame holds its object number while it is open.
    Shared { word: u32, size: u32, zeroed: bool },
    /// In the frame, from this word on; `index` counts the private slots of the function.
    Private { word: u32, size: u32, index: u32 },
}

/// Where an instruction comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// The function.
    pub function: ir::FunctionId,
    /// The source.
    pub span: Span,
    /// The index of the edge in [`ir::Function::edges`].
    pub edge: u32,
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Code {
    pub(crate) model: DataModel,
    pub(crate) instructions: Vec<Instruction>,
    /// For each instruction, where it comes from.
    pub(crate) sites: Vec<Site>,
    pub(crate) constants: Vec<u64>,
    pub(crate) operations: Vec<OperationCode>,
    pub(crate) calls: Vec<CallCode>,
    pub(crate) clears: Vec<Vec<Local>>,
    /// For some stores the edges from which they are always reached; see [`ir::passes::repeats`].
    pub(crate) retries: Vec<(ir::FunctionId, Vec<u32>)>,
    pub(crate) stops: Vec<StopCode>,
    pub(crate) functions: Vec<FunctionCode>,
    pub(crate) entry: u32,
    /// Whether there can be more than one thread.
    pub(crate) spawns: bool,
    /// Some operation destroys a mutex.
    pub(crate) destroys: bool,
    /// Whether a global is accessed by name and not atomically.
    pub(crate) plain_globals: bool,
    /// The thread-local globals, in order.
    pub(crate) thread_locals: Vec<ir::GlobalId>,
    /// The least address of a private slot, and how many there are: a range that may wrap around.
    pub(crate) first_private_address: u64,
    pub(crate) private_addresses: u64,
    /// See [`ir::Program::runner`].
    pub(crate) runner: Option<u32>,
    /// Object number of function 0.
    pub(crate) first_function_object: u32,
    /// Whether the program asks which bytes were never written.
    pub(crate) uninitialised: bool,
    /// Whether a thread that would only come back to a request is not enabled. If not, it comes back and is stopped.
    pub(crate) awaits: bool,
    /// Whether a thread is stopped only after its second round without effect.
    pub(crate) keeps_rounds: bool,
    /// Whether there is any trylock.
    pub(crate) tries_locks: bool,
    /// Whether there is any operation that a thread may come back to without having done anything.
    pub(crate) repeats: bool,
    /// How many steps a thread may make, those that led to its creation included.
    pub(crate) most_steps: u32,
    /// Whether states that were reached in more or fewer steps are different.
    pub(crate) tells_steps_apart: bool,
    /// Which faults end a thread in failure; the others stop it, or wrap.
    pub(crate) checked: event::Properties,
    /// What the threads choose, by the order of their creation, if that is fixed.
    pub(crate) inputs: Option<std::sync::Arc<Vec<Vec<u64>>>>,
    /// Whether it is noted which addresses are compared ([`OperationKind::Compare`]).
    pub(crate) compares: bool,
    /// The memory that may be used again, and for what. Allocations of these objects are steps.
    pub(crate) reuses: std::sync::Arc<Vec<event::Reuse>>,
    /// Whether that is not a choice: the memory is used again wherever it is free.
    pub(crate) fixes_reuse: bool,
    /// Whether threads go round as often as they are told to, and are not stopped when they come back to where they were.
    pub(crate) follows: bool,
    /// Whether registers have words of their own, which nobody clears.
    pub(crate) keeps_registers: bool,
}

impl Code {
    /// The same program, in which nothing is left to choose: these are the values that the threads get, in the order of their
    /// creation, each thread's one after the other. Whoever runs out of them gets the first value there is. Threads go as far
    /// as they are told to: bounds and awaits are for those who look for something.
    pub fn with_inputs(self, inputs: Vec<Vec<u64>>) -> Code {
        // A plan that fixes the inputs fixes the rounds, too.
        self.with_choices(inputs).going_round()
    }

    /// The same program for the plain machine: threads go round as often as they are told to, and as far.
    pub(crate) fn going_round(self) -> Code {
        Code {
            follows: true,
            awaits: false,
            keeps_rounds: false,
            most_steps: u32::MAX,
            tells_steps_apart: false,
            ..self
        }
    }

    /// The same, but threads that go round in a loop without doing anything are stopped, as they are if nothing is fixed.
    pub fn with_choices(mut self, inputs: Vec<Vec<u64>>) -> Code {
        self.inputs = Some(std::sync::Arc::new(inputs));
        self
    }

    /// The same code, in which this memory is used again.
    pub fn reusing(mut self, reuses: Vec<event::Reuse>) -> Code {
        self.reuses = std::sync::Arc::new(reuses);
        self.fixes_reuse = true;
        self
    }

    /// The memory that may be used again.
    pub fn reuses(&self) -> &[event::Reuse] {
        &self.reuses
    }

    /// Whether two words that are compared are addresses of two objects that threads have created, at the same offset.
    #[inline]
    pub(crate) fn may_be_reused(&self, left: u64, right: u64) -> bool {
        if !self.compares || left == right {
            return false;
        }
        let ((left, offset), (right, other)) = (self.model.unpack(left), self.model.unpack(right));
        let fixed = self.first_function_object + self.functions.len() as u32;
        let own = fixed..self.model.first_private();
        offset == other && own.contains(&left) && own.contains(&right)
    }

    /// The same code, in which loops that wait for one value are not entered before they can be left.
    pub fn with_awaits(mut self) -> Code {
        self.awaits = true;
        self
    }

    /// The same code, but a thread is stopped after so many steps.
    pub fn stopping_after(mut self, steps: u32) -> Code {
        self.most_steps = steps;
        self
    }

    /// The same, where states that were reached in more or fewer steps are different: with a bound on steps, what follows is.
    pub fn telling_steps_apart(mut self) -> Code {
        self.tells_steps_apart = true;
        self
    }

    /// From now on every store has an effect.
    pub(crate) fn give_up_retries(&mut self) {
        self.retries.clear();
        self.operations.iter_mut().for_each(|it| it.retry = None);
    }

    /// Whether a store in a round that is tried again may be taken for nothing.
    pub fn takes_retries(&self) -> bool {
        !self.retries.is_empty()
    }

    /// Where the instruction at `pc` comes from.
    pub fn site(&self, pc: u32) -> Site {
        self.sites[pc as usize]
    }

    /// Whether something will race as far as can be told at a glance. If not, it shows when a thread gets there.
    pub(crate) fn may_race(&self) -> bool {
        self.spawns && self.plain_globals
    }

    /// The function at an address, if there is one.
    pub(crate) fn function_at(&self, address: u64) -> Option<u32> {
        let (object, offset) = self.model.unpack(address);
        let index = object.checked_sub(self.first_function_object)?;
        (offset == 0 && (index as usize) < self.functions.len()).then_some(index)
    }

    /// How a thread ends that commits this fault. What a program does after a failing assertion is known: nothing. After any other
    /// fault it is not.
    pub(crate) fn end_by(&self, fault: Fault) -> event::End {
        if self.checked.contains(fault.property()) {
            event::End::Failed(fault)
        } else if fault == Fault::Assertion {
            event::End::Stopped(event::StopKind::Exit)
        } else {
            event::End::Stopped(event::StopKind::Mistake)
        }
    }
}

/// What is open at an instruction, if it is there because something is.
pub(crate) fn doubt_at(program: &ir::Program, code: &Code, pc: Pc) -> Option<(ir::Doubt, Span)> {
    let site = code.site(pc);
    match program.functions[site.function.index()].edges[site.edge as usize].action {
        ir::Action::Visible(ir::Operation::Doubt { about, .. }) => Some((about, site.span)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn instructions_stay_small() {
        assert!(size_of::<super::Instruction>() <= 16);
    }
}
