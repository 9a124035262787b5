//! Statements, and what a function is around them.
//!
//! Loops are endless, with jumps out of them: a condition may take several statements. Jumps go to labels, so that it does not
//! matter what stands around them.

use super::lines::Lines;
use super::{Kind, Program, types};
use crate::constant::{self, Constant};
use crate::tree::{Element, Expr, ExprKind, FunctionId, LabelId, Stmt, StmtKind, Type, Unit, VariableId};
use source::Span;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// What is printed of a function.
pub(super) struct Body<'p, 'u> {
    pub program: &'p mut Program<'u>,
    pub unit: &'u Unit,
    pub lines: Lines,
    /// Declarations at the beginning.
    declarations: String,
    count: u32,
    locals: HashMap<VariableId, String>,
    /// Where `break` and `continue` lead, from the outside.
    exits: Vec<Exits>,
    result: &'u Type,
    /// What stands before every return.
    before_return: &'static str,
    /// Whether what is printed happens before the schedule begins.
    pub is_quiet: bool,
    /// As in `lower`: how many loops are around, whether a label was passed, and which labels are only for a `switch`.
    loops: u32,
    jumps_back: bool,
    cases: HashSet<LabelId>,
}

#[derive(Clone, Copy)]
struct Exits {
    number: u32,
    /// A `switch` has no `continue` of its own.
    continues: bool,
}

/// The declaration of a function, and its definition.
pub(super) fn print(program: &mut Program<'_>, id: FunctionId) -> (String, String) {
    let unit = program.unit;
    let function = &unit.functions[id.0 as usize];
    let name = program.function(id);
    let mut body = Body::new(program, &function.signature.result);
    let mut parameters = Vec::new();
    for id in &function.parameters {
        let variable = &unit.variables[id.0 as usize];
        let name = body.name_local(*id);
        parameters.push(types::declare(unit, &variable.ty, &name));
    }
    if function.signature.takes_more() {
        parameters.push("void *raddle_arguments".to_owned());
    }
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let storage = if function.name == "main" { "" } else { "static " };
    let head = types::declare(unit, &function.signature.result, &format!("{name}({parameters})"));
    if function.name == "main" {
        body.before_return = "raddle_end_process(); ";
    } else if function.name.starts_with("__VERIFIER_atomic_") {
        body.before_return = "raddle_end(); ";
        let point = body.point_always(function.span, Kind::Section);
        body.say(function.span, &format!("raddle_begin({point});"));
    }
    for statement in function.body.iter().flatten() {
        body.statement(statement);
    }
    body.say(Span::NONE, body.before_return);
    // Where the end is reached, a result that C leaves undefined is 0.
    if function.signature.result != Type::Void && !is_aggregate(&function.signature.result) {
        body.say(Span::NONE, "return 0;");
    }
    let text = body.finish();
    let prototype = format!("{storage}{head}");
    (prototype.clone(), format!("\n{prototype} {{{text}\n}}\n"))
}

impl<'p, 'u> Body<'p, 'u> {
    pub(super) fn new(program: &'p mut Program<'u>, result: &'u Type) -> Body<'p, 'u> {
        Body {
            unit: program.unit,
            program,
            lines: Lines::default(),
            declarations: String::new(),
            count: 0,
            locals: HashMap::new(),
            exits: Vec::new(),
            result,
            before_return: "",
            is_quiet: false,
            loops: 0,
            jumps_back: false,
            cases: HashSet::new(),
        }
    }

    /// All that was printed.
    pub(super) fn finish(self) -> String {
        format!("{}{}", self.declarations, self.lines.into_text())
    }

    /// Adds a statement.
    pub(super) fn say(&mut self, span: Span, statement: &str) {
        self.lines.add(&self.unit.sources, span, statement);
    }

    /// The statement before an operation that others can notice.
    pub(super) fn at(&mut self, span: Span, kind: Kind) {
        if self.is_quiet {
            return;
        }
        if let Some(point) = self.program.point(span, kind) {
            self.say(span, &format!("raddle_at({point});"));
        }
    }

