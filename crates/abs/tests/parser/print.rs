//! The tree in one line, with parentheses around every operator and call, so that tests see how it is built.

use abs::syntax::*;

fn joined<T>(items: &[T], print: impl Fn(&T) -> String) -> String {
    items.iter().map(print).collect::<Vec<_>>().join(", ")
}

fn names(names: &[Name]) -> String {
    joined(names, |it| it.text.clone())
}

pub fn of_type(it: &Type) -> String {
    match &it.arguments[..] {
        [] => it.name.text.clone(),
        arguments => format!("{}<{}>", it.name.text, joined(arguments, of_type)),
    }
}

fn parameter(it: &Parameter) -> String {
    format!("{} {}", of_type(&it.of), it.name.text)
}

fn constructor(it: &Constructor) -> String {
    let part = |it: &(Type, Option<Name>)| {
        of_type(&it.0) + &it.1.as_ref().map_or(String::new(), |name| format!(" {}", name.text))
    };
    format!("{}({})", it.name.text, joined(&it.parts, part))
}

fn signature(it: &Signature) -> String {
    format!("{} {}({})", of_type(&it.result), it.name.text, joined(&it.parameters, parameter))
}

pub fn module(it: &Module) -> String {
    let from = |it: &Option<Name>| it.as_ref().map_or(String::new(), |name| format!(" from {}", name.text));
    let list = |it: &Option<Vec<Name>>| it.as_ref().map_or("*".to_owned(), |it| names(it));
    let mut parts = vec![format!("module {}", it.name.as_ref().map_or("-", |name| &name.text))];
    parts.extend(it.exports.iter().map(|it| format!("export {}{}", list(&it.names), from(&it.from))));
    parts.extend(it.imports.iter().map(|it| format!("import {}{}", list(&it.names), from(&it.from))));
    parts.extend(it.declarations.iter().map(declaration));
    parts.extend(it.main.iter().map(|it| format!("main {}", block(it))));
    parts.join("; ")
}

pub fn declaration(it: &Declaration) -> String {
    match it {
        Declaration::Data(data) => {
            let constructors = data.constructors.iter().map(constructor).collect::<Vec<_>>().join(" | ");
            format!("data {}<{}> = {constructors}", data.name.text, names(&data.parameters))
        }
        Declaration::Synonym { name, means } => format!("type {} = {}", name.text, of_type(means)),
        Declaration::Exception(it) => format!("exception {}", constructor(it)),
        Declaration::Function(it) => format!(
            "def {} {}<{}>({})({}) = {}",
            of_type(&it.result),
            it.name.text,
            names(&it.type_parameters),
            names(&it.function_parameters),
            joined(&it.parameters, parameter),
            it.body.as_ref().map_or("builtin".to_owned(), expression)
        ),
        Declaration::Interface(it) => {
            format!("interface {} [{}] {{{}}}", it.name.text, names(&it.extends), joined(&it.methods, signature))
        }
        Declaration::Class(it) => {
            let field = |it: &Field| {
                parameter(&it.parameter)
                    + &it.init.as_ref().map_or(String::new(), |it| format!(" = {}", expression(it)))
            };
            format!(
                "class {}({}) [{}] {{{} | {} | {}}}",
                it.name.text,
                joined(&it.parameters, parameter),
                names(&it.implements),
                joined(&it.fields, field),
                it.init.as_ref().map_or("-".to_owned(), block),
                joined(&it.methods, |it| signature(&it.signature) + " " + &block(&it.body))
            )
        }
    }
}

pub fn block(it: &Block) -> String {
    format!("{{{}}}", it.statements.iter().map(statement).collect::<Vec<_>>().join(" "))
}

fn arms<T>(arms: &[(Pattern, T)], print: impl Fn(&T) -> String) -> String {
    joined(arms, |it| format!("{} => {}", pattern(&it.0), print(&it.1)))
}

pub fn statement(it: &Statement) -> String {
    match &it.kind {
        StatementKind::Block(it) => block(it),
        StatementKind::Skip => "skip;".to_owned(),
        StatementKind::Suspend => "suspend;".to_owned(),
        StatementKind::Declare { parameter: it, value: None } => format!("{};", parameter(it)),
        StatementKind::Declare { parameter: it, value: Some(value) } => {
            format!("{} = {};", parameter(it), effect(value))
        }
        StatementKind::Assign { target, on_this, value } => {
            format!("{}{} = {};", if *on_this { "this." } else { "" }, target.text, effect(value))
        }
        StatementKind::Effect(it) => format!("{};", effect(it)),
        StatementKind::Return(it) => format!("return {};", effect(it)),
        StatementKind::If { condition, then, otherwise } => {
            let otherwise = otherwise.as_ref().map_or(String::new(), |it| format!(" else {}", statement(it)));
            format!("if {} {}{otherwise}", expression(condition), statement(then))
        }
        StatementKind::While { condition, body } => format!("while {} {}", expression(condition), statement(body)),
        StatementKind::ForEach { element, index, list, body } => {
            let index = index.as_ref().map_or("-", |it| &it.text);
            format!("foreach {} {index} {} {}", element.text, expression(list), statement(body))
        }
        StatementKind::Switch { subject, arms: list } => {
            format!("switch {} {{{}}}", expression(subject), arms(list, statement))
        }
        StatementKind::Await(guards) => format!("await {};", joined(guards, guard)),
        StatementKind::Assert(it) => format!("assert {};", expression(it)),
        StatementKind::Throw(it) => format!("throw {};", expression(it)),
        StatementKind::Die(it) => format!("die {};", expression(it)),
        StatementKind::Try { body, arms: list, finally } => {
            let finally = finally.as_ref().map_or(String::new(), |it| format!(" finally {}", statement(it)));
            format!("try {} catch {{{}}}{finally}", statement(body), arms(list, statement))
        }
        StatementKind::Duration(times) => format!("duration({});", joined(times, expression)),
    }
}

