//! Small changes of a program, by number.

use super::super::syntax::*;
use super::super::types::{Kind, Spelling, Type};

/// Makes the change of that number; false if there are no more.
pub(super) fn apply(program: &mut Program, number: usize) -> bool {
    let recursive: Vec<bool> = program.functions.iter().map(|it| it.base.is_some()).collect();
    let mut editor = Editor { left: number, is_done: false, recursive };
    for function in program.functions.iter_mut().rev() {
        editor.chunks(&mut function.body);
    }
    for function in program.functions.iter_mut().rev() {
        editor.statements(&mut function.body);
    }
    for function in program.functions.iter_mut().rev() {
        editor.expressions(&mut function.body);
        if let Some(base) = &mut function.base {
            editor.expr(base, Position::Value);
        }
    }
    for (_, init) in &mut program.globals {
        editor.init(init);
    }
    editor.is_done
}

/// What an expression is used for, and so what it may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Position {
    /// Anything of its type.
    Value,
    /// 0 is safe.
    Index,
    /// 1 is safe.
    Divisor,
    /// An object; stays one.
    Place,
}

struct Editor {
    left: usize,
    is_done: bool,
    recursive: Vec<bool>,
}

impl Editor {
    /// Whether the change that could be made now is the wanted one.
    fn is_now(&mut self) -> bool {
        if self.is_done {
            return false;
        }
        self.is_done = self.left == 0;
        self.left = self.left.saturating_sub(1);
        self.is_done
    }

    /// Drops runs of statements, long ones first, outer lists first.
    fn chunks(&mut self, body: &mut Vec<Stmt>) {
        let mut size = body.len();
        while size > 0 {
            for start in (0..=body.len() - size).rev().step_by(size) {
                if self.is_now() {
                    body.drain(start..start + size);
                    return;
                }
            }
            size /= 2;
        }
        for stmt in body {
            for inner in bodies(stmt) {
                self.chunks(inner);
            }
        }
    }

    /// Replaces statements by their parts.
    fn statements(&mut self, body: &mut Vec<Stmt>) {
        for index in 0..body.len() {
            for simpler in simpler(&body[index]) {
                if self.is_now() {
                    body.splice(index..=index, simpler);
                    return;
                }
            }
            for inner in bodies(&mut body[index]) {
                self.statements(inner);
            }
        }
    }

    fn expressions(&mut self, body: &mut [Stmt]) {
        for stmt in body {
            match stmt {
                Stmt::Expr(it) | Stmt::Put { value: it, .. } | Stmt::If(it, ..) | Stmt::Return(Some(it)) => {
                    self.expr(it, Position::Value);
                }
                Stmt::Switch(it, _) | Stmt::Duff { selector: it, .. } => self.expr(it, Position::Value),
                Stmt::Loop { also: Some(also), .. } => self.expr(also, Position::Value),
                Stmt::Declare(_, init) => self.init(init),
                Stmt::PutAll { values, .. } => values.iter_mut().for_each(|it| self.expr(it, Position::Value)),
                _ => {}
            }
            for inner in bodies(stmt) {
                self.expressions(inner);
            }
        }
    }

    fn init(&mut self, init: &mut Init) {
        match init {
            Init::Expr(expr) => {
                if matches!(expr.ty, Type::Record(_)) && self.is_now() {
                    // If it has pointers this is refused by `valid`.
                    *init = Init::List(Vec::new());
                    return;
                }
                self.expr(expr, Position::Value);
            }
            Init::List(parts) => {
                for index in 0..parts.len() {
                    if self.is_now() {
                        parts.remove(index);
                        return;
                    }
                }
                parts.iter_mut().for_each(|(_, it)| self.init(it));
            }
        }
    }