    /// The number of a point for a function of the runtime.
    pub(super) fn point_always(&mut self, span: Span, kind: Kind) -> u32 {
        let key = super::Key::new(&self.unit.sources, span, kind);
        self.program.points.number(key)
    }

    /// A new number for a label or a temporary.
    pub(super) fn number(&mut self) -> u32 {
        self.count += 1;
        self.count
    }

    /// A new variable of this type.
    pub(super) fn temporary(&mut self, ty: &Type) -> String {
        let name = format!("raddle_{}", self.number());
        let declaration = types::declare(self.unit, types::plain(ty), &name);
        let _ = write!(self.declarations, " {declaration};");
        name
    }

    /// What is printed by `print`, apart.
    pub(super) fn captured<T>(&mut self, print: impl FnOnce(&mut Self) -> T) -> (Lines, T) {
        let outer = std::mem::take(&mut self.lines);
        let printed = print(self);
        (std::mem::replace(&mut self.lines, outer), printed)
    }

    fn name_local(&mut self, id: VariableId) -> String {
        let name = &self.unit.variables[id.0 as usize].name;
        let name = if types::is_identifier(name) { name.clone() } else { format!("raddle_local_{}", id.0) };
        self.locals.insert(id, name.clone());
        name
    }

    /// What a local is called. One that is declared nowhere (a compound literal) is declared at the beginning.
    pub(super) fn local(&mut self, id: VariableId) -> String {
        if let Some(known) = self.locals.get(&id) {
            return known.clone();
        }
        let name = format!("raddle_local_{}", id.0);
        let declaration = types::declare(self.unit, &self.unit.variables[id.0 as usize].ty, &name);
        let _ = write!(self.declarations, " {declaration};");
        self.locals.insert(id, name.clone());
        name
    }

