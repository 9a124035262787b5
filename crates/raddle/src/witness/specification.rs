//! The formulas of the software verification competition, and which mistakes violate them.

use event::{Fault, Property};

/// What a property file or a witness asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formula {
    /// `reach_error` is never called.
    UnreachCall,
    /// No assertion fails: what `assert` calls if one does is never called.
    NoAssertFail,
    /// There is no data race.
    NoDataRace,
    /// No signed integer overflows.
    NoOverflow,
    /// Only what can be freed is.
    ValidFree,
    /// Only what is there is accessed.
    ValidDeref,
    /// Memory that is allocated can be reached as long as it is.
    ValidMemtrack,
    /// All memory is freed at the end.
    ValidMemcleanup,
    /// No threads wait for each other for ever.
    NoDeadlock,
    /// Nothing is done that C leaves undefined.
    DefBehavior,
}

impl Formula {
    /// All of them.
    pub const ALL: [Formula; 10] = [
        Formula::UnreachCall,
        Formula::NoAssertFail,
        Formula::NoDataRace,
        Formula::NoOverflow,
        Formula::ValidFree,
        Formula::ValidDeref,
        Formula::ValidMemtrack,
        Formula::ValidMemcleanup,
        Formula::NoDeadlock,
        Formula::DefBehavior,
    ];

    /// What stands behind `G`.
    fn body(self) -> &'static str {
        match self {
            Formula::UnreachCall => "! call(reach_error())",
            Formula::NoAssertFail => "! call(__assert_fail())",
            Formula::NoDataRace => "! data-race",
            Formula::NoOverflow => "! overflow",
            Formula::ValidFree => "valid-free",
            Formula::ValidDeref => "valid-deref",
            Formula::ValidMemtrack => "valid-memtrack",
            Formula::ValidMemcleanup => "valid-memcleanup",
            Formula::NoDeadlock => "! deadlock",
            Formula::DefBehavior => "def-behavior",
        }
    }

    /// As a line of a property file.
    pub fn text(self) -> String {
        format!("CHECK( init(main()), LTL(G {}) )", self.body())
    }

    /// What a verdict calls it: `false(unreach-call)`.
    pub fn name(self) -> &'static str {
        match self {
            Formula::UnreachCall => "unreach-call",
            Formula::NoAssertFail => "no-assert-fail",
            Formula::NoDataRace => "no-data-race",
            Formula::NoOverflow => "no-overflow",
            Formula::ValidFree => "valid-free",
            Formula::ValidDeref => "valid-deref",
            Formula::ValidMemtrack => "valid-memtrack",
            Formula::ValidMemcleanup => "valid-memcleanup",
            Formula::NoDeadlock => "no-deadlock",
            Formula::DefBehavior => "def-behavior",
        }
    }

    /// What of ours checks it.
    pub fn property(self) -> &'static [Property] {
        match self {
            Formula::UnreachCall | Formula::NoAssertFail => &[Property::Reach],
            Formula::NoDataRace => &[Property::Race],
            Formula::NoOverflow => &[Property::Overflow],
            Formula::ValidFree | Formula::ValidDeref | Formula::ValidMemtrack | Formula::ValidMemcleanup => {
                &[Property::Memory]
            }
            Formula::NoDeadlock => &[Property::Deadlock],
            Formula::DefBehavior => &[Property::Memory, Property::Overflow],
        }
    }

    /// Whether a program is known not to violate it if it violates none of these properties.
    pub fn is_proved(self, properties: event::Properties) -> bool {
        // Memory that is still pointed to at the end is not looked for.
        self != Formula::ValidMemcleanup && self.property().iter().all(|&it| properties.contains(it))
    }

    /// The formula that is violated where this goes wrong: the most specific one. `calls` names what was called, if that is what
    /// is wrong.
    pub fn violated_by(property: Property, fault: Option<Fault>, calls_error: bool) -> Option<Formula> {
        match (property, fault) {
            (Property::Race, _) => Some(Formula::NoDataRace),
            (Property::Deadlock, _) => Some(Formula::NoDeadlock),
            (Property::Reach, _) if calls_error => Some(Formula::UnreachCall),
            (Property::Reach, _) => Some(Formula::NoAssertFail),
            (Property::Memory | Property::Overflow, Some(fault)) => of_fault(fault),
            (Property::Memory | Property::Overflow, None) | (Property::Exception, _) => None,
        }
    }

    /// Whether this going wrong violates the formula.
    pub fn is_violated_by(self, property: Property, fault: Option<Fault>, calls_error: bool) -> bool {
        let own = Formula::violated_by(property, fault, calls_error);
        own == Some(self)
            || self == Formula::ValidMemcleanup && own == Some(Formula::ValidMemtrack)
            || self == Formula::DefBehavior
                && matches!(property, Property::Memory | Property::Overflow)
                && fault.is_some()
    }

    /// The formula of a line without blanks, in or without its `CHECK`.
    pub fn of(line: &str) -> Result<Formula, String> {
        let words: String = line.split_whitespace().collect();
        let formula = match words.strip_prefix("CHECK(init(") {
            None if words.starts_with('G') => words.as_str(),
            None => return Err("this is not of the form `CHECK( init(main()), LTL(…) )`".to_owned()),
            Some(rest) => {
                let parts = rest.strip_suffix(')').and_then(|it| it.split_once("()),"));
                let (function, formula) =
                    parts.ok_or("this is not of the form `CHECK( init(main()), LTL(…) )`".to_owned())?;
                if function != "main" {
                    return Err(format!("programs start at `main`, not at `{function}`"));
                }
                formula.strip_prefix("LTL(").and_then(|it| it.strip_suffix(')')).unwrap_or(formula)
            }
        };
        let is_it = |it: &Formula| {
            let body: String = it.body().split_whitespace().collect();
            formula.strip_prefix('G') == Some(body.as_str())
        };
        let found = Formula::ALL.into_iter().find(is_it);
        found.ok_or_else(|| format!("`{formula}` is not a property that can be checked"))
    }

    /// The formulas of a text, one in each line that is not empty; or a line that is wrong and why.
    pub fn all_of(text: &str) -> Result<Vec<Formula>, (usize, String)> {
        let mut formulas = Vec::new();
        for (index, line) in text.lines().enumerate().filter(|it| !it.1.trim().is_empty()) {
            let formula = Formula::of(line).map_err(|message| (index + 1, message))?;
            if !formulas.contains(&formula) {
                formulas.push(formula);
            }
        }
        if formulas.is_empty() { Err((1, "no property is asked for".to_owned())) } else { Ok(formulas) }
    }
}

