//! The typed tree: a C program after types, conversions, constants and initialisers were worked out.
//!
//! This is all that the rest of the front end knows of C: `sema` writes it from the parser's tree, `lower` reads it.
//! Everything implicit is explicit here: reading an lvalue is [`ExprKind::Load`], arrays decay by
//! [`ExprKind::Decay`], every arithmetic conversion is an [`ExprKind::Convert`], `a[i]` and `p->f` are dereferences and
//! members, library functions are [`Builtin`]s, `case` labels are labels.

use crate::Allowed;
use ir::{Cause, DataModel, Tolerance};
use source::{Sources, Span};
use std::collections::HashSet;
use std::rc::Rc;

/// Index into [`Unit::variables`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableId(pub u32);
/// Index into [`Unit::functions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);
/// Index into [`Unit::records`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordId(pub u32);
/// A jump target; unique in its function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LabelId(pub u32);

/// One translation unit.
#[derive(Debug)]
pub struct Unit {
    /// Widths.
    pub model: DataModel,
    /// The files that spans point into.
    pub sources: Sources,
    /// Whether a weak compare-exchange never fails although the values are equal.
    pub no_spurious: bool,
    /// The functions of the library that wait and may end without a reason.
    pub waits: Vec<Wait>,
    /// Structs and unions with their layout.
    pub records: Vec<Record>,
    /// All variables: globals, statics, locals, parameters.
    pub variables: Vec<Variable>,
    /// All functions that are defined or referred to.
    pub functions: Vec<Function>,
    /// Whether there are mutexes of another kind than the default one.
    pub mutex_kinds: bool,
    /// What is called when a thread ends by `pthread_exit`, in this order.
    pub at_thread_exit: Vec<FunctionId>,
    /// What runs the functions of threads, see [`ir::Program::runner`].
    pub runner: Option<FunctionId>,
    /// What was approximated while reading, one sentence each (part of the scope of every verdict).
    pub approximations: Vec<String>,
    /// What is let pass, and where.
    pub allowed: Allowed,
    /// Where something is let pass, as far as that is known of the tree.
    pub passed: Vec<(Tolerance, Span)>,
    /// Functions that are mentioned other than by calling them.
    pub named: HashSet<FunctionId>,
}

/// A function of the library that waits for a condition variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// It ends with a reason: a signal, or a time that is over.
    pub function: FunctionId,
    /// The same function when it ends for no reason.
    pub spurious: FunctionId,
    /// Which of them it is.
    pub cause: Cause,
}

/// A type. Qualifiers other than `_Atomic` are dropped; enums are integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// `_Bool`: one byte in memory, 0 or 1.
    Bool,
    /// An integer of 8, 16, 32 or 64 bits. The value of a wide bit-field can have any width from 32 on.
    Int {
        /// Width.
        bits: u8,
        /// Whether it has a sign.
        signed: bool,
    },
    /// A floating-point number.
    Float(Float),
    /// Pointer to.
    Pointer(Rc<Type>),
    /// Array of so many; `None` while the size is not known (`extern int a[];`, parameters never).
    Array(Rc<Type>, Option<u32>),
    /// Array of as many as a local of type `size_t` says, which is set where the type is written.
    VariableArray(Rc<Type>, VariableId),
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(Rc<Signature>),
    /// `_Atomic` of a scalar. Loads and stores of such an lvalue are sequentially consistent atomics.
    Atomic(Rc<Type>),
    /// `pthread_mutex_t`, whatever the headers say.
    Mutex,
    /// A library type that the program may hold but not look into (`pthread_attr_t`, …): size in bytes.
    Opaque(u32),
}

/// The floating-point types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Float {
    /// `float`: 32 bits.
    Single,
    /// `double`: 64 bits.
    Double,
    /// `long double`: as much memory as the ABI says, of which the first 64 bits are a number like that of `double`.
    Long,
}

impl Float {
    /// The width in registers.
    pub fn width(self) -> ir::Width {
        match self {
            Float::Single => ir::Width(32),
            Float::Double | Float::Long => ir::Width(64),
        }
    }
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// What it returns.
    pub result: Type,
    /// What it takes; arrays and functions are already pointers here.
    pub parameters: Vec<Type>,
    /// Whether more arguments may follow (`...`, or an old-style `()`).
    pub variadic: bool,
    /// See [`Type::parts`].
    parts: u32,
}

impl Signature {
    /// The type of a function with this result and these parameters.
    pub fn new(result: Type, parameters: Vec<Type>, variadic: bool) -> Signature {
        let inner = std::iter::once(&result).chain(&parameters).map(Type::parts);
        let parts = inner.fold(1, u32::saturating_add);
        Signature { result, parameters, variadic, parts }
    }

