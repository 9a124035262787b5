//! Programs as text, one statement on each line.

use super::tree::{Class, Effect, Method, Model, Statement, Type, Variable};
use std::fmt::{self, Display, Formatter};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int => f.write_str("Int"),
            Type::Bool => f.write_str("Bool"),
            Type::Future => f.write_str("Fut<Int>"),
            Type::Object(class) => write!(f, "I{class}"),
        }
    }
}

impl Display for Variable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.of, self.name)
    }
}

impl Display for Effect {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Pure(text) => f.write_str(text),
            Effect::New { local, class, arguments } => {
                let local = if *local { "local " } else { "" };
                write!(f, "new {local}C{class}({})", arguments.join(", "))
            }
            Effect::Async { awaits, target, method, arguments } => {
                let awaits = if *awaits { "await " } else { "" };
                write!(f, "{awaits}{target}!{method}({})", arguments.join(", "))
            }
            Effect::Sync { target, method, arguments } => write!(f, "{target}.{method}({})", arguments.join(", ")),
            Effect::Get(future) => write!(f, "{future}.get"),
        }
    }
}

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "module Random;")?;
        writeln!(f, "exception Oops(Int);")?;
        writeln!(f, "data Grade = Poor | Marked(Int) | Better(Grade);")?;
        for class in &self.classes {
            write_class(f, class)?;
        }
        writeln!(f, "{{")?;
        write_all(f, &self.main, 1)?;
        writeln!(f, "}}")
    }
}

fn list(variables: &[Variable]) -> String {
    let texts: Vec<String> = variables.iter().map(ToString::to_string).collect();
    texts.join(", ")
}

fn head(method: &Method) -> String {
    let result = if method.returns { "Int" } else { "Unit" };
    format!("{result} {}({})", method.name, list(&method.parameters))
}

fn write_class(f: &mut Formatter<'_>, class: &Class) -> fmt::Result {
    let number = class.number;
    writeln!(f, "interface I{number} {{")?;
    for method in class.methods.iter().filter(|it| it.name != "run") {
        writeln!(f, "  {};", head(method))?;
    }
    writeln!(f, "}}")?;
    writeln!(f, "class C{number}({}) implements I{number} {{", list(&class.parameters))?;
    for (field, value) in &class.fields {
        writeln!(f, "  {field} = {value};")?;
    }
    if !class.init.is_empty() {
        writeln!(f, "  {{")?;
        write_all(f, &class.init, 2)?;
        writeln!(f, "  }}")?;
    }
    for method in &class.methods {
        writeln!(f, "  {} {{", head(method))?;
        write_all(f, &method.body, 2)?;
        writeln!(f, "  }}")?;
    }
    writeln!(f, "}}")
}

fn write_all(f: &mut Formatter<'_>, statements: &[Statement], depth: usize) -> fmt::Result {
    statements.iter().try_for_each(|it| write_one(f, it, depth))
}

fn write_one(f: &mut Formatter<'_>, statement: &Statement, depth: usize) -> fmt::Result {
    let space = "  ".repeat(depth);
    match statement {
        Statement::Declare(variable, effect) => writeln!(f, "{space}{variable} = {effect};"),
        Statement::Assign(name, effect) => writeln!(f, "{space}{name} = {effect};"),
        Statement::Effect(effect) => writeln!(f, "{space}{effect};"),
        Statement::Return(effect) => writeln!(f, "{space}return {effect};"),
        Statement::Await(parts) => writeln!(f, "{space}await {};", parts.join(" & ")),
        Statement::Suspend => writeln!(f, "{space}suspend;"),
        Statement::Assert(condition) => writeln!(f, "{space}assert {condition};"),
        Statement::Throw(exception) => writeln!(f, "{space}throw {exception};"),
        Statement::If(condition, then, otherwise) => {
            writeln!(f, "{space}if ({condition}) {{")?;
            write_all(f, then, depth + 1)?;
            if !otherwise.is_empty() {
                writeln!(f, "{space}}} else {{")?;
                write_all(f, otherwise, depth + 1)?;
            }
            writeln!(f, "{space}}}")
        }
        Statement::Repeat(counter, times, body) => {
            writeln!(f, "{space}Int {counter} = 0;")?;
            writeln!(f, "{space}while ({counter} < {times}) {{")?;
            writeln!(f, "{space}  {counter} = {counter} + 1;")?;
            write_all(f, body, depth + 1)?;
            writeln!(f, "{space}}}")
        }
        Statement::While(condition, body) => {
            writeln!(f, "{space}while ({condition}) {{")?;
            write_all(f, body, depth + 1)?;
            writeln!(f, "{space}}}")
        }
        Statement::Try { body, arms, finally } => {
            writeln!(f, "{space}try {{")?;
            write_all(f, body, depth + 1)?;
            writeln!(f, "{space}}} catch {{")?;
            for (pattern, arm) in arms {
                writeln!(f, "{space}  {pattern} => {{")?;
                write_all(f, arm, depth + 2)?;
                writeln!(f, "{space}  }}")?;
            }
            write!(f, "{space}}}")?;
            if !finally.is_empty() {
                writeln!(f, " finally {{")?;
                write_all(f, finally, depth + 1)?;
                write!(f, "{space}}}")?;
            }
            writeln!(f)
        }
    }
}
