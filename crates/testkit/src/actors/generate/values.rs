//! Pure expressions of a body.

use super::Type;
use super::body::Writer;

impl Writer<'_> {
    pub(super) fn names_of(&self, of: Type) -> Vec<String> {
        self.known.iter().filter(|it| it.variable.of == of).map(|it| it.variable.name.clone()).collect()
    }

    pub(super) fn pick(&mut self, of: Type) -> Option<String> {
        let mut names = self.names_of(of);
        // Futures in fields are often null.
        if of == Type::Future && self.rng.u32(0..3) > 0 {
            let is_field = |name: &String| self.known.iter().any(|it| it.is_field && it.variable.name == *name);
            names.retain(|it| !is_field(it) || self.assigned.contains(it));
        }
        self.rng.choice(names)
    }

    pub(super) fn value(&mut self, of: Type) -> String {
        match of {
            Type::Int => self.integer(),
            Type::Bool => self.condition(),
            Type::Future | Type::Object(_) => {
                let is_own = matches!(of, Type::Object(class) if self.class == Some(class));
                match self.pick(of) {
                    Some(name) if self.rng.u32(0..20) > 0 => name,
                    _ if is_own => "this".to_owned(),
                    _ if of == Type::Future && self.returns && self.rng.u32(0..3) == 0 => "destiny".to_owned(),
                    _ => "null".to_owned(),
                }
            }
        }
    }

    pub(super) fn integer(&mut self) -> String {
        let constant = self.rng.u32(0..3).to_string();
        match (self.rng.u32(0..10), self.pick(Type::Int), self.pick(Type::Int)) {
            (0..=3, Some(one), _) => one,
            (4, Some(one), Some(two)) => format!("{one} + {two}"),
            (5, Some(one), Some(two)) => format!("{one} - {two}"),
            (6, Some(one), _) => format!("{one} % 2"),
            (7, Some(one), Some(two)) if self.rng.u32(0..4) == 0 => format!("{one} / {two}"),
            (8, Some(one), _) => format!("2 * {one}"),
            _ => constant,
        }
    }

    /// A comparison of two values of data.
    fn comparison(&mut self) -> String {
        let operator = ["<", "<=", ">", ">=", "==", "!="][self.rng.usize(0..6)];
        let (one, two) = (self.grade(), self.grade());
        format!("{one} {operator} {two}")
    }

    fn grade(&mut self) -> String {
        match self.rng.u32(0..4) {
            0 => "Poor".to_owned(),
            1 => format!("Better(Marked({}))", self.integer()),
            2 => "Better(Poor)".to_owned(),
            _ => format!("Marked({})", self.integer()),
        }
    }

    pub(super) fn condition(&mut self) -> String {
        if self.plan.circles && self.rng.u32(0..8) == 0 {
            return self.comparison();
        }
        if let (Some(flag), 0..=2) = (self.pick(Type::Bool), self.rng.u32(0..10)) {
            return if self.rng.bool() { flag } else { format!("!{flag}") };
        }
        let Some(one) = self.pick(Type::Int) else { return "True".to_owned() };
        let constant = self.rng.u32(0..3);
        let simple = match self.rng.u32(0..6) {
            0 => format!("{one} > 0"),
            1 => format!("{one} == {constant}"),
            2 => format!("{one} < {}", constant + 1),
            3 => format!("{one} != {constant}"),
            4 => format!("{one} >= {constant}"),
            _ => format!("{one} % 2 == {}", constant % 2),
        };
        match (self.rng.u32(0..6), self.pick(Type::Int)) {
            (0, Some(two)) => format!("{simple} && {two} == 0"),
            (1, Some(two)) => format!("{simple} || {two} > 1"),
            (2, Some(two)) => format!("{one} <= {two}"),
            _ => simple,
        }
    }
}
