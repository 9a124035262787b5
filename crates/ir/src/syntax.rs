//! The data types of the representation, and nothing else.
//!
//! A [`Program`] has global objects and functions. A [`Function`] is an automaton: locations, and edges between them
//! that do one thing each. At most one *visible* operation ([`Operation`]) sits on an edge; everything else an edge can
//! do is local to the thread. Values are bit-vectors of 1 to 64 bits in *registers*; what can be addressed lives in
//! *objects* (globals, slots of a function's frame, the heap). A pointer is a bit-vector too, see [`crate::address`].
//!
//! Control is deterministic: a location has no edge (the end of the function was left by `Return` or `Stop`), one edge
//! guarded by [`Guard::Always`], or two edges guarded by [`Guard::If`] and [`Guard::Unless`] of the same condition.
//!
//! `crate::validate` lists every rule.

use crate::address::DataModel;
use crate::misuse::Misuse;
use source::{Sources, Span};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the table that this id indexes.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/// A global object: index into [`Program::globals`].
    GlobalId);
id!(/// A function: index into [`Program::functions`].
    FunctionId);
id!(/// A register: index into [`Function::registers`].
    RegisterId);
id!(/// An addressable local: index into [`Function::slots`].
    SlotId);
id!(/// A point in a function: `0..Function::locations`.
    Location);

/// A whole program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Widths and pointer layout.
    pub model: DataModel,
    /// The files that spans point into.
    pub sources: Sources,
    /// Objects that live as long as the program. Global `i` is memory object `i + 1`.
    pub globals: Vec<Global>,
    /// All functions. Function `i` is, as an address, memory object `globals.len() + i + 1`.
    pub functions: Vec<Function>,
    /// Where the first thread starts.
    pub entry: FunctionId,
    /// What runs the functions of all other threads: it gets the function and its argument (both of pointer width), and its
    /// result is the thread's. Without one they run by themselves.
    pub runner: Option<FunctionId>,
    /// What the front end approximated, one sentence each; it becomes part of the scope of every verdict.
    pub approximations: Vec<String>,
    /// Whether memory that is lost is let pass: see [`Tolerance::Leak`](crate::Tolerance::Leak).
    pub may_leak: bool,
}

/// A width in bits, 1 to 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Width(pub u8);

/// The size of a memory access in bytes: 1, 2, 4 or 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bytes(pub u8);

/// An object that lives as long as the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Unique among globals and functions.
    pub name: String,
    /// What the bytes mean, for sizes and for showing values to people.
    pub shape: Shape,
    /// Initial contents.
    pub init: Init,
    /// Whether a store is a fault (string literals).
    pub constant: bool,
    /// Whether each thread has one of its own, made when the thread starts. Its address is that of the running thread's.
    pub thread_local: bool,
    /// Where it is declared.
    pub span: Span,
}

/// Initial contents: bytes, then addresses written over them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Init {
    /// As long as the object, or empty for all zero.
    pub bytes: Vec<u8>,
    /// Pointers, by their offset in the object, in ascending order. Only [`Base::Global`] and [`Base::Function`].
    pub addresses: Vec<(u32, Base, i64)>,
}

/// How the bytes of an object are to be read. Semantics use only its size and alignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// An integer of 8, 16, 32 or 64 bits.
    Int {
        /// Width in bits.
        bits: u8,
        /// Whether to show it as a signed number.
        signed: bool,
    },
    /// A floating-point number of 32 or 64 bits (IEEE 754).
    Float {
        /// Width in bits.
        bits: u8,
    },
    /// A pointer of the data model.
    Pointer,
    /// A `pthread_mutex_t`. Size [`MUTEX_SIZE`], alignment 4. The first four bytes are the holder (0: free, else thread
    /// number + 1), the next four are the number of the [`MutexKind`], 4 times how often it is held besides, and above
    /// that how far it is in its life.
    Mutex,
    /// So many bytes of no known structure.
    Bytes(u32),
    /// Equal elements in a row.
    Array(Box<Shape>, u32),
    /// A struct or union.
    Record {
        /// In bytes.
        size: u32,
        /// In bytes.
        align: u32,
        /// The members, with their offsets. They may overlap (unions).
        fields: Vec<Field>,
    },
}