    /// Whether further arguments are handed over, through a hidden last parameter. Not so for `()`.
    pub fn takes_more(&self) -> bool {
        self.variadic && !self.parameters.is_empty()
    }
}

impl Type {
    /// How many pointers, arrays and functions this type is made of when it is written without typedefs. It can be
    /// exponential in the length of the program, and is a bound on what a comparison costs.
    pub fn parts(&self) -> u32 {
        let (mut ty, mut parts) = (self, 0u32);
        loop {
            match ty {
                Type::Pointer(inner) | Type::Array(inner, _) | Type::VariableArray(inner, _) | Type::Atomic(inner) => {
                    ty = inner;
                    parts = parts.saturating_add(1);
                }
                Type::Function(signature) => return parts.saturating_add(signature.parts),
                Type::Void
                | Type::Bool
                | Type::Int { .. }
                | Type::Float(_)
                | Type::Record(_)
                | Type::Mutex
                | Type::Opaque(_) => return parts,
            }
        }
    }
}

/// A struct or union with its layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The tag, or a made-up name.
    pub name: String,
    /// Whether it is a union.
    pub union: bool,
    /// Whether its members are known yet.
    pub complete: bool,
    /// In bytes.
    pub size: u32,
    /// In bytes.
    pub align: u32,
    /// Members in order; members of anonymous inner records are reached through the inner record's own field.
    pub fields: Vec<Field>,
}

/// A member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; empty for an anonymous inner record.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// In bytes from the start; of a bit-field the byte that its first bit is in.
    pub offset: u32,
    /// Which bits it is, if it is a bit-field.
    pub bits: Option<BitField>,
}

/// Which bits of a record a bit-field is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// The first bit, counted from the start of the record.
    pub start: u32,
    /// 1 to 64.
    pub width: u8,
    /// An access, by offset and size in bytes, that holds all of it and nothing of another memory location. Without one
    /// it is accessed byte by byte.
    pub unit: Option<(u32, u8)>,
}

impl BitField {
    /// The type of its value: what is narrower than `int` becomes `int`; as in GCC, what is wider has a type of its own.
    pub fn value_type(self, declared: &Type) -> Type {
        match declared {
            Type::Int { signed, .. } if self.width >= 32 => Type::Int { bits: self.width, signed: *signed },
            _ => Type::Int { bits: 32, signed: true },
        }
    }
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// As long as the program: globals and `static` locals.
    Static,
    /// As long as the call.
    Automatic,
    /// One per thread (`_Thread_local`).
    Thread,
}

/// A variable.
#[derive(Debug)]
pub struct Variable {
    /// As in the source.
    pub name: String,
    /// Its type, complete.
    pub ty: Type,
    /// Where it lives.
    pub storage: Storage,
    /// For a `static` local, the function it belongs to (its name in reports is `function::name`).
    pub owner: Option<String>,
    /// Whether `&` is applied to it, or it is an array, record or mutex: it then needs memory.
    pub addressed: bool,
    /// Whether it is `const` itself (or its elements are): writing to it is undefined. What it points to does not count.
    pub constant: bool,
    /// Of a `const` integer that starts with a constant: its value.
    pub value: Option<u64>,
    /// For [`Storage::Static`] and [`Storage::Thread`]: the initial value; everything not mentioned is 0.
    pub init: Vec<Element>,
    /// How many elements the array without a size has that is the last member; only static storage has any.
    pub flexible: u32,
    /// Where it is declared.
    pub span: Span,
}

