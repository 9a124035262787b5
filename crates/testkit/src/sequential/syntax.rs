//! The generated programs as trees: data types only.
//!
//! Every expression carries its type, and every place where C leaves something undefined is a node of its own
//! ([`Guard`], [`Node::Index`], [`Stmt::Loop`]), so that the shrinker can change anything else without thinking.

use super::types::{Kind, Signature, Type};
use ir::DataModel;

/// An index into [`Program::variables`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct VarId(pub usize);
/// An index into [`Program::functions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub usize);
/// An index into [`Program::records`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RecordId(pub usize);
/// An index into [`Program::enums`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EnumId(pub usize);
/// A label, unique in the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LabelId(pub usize);

/// A program. What `main` does not reach is not printed.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Program {
    pub model: DataModel,
    pub enums: Vec<Enum>,
    pub records: Vec<Record>,
    pub variables: Vec<Variable>,
    /// In the order of their declarations.
    pub globals: Vec<(VarId, Init)>,
    /// Their initialisers come after the functions; what is in front is tentative.
    pub are_globals_last: bool,
    /// The last one is `main`. A function calls only those before it, and itself.
    pub functions: Vec<Function>,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Ascending; written out where the flag says so.
    pub constants: Vec<(i64, bool)>,
}

/// A struct or union.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Record {
    pub is_union: bool,
    pub fields: Vec<Type>,
    /// Of each field, its width if it is a bit-field.
    pub widths: Vec<Option<u32>>,
    /// Of each field, whether a bit-field of width 0 stands in front of it.
    pub breaks: Vec<bool>,
    pub is_packed: bool,
    /// Whether there is a pointer in it, at any depth.
    pub has_pointers: bool,
    /// Has a typedef and no tag.
    pub is_typedef: bool,
}

impl Record {
    /// Whether a field is one.
    pub fn has_bit_fields(&self) -> bool {
        self.widths.iter().any(Option::is_some)
    }
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Storage {
    Global,
    Static,
    Local,
    Parameter,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its type.
    pub ty: Type,
    /// Where it lives.
    pub storage: Storage,
    /// The nesting of its block, 0 for globals: what it points to lives at least as long.
    pub depth: usize,
    /// Not assigned to: counters, heap pointers, constants.
    pub is_fixed: bool,
    /// Written with `const`.
    pub is_const: bool,
    /// Its address may be taken.
    pub is_addressable: bool,
    /// For pointers: how many elements there are from where it points. For counters: all values are below.
    pub extent: u32,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its type.
    pub signature: Signature,
    /// Variables of the types in the signature.
    pub parameters: Vec<VarId>,
    /// Touches nothing but its own locals, so it may be called in any expression.
    pub is_pure: bool,
    /// Begins with `if (depth <= 0) return …;`: the first parameter is how deep the recursion may still go.
    pub base: Option<Expr>,
    /// The rest.
    pub body: Vec<Stmt>,
}

/// An initialiser.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Init {
    Expr(Expr),
    List(Vec<(Designator, Init)>),
}

/// What a part of an initialiser is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Designator {
    /// The next one.
    None,
    Field(usize),
    Element(u32),
}

/// A statement.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Stmt {
    Expr(Expr),
    /// Mixes a value into `out`; by a call or in place.
    Put {
        slot: u32,
        value: Expr,
        by_call: bool,
    },
    /// Mixes several values into `out`, by a call with variable arguments.
    PutAll {
        slot: u32,
        values: Vec<Expr>,
    },
    Declare(VarId, Init),
    Block(Vec<Stmt>),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    Switch(Expr, Vec<Arm>),
    /// Duff's device with a loop of that many rounds.
    Duff {
        selector: Expr,
        counter: VarId,
        rounds: u32,
        parts: Vec<Vec<Stmt>>,
    },
    Loop {
        form: LoopForm,
        counter: VarId,
        rounds: u32,
        also: Option<Expr>,
        body: Vec<Stmt>,
    },
    /// A pointer runs over the elements of an array, upwards or downwards.
    Walk {
        pointer: VarId,
        array: Expr,
        length: u32,
        is_up: bool,
        body: Vec<Stmt>,
    },
    /// A block with an array of a size that is known at run time only.
    Heap {
        pointer: VarId,
        length: u32,
        form: HeapForm,
        body: Vec<Stmt>,
    },
    Break,
    Continue,
    Goto(LabelId),
    Label(LabelId),
    /// Goes back to the label at most that often.
    GoBack {
        label: LabelId,
        counter: VarId,
        rounds: u32,
    },
    Return(Option<Expr>),
}