fn guard(it: &Guard) -> String {
    match it {
        Guard::Future(it) => format!("{}?", expression(it)),
        Guard::Duration(low, high) => format!("duration({}, {})", expression(low), expression(high)),
        Guard::Condition(it) => expression(it),
    }
}

pub fn effect(it: &Effect) -> String {
    match &it.kind {
        EffectKind::Pure(it) => expression(it),
        EffectKind::New { placement, class, arguments } => {
            let placement = match placement {
                Placement::Plain => "",
                Placement::Local => "local ",
                Placement::Cog => "cog ",
            };
            format!("new {placement}{}({})", class.text, joined(arguments, expression))
        }
        EffectKind::AsyncCall { awaits, target, method, arguments } => {
            let awaits = if *awaits { "await " } else { "" };
            format!("{awaits}{}!{}({})", expression(target), method.text, joined(arguments, expression))
        }
        EffectKind::SyncCall { target, method, arguments } => {
            format!("{}.{}({})", expression(target), method.text, joined(arguments, expression))
        }
        EffectKind::Get(it) => format!("{}.get", expression(it)),
    }
}

pub fn expression(it: &Expression) -> String {
    match &it.kind {
        ExpressionKind::Int(digits) => digits.clone(),
        ExpressionKind::Float(value) => format!("{value:?}"),
        ExpressionKind::Text(text) => format!("{text:?}"),
        ExpressionKind::Template(parts) => format!("template[{}]", joined(parts, part)),
        ExpressionKind::Null => "null".to_owned(),
        ExpressionKind::This => "this".to_owned(),
        ExpressionKind::ThisField(name) => format!("this.{}", name.text),
        ExpressionKind::Variable(name) => name.text.clone(),
        ExpressionKind::Destiny => "destiny".to_owned(),
        ExpressionKind::Call { function, functions, arguments } => {
            let functions = match &functions[..] {
                [] => String::new(),
                functions => format!("({})", joined(functions, function_argument)),
            };
            format!("{}{functions}({})", function.text, joined(arguments, expression))
        }
        ExpressionKind::Construct { constructor, arguments } if arguments.is_empty() => constructor.text.clone(),
        ExpressionKind::Construct { constructor, arguments } => {
            format!("{}({})", constructor.text, joined(arguments, expression))
        }
        ExpressionKind::Collection { function, elements } => {
            format!("{}[{}]", function.text, joined(elements, expression))
        }
        ExpressionKind::Unary(operator, operand) => format!("({operator:?} {})", expression(operand)),
        ExpressionKind::Binary(operator, left, right) => {
            format!("({operator:?} {} {})", expression(left), expression(right))
        }
        ExpressionKind::If(condition, then, otherwise) => {
            format!("(if {} {} {})", expression(condition), expression(then), expression(otherwise))
        }
        ExpressionKind::Let(it, value, body) => {
            format!("(let {} = {} in {})", parameter(it), expression(value), expression(body))
        }
        ExpressionKind::Case(subject, list) => format!("(case {} {{{}}})", expression(subject), arms(list, expression)),
        ExpressionKind::Implements(it, name) => format!("({} implements {})", expression(it), name.text),
        ExpressionKind::As(it, name) => format!("({} as {})", expression(it), name.text),
    }
}

fn part(it: &TemplatePart) -> String {
    match it {
        TemplatePart::Text(text) => format!("{text:?}"),
        TemplatePart::Expression(it) => expression(it),
    }
}

fn function_argument(it: &FunctionArgument) -> String {
    match it {
        FunctionArgument::Named(name) => name.text.clone(),
        FunctionArgument::Anonymous { parameters, body } => {
            format!("({}) => {}", joined(parameters, parameter), expression(body))
        }
    }
}

fn pattern(it: &Pattern) -> String {
    match &it.kind {
        PatternKind::Any => "_".to_owned(),
        PatternKind::Variable(name) => name.text.clone(),
        PatternKind::Int(digits) => digits.clone(),
        PatternKind::Text(text) => format!("{text:?}"),
        PatternKind::Constructor(name, parts) if parts.is_empty() => name.text.clone(),
        PatternKind::Constructor(name, parts) => format!("{}({})", name.text, joined(parts, pattern)),
    }
}