/// The size of a mutex object in bytes.
pub const MUTEX_SIZE: u32 = 8;

/// What is added to the number of a kind where a call of the library initialises a mutex, and not an initialiser.
pub const INIT_BY_CALL: u64 = 4;

/// What a mutex does when its holder locks it again, or somebody else unlocks it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MutexKind {
    /// The holder waits for ever; unlocking what one does not hold is a fault.
    Normal = 0,
    /// The holder may lock it again and must unlock it as often; unlocking what one does not hold is EPERM (1).
    Recursive = 1,
    /// The holder gets EDEADLK (35); unlocking what one does not hold is EPERM (1).
    ErrorCheck = 2,
}

impl MutexKind {
    /// The kind of this number.
    pub fn of(number: u64) -> MutexKind {
        match number {
            1 => MutexKind::Recursive,
            2 => MutexKind::ErrorCheck,
            _ => MutexKind::Normal,
        }
    }
}

/// A member of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; may be empty.
    pub name: String,
    /// In bytes, from the start of the record.
    pub offset: u32,
    /// What is there.
    pub shape: Shape,
}

/// One function: a control-flow automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Unique among globals and functions.
    pub name: String,
    /// How many of the first registers are parameters.
    pub parameters: u32,
    /// Width of the result, if there is one.
    pub result: Option<Width>,
    /// Whether it belongs to the library: what it does is told at the place that calls it.
    pub library: bool,
    /// All registers; parameters first. They hold 0 when the function is entered.
    pub registers: Vec<Register>,
    /// Addressable locals.
    pub slots: Vec<Slot>,
    /// How many locations there are.
    pub locations: u32,
    /// Where it starts.
    pub entry: Location,
    /// In ascending order of `from`; of two edges that leave one location the `If` comes first.
    pub edges: Vec<Edge>,
    /// Where it is defined.
    pub span: Span,
}

/// A value that no other thread can touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// Unique in the function.
    pub name: String,
    /// Its width.
    pub width: Width,
    /// How to show it.
    pub kind: Kind,
}

/// What kind of number the bits of a register are. Only for showing them to people.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A number without a sign, or an address.
    Unsigned,
    /// A number with a sign.
    Signed,
    /// A floating-point number of 32 or 64 bits.
    Float,
}

/// A local object with an address. Its contents are 0 when the function is entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Unique in the function.
    pub name: String,
    /// What the bytes mean.
    pub shape: Shape,
    /// Whether its address may leave the thread. If not, accesses to it are invisible. See `passes::escape`.
    pub escapes: bool,
    /// Whether the program may rely on the zeros (it says `= 0`); if not, reading them is reading uninitialised memory.
    pub zeroed: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A step of the automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: Location,
    /// Where it leads. `Return` and `Stop` lead nowhere: there it equals `from`.
    pub to: Location,
    /// When it can be taken.
    pub guard: Guard,
    /// What it does.
    pub action: Action,
    /// The source it comes from.
    pub span: Span,
}

/// When an edge can be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Guard {
    /// At any time.
    Always,
    /// If the one-bit condition is 1.
    If(Expr),
    /// If the one-bit condition is 0.
    Unless(Expr),
}

/// What an edge does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing.
    Skip,
    /// Sets a register. The only effect may be a fault of the expression (division by zero, …).
    Assign(RegisterId, Expr),
    /// The one thing that other threads can notice.
    Visible(Operation),
    /// Calls a function; the result, if wanted, goes to the register.
    Call {
        /// Gets the result.
        dest: Option<RegisterId>,
        /// What is called.
        callee: Callee,
        /// One per parameter.
        arguments: Vec<Expr>,
    },
    /// Leaves the function. From a thread's first function, this ends the thread; from the entry function, the process.
    Return(Option<Expr>),
    /// Ends the thread here.
    Stop(Stop),
}

