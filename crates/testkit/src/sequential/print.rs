//! Programs as C text, with no more parentheses than C needs: precedence is under test too.

use super::reach::{self, Mentions};
use super::syntax::*;
use super::types::{Signature, Spelling, Type};
use ir::DataModel;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many numbers a program gives.
pub const OUTPUTS: usize = 64;

/// What all programs need: once in a file.
pub fn prelude(model: DataModel) -> String {
    let (size, difference) = match model {
        DataModel::Lp64 => ("unsigned long", "long"),
        DataModel::Ilp32 => ("unsigned int", "int"),
    };
    format!(
        "typedef {size} size_t;\ntypedef {difference} ptrdiff_t;\n\
         typedef _Bool flag;\ntypedef char letter;\ntypedef signed char s8;\ntypedef unsigned char u8;\n\
         typedef short s16;\ntypedef unsigned short u16;\ntypedef int number;\ntypedef unsigned u32;\n\
         typedef long word;\ntypedef unsigned long uword;\ntypedef long long s64;\ntypedef unsigned long long u64;\n\
         void *malloc(size_t);\nvoid *calloc(size_t, size_t);\nvoid free(void *);\n"
    )
}

/// The program for the front end: no preprocessing needed.
pub fn for_machine(program: &Program) -> String {
    format!("{}{}int main(void) {{\n  run();\n  return 0;\n}}\n", prelude(program.model), text(program, ""))
}

/// The program for people: with `-DNATIVE` it prints what it computes.
pub fn standalone(program: &Program) -> String {
    let main = "#ifdef NATIVE\nint printf(const char *, ...);\n#endif\n\
                int main(void) {\n  run();\n#ifdef NATIVE\n  for (int i = 0; i < 64; i++)\n    \
                if (out[i]) printf(\"out[%d] = %#llx\\n\", i, out[i]);\n#endif\n  return 0;\n}\n";
    format!("{}{}{main}", prelude(program.model), text(program, ""))
}

/// The program without prelude and `main`: `run` fills `out`. Global names begin with the prefix, so that many programs
/// fit into one file.
pub fn text(program: &Program, prefix: &str) -> String {
    let used = reach::reachable(program);
    let mut printer = Printer { program, prefix, text: String::new(), indent: 0 };
    printer.all(&used);
    printer.text
}

struct Printer<'p> {
    program: &'p Program,
    prefix: &'p str,
    text: String,
    indent: usize,
}

