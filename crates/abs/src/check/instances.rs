//! Functions that take functions become one function for each way in which functions are passed to them.
//!
//! Until here a call names a [`Target`], and bodies of functions are [`Template`]s. A passed function is a [`Closure`]:
//! a template, and the closures that its own body speaks about. The values that an anonymous function takes from around
//! it travel as extra parameters of every function that it is passed to:
//!
//! ```text
//! map((Int x) => x + n)(l)      becomes   map'(l, n)
//! map'(l, n) = … Cons(anonymous(x, n), map'(rest, n)) …
//! ```

use super::Checker;
use crate::program::{self, Body, Expression, ExpressionKind, Function, Known, LocalId, Program};
use source::{Sources, Span};
use std::collections::BTreeMap;

/// How many closures one function may be given, those inside of others counted as well.
const CLOSURES: usize = 200;
/// How many functions there may be.
const MOST: usize = 100_000;

/// Where the program that is checked differs from one with methods that are marked so.
const CALLED: &str = "methods marked HTTPCallable are not called from outside";

/// A function before it is known which functions it is given.
#[derive(Clone)]
pub(super) struct Template {
    pub name: String,
    pub span: Span,
    /// In their order; what is taken from around an anonymous function comes last.
    pub parameters: Vec<LocalId>,
    pub locals: Vec<String>,
    pub value: Expression,
}

/// What a call calls.
#[derive(Clone)]
pub(super) enum Target {
    /// A template by number, with the functions that it is given.
    Function { template: usize, functions: Vec<FunctionValue> },
    /// The function that the current one is given in that place.
    Passed(usize),
}

/// A function that is passed.
#[derive(Clone)]
pub(super) enum FunctionValue {
    Named(usize),
    Passed(usize),
    Anonymous { template: usize, captures: Vec<Expression> },
}

/// A function that is passed, once everything is known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Closure {
    template: usize,
    /// How many values it takes from around it itself.
    captures: usize,
    around: Vec<Closure>,
}

impl Closure {
    /// How many values travel with it.
    fn extras(&self) -> usize {
        self.captures + self.around.iter().map(Closure::extras).sum::<usize>()
    }

    /// How many closures it is, with those inside of it.
    fn size(&self) -> usize {
        1 + self.around.iter().map(Closure::size).sum::<usize>()
    }
}

/// A template and what it is given.
type Instance = (usize, Vec<Closure>);

/// Where an expression stands while calls are resolved.
pub(super) struct Place<'p> {
    /// The functions that are given.
    given: &'p [Closure],
    /// The first local with the extra values of each of them.
    extras: Vec<u32>,
    /// New numbers of the locals.
    pub(super) locals: Vec<LocalId>,
}

/// Instances that were asked for, in the order in which they were.
pub(super) struct Instances<'t> {
    templates: &'t [Option<Template>],
    targets: &'t [Target],
    /// Constructors that are literals come first in the table, and are none in the program.
    pub(super) literals: u32,
    numbers: BTreeMap<Instance, u32>,
    list: Vec<Instance>,
    /// Where there were too many closures.
    too_deep: Option<Span>,
}

impl<'a> Checker<'a> {
    /// Makes the program, with the main block of a module.
    pub(super) fn assemble(mut self, main: Body, sources: Sources) -> Option<Program> {
        let literals = self.tables.constructors.iter().filter(|it| it.literal.is_some()).count();
        let known = self.known(literals as u32)?;
        let mut instances = Instances {
            templates: &self.templates,
            targets: &self.targets,
            literals: literals as u32,
            numbers: BTreeMap::new(),
            list: Vec::new(),
            too_deep: None,
        };
        let main = instances.body(main);
        let mut classes = std::mem::take(&mut self.classes);
        for class in &mut classes {
            class.init = instances.body(class.init.clone());
            for method in &mut class.methods {
                method.body = instances.body(method.body.clone());
            }
        }
        let mut functions = Vec::new();
        while functions.len() < instances.list.len() && instances.too_deep.is_none() {
            let instance = instances.list[functions.len()].clone();
            functions.push(instances.function(&instance)?);
        }
        if let Some(span) = instances.too_deep {
            self.error("A0514", span, "functions that are passed to functions are nested too deeply here");
            return None;
        }
        let mut names: Vec<&str> = self.tables.constructors.iter().map(|it| it.name.as_str()).collect();
        names.sort_unstable();
        let rank = |name: &str| names.partition_point(|it| *it < name) as u32;
        let constructors = self.tables.constructors.iter().enumerate().skip(literals).map(|(place, it)| {
            let rank = if planted::bug!(ConstructorsAsDeclared) { place as u32 } else { rank(&it.name) };
            program::Constructor { name: it.name.clone(), arity: it.parts.len() as u32, rank }
        });
        let mut selectors = vec![String::new(); self.selectors.len()];
        for (name, id) in &self.selectors {
            selectors[id.0 as usize].clone_from(name);
        }
        Some(Program {
            sources,
            constructors: constructors.collect(),
            functions,
            classes,
            interfaces: self.tables.interfaces.iter().map(|it| it.syntax.name.text.clone()).collect(),
            selectors,
            main,
            known,
            approximations: self.remarks.called_from_outside.map(|_| CALLED.to_owned()).into_iter().collect(),
        })
    }

