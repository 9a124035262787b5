//! Which bits of a value are unset, as an expression: its *shadow*, with ones for those bits.
//!
//! As exact as it can be without cost: bitwise operators are exact, so that bit-fields are; arithmetic carries from the lowest
//! unset bit upwards; a comparison for equality is decided if two bits that are set differ; whatever else has an unset operand
//! is unset as a whole. `x ^ x`, `x - x` and `x == x` are set whatever `x` is.

use crate::DataModel;
use crate::syntax::*;
use std::cell::RefCell;

/// A shadow of more parts than this that is needed several times gets a register. It does not fault, so it can be computed at
/// any time.
const MOST_PARTS: usize = 8;

/// The shadows of a function's registers.
pub(super) struct Shadows<'a> {
    pub function: &'a Function,
    pub model: DataModel,
    /// Those of registers that may be unset.
    pub registers: &'a [Option<RegisterId>],
    /// The first register that is free.
    pub next: u32,
    /// What registers from there on get, in this order.
    pub temporaries: RefCell<Vec<(Width, Expr)>>,
}

impl Shadows<'_> {
    fn width(&self, expr: &Expr) -> Width {
        self.function.width_of(expr, self.model)
    }

    /// The shadow of a value; none if it is set.
    pub fn of(&self, expr: &Expr) -> Option<Expr> {
        self.exact(expr)
    }

    /// The same shadow in a form that is cheap to repeat.
    fn short(&self, shadow: Expr) -> Expr {
        if parts(&shadow) <= MOST_PARTS {
            return shadow;
        }
        let width = self.shadow_width(&shadow);
        let mut temporaries = self.temporaries.borrow_mut();
        temporaries.push((width, shadow));
        Expr::Register(RegisterId(self.next + temporaries.len() as u32 - 1))
    }

    /// When evaluating it uses what is unset: in a condition, or as a divisor.
    pub fn misused(&self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => None,
            Expr::Unary(_, operand)
            | Expr::Extend { operand, .. }
            | Expr::Truncate(_, operand)
            | Expr::Convert { operand, .. } => self.misused(operand),
            Expr::Binary(operator, left, right) => {
                let both = either(self.misused(left), self.misused(right));
                if is_division(*operator) { either(both, self.used(right)) } else { both }
            }
            Expr::Select(condition, yes, no) => {
                let first = either(self.misused(condition), self.used(condition));
                let (yes, no) = (self.misused(yes), self.misused(no));
                let second = match (yes, no, harmless(condition)) {
                    (None, None, _) => None,
                    (yes, no, None) => either(yes, no),
                    (yes, no, Some(condition)) => {
                        let or_not = |it: Option<Expr>| Box::new(it.unwrap_or(Expr::FALSE));
                        Some(Expr::Select(Box::new(condition), or_not(yes), or_not(no)))
                    }
                };
                either(first, second)
            }
        }
    }

    /// When some bit of it is unset.
    pub fn used(&self, expr: &Expr) -> Option<Expr> {
        self.of(expr).map(|it| self.is_not_zero(it))
    }

    pub fn is_not_zero(&self, shadow: Expr) -> Expr {
        match self.shadow_width(&shadow) {
            Width::BOOL => shadow,
            width => Expr::binary(Binary::NotEqual, shadow, Expr::constant(width, 0)),
        }
    }

    /// Shadows mention registers that the function need not have yet: those have the widths of what they shadow.
    fn shadow_width(&self, shadow: &Expr) -> Width {
        match shadow {
            Expr::Register(register) if register.0 >= self.next => {
                self.temporaries.borrow()[(register.0 - self.next) as usize].0
            }
            Expr::Register(register) => {
                let shadowed = self.registers.iter().position(|it| it == &Some(*register));
                let register = shadowed.map_or(*register, |it| RegisterId(it as u32));
                self.function.registers[register.index()].width
            }
            Expr::Const(width, _) => *width,
            Expr::Address(..) => Width(self.model.pointer_bits()),
            Expr::Unary(_, operand) => self.shadow_width(operand),
            Expr::Binary(operator, ..) if operator.is_comparison() => Width::BOOL,
            Expr::Binary(_, left, _) => self.shadow_width(left),
            Expr::Extend { to, .. } | Expr::Convert { to, .. } => *to,
            Expr::Truncate(width, _) => *width,
            Expr::Select(_, yes, _) => self.shadow_width(yes),
        }
    }

    fn exact(&self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::Const(..) | Expr::Address(..) => None,
            Expr::Register(register) => self.registers[register.index()].map(Expr::Register),
            Expr::Unary(operator, operand) => {
                let shadow = self.exact(operand)?;
                Some(match operator {
                    Unary::Not => shadow,
                    Unary::Negate | Unary::NegateSigned => carried(self.short(shadow)),
                    Unary::FloatSquareRoot
                    | Unary::FloatFloor
                    | Unary::FloatCeiling
                    | Unary::FloatTruncate
                    | Unary::FloatRound
                    | Unary::FloatRoundEven => all_if(self.is_not_zero(shadow), self.width(operand)),
                })
            }
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expr::Extend { signed, to, operand } => {
                let operand = Box::new(self.exact(operand)?);
                Some(Expr::Extend { signed: *signed, to: *to, operand })
            }
            Expr::Truncate(width, operand) => Some(Expr::Truncate(*width, Box::new(self.exact(operand)?))),
            Expr::Convert { to, operand, .. } => Some(all_if(self.is_not_zero(self.exact(operand)?), *to)),
            Expr::Select(condition, yes, no) => {
                let zero = Expr::constant(self.width(yes), 0);
                let (yes, no) = match (self.exact(yes), self.exact(no)) {
                    (None, None) => return None,
                    (yes, no) => (yes.unwrap_or(zero.clone()), no.unwrap_or(zero)),
                };
                Some(match harmless(condition) {
                    Some(condition) => Expr::Select(Box::new(condition), Box::new(yes), Box::new(no)),
                    None => Expr::binary(Binary::Or, yes, no),
                })
            }
        }
    }

    fn binary(&self, operator: Binary, left: &Expr, right: &Expr) -> Option<Expr> {
        use Binary::*;
        let width = self.width(left);
        let zero = || Expr::constant(width, 0);
        let (one, two) = match (self.exact(left), self.exact(right)) {
            (None, None) => return None,
            (one, two) => (one.map(|it| self.short(it)), two.map(|it| self.short(it))),
        };
        let is_same = left == right;
        let any = || match (one.clone(), two.clone()) {
            (Some(one), Some(two)) => Expr::binary(Or, one, two),
            (one, two) => one.or(two).expect("one of them is unset"),
        };
        Some(match operator {
            Xor | Subtract | SubtractSigned | Equal | NotEqual | Less | LessEqual | LessSigned | LessEqualSigned
                if is_same =>
            {
                return None;
            }
            And | Or => {
                let (Some(a), Some(b)) = (harmless(left), harmless(right)) else { return Some(any()) };
                // A bit is set whatever the other one is if it decides.
                let open = |it: Expr| if operator == And { it } else { Expr::unary(Unary::Not, it) };
                let (one, two) = (one.clone().unwrap_or_else(zero), two.clone().unwrap_or_else(zero));
                // `&&` and `||` look at the left operand first.
                if width == Width::BOOL {
                    return Some(Expr::binary(Or, one, Expr::binary(And, open(a), two)));
                }
                let first = Expr::binary(And, one.clone(), two.clone());
                let second = Expr::binary(And, one, open(b));
                let third = Expr::binary(And, open(a), two);
                Expr::binary(Or, first, Expr::binary(Or, second, third))
            }
            Xor => any(),
            Add | AddSigned | Subtract | SubtractSigned | Multiply | MultiplySigned => carried(self.short(any())),
            DivideUnsigned | DivideSigned | RemainderUnsigned | RemainderSigned => {
                all_if(self.is_not_zero(one.clone()?), width)
            }
            ShiftLeft | ShiftLeftSigned | ShiftRight | ShiftRightSigned => match (one.clone(), &two, harmless(right)) {
                (Some(one), None, Some(by)) => {
                    let operator = if operator == ShiftLeftSigned { ShiftLeft } else { operator };
                    Expr::binary(operator, one, by)
                }
                _ => all_if(self.is_not_zero(any()), width),
            },
            Equal | NotEqual => {
                let any = self.short(any());
                let some = self.is_not_zero(any.clone());
                let (Some(a), Some(b)) = (harmless(left), harmless(right)) else { return Some(some) };
                let differ = Expr::binary(And, Expr::binary(Xor, a, b), Expr::unary(Unary::Not, any));
                Expr::binary(And, some, Expr::binary(Equal, differ, zero()))
            }
            Less | LessEqual | LessSigned | LessEqualSigned | FloatEqual | FloatLess | FloatLessEqual => {
                self.is_not_zero(any())
            }
            FloatAdd | FloatSubtract | FloatMultiply | FloatDivide | FloatRemainder => {
                all_if(self.is_not_zero(any()), width)
            }
        })
    }
}

