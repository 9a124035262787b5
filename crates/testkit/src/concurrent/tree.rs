//! The generated programs as trees: data types, and what is inside of what.
//!
//! The tree is no more typed than it must be: C converts, and what C leaves undefined is a violation that every engine has
//! to find. So the shrinker may put nearly anything in the place of anything else, and asks the front end whether it
//! is still a program.

pub use crate::sequential::syntax::{Binary, Unary};
pub use crate::sequential::types::Kind;

/// An index into [`Program::objects`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ObjectId(pub usize);
/// An index into [`Program::functions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub usize);
/// A local variable, unique in the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LocalId(pub usize);

/// A program.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The types of the fields of `struct record`.
    pub fields: Vec<Kind>,
    /// What threads share.
    pub objects: Vec<Object>,
    /// What threads run. A function starts only those behind it.
    pub functions: Vec<Function>,
    /// What the first thread runs.
    pub main: Vec<Statement>,
    /// The program may run for ever without doing the same again: it is checked with loops that go round so often.
    pub unroll: Option<u32>,
    /// Memory is freed, allocated again, and its address compared with that of before.
    pub compares_addresses: bool,
}

/// A global variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// What it is.
    pub shape: Shape,
    /// What is in it at first; of a pointer: the object that it points to.
    pub initial: Initial,
}

/// What is in an object at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Initial {
    Zero,
    Number(i64),
    Address(ObjectId),
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Shape {
    Integer { kind: Kind, is_atomic: bool },
    Array { kind: Kind, length: u32, is_atomic: bool },
    Record,
    Pointer { to: Pointee, is_atomic: bool },
    Mutex(MutexKind),
    Condition,
    Handle,
}

/// What pointers point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Pointee {
    Integer(Kind),
    Record,
}

/// What a mutex does when its owner locks it once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum MutexKind {
    Normal,
    Recursive,
    ErrorChecking,
}

/// The type of a local variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum LocalType {
    Integer(Kind),
    Pointer(Pointee),
    Handle,
}

/// A function that a thread runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// What it takes its argument for, if it looks at it.
    pub parameter: Option<(LocalId, LocalType)>,
    /// What it does. It returns 0 at the end.
    pub body: Vec<Statement>,
}

/// A memory order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Order {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

/// Something that can be assigned to.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Place {
    Object(ObjectId),
    Local(LocalId),
    Element(ObjectId, Box<Expr>),
    Field(ObjectId, usize),
    /// A global handle of a thread.
    Handle(ObjectId),
    /// What a pointer points to.
    Target(Box<Place>),
    /// A field of the record that a pointer points to.
    TargetField(Box<Place>, usize),
}

/// What an atomic update does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Update {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    Exchange,
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Expr {
    Number(i64),
    Null,
    Read(Place),
    Load(Place, Order),
    AddressOf(Place),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(Kind, Box<Expr>),
    Nondet(Kind),
    /// `malloc`, or `calloc` if it is zeroed.
    Allocate {
        of: Pointee,
        is_zeroed: bool,
    },
    Update(Update, Place, Box<Expr>, Order),
    /// What is expected is in a local variable, which gets what was found.
    CompareExchange {
        place: Place,
        expected: LocalId,
        desired: Box<Expr>,
        is_weak: bool,
        orders: (Order, Order),
    },
    TryLock(ObjectId),
    /// Whether the thread with a global handle is the running one.
    IsSelf(ObjectId),
    /// Whether a local pointer and a global one point to the same object.
    Same(LocalId, ObjectId),
}