impl Printer<'_> {
    fn all(&mut self, used: &Mentions) {
        let program = self.program;
        let prefix = self.prefix;
        for &id in &used.enums {
            self.enumeration(id);
        }
        for &id in &used.records {
            self.record(id);
        }
        self.line(&format!("unsigned long long {prefix}out[{OUTPUTS}];"));
        let body = format!("{prefix}out[k] = {prefix}out[k] * 31 + v;");
        self.line(&format!("static void {prefix}put(unsigned k, unsigned long long v) {{ {body} }}"));
        for &id in &used.functions {
            let heading = self.heading(id);
            self.line(&format!("{heading};"));
        }
        if program.are_globals_last {
            for (id, _) in program.globals.iter().filter(|it| used.variables.contains(&it.0)) {
                self.tentative(*id);
            }
        } else {
            self.globals(used);
        }
        for &id in &used.functions {
            let heading = self.heading(id);
            self.line(&format!("{heading} {{"));
            let function = &program.functions[id.0];
            if let Some(base) = &function.base {
                let text = format!("  if ({} <= 0) return {};", self.name(function.parameters[0]), self.expr(base, 0));
                self.line(&text);
            }
            self.body(&function.body);
            self.line("}");
        }
        if program.are_globals_last {
            self.globals(used);
        }
    }

    /// A declaration of a global that has its initialiser further down.
    fn tentative(&mut self, id: VarId) {
        let text = format!("{}{};", linkage(id), self.variable(id));
        self.line(&text);
    }

    /// The globals with their initialisers, declared first where an initialiser in front mentions them.
    fn globals(&mut self, used: &Mentions) {
        let mut declared = BTreeSet::new();
        for (id, init) in self.program.globals.iter().filter(|it| used.variables.contains(&it.0)) {
            let mut mentions = Mentions::default();
            mentions.init(init);
            for other in mentions.variables {
                if other != *id && declared.insert(other) {
                    self.tentative(other);
                }
            }
            declared.insert(*id);
            let text = format!("{}{} = {};", linkage(*id), self.variable(*id), self.init(init));
            self.line(&text);
        }
    }

    fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn enumeration(&mut self, id: EnumId) {
        let mut constants = Vec::new();
        for (index, (value, is_written)) in self.program.enums[id.0].constants.iter().enumerate() {
            let name = self.constant(id, index);
            constants.push(if *is_written { format!("{name} = {value}") } else { name });
        }
        let text = format!("enum {}e{} {{ {} }};", self.prefix, id.0, constants.join(", "));
        self.line(&text);
    }

    fn record(&mut self, id: RecordId) {
        let record = &self.program.records[id.0];
        let keyword = if record.is_union { "union" } else { "struct" };
        let mut text = if record.is_typedef {
            format!("typedef {keyword} {{")
        } else {
            format!("{keyword} {}r{} {{", self.prefix, id.0)
        };
        for (index, ty) in record.fields.iter().enumerate() {
            write!(text, " {};", self.declare(ty, format!("m{index}"))).expect("strings take everything");
        }
        text.push_str(" }");
        if record.is_typedef {
            write!(text, " {}r{}", self.prefix, id.0).expect("strings take everything");
        }
        self.line(&format!("{text};"));
    }

    fn heading(&self, id: FunctionId) -> String {
        let function = &self.program.functions[id.0];
        let storage = if id.0 % 2 == 0 { "static " } else { "" };
        let mut parameters: Vec<String> = function.parameters.iter().map(|&it| self.variable(it)).collect();
        if parameters.is_empty() {
            parameters.push("void".to_owned());
        }
        let name = format!("{}({})", self.function(id), parameters.join(", "));
        format!("{storage}{}", self.declare(&function.signature.result, name))
    }

    fn function(&self, id: FunctionId) -> String {
        if id.0 + 1 == self.program.functions.len() {
            format!("{}run", self.prefix)
        } else {
            format!("{}f{}", self.prefix, id.0)
        }
    }

    fn constant(&self, id: EnumId, index: usize) -> String {
        format!("{}E{}_{index}", self.prefix, id.0)
    }

    fn name(&self, id: VarId) -> String {
        match self.program.variables[id.0].storage {
            Storage::Global => format!("{}g{}", self.prefix, id.0),
            Storage::Static => format!("w{}", id.0),
            Storage::Local => format!("v{}", id.0),
            Storage::Parameter => format!("p{}", id.0),
        }
    }

    /// The declaration of a variable without initialiser.
    fn variable(&self, id: VarId) -> String {
        let variable = &self.program.variables[id.0];
        let name = match (&variable.ty, variable.storage) {
            // The extent of a parameter may be written down.
            (Type::Pointer(target), Storage::Parameter) if variable.extent > 1 => {
                return self.declare(target, format!("{}[{}]", self.name(id), variable.extent));
            }
            _ => self.name(id),
        };
        let storage = if variable.storage == Storage::Static { "static " } else { "" };
        let constant = if variable.is_const { "const " } else { "" };
        format!("{storage}{constant}{}", self.declare(&variable.ty, name))
    }

    /// A declaration of `name`, which may be empty.
    fn declare(&self, ty: &Type, name: String) -> String {
        let join = |specifier: String| if name.is_empty() { specifier } else { format!("{specifier} {name}") };
        match ty {
            Type::Void => join("void".to_owned()),
            Type::Int(kind, Spelling::Plain(index)) => {
                let spellings = kind.spellings();
                join(spellings[*index as usize % spellings.len()].to_owned())
            }
            Type::Int(_, Spelling::Enum(id)) => join(format!("enum {}e{}", self.prefix, id.0)),
            Type::Int(kind, Spelling::Size) => join(if kind.is_signed() { "ptrdiff_t" } else { "size_t" }.to_owned()),
            Type::Record(id) => {
                let record = &self.program.records[id.0];
                let keyword = match (record.is_typedef, record.is_union) {
                    (true, _) => "",
                    (_, true) => "union ",
                    (_, false) => "struct ",
                };
                join(format!("{keyword}{}r{}", self.prefix, id.0))
            }
            Type::Pointer(target) => match **target {
                Type::Array(..) | Type::Function(_) => self.declare(target, format!("(*{name})")),
                _ => self.declare(target, format!("*{name}")),
            },
            Type::Array(element, length) => self.declare(element, format!("{name}[{length}]")),
            Type::Function(signature) => {
                let Signature { result, parameters } = &**signature;
                let mut texts: Vec<String> = parameters.iter().map(|it| self.declare(it, String::new())).collect();
                if texts.is_empty() {
                    texts.push("void".to_owned());
                }
                self.declare(result, format!("{name}({})", texts.join(", ")))
            }
        }
    }

    fn body(&mut self, body: &[Stmt]) {
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
            Stmt::Heap { pointer, length, is_zeroed, body } => {
                let (declaration, name) = (self.variable(*pointer), self.name(*pointer));
                let allocation = if *is_zeroed {
                    format!("calloc({length}, sizeof(*{name}))")
                } else {
                    format!("malloc({length} * sizeof(*{name}))")
                };
                self.line(&format!("{{ {declaration} = {allocation};"));
                if !is_zeroed {
                    self.line(&format!("  for (int k = 0; k < {length}; k++) {name}[k] = k * 37 - 40;"));
                }
                self.body(body);
                self.line(&format!("  free({name});"));
                self.line("}");
            }
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

    fn walk(&mut self, pointer: VarId, array: &Expr, length: u32, is_up: bool, body: &[Stmt]) {
        let (mut declaration, name) = (self.variable(pointer), self.name(pointer));
        // The parser takes `for (T (*p)[2] = …` for a call if `T` is a typedef.
        let is_outside = declaration.contains('(') || pointer.0 % 2 == 0;
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

    fn init(&self, init: &Init) -> String {
        match init {
            Init::Expr(expr) => self.expr(expr, 2),
            Init::List(parts) if parts.is_empty() => "{0}".to_owned(),
            Init::List(parts) => {
                let part = |(designator, init): &(Designator, Init)| match designator {
                    Designator::None => self.init(init),
                    Designator::Field(field) => format!(".m{field} = {}", self.init(init)),
                    Designator::Element(index) => format!("[{index}] = {}", self.init(init)),
                };
                let parts: Vec<String> = parts.iter().map(part).collect();
                format!("{{{}}}", parts.join(", "))
            }
        }
    }

    /// An expression, in parentheses if it binds less than `least`.
    fn expr(&self, expr: &Expr, least: u8) -> String {
        let (text, binds) = self.bare(expr);
        if binds < least { format!("({text})") } else { text }
    }

    /// An expression and how strongly its outermost operator binds: 1 for a comma, 16 for a name.
    fn bare(&self, expr: &Expr) -> (String, u8) {
        let ty = |ty: &Type| self.declare(ty, String::new());
        match &expr.node {
            Node::Literal(text) => (text.clone(), if text.starts_with('-') { 14 } else { 16 }),
            Node::Constant(id, index) => (self.constant(*id, *index), 16),
            Node::Variable(id) => (self.name(*id), 16),
            Node::Function(id) => (self.function(*id), 16),
            Node::Unary(operator, operand) => (self.prefix(operator.text(), operand), 14),
            Node::Binary(operator, left, right) => {
                let binds = operator.binds();
                let (left, right) = (self.expr(left, binds), self.expr(right, binds + 1));
                (format!("{left} {} {right}", operator.text()), binds)
            }
            Node::Guarded(guard, operand) => match guard {
                Guard::Mask(mask) => (format!("{} & {mask}", self.expr(operand, 8)), 8),
                Guard::Modulo(length) => (format!("(unsigned long){} % {length}", self.expr(operand, 14)), 13),
                Guard::Positive => (format!("({} & 15) + 1", self.expr(operand, 8)), 12),
                Guard::Negative => (format!("-(({} & 15) + 2)", self.expr(operand, 8)), 14),
                Guard::Odd(kind) => (format!("({}){} | 1", kind.spellings()[0], self.expr(operand, 14)), 6),
            },
            Node::Cast(operand) => (format!("({}){}", ty(&expr.ty), self.expr(operand, 14)), 14),
            Node::Assign(operator, place, value) => {
                let operator = operator.map_or("", Binary::text);
                (format!("{} {operator}= {}", self.expr(place, 14), self.expr(value, 2)), 2)
            }
            Node::Step { is_prefix, is_up, place } => {
                let operator = if *is_up { "++" } else { "--" };
                if *is_prefix {
                    (self.prefix(operator, place), 14)
                } else {
                    (format!("{}{operator}", self.expr(place, 15)), 15)
                }
            }
            Node::Conditional(condition, yes, no) => {
                let (condition, yes, no) = (self.expr(condition, 4), self.expr(yes, 1), self.expr(no, 3));
                (format!("{condition} ? {yes} : {no}"), 3)
            }
            Node::Comma(left, right) => (format!("{}, {}", self.expr(left, 1), self.expr(right, 2)), 1),
            Node::Index(base, index) => (format!("{}[{}]", self.expr(base, 15), self.expr(index, 1)), 15),
            Node::Deref(pointer) => (self.prefix("*", pointer), 14),
            Node::AddressOf(place) => (self.prefix("&", place), 14),
            Node::Member { base, field, arrow } => match &base.node {
                Node::Deref(pointer) if *arrow => (format!("{}->m{field}", self.expr(pointer, 15)), 15),
                _ => (format!("{}.m{field}", self.expr(base, 15)), 15),
            },
            Node::Offset { base, index, is_up } => {
                let operator = if *is_up { '+' } else { '-' };
                (format!("{} {operator} {}", self.expr(base, 12), self.expr(index, 13)), 12)
            }
            Node::Decay(array) => self.bare(array),
            Node::Call(callee, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|it| self.expr(it, 2)).collect();
                (format!("{}({})", self.expr(callee, 15), arguments.join(", ")), 15)
            }
            Node::SizeofType(of) => (format!("sizeof({})", ty(of)), 14),
            Node::Alignof(of) => (format!("_Alignof({})", ty(of)), 14),
            Node::Sizeof(of) => match &of.node {
                Node::Variable(id) => (format!("sizeof {}", self.name(*id)), 14),
                _ => (format!("sizeof({})", self.expr(of, 0)), 14),
            },
            Node::Offsetof(record, field) => {
                (format!("__builtin_offsetof({}, m{field})", ty(&Type::Record(*record))), 16)
            }
            Node::ContainerOf { address, record, field } => {
                let record = ty(&Type::Record(*record));
                let offset = format!("__builtin_offsetof({record}, m{field})");
                (format!("({record} *)((char *){} - {offset})", self.expr(address, 14)), 14)
            }
            Node::Compound(init) => (format!("({}){}", ty(&expr.ty), self.init(init)), 15),
            Node::Deeper(depth) => (format!("{} - 1", self.name(*depth)), 12),
        }
    }

    /// A prefix operator, set apart from what could be taken for a part of it.
    fn prefix(&self, operator: &str, operand: &Expr) -> String {
        let operand = self.expr(operand, 14);
        let space = if operand.starts_with(&operator[..1]) { " " } else { "" };
        format!("{operator}{space}{operand}")
    }
}