/// What a call calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A known function.
    Direct(FunctionId),
    /// The function at this address; it faults if there is none or it takes other parameters.
    Indirect(Expr),
}

/// Why a thread ends other than by return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// An assumption does not hold: no execution goes on from here.
    Assume,
    /// A loop was cut by a bound.
    Cut,
    /// `exit`, `abort`: the process ends without a violation.
    Exit,
    /// `pthread_exit`: the thread ends with this value (pointer width).
    ThreadExit(Expr),
    /// A violated assertion, or `reach_error`; the text says which.
    Fail(String),
    /// Something of the library or the language is used as it must not be.
    Misuse(Misused),
    /// A value that was never written decides something; the text says where it comes from.
    Uninitialised(String),
}

/// How something is used as it must not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misused {
    /// What kind of misuse it is.
    pub kind: Misuse,
    /// The same in words.
    pub text: String,
}

/// An operation that other threads can notice, or that needs more than the thread itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation {
    /// `dest = *address`; `dest` is exactly `size` wide.
    Load {
        /// Gets the value.
        dest: RegisterId,
        /// Pointer width.
        address: Expr,
        /// How much is read.
        size: Bytes,
        /// Memory order.
        order: Order,
    },
    /// `*address = value`; `value` is exactly `size` wide.
    Store {
        /// Pointer width.
        address: Expr,
        /// What is written.
        value: Expr,
        /// How much is written.
        size: Bytes,
        /// Memory order.
        order: Order,
    },
    /// `dest = *address; *address = dest (update) operand`, in one step.
    Update {
        /// Gets the old value.
        dest: RegisterId,
        /// Pointer width.
        address: Expr,
        /// How the new value is computed.
        update: Update,
        /// The other operand, `size` wide.
        operand: Expr,
        /// How much is read and written.
        size: Bytes,
        /// Memory order.
        order: Order,
    },
    /// `dest = *address; if (dest == expected) *address = desired`, in one step.
    CompareExchange {
        /// Gets the old value.
        dest: RegisterId,
        /// Pointer width.
        address: Expr,
        /// Compared with, `size` wide.
        expected: Expr,
        /// Written on success, `size` wide.
        desired: Expr,
        /// How much is read and written.
        size: Bytes,
        /// Memory order on success.
        order: Order,
        /// Memory order on failure.
        failure: Order,
        /// May fail although the values are equal.
        weak: bool,
    },
    /// A memory fence.
    Fence(Order),
    /// Waits until the mutex at this address is free, then takes it. Who holds it already waits for ever, unless it is of
    /// another kind than the default one: see [`MutexKind`].
    Lock {
        /// Gets the error number (32 bits).
        dest: Option<RegisterId>,
        /// Address of the mutex.
        mutex: Expr,
    },
    /// Takes the mutex if it is free: `dest` (32 bits) = 0, else EBUSY (16).
    TryLock {
        /// Gets the error number.
        dest: RegisterId,
        /// Address of the mutex.
        mutex: Expr,
    },
    /// Releases the mutex. If the thread does not hold it, it is a fault, or with other kinds than the default one an error.
    Unlock {
        /// Gets the error number (32 bits).
        dest: Option<RegisterId>,
        /// Address of the mutex.
        mutex: Expr,
    },
    /// Makes the mutex free, and of a kind.
    InitMutex {
        /// Address of the mutex.
        mutex: Expr,
        /// The number of a [`MutexKind`] (32 bits); others are taken for the default. With [`INIT_BY_CALL`] added it is a
        /// fault if the mutex was initialised so before, and not destroyed since.
        kind: Expr,
    },
    /// Ends the mutex; it is a fault if it is held, or was ended before.
    DestroyMutex(Expr),
    /// Starts a thread: `function` is an address; `dest` (pointer width) gets its handle.
    Spawn {
        /// Gets the handle.
        dest: RegisterId,
        /// Address of a function of at most one parameter of pointer width.
        function: Expr,
        /// Pointer width.
        argument: Expr,
        /// Where the handle (pointer width) is stored before the thread starts, in the same step, by a plain store.
        place: Option<Expr>,
    },
    /// Waits for the thread with this handle (pointer width) to end; `dest` (pointer width) gets its result.
    Join {
        /// Gets the result.
        dest: Option<RegisterId>,
        /// The handle.
        thread: Expr,
    },
    /// Says that nobody will join the thread with this handle (pointer width).
    Detach(Expr),
    /// `dest` (pointer width) gets the handle of the running thread.
    CurrentThread {
        /// Gets the handle.
        dest: RegisterId,
    },
    /// Something that C leaves open about two values (pointer width), and that is taken one way: `dest` (8 bits) gets 0. What is open is
    /// said in a claim, at this place, if two values come here about which it is.
    Doubt {
        /// Gets 0.
        dest: RegisterId,
        /// What is open.
        about: Doubt,
        /// One value.
        left: Expr,
        /// The other one.
        right: Expr,
    },
    /// `dest` (pointer width) gets the size of the object that an address leads to, all ones if it leads to none.
    Extent {
        /// Gets the size.
        dest: RegisterId,
        /// Pointer width; it may be outside of the object.
        address: Expr,
    },
    /// What follows, up to the matching [`Operation::AtomicEnd`], is one step. Sections nest.
    AtomicBegin {
        /// Whether it orders nothing by itself: what is in it has memory orders of its own.
        quiet: bool,
    },
    /// See [`Operation::AtomicBegin`].
    AtomicEnd,
    /// `dest` gets any value of the domain.
    Choose {
        /// Gets the value.
        dest: RegisterId,
        /// The values.
        domain: Domain,
    },
    /// `dest` (pointer width) gets the address of a new object of `size` bytes (pointer width), all 0.
    Allocate {
        /// Gets the address.
        dest: RegisterId,
        /// Size in bytes.
        size: Expr,
        /// Whether the program may rely on the zeros (`calloc`); if not, reading them is reading uninitialised memory.
        zeroed: bool,
        /// Whether it belongs to a function, as an array of variable length or what `alloca` gives. It is ended by
        /// [`Operation::Release`] and not by [`Operation::Free`], does not leak, and is a fault if it is too large.
        automatic: bool,
        /// What the program means to put there, for names of its parts alone. It need not be as large as the object.
        shape: Option<Box<Shape>>,
    },
    /// `dest` (pointer width) gets the address of a new object of `size` bytes with the contents of the one at `address`
    /// as far as they fit, and the old one ends. Null: as `Allocate`.
    Reallocate {
        /// Gets the address.
        dest: RegisterId,
        /// The old object.
        address: Expr,
        /// Size in bytes.
        size: Expr,
    },
    /// Ends the object at this address (null: nothing happens).
    Free(Expr),
    /// Ends the automatic object at this address (null: nothing happens).
    Release(Expr),
    /// Begins the life of an escaping slot. Needed before its address is taken.
    OpenSlot(SlotId),
    /// Ends the life of an escaping slot.
    CloseSlot(SlotId),
}

