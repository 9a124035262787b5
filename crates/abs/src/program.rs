//! An ABS program after checking: names are numbers, types are gone, functions take no functions. Data types only: the
//! checker makes them, the compiler reads them.
//!
//! What types decide has been decided: whether `/` truncates, which constructor a name stands for, what a field is before
//! it is assigned to, which instance of a function that takes functions is called.

use num_bigint::BigInt;
use source::{Sources, Span};

/// A constructor by number: [`Program::constructors`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConstructorId(pub u32);
/// A function by number: [`Program::functions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);
/// A class by number: [`Program::classes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassId(pub u32);
/// An interface by number: [`Program::interfaces`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InterfaceId(pub u32);
/// The name of a method by number: [`Program::selectors`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SelectorId(pub u32);
/// A local of a body by number: parameters come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalId(pub u32);
/// A field of a class by number: class parameters come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldId(pub u32);

/// A program with one main block.
#[derive(Clone, Debug)]
pub struct Program {
    /// What positions point into.
    pub sources: Sources,
    /// All constructors, of exceptions too. Those of Bool and Unit are not among them: they are literals.
    pub constructors: Vec<Constructor>,
    /// All functions that are called, one for each way in which functions are passed to them.
    pub functions: Vec<Function>,
    /// All classes.
    pub classes: Vec<Class>,
    /// The names of the interfaces.
    pub interfaces: Vec<String>,
    /// The names of the methods.
    pub selectors: Vec<String>,
    /// The main block: a body without parameters.
    pub main: Body,
    /// Constructors that the language itself uses.
    pub known: Known,
    /// Where the program that is checked differs from the one that was written, one sentence each.
    pub approximations: Vec<String>,
}

/// A constructor.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Without its module.
    pub name: String,
    /// How many parts it has.
    pub arity: u32,
    /// Its place in the order of names: values of one type are ordered by it, then by their parts.
    pub rank: u32,
}

/// Constructors that the language itself uses.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Known {
    pub nil: ConstructorId,
    pub cons: ConstructorId,
    pub empty_set: ConstructorId,
    pub insert: ConstructorId,
    pub empty_map: ConstructorId,
    pub insert_assoc: ConstructorId,
    pub pair: ConstructorId,
    pub nothing: ConstructorId,
    pub just: ConstructorId,
    pub division_by_zero: ConstructorId,
    pub pattern_match_fail: ConstructorId,
    pub assertion_fail: ConstructorId,
    pub null_pointer: ConstructorId,
}

/// A pure function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Without its module.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// How many parameters; they are its first locals.
    pub parameters: u32,
    /// The names of its locals.
    pub locals: Vec<String>,
    /// Its value.
    pub value: Expression,
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Without its module.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// How many parameters; they are its first fields.
    pub parameters: u32,
    /// The names of its fields, parameters first.
    pub fields: Vec<String>,
    /// Runs when an object is made: assigns the first values of the fields that are not parameters, then the init block.
    /// It does not await. A body without parameters.
    pub init: Body,
    /// Its methods.
    pub methods: Vec<Method>,
    /// The interfaces that it has, inherited ones too.
    pub implements: Vec<InterfaceId>,
    /// Whether it has a method `run` without parameters, which is started when an object is made.
    pub run: Option<SelectorId>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name by number.
    pub selector: SelectorId,
    /// Its name.
    pub name: String,
    /// What it does.
    pub body: Body,
}

/// Statements with their locals.
#[derive(Clone, Debug)]
pub struct Body {
    /// Where its name stands, or its first brace.
    pub span: Span,
    /// The last brace.
    pub end: Span,
    /// How many parameters; they are its first locals.
    pub parameters: u32,
    /// The names of its locals, parameters first. Each declaration and each name in a pattern has its own.
    pub locals: Vec<String>,
    /// In order. Falling off the end returns Unit.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Where.
    pub span: Span,
    /// What it is.
    pub kind: StatementKind,
}

/// Kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// One after the other.
    Block(Vec<Statement>),
    /// Nothing.
    Skip,
    /// Lets others go first.
    Suspend,
    /// A declaration is one too.
    Assign(Target, Effect),
    /// For its effect; the value is dropped.
    Effect(Effect),
    /// Ends the method.
    Return(Effect),
    /// `if`
    If(Expression, Box<Statement>, Option<Box<Statement>>),
    /// `while`
    While(Expression, Box<Statement>),
    /// `foreach`
    ForEach {
        /// The element.
        element: LocalId,
        /// Its number from 0.
        index: Option<LocalId>,
        /// The list.
        list: Expression,
        /// The round.
        body: Box<Statement>,
    },
    /// The first arm that fits; none: an exception.
    Switch(Expression, Vec<(Pattern, Statement)>),
    /// Waits until all parts hold at once. At least one.
    Await(Vec<Guard>),
    /// A failed one is a violation, and an exception.
    Assert(Expression),
    /// An exception: a value of a constructor.
    Throw(Expression),
    /// The first arm that fits; none: the exception goes on after `finally`.
    Try {
        /// What is tried.
        body: Box<Statement>,
        /// What is done about exceptions.
        arms: Vec<(Pattern, Statement)>,
        /// What is done in any case.
        finally: Option<Box<Statement>>,
    },
}

