//! Where a body stands and which variables it sees.

use super::Checker;
use super::types::{Arrow, ClassId, ModuleId, Type};
use crate::program::{Expression, ExpressionKind, FieldId, LocalId};
use source::Span;
use std::rc::Rc;

/// What kind of body it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Place {
    /// A function, or the first value of a field: nothing but a value.
    #[default]
    Function,
    Method,
    /// An init block.
    Init,
    Main,
}

/// The locals of a body, or of an anonymous function in it.
#[derive(Default)]
pub(super) struct Frame {
    /// Their names by number.
    pub locals: Vec<String>,
    /// What can be seen, the innermost block last.
    pub scopes: Vec<Vec<Variable>>,
    /// What an anonymous function takes from around it: the value there, and the local here.
    pub captures: Vec<(Expression, LocalId)>,
}

/// A local that can be seen.
pub(super) struct Variable {
    pub name: String,
    pub local: LocalId,
    pub of: Type,
    pub span: Span,
}

/// Where a body stands and which variables it sees.
#[derive(Default)]
pub(super) struct Context {
    pub place: Place,
    pub module: Option<ModuleId>,
    pub class: Option<ClassId>,
    /// While first values of fields are checked: how many fields have theirs.
    pub fields: Option<usize>,
    /// What `return` must give.
    pub result: Option<Type>,
    pub type_parameters: Vec<Rc<str>>,
    /// Functions that the function is given, and what they must be like as far as it is known.
    pub functions: Vec<(String, Arrow)>,
    /// The body, and the anonymous functions around the current place.
    pub frames: Vec<Frame>,
}

impl<'a> Checker<'a> {
    /// Begins a body, and gives the one before it back, to be put back later.
    pub(super) fn enter(&mut self, context: Context) -> Context {
        let before = std::mem::replace(&mut self.context, context);
        self.context.frames.push(Frame { scopes: vec![Vec::new()], ..Frame::default() });
        before
    }

    /// The module of the body.
    pub(super) fn module(&self) -> ModuleId {
        self.context.module.unwrap_or(ModuleId(0))
    }

    pub(super) fn frame(&mut self) -> &mut Frame {
        if self.context.frames.is_empty() {
            self.context.frames.push(Frame::default());
        }
        let last = self.context.frames.len() - 1;
        &mut self.context.frames[last]
    }

    pub(super) fn open_scope(&mut self) {
        self.frame().scopes.push(Vec::new());
    }

    pub(super) fn close_scope(&mut self) {
        self.frame().scopes.pop();
    }

    /// A new local of the current block.
    pub(super) fn new_local(&mut self, name: &str, of: Type, span: Span) -> LocalId {
        let frame = self.frame();
        let local = LocalId(frame.locals.len() as u32);
        frame.locals.push(name.to_owned());
        if frame.scopes.is_empty() {
            frame.scopes.push(Vec::new());
        }
        let last = frame.scopes.len() - 1;
        frame.scopes[last].push(Variable { name: name.to_owned(), local, of, span });
        local
    }

    /// Where a local or parameter of the same name is declared that can be seen here.
    pub(super) fn in_this_body(&mut self, name: &str) -> Option<Span> {
        let mut seen = self.frame().scopes.iter().flatten();
        seen.find(|it| it.name == name).map(|it| it.span)
    }

    /// A local, a parameter or a field of that name.
    pub(super) fn variable(&mut self, name: &str, span: Span) -> Option<(Expression, Type)> {
        let depth = self.context.frames.len();
        self.variable_in(depth, name, span)
    }

    /// The same as it is seen with only the first frames.
    fn variable_in(&mut self, depth: usize, name: &str, span: Span) -> Option<(Expression, Type)> {
        let Some(index) = depth.checked_sub(1) else {
            return self.field(name, span);
        };
        let scopes = self.context.frames[index].scopes.iter().rev();
        let found = scopes.flat_map(|it| it.iter().rev()).find(|it| it.name == name);
        if let Some(it) = found {
            return Some((Expression { span, kind: ExpressionKind::Local(it.local) }, it.of.clone()));
        }
        let (outer, of) = self.variable_in(index, name, span)?;
        if index == 0 {
            return Some((outer, of));
        }
        let local = self.capture(index, name, outer, of.clone(), span);
        Some((Expression { span, kind: ExpressionKind::Local(local) }, of))
    }

    /// Takes a value from around an anonymous function into it.
    fn capture(&mut self, index: usize, name: &str, outer: Expression, of: Type, span: Span) -> LocalId {
        let frame = &mut self.context.frames[index];
        let local = LocalId(frame.locals.len() as u32);
        frame.locals.push(name.to_owned());
        frame.captures.push((outer, local));
        if let Some(scope) = frame.scopes.first_mut() {
            scope.insert(0, Variable { name: name.to_owned(), local, of, span });
        }
        local
    }

    /// A value that only methods have, such as `this`, as it is seen here.
    pub(super) fn of_method(&mut self, kind: ExpressionKind, name: &str, of: &Type, span: Span) -> Expression {
        let mut value = Expression { span, kind };
        for index in 1..self.context.frames.len() {
            let known = self.context.frames[index].scopes.first().and_then(|it| it.iter().find(|it| it.name == name));
            let local = match known {
                Some(it) => it.local,
                None => self.capture(index, name, value, of.clone(), span),
            };
            value = Expression { span, kind: ExpressionKind::Local(local) };
        }
        value
    }

    /// A field of the class.
    fn field(&mut self, name: &str, span: Span) -> Option<(Expression, Type)> {
        let class = self.tables.class(self.context.class?);
        let index = class.fields.iter().position(|it| it.0 == name)?;
        let (of, at) = (class.fields[index].1.clone(), class.fields[index].2);
        if self.context.fields.is_some_and(|known| index >= known) {
            self.error("A0407", span, format!("field {name} has no value yet"))
                .note(at, "fields get their first values in the order in which they are declared");
        }
        let kind = ExpressionKind::Field(FieldId(index as u32));
        Some((Expression { span, kind }, of))
    }

    /// `this.x`, wherever it stands.
    pub(super) fn own_field(&mut self, name: &str, span: Span) -> Option<(Expression, Type)> {
        let (value, of) = self.field(name, span)?;
        let value = self.of_method(value.kind, &format!("this.{name}"), &of, span);
        Some((value, of))
    }

    /// The names of all variables that can be seen.
    pub(super) fn variable_names(&self) -> Vec<&str> {
        let frames = self.context.frames.iter().flat_map(|it| it.scopes.iter().flatten());
        let fields = self.context.class.map(|it| &self.tables.class(it).fields);
        let fields = fields.into_iter().flatten().map(|it| it.0.as_str());
        frames.map(|it| it.name.as_str()).chain(fields).collect()
    }
}