/// What C leaves open about two values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Doubt {
    /// Which of two objects comes before the other one. They are ordered as they were made.
    Order,
    /// Whether the handle of a thread is that of one that was joined before. It is not.
    Handles,
}

impl Doubt {
    /// All of them.
    pub const ALL: [Doubt; 2] = [Doubt::Order, Doubt::Handles];

    /// The word for it in texts.
    pub fn word(self) -> &'static str {
        match self {
            Doubt::Order => "order",
            Doubt::Handles => "handles",
        }
    }
}

/// Which values a choice can give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Domain {
    /// Every value of the register's width.
    Any,
    /// `low`, `low + 1`, … up to and including `high`, wrapping around at the register's width.
    Range {
        /// The first value.
        low: u64,
        /// The last value.
        high: u64,
    },
    /// 0, or 1 for something that happens for no reason.
    Spurious(Cause),
}

/// What may happen for no reason. The choice is followed by a branch on its result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// A thread that waits for a condition variable wakes up. Both ways are calls of functions with the same arguments, of which
    /// the first are the condition variable and the mutex; with 1 it is one that gives the mutex away and takes it again.
    Wait,
    /// The same if there is a limit to the time.
    TimedWait,
    /// A weak compare-exchange fails: with 1 there is a load in its place.
    Exchange,
    /// The same, and it is known that this leads out of no loop.
    Retry,
}

