//! Runs instructions up to the next one that has an effect: this is all of the language that is not about objects and tasks.

use crate::arithmetic;
use crate::builtin;
use crate::code::{BodyId, Code, LoopRange, Op, Pc, Shape};
use crate::program::{ConstructorId, FieldId};
use crate::value::{Ranks, Reference, Value};
use num_traits::ToPrimitive;
use source::Span;

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub body: BodyId,
    /// The next instruction.
    pub pc: Pc,
    /// Where its locals begin on the stack.
    pub base: u32,
    /// The object; the main block and functions have none.
    pub this: Option<Reference>,
    /// It is the init block of a new object, which is what it returns.
    pub is_init: bool,
}

/// What a task is doing: calls, the innermost last, and their values.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    pub frames: Vec<Frame>,
    pub stack: Vec<Value>,
}

/// An exception on its way.
#[derive(Clone, Debug)]
pub(crate) struct Exception {
    pub value: Value,
    /// The instruction that threw it first.
    pub origin: Pc,
}

/// Why the instructions do not go on by themselves.
#[derive(Debug)]
pub(crate) enum Pause {
    /// This instruction, which has an effect, is next. Already counted as executed.
    At(Op),
    /// The outermost call has returned.
    Returned(Value),
    /// Nobody caught it.
    Thrown(Exception),
    /// It has taken too long, or has too many calls open.
    Endless,
}

/// What instructions may ask about the world.
pub(crate) trait World: Ranks {
    /// The value of a field.
    fn field(&mut self, object: Reference, field: FieldId) -> Value;
    /// Whether an object has an interface.
    fn implements(&self, object: Reference, interface: usize) -> bool;
    /// The name of an object or a future.
    fn name(&self, value: &Value) -> String;
    /// The future of the running task.
    fn destiny(&self) -> Value;
    /// Loops of the call of this depth have been left.
    fn leaves(&mut self, depth: usize, loops: LoopRange);
}

/// A step takes at most so many instructions,
pub(crate) const FUEL: u32 = 20_000_000;
/// and has at most so many calls open.
const MOST_FRAMES: usize = 200_000;

impl Clone for Calls {
    fn clone(&self) -> Self {
        Calls { frames: self.frames.clone(), stack: self.stack.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.frames.clone_from(&other.frames);
        self.stack.clone_from(&other.stack);
    }
}

impl Calls {
    /// Forgets everything but the memory.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.stack.clear();
    }

    /// A call of a body; the arguments are on top of the stack.
    pub fn enter(&mut self, code: &Code, body: BodyId, this: Option<Reference>, is_init: bool) {
        let callee = code.body(body);
        let base = self.stack.len() as u32 - callee.parameters;
        self.stack.resize(base as usize + callee.locals as usize, Value::Unit);
        self.frames.push(Frame { body, pc: callee.start, base, this, is_init });
    }

    /// The innermost call.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// Where the instruction stands that was executed last.
    pub fn span(&self, code: &Code) -> Span {
        self.top().map_or(Span::NONE, |it| code.spans[it.pc.saturating_sub(1) as usize])
    }