/// How a thread waits until something holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// It tests again.
    Loop,
    /// It tests once.
    If,
    /// It does not test.
    Bare,
    /// It tests again, at most twice.
    Counted,
    /// It tests again, unless the time is over.
    Timed,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Statement {
    Declare(LocalId, LocalType, Option<Expr>),
    Assign(Place, Option<Binary>, Expr),
    Step(Place, bool),
    Store(Place, Expr, Order),
    /// For its effect.
    Expr(Expr),
    Fence(Order),
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// `for (int i = 0; i < n; i++)`
    For(LocalId, u32, Vec<Statement>),
    While(Expr, Vec<Statement>),
    Break,
    Lock(ObjectId),
    Unlock(ObjectId),
    /// `while (…) pthread_cond_wait(…)`, or what people write in its place.
    Await {
        condition: ObjectId,
        mutex: ObjectId,
        until: Expr,
        how: Waiting,
    },
    /// To one of those who wait, or to all.
    Signal {
        condition: ObjectId,
        to_all: bool,
    },
    Section(Vec<Statement>),
    Assume(Expr),
    Assert(Expr),
    /// `reach_error()`
    Error,
    Spawn(Place, FunctionId, Expr),
    /// The result goes to a local pointer, if one is given.
    Join(Place, Option<LocalId>),
    Detach(Place),
    Free(Expr),
    /// Ends the thread; by `pthread_exit` if it says so.
    Return {
        value: Expr,
        by_exit: bool,
    },
}

impl Statement {
    /// The statements inside.
    pub fn bodies(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::If(_, yes, no) => vec![yes, no],
            Statement::For(_, _, body) | Statement::While(_, body) | Statement::Section(body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The statements inside.
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::If(_, yes, no) => vec![yes, no],
            Statement::For(_, _, body) | Statement::While(_, body) | Statement::Section(body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The expressions and places that it consists of itself.
    pub fn parts_mut(&mut self) -> (Vec<&mut Expr>, Vec<&mut Place>) {
        match self {
            Statement::Assign(place, _, value) | Statement::Store(place, value, _) => (vec![value], vec![place]),
            Statement::Spawn(place, _, argument) => (vec![argument], vec![place]),
            Statement::Step(place, _) | Statement::Join(place, _) | Statement::Detach(place) => (vec![], vec![place]),
            Statement::Declare(_, _, Some(value))
            | Statement::Expr(value)
            | Statement::If(value, _, _)
            | Statement::While(value, _)
            | Statement::Await { until: value, .. }
            | Statement::Assume(value)
            | Statement::Assert(value)
            | Statement::Free(value)
            | Statement::Return { value, .. } => (vec![value], vec![]),
            Statement::Declare(_, _, None)
            | Statement::Fence(_)
            | Statement::For(..)
            | Statement::Break
            | Statement::Lock(_)
            | Statement::Unlock(_)
            | Statement::Signal { .. }
            | Statement::Section(_)
            | Statement::Error => (vec![], vec![]),
        }
    }
}

impl Expr {
    /// The expressions and places inside.
    pub fn parts_mut(&mut self) -> (Vec<&mut Expr>, Vec<&mut Place>) {
        match self {
            Expr::Read(place) | Expr::Load(place, _) | Expr::AddressOf(place) => (vec![], vec![place]),
            Expr::Unary(_, inner) | Expr::Cast(_, inner) => (vec![inner], vec![]),
            Expr::Binary(_, left, right) => (vec![left, right], vec![]),
            Expr::Conditional(condition, yes, no) => (vec![condition, yes, no], vec![]),
            Expr::Update(_, place, value, _) | Expr::CompareExchange { place, desired: value, .. } => {
                (vec![value], vec![place])
            }
            Expr::Number(_)
            | Expr::Null
            | Expr::Nondet(_)
            | Expr::Allocate { .. }
            | Expr::TryLock(_)
            | Expr::IsSelf(_)
            | Expr::Same(..) => (vec![], vec![]),
        }
    }
}

impl Place {
    /// The place of the pointer that leads here.
    pub fn pointer_mut(&mut self) -> Option<&mut Place> {
        match self {
            Place::Target(pointer) | Place::TargetField(pointer, _) => Some(pointer),
            Place::Object(_) | Place::Local(_) | Place::Element(..) | Place::Field(..) | Place::Handle(_) => None,
        }
    }
}
