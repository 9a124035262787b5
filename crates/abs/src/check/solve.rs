//! Which types fit where: variables for types that are not known yet, subtypes, and the common type of two.
//!
//! Every data type is covariant in its arguments. A variable stands for the least type that everything given to it has;
//! when something else is given later, it grows to the common type of both. So `list[1, 1/2]` is a list of Rat and a
//! list of objects with a common interface is one of that interface. Where two interfaces have none in common the type
//! becomes unknown and fits everywhere: it is better to accept such a program than to refuse a correct one.

use super::names::{Modules, STANDARD};
use super::types::{InterfaceId, ModuleId, Tables, Type, known};

/// The types of the variables.
#[derive(Default)]
pub(super) struct Solver {
    variables: Vec<Option<Type>>,
}

impl Solver {
    /// A new variable.
    pub fn fresh(&mut self) -> Type {
        self.variables.push(None);
        Type::Variable(self.variables.len() as u32 - 1)
    }

    /// The type with all variables that are known replaced.
    pub fn resolve(&self, of: &Type) -> Type {
        match of {
            Type::Variable(number) => match &self.variables[*number as usize] {
                Some(found) => self.resolve(found),
                None => of.clone(),
            },
            Type::Data(id, arguments) => Type::Data(*id, arguments.iter().map(|it| self.resolve(it)).collect()),
            Type::Interface(_) | Type::Class(_) | Type::Any | Type::Parameter(_) | Type::Null | Type::Unknown => {
                of.clone()
            }
        }
    }

    /// The type at the top, with a variable replaced.
    pub fn head(&self, of: &Type) -> Type {
        let mut of = of;
        while let Type::Variable(number) = of {
            match &self.variables[*number as usize] {
                Some(found) => of = found,
                None => break,
            }
        }
        of.clone()
    }

    /// The variable that stands for others: the last of a chain.
    fn last(&self, number: u32) -> u32 {
        let mut number = number;
        while let Some(Type::Variable(next)) = &self.variables[number as usize] {
            number = *next;
        }
        number
    }

    fn occurs(&self, number: u32, within: &Type) -> bool {
        match within {
            Type::Variable(other) => {
                let other = self.last(*other);
                other == number || self.variables[other as usize].as_ref().is_some_and(|it| self.occurs(number, it))
            }
            Type::Data(_, arguments) => arguments.iter().any(|it| self.occurs(number, it)),
            Type::Interface(_) | Type::Class(_) | Type::Any | Type::Parameter(_) | Type::Null | Type::Unknown => false,
        }
    }

    fn bind(&mut self, number: u32, to: Type) {
        let to = if self.occurs(number, &to) { Type::Unknown } else { to };
        self.variables[number as usize] = Some(to);
    }

    /// Whether a value of one type can stand where the other is expected; variables become known by it.
    pub fn fits(&mut self, tables: &Tables, actual: &Type, expected: &Type) -> bool {
        match (actual, expected) {
            // Nothing is learned from what is unknown.
            (Type::Unknown, _) | (_, Type::Unknown) => true,
            (Type::Variable(one), Type::Variable(other)) if self.last(*one) == self.last(*other) => true,
            (_, Type::Variable(number)) => {
                let number = self.last(*number);
                match self.variables[number as usize].clone() {
                    None => {
                        let actual = self.head(actual);
                        self.bind(number, actual);
                        true
                    }
                    Some(known) => match self.join(tables, actual, &known) {
                        Some(joined) => {
                            if joined != known {
                                self.bind(number, joined);
                            }
                            true
                        }
                        None => false,
                    },
                }
            }
            (Type::Variable(number), _) => {
                let number = self.last(*number);
                match self.variables[number as usize].clone() {
                    None => {
                        self.bind(number, expected.clone());
                        true
                    }
                    Some(known) => self.fits(tables, &known, expected),
                }
            }
            (_, Type::Any) => true,
            (Type::Null, Type::Null | Type::Interface(_) | Type::Class(_)) => true,
            (Type::Null, Type::Data(id, _)) => *id == known::FUTURE,
            (Type::Data(one, left), Type::Data(other, right)) if one == other => {
                left.len() == right.len() && left.iter().zip(right).all(|(a, b)| self.fits(tables, a, b))
            }
            (Type::Data(one, _), Type::Data(other, _)) => *one == known::INT && *other == known::RAT,
            (Type::Interface(one), Type::Interface(other)) => tables.is_below(*one, *other),
            (Type::Class(one), Type::Interface(other)) => {
                let class = tables.class(*one);
                class.open || class.implements.contains(other)
            }
            (Type::Class(one), Type::Class(other)) => one == other,
            (Type::Parameter(one), Type::Parameter(other)) => one == other,
            (
                Type::Data(..) | Type::Interface(_) | Type::Class(_) | Type::Any | Type::Parameter(_) | Type::Null,
                Type::Data(..) | Type::Interface(_) | Type::Class(_) | Type::Parameter(_) | Type::Null,
            ) => false,
        }
    }