    fn expr(&mut self, expr: &mut Expr, position: Position) {
        for simpler in alternatives(expr, position) {
            if self.is_now() {
                *expr = simpler;
                return;
            }
        }
        let is_value = Position::Value;
        match &mut expr.node {
            Node::Literal(_)
            | Node::Constant(..)
            | Node::Variable(_)
            | Node::Function(_)
            | Node::SizeofType(_)
            | Node::Alignof(_)
            | Node::Offsetof(..)
            | Node::Deeper(_) => {}
            Node::Unary(_, it) | Node::Guarded(_, it) | Node::Cast(it) | Node::Deref(it) => self.expr(it, is_value),
            Node::Sizeof(it) => self.expr(it, Position::Place),
            Node::Step { place: it, .. } | Node::AddressOf(it) => self.expr(it, Position::Place),
            Node::Decay(it) => self.expr(it, Position::Place),
            // Its operand is the address of that member, and stays it.
            Node::ContainerOf { .. } => {}
            Node::Member { base, .. } => {
                let at = if position == Position::Place { position } else { is_value };
                self.expr(base, at);
            }
            Node::Binary(operator, left, right) => {
                self.expr(left, is_value);
                let at = match operator {
                    Binary::Divide | Binary::Remainder => Position::Divisor,
                    Binary::ShiftLeft | Binary::ShiftRight => Position::Index,
                    _ => is_value,
                };
                self.expr(right, at);
            }
            Node::Assign(operator, place, value) => {
                self.expr(place, Position::Place);
                let at = match operator {
                    Some(Binary::Divide | Binary::Remainder) => Position::Divisor,
                    Some(Binary::ShiftLeft | Binary::ShiftRight) => Position::Index,
                    _ => is_value,
                };
                self.expr(value, at);
            }
            Node::Conditional(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|it| self.expr(it, is_value));
            }
            Node::Comma(left, right) => [left, right].into_iter().for_each(|it| self.expr(it, is_value)),
            Node::Index(base, index) => {
                let at = if matches!(base.ty, Type::Array(..)) { Position::Place } else { is_value };
                self.expr(base, at);
                self.expr(index, Position::Index);
            }
            Node::Offset { base, index, .. } => {
                self.expr(base, is_value);
                self.expr(index, Position::Index);
            }
            Node::Call(callee, arguments) => {
                let first = match callee.node {
                    Node::Function(id) if self.recursive[id.0] => Position::Index,
                    _ => is_value,
                };
                for (index, argument) in arguments.iter_mut().enumerate() {
                    self.expr(argument, if index == 0 { first } else { is_value });
                }
            }
            Node::Compound(init) => self.init(init),
        }
    }
}

