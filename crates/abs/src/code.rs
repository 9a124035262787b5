//! What tasks execute: instructions for a machine with a stack.
//!
//! A frame has its locals at the bottom of its part of the stack, values that are being computed above them. Between
//! statements there are none of the latter, so an exception can be caught by cutting the stack down to the locals.

use crate::footprint::Footprints;
use crate::program::{
    BinaryOperator, Builtin, ClassId, ConstructorId, FieldId, InterfaceId, Known, LocalId, SelectorId, UnaryOperator,
};
use crate::value::Value;
use source::{Sources, Span};

/// An instruction by number.
pub(crate) type Pc = u32;
/// A body (of a method, an init block, a function, the main block) by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct BodyId(pub u32);

/// An instruction. Those of the first part touch nothing but the stack, except that they look at fields.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Op {
    /// Pushes a constant.
    Constant(u32),
    /// Pushes a local.
    Local(LocalId),
    /// Pops a value into a local.
    SetLocal(LocalId),
    /// Pushes a field of the object.
    Field(FieldId),
    /// Pushes the object.
    This,
    /// Pushes the future of the task.
    Destiny,
    /// Pops a value.
    Drop,
    /// Pops the parts, pushes the value.
    Construct(ConstructorId, u32),
    /// Pops the arguments, and runs a function.
    Call(BodyId),
    /// The same instead of the function that is running.
    TailCall(BodyId),
    /// Pops the arguments, pushes the result.
    Builtin(Builtin, u32),
    /// Pops one, pushes one.
    Unary(UnaryOperator),
    /// Pops two, pushes one. Not `And` and `Or`.
    Binary(BinaryOperator),
    /// Goes on elsewhere.
    Jump(Pc),
    /// Pops a condition, and goes on elsewhere if it does not hold.
    JumpUnless(Pc),
    /// If the value on top fits the pattern, pops it and gives the locals of the pattern their values. Otherwise goes on
    /// elsewhere.
    Match(u32, Pc),
    /// For `foreach`: if the local holds a longer list, pushes its head and makes its tail the local. Otherwise goes on
    /// elsewhere.
    NextElement(LocalId, Pc),
    /// Pops an object, pushes whether it has an interface.
    Implements(InterfaceId),
    /// An object that lacks the interface gives way to null.
    As(InterfaceId),
    /// Pops an exception and throws it.
    Throw,
    /// The same for one that was caught before; where it was thrown first is on top of it.
    Rethrow,
    /// Nothing fits.
    NoMatch,
    /// Loops of this call with these numbers have been left, if they were entered.
    Leaves(LoopRange),
    /// Pops the result and the frame, pushes the result for the frame below.
    Return,

    /// Pops a value into a field of the object.
    SetField(FieldId),
    /// Pops the arguments, makes an object, runs its init body and pushes it.
    New { class: ClassId, local: bool },
    /// Pops the arguments and the object below them, makes a task and pushes its future.
    Async { method: SelectorId, count: u32, fate: Fate },
    /// The same, but calls the method in this task if the object is of the own group. `own`: it is the object itself.
    /// The next instruction is `Get`; the frame that is called returns behind it.
    Sync { method: SelectorId, count: u32, own: bool },
    /// The future on top gives way to its answer; the group waits until it is there.
    Get,
    /// The same for a future that has been awaited.
    Take,
    /// Waits for the future on top, which stays there.
    AwaitFuture,
    /// A future gives way to whether its answer is there.
    /// `fixed`: it is in a local, and so the same whenever the condition is computed anew.
    IsResolved { fixed: bool },
    /// Pops a condition. Unless it holds, the task waits and begins again elsewhere, where the condition is computed.
    AwaitCondition(Pc),
    /// Lets others go first.
    Suspend,
    /// Pops a condition; if it does not hold, that is a failure and an exception.
    Assert,
    /// Pops a number, pushes some natural number below it.
    Choose,
    /// Pops a text that the program prints, pushes Unit.
    Print,
}

/// What becomes of a future.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Nobody has it.
    Dropped,
    /// It is awaited at once, and nowhere else.
    Awaited,
    /// Others may have it.
    Kept,
}

/// Loops with numbers from `first` up to `end`; and those of all calls that this one has made, if an exception has ended them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LoopRange {
    pub first: u32,
    pub end: u32,
    pub callees: bool,
}