    /// A type that values of both have.
    pub fn join(&mut self, tables: &Tables, one: &Type, other: &Type) -> Option<Type> {
        let (one, other) = (self.head(one), self.head(other));
        match (&one, &other) {
            (Type::Variable(_), _) => self.fits(tables, &other, &one).then_some(other),
            (_, Type::Variable(_)) => self.fits(tables, &one, &other).then_some(one),
            (Type::Unknown, _) | (_, Type::Unknown) => Some(Type::Unknown),
            (Type::Any, _) | (_, Type::Any) => Some(Type::Any),
            (Type::Data(id, left), Type::Data(found, right)) if id == found => {
                let pairs = left.iter().zip(right).map(|(a, b)| self.join(tables, a, b));
                Some(Type::Data(*id, pairs.collect::<Option<_>>()?))
            }
            (Type::Interface(_) | Type::Class(_), Type::Interface(_) | Type::Class(_)) => {
                if self.fits(tables, &one, &other) {
                    Some(other)
                } else if self.fits(tables, &other, &one) {
                    Some(one)
                } else {
                    Some(common(tables, &one, &other))
                }
            }
            (
                Type::Data(..) | Type::Parameter(_) | Type::Null | Type::Interface(_) | Type::Class(_),
                Type::Data(..) | Type::Parameter(_) | Type::Null | Type::Interface(_) | Type::Class(_),
            ) => {
                if self.fits(tables, &one, &other) {
                    Some(other)
                } else {
                    self.fits(tables, &other, &one).then_some(one)
                }
            }
        }
    }
}

/// The only interface that both have, or one that is below all others that both have.
fn common(tables: &Tables, one: &Type, other: &Type) -> Type {
    let (one, other) = (interfaces(tables, one), interfaces(tables, other));
    let both: Vec<_> = one.into_iter().filter(|it| other.contains(it)).collect();
    let least = both.iter().find(|it| both.iter().all(|above| tables.is_below(**it, *above)));
    least.map_or(Type::Unknown, |it| Type::Interface(*it))
}

/// The interfaces of a type.
fn interfaces(tables: &Tables, of: &Type) -> Vec<InterfaceId> {
    match of {
        Type::Interface(id) => std::iter::once(*id).chain(tables.interface(*id).above.iter().copied()).collect(),
        Type::Class(id) => tables.class(*id).implements.clone(),
        Type::Data(..) | Type::Any | Type::Parameter(_) | Type::Variable(_) | Type::Null | Type::Unknown => Vec::new(),
    }
}

/// A type in the words of the program. Where two types have the same name, the module is named as well.
pub(super) fn show(tables: &Tables, modules: &Modules, of: &Type) -> String {
    let qualified = |module: Option<ModuleId>, name: &str| {
        let types = tables.data.iter().filter(|it| it.name == name).count();
        let interfaces = tables.interfaces.iter().filter(|it| it.syntax.name.text == name).count();
        let module = module.map_or(STANDARD, |it| modules.get(it).name);
        if types + interfaces > 1 && !module.is_empty() { format!("{module}.{name}") } else { name.to_owned() }
    };
    match of {
        Type::Data(id, arguments) => {
            let info = tables.data(*id);
            let name = qualified(info.module, &info.name);
            if arguments.is_empty() {
                return name;
            }
            let arguments: Vec<_> = arguments.iter().map(|it| show(tables, modules, it)).collect();
            format!("{name}<{}>", arguments.join(", "))
        }
        Type::Interface(id) => {
            let info = tables.interface(*id);
            qualified(Some(info.module), &info.syntax.name.text)
        }
        Type::Class(id) => tables.class(*id).syntax.name.text.clone(),
        Type::Any => "Object".to_owned(),
        Type::Parameter(name) => name.to_string(),
        Type::Variable(_) | Type::Unknown => "_".to_owned(),
        Type::Null => "null".to_owned(),
    }
}