/// Some labels of a switch and what follows them.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Arm {
    /// Constants; `None` is `default`.
    pub labels: Vec<Option<Expr>>,
    pub body: Vec<Stmt>,
    pub breaks: bool,
}

/// Where an array of that kind comes from. All but the first two are filled with numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeapForm {
    /// `calloc`.
    Zeroed,
    /// `calloc`, and a flexible array member.
    Flexible,
    /// `malloc`.
    Plain,
    /// `alloca`.
    Alloca,
    /// An array of variable length.
    Array,
    /// The last row of a matrix of variable lengths.
    Matrix,
}

/// How a loop is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopForm {
    /// `for (T i = 0; i < n; i++)`: the counter is below `n` in the body.
    For,
    /// `T i; for (i = n; i-- > 0;)`: likewise.
    ForDown,
    /// `while (i < n) { i++; … }`
    While,
    /// `while (i++ < n)`
    WhileStep,
    /// `do … while (++i < n)`
    Do,
    /// `for (;;) { if (i >= n) break; ++i; … }`
    Endless,
    /// As `While`, but the counter is declared elsewhere.
    Declared,
}

/// An expression with its type.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Expr {
    pub ty: Type,
    pub node: Node,
}

/// What an expression is.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Node {
    /// A literal, as text.
    Literal(String),
    /// An enumeration constant.
    Constant(EnumId, usize),
    Variable(VarId),
    Function(FunctionId),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Guarded(Guard, Box<Expr>),
    /// To the type of the expression.
    Cast(Box<Expr>),
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    Step {
        is_prefix: bool,
        is_up: bool,
        place: Box<Expr>,
    },
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Deref(Box<Expr>),
    AddressOf(Box<Expr>),
    /// `.` or, if what is left of it is a dereference, perhaps `->`.
    Member {
        base: Box<Expr>,
        field: usize,
        arrow: bool,
    },
    /// Pointer plus or minus an index.
    Offset {
        base: Box<Expr>,
        index: Box<Expr>,
        is_up: bool,
    },
    /// An array as the pointer to its first element; nothing is written.
    Decay(Box<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    SizeofType(Type),
    Alignof(Type),
    Sizeof(Box<Expr>),
    Offsetof(RecordId, usize),
    /// From the address of a field to the record around it.
    ContainerOf {
        address: Box<Expr>,
        record: RecordId,
        field: usize,
    },
    Compound(Box<Init>),
    /// The first argument of a recursive call: `depth - 1`.
    Deeper(VarId),
}

/// An operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Unary {
    Plus,
    Minus,
    Complement,
    Not,
}

/// An operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Binary {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Xor,
    Or,
    LogicalAnd,
    LogicalOr,
}

/// What keeps an operand where the operator is defined, whatever its type and value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guard {
    /// `x & n`: an index or a shift.
    Mask(u64),
    /// `(unsigned long)x % n`: an index.
    Modulo(u32),
    /// `(x & 15) + 1`: a divisor.
    Positive,
    /// `-((x & 15) + 2)`: a divisor, not -1.
    Negative,
    /// `(T)x | 1` for an unsigned type: a divisor.
    Odd(Kind),
    /// `(T)fit(x)`: a floating-point number as an integer that can hold it.
    Whole(Kind),
    /// The bits of a floating-point number.
    Bits,
}