/// A `while` loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopCode {
    /// Its instructions, the condition included.
    pub start: Pc,
    pub end: Pc,
    /// Its condition may fail, or something in it returns or throws what is not caught inside.
    pub has_exit: bool,
    /// A step may end inside.
    pub pauses: bool,
    /// Where it stands.
    pub span: Span,
}

/// Where an exception is caught: instructions from `start` up to `end` go on at `target`, with the exception and where it
/// was thrown first on top.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handler {
    pub start: Pc,
    pub end: Pc,
    pub target: Pc,
}

/// The code of a body.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// `Buffer.store`, or the name of a function.
    pub name: String,
    pub start: Pc,
    pub parameters: u32,
    /// How many locals, parameters included,
    pub locals: u32,
    /// and how many of them the program names.
    pub named: u32,
    /// Whether the value of each of these decides nothing; none of a function's is known to.
    pub idle: Vec<bool>,
    /// Inner ones come first.
    pub handlers: Vec<Handler>,
    /// Where it stands.
    pub span: Span,
}

/// A pattern with its values.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Any,
    Bind(LocalId),
    EqualLocal(LocalId),
    EqualField(FieldId),
    Constant(Value),
    Constructor(ConstructorId, Vec<Shape>),
}

/// A class.
#[derive(Clone, Debug)]
pub(crate) struct ClassCode {
    pub name: String,
    pub parameters: u32,
    pub fields: Vec<String>,
    /// Whether the value of each of them decides nothing.
    pub idle: Vec<bool>,
    pub init: BodyId,
    /// For each selector the method, if the class has it.
    pub methods: Vec<Option<BodyId>>,
    /// For each interface whether the class has it.
    pub implements: Vec<bool>,
    /// The method `run`, which is started when an object is made.
    pub run: Option<SelectorId>,
}

/// A constructor.
#[derive(Clone, Debug)]
pub(crate) struct ConstructorCode {
    pub name: String,
    pub arity: u32,
}

/// A program that is ready to run. Made by [`crate::compile`].
#[derive(Clone, Debug)]
pub struct Code {
    pub(crate) ops: Vec<Op>,
    /// Where each instruction stands.
    pub(crate) spans: Vec<Span>,
    pub(crate) constants: Vec<Value>,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) bodies: Vec<Body>,
    /// Inner ones come behind those that they are in.
    pub(crate) loops: Vec<LoopCode>,
    pub(crate) classes: Vec<ClassCode>,
    pub(crate) constructors: Vec<ConstructorCode>,
    /// For each constructor its place in the order of values.
    pub(crate) ranks: Vec<u32>,
    pub(crate) known: Known,
    pub(crate) footprints: Footprints,
    pub(crate) sources: Sources,
    /// Whether events touch what they really touch, not what their methods might.
    pub(crate) dynamic: bool,
    /// How many steps may follow each other in a task, its callers included.
    pub(crate) most_steps: u32,
    /// Whether states that were reached in more or fewer steps are different.
    pub(crate) tells_steps_apart: bool,
}

/// The main block.
pub(crate) const MAIN: BodyId = BodyId(0);

impl Code {
    /// The same, where two steps are dependent only if they really touch the same, not if their methods might.
    pub fn with_dynamic_dependence(mut self) -> Code {
        self.dynamic = true;
        self
    }

    /// The same, where a task is stopped after so many steps, counting those of the tasks that led to it.
    pub fn stopping_after(mut self, steps: u32) -> Code {
        self.most_steps = steps;
        self
    }

    /// The same, where states that were reached in more or fewer steps are different: with a bound on steps, what follows is.
    pub fn telling_steps_apart(mut self) -> Code {
        self.tells_steps_apart = true;
        self
    }

    /// Whether it takes random numbers.
    pub fn chooses(&self) -> bool {
        self.ops.contains(&Op::Choose)
    }

    /// Where the loops stand in which a task may let others go on, or wait.
    pub fn pausing_loops(&self) -> Vec<Span> {
        self.loops.iter().filter(|it| it.pauses).map(|it| it.span).collect()
    }

    pub(crate) fn body(&self, body: BodyId) -> &Body {
        &self.bodies[body.0 as usize]
    }

    /// Where an exception that is thrown at an instruction of a body goes on.
    pub(crate) fn handler(&self, body: BodyId, pc: Pc) -> Option<Pc> {
        self.body(body).handlers.iter().find(|it| it.start <= pc && pc < it.end).map(|it| it.target)
    }
}
