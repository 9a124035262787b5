//! The rules that every program obeys, and so the specification of the representation. [`validate`] checks them all;
//! whoever builds or transforms a program runs it in tests and debug builds, whoever reads one relies on it.
//!
//! Program
//!  1. The entry is one of the functions. So is the runner, if there is one; it has two parameters of pointer width.
//!  2. Names are unique among globals and functions together.
//!  3. Globals and functions together are fewer than the first private object number.
//!
//! Objects (globals and slots)
//!  4. Shapes make sense: integers have 8, 16, 32 or 64 bits, floating-point numbers 32 or 64; a record's alignment is a power of two and its fields lie
//!     within its size.
//!  5. No object is larger than the data model allows.
//!  6. Initial bytes are as many as the object has, or none.
//!  7. Initial addresses are of functions or globals that exist and are not thread-local; they lie within the object, in
//!     ascending order, and do not overlap.
//!
//! Functions
//!  8. Register names are unique in their function, and so are slot names.
//!  9. Widths of registers, results, constants, extensions and truncations are 1 to 64.
//! 10. There are at least as many registers as parameters.
//! 11. The entry and both ends of every edge are locations of the function, which has at most [`MAX_LOCATIONS`].
//! 12. Edges ascend by `from`; of two from one location, `If` comes before `Unless`.
//! 13. Control is deterministic: no edge leaves a location, or one guarded by `Always`, or one guarded by `If` and one
//!     by `Unless` of the same condition.
//! 14. Every location that can be reached from the entry has an edge: a function does not end without saying how.
//!     Guards are not evaluated for this; `Return` and `Stop` reach nothing.
//! 15. `Return` and `Stop` lead nowhere: `to` equals `from`. (The converse is a loop of one step.)
//!
//! Expressions
//! 16. Registers, slots, globals and functions that are mentioned exist.
//! 17. A constant has no bits above its width.
//! 18. The two operands of a binary operator, and the two sides of a selection, have the same width.
//! 19. Conditions (of guards and selections) have width 1.
//! 20. An extension is wider than its operand.
//! 21. A truncation is narrower than its operand.
//! 22. Expressions and shapes are nested at most [`crate::text::MAX_DEPTH`] deep.
//! 33. Operands and results of floating-point operators and conversions have 32 or 64 bits where they are such numbers.
//!
//! Actions
//! 23. An assigned value has the width of its register.
//! 24. Accesses have 1, 2, 4 or 8 bytes.
//! 25. What is loaded, stored, exchanged or compared is as wide as the access.
//! 26. Addresses (of accesses, mutexes, functions, what is freed), thread handles, thread arguments and results, and
//!     sizes have pointer width.
//! 27. Registers that get a handle, a thread's result or a new object have pointer width, those of `TryLock` 32 bits.
//! 28. Both ends of a range to choose from fit the register.
//! 29. Only escaping slots are closed, and only they are opened, or slots whose zeros do not count.
//! 30. A `Return` has a value exactly if the function has a result, and of its width.
//! 31. A direct call has one argument for each parameter, of its width.
//! 32. If a direct call's result is wanted, the function has one, of the register's width.
//!
//! Deliberately absent: a relation between memory orders and operations (C's front end checks its own rules), nesting
//! of atomic sections and of slot lifetimes (a property of runs, not of the text), and any demand on spans.

mod action;
mod expr;
mod function;

use crate::syntax::*;
use crate::text::MAX_DEPTH;
use source::Span;
use std::collections::HashSet;
use std::fmt;

/// How many locations a function may have, so that tables over locations are never a surprise.
pub const MAX_LOCATIONS: u32 = 1 << 24;

/// The rules, in the order and with the numbers of the list at the head of this module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Rule {
    EntryFunction = 1,
    UniqueName = 2,
    ObjectCount = 3,
    Shape = 4,
    ObjectSize = 5,
    InitBytes = 6,
    InitAddresses = 7,
    UniqueLocalName = 8,
    Width = 9,
    Parameters = 10,
    Locations = 11,
    EdgeOrder = 12,
    Control = 13,
    FallsOff = 14,
    LeadsNowhere = 15,
    Exists = 16,
    ConstantBits = 17,
    OperandWidths = 18,
    ConditionWidth = 19,
    Extend = 20,
    Truncate = 21,
    Depth = 22,
    AssignWidth = 23,
    AccessSize = 24,
    AccessWidth = 25,
    PointerWidth = 26,
    ResultWidth = 27,
    ChoiceRange = 28,
    SlotLifetime = 29,
    ReturnValue = 30,
    CallArguments = 31,
    CallResult = 32,
    FloatWidth = 33,
}

