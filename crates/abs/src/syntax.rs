//! An ABS program as it was written. Data types only: the parser makes them, the checker reads them.
//!
//! Names are kept as text. A qualified name is one text with dots in it (`ABS.StdLib.head`).

use source::Span;

/// A name and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// With dots if it is qualified.
    pub text: String,
    /// All of it.
    pub span: Span,
}

/// A module: everything up to the next `module` line. A file without such a line is one module without a name.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `None`: the file does not say.
    pub name: Option<Name>,
    /// What others may use.
    pub exports: Vec<Export>,
    /// What it uses.
    pub imports: Vec<Import>,
    /// Types, functions, interfaces, classes.
    pub declarations: Vec<Declaration>,
    /// The main block, with the position of its first brace.
    pub main: Option<Block>,
    /// What of it decides about other things than itself.
    pub remarks: Remarks,
}

/// What the text of a module says about the whole program: each at the first place where it does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Remarks {
    /// `new cog C()`
    pub new_cog: Option<Span>,
    /// `new local C()`
    pub new_local: Option<Span>,
    /// `[HTTPCallable]`: a method that is called from outside.
    pub called_from_outside: Option<Span>,
}

/// `export *;`, `export A, b;`, `export * from M;`, `export A from M;`
#[derive(Clone, Debug)]
pub struct Export {
    /// Where.
    pub span: Span,
    /// `None`: everything.
    pub names: Option<Vec<Name>>,
    /// Of another module, which is passed on.
    pub from: Option<Name>,
}

/// `import * from M;`, `import A, b from M;`, `import M.A, M.b;`
#[derive(Clone, Debug)]
pub struct Import {
    /// Where.
    pub span: Span,
    /// `None`: everything.
    pub names: Option<Vec<Name>>,
    /// `None`: the names are qualified.
    pub from: Option<Name>,
}

/// Something with a name.
#[derive(Clone, Debug)]
pub enum Declaration {
    /// `data D<A> = C(A x) | E;`; exceptions are one kind of them.
    Data(Data),
    /// `type T = U;`
    Synonym {
        /// The new name.
        name: Name,
        /// What it stands for.
        means: Type,
    },
    /// `exception E(Int);`
    Exception(Constructor),
    /// `def A f<A>(A x) = x;`
    Function(Function),
    /// `interface I extends J { … }`
    Interface(Interface),
    /// `class C(Int x) implements I { … }`
    Class(Class),
}

/// An algebraic data type.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its name.
    pub name: Name,
    /// `A, B` of `data D<A, B>`.
    pub parameters: Vec<Name>,
    /// None for an abstract type.
    pub constructors: Vec<Constructor>,
}

/// A constructor of a data type, or an exception.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Name,
    /// The types of its parts, with a selector function where there is one.
    pub parts: Vec<(Type, Option<Name>)>,
}

/// A type as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Type {
    /// `List`
    pub name: Name,
    /// `Int` of `List<Int>`.
    pub arguments: Vec<Type>,
}

/// A parameter, or a local with its type.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its type.
    pub of: Type,
    /// Its name.
    pub name: Name,
}

/// A pure function.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it returns.
    pub result: Type,
    /// Its name.
    pub name: Name,
    /// `A, B` of `def A f<A, B>(…)`.
    pub type_parameters: Vec<Name>,
    /// `g, h` of `def A f<A>(g, h)(A x)`: functions that it is given.
    pub function_parameters: Vec<Name>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// `None`: `builtin`.
    pub body: Option<Expression>,
}

/// An interface.
#[derive(Clone, Debug)]
pub struct Interface {
    /// Its name.
    pub name: Name,
    /// Those whose methods it has too.
    pub extends: Vec<Name>,
    /// Its own methods.
    pub methods: Vec<Signature>,
}

/// A method without its body.
#[derive(Clone, Debug)]
pub struct Signature {
    /// What it returns.
    pub result: Type,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: Name,
    /// They are fields too.
    pub parameters: Vec<Parameter>,
    /// Its interfaces.
    pub implements: Vec<Name>,
    /// Fields in order.
    pub fields: Vec<Field>,
    /// The init block.
    pub init: Option<Block>,
    /// Methods.
    pub methods: Vec<Method>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its type and name.
    pub parameter: Parameter,
    /// Its first value.
    pub init: Option<Expression>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its head.
    pub signature: Signature,
    /// What it does.
    pub body: Block,
}

/// Statements in braces.
#[derive(Clone, Debug)]
pub struct Block {
    /// The first brace.
    pub span: Span,
    /// The last brace.
    pub end: Span,
    /// In order.
    pub statements: Vec<Statement>,
}

/// A statement. Its annotations have been read, and do not matter.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its first line (a [`Span`] does not reach beyond one).
    pub span: Span,
    /// What it is.
    pub kind: StatementKind,
}

/// Kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `{ … }`
    Block(Block),
    /// `skip;` or `;`
    Skip,
    /// `suspend;`
    Suspend,
    /// `Int x = e;`
    Declare {
        /// Its type and name.
        parameter: Parameter,
        /// Its first value.
        value: Option<Effect>,
    },
    /// `x = e;` or `this.x = e;`
    Assign {
        /// What is assigned to.
        target: Name,
        /// Whether `this.` stands before it.
        on_this: bool,
        /// The value.
        value: Effect,
    },
    /// `e;`
    Effect(Effect),
    /// `return e;`
    Return(Effect),
    /// `if (e) s else s`
    If {
        /// The condition.
        condition: Expression,
        /// If it holds.
        then: Box<Statement>,
        /// If not.
        otherwise: Option<Box<Statement>>,
    },
    /// `while (e) s`
    While {
        /// The condition.
        condition: Expression,
        /// The round.
        body: Box<Statement>,
    },
    /// `foreach (x, i in e) s`
    ForEach {
        /// The element.
        element: Name,
        /// Its number from 0.
        index: Option<Name>,
        /// The list.
        list: Expression,
        /// The round.
        body: Box<Statement>,
    },
    /// `switch (e) { p => s … }`, and the old `case e { p => s … }`
    Switch {
        /// What is looked at.
        subject: Expression,
        /// In order.
        arms: Vec<(Pattern, Statement)>,
    },
    /// `await g;`
    Await(Vec<Guard>),
    /// `assert e;`
    Assert(Expression),
    /// `throw e;`
    Throw(Expression),
    /// `die e;`
    Die(Expression),
    /// `try s catch { p => s … } finally s`
    Try {
        /// What is tried.
        body: Box<Statement>,
        /// What is done about exceptions.
        arms: Vec<(Pattern, Statement)>,
        /// What is done in any case.
        finally: Option<Box<Statement>>,
    },
    /// `duration(a, b);`
    Duration(Vec<Expression>),
}

/// One part of the guard of an await, all of which must hold.
#[derive(Clone, Debug)]
pub enum Guard {
    /// `x?` or `this.x?`: a future has its value.
    Future(Expression),
    /// `duration(a, b)`
    Duration(Expression, Expression),
    /// A condition on the object.
    Condition(Expression),
}

/// What can stand to the right of an assignment.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Where it begins.
    pub span: Span,
    /// What it is.
    pub kind: EffectKind,
}

/// Kinds of effects.
#[derive(Clone, Debug)]
pub enum EffectKind {
    /// Nothing but a value.
    Pure(Expression),
    /// `new C(…)`, `new local C(…)`, `new cog C(…)`
    New {
        /// What stands behind `new`.
        placement: Placement,
        /// What.
        class: Name,
        /// Its parameters.
        arguments: Vec<Expression>,
    },
    /// `o!m(…)`, `await o!m(…)`
    AsyncCall {
        /// Whether it waits for the answer.
        awaits: bool,
        /// Who.
        target: Expression,
        /// What.
        method: Name,
        /// With what.
        arguments: Vec<Expression>,
    },
    /// `o.m(…)`
    SyncCall {
        /// Who.
        target: Expression,
        /// What.
        method: Name,
        /// With what.
        arguments: Vec<Expression>,
    },
    /// `f.get`
    Get(Expression),
}

/// What is said about the group of a new object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// `new`: a group of its own, or in the language before 2.0 that of the creator.
    Plain,
    /// `new local`: the creator's group.
    Local,
    /// `new cog` of the language before 2.0: a group of its own.
    Cog,
}

/// A pure expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Where it begins.
    pub span: Span,
    /// What it is.
    pub kind: ExpressionKind,
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// Digits.
    Int(String),
    /// `1.5`, `2e-3`
    Float(f64),
    /// A text, with escapes resolved.
    Text(String),
    /// Texts and expressions in turn: `` `a $e$ b` ``
    Template(Vec<TemplatePart>),
    /// `null`
    Null,
    /// `this`
    This,
    /// `this.x`
    ThisField(Name),
    /// A local, a parameter or a field.
    Variable(Name),
    /// `destiny`: the future of the running task.
    Destiny,
    /// `f(…)`; with functions in front for those that take functions: `map(f)(…)`.
    Call {
        /// Which function.
        function: Name,
        /// Functions that are passed.
        functions: Vec<FunctionArgument>,
        /// Values.
        arguments: Vec<Expression>,
    },
    /// `C`, `C(…)`
    Construct {
        /// Which constructor.
        constructor: Name,
        /// Its parts.
        arguments: Vec<Expression>,
    },
    /// `list[…]`, `set[…]`, `map[…]`: the function of that name with one argument that is a list.
    Collection {
        /// `list`, `set`, `map` or another function of one list.
        function: Name,
        /// The elements.
        elements: Vec<Expression>,
    },
    /// `!e`, `-e`
    Unary(UnaryOperator, Box<Expression>),
    /// `a + b`
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `if a then b else c`, `when a then b else c`
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `let (T x) = a in b`; several are nested.
    Let(Parameter, Box<Expression>, Box<Expression>),
    /// `case e { p => a; q => b }`
    Case(Box<Expression>, Vec<(Pattern, Expression)>),
    /// `e implements I`
    Implements(Box<Expression>, Name),
    /// `e as I`
    As(Box<Expression>, Name),
}

/// A part of a template.
#[derive(Clone, Debug)]
pub enum TemplatePart {
    /// As it is.
    Text(String),
    /// Its value.
    Expression(Expression),
}

/// A function that is passed to another.
#[derive(Clone, Debug)]
pub enum FunctionArgument {
    /// By name.
    Named(Name),
    /// `(Int x) => x + 1`
    Anonymous {
        /// Its parameters.
        parameters: Vec<Parameter>,
        /// Its value.
        body: Expression,
    },
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOperator {
    /// `!`, old `~`
    Not,
    /// `-`
    Negate,
}

/// Operators with two operands.
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
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Where.
    pub span: Span,
    /// What it is.
    pub kind: PatternKind,
}

/// Kinds of patterns.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// `_`
    Any,
    /// `x`: binds a new name, or compares with one that is known.
    Variable(Name),
    /// Digits, with a minus if there is one.
    Int(String),
    /// A text.
    Text(String),
    /// `C`, `C(p, q)`
    Constructor(Name, Vec<Pattern>),
}