    pub(super) fn statement(&mut self, statement: &'u Stmt) {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Block(statements) => {
                self.say(span, "{");
                statements.iter().for_each(|it| self.statement(it));
                self.say(Span::NONE, "}");
            }
            StmtKind::Declare { variable, init, zeroed } => self.declare(*variable, init, *zeroed, span),
            StmtKind::If(condition, yes, no) => {
                let condition = self.value(condition);
                self.say(span, &format!("if ({condition}) {{"));
                self.statement(yes);
                if let Some(no) = no {
                    self.say(Span::NONE, "} else {");
                    self.statement(no);
                }
                self.say(Span::NONE, "}");
            }
            StmtKind::While(condition, body) => self.repeated(Some(condition), body, None, None, span),
            StmtKind::DoWhile(body, condition) => self.repeated(None, body, None, Some(condition), span),
            StmtKind::For(start, test, step, body) => {
                self.say(span, "{");
                if let Some(start) = start {
                    self.statement(start);
                }
                self.repeated(test.as_ref(), body, step.as_ref(), None, span);
                self.say(Span::NONE, "}");
            }
            StmtKind::Switch { value, cases, default, body } => self.switch(value, cases, *default, body, span),
            StmtKind::Label(label) => {
                self.jumps_back |= !self.cases.contains(label);
                self.say(span, &format!("raddle_label_{}:;", label.0));
            }
            StmtKind::Goto(label) => self.say(span, &format!("goto raddle_label_{};", label.0)),
            StmtKind::Break => {
                if let Some(exits) = self.exits.last() {
                    let jump = format!("goto raddle_break_{};", exits.number);
                    self.say(span, &jump);
                }
            }
            StmtKind::Continue => {
                if let Some(exits) = self.exits.iter().rev().find(|it| it.continues) {
                    let jump = format!("goto raddle_continue_{};", exits.number);
                    self.say(span, &jump);
                }
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
        }
    }

    /// A loop: the first test before each round, then the body, the step, and the last test.
    fn repeated(
        &mut self,
        first: Option<&'u Expr>,
        body: &'u Stmt,
        step: Option<&'u Expr>,
        last: Option<&'u Expr>,
        span: Span,
    ) {
        let number = self.number();
        self.say(span, "for (;;) {");
        self.loops += 1;
        if let Some(test) = first {
            let condition = self.value(test);
            self.say(test.span, &format!("if (!({condition})) goto raddle_break_{number};"));
        }
        self.exits.push(Exits { number, continues: true });
        self.statement(body);
        self.exits.pop();
        self.say(span, &format!("raddle_continue_{number}:;"));
        if let Some(step) = step {
            self.effect(step);
        }
        if let Some(test) = last {
            let condition = self.value(test);
            self.say(test.span, &format!("if (!({condition})) goto raddle_break_{number};"));
        }
        self.loops -= 1;
        self.say(Span::NONE, &format!("}} raddle_break_{number}:;"));
    }

    fn switch(
        &mut self,
        value: &'u Expr,
        cases: &'u [(u64, u64, LabelId)],
        default: Option<LabelId>,
        body: &'u Stmt,
        span: Span,
    ) {
        let text = self.value(value);
        let chosen = self.temporary(&value.ty);
        self.say(value.span, &format!("{chosen} = {text};"));
        for (low, high, label) in cases {
            let (low, high) = (self.constant(*low, &value.ty), self.constant(*high, &value.ty));
            self.cases.insert(*label);
            let jump = format!("if ({chosen} >= {low} && {chosen} <= {high}) goto raddle_label_{};", label.0);
            self.say(value.span, &jump);
        }
        let number = self.number();
        self.cases.extend(default);
        let otherwise = match default {
            Some(label) => format!("goto raddle_label_{};", label.0),
            None => format!("goto raddle_break_{number};"),
        };
        self.say(span, &otherwise);
        self.exits.push(Exits { number, continues: false });
        self.say(span, "{");
        self.statement(body);
        self.say(Span::NONE, &format!("}} raddle_break_{number}:;"));
        self.exits.pop();
    }

    fn return_statement(&mut self, value: Option<&'u Expr>, span: Span) {
        let end = self.before_return;
        let Some(value) = value else {
            return self.say(span, &format!("{end}return;"));
        };
        if *self.result == Type::Void {
            self.effect(value);
            return self.say(span, &format!("{end}return;"));
        }
        let result = if is_aggregate(&value.ty) {
            let source = self.aggregate(value);
            let copy = self.temporary(&value.ty);
            self.copy(&format!("&{copy}"), &source, &value.ty, self.alignment(value), span);
            copy
        } else {
            let value = self.value(value);
            let result = self.temporary(self.result);
            let cast = self.cast(self.result, &value);
            self.say(span, &format!("{result} = {cast};"));
            result
        };
        self.say(span, &format!("{end}return {result};"));
    }

    fn declare(&mut self, id: VariableId, init: &'u [Element], zeroed: bool, span: Span) {
        let variable = &self.unit.variables[id.0 as usize];
        // What has been declared at the beginning was used before, and has another name.
        if !self.locals.contains_key(&id) {
            let name = self.name_local(id);
            let declaration = types::declare(self.unit, &variable.ty, &name);
            self.say(span, &format!("{declaration} = {{0}};"));
        }
        if !init.is_empty() || zeroed {
            self.initialise(id, init, zeroed, span);
        }
    }

    /// Sets a local object, as `lower` does: zeros where nothing else is said if `zeroed`, then the elements in order.
    pub(super) fn initialise(&mut self, id: VariableId, init: &'u [Element], zeroed: bool, span: Span) {
        let variable = &self.unit.variables[id.0 as usize];
        let name = self.local(id);
        if !variable.addressed && !crate::lower::shapes::is_aggregate(&variable.ty) {
            let mut value = "0".to_owned();
            for element in init {
                value = self.value(&element.value);
            }
            let cast = self.cast(&variable.ty, &value);
            return self.say(span, &format!("{name} = {cast};"));
        }
        let fresh = self.loops == 0 && !self.jumps_back;
        if zeroed {
            self.zero_object(&name, &variable.ty, init, fresh, span);
        }
        for element in init {
            let quiet = self.is_quiet;
            self.is_quiet |= fresh && is_zero(&element.value, self.unit);
            self.initialise_part(&format!("(&{name})"), element, span);
            self.is_quiet = quiet;
        }
    }

    /// Writes one element of the initialiser of the object at an address.
    pub(super) fn initialise_part(&mut self, address: &str, element: &'u Element, span: Span) {
        let value = &element.value;
        if let Some(bits) = element.bits {
            let start = (element.offset - bits.start / 8) * 8 + bits.start;
            let text = self.initial_value(value);
            self.at(span, Kind::Load);
            self.at(span, Kind::Store);
            let set = format!("raddle_set_bits({address}, {start}, {}, (unsigned long long){text});", bits.width);
            return self.say(span, &set);
        }
        let at = format!("((char *){address} + {})", element.offset);
        if let Some(text) = crate::lower::globals::string_contents(value) {
            let length = crate::layout::size(&value.ty, &self.unit.records, self.unit.model).unwrap_or(0) as usize;
            for _ in text.iter().take(length) {
                self.at(span, Kind::Store);
            }
            let literal = super::quoted_bytes(text);
            let size = length.min(text.len());
            return self.say(span, &format!("__builtin_memcpy({at}, {literal}, {size});"));
        }
        if let Some(elements) = static_literal(value, self.is_quiet) {
            for element in elements {
                self.initialise_part(&at, element, span);
            }
            return;
        }
        if is_copied(value) {
            let source = self.aggregate(value);
            return self.copy(&at, &source, &value.ty, self.alignment(value), span);
        }
        let text = self.initial_value(value);
        let ty = types::plain(&value.ty);
        let cast = self.cast(ty, &text);
        self.at(span, Kind::Store);
        let pointer = types::declare(self.unit, &Type::Pointer(std::rc::Rc::new(ty.clone())), "");
        self.say(span, &format!("*({pointer}){at} = {cast};"));
    }
}