/// A rule that is broken, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Which rule.
    pub rule: Rule,
    /// In which function, if in one.
    pub function: Option<String>,
    /// On which edge, if on one: its index in [`Function::edges`] and where it starts.
    pub edge: Option<(usize, Location)>,
    /// The source that it comes from, as far as that is known.
    pub span: Span,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {} ({:?})", self.rule as u8, self.rule)?;
        if let Some(function) = &self.function {
            write!(f, " in {function}")?;
        }
        if let Some((index, from)) = self.edge {
            write!(f, ", edge {index} from l{}", from.0)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Checks every rule. A check that makes no sense because of an earlier violation is left out, so that one mistake
/// gives one violation.
pub fn validate(program: &Program) -> Result<(), Vec<Violation>> {
    let mut checker = Checker { program, function: None, edge: None, violations: Vec::new() };
    checker.program();
    if checker.violations.is_empty() { Ok(()) } else { Err(checker.violations) }
}

struct Checker<'p> {
    program: &'p Program,
    function: Option<&'p Function>,
    edge: Option<(usize, &'p Edge)>,
    violations: Vec<Violation>,
}

impl<'p> Checker<'p> {
    fn report(&mut self, rule: Rule, message: impl Into<String>) {
        let span = match (self.edge, self.function) {
            (Some((_, edge)), _) => edge.span,
            (None, Some(function)) => function.span,
            (None, None) => Span::NONE,
        };
        self.violations.push(Violation {
            rule,
            function: self.function.map(|it| it.name.clone()),
            edge: self.edge.map(|(index, edge)| (index, edge.from)),
            span,
            message: message.into(),
        });
    }

    fn program(&mut self) {
        let program = self.program;
        if program.entry.index() >= program.functions.len() {
            self.report(Rule::EntryFunction, format!("there is no function {}", program.entry.0));
        }
        if let Some(runner) = program.runner {
            let pointer = Width(program.model.pointer_bits());
            let fits = |it: &Function| it.parameters == 2 && it.registers.iter().take(2).all(|it| it.width == pointer);
            if !program.functions.get(runner.index()).is_some_and(fits) {
                self.report(Rule::EntryFunction, format!("the function {} cannot run threads", runner.0));
            }
        }
        let globals = program.globals.iter().map(|it| &it.name);
        self.unique(Rule::UniqueName, globals.chain(program.functions.iter().map(|it| &it.name)));
        let objects = program.globals.len() + program.functions.len();
        let limit = program.model.first_private();
        if objects >= limit as usize {
            self.report(Rule::ObjectCount, format!("{objects} globals and functions, fewer than {limit} are possible"));
        }
        for global in &program.globals {
            if self.object(&global.name, &global.shape) {
                self.init(global);
            }
        }
        for function in &program.functions {
            self.function = Some(function);
            self.function(function);
            self.function = None;
        }
    }

    fn unique<'n>(&mut self, rule: Rule, names: impl Iterator<Item = &'n String>) {
        let mut seen = HashSet::new();
        for name in names {
            if !seen.insert(name) {
                self.report(rule, format!("the name {name:?} is used twice"));
            }
        }
    }

    /// Whether the shape is good, so that the size means something.
    fn object(&mut self, name: &str, shape: &Shape) -> bool {
        if !self.shape(name, shape, 1) {
            return false;
        }
        let (size, limit) = (shape.size(self.program.model), self.program.model.max_object_size());
        if u64::from(size) > limit {
            self.report(Rule::ObjectSize, format!("{name:?} has {size} bytes, at most {limit} are possible"));
        }
        true
    }

    /// Whether the shape is good.
    pub(super) fn shape(&mut self, name: &str, shape: &Shape, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            self.report(Rule::Depth, format!("the shape of {name:?} is nested too deep"));
            return false;
        }
        match shape {
            Shape::Int { bits: 8 | 16 | 32 | 64, .. }
            | Shape::Float { bits: 32 | 64 }
            | Shape::Pointer
            | Shape::Mutex
            | Shape::Bytes(_) => true,
            Shape::Int { bits, .. } | Shape::Float { bits } => {
                self.report(Rule::Shape, format!("{name:?} has a number of {bits} bits"));
                false
            }
            Shape::Array(element, _) => self.shape(name, element, depth + 1),
            Shape::Record { size, align, fields } => {
                let mut good = align.is_power_of_two();
                if !good {
                    self.report(Rule::Shape, format!("{name:?} has a record with alignment {align}"));
                }
                for field in fields {
                    if !self.shape(name, &field.shape, depth + 1) {
                        good = false;
                        continue;
                    }
                    let end = u64::from(field.offset) + u64::from(field.shape.size(self.program.model));
                    if end > u64::from(*size) {
                        self.report(Rule::Shape, format!("{name:?} has a field {:?} beyond its record", field.name));
                        good = false;
                    }
                }
                good
            }
        }
    }

    fn init(&mut self, global: &Global) {
        let name = &global.name;
        let size = u64::from(global.shape.size(self.program.model));
        let bytes = global.init.bytes.len();
        if bytes != 0 && bytes as u64 != size {
            self.report(Rule::InitBytes, format!("{name:?} has {size} bytes, but {bytes} initial ones"));
        }
        let mut end = 0;
        for (offset, base, _) in &global.init.addresses {
            let thread_local = matches!(base, Base::Global(it)
                if self.program.globals.get(it.index()).is_some_and(|it| it.thread_local));
            if matches!(base, Base::Slot(_)) || thread_local || !self.base_exists(*base) {
                self.report(Rule::InitAddresses, format!("{name:?} has the address of {base:?} at {offset}"));
            }
            if u64::from(*offset) < end {
                self.report(Rule::InitAddresses, format!("{name:?} has an address at {offset}, before {end}"));
            }
            end = u64::from(*offset) + u64::from(self.program.model.pointer_bytes());
            if end > size {
                self.report(Rule::InitAddresses, format!("{name:?} has an address at {offset}, beyond its end"));
            }
        }
    }

    fn base_exists(&self, base: Base) -> bool {
        match base {
            Base::Global(global) => global.index() < self.program.globals.len(),
            Base::Function(function) => function.index() < self.program.functions.len(),
            Base::Slot(slot) => self.function.is_some_and(|it| slot.index() < it.slots.len()),
        }
    }
}
