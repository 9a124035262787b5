//! What was compared in many programs.

use super::{Answer, Checked, FailureKind, Language};
use std::collections::BTreeMap;
use std::fmt;

/// What an engine, or a reduction, has said about many programs.
#[derive(Clone, Default, Debug)]
pub struct Row {
    /// Programs.
    pub programs: u64,
    /// Questions that it has answered, all of them right.
    pub decided: u64,
    /// Questions without an answer, by reason.
    pub undecided: BTreeMap<String, u64>,
    /// What was wrong, by kind.
    pub failures: BTreeMap<FailureKind, u64>,
}

/// What was compared.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Programs, by language.
    pub programs: BTreeMap<Language, u64>,
    /// Programs that are too large for brute force, by language.
    pub large: BTreeMap<Language, u64>,
    /// Programs that violate a property.
    pub violated: BTreeMap<(Language, &'static str), u64>,
    /// Programs of which brute force does not know whether they violate a property.
    pub unknown: BTreeMap<(Language, &'static str), u64>,
    /// Programs that violate none.
    pub safe: BTreeMap<Language, u64>,
    /// Programs that are cut off somewhere.
    pub cut: u64,
    /// Programs with a feature.
    pub features: BTreeMap<&'static str, u64>,
    /// What each engine and reduction did.
    pub rows: BTreeMap<String, Row>,
}

impl Tally {
    /// Adds a program.
    pub fn add(&mut self, language: Language, checked: &Checked) {
        *self.programs.entry(language).or_default() += 1;
        if checked.is_too_large {
            *self.large.entry(language).or_default() += 1;
        } else {
            let is_safe = checked.violated.is_empty() && checked.unknown.is_empty();
            *self.safe.entry(language).or_default() += u64::from(is_safe);
        }
        for property in &checked.violated {
            *self.violated.entry((language, property)).or_default() += 1;
        }
        for property in &checked.unknown {
            *self.unknown.entry((language, property)).or_default() += 1;
        }
        self.cut += u64::from(checked.is_cut);
        for feature in &checked.features {
            *self.features.entry(feature).or_default() += 1;
        }
        for (engine, answer) in &checked.answers {
            let row = self.rows.entry(engine.clone()).or_default();
            row.programs += 1;
            match answer {
                Answer::Agrees { decided, undecided } => {
                    row.decided += decided;
                    for (reason, count) in undecided.iter().filter(|it| it.1 > 0) {
                        *row.undecided.entry(reason.clone()).or_default() += count;
                    }
                }
                Answer::Fails(failure) => *row.failures.entry(failure.kind).or_default() += 1,
            }
        }
    }

    /// Adds what somebody else has compared.
    pub fn join(&mut self, other: Tally) {
        fn add<K: Ord>(own: &mut BTreeMap<K, u64>, other: BTreeMap<K, u64>) {
            other.into_iter().for_each(|(key, count)| *own.entry(key).or_default() += count);
        }
        add(&mut self.programs, other.programs);
        add(&mut self.large, other.large);
        add(&mut self.violated, other.violated);
        add(&mut self.unknown, other.unknown);
        add(&mut self.safe, other.safe);
        add(&mut self.features, other.features);
        self.cut += other.cut;
        for (engine, row) in other.rows {
            let own = self.rows.entry(engine).or_default();
            own.programs += row.programs;
            own.decided += row.decided;
            add(&mut own.undecided, row.undecided);
            add(&mut own.failures, row.failures);
        }
    }

    /// Notes that somebody hangs.
    pub(super) fn note_hang(&mut self) {
        *self.rows.entry("hanging".to_owned()).or_default().failures.entry(FailureKind::Hang).or_default() += 1;
    }

    /// How many programs were looked at.
    pub fn all_programs(&self) -> u64 {
        self.programs.values().sum()
    }

    /// How many answers were wrong.
    pub fn all_failures(&self) -> u64 {
        self.rows.values().flat_map(|it| it.failures.values()).sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (language, &programs) in &self.programs {
            let large = self.large.get(language).copied().unwrap_or_default();
            let safe = self.safe.get(language).copied().unwrap_or_default();
            let name = match language {
                Language::C => "C",
                Language::Actors => "actor",
            };
            writeln!(
                f,
                "{programs} {name} programs, {large} of them too large for brute force, {safe} without violation"
            )?;
            let share = |count: u64| 100.0 * count as f64 / programs.max(1) as f64;
            let shares = |counts: &BTreeMap<(Language, &str), u64>| -> String {
                let own = counts.iter().filter(|it| it.0.0 == *language);
                let all: Vec<String> =
                    own.map(|(it, count)| format!("{} {count} ({:.0}%)", it.1, share(*count))).collect();
                all.join(", ")
            };
            writeln!(f, "  violated: {}", shares(&self.violated))?;
            if self.unknown.keys().any(|it| it.0 == *language) {
                writeln!(f, "  not known by brute force: {}", shares(&self.unknown))?;
            }
        }
        if self.cut > 0 {
            writeln!(f, "  something is cut off of {} programs", self.cut)?;
        }
        if !self.features.is_empty() {
            let all: Vec<String> = self.features.iter().map(|(name, count)| format!("{name} {count}")).collect();
            writeln!(f, "  features: {}", all.join(", "))?;
        }
        for (engine, row) in &self.rows {
            let Row { programs, decided, undecided, failures } = row;
            let count = |kind| failures.get(&kind).copied().unwrap_or_default();
            let (wrong, panics) = (count(FailureKind::Disagreement), count(FailureKind::Panic));
            let others = count(FailureKind::Rejected) + count(FailureKind::Hang);
            let unknown: u64 = undecided.values().sum();
            write!(f, "{engine:32} {programs:7} programs {decided:8} compared {unknown:7} unknown ")?;
            write!(f, "{wrong:4} disagreements {panics:4} panics")?;
            if others > 0 {
                write!(f, " {others:4} rejected or hanging")?;
            }
            writeln!(f)?;
            for (reason, count) in undecided {
                writeln!(f, "  {count:7} {reason}")?;
            }
        }
        Ok(())
    }
}
