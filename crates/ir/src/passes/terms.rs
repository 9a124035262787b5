//! Values in terms of a chosen one, and which choices lead to a given result; for [`super::choices`].

use super::fold;
use super::values::Values;
use crate::syntax::*;
use std::rc::Rc;

/// How large a term may be before it counts as unknown.
const MAX_SIZE: u32 = 200;
/// How many steps are spent on one question.
const FUEL: u32 = 500;

/// A value in terms of the chosen one.
#[derive(Debug)]
pub(super) struct Term {
    width: Width,
    size: u32,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Chosen,
    Unknown,
    Const(u64),
    Unary(Unary, Rc<Term>),
    Binary(Binary, Rc<Term>, Rc<Term>),
    Extend(bool, Rc<Term>),
    Truncate(Rc<Term>),
    Select(Rc<Term>, Rc<Term>, Rc<Term>),
}

impl Term {
    fn new(width: Width, kind: Kind) -> Rc<Term> {
        let size = match &kind {
            Kind::Chosen | Kind::Unknown | Kind::Const(_) => 1,
            Kind::Unary(_, operand) | Kind::Extend(_, operand) | Kind::Truncate(operand) => 1 + operand.size,
            Kind::Binary(_, left, right) => 1 + left.size + right.size,
            Kind::Select(condition, yes, no) => 1 + condition.size + yes.size + no.size,
        };
        if size > MAX_SIZE { Term::unknown(width) } else { Rc::new(Term { width, size, kind }) }
    }

    /// The chosen value itself.
    pub(super) fn chosen(width: Width) -> Rc<Term> {
        Term::new(width, Kind::Chosen)
    }

    /// Any value, whatever was chosen.
    pub(super) fn unknown(width: Width) -> Rc<Term> {
        Rc::new(Term { width, size: 1, kind: Kind::Unknown })
    }

    pub(super) fn constant(width: Width, value: u64) -> Rc<Term> {
        Term::new(width, Kind::Const(value))
    }