impl<'u> Body<'_, 'u> {
    /// The value of an element. What starts with a constant must not depend on what was set before.
    fn initial_value(&mut self, value: &'u Expr) -> String {
        match constant::evaluate(value, self.unit.into()) {
            Some(Constant::Int(bits)) if self.is_quiet => self.constant(bits, &value.ty),
            _ => self.value(value),
        }
    }

    /// An object of static storage as it is called here, where a local may have the same name.
    pub(super) fn global(&mut self, id: VariableId) -> String {
        let name = self.program.global(id);
        if !self.locals.values().any(|it| *it == name) {
            return name;
        }
        self.program.aliases.insert(id);
        format!("(*raddle_the_{})", id.0)
    }
}

/// The elements of a compound literal of static storage, which is set where its pointer or copy is.
fn static_literal(value: &Expr, is_quiet: bool) -> Option<&[Element]> {
    match &value.kind {
        ExprKind::CompoundLiteral(_, elements) if is_quiet => Some(elements),
        ExprKind::Load(inner) => static_literal(inner, is_quiet),
        _ => None,
    }
}

fn is_zero(value: &Expr, unit: &Unit) -> bool {
    constant::evaluate(value, unit.into()) == Some(Constant::Int(0))
}

/// Whether a value is copied piece by piece from where it is.
pub(super) fn is_copied(value: &Expr) -> bool {
    let is_wide = matches!(types::plain(&value.ty), Type::Int { bits: 128, .. });
    is_aggregate(&value.ty) || is_wide && matches!(value.kind, ExprKind::Load(_))
}

/// Whether a value of this type is copied piece by piece. To C, an integer of 128 bits is a scalar.
pub(super) fn is_aggregate(ty: &Type) -> bool {
    crate::lower::shapes::is_aggregate(ty) && !matches!(types::plain(ty), Type::Int { .. })
}