/// What is assigned to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A local.
    Local(LocalId),
    /// A field of `this`.
    Field(FieldId),
}

/// A part of what an await waits for.
#[derive(Clone, Debug)]
pub enum Guard {
    /// A future has its value.
    Future(Expression),
    /// A condition on the object and the locals.
    Condition(Expression),
}

/// A value, or what has an effect and then a value.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Where.
    pub span: Span,
    /// What it is.
    pub kind: EffectKind,
}

/// Kinds of effects.
#[derive(Clone, Debug)]
pub enum EffectKind {
    /// Nothing but a value.
    Pure(Expression),
    /// A new object, in a group of its own or in that of its creator.
    New {
        /// In that of its creator.
        local: bool,
        /// What.
        class: ClassId,
        /// Its parameters.
        arguments: Vec<Expression>,
    },
    /// A new task, whose future is the value; with `awaits` its answer, once it is there.
    AsyncCall {
        /// Whether it waits for the answer.
        awaits: bool,
        /// Who.
        target: Expression,
        /// What.
        method: SelectorId,
        /// With what.
        arguments: Vec<Expression>,
    },
    /// A call in the same group, or a new task and its answer.
    SyncCall {
        /// Who.
        target: Expression,
        /// What.
        method: SelectorId,
        /// With what.
        arguments: Vec<Expression>,
    },
    /// The answer of a future; nothing else runs in the group until it is there.
    Get(Expression),
}

/// A pure expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Where.
    pub span: Span,
    /// What it is.
    pub kind: ExpressionKind,
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// As it is.
    Literal(Literal),
    /// A local.
    Local(LocalId),
    /// A field of `this`.
    Field(FieldId),
    /// The object itself; `null` in the main block.
    This,
    /// The future of the running task.
    Destiny,
    /// A value of a data type.
    Construct(ConstructorId, Vec<Expression>),
    /// A function of the program.
    Call(FunctionId, Vec<Expression>),
    /// A function of the language.
    Builtin(Builtin, Vec<Expression>),
    /// An operator with one operand.
    Unary(UnaryOperator, Box<Expression>),
    /// An operator with two operands.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `if a then b else c`
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    /// Gives a local its value in the last expression.
    Let(LocalId, Box<Expression>, Box<Expression>),
    /// The first arm that fits; none: an exception.
    Case(Box<Expression>, Vec<(Pattern, Expression)>),
    /// Whether an object is not null and has an interface.
    Implements(Box<Expression>, InterfaceId),
    /// The same object, or null if it does not have the interface.
    As(Box<Expression>, InterfaceId),
}

/// A value that stands in the program.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Literal {
    Unit,
    Bool(bool),
    Int(BigInt),
    Float(f64),
    Text(String),
    Null,
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Anything.
    Any,
    /// Anything, and gives the local its value.
    Bind(LocalId),
    /// What equals the value of an expression that is a local or a field.
    Equal(Expression),
    /// A literal.
    Literal(Literal),
    /// A value of a constructor, with patterns for its parts.
    Constructor(ConstructorId, Vec<Pattern>),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UnaryOperator {
    Not,
    Negate,
}

/// Operators with two operands. `Or` and `And` evaluate their second operand only if it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOperator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// Of numbers, or of texts.
    Add,
    Subtract,
    Multiply,
    /// Exact.
    Divide,
    /// Of integers, rounded towards zero.
    DivideTruncating,
    Modulo,
}

/// Functions of the language: what cannot be written in it, or is so common that it has to be fast.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Builtin {
    /// How many elements a list has.
    Length,
    /// The elements of a list in reverse order, followed by those of another. (The library makes concatenation and more of
    /// it.)
    ReverseOnto,
    /// A number of any kind without its sign.
    Abs,
    /// A number without its fraction, rounded towards zero.
    Truncate,
    /// The largest integer that is not larger than a float.
    Floor,
    /// The smallest integer that is not smaller than a float.
    Ceil,
    /// A float as an exact number.
    Rat,
    /// A number as a float.
    Float,
    Numerator,
    Denominator,
    /// Of floats.
    Sqrt,
    Log,
    Exp,
    /// Any value as a text.
    ToString,
    /// Text, first character, how many.
    Substr,
    Strlen,
    /// Any values as texts, one after the other.
    Concatenate,
    /// A text that the program prints. Nothing is printed; a counterexample shows it.
    Print,
    /// The same with the end of a line.
    Println,
    /// An integer from 0 up to, but not including, the argument: each of them is tried.
    Random,
}
