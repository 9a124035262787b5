//! From a checked program to instructions.
//!
//! Statements and expressions are compiled one by one, in order. What is worth knowing: `finally` is written out at each
//! way that leads out of its `try`; the parts of a guard are computed anew each time somebody asks whether a task can
//! go on; a call of another object is an instruction that is followed by `Get`, which is skipped if the object is in the
//! same group.

mod expression;
mod idle;
mod statement;

use crate::code::{
    Body as BodyCode, BodyId, ClassCode, Code, ConstructorCode, Handler, LoopCode, LoopRange, Op, Pc, Shape,
};
use crate::footprint::Footprints;
use crate::program::{Body, Literal, LocalId, Pattern, Program, Statement};
use crate::value::Value;
use source::Span;

/// Makes a program ready to run.
pub fn compile(program: &Program) -> Code {
    let mut compiler = Compiler::new(program);
    let functions = program.functions.len() as u32;
    compiler.body("main", &program.main);
    compiler.are_idle(BodyId(0), idle::find(&[&program.main], 0).locals.remove(0));
    for function in &program.functions {
        let start = compiler.here();
        compiler.locals = function.locals.len() as u32;
        compiler.expression(&function.value);
        compiler.emit(Op::Return, function.span);
        compiler.turn_last_calls(start);
        let named = function.locals.len() as u32;
        compiler.finish(&function.name, start, function.parameters, named, function.span);
    }
    let mut classes = Vec::new();
    for class in &program.classes {
        let bodies: Vec<&Body> = [&class.init].into_iter().chain(class.methods.iter().map(|it| &it.body)).collect();
        let mut idle = idle::find(&bodies, class.fields.len());
        let init = compiler.body(&class.name, &class.init);
        let mut own = idle.locals.drain(..);
        compiler.are_idle(init, own.next().unwrap_or_default());
        let mut methods = vec![None; program.selectors.len()];
        for method in &class.methods {
            let name = format!("{}.{}", class.name, method.name);
            let body = compiler.body(&name, &method.body);
            compiler.are_idle(body, own.next().unwrap_or_default());
            methods[method.selector.0 as usize] = Some(body);
        }
        let mut implements = vec![false; program.interfaces.len()];
        class.implements.iter().for_each(|it| implements[it.0 as usize] = true);
        classes.push(ClassCode {
            name: class.name.clone(),
            parameters: class.parameters,
            fields: class.fields.clone(),
            idle: std::mem::take(&mut idle.fields),
            init,
            methods,
            implements,
            run: class.run,
        });
    }
    debug_assert!(compiler.bodies.len() as u32 > functions, "the functions follow the main block");
    let footprints = Footprints::of(&compiler.ops, &compiler.shapes, &compiler.bodies, &classes);
    let constructor = |it: &crate::program::Constructor| ConstructorCode { name: it.name.clone(), arity: it.arity };
    Code {
        ops: compiler.ops,
        spans: compiler.spans,
        constants: compiler.constants,
        shapes: compiler.shapes,
        bodies: compiler.bodies,
        loops: compiler.loops,
        classes,
        constructors: program.constructors.iter().map(constructor).collect(),
        ranks: program.constructors.iter().map(|it| it.rank).collect(),
        known: program.known,
        footprints,
        sources: program.sources.clone(),
        dynamic: false,
        most_steps: u32::MAX,
        tells_steps_apart: false,
    }
}

/// A `try` that is being compiled.
struct Open<'p> {
    finally: Option<&'p Statement>,
    /// Instructions that are inside by their numbers, but do not belong to it.
    holes: Vec<(Pc, Pc)>,
    /// How many loops are open around it.
    loops: usize,
}

struct Compiler<'p> {
    ops: Vec<Op>,
    spans: Vec<Span>,
    constants: Vec<Value>,
    shapes: Vec<Shape>,
    bodies: Vec<BodyCode>,
    /// Of the body that is being compiled: its handlers, its open `try`s, how many locals it has.
    handlers: Vec<Handler>,
    open: Vec<Open<'p>>,
    locals: u32,
    nil: Value,
    loops: Vec<LoopCode>,
    /// The loops, by number, that are being compiled, outer ones first.
    open_loops: Vec<u32>,
}

impl<'p> Compiler<'p> {
    fn new(program: &Program) -> Self {
        Compiler {
            ops: Vec::new(),
            spans: Vec::new(),
            constants: Vec::new(),
            shapes: Vec::new(),
            bodies: Vec::new(),
            handlers: Vec::new(),
            open: Vec::new(),
            locals: 0,
            nil: Value::Atom(program.known.nil),
            loops: Vec::new(),
            open_loops: Vec::new(),
        }
    }