    fn value(&self) -> Option<u64> {
        match self.kind {
            Kind::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The value of an expression that cannot fault.
    pub(super) fn of(expr: &Expr, registers: &impl Fn(RegisterId) -> Rc<Term>, pointer: Width) -> Rc<Term> {
        let of = |expr: &Expr| Term::of(expr, registers, pointer);
        match expr {
            Expr::Const(width, value) => Term::constant(*width, *value),
            Expr::Register(register) => registers(*register),
            Expr::Address(..) => Term::unknown(pointer),
            Expr::Unary(operator, operand) => {
                let operand = of(operand);
                let width = operand.width;
                match operand.value().and_then(|it| fold::unary(*operator, width, it)) {
                    Some(value) => Term::constant(width, value),
                    None => Term::new(width, Kind::Unary(*operator, operand)),
                }
            }
            Expr::Binary(operator, left, right) => {
                let (left, right) = (of(left), of(right));
                let width = if operator.is_comparison() { Width::BOOL } else { left.width };
                let values = left.value().zip(right.value());
                match values.and_then(|(a, b)| fold::binary(*operator, left.width, a, b)) {
                    Some(value) => Term::constant(width, value),
                    None => Term::new(width, Kind::Binary(*operator, left, right)),
                }
            }
            Expr::Extend { signed, to, operand } => Term::extend(*signed, *to, of(operand)),
            Expr::Truncate(to, operand) => Term::truncate(*to, of(operand)),
            Expr::Convert { conversion, to, operand } => {
                let operand = of(operand);
                match operand.value().and_then(|it| fold::convert(*conversion, operand.width, *to, it)) {
                    Some(value) => Term::constant(*to, value),
                    None => Term::unknown(*to),
                }
            }
            Expr::Select(condition, yes, no) => {
                let (condition, yes, no) = (of(condition), of(yes), of(no));
                match condition.value() {
                    Some(0) => no,
                    Some(_) => yes,
                    None => Term::new(yes.width, Kind::Select(condition, yes, no)),
                }
            }
        }
    }

    fn extend(signed: bool, to: Width, operand: Rc<Term>) -> Rc<Term> {
        match operand.value() {
            Some(value) => Term::constant(to, fold::extend(signed, operand.width, to, value)),
            None => Term::new(to, Kind::Extend(signed, operand)),
        }
    }

    /// What an extension put there is cut off again.
    fn truncate(to: Width, operand: Rc<Term>) -> Rc<Term> {
        match &operand.kind {
            Kind::Const(value) => Term::constant(to, value & to.mask()),
            Kind::Extend(_, inner) if inner.width == to => inner.clone(),
            Kind::Extend(signed, inner) if inner.width < to => Term::extend(*signed, to, inner.clone()),
            Kind::Extend(_, inner) => Term::truncate(to, inner.clone()),
            _ => Term::new(to, Kind::Truncate(operand)),
        }
    }
}

/// All choices, and perhaps more, for which the term can be one of `wanted`.
pub(super) fn preimage(term: &Term, wanted: &Values, chosen: Width) -> Values {
    Question { chosen, fuel: FUEL }.preimage(term, wanted)
}

struct Question {
    chosen: Width,
    fuel: u32,
}

impl Question {
    fn preimage(&mut self, term: &Term, wanted: &Values) -> Values {
        if wanted.is_empty() {
            return Values::none(self.chosen);
        }
        if self.fuel == 0 {
            return Values::all(self.chosen);
        }
        self.fuel -= 1;
        match &term.kind {
            Kind::Chosen => wanted.clone(),
            Kind::Unknown | Kind::Truncate(_) => Values::all(self.chosen),
            Kind::Const(value) if wanted.contains(*value) => Values::all(self.chosen),
            Kind::Const(_) => Values::none(self.chosen),
            Kind::Unary(Unary::Not, operand) => self.preimage(operand, &wanted.flipped()),
            Kind::Unary(Unary::Negate | Unary::NegateSigned, operand) => self.preimage(operand, &wanted.negated()),
            Kind::Unary(
                Unary::FloatSquareRoot
                | Unary::FloatFloor
                | Unary::FloatCeiling
                | Unary::FloatTruncate
                | Unary::FloatRound
                | Unary::FloatRoundEven,
                _,
            ) => Values::all(self.chosen),
            Kind::Extend(signed, operand) => self.preimage(operand, &wanted.before_extension(*signed, operand.width)),
            Kind::Select(condition, yes, no) => {
                let yes = self.preimage(yes, wanted).intersection(&self.when(condition, 1));
                let no = self.preimage(no, wanted).intersection(&self.when(condition, 0));
                yes.union(&no)
            }
            Kind::Binary(operator, left, right) if operator.is_comparison() => {
                self.comparison(*operator, left, right, wanted)
            }
            Kind::Binary(operator, left, right) if term.width == Width::BOOL => {
                let mut result = Values::none(self.chosen);
                for bit in (0..2).filter(|it| wanted.contains(*it)) {
                    result = result.union(&self.connective(*operator, left, right, bit));
                }
                result
            }
            Kind::Binary(operator, left, right) => match (operator, left.value(), right.value()) {
                (Binary::Add, None, Some(value)) => self.preimage(left, &wanted.shifted_back(value)),
                (Binary::Add, Some(value), None) => self.preimage(right, &wanted.shifted_back(value)),
                (Binary::Subtract, None, Some(value)) => {
                    self.preimage(left, &wanted.shifted_back(value.wrapping_neg()))
                }
                (Binary::Subtract, Some(value), None) => self.preimage(right, &wanted.shifted_back(value).negated()),
                _ => Values::all(self.chosen),
            },
        }
    }

    /// The choices for which a condition can be this bit.
    fn when(&mut self, condition: &Term, bit: u64) -> Values {
        self.preimage(condition, &Values::range(Width::BOOL, bit, bit))
    }

    fn connective(&mut self, operator: Binary, left: &Term, right: &Term, bit: u64) -> Values {
        match (operator, bit) {
            (Binary::And, 1) => self.when(left, 1).intersection(&self.when(right, 1)),
            (Binary::And, _) => self.when(left, 0).union(&self.when(right, 0)),
            (Binary::Or, 0) => self.when(left, 0).intersection(&self.when(right, 0)),
            (Binary::Or, _) => self.when(left, 1).union(&self.when(right, 1)),
            (Binary::Xor, _) => {
                let zero = self.when(left, 0).intersection(&self.when(right, bit));
                let one = self.when(left, 1).intersection(&self.when(right, 1 - bit));
                zero.union(&one)
            }
            _ => Values::all(self.chosen),
        }
    }

    fn comparison(&mut self, operator: Binary, left: &Term, right: &Term, wanted: &Values) -> Values {
        if operator.is_float() {
            return Values::all(self.chosen);
        }
        let (operand, holds) = match (left.value(), right.value()) {
            (None, Some(value)) => (left, below(operator, left.width, value)),
            // `value < x` is the opposite of `x <= value`.
            (Some(value), None) => {
                let set = match operator {
                    Binary::Less => below(Binary::LessEqual, left.width, value).complement(),
                    Binary::LessEqual => below(Binary::Less, left.width, value).complement(),
                    Binary::LessSigned => below(Binary::LessEqualSigned, left.width, value).complement(),
                    Binary::LessEqualSigned => below(Binary::LessSigned, left.width, value).complement(),
                    _ => below(operator, left.width, value),
                };
                (right, set)
            }
            _ => return Values::all(self.chosen),
        };
        let mut result = Values::none(self.chosen);
        if wanted.contains(1) {
            result = result.union(&self.preimage(operand, &holds));
        }
        if wanted.contains(0) {
            result = result.union(&self.preimage(operand, &holds.complement()));
        }
        result
    }
}

/// All numbers that compare like this with `value`.
fn below(comparison: Binary, width: Width, value: u64) -> Values {
    let smallest = 1 << (width.0 - 1);
    let before = value.wrapping_sub(1) & width.mask();
    match comparison {
        Binary::Equal => Values::range(width, value, value),
        Binary::NotEqual => Values::range(width, value, value).complement(),
        Binary::Less if value == 0 => Values::none(width),
        Binary::Less => Values::range(width, 0, before),
        Binary::LessEqual => Values::range(width, 0, value),
        Binary::LessSigned if value == smallest => Values::none(width),
        Binary::LessSigned => Values::range(width, smallest, before),
        Binary::LessEqualSigned => Values::range(width, smallest, value),
        _ => Values::all(width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    /// Every choice of four bits that gives the condition this value is in the preimage; and no other is, as the
    /// conditions are small, over the chosen value only, and without truncation.
    #[test]
    fn preimages_agree_with_evaluation() {
        let operators = ["eq", "ne", "ult", "ule", "slt", "sle"];
        let views = ["%c", "(add %c 5)", "(sub %c 5)", "(sub 5 %c)", "(neg %c)", "(not %c)", "(add 3 %c)"];
        let mut texts = Vec::new();
        for operator in operators {
            for view in views {
                for value in [0, 1, 6, 7, 8, 9, 15] {
                    texts.push(format!("({operator} {view} {value})"));
                    texts.push(format!("({operator} {value}:i4 {view})"));
                    texts.push(format!("({operator} (zext i6 {view}) {})", value * 4));
                    texts.push(format!("({operator} (sext i6 {view}) {})", value * 4));
                }
            }
        }
        let simple = texts.len();
        for index in 0..simple {
            let (left, right) = (texts[index].clone(), texts[index * 7 % simple].clone());
            for operator in ["and", "or", "xor"].into_iter().filter(|_| index % 5 == 0) {
                let text = format!("({operator} {left} (not {right}))");
                texts.push(format!("(ne (zext i8 {text}) 0)"));
                texts.push(format!("(select {left} {right} {text})"));
                texts.push(text);
            }
        }
        for text in texts {
            // The text form needs widths of numbers on the left.
            let text = text.replace("(sub 5 ", "(sub 5:i4 ").replace("(add 3 ", "(add 3:i4 ");
            let program = format!(
                "program lp64 function @f(%c : i4) entry {{ l0 -> l1 if {text}: skip l0 -> l1 unless {text}: skip l1: return }}"
            );
            let function = parse(&program).unwrap_or_else(|it| panic!("{it}: {text}")).functions.remove(0);
            let Guard::If(condition) = &function.edges[0].guard else { panic!() };
            let term = Term::of(condition, &|_| Term::chosen(Width(4)), Width(64));
            for bit in 0..2 {
                let found = preimage(&term, &Values::range(Width::BOOL, bit, bit), Width(4));
                for choice in 0..16 {
                    let value = Term::of(condition, &|_| Term::constant(Width(4), choice), Width(64)).value();
                    assert!(found.contains(choice) || value != Some(bit), "{choice} is missing: {text} = {bit}");
                    assert!(!found.contains(choice) || value == Some(bit), "{choice} is too much: {text} = {bit}");
                }
            }
        }
    }

    #[test]
    fn what_is_unknown_excludes_nothing_but_what_the_rest_excludes() {
        let registers = [Term::chosen(Width(8)), Term::unknown(Width(8))];
        let less = |register, value| {
            Expr::binary(Binary::Less, Expr::Register(RegisterId(register)), Expr::constant(Width(8), value))
        };
        let both = Expr::binary(Binary::And, less(0, 9), less(1, 5));
        let term = Term::of(&both, &|it: RegisterId| registers[it.index()].clone(), Width(64));
        assert_eq!(preimage(&term, &Values::range(Width(1), 1, 1), Width(8)), Values::range(Width(8), 0, 8));
        assert_eq!(preimage(&term, &Values::range(Width(1), 0, 0), Width(8)), Values::all(Width(8)));
    }
}