fn of_fault(fault: Fault) -> Option<Formula> {
    match fault {
        Fault::InvalidFree | Fault::DoubleFree => Some(Formula::ValidFree),
        Fault::NullPointer | Fault::InvalidPointer | Fault::UseAfterFree | Fault::OutOfBounds => {
            Some(Formula::ValidDeref)
        }
        Fault::Leak => Some(Formula::ValidMemtrack),
        Fault::SignedOverflow => Some(Formula::NoOverflow),
        Fault::Misaligned
        | Fault::ReadOnly
        | Fault::BadSize
        | Fault::BadCall
        | Fault::BadMutex
        | Fault::BadJoin
        | Fault::Misuse
        | Fault::Uninitialised
        | Fault::DivisionByZero
        | Fault::BadShift
        | Fault::BadConversion => Some(Formula::DefBehavior),
        Fault::Assertion | Fault::Exception => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_read_as_they_are_written() {
        for formula in Formula::ALL {
            assert_eq!(Formula::of(&formula.text()), Ok(formula));
            assert_eq!(Formula::of(&format!("G {}", formula.body())), Ok(formula));
        }
        assert!(Formula::of("CHECK( init(main()), LTL(F end) )").is_err());
    }

    #[test]
    fn every_mistake_in_c_violates_something() {
        for fault in Fault::ALL.into_iter().filter(|it| *it != Fault::Exception) {
            let formula = Formula::violated_by(fault.property(), Some(fault), false).expect("a formula");
            assert!(formula.property().contains(&fault.property()), "{fault:?}");
            assert!(formula.is_violated_by(fault.property(), Some(fault), false));
        }
    }
}