/// All bits from the lowest one that is unset on.
fn carried(shadow: Expr) -> Expr {
    Expr::binary(Binary::Or, shadow.clone(), Expr::unary(Unary::Negate, shadow))
}

fn all_if(condition: Expr, width: Width) -> Expr {
    let (all, none) = (Expr::constant(width, u64::MAX), Expr::constant(width, 0));
    Expr::Select(Box::new(condition), Box::new(all), Box::new(none))
}

fn either(one: Option<Expr>, two: Option<Expr>) -> Option<Expr> {
    match (one, two) {
        (Some(one), Some(two)) => Some(Expr::binary(Binary::Or, one, two)),
        (one, two) => one.or(two),
    }
}

pub(super) fn is_division(operator: Binary) -> bool {
    use Binary::*;
    matches!(operator, DivideUnsigned | DivideSigned | RemainderUnsigned | RemainderSigned)
}

/// The same value by operators that do not fault, if there is such an expression: the fault is that of the value itself.
fn harmless(expr: &Expr) -> Option<Expr> {
    if !expr.can_fault() {
        return Some(expr.clone());
    }
    match expr {
        Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => Some(expr.clone()),
        Expr::Unary(operator, operand) => {
            let operator = if *operator == Unary::NegateSigned { Unary::Negate } else { *operator };
            Some(Expr::unary(operator, harmless(operand)?))
        }
        Expr::Binary(operator, left, right) => {
            let operator = match operator {
                Binary::AddSigned => Binary::Add,
                Binary::SubtractSigned => Binary::Subtract,
                Binary::MultiplySigned => Binary::Multiply,
                other => *other,
            };
            let same = Expr::binary(operator, harmless(left)?, harmless(right)?);
            (!same.can_fault()).then_some(same)
        }
        Expr::Extend { signed, to, operand } => {
            Some(Expr::Extend { signed: *signed, to: *to, operand: Box::new(harmless(operand)?) })
        }
        Expr::Truncate(width, operand) => Some(Expr::Truncate(*width, Box::new(harmless(operand)?))),
        Expr::Convert { .. } => None,
        Expr::Select(condition, yes, no) => {
            Some(Expr::Select(Box::new(harmless(condition)?), Box::new(harmless(yes)?), Box::new(harmless(no)?)))
        }
    }
}

fn parts(expr: &Expr) -> usize {
    1 + match expr {
        Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => 0,
        Expr::Unary(_, operand)
        | Expr::Extend { operand, .. }
        | Expr::Truncate(_, operand)
        | Expr::Convert { operand, .. } => parts(operand),
        Expr::Binary(_, left, right) => parts(left) + parts(right),
        Expr::Select(condition, yes, no) => parts(condition) + parts(yes) + parts(no),
    }
}