/// One scalar (or record copied as a whole) of an initialiser.
#[derive(Clone, Debug)]
pub struct Element {
    /// Where in the object; of a bit-field the byte that its first bit is in.
    pub offset: u32,
    /// Which bits of the record around it, if it is a bit-field.
    pub bits: Option<BitField>,
    /// What is written there; its type is the type of the place.
    pub value: Expr,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its type.
    pub signature: Rc<Signature>,
    /// Its parameters, as variables; empty without a body.
    pub parameters: Vec<VariableId>,
    /// The body, if it is defined here.
    pub body: Option<Vec<Stmt>>,
    /// How many labels the body uses.
    pub labels: u32,
    /// Whether it is part of the library: a model in C.
    pub library: bool,
    /// Where it is defined, else declared.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it is.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Evaluates and drops the value.
    Expr(Expr),
    /// Statements in sequence.
    Block(Vec<Stmt>),
    /// A local comes into scope. `init` empty and `zeroed` false: left as it is.
    Declare {
        /// The local.
        variable: VariableId,
        /// What is written, in order.
        init: Vec<Element>,
        /// Whether everything else is set to 0 first (a brace initialiser).
        zeroed: bool,
    },
    /// Two-way branch on a scalar.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// Loop with the test first.
    While(Expr, Box<Stmt>),
    /// Loop with the test last.
    DoWhile(Box<Stmt>, Expr),
    /// `for`: start, test, step, body.
    For(Option<Box<Stmt>>, Option<Expr>, Option<Expr>, Box<Stmt>),
    /// Jumps to the label of the first case whose range (inclusive, in the value's type) holds the value.
    Switch {
        /// Already promoted.
        value: Expr,
        /// Low, high, target.
        cases: Vec<(u64, u64, LabelId)>,
        /// Else here, else behind the body.
        default: Option<LabelId>,
        /// Contains the labels.
        body: Box<Stmt>,
    },
    /// A jump target.
    Label(LabelId),
    /// Jumps.
    Goto(LabelId),
    /// Leaves the innermost loop or switch.
    Break,
    /// To the next round of the innermost loop.
    Continue,
    /// Leaves the function.
    Return(Option<Expr>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type. For lvalues the type of the object, possibly [`Type::Atomic`].
    pub ty: Type,
    /// Where it is.
    pub span: Span,
}

/// What an expression is. Those marked *lvalue* denote an object; everything else is a value.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer, or a null pointer, or the bits of a floating-point number; cut to the width of the type.
    Constant(u64),
    /// *lvalue*: a string literal with its terminating 0; type array of char.
    String(Vec<u8>),
    /// *lvalue*: a variable.
    Variable(VariableId),
    /// A function; type [`Type::Function`].
    Function(FunctionId),
    /// *lvalue*: what a pointer value points to.
    Dereference(Box<Expr>),
    /// *lvalue* if the operand is one: the member at this offset of a record.
    Member(Box<Expr>, u32),
    /// *lvalue* if the operand is one: a bit-field of a record, of its declared type. What is read or written there has the
    /// type [`BitField::value_type`].
    BitField(Box<Expr>, BitField),
    /// *lvalue*: the operand, which must not be at the same place as others of the expression; see `evaluation`.
    Watched(Box<Expr>, Watch),
    /// The value of an lvalue. Records too: their value is only stored, passed, or picked apart by `Member`.
    Load(Box<Expr>),
    /// The address of an lvalue, or of a function.
    AddressOf(Box<Expr>),
    /// An array lvalue as a pointer to its first element.
    Decay(Box<Expr>),
    /// `- ~ !` on a promoted operand. `!` gives `int`.
    Unary(UnaryOp, Box<Expr>),
    /// Operands already converted to their common type (shifts: each promoted by itself). Comparisons give `int`;
    /// they also compare two pointers.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Pointer plus integer (of any integer type) times the size of the element; the size is in bytes.
    PointerAdd {
        /// The pointer.
        pointer: Box<Expr>,
        /// The integer.
        index: Box<Expr>,
        /// Whether it is subtracted instead.
        subtract: bool,
        /// Bytes per element.
        scale: u32,
    },
    /// Difference of two pointers in elements of `scale` bytes; type `ptrdiff_t`.
    PointerDifference {
        /// From this
        left: Box<Expr>,
        /// this is subtracted.
        right: Box<Expr>,
        /// Bytes per element.
        scale: u32,
    },
    /// `&&`; gives `int`.
    LogicalAnd(Box<Expr>, Box<Expr>),
    /// `||`; gives `int`.
    LogicalOr(Box<Expr>, Box<Expr>),
    /// `c ? a : b`; both of the result's type.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a, b`.
    Comma(Box<Expr>, Box<Expr>),
    /// `lvalue = value`; the value of the expression is the value stored.
    Assign(Box<Expr>, Box<Expr>),
    /// `lvalue op= value`: the lvalue is evaluated once, its value converted to `computation`, combined with the value
    /// (already converted), and converted back. On an atomic lvalue this is one read-modify-write.
    AssignOp {
        /// What is changed.
        target: Box<Expr>,
        /// The operator.
        op: BinaryOp,
        /// The right operand.
        value: Box<Expr>,
        /// The type in which it is computed.
        computation: Type,
    },
    /// `++ --` on a scalar lvalue.
    Increment {
        /// What is changed.
        target: Box<Expr>,
        /// What is added: 1 or -1, or plus or minus the element's size for pointers.
        by: i64,
        /// Whether the value is the old one.
        postfix: bool,
    },
    /// Converted to the expression's type: between numbers, pointers, `_Bool` (0 or 1), `void`.
    Convert(Box<Expr>),
    /// A call of a function of the program, direct or through a pointer. Arguments are converted; if the function
    /// [`Signature::takes_more`], those behind its parameters are promoted.
    Call {
        /// An [`ExprKind::Function`], or a pointer value.
        callee: Box<Expr>,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// A call of a library function that has a meaning here.
    Builtin(Builtin, Vec<Expr>),
    /// `({ … })`: the statements, then the value of the last expression, if there is one.
    Statements(Vec<Stmt>, Option<Box<Expr>>),
    /// *lvalue*: `(T){ … }`: a fresh automatic object.
    CompoundLiteral(VariableId, Vec<Element>),
}

/// What is noted of an lvalue, and with what it is compared.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Where the address goes.
    pub mark: VariableId,
    /// How many bytes there are.
    pub size: u32,
    /// The marks and sizes of those that must be elsewhere. A mark is 0 as long as its lvalue was not evaluated.
    pub others: Vec<(VariableId, u32)>,
}