    /// Compiles a body with statements.
    fn body(&mut self, name: &str, body: &'p Body) -> BodyId {
        let start = self.here();
        self.locals = body.locals.len() as u32;
        for statement in &body.statements {
            self.statement(statement);
        }
        self.constant(Value::Unit, body.end);
        self.emit(Op::Return, body.end);
        self.finish(name, start, body.parameters, body.locals.len() as u32, body.span)
    }

    /// A call whose value is what the function returns takes the place of the function.
    fn turn_last_calls(&mut self, start: Pc) {
        for pc in start..self.here() {
            let Op::Call(body) = self.ops[pc as usize] else { continue };
            let mut next = pc + 1;
            while let Op::Jump(target) = self.ops[next as usize] {
                next = target;
            }
            if self.ops[next as usize] == Op::Return {
                self.ops[pc as usize] = Op::TailCall(body);
            }
        }
    }

    /// Notes what has been compiled as a body.
    fn finish(&mut self, name: &str, start: Pc, parameters: u32, named: u32, span: Span) -> BodyId {
        let handlers = std::mem::take(&mut self.handlers);
        let name = name.to_owned();
        let idle = Vec::new();
        self.bodies.push(BodyCode { name, start, parameters, locals: self.locals, named, idle, handlers, span });
        BodyId(self.bodies.len() as u32 - 1)
    }

    /// These locals of a body decide nothing.
    fn are_idle(&mut self, body: BodyId, locals: Vec<bool>) {
        self.bodies[body.0 as usize].idle = locals;
    }

    /// The number of the next instruction.
    fn here(&self) -> Pc {
        self.ops.len() as Pc
    }

    fn emit(&mut self, op: Op, span: Span) {
        self.ops.push(op);
        self.spans.push(span);
    }

    /// An instruction that goes on elsewhere; where is said later, with [`Compiler::land`].
    fn emit_jump(&mut self, op: impl FnOnce(Pc) -> Op, span: Span) -> Pc {
        let at = self.here();
        self.emit(op(Pc::MAX), span);
        at
    }

    /// The jump at `at` leads here.
    fn land(&mut self, at: Pc) {
        let here = self.here();
        match &mut self.ops[at as usize] {
            Op::Jump(target) | Op::JumpUnless(target) | Op::Match(_, target) | Op::NextElement(_, target) => {
                *target = here;
            }
            other => unreachable!("{other:?} does not jump"),
        }
    }

    fn constant(&mut self, value: Value, span: Span) {
        let is_same = |it: &Value| std::mem::discriminant(it) == std::mem::discriminant(&value) && *it == value;
        let known = self.constants.iter().position(is_same);
        let index = known.unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        });
        self.emit(Op::Constant(index as u32), span);
    }

    /// Loops from this number on have been left.
    fn left(&mut self, first: u32, callees: bool, span: Span) {
        let end = self.loops.len() as u32;
        if first < end || callees {
            self.emit(Op::Leaves(LoopRange { first, end, callees }), span);
        }
    }

    /// A local that the program does not name.
    fn hidden(&mut self) -> LocalId {
        self.locals += 1;
        LocalId(self.locals - 1)
    }

    fn shape(&mut self, pattern: &Pattern) -> u32 {
        let shape = shape(pattern);
        self.shapes.push(shape);
        self.shapes.len() as u32 - 1
    }
}

fn shape(pattern: &Pattern) -> Shape {
    use crate::program::ExpressionKind;
    match pattern {
        Pattern::Any => Shape::Any,
        Pattern::Bind(local) => Shape::Bind(*local),
        Pattern::Literal(literal) => Shape::Constant(value(literal)),
        Pattern::Constructor(constructor, parts) => Shape::Constructor(*constructor, parts.iter().map(shape).collect()),
        Pattern::Equal(expression) => match &expression.kind {
            ExpressionKind::Local(local) => Shape::EqualLocal(*local),
            ExpressionKind::Field(field) => Shape::EqualField(*field),
            other => unreachable!("a pattern compares with a local or a field, not with {other:?}"),
        },
    }
}

fn value(literal: &Literal) -> Value {
    match literal {
        Literal::Unit => Value::Unit,
        Literal::Bool(value) => Value::Bool(*value),
        Literal::Int(value) => Value::integer(value.clone()),
        Literal::Float(value) => Value::Float(*value),
        Literal::Text(value) => Value::text(value.as_str()),
        Literal::Null => Value::Null,
    }
}