impl Domain {
    /// The first value, and how many follow it, for a register of a width.
    pub fn range(self, width: Width) -> (u64, u64) {
        match self {
            Domain::Any => (0, width.mask()),
            Domain::Range { low, high } => (low, high.wrapping_sub(low) & width.mask()),
            Domain::Spurious(_) => (0, 1),
        }
    }
}

/// C11 memory orders, and `NonAtomic` for plain accesses; `Unset` is for what is no access: a load that is given ones for the
/// bits that were never written (and not what is in them), and a store that says which bits are. Neither is a step, both
/// belong to the operation before them. Only [`passes::unset`](crate::passes::unset) makes them; with a null address a load
/// makes all bits of its register unset, until that pass has said what this means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Order {
    NonAtomic,
    Relaxed,
    Consume,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
    Unset,
}

/// How a read-modify-write computes the new value from the old one and its operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Update {
    Exchange,
    Add,
    Subtract,
    And,
    Or,
    Xor,
    Nand,
    /// Unsigned; a sum that does not fit leaves the old value as it is.
    AddIfFits,
    /// Unsigned; a difference below 0 leaves the old value as it is.
    SubtractIfFits,
}

/// A pure expression over registers. Every expression has a width, see `Function::width_of`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A number; bits above the width are 0.
    Const(Width, u64),
    /// The contents of a register.
    Register(RegisterId),
    /// The address of an object plus a number of bytes; pointer width.
    Address(Base, i64),
    /// One operand; same width.
    Unary(Unary, Box<Expr>),
    /// Two operands of equal width. Comparisons have width 1, the others the operands' width.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// The operand made wider, by zeros or by its sign.
    Extend {
        /// By copies of the top bit, or by zeros.
        signed: bool,
        /// The new width, larger than the operand's.
        to: Width,
        /// The operand.
        operand: Box<Expr>,
    },
    /// The low bits of the operand; the width is smaller than the operand's.
    Truncate(Width, Box<Expr>),
    /// A floating-point number of another width, or a number from integer to floating point and back.
    Convert {
        /// From what to what.
        conversion: Conversion,
        /// The new width: of a floating-point number 32 or 64.
        to: Width,
        /// The operand.
        operand: Box<Expr>,
    },
    /// The second operand if the first (one bit) is 1, else the third. Only the one that is taken can fault.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// What an address is an address of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// A global object.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// A slot of the current frame.
    Slot(SlotId),
}

/// Conversions from and to floating point. To floating point they round to the nearest number, of two to the even one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Conversion {
    /// A floating-point number of one width as one of the other.
    FloatToFloat,
    /// A signed integer.
    SignedToFloat,
    /// An unsigned integer.
    UnsignedToFloat,
    /// Towards 0; a number that does not fit, or none at all, is a bad conversion.
    FloatToSigned,
    /// Towards 0; a number that does not fit, or none at all, is a bad conversion.
    FloatToUnsigned,
}

/// Operators on one operand. The `Float…` ones are on floating-point numbers of 32 or 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unary {
    /// Every bit flipped.
    Not,
    /// Two's complement, wrapping.
    Negate,
    /// As `Negate`; a result that does not fit is a signed overflow.
    NegateSigned,
    /// The square root.
    FloatSquareRoot,
    /// The nearest integer below.
    FloatFloor,
    /// The nearest integer above.
    FloatCeiling,
    /// The nearest integer towards 0.
    FloatTruncate,
    /// The nearest integer, of two the one away from 0.
    FloatRound,
    /// The nearest integer, of two the even one.
    FloatRoundEven,
}

