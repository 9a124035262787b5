//! Statements as C text.

use super::super::syntax::*;
use super::super::types::{Kind, Type};
use super::{Printer, letter};

impl Printer<'_> {
    pub(super) fn body(&mut self, body: &[Stmt]) {
        self.indent += 1;
        body.iter().for_each(|it| self.stmt(it));
        self.indent -= 1;
    }

    fn block(&mut self, heading: &str, first: &str, body: &[Stmt], end: &str) {
        self.line(&format!("{heading}{{{first}"));
        self.body(body);
        self.line(&format!("}}{end}"));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Expr(expr) => {
                let text = format!("{};", self.expr(expr, 0));
                self.line(&text);
            }
            Stmt::Put { slot, value, by_call } => {
                let prefix = self.prefix;
                let text = if *by_call {
                    format!("{prefix}put({slot}, {});", self.expr(value, 2))
                } else {
                    format!("{prefix}out[{slot}] = {prefix}out[{slot}] * 31 + {};", self.expr(value, 13))
                };
                self.line(&text);
            }
            Stmt::PutAll { slot, values } => {
                let kinds = values.iter().map(|it| it.ty.kind().unwrap_or(Kind::Int));
                let letters: String = kinds.map(letter).collect();
                let values: Vec<String> = values.iter().map(|it| self.expr(it, 2)).collect();
                let text = format!("{}put_all({slot}, \"{letters}\", {});", self.prefix, values.join(", "));
                self.line(&text);
            }
            Stmt::Declare(id, init) => {
                let text = format!("{} = {};", self.variable(*id), self.init(init));
                self.line(&text);
            }
            Stmt::Block(body) => self.block("", "", body, ""),
            Stmt::If(condition, yes, no) => {
                let heading = format!("if ({})", self.expr(condition, 0));
                self.branch(&heading, yes);
                if !no.is_empty() {
                    self.branch("else", no);
                }
            }
            Stmt::Switch(selector, arms) => {
                let heading = format!("switch ({}) {{", self.expr(selector, 0));
                self.line(&heading);
                for arm in arms {
                    self.arm(arm);
                }
                self.line("}");
            }
            Stmt::Duff { selector, counter, rounds, parts } => {
                let counter = self.start_counter(*counter, 0);
                let text = format!("switch ({}) {{", self.expr(selector, 0));
                self.line(&text);
                for (index, part) in parts.iter().enumerate() {
                    let opening = if index == 0 { " do {" } else { "" };
                    let label = if index + 1 == parts.len() { "default".to_owned() } else { format!("case {index}") };
                    self.line(&format!("{label}:;{opening}"));
                    self.body(part);
                }
                self.line(&format!("}} while (++{counter} < {rounds});"));
                self.line("}");
                self.line("}");
            }
            Stmt::Loop { form, counter, rounds, also, body } => {
                self.counted(*form, *counter, *rounds, also.as_ref(), body);
            }
            Stmt::Walk { pointer, array, length, is_up, body } => {
                self.walk(*pointer, array, *length, *is_up, body);
            }
            Stmt::Heap { pointer, length, form, body } => self.heap(*pointer, *length, *form, body),
            Stmt::Break => self.line("break;"),
            Stmt::Continue => self.line("continue;"),
            Stmt::Goto(label) => self.line(&format!("goto L{};", label.0)),
            Stmt::Label(label) => self.line(&format!("L{}:;", label.0)),
            Stmt::GoBack { label, counter, rounds } => {
                let counter = self.name(*counter);
                self.line(&format!("if ({counter} < {rounds}) {{ {counter}++; goto L{}; }}", label.0));
            }
            Stmt::Return(None) => self.line("return;"),
            Stmt::Return(Some(value)) => {
                let text = format!("return {};", self.expr(value, 0));
                self.line(&text);
            }
        }
    }

    fn heap(&mut self, pointer: VarId, length: u32, form: HeapForm, body: &[Stmt]) {
        let (declaration, name) = (self.variable(pointer), self.name(pointer));
        let element = match &self.program.variables[pointer.0].ty {
            Type::Pointer(element) => (**element).clone(),
            ty => ty.clone(),
        };
        let (count, array) = (format!("n{}", pointer.0), format!("a{}", pointer.0));
        self.line(&format!("{{ unsigned char {count} = {length};"));
        let allocation = match form {
            HeapForm::Zeroed => format!("calloc({count}, sizeof(*{name}))"),
            HeapForm::Plain => format!("malloc({count} * sizeof(*{name}))"),
            HeapForm::Alloca => format!("__builtin_alloca({count} * sizeof(*{name}))"),
            HeapForm::Flexible => {
                let member = self.declare(&element, "all[]".to_owned());
                self.line(&format!("  struct {{ short first; {member}; }} *{array};"));
                self.line(&format!("  {array} = calloc(1, sizeof *{array} + {count} * sizeof {array}->all[0]);"));
                format!("{array}->all")
            }
            HeapForm::Array => {
                let text = self.declare(&element, format!("{array}[{count}]"));
                self.line(&format!("  {text};"));
                array.clone()
            }
            HeapForm::Matrix => {
                let text = self.declare(&element, format!("{array}[{count} + 1][{count}]"));
                self.line(&format!("  {text};"));
                format!("{array}[{count}]")
            }
        };
        self.line(&format!("  {declaration} = {allocation};"));
        match form {
            HeapForm::Zeroed | HeapForm::Flexible => {}
            HeapForm::Plain | HeapForm::Alloca | HeapForm::Array | HeapForm::Matrix => {
                self.line(&format!("  for (int k = 0; k < {count}; k++) {name}[k] = k * 37 - 40;"));
            }
        }
        if let HeapForm::Array | HeapForm::Matrix = form {
            self.line(&format!("  {}out[0] += sizeof {array} * 3 + sizeof {array}[0];", self.prefix));
        }
        self.body(body);
        match form {
            HeapForm::Zeroed | HeapForm::Plain => self.line(&format!("  free({name});")),
            HeapForm::Flexible => self.line(&format!("  free({array});")),
            HeapForm::Alloca | HeapForm::Array | HeapForm::Matrix => {}
        }
        self.line("}");
    }

    fn walk(&mut self, pointer: VarId, array: &Expr, length: u32, is_up: bool, body: &[Stmt]) {
        let (mut declaration, name) = (self.variable(pointer), self.name(pointer));
        // The parser takes `for (T (*p)[2] = …` for a call if `T` is a typedef.
        let is_outside = declaration.contains('(') || pointer.0.is_multiple_of(2);
        let close = if is_outside { "}" } else { "" };
        if is_outside {
            self.line(&format!("{{ {declaration};"));
            declaration.clone_from(&name);
        }
        let (start, sum) = (self.expr(array, 2), self.expr(array, 12));
        if is_up {
            let heading = format!("for ({declaration} = {start}; {name} < {sum} + {length}; {name}++) ");
            self.block(&heading, "", body, close);
        } else {
            let compared = self.expr(array, 10);
            let heading = format!("for ({declaration} = {sum} + {length}; {name} != {compared};) ");
            self.block(&heading, &format!(" --{name};"), body, close);
        }
    }

    /// The body of an `if` or `else`, without braces if it is short.
    fn branch(&mut self, heading: &str, body: &[Stmt]) {
        match body {
            [only @ (Stmt::Expr(_) | Stmt::Goto(_) | Stmt::Break | Stmt::Continue | Stmt::Return(_))] => {
                self.line(heading);
                self.indent += 1;
                self.stmt(only);
                self.indent -= 1;
            }
            _ => self.block(&format!("{heading} "), "", body, ""),
        }
    }

    fn arm(&mut self, arm: &Arm) {
        for label in &arm.labels {
            let text = match label {
                Some(value) => format!("case {}:;", self.expr(value, 3)),
                None => "default:;".to_owned(),
            };
            self.line(&text);
        }
        self.body(&arm.body);
        if arm.breaks {
            self.line("  break;");
        }
    }

    /// Opens a block with the counter in it; its name.
    fn start_counter(&mut self, counter: VarId, value: u32) -> String {
        let text = format!("{{ {} = {value};", self.variable(counter));
        self.line(&text);
        self.name(counter)
    }

    fn counted(&mut self, form: LoopForm, counter: VarId, rounds: u32, also: Option<&Expr>, body: &[Stmt]) {
        let i = self.name(counter);
        let condition = |first: String| match also {
            Some(also) => format!("{first} && {}", self.expr(also, 6)),
            None => first,
        };
        let up = condition(format!("{i} < {rounds}"));
        let step = condition(format!("{i}++ < {rounds}"));
        let down = condition(format!("{i}-- > 0"));
        let late = condition(format!("++{i} < {rounds}"));
        let declaration = self.variable(counter);
        match form {
            LoopForm::For => self.block(&format!("for ({declaration} = 0; {up}; {i}++) "), "", body, ""),
            LoopForm::ForDown => {
                self.start_counter(counter, 0);
                self.block(&format!("for ({i} = {rounds}; {down};) "), "", body, "}");
            }
            LoopForm::While => {
                self.start_counter(counter, 0);
                self.block(&format!("while ({up}) "), &format!(" {i}++;"), body, "}");
            }
            LoopForm::WhileStep => {
                self.start_counter(counter, 0);
                self.block(&format!("while ({step}) "), "", body, "}");
            }
            LoopForm::Do => {
                self.start_counter(counter, 0);
                self.block("do ", "", body, &format!(" while ({late}); }}"));
            }
            LoopForm::Endless => {
                self.start_counter(counter, 0);
                self.block("for (;;) ", &format!(" if (!({up})) break; ++{i};"), body, "}");
            }
            LoopForm::Declared => self.block(&format!("while ({up}) "), &format!(" {i}++;"), body, ""),
        }
    }
}
