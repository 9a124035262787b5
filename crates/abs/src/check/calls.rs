//! Calls of functions, constructors and collections, and functions that are passed to functions.

use super::Checker;
use super::context::Frame;
use super::expressions::placeholder;
use super::instances::{FunctionValue, Target, Template};
use super::names::{Entity, Found, Space};
use super::resolve::s;
use super::types::{Arrow, FunctionBody, FunctionId, Type, known};
use crate::program::{self, Expression, ExpressionKind, LocalId};
use crate::syntax::{self, FunctionArgument, Name};
use source::Span;
use std::rc::Rc;

/// Longer lists are made piece by piece, so that no expression is very deep.
const PIECE: usize = 64;

impl<'a> Checker<'a> {
    pub(super) fn call(
        &mut self,
        span: Span,
        function: &'a Name,
        functions: &'a [FunctionArgument],
        arguments: &'a [syntax::Expression],
    ) -> (Expression, Type) {
        let passed = self.context.functions.iter().position(|it| it.0 == function.text);
        if let (Some(index), true) = (passed, functions.is_empty()) {
            return self.call_passed(span, index, arguments);
        }
        let Some(id) = self.called(function, functions) else {
            for argument in arguments {
                self.infer(argument);
            }
            return (placeholder(span), Type::Unknown);
        };
        self.refuse_unsupported(id, function);
        let replace = self.instantiate(id);
        let info = self.tables.function(id);
        let parameters: Vec<Type> = info.parameters.iter().map(|it| it.1.substitute(&replace)).collect();
        let result = info.result.substitute(&replace);
        let (count, body) = (info.function_parameters.len(), info.body);
        let arguments = self.arguments(&format!("function {}", function.text), span, &parameters, arguments);
        if functions.len() != count {
            let message =
                format!("{} takes {count} function{}, and is given {}", function.text, s(count), functions.len());
            self.error("A0302", function.span, message);
        }
        let arrows = self.arrows(id);
        let mut values = Vec::new();
        for (index, it) in functions.iter().enumerate() {
            let arrow = arrows.as_ref().and_then(|it| it.get(index)).map(|it| substituted(it, &replace));
            let arrow = arrow.unwrap_or(Arrow { parameters: None, result: Type::Unknown });
            values.push(self.function_argument(it, &arrow));
        }
        let kind = match body {
            FunctionBody::Builtin(builtin) => ExpressionKind::Builtin(builtin, arguments),
            FunctionBody::Written(_) | FunctionBody::Selector(..) | FunctionBody::Unsupported => {
                let target = self.target(Target::Function { template: id.0 as usize, functions: values });
                ExpressionKind::Call(target, arguments)
            }
        };
        (Expression { span, kind }, result)
    }

    fn target(&mut self, target: Target) -> program::FunctionId {
        self.targets.push(target);
        program::FunctionId(self.targets.len() as u32 - 1)
    }

    /// The function that is called.
    fn called(&mut self, name: &Name, functions: &[FunctionArgument]) -> Option<FunctionId> {
        let module = self.module();
        let space = if functions.is_empty() { Space::Function } else { Space::HigherOrder };
        if !matches!(self.modules.look(module, space, &name.text), Found::None) {
            return self.function_named(module, space, name);
        }
        if let Some(class) = self.context.class {
            if self.tables.class(class).methods.iter().any(|it| it.name == name.text) {
                let message = format!("{} is a method, not a function", name.text);
                let hint = format!("write this.{}(…)", name.text);
                self.error("A0208", name.span, message).note(Span::NONE, hint);
                return None;
            }
        }
        let other = if functions.is_empty() { Space::HigherOrder } else { Space::Function };
        if let Found::One(Entity::Function(id)) = self.modules.look(module, other, &name.text) {
            let count = self.tables.function(id).function_parameters.len();
            let message = format!("{} takes {count} function{}, and is given {}", name.text, s(count), functions.len());
            self.error("A0302", name.span, message);
            return None;
        }
        self.report_unknown(module, space, name);
        None
    }

