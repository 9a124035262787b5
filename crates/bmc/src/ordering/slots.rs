//! The literals that the theory watches, numbered without gaps, and their values.

use smt::Lit;

/// A watched literal: twice its slot, plus one if it is negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Code(u32);

impl Code {
    /// True from the start; the guard of what always happens.
    pub(super) const TRUE: Code = Code(0);

    pub(super) fn slot(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Its place in a table with two entries for each slot.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Code {
    type Output = Code;

    fn not(self) -> Code {
        Code(self.0 ^ 1)
    }
}

/// What is known of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    True,
    False,
    Unknown,
}

/// The watched literals. Slot 0 is the constant.
pub(super) struct Slots {
    /// By variable: its slot, 0 if it is not watched.
    slot_of: Vec<u32>,
    /// By slot, from slot 1 on.
    literals: Vec<Lit>,
    /// By code.
    values: Vec<Value>,
}

impl Slots {
    pub(super) fn new() -> Slots {
        Slots { slot_of: Vec::new(), literals: Vec::new(), values: vec![Value::True, Value::False] }
    }

    /// How many slots there are, the constant included.
    pub(super) fn count(&self) -> usize {
        self.literals.len() + 1
    }

    /// The watched literals, not negated.
    pub(super) fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// Watches a literal.
    pub(super) fn watch(&mut self, literal: Lit) -> Code {
        let variable = literal.variable() as usize;
        if variable >= self.slot_of.len() {
            self.slot_of.resize(variable + 1, 0);
        }
        if self.slot_of[variable] == 0 {
            self.literals.push(Lit::positive(literal.variable()));
            self.values.extend([Value::Unknown; 2]);
            self.slot_of[variable] = self.literals.len() as u32;
        }
        Code(2 * self.slot_of[variable] + u32::from(literal.is_negated()))
    }

    /// The code of a literal that is watched.
    pub(super) fn code(&self, literal: Lit) -> Option<Code> {
        let slot = self.slot_of.get(literal.variable() as usize).copied().unwrap_or(0);
        (slot != 0).then_some(Code(2 * slot + u32::from(literal.is_negated())))
    }

    /// The literal of a code other than the constants.
    pub(super) fn literal(&self, code: Code) -> Lit {
        let positive = self.literals[code.slot() - 1];
        if code.0 & 1 == 1 { !positive } else { positive }
    }

    pub(super) fn value(&self, code: Code) -> Value {
        self.values[code.index()]
    }

    pub(super) fn is_true(&self, code: Code) -> bool {
        self.values[code.index()] == Value::True
    }

    pub(super) fn is_unknown(&self, code: Code) -> bool {
        self.values[code.index()] == Value::Unknown
    }

    pub(super) fn set_true(&mut self, code: Code) {
        self.values[code.index()] = Value::True;
        self.values[(!code).index()] = Value::False;
    }

    pub(super) fn forget(&mut self, code: Code) {
        self.values[code.index()] = Value::Unknown;
        self.values[(!code).index()] = Value::Unknown;
    }
}