    pub fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_else(|| unreachable!("instructions push what others pop"))
    }

    /// Runs instructions until one has an effect.
    ///
    /// The innermost call is kept at hand, and written back when others look at it.
    pub fn run(&mut self, code: &Code, world: &mut impl World, fuel: &mut u32) -> Pause {
        let mut frame = self.innermost();
        if self.frames.len() > MOST_FRAMES {
            return Pause::Endless;
        }
        while *fuel > 0 {
            *fuel -= 1;
            let op = code.ops[frame.pc as usize];
            frame.pc += 1;
            let raised = match op {
                Op::Constant(index) => {
                    self.stack.push(code.constants[index as usize].clone());
                    continue;
                }
                Op::Local(local) => {
                    let value = self.stack[frame.base as usize + local.0 as usize].clone();
                    self.stack.push(value);
                    continue;
                }
                Op::SetLocal(local) => {
                    let at = frame.base as usize + local.0 as usize;
                    self.stack[at] = self.pop();
                    continue;
                }
                Op::Field(field) => match frame.this {
                    Some(this) => {
                        self.stack.push(world.field(this, field));
                        continue;
                    }
                    None => unreachable!("the main block has no fields"),
                },
                Op::This => {
                    self.stack.push(frame.this.map_or(Value::Null, Value::Object));
                    continue;
                }
                Op::Destiny => {
                    self.stack.push(world.destiny());
                    continue;
                }
                Op::Drop => {
                    self.pop();
                    continue;
                }
                Op::Construct(constructor, count) => {
                    let parts = self.stack.drain(self.stack.len() - count as usize..).collect();
                    self.stack.push(Value::construct(constructor, parts));
                    continue;
                }
                Op::Call(body) => {
                    self.put_back(frame);
                    if self.frames.len() >= MOST_FRAMES {
                        return Pause::Endless;
                    }
                    self.enter(code, body, None, false);
                    frame = self.innermost();
                    continue;
                }
                Op::TailCall(body) => {
                    let callee = code.body(body);
                    let start = self.stack.len() - callee.parameters as usize;
                    self.stack.drain(frame.base as usize..start);
                    self.stack.resize(frame.base as usize + callee.locals as usize, Value::Unit);
                    frame = Frame { body, pc: callee.start, ..frame };
                    continue;
                }
                Op::Builtin(builtin, count) => {
                    let start = self.stack.len() - count as usize;
                    *fuel = fuel.saturating_sub(builtin::work(builtin, &self.stack[start..]));
                    let value = builtin::apply(builtin, &self.stack[start..], code, &|it| world.name(it));
                    self.stack.truncate(start);
                    match value {
                        Some(value) => {
                            *fuel = fuel.saturating_sub(value.size());
                            self.stack.push(value);
                            continue;
                        }
                        None => code.known.pattern_match_fail,
                    }
                }
                Op::Unary(operator) => {
                    let operand = self.pop();
                    self.stack.push(arithmetic::unary(operator, &operand));
                    continue;
                }
                Op::Binary(operator) => {
                    let two = self.pop();
                    let one = self.pop();
                    // What takes too long is not begun.
                    *fuel = fuel.saturating_sub(arithmetic::work(operator, &one, &two));
                    if *fuel == 0 {
                        break;
                    }
                    match arithmetic::binary(operator, &one, &two, world) {
                        Ok(value) => {
                            *fuel = fuel.saturating_sub(value.size());
                            self.stack.push(value);
                            continue;
                        }
                        Err(arithmetic::DivisionByZero) => code.known.division_by_zero,
                    }
                }
                Op::Jump(target) => {
                    frame.pc = target;
                    continue;
                }
                Op::JumpUnless(target) => {
                    if let Value::Bool(false) = self.pop() {
                        frame.pc = target;
                    }
                    continue;
                }
                Op::Match(shape, target) => {
                    let value = self.pop();
                    if !self.fits(&code.shapes[shape as usize], &value, frame.base as usize, frame.this, world) {
                        self.stack.push(value);
                        frame.pc = target;
                    }
                    continue;
                }
                Op::NextElement(local, target) => {
                    if !self.next_element(frame.base as usize + local.0 as usize) {
                        frame.pc = target;
                    }
                    continue;
                }
                Op::Implements(interface) => {
                    let value = self.pop();
                    let has = matches!(value, Value::Object(it) if world.implements(it, interface.0 as usize));
                    self.stack.push(Value::Bool(has));
                    continue;
                }
                Op::As(interface) => {
                    let value = self.pop();
                    let lacks = matches!(value, Value::Object(it) if !world.implements(it, interface.0 as usize));
                    self.stack.push(if lacks { Value::Null } else { value });
                    continue;
                }
                Op::Return if !frame.is_init => {
                    let result = self.pop();
                    self.frames.pop();
                    self.stack.truncate(frame.base as usize);
                    if self.frames.is_empty() {
                        return Pause::Returned(result);
                    }
                    self.stack.push(result);
                    frame = self.innermost();
                    continue;
                }
                Op::Throw | Op::Rethrow => {
                    let origin = match (op, frame.pc - 1) {
                        (Op::Rethrow, here) => self.pop().as_integer().and_then(|it| it.to_u32()).unwrap_or(here),
                        (_, here) => here,
                    };
                    self.put_back(frame);
                    let value = self.pop();
                    match self.throw(code, Exception { value, origin }) {
                        Some(pause) => return pause,
                        None => {
                            frame = self.innermost();
                            continue;
                        }
                    }
                }
                Op::NoMatch => code.known.pattern_match_fail,
                Op::Leaves(loops) => {
                    world.leaves(self.frames.len(), loops);
                    continue;
                }
                Op::Return
                | Op::SetField(_)
                | Op::New { .. }
                | Op::Async { .. }
                | Op::Sync { .. }
                | Op::Get
                | Op::Take
                | Op::AwaitFuture
                | Op::IsResolved { .. }
                | Op::AwaitCondition(_)
                | Op::Suspend
                | Op::Assert
                | Op::Choose
                | Op::Print => {
                    self.put_back(frame);
                    return Pause::At(op);
                }
            };
            self.put_back(frame);
            let exception = self.exception(code, raised);
            if let Some(pause) = self.throw(code, exception) {
                return pause;
            }
            frame = self.innermost();
        }
        self.put_back(frame);
        Pause::Endless
    }

    #[inline]
    fn innermost(&self) -> Frame {
        match self.frames.last() {
            Some(frame) => *frame,
            None => unreachable!("a task that runs has a call"),
        }
    }

    #[inline]
    fn put_back(&mut self, frame: Frame) {
        if let Some(last) = self.frames.last_mut() {
            *last = frame;
        }
    }

    /// Pushes the head of a list, whose place its tail takes; false if it has none.
    fn next_element(&mut self, at: usize) -> bool {
        let Value::Data(data) = &self.stack[at] else { return false };
        let (head, tail) = (data.parts[0].clone(), data.parts[1].clone());
        self.stack[at] = tail;
        self.stack.push(head);
        true
    }

    /// An exception of the language, thrown by the instruction that was executed last.
    pub fn exception(&self, code: &Code, constructor: ConstructorId) -> Exception {
        let arity = code.constructors[constructor.0 as usize].arity as usize;
        let value = Value::construct(constructor, std::iter::repeat_n(Value::text(""), arity).collect());
        let origin = self.top().map_or(0, |it| it.pc - 1);
        Exception { value, origin }
    }

    /// Throws an exception: goes on where it is caught, or says that it is not.
    pub fn throw(&mut self, code: &Code, exception: Exception) -> Option<Pause> {
        while let Some(frame) = self.frames.last_mut() {
            if let Some(target) = code.handler(frame.body, frame.pc - 1) {
                frame.pc = target;
                let keep = frame.base as usize + code.body(frame.body).locals as usize;
                self.stack.truncate(keep);
                self.stack.push(exception.value);
                self.stack.push(Value::Int(exception.origin.into()));
                return None;
            }
            let base = frame.base as usize;
            self.stack.truncate(base);
            self.frames.pop();
        }
        Some(Pause::Thrown(exception))
    }

    /// Whether a value fits a pattern; its locals get their values.
    fn fits(
        &mut self,
        shape: &Shape,
        value: &Value,
        base: usize,
        this: Option<Reference>,
        world: &mut impl World,
    ) -> bool {
        match shape {
            Shape::Any => true,
            Shape::Bind(local) => {
                self.stack[base + local.0 as usize] = value.clone();
                true
            }
            Shape::EqualLocal(local) => self.stack[base + local.0 as usize] == *value,
            Shape::EqualField(field) => this.is_some_and(|this| world.field(this, *field) == *value),
            Shape::Constant(constant) => constant == value,
            Shape::Constructor(constructor, parts) => value.constructor().is_some_and(|(own, values)| {
                own == *constructor
                    && parts.iter().zip(values).all(|(part, value)| self.fits(part, value, base, this, world))
            }),
        }
    }
}
