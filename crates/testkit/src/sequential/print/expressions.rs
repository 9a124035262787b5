//! Expressions as C text, with no more parentheses than C needs: precedence is under test too.

use super::super::syntax::*;
use super::super::types::Type;
use super::Printer;

impl Printer<'_> {
    pub(super) fn init(&self, init: &Init) -> String {
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
    pub(super) fn expr(&self, expr: &Expr, least: u8) -> String {
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
                Guard::Whole(kind) => (format!("({})fit({})", kind.spellings()[0], self.expr(operand, 2)), 14),
                Guard::Bits => (format!("bits({})", self.expr(operand, 2)), 15),
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
            // GCC has an opinion of its own about the size of what is computed from bit-fields.
            Node::Sizeof(of) if of.ty.kind().is_some() && self.program.records.iter().any(Record::has_bit_fields) => {
                (format!("sizeof({} + 0)", self.expr(of, 12)), 14)
            }
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

impl Unary {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Unary::Plus => "+",
            Unary::Minus => "-",
            Unary::Complement => "~",
            Unary::Not => "!",
        }
    }
}

impl Binary {
    pub(crate) fn text(self) -> &'static str {
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

    pub(crate) fn binds(self) -> u8 {
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