    /// Functions of the library that stand for something that cannot be checked.
    fn refuse_unsupported(&mut self, id: FunctionId, name: &Name) {
        let info = self.tables.function(id);
        let library = self.modules.get(info.module).library;
        if library && matches!(info.body, FunctionBody::Unsupported) && !self.modules.get(self.module()).library {
            self.error("A0511", name.span, format!("{} is not supported", name.text))
                .note(Span::NONE, "time, input, deployment and schedulers are not part of what is checked");
        }
    }

    /// New variables for the type parameters of a function.
    fn instantiate(&mut self, id: FunctionId) -> Vec<(Rc<str>, Type)> {
        let parameters = self.tables.function(id).type_parameters.clone();
        parameters.into_iter().map(|it| (it, self.solver.fresh())).collect()
    }

    /// Arguments against the types of parameters.
    pub(super) fn arguments(
        &mut self,
        what: &str,
        span: Span,
        parameters: &[Type],
        arguments: &'a [syntax::Expression],
    ) -> Vec<Expression> {
        let (expected, found) = (parameters.len(), arguments.len());
        if expected != found {
            let message = format!("{what} needs {expected} argument{}, and is given {found}", s(expected));
            self.error("A0302", span, message);
        }
        let mut lowered = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            lowered.push(match parameters.get(index) {
                Some(of) => self.check(argument, of),
                None => self.infer(argument).0,
            });
        }
        lowered
    }

    /// A call of a function that this one is given. What it is given there tells what it must be like.
    fn call_passed(&mut self, span: Span, index: usize, arguments: &'a [syntax::Expression]) -> (Expression, Type) {
        let name = self.context.functions[index].0.clone();
        if self.context.functions[index].1.parameters.is_none() {
            let parameters = arguments.iter().map(|_| self.solver.fresh()).collect();
            self.context.functions[index].1.parameters = Some(parameters);
        }
        let arrow = self.context.functions[index].1.clone();
        let parameters = arrow.parameters.unwrap_or_default();
        let arguments = self.arguments(&format!("function {name}"), span, &parameters, arguments);
        let target = self.target(Target::Passed(index));
        (Expression { span, kind: ExpressionKind::Call(target, arguments) }, arrow.result)
    }

    /// A function that is passed, against what the other one expects.
    fn function_argument(&mut self, argument: &'a FunctionArgument, arrow: &Arrow) -> FunctionValue {
        match argument {
            FunctionArgument::Named(name) => {
                if let Some(index) = self.context.functions.iter().position(|it| it.0 == name.text) {
                    self.pass_on(index, name, arrow);
                    return FunctionValue::Passed(index);
                }
                let Some(id) = self.called(name, &[]) else { return FunctionValue::Named(0) };
                self.refuse_unsupported(id, name);
                let replace = self.instantiate(id);
                let info = self.tables.function(id);
                let parameters: Vec<Type> = info.parameters.iter().map(|it| it.1.substitute(&replace)).collect();
                let result = info.result.substitute(&replace);
                self.fit_arrow(name.span, &name.text, arrow, &parameters, &result);
                FunctionValue::Named(id.0 as usize)
            }
            FunctionArgument::Anonymous { parameters, body } => self.anonymous(parameters, body, arrow),
        }
    }

    /// Whether a function can be called as it will be.
    fn fit_arrow(&mut self, span: Span, name: &str, arrow: &Arrow, parameters: &[Type], result: &Type) {
        if let Some(given) = &arrow.parameters {
            let (count, expected) = (parameters.len(), given.len());
            if count != expected {
                let message = format!("{name} has {count} parameter{}, but is called with {expected}", s(count));
                self.error("A0302", span, message);
                return;
            }
            for (given, parameter) in given.iter().zip(parameters) {
                if !self.fits(given, parameter) {
                    let types = (self.show(parameter), self.show(given));
                    let message = format!("{name} takes {}, but is called with {}", types.0, types.1);
                    self.error("A0301", span, message);
                }
            }
        }
        if !self.fits(result, &arrow.result) {
            let types = (self.show(result), self.show(&arrow.result));
            let message = format!("{name} gives {}, but {} is needed", types.0, types.1);
            self.error("A0301", span, message);
        }
    }

    /// A function that this one is given and passes on.
    fn pass_on(&mut self, index: usize, name: &Name, arrow: &Arrow) {
        let own = self.context.functions[index].1.clone();
        match (&own.parameters, &arrow.parameters) {
            (None, Some(parameters)) => self.context.functions[index].1.parameters = Some(parameters.clone()),
            (Some(own), Some(given)) if own.len() != given.len() => {
                let message = format!(
                    "{} is called with {} argument{} here and {} there",
                    name.text,
                    own.len(),
                    s(own.len()),
                    given.len()
                );
                self.error("A0302", name.span, message);
            }
            (Some(own), Some(given)) => {
                for (own, given) in own.iter().zip(given) {
                    self.fits(given, own);
                }
            }
            (Some(_) | None, None) => {}
        }
        self.fits(&own.result, &arrow.result);
    }

    fn anonymous(
        &mut self,
        parameters: &'a [syntax::Parameter],
        body: &'a syntax::Expression,
        arrow: &Arrow,
    ) -> FunctionValue {
        let types = self.context.type_parameters.clone();
        let parameters = self.declare_parameters(self.module(), &types, parameters);
        self.context.frames.push(Frame { scopes: vec![Vec::new(), Vec::new()], ..Frame::default() });
        let mut locals: Vec<LocalId> = parameters.iter().map(|it| self.new_local(&it.0, it.1.clone(), it.2)).collect();
        let (value, result) = self.infer(body);
        let Some(frame) = self.context.frames.pop() else { return FunctionValue::Named(0) };
        let given: Vec<Type> = parameters.into_iter().map(|it| it.1).collect();
        self.fit_arrow(body.span, "this function", arrow, &given, &result);
        locals.extend(frame.captures.iter().map(|it| it.1));
        let captures = frame.captures.into_iter().map(|it| it.0).collect();
        let (name, span) = ("anonymous function".to_owned(), body.span);
        self.templates.push(Some(Template { name, span, parameters: locals, locals: frame.locals, value }));
        FunctionValue::Anonymous { template: self.templates.len() - 1, captures }
    }

    /// A value of a constructor. What is expected of it is expected of its parts.
    pub(super) fn construct(
        &mut self,
        span: Span,
        name: &'a Name,
        arguments: &'a [syntax::Expression],
        expected: &Type,
    ) -> (Expression, Type) {
        let Some(id) = self.constructor_named(self.module(), name) else {
            for argument in arguments {
                self.infer(argument);
            }
            return (placeholder(span), Type::Unknown);
        };
        let info = self.tables.constructor(id);
        let (data, literal, parts) = (info.data, info.literal.clone(), info.parts.clone());
        let parameters = self.tables.data(data).parameters.clone();
        let replace: Vec<_> = match self.solver.head(expected) {
            Type::Data(found, arguments) if found == data => parameters.into_iter().zip(arguments).collect(),
            _ => parameters.into_iter().map(|it| (it, self.solver.fresh())).collect(),
        };
        let parts: Vec<Type> = parts.iter().map(|it| it.substitute(&replace)).collect();
        let arguments = self.arguments(&format!("constructor {}", name.text), span, &parts, arguments);
        let kind = match literal {
            Some(literal) => ExpressionKind::Literal(literal),
            None => ExpressionKind::Construct(program::ConstructorId(id.0), arguments),
        };
        (Expression { span, kind }, Type::Data(data, replace.into_iter().map(|it| it.1).collect()))
    }

    /// `list[…]`: a list; `set[…]`: the function of that name with a list.
    pub(super) fn collection(
        &mut self,
        span: Span,
        name: &'a Name,
        elements: &'a [syntax::Expression],
        expected: &Type,
    ) -> (Expression, Type) {
        let element = match self.solver.head(expected) {
            Type::Data(known::LIST, arguments) if self.is_list(name) => arguments.into_iter().next(),
            _ => None,
        };
        let element = element.unwrap_or_else(|| self.solver.fresh());
        let elements = elements.iter().map(|it| self.check(it, &element)).collect();
        let list = self.list_of(span, elements);
        let of = Type::list(element);
        let Some(id) = self.called(name, &[]) else { return (placeholder(span), Type::Unknown) };
        self.refuse_unsupported(id, name);
        if self.is_list(name) {
            return (list, of);
        }
        let replace = self.instantiate(id);
        let info = self.tables.function(id);
        let result = info.result.substitute(&replace);
        let parameters: Vec<Type> = info.parameters.iter().map(|it| it.1.substitute(&replace)).collect();
        match parameters.as_slice() {
            [parameter] => {
                if !self.fits(&of, parameter) {
                    let types = (self.show(&of), self.show(parameter));
                    let message = format!("{} is given {}, but {} is needed", name.text, types.0, types.1);
                    self.error("A0301", span, message);
                }
            }
            _ => {
                let message = format!("{} does not have one parameter that is a list", name.text);
                self.error("A0302", name.span, message);
            }
        }
        let target = self.target(Target::Function { template: id.0 as usize, functions: Vec::new() });
        (Expression { span, kind: ExpressionKind::Call(target, vec![list]) }, result)
    }

    /// Whether a collection is a list, and not what a function makes of one.
    fn is_list(&self, name: &Name) -> bool {
        match self.modules.look(self.module(), Space::Function, &name.text) {
            Found::One(Entity::Function(id)) => {
                let info = self.tables.function(id);
                info.name == "list" && Some(info.module) == self.modules.standard()
            }
            Found::One(_) | Found::Hidden(..) | Found::Several(_) | Found::None => false,
        }
    }

    /// A list of values.
    fn list_of(&mut self, span: Span, elements: Vec<Expression>) -> Expression {
        let (Some(nil), Some(cons)) = (self.library_constructor("Nil"), self.library_constructor("Cons")) else {
            return placeholder(span);
        };
        let mut list = Expression { span, kind: ExpressionKind::Construct(nil, Vec::new()) };
        let mut pieces = Vec::new();
        for (count, element) in elements.into_iter().rev().enumerate() {
            if count > 0 && count % PIECE == 0 {
                let local = self.new_local("", Type::Unknown, span);
                let next = Expression { span, kind: ExpressionKind::Local(local) };
                pieces.push((local, std::mem::replace(&mut list, next)));
            }
            list = Expression { span, kind: ExpressionKind::Construct(cons, vec![element, list]) };
        }
        for (local, value) in pieces.into_iter().rev() {
            list = Expression { span, kind: ExpressionKind::Let(local, Box::new(value), Box::new(list)) };
        }
        list
    }

    /// A constructor of the standard library.
    pub(super) fn library_constructor(&self, name: &str) -> Option<program::ConstructorId> {
        match self.modules.offered(self.modules.standard()?, Space::Constructor, name) {
            Found::One(Entity::Constructor(id)) | Found::Hidden(Entity::Constructor(id), _) => {
                Some(program::ConstructorId(id.0))
            }
            Found::One(_) | Found::Hidden(..) | Found::Several(_) | Found::None => None,
        }
    }
}

fn substituted(arrow: &Arrow, replace: &[(Rc<str>, Type)]) -> Arrow {
    let parameters = arrow.parameters.as_ref();
    Arrow {
        parameters: parameters.map(|it| it.iter().map(|it| it.substitute(replace)).collect()),
        result: arrow.result.substitute(replace),
    }
}
