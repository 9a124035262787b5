//! A short text form of the typed tree, for expectations.
//!
//! `[x]` is a load, `i32(e)` a conversion, `(a + b)` a binary operation in the type of its operands, `e.+4` a member,
//! `p +4* i` pointer arithmetic with elements of 4 bytes.

use c::tree::*;
use c::{Input, Options, with_tree};
use ir::DataModel;
use source::Diagnostics;

/// Everything that is wrong with a text, as `line:code`.
pub fn findings(text: &str, model: DataModel) -> Vec<String> {
    let options = Options { model, ..Options::default() };
    let diagnostics = match with_tree(Input::Text("t.i", text), &options, |_, _| Some(())) {
        Ok(((), diagnostics)) => diagnostics,
        Err(failure) => failure.diagnostics,
    };
    list(&diagnostics)
}

pub fn list(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.iter().map(|it| format!("{}:{}", it.span.line, it.code.0)).collect()
}

/// Works on the tree of a text that has no errors.
pub fn tree_in<T: Send>(text: &str, model: DataModel, work: impl FnOnce(&Unit) -> T + Send) -> T {
    let options = Options { model, ..Options::default() };
    match with_tree(Input::Text("t.i", text), &options, |unit, _| Some(work(unit))) {
        Ok((done, _)) => done,
        Err(failure) => {
            let all: Vec<_> =
                failure.diagnostics.iter().map(|it| format!("{}: {}", it.span.line, it.message)).collect();
            panic!("errors in {text}\n{}", all.join("\n"))
        }
    }
}

pub fn tree<T: Send>(text: &str, work: impl FnOnce(&Unit) -> T + Send) -> T {
    tree_in(text, DataModel::Lp64, work)
}

/// The body of the function `f`.
pub fn body(text: &str) -> String {
    tree(text, |unit| function(unit, "f"))
}

/// The body of a function.
pub fn function(unit: &Unit, name: &str) -> String {
    let function = unit.functions.iter().find(|it| it.name == name).expect("the function exists");
    block(unit, function.body.as_ref().expect("it has a body"))
}

/// `expr` as the last statement of a function, after some declarations.
pub fn expr_in(declarations: &str, expr: &str, model: DataModel) -> String {
    let text = format!("{declarations}\nvoid f(void) {{ {expr}; }}");
    tree_in(&text, model, |unit| {
        let function = unit.functions.iter().find(|it| it.name == "f").expect("f");
        match function.body.as_ref().and_then(|it| it.last()).map(|it| &it.kind) {
            Some(StmtKind::Expr(expr)) => format!("{} {}", ty(unit, &expr.ty), show(unit, expr)),
            other => panic!("not an expression: {other:?}"),
        }
    })
}

pub fn expr(declarations: &str, text: &str) -> String {
    expr_in(declarations, text, DataModel::Lp64)
}

/// The initial value of a variable: `offset=value` of every element.
pub fn init(text: &str, name: &str) -> String {
    tree(text, |unit| {
        let variable = unit.variables.iter().find(|it| it.name == name).expect("the variable exists");
        format!("{} {}", ty(unit, &variable.ty), elements(unit, &variable.init))
    })
}

fn elements(unit: &Unit, list: &[Element]) -> String {
    let shown: Vec<_> = list.iter().map(|it| format!("{}={}", it.offset, show(unit, &it.value))).collect();
    format!("{{{}}}", shown.join(" "))
}

pub fn ty(unit: &Unit, it: &Type) -> String {
    match it {
        Type::Void => "void".into(),
        Type::Bool => "bool".into(),
        Type::Int { bits, signed } => format!("{}{bits}", if *signed { 'i' } else { 'u' }),
        Type::Float(Float::Single) => "f32".into(),
        Type::Float(Float::Double) => "f64".into(),
        Type::Float(Float::Long) => "long".into(),
        Type::Pointer(inner) => format!("{}*", ty(unit, inner)),
        Type::Array(element, Some(count)) => format!("{}[{count}]", ty(unit, element)),
        Type::Array(element, None) => format!("{}[]", ty(unit, element)),
        Type::Record(id) => unit.records[id.0 as usize].name.clone(),
        Type::Function(signature) => {
            let mut all: Vec<_> = signature.parameters.iter().map(|it| ty(unit, it)).collect();
            if signature.variadic {
                all.push("...".into());
            }
            format!("{}({})", ty(unit, &signature.result), all.join(","))
        }
        Type::Atomic(inner) => format!("atomic_{}", ty(unit, inner)),
        Type::VariableArray(element, count) => {
            format!("{}[{}]", ty(unit, element), unit.variables[count.0 as usize].name)
        }
        Type::Mutex => "mutex".into(),
        Type::Opaque(size) => format!("opaque{size}"),
    }
}

fn block(unit: &Unit, list: &[Stmt]) -> String {
    let shown: Vec<_> = list.iter().map(|it| stmt(unit, it)).collect();
    format!("{{ {} }}", shown.join(" "))
}

