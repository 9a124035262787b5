//! What is known of each property that was asked about.

use crate::{Properties, Property};
use std::fmt;

/// What is known of one property. The later one says more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Finding {
    /// It was not looked at, or not to the end.
    Undecided,
    /// It holds in the executions within a bound.
    Bounded,
    /// It holds in all executions.
    Holds,
    /// An execution that was replayed violates it.
    Violated,
}

impl Finding {
    /// All of them, in the order in which they are told.
    pub const ALL: [Finding; 4] = [Finding::Violated, Finding::Holds, Finding::Bounded, Finding::Undecided];

    /// A word for other programs, which stays the same.
    pub fn word(self) -> &'static str {
        match self {
            Finding::Violated => "violated",
            Finding::Holds => "holds",
            Finding::Bounded => "bounded",
            Finding::Undecided => "undecided",
        }
    }

    /// What is said of one property, or of several.
    pub fn phrase(self, is_one: bool) -> &'static str {
        match (self, is_one) {
            (Finding::Violated, _) => "violated",
            (Finding::Holds, true) => "holds",
            (Finding::Holds, false) => "hold",
            (Finding::Bounded, true) => "holds up to a bound",
            (Finding::Bounded, false) => "hold up to a bound",
            (Finding::Undecided, _) => "not decided",
        }
    }
}

/// What is known of each property that was asked about, and of no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Findings([Option<Finding>; Property::ALL.len()]);

impl Findings {
    /// The same of each of these.
    pub fn all(asked: Properties, finding: Finding) -> Findings {
        Findings(Property::ALL.map(|it| asked.contains(it).then_some(finding)))
    }

    /// Nothing is known yet.
    pub fn undecided(asked: Properties) -> Findings {
        Findings::all(asked, Finding::Undecided)
    }

    /// What is known of a property; `None` if it was not asked about.
    pub fn of(&self, property: Property) -> Option<Finding> {
        self.0[property as usize]
    }

    /// The properties that were asked about.
    pub fn asked(&self) -> Properties {
        Property::ALL.into_iter().filter(|&it| self.of(it).is_some()).collect()
    }

    /// The properties of which this is known.
    pub fn those(&self, finding: Finding) -> Properties {
        Property::ALL.into_iter().filter(|&it| self.of(it) == Some(finding)).collect()
    }

    /// Each property that was asked about with what is known of it.
    pub fn iter(&self) -> impl Iterator<Item = (Property, Finding)> {
        Property::ALL.into_iter().filter_map(|it| Some((it, self.of(it)?)))
    }

    /// The same about these: what was not asked before is not decided, and what is not asked any more is dropped.
    pub fn about(&self, asked: Properties) -> Findings {
        Findings(Property::ALL.map(|it| asked.contains(it).then(|| self.of(it).unwrap_or(Finding::Undecided))))
    }

    /// This is known as well of these, as far as they were asked about.
    pub fn learn(&mut self, properties: Properties, finding: Finding) {
        for property in properties.iter() {
            let known = &mut self.0[property as usize];
            *known = known.map(|it| it.max(finding));
        }
    }

    /// What others have found out about what was asked here.
    pub fn join(&mut self, others: &Findings) {
        others.iter().for_each(|(property, finding)| self.learn([property].into_iter().collect(), finding));
    }

    /// At most this is known of any property that is not violated.
    pub fn limit(&mut self, most: Finding) {
        for known in self.0.iter_mut().flatten().filter(|it| **it != Finding::Violated) {
            *known = (*known).min(most);
        }
    }
}

/// In a line: `reach violated; deadlock,memory hold; race not decided`.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for finding in Finding::ALL {
            let names: Vec<&str> = self.those(finding).iter().map(Property::name).collect();
            if !names.is_empty() {
                let separator = if is_first { "" } else { "; " };
                write!(f, "{separator}{} {}", names.join(","), finding.phrase(names.len() == 1))?;
                is_first = false;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(all: &[Property]) -> Properties {
        all.iter().copied().collect()
    }

    #[test]
    fn each_property_is_told_once() {
        use Property::{Deadlock, Memory, Race, Reach};
        let mut findings = Findings::undecided(set(&[Reach, Deadlock, Memory, Race]));
        assert_eq!(findings.to_string(), "reach,deadlock,memory,race not decided");
        findings.learn(set(&[Deadlock, Memory]), Finding::Holds);
        findings.learn(set(&[Reach]), Finding::Violated);
        assert_eq!(findings.to_string(), "reach violated; deadlock,memory hold; race not decided");
        findings.limit(Finding::Bounded);
        assert_eq!(findings.to_string(), "reach violated; deadlock,memory hold up to a bound; race not decided");
        assert_eq!(
            findings.about(set(&[Reach, Property::Overflow])).to_string(),
            "reach violated; overflow not decided"
        );
    }

    #[test]
    fn more_is_known_of_what_was_asked_and_of_nothing_else() {
        use Property::{Deadlock, Race, Reach};
        let mut findings = Findings::all(set(&[Reach, Deadlock]), Finding::Bounded);
        findings.join(&Findings::all(set(&[Reach, Race]), Finding::Holds));
        findings.join(&Findings::undecided(set(&[Reach])));
        assert_eq!(findings.to_string(), "reach holds; deadlock holds up to a bound");
        assert_eq!(findings.of(Race), None);
    }
}