/// Some globals are known in their file only.
fn linkage(id: VarId) -> &'static str {
    if id.0 % 3 == 0 { "static " } else { "" }
}

impl Unary {
    fn text(self) -> &'static str {
        match self {
            Unary::Plus => "+",
            Unary::Minus => "-",
            Unary::Complement => "~",
            Unary::Not => "!",
        }
    }
}

impl Binary {
    fn text(self) -> &'static str {
        match self {
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Remainder => "%",
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
            Binary::Less => "<",
            Binary::Greater => ">",
            Binary::LessEqual => "<=",
            Binary::GreaterEqual => ">=",
            Binary::Equal => "==",
            Binary::NotEqual => "!=",
            Binary::And => "&",
            Binary::Xor => "^",
            Binary::Or => "|",
            Binary::LogicalAnd => "&&",
            Binary::LogicalOr => "||",
        }
    }

    fn binds(self) -> u8 {
        match self {
            Binary::Multiply | Binary::Divide | Binary::Remainder => 13,
            Binary::Add | Binary::Subtract => 12,
            Binary::ShiftLeft | Binary::ShiftRight => 11,
            Binary::Less | Binary::Greater | Binary::LessEqual | Binary::GreaterEqual => 10,
            Binary::Equal | Binary::NotEqual => 9,
            Binary::And => 8,
            Binary::Xor => 7,
            Binary::Or => 6,
            Binary::LogicalAnd => 5,
            Binary::LogicalOr => 4,
        }
    }
}