fn stmt(unit: &Unit, it: &Stmt) -> String {
    let e = |it: &Expr| show(unit, it);
    let s = |it: &Stmt| stmt(unit, it);
    match &it.kind {
        StmtKind::Expr(expr) => format!("{};", e(expr)),
        StmtKind::Block(list) => block(unit, list),
        StmtKind::Declare { variable, init, zeroed } => {
            let variable = &unit.variables[variable.0 as usize];
            let zeroed = if *zeroed { " zeroed" } else { "" };
            format!("{} {}{zeroed} {};", ty(unit, &variable.ty), variable.name, elements(unit, init))
        }
        StmtKind::If(condition, yes, None) => format!("if {} {}", e(condition), s(yes)),
        StmtKind::If(condition, yes, Some(no)) => format!("if {} {} else {}", e(condition), s(yes), s(no)),
        StmtKind::While(condition, body) => format!("while {} {}", e(condition), s(body)),
        StmtKind::DoWhile(body, condition) => format!("do {} while {};", s(body), e(condition)),
        StmtKind::For(start, condition, step, body) => format!(
            "for ({} {}; {}) {}",
            start.as_ref().map_or(";".into(), |it| s(it)),
            condition.as_ref().map_or(String::new(), e),
            step.as_ref().map_or(String::new(), e),
            s(body)
        ),
        StmtKind::Switch { value, cases, default, body } => {
            let mut all: Vec<_> = cases.iter().map(|(low, high, to)| format!("{low}..{high}:L{}", to.0)).collect();
            all.extend(default.map(|it| format!("else:L{}", it.0)));
            format!("switch {} [{}] {}", e(value), all.join(" "), s(body))
        }
        StmtKind::Label(id) => format!("L{}:", id.0),
        StmtKind::Goto(id) => format!("goto L{};", id.0),
        StmtKind::Break => "break;".into(),
        StmtKind::Continue => "continue;".into(),
        StmtKind::Return(None) => "return;".into(),
        StmtKind::Return(Some(expr)) => format!("return {};", e(expr)),
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
    }
}

pub fn show(unit: &Unit, it: &Expr) -> String {
    let e = |it: &Expr| show(unit, it);
    let all = |list: &[Expr]| list.iter().map(e).collect::<Vec<_>>().join(", ");
    match &it.kind {
        ExprKind::Constant(value) => format!("{value}"),
        ExprKind::String(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
        ExprKind::Variable(id) => unit.variables[id.0 as usize].name.clone(),
        ExprKind::Function(id) => unit.functions[id.0 as usize].name.clone(),
        ExprKind::Dereference(pointer) => format!("*{}", e(pointer)),
        ExprKind::Member(record, offset) => format!("{}.+{offset}", e(record)),
        ExprKind::BitField(record, bits) => format!("{}.{}:{}", e(record), bits.start, bits.width),
        ExprKind::Watched(place, _) => format!("watched {}", e(place)),
        ExprKind::Load(place) => format!("[{}]", e(place)),
        ExprKind::AddressOf(place) => format!("&{}", e(place)),
        ExprKind::Decay(place) => format!("decay {}", e(place)),
        ExprKind::Unary(op, operand) => {
            let op = match op {
                UnaryOp::Negate => '-',
                UnaryOp::Complement => '~',
                UnaryOp::Not => '!',
            };
            format!("{op}{}", e(operand))
        }
        ExprKind::Binary(op, left, right) => format!("({} {} {})", e(left), binary(*op), e(right)),
        ExprKind::PointerAdd { pointer, index, subtract, scale } => {
            format!("({} {}{scale}* {})", e(pointer), if *subtract { '-' } else { '+' }, e(index))
        }
        ExprKind::PointerDifference { left, right, scale } => format!("({} - {})/{scale}", e(left), e(right)),
        ExprKind::LogicalAnd(left, right) => format!("({} && {})", e(left), e(right)),
        ExprKind::LogicalOr(left, right) => format!("({} || {})", e(left), e(right)),
        ExprKind::Conditional(condition, yes, no) => format!("({} ? {} : {})", e(condition), e(yes), e(no)),
        ExprKind::Comma(left, right) => format!("({}, {})", e(left), e(right)),
        ExprKind::Assign(target, value) => format!("({} = {})", e(target), e(value)),
        ExprKind::AssignOp { target, op, value, computation } => {
            format!("({} {}= {} in {})", e(target), binary(*op), e(value), ty(unit, computation))
        }
        ExprKind::Increment { target, by, postfix } => {
            format!("({} {}by {by})", e(target), if *postfix { "then " } else { "" })
        }
        ExprKind::Convert(value) => format!("{}({})", ty(unit, &it.ty), e(value)),
        ExprKind::Call { callee, arguments } => format!("{}({})", e(callee), all(arguments)),
        ExprKind::Builtin(builtin, arguments) => format!("{builtin:?}({})", all(arguments)),
        ExprKind::Statements(list, None) => format!("({})", block(unit, list)),
        ExprKind::Statements(list, Some(value)) => format!("({} {})", block(unit, list), e(value)),
        ExprKind::CompoundLiteral(id, list) => {
            format!("({}){}", ty(unit, &unit.variables[id.0 as usize].ty), elements(unit, list))
        }
    }
}