/// Operators on two operands. The `…Signed` ones have C's undefined behaviour as a fault. The `Float…` ones are those of
/// IEEE 754 on numbers of 32 or 64 bits: rounded to the nearest number, of two to the even one. They never fault. What
/// is no number is the one with a positive sign, a quiet mark and no payload, whatever its operands were.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Binary {
    /// Wrapping sum.
    Add,
    /// Wrapping difference.
    Subtract,
    /// Wrapping product.
    Multiply,
    /// Signed sum; a result that does not fit is a signed overflow.
    AddSigned,
    /// Signed difference; a result that does not fit is a signed overflow.
    SubtractSigned,
    /// Signed product; a result that does not fit is a signed overflow.
    MultiplySigned,
    /// Unsigned quotient; dividing by 0 is a fault.
    DivideUnsigned,
    /// Signed quotient, towards 0; dividing by 0 is a fault, the smallest number by -1 a signed overflow.
    DivideSigned,
    /// Unsigned remainder; dividing by 0 is a fault.
    RemainderUnsigned,
    /// Signed remainder with the sign of the dividend; dividing by 0 is a fault, the smallest number by -1 an overflow.
    RemainderSigned,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Left by the second operand, zeros come in; by the width or more is a bad shift.
    ShiftLeft,
    /// As `ShiftLeft` for a signed number: a negative number or a result that does not fit is a signed overflow.
    ShiftLeftSigned,
    /// Right, zeros come in; by the width or more is a bad shift.
    ShiftRight,
    /// Right, the sign comes in; by the width or more is a bad shift.
    ShiftRightSigned,
    /// Same bits.
    Equal,
    /// Other bits.
    NotEqual,
    /// Unsigned less.
    Less,
    /// Unsigned less or equal.
    LessEqual,
    /// Signed less.
    LessSigned,
    /// Signed less or equal.
    LessEqualSigned,
    /// Sum.
    FloatAdd,
    /// Difference.
    FloatSubtract,
    /// Product.
    FloatMultiply,
    /// Quotient; dividing by 0 gives an infinity or no number.
    FloatDivide,
    /// What is left of the left operand after subtracting the right one as often as it fits; always exact (C's `fmod`).
    FloatRemainder,
    /// Equal numbers: 0 is -0, and what is no number equals nothing.
    FloatEqual,
    /// Less; not if one of them is no number.
    FloatLess,
    /// Less or equal; not if one of them is no number.
    FloatLessEqual,
}

impl From<bool> for Kind {
    /// Whether an integer is signed.
    fn from(signed: bool) -> Kind {
        if signed { Kind::Signed } else { Kind::Unsigned }
    }
}

impl Unary {
    /// Whether it is on floating-point numbers.
    pub fn is_float(self) -> bool {
        use Unary::*;
        match self {
            FloatSquareRoot | FloatFloor | FloatCeiling | FloatTruncate | FloatRound | FloatRoundEven => true,
            Not | Negate | NegateSigned => false,
        }
    }
}

impl Conversion {
    /// Whether the operand is a floating-point number.
    pub fn takes_float(self) -> bool {
        match self {
            Conversion::FloatToFloat | Conversion::FloatToSigned | Conversion::FloatToUnsigned => true,
            Conversion::SignedToFloat | Conversion::UnsignedToFloat => false,
        }
    }

    /// Whether the result is a floating-point number.
    pub fn gives_float(self) -> bool {
        match self {
            Conversion::FloatToFloat | Conversion::SignedToFloat | Conversion::UnsignedToFloat => true,
            Conversion::FloatToSigned | Conversion::FloatToUnsigned => false,
        }
    }
}