    fn known(&self, literals: u32) -> Option<Known> {
        let find = |name| {
            let id = self.library_constructor(name)?;
            Some(program::ConstructorId(id.0.checked_sub(literals)?))
        };
        Some(Known {
            nil: find("Nil")?,
            cons: find("Cons")?,
            empty_set: find("EmptySet")?,
            insert: find("Insert")?,
            empty_map: find("EmptyMap")?,
            insert_assoc: find("InsertAssoc")?,
            pair: find("Pair")?,
            nothing: find("Nothing")?,
            just: find("Just")?,
            division_by_zero: find("DivisionByZeroException")?,
            pattern_match_fail: find("PatternMatchFailException")?,
            assertion_fail: find("AssertionFailException")?,
            null_pointer: find("NullPointerException")?,
        })
    }
}

impl Instances<'_> {
    fn number(&mut self, instance: Instance, span: Span) -> program::FunctionId {
        if instance.1.iter().map(Closure::size).sum::<usize>() > CLOSURES || self.list.len() > MOST {
            self.too_deep = Some(span);
            return program::FunctionId(0);
        }
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(instance.clone()).or_insert(next);
        if number == next {
            self.list.push(instance);
        }
        program::FunctionId(number)
    }

    /// The function for an instance: its parameters, then what travels with the functions that it is given, then the
    /// other locals.
    fn function(&mut self, (template, given): &Instance) -> Option<Function> {
        let template = self.templates.get(*template)?.as_ref()?;
        let mut locals = vec![None; template.locals.len()];
        let mut names = Vec::new();
        for parameter in &template.parameters {
            locals[parameter.0 as usize] = Some(LocalId(names.len() as u32));
            names.push(template.locals[parameter.0 as usize].clone());
        }
        let mut extras = Vec::new();
        for closure in given {
            extras.push(names.len() as u32);
            names.extend((0..closure.extras()).map(|it| format!("captured {it}")));
        }
        let parameters = names.len() as u32;
        let mut all = Vec::new();
        for (index, local) in locals.into_iter().enumerate() {
            all.push(local.unwrap_or_else(|| {
                names.push(template.locals[index].clone());
                LocalId(names.len() as u32 - 1)
            }));
        }
        let place = Place { given, extras, locals: all };
        let value = self.expression(&place, template.value.clone());
        let (name, span) = (template.name.clone(), template.span);
        Some(Function { name, span, parameters, locals: names, value })
    }

    /// A body of a method: it is given no functions, and its locals stay.
    fn body(&mut self, body: Body) -> Body {
        let locals = (0..body.locals.len() as u32).map(LocalId).collect();
        let place = Place { given: &[], extras: Vec::new(), locals };
        let statements = self.statements(&place, body.statements);
        Body { statements, ..body }
    }

    /// A call: the instance, and the extra arguments that travel with the functions that it is given.
    pub(super) fn call(
        &mut self,
        place: &Place,
        target: program::FunctionId,
        span: Span,
    ) -> (program::FunctionId, Vec<Expression>) {
        match self.targets[target.0 as usize].clone() {
            Target::Passed(index) => match place.given.get(index) {
                Some(closure) => {
                    let number = self.number((closure.template, closure.around.clone()), span);
                    (number, extra_locals(place, index, span))
                }
                None => (program::FunctionId(0), Vec::new()),
            },
            Target::Function { template, functions } => {
                let mut closures = Vec::new();
                let mut extras = Vec::new();
                for function in functions {
                    let (closure, values) = self.closure(place, function, span);
                    closures.extend(closure);
                    extras.extend(values);
                }
                (self.number((template, closures), span), extras)
            }
        }
    }

    fn closure(&mut self, place: &Place, function: FunctionValue, span: Span) -> (Option<Closure>, Vec<Expression>) {
        match function {
            FunctionValue::Named(template) => (Some(Closure { template, captures: 0, around: Vec::new() }), Vec::new()),
            FunctionValue::Passed(index) => (place.given.get(index).cloned(), extra_locals(place, index, span)),
            FunctionValue::Anonymous { template, captures } => {
                let count = captures.len();
                let mut values: Vec<_> = captures.into_iter().map(|it| self.expression(place, it)).collect();
                for index in 0..place.given.len() {
                    values.extend(extra_locals(place, index, span));
                }
                (Some(Closure { template, captures: count, around: place.given.to_vec() }), values)
            }
        }
    }
}

/// The locals in which the extra values of a given function are.
fn extra_locals(place: &Place, index: usize, span: Span) -> Vec<Expression> {
    let (Some(closure), Some(first)) = (place.given.get(index), place.extras.get(index)) else { return Vec::new() };
    let locals = (0..closure.extras() as u32).map(|it| LocalId(first + it));
    locals.map(|it| Expression { span, kind: ExpressionKind::Local(it) }).collect()
}
