//! Programs as short texts: `l0` is a local, `f0` a field, `.m` a method.

use abs::program::{
    Body, Effect, EffectKind, Expression, ExpressionKind, Guard, Literal, Pattern, Program, Statement, StatementKind,
    Target,
};

/// Shows parts of one program.
pub struct Show<'p>(pub &'p Program);

impl Show<'_> {
    /// A function by name: its number of parameters, and its value.
    pub fn function(&self, name: &str) -> String {
        let found = self.0.functions.iter().filter(|it| it.name == name);
        let shown: Vec<_> = found.map(|it| format!("{}/{}: {}", name, it.parameters, self.value(&it.value))).collect();
        shown.join("\n")
    }

    /// A method of a class.
    pub fn method(&self, class: &str, name: &str) -> String {
        let class = self.0.classes.iter().find(|it| it.name == class).expect("a class");
        self.body(&class.methods.iter().find(|it| it.name == name).expect("a method").body)
    }

    pub fn body(&self, body: &Body) -> String {
        body.statements.iter().map(|it| self.statement(it)).collect::<Vec<_>>().join(" ")
    }

    fn statement(&self, statement: &Statement) -> String {
        assert!(statement.span.is_some());
        match &statement.kind {
            StatementKind::Block(list) => {
                format!("{{ {} }}", list.iter().map(|it| self.statement(it)).collect::<Vec<_>>().join(" "))
            }
            StatementKind::Skip => "skip;".to_owned(),
            StatementKind::Suspend => "suspend;".to_owned(),
            StatementKind::Assign(Target::Local(id), effect) => format!("l{} = {};", id.0, self.effect(effect)),
            StatementKind::Assign(Target::Field(id), effect) => format!("f{} = {};", id.0, self.effect(effect)),
            StatementKind::Effect(effect) => format!("{};", self.effect(effect)),
            StatementKind::Return(effect) => format!("return {};", self.effect(effect)),
            StatementKind::If(condition, then, otherwise) => {
                let otherwise = otherwise.as_ref().map_or(String::new(), |it| format!(" else {}", self.statement(it)));
                format!("if {} {}{otherwise}", self.value(condition), self.statement(then))
            }
            StatementKind::While(condition, body) => {
                format!("while {} {}", self.value(condition), self.statement(body))
            }
            StatementKind::ForEach { element, index, list, body } => {
                let index = index.map_or(String::new(), |it| format!(", l{}", it.0));
                format!("foreach l{}{index} in {} {}", element.0, self.value(list), self.statement(body))
            }
            StatementKind::Switch(subject, arms) => format!("switch {} {}", self.value(subject), self.arms(arms)),
            StatementKind::Await(guards) => {
                let guards = guards.iter().map(|it| match it {
                    Guard::Future(value) => format!("{}?", self.value(value)),
                    Guard::Condition(value) => self.value(value),
                });
                format!("await {};", guards.collect::<Vec<_>>().join(" & "))
            }
            StatementKind::Assert(value) => format!("assert {};", self.value(value)),
            StatementKind::Throw(value) => format!("throw {};", self.value(value)),
            StatementKind::Try { body, arms, finally } => {
                let finally = finally.as_ref().map_or(String::new(), |it| format!(" finally {}", self.statement(it)));
                format!("try {} catch {}{finally}", self.statement(body), self.arms(arms))
            }
        }
    }

    fn arms(&self, arms: &[(Pattern, Statement)]) -> String {
        let arms = arms.iter().map(|it| format!("{} => {}", self.pattern(&it.0), self.statement(&it.1)));
        format!("{{ {} }}", arms.collect::<Vec<_>>().join(" "))
    }

    fn effect(&self, effect: &Effect) -> String {
        assert!(effect.span.is_some());
        match &effect.kind {
            EffectKind::Pure(value) => self.value(value),
            EffectKind::New { local, class, arguments } => {
                let local = if *local { "local " } else { "" };
                format!("new {local}{}({})", self.0.classes[class.0 as usize].name, self.values(arguments))
            }
            EffectKind::AsyncCall { awaits, target, method, arguments } => {
                let awaits = if *awaits { "await " } else { "" };
                let method = &self.0.selectors[method.0 as usize];
                format!("{awaits}{}!{method}({})", self.value(target), self.values(arguments))
            }
            EffectKind::SyncCall { target, method, arguments } => {
                let method = &self.0.selectors[method.0 as usize];
                format!("{}.{method}({})", self.value(target), self.values(arguments))
            }
            EffectKind::Get(value) => format!("{}.get", self.value(value)),
        }
    }

    fn values(&self, list: &[Expression]) -> String {
        list.iter().map(|it| self.value(it)).collect::<Vec<_>>().join(", ")
    }

    pub fn value(&self, expression: &Expression) -> String {
        assert!(expression.span.is_some());
        match &expression.kind {
            ExpressionKind::Literal(literal) => show_literal(literal),
            ExpressionKind::Local(id) => format!("l{}", id.0),
            ExpressionKind::Field(id) => format!("f{}", id.0),
            ExpressionKind::This => "this".to_owned(),
            ExpressionKind::Destiny => "destiny".to_owned(),
            ExpressionKind::Construct(id, parts) => {
                let constructor = &self.0.constructors[id.0 as usize];
                assert_eq!(constructor.arity as usize, parts.len());
                if parts.is_empty() {
                    constructor.name.clone()
                } else {
                    format!("{}({})", constructor.name, self.values(parts))
                }
            }
            ExpressionKind::Call(id, arguments) => {
                let function = &self.0.functions[id.0 as usize];
                assert_eq!(function.parameters as usize, arguments.len(), "{}", function.name);
                format!("{}({})", function.name, self.values(arguments))
            }
            ExpressionKind::Builtin(builtin, arguments) => format!("{builtin:?}({})", self.values(arguments)),
            ExpressionKind::Unary(operator, operand) => format!("{operator:?}({})", self.value(operand)),
            ExpressionKind::Binary(operator, left, right) => {
                format!("{operator:?}({}, {})", self.value(left), self.value(right))
            }
            ExpressionKind::If(condition, then, otherwise) => {
                format!("if {} then {} else {}", self.value(condition), self.value(then), self.value(otherwise))
            }
            ExpressionKind::Let(id, value, body) => {
                format!("let l{} = {} in {}", id.0, self.value(value), self.value(body))
            }
            ExpressionKind::Case(subject, arms) => {
                let arms = arms.iter().map(|it| format!("{} => {}", self.pattern(&it.0), self.value(&it.1)));
                format!("case {} {{ {} }}", self.value(subject), arms.collect::<Vec<_>>().join("; "))
            }
            ExpressionKind::Implements(object, id) => {
                format!("{} implements {}", self.value(object), self.0.interfaces[id.0 as usize])
            }
            ExpressionKind::As(object, id) => {
                format!("{} as {}", self.value(object), self.0.interfaces[id.0 as usize])
            }
        }
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Any => "_".to_owned(),
            Pattern::Bind(id) => format!("l{}", id.0),
            Pattern::Equal(value) => format!("=={}", self.value(value)),
            Pattern::Literal(literal) => show_literal(literal),
            Pattern::Constructor(id, parts) => {
                let name = &self.0.constructors[id.0 as usize].name;
                format!("{name}({})", parts.iter().map(|it| self.pattern(it)).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

fn show_literal(literal: &Literal) -> String {
    match literal {
        Literal::Unit => "Unit".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Float(value) => format!("{value:?}"),
        Literal::Text(text) => format!("{text:?}"),
        Literal::Null => "null".to_owned(),
    }
}