impl Binary {
    /// Whether it is on floating-point numbers.
    pub fn is_float(self) -> bool {
        use Binary::*;
        match self {
            FloatAdd | FloatSubtract | FloatMultiply | FloatDivide | FloatRemainder | FloatEqual | FloatLess
            | FloatLessEqual => true,
            Add | Subtract | Multiply | AddSigned | SubtractSigned | MultiplySigned | DivideUnsigned | DivideSigned
            | RemainderUnsigned | RemainderSigned | And | Or | Xor | ShiftLeft | ShiftLeftSigned | ShiftRight
            | ShiftRightSigned | Equal | NotEqual | Less | LessEqual | LessSigned | LessEqualSigned => false,
        }
    }

    /// Whether the result has width 1 whatever the operands' width.
    pub fn is_comparison(self) -> bool {
        use Binary::*;
        match self {
            Equal | NotEqual | Less | LessEqual | LessSigned | LessEqualSigned | FloatEqual | FloatLess
            | FloatLessEqual => true,
            Add | Subtract | Multiply | AddSigned | SubtractSigned | MultiplySigned | DivideUnsigned | DivideSigned
            | RemainderUnsigned | RemainderSigned | And | Or | Xor | ShiftLeft | ShiftLeftSigned | ShiftRight
            | ShiftRightSigned | FloatAdd | FloatSubtract | FloatMultiply | FloatDivide | FloatRemainder => false,
        }
    }

    /// Whether some operands make it fault.
    pub fn can_fault(self) -> bool {
        use Binary::*;
        match self {
            AddSigned | SubtractSigned | MultiplySigned | DivideUnsigned | DivideSigned | RemainderUnsigned
            | RemainderSigned | ShiftLeft | ShiftLeftSigned | ShiftRight | ShiftRightSigned => true,
            Add | Subtract | Multiply | And | Or | Xor | Equal | NotEqual | Less | LessEqual | LessSigned
            | LessEqualSigned | FloatAdd | FloatSubtract | FloatMultiply | FloatDivide | FloatRemainder
            | FloatEqual | FloatLess | FloatLessEqual => false,
        }
    }
}

impl Width {
    /// One bit: a condition.
    pub const BOOL: Width = Width(1);

    /// All bits of this width.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.0 as u32)
    }

    /// The number that these bits mean when the top one is the sign.
    pub const fn signed(self, bits: u64) -> i64 {
        let shift = 64 - self.0 as u32;
        ((bits << shift) as i64) >> shift
    }
}

impl Bytes {
    /// The width of so many bytes.
    pub const fn width(self) -> Width {
        Width(self.0 * 8)
    }
}

impl Expr {
    /// A condition that is always so.
    pub const TRUE: Expr = Expr::Const(Width::BOOL, 1);
    /// A condition that is never so.
    pub const FALSE: Expr = Expr::Const(Width::BOOL, 0);

    /// A number, cut to the width.
    pub fn constant(width: Width, value: u64) -> Expr {
        Expr::Const(width, value & width.mask())
    }