/// What an expression may become.
fn alternatives(expr: &Expr, position: Position) -> Vec<Expr> {
    let literal = |text: &str| Expr { ty: Type::int(Kind::Int), node: Node::Literal(text.to_owned()) };
    let is_literal = matches!(&expr.node, Node::Literal(text) if text.len() == 1);
    match position {
        _ if is_literal => Vec::new(),
        Position::Index => vec![literal("0")],
        Position::Divisor => vec![literal("1"), literal("3")],
        Position::Place => match &expr.node {
            Node::Deref(pointer) => match &pointer.node {
                Node::AddressOf(place) => vec![(**place).clone()],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        },
        Position::Value if matches!(expr.ty, Type::Int(..)) => {
            let mut found = vec![literal("0"), literal("1")];
            if !matches!(&expr.node, Node::Literal(_)) {
                for ty in [Type::int(Kind::Int), Type::int(Kind::UnsignedInt)] {
                    found.push(Expr { ty, node: Node::Cast(literal("5").into()) });
                }
            }
            for child in operands(expr) {
                if matches!(child.ty, Type::Int(..)) {
                    found.push(child.clone());
                    found.push(Expr { ty: plain(&expr.ty), node: Node::Cast(child.clone().into()) });
                }
            }
            if !matches!(&expr.node, Node::Literal(_) | Node::Cast(_)) {
                let zero = literal("0").into();
                found.push(Expr { ty: plain(&expr.ty), node: Node::Cast(zero) });
            }
            found
        }
        Position::Value => {
            let same = |it: &&Expr| it.ty == expr.ty;
            match &expr.node {
                Node::Conditional(_, yes, no) => vec![(**yes).clone(), (**no).clone()],
                Node::Comma(_, right) => vec![(**right).clone()],
                Node::Offset { base, .. } => vec![(**base).clone()],
                Node::Cast(inner) => match &inner.node {
                    Node::Cast(pointer) => Some(&**pointer).filter(same).cloned().into_iter().collect(),
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            }
        }
    }
}

/// The same type in its first spelling.
fn plain(ty: &Type) -> Type {
    match ty {
        Type::Int(kind, _) => Type::Int(*kind, Spelling::Plain(0)),
        ty => ty.clone(),
    }
}

/// The operands whose values could stand for the whole.
fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.node {
        Node::Assign(_, _, value) => vec![value],
        Node::Step { .. } | Node::Sizeof(_) | Node::Member { .. } | Node::Index(..) => Vec::new(),
        node => super::super::reach::children(node),
    }
}

/// What a statement may become.
fn simpler(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    let zero = || Init::Expr(Expr { ty: Type::int(Kind::Int), node: Node::Literal("0".to_owned()) });
    match stmt {
        Stmt::Block(body) => {
            let has_declarations = body.iter().any(|it| matches!(it, Stmt::Declare(..)));
            if has_declarations { Vec::new() } else { vec![body.clone()] }
        }
        Stmt::If(condition, yes, no) => {
            let mut found = vec![vec![Stmt::Block(yes.clone())], vec![Stmt::Block(no.clone())]];
            found.push(vec![Stmt::Expr(condition.clone())]);
            if !no.is_empty() {
                found.push(vec![Stmt::If(condition.clone(), yes.clone(), Vec::new())]);
            }
            found
        }
        Stmt::Switch(selector, arms) => {
            let mut found: Vec<Vec<Stmt>> = arms.iter().map(|it| vec![Stmt::Block(it.body.clone())]).collect();
            for index in 0..arms.len() {
                let mut fewer = arms.clone();
                fewer.remove(index);
                found.push(vec![Stmt::Switch(selector.clone(), fewer)]);
            }
            found
        }
        Stmt::Duff { selector, counter, parts, .. } => {
            let mut found: Vec<Vec<Stmt>> = parts.iter().map(|it| vec![Stmt::Block(it.clone())]).collect();
            let (selector, counter, parts) = (selector.clone(), *counter, parts.clone());
            found.push(vec![Stmt::Duff { selector, counter, rounds: 1, parts }]);
            found
        }
        Stmt::Loop { form, counter, body, .. } => {
            let mut once = body.clone();
            if *form != LoopForm::Declared {
                once.insert(0, Stmt::Declare(*counter, zero()));
            }
            let body = body.clone();
            let simple = Stmt::Loop { form: *form, counter: *counter, rounds: 1, also: None, body: body.clone() };
            let mut found = vec![vec![Stmt::Block(once)], vec![simple]];
            if *form != LoopForm::Declared {
                found.push(vec![Stmt::Loop { form: LoopForm::For, counter: *counter, rounds: 1, also: None, body }]);
            }
            found
        }
        Stmt::Walk { pointer, array, is_up, body, .. } => {
            let (pointer, array, body) = (*pointer, array.clone(), body.clone());
            let mut once = body.clone();
            once.insert(0, Stmt::Declare(pointer, Init::Expr(array.clone())));
            vec![vec![Stmt::Block(once)], vec![Stmt::Walk { pointer, array, length: 1, is_up: *is_up, body }]]
        }
        Stmt::PutAll { slot, values } => {
            let without = |index: usize| {
                let mut values = values.clone();
                values.remove(index);
                vec![Stmt::PutAll { slot: *slot, values }]
            };
            (0..values.len()).map(without).collect()
        }
        Stmt::GoBack { label, counter, .. } => vec![vec![Stmt::GoBack { label: *label, counter: *counter, rounds: 1 }]],
        Stmt::Put { slot, value, by_call: true } => {
            // Only if nothing in it writes to `out`; a call stays where it is.
            let is_simple = matches!(value.node, Node::Variable(_) | Node::Literal(_));
            let value = value.clone();
            if is_simple { vec![vec![Stmt::Put { slot: *slot, value, by_call: false }]] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// The lists of statements in a statement.
fn bodies(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match stmt {
        Stmt::Block(body) | Stmt::Loop { body, .. } | Stmt::Walk { body, .. } | Stmt::Heap { body, .. } => vec![body],
        Stmt::If(_, yes, no) => vec![yes, no],
        Stmt::Switch(_, arms) => arms.iter_mut().map(|it| &mut it.body).collect(),
        Stmt::Duff { parts, .. } => parts.iter_mut().collect(),
        Stmt::Expr(_)
        | Stmt::Put { .. }
        | Stmt::PutAll { .. }
        | Stmt::Declare(..)
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Goto(_)
        | Stmt::Label(_)
        | Stmt::GoBack { .. }
        | Stmt::Return(_) => Vec::new(),
    }
}