/// Operators on one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Negate,
    Complement,
    Not,
}

/// Operators on two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

/// Library functions, by what they mean. Arguments are in C's order and already converted unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// `pthread_create(handle, attributes, function, argument)`.
    ThreadCreate,
    /// `pthread_join(handle, result or null)`.
    ThreadJoin,
    /// `pthread_exit(value)`.
    ThreadExit,
    /// `pthread_detach(handle)`.
    ThreadDetach,
    /// `pthread_self()`.
    ThreadSelf,
    /// `pthread_equal(one handle, another)`.
    SameThread,
    /// A model finds that the library is misused; the arguments are string literals: the code of [`ir::Misuse`], and how.
    Misuse,
    /// `pthread_mutex_init(mutex, attributes)`.
    MutexInit,
    /// `pthread_mutex_lock(mutex)`.
    MutexLock,
    /// `pthread_mutex_trylock(mutex)`.
    MutexTryLock,
    /// `pthread_mutex_unlock(mutex)`.
    MutexUnlock,
    /// `pthread_mutex_destroy(mutex)`.
    MutexDestroy,
    /// `assert(condition)`: the argument is a scalar of any type.
    Assert,
    /// The same, but a condition that does not hold ends the process.
    AssertOrAbort,
    /// `reach_error()`, `__assert_fail(…)`, `__VERIFIER_error()`: a violation. No arguments are kept.
    Error,
    /// `__VERIFIER_assume(condition)`, `assume_abort_if_not(condition)`: the argument is a scalar of any type.
    Assume,
    /// A function that nobody knows was called: what follows is not looked at.
    Cut,
    /// The arguments are evaluated, in any order: those of a function that is more than one step, or the lengths of an array.
    Operands,
    /// `abort()`, `exit(code)`, `_Exit`, `quick_exit`.
    Exit,
    /// `__VERIFIER_nondet_T()`: any value of the expression's type.
    Nondet,
    /// `__VERIFIER_atomic_begin()`.
    AtomicBegin,
    /// `__VERIFIER_atomic_end()`.
    AtomicEnd,
    /// `malloc(size)`.
    Malloc,
    /// `calloc(count, size)`.
    Calloc,
    /// `realloc(pointer, size)`.
    Realloc,
    /// `free(pointer)`.
    Free,
    /// The object of an array of variable length, of so many bytes; it ends with the block.
    VariableArray,
    /// `alloca(size)`: the object ends when the function returns.
    Alloca,
    /// The address of the first of the function's variable arguments.
    VariableArguments,
    /// `memcpy(target, source, size)`, also `memmove`, where the size is known and a multiple of that of the objects that
    /// both pointers point to; see `sema::memory`. The first argument's own type says which; all are before conversion.
    MemoryCopy {
        /// Whether the objects must not overlap, unless they are the same.
        apart: bool,
    },
    /// `memset(target, byte, size)` under the same condition; the byte is a constant.
    MemorySet,
    /// `atomic_load`, `__atomic_load_n`: pointer to the object.
    AtomicLoad(ir::Order),
    /// `atomic_store`, `__atomic_store_n`: pointer, value (converted to the object's type).
    AtomicStore(ir::Order),
    /// `atomic_init`: pointer, value. A plain store.
    AtomicInit,
    /// `atomic_fetch_add` and so on, `atomic_exchange`: pointer, operand (converted to the object's type); gives the
    /// old value.
    AtomicUpdate(ir::Update, ir::Order),
    /// `atomic_compare_exchange_strong/weak`: pointer, pointer to expected, desired. Gives `_Bool`.
    AtomicCompareExchange {
        /// On success.
        order: ir::Order,
        /// On failure.
        failure: ir::Order,
        /// The weak form.
        weak: bool,
    },
    /// `atomic_thread_fence(order)`, `__sync_synchronize()`.
    Fence(ir::Order),
    /// `sqrt`, `floor`, …: an operator on one floating-point number of the expression's type.
    Float(ir::Unary),
    /// `fmod`: on two floating-point numbers of the expression's type.
    FloatRemainder,
    /// `fabs`: without the sign.
    FloatAbsolute,
    /// Evaluates its arguments (reads in them count), does nothing, gives 0: `printf`, `puts`, `sleep`, `sched_yield`…
    Ignore,
}