    /// A binary expression.
    pub fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
        Expr::Binary(operator, Box::new(left), Box::new(right))
    }

    /// A unary expression.
    pub fn unary(operator: Unary, operand: Expr) -> Expr {
        Expr::Unary(operator, Box::new(operand))
    }

    /// Whether evaluating it can fault.
    pub fn can_fault(&self) -> bool {
        match self {
            Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => false,
            Expr::Unary(operator, operand) => match operator {
                Unary::NegateSigned => true,
                Unary::Not
                | Unary::Negate
                | Unary::FloatSquareRoot
                | Unary::FloatFloor
                | Unary::FloatCeiling
                | Unary::FloatTruncate
                | Unary::FloatRound
                | Unary::FloatRoundEven => operand.can_fault(),
            },
            // A shift by a constant below the width is the usual case and cannot go wrong.
            Expr::Binary(Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightSigned, left, right) => {
                left.can_fault() || !matches!(**right, Expr::Const(width, by) if by < u64::from(width.0))
            }
            Expr::Binary(operator, left, right) => operator.can_fault() || left.can_fault() || right.can_fault(),
            Expr::Extend { operand, .. } | Expr::Truncate(_, operand) => operand.can_fault(),
            Expr::Convert { conversion, operand, .. } => !conversion.gives_float() || operand.can_fault(),
            Expr::Select(condition, yes, no) => condition.can_fault() || yes.can_fault() || no.can_fault(),
        }
    }

    /// Calls `visit` on every register that is read.
    pub fn for_each_register(&self, visit: &mut impl FnMut(RegisterId)) {
        match self {
            Expr::Const(..) | Expr::Address(..) => {}
            Expr::Register(register) => visit(*register),
            Expr::Unary(_, operand)
            | Expr::Extend { operand, .. }
            | Expr::Truncate(_, operand)
            | Expr::Convert { operand, .. } => {
                operand.for_each_register(visit);
            }
            Expr::Binary(_, left, right) => {
                left.for_each_register(visit);
                right.for_each_register(visit);
            }
            Expr::Select(condition, yes, no) => {
                condition.for_each_register(visit);
                yes.for_each_register(visit);
                no.for_each_register(visit);
            }
        }
    }
}

impl Edge {
    /// Whether the function is left here: nothing follows a `Return` or a `Stop`.
    pub fn ends(&self) -> bool {
        matches!(self.action, Action::Return(_) | Action::Stop(_))
    }
}

impl Shape {
    /// In bytes.
    pub fn size(&self, model: DataModel) -> u32 {
        match self {
            Shape::Int { bits, .. } | Shape::Float { bits } => u32::from(*bits) / 8,
            Shape::Pointer => model.pointer_bytes(),
            Shape::Mutex => MUTEX_SIZE,
            Shape::Bytes(size) => *size,
            Shape::Array(element, count) => element.size(model).saturating_mul(*count),
            Shape::Record { size, .. } => *size,
        }
    }

    /// In bytes.
    pub fn align(&self, model: DataModel) -> u32 {
        match self {
            Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer => self.size(model),
            Shape::Mutex => 4,
            Shape::Bytes(_) => 1,
            Shape::Array(element, _) => element.align(model),
            Shape::Record { align, .. } => *align,
        }
    }
}

impl Function {
    /// The edges that leave a location: none, one, or an `If` and an `Unless`.
    pub fn leaving(&self, location: Location) -> &[Edge] {
        let start = self.edges.partition_point(|it| it.from < location);
        let count = self.edges[start..].iter().take_while(|it| it.from == location).count();
        &self.edges[start..start + count]
    }

    /// The width of an expression of this function.
    pub fn width_of(&self, expr: &Expr, model: DataModel) -> Width {
        match expr {
            Expr::Const(width, _) => *width,
            Expr::Register(register) => self.registers[register.index()].width,
            Expr::Address(..) => Width(model.pointer_bits()),
            Expr::Unary(_, operand) => self.width_of(operand, model),
            Expr::Binary(operator, ..) if operator.is_comparison() => Width::BOOL,
            Expr::Binary(_, left, _) => self.width_of(left, model),
            Expr::Extend { to, .. } | Expr::Convert { to, .. } => *to,
            Expr::Truncate(width, _) => *width,
            Expr::Select(_, yes, _) => self.width_of(yes, model),
        }
    }
}

impl Program {
    /// The number of the memory object that a global is.
    pub fn global_object(&self, global: GlobalId) -> u32 {
        global.0 + 1
    }

    /// The number of the memory object that stands for a function.
    pub fn function_object(&self, function: FunctionId) -> u32 {
        self.globals.len() as u32 + function.0 + 1
    }

    /// The function whose address has this object number.
    pub fn function_of_object(&self, object: u32) -> Option<FunctionId> {
        let index = object.checked_sub(self.globals.len() as u32 + 1)?;
        (index < self.functions.len() as u32).then_some(FunctionId(index))
    }
}
