//! Actor programs as trees that are easy to make, to print and to cut down. Pure expressions are texts; whether the whole
//! makes sense is for the checker to say.

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Each with an interface of its own.
    pub classes: Vec<Class>,
    /// The main block.
    pub main: Vec<Statement>,
}

/// A class.
#[derive(Clone, Debug, Default)]
pub struct Class {
    /// Its number: `C1` implements `I1`.
    pub number: usize,
    /// Parameters.
    pub parameters: Vec<Variable>,
    /// Fields, with their first values.
    pub fields: Vec<(Variable, String)>,
    /// The init block.
    pub init: Vec<Statement>,
    /// Methods.
    pub methods: Vec<Method>,
}

/// A method.
#[derive(Clone, Debug, Default)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Whether it returns an integer.
    pub returns: bool,
    /// Parameters.
    pub parameters: Vec<Variable>,
    /// What it does.
    pub body: Vec<Statement>,
}

/// Something with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its type.
    pub of: Type,
    /// Its name.
    pub name: String,
}

/// Types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Type {
    Int,
    Bool,
    /// Of an integer.
    Future,
    /// An object of a class, by number.
    Object(usize),
}

/// Statements.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Statement {
    Declare(Variable, Effect),
    Assign(String, Effect),
    Effect(Effect),
    Return(Effect),
    /// The parts of the guard.
    Await(Vec<String>),
    Suspend,
    Assert(String),
    Throw(String),
    If(String, Vec<Statement>, Vec<Statement>),
    /// So many rounds, counted by a local.
    Repeat(String, u32, Vec<Statement>),
    /// As long as a condition holds, which may be for ever.
    While(String, Vec<Statement>),
    Try {
        body: Vec<Statement>,
        arms: Vec<(String, Vec<Statement>)>,
        finally: Vec<Statement>,
    },
}

/// What can stand to the right of an assignment.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Effect {
    Pure(String),
    New { local: bool, class: usize, arguments: Vec<String> },
    Async { awaits: bool, target: String, method: String, arguments: Vec<String> },
    Sync { target: String, method: String, arguments: Vec<String> },
    Get(String),
}

impl Statement {
    /// The lists of statements inside.
    pub fn inner(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::If(_, then, otherwise) => vec![then, otherwise],
            Statement::Repeat(_, _, body) | Statement::While(_, body) => vec![body],
            Statement::Try { body, arms, finally } => {
                [body].into_iter().chain(arms.iter().map(|it| &it.1)).chain([finally]).collect()
            }
            Statement::Declare(..)
            | Statement::Assign(..)
            | Statement::Effect(_)
            | Statement::Return(_)
            | Statement::Await(_)
            | Statement::Suspend
            | Statement::Assert(_)
            | Statement::Throw(_) => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn inner_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::If(_, then, otherwise) => vec![then, otherwise],
            Statement::Repeat(_, _, body) | Statement::While(_, body) => vec![body],
            Statement::Try { body, arms, finally } => {
                [body].into_iter().chain(arms.iter_mut().map(|it| &mut it.1)).chain([finally]).collect()
            }
            Statement::Declare(..)
            | Statement::Assign(..)
            | Statement::Effect(_)
            | Statement::Return(_)
            | Statement::Await(_)
            | Statement::Suspend
            | Statement::Assert(_)
            | Statement::Throw(_) => Vec::new(),
        }
    }

    /// Its effect, if it has one.
    pub fn effect_mut(&mut self) -> Option<&mut Effect> {
        match self {
            Statement::Declare(_, effect)
            | Statement::Assign(_, effect)
            | Statement::Effect(effect)
            | Statement::Return(effect) => Some(effect),
            Statement::Await(_)
            | Statement::Suspend
            | Statement::Assert(_)
            | Statement::Throw(_)
            | Statement::If(..)
            | Statement::Repeat(..)
            | Statement::While(..)
            | Statement::Try { .. } => None,
        }
    }
}
