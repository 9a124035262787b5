//! Ghost variables: what the invariants of a witness may speak of besides the variables of the program.
//!
//! One kind is written and understood: a number that says whether a mutex is held. It starts as 0, becomes 1 with each statement
//! that locks the mutex and 0 with each that unlocks it, so it is known from the state of the machine, and nothing has to be
//! carried along. Only mutexes of which every use is such a statement have one: what is locked through a pointer, by
//! `pthread_cond_wait` or by `pthread_mutex_trylock` is not seen in the text.

use super::expression::{Scope, Step, Type, Value};
use super::scope::Here;
use super::sites::{Sites, StatementId};
use ir::passes::walk;
use ir::{Action, Base, Expr, GlobalId, Operation, Program, Shape};
use report::witness::{Ghost, GhostUpdate, Location};
use std::collections::BTreeMap;
use vm::Root;

/// A mutex that a ghost variable can stand for.
#[derive(Clone, Debug)]
pub struct Mutex {
    /// Its name in the program.
    pub name: String,
    /// The statements that lock it (`true`) and unlock it.
    uses: BTreeMap<StatementId, (bool, Location)>,
}

/// The mutexes of a program that are locked and unlocked by their names only.
pub fn mutexes(program: &Program, sites: &Sites) -> Vec<Mutex> {
    let globals = program.globals.iter().enumerate();
    globals
        .filter_map(|(index, it)| Some(it).filter(|it| it.shape == Shape::Mutex).map(|_| index))
        .filter_map(|index| {
            let id = GlobalId(index as u32);
            let name = program.globals[index].name.clone();
            let is_name = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
            uses(program, sites, id).filter(|it| is_name && !it.is_empty()).map(|uses| Mutex { name, uses })
        })
        .collect()
}

/// The statements that use a mutex; nothing if it is used in another way.
fn uses(program: &Program, sites: &Sites, mutex: GlobalId) -> Option<BTreeMap<StatementId, (bool, Location)>> {
    let is_it = |it: &Base| *it == Base::Global(mutex);
    if program.globals.iter().flat_map(|it| &it.init.addresses).any(|it| is_it(&it.1)) {
        return None;
    }
    let mut uses = BTreeMap::new();
    for function in &program.functions {
        for edge in &function.edges {
            let mut mentioned = 0;
            for expr in walk::expressions(edge) {
                walk::for_each_leaf(expr, &mut |leaf| {
                    mentioned += u32::from(matches!(leaf, Expr::Address(base, _) if is_it(base)));
                });
            }
            if mentioned == 0 {
                continue;
            }
            let locks = match &edge.action {
                Action::Visible(Operation::Lock { mutex: Expr::Address(_, 0), .. }) => true,
                Action::Visible(Operation::Unlock { mutex: Expr::Address(_, 0), .. }) => false,
                _ => return None,
            };
            let statement = sites.statement_of(edge.span).filter(|_| !function.library && mentioned == 1)?;
            let (file, it) = sites.statement(statement);
            let column = Some(Sites::column(program, file, it.start));
            let (file_name, function) = (file.to_owned(), Some(function.name.clone()));
            let location = Location { file_name, line: it.start.0, column, function };
            // A statement that does both, or does it twice, says nothing.
            if uses.insert(statement, (locks, location)).is_some() {
                return None;
            }
        }
    }
    Some(uses)
}

impl Mutex {
    /// The ghost variable that says whether it is held.
    pub fn ghost(&self) -> Ghost {
        let name = format!("raddle_held_{}", self.name);
        let value = |locks: bool| if locks { "1" } else { "0" }.to_owned();
        let update =
            |(locks, location): &(bool, Location)| GhostUpdate { location: location.clone(), value: value(*locks) };
        Ghost { name, initial: "0".to_owned(), updates: self.uses.values().map(update).collect(), line: 0 }
    }

    /// Whether it is held, if its name is not that of a local here.
    pub fn is_held(&self, here: &Here<'_, '_>) -> Option<bool> {
        match here.machine.variable(here.function, here.locals, &self.name)? {
            Root::Object { object, shape: Shape::Mutex } => Some(here.machine.value_at(object, 0, 4)? != 0),
            Root::Object { .. } | Root::Bytes { .. } | Root::Register { .. } => None,
        }
    }

    /// Whether a ghost variable of somebody else says the same.
    fn is_told_by(&self, ghost: &Ghost, sites: &Sites) -> bool {
        let told = |it: &GhostUpdate| {
            let Location { file_name, line, column, .. } = &it.location;
            Some((sites.statement_at(file_name, *line, *column)?, it.value.trim() == "1"))
        };
        let is_bit = |it: &str| matches!(it.trim(), "0" | "1");
        let updates: Option<BTreeMap<StatementId, bool>> = ghost.updates.iter().map(told).collect();
        let own: BTreeMap<StatementId, bool> = self.uses.iter().map(|(statement, it)| (*statement, it.0)).collect();
        ghost.initial.trim() == "0"
            && ghost.updates.iter().all(|it| is_bit(&it.value))
            && ghost.updates.len() == own.len()
            && updates == Some(own)
    }
}

/// Ghost variables by name, with the mutexes that they stand for.
pub type Known = Vec<(String, Mutex)>;

/// What the ghost variables of a witness stand for; `Err` if that is not known.
pub fn known(program: &Program, sites: &Sites, ghosts: &[Ghost]) -> Result<Known, String> {
    let mutexes = mutexes(program, sites);
    let known = |ghost: &Ghost| {
        let mutex = mutexes.iter().find(|it| it.is_told_by(ghost, sites)).cloned();
        let why = format!(
            "the ghost variable `{}` does not say whether a mutex is held; others are not supported",
            ghost.name
        );
        mutex.map(|it| (ghost.name.clone(), it)).ok_or(why)
    };
    ghosts.iter().map(known).collect()
}

/// The variables of a place in the program, and ghost variables.
pub struct WithGhosts<'h, 'm, 'p> {
    /// Those of the program.
    pub here: &'h Here<'m, 'p>,
    /// The others.
    pub ghosts: &'h Known,
}

impl Scope for WithGhosts<'_, '_, '_> {
    fn variable(&self, name: &str, path: &[Step]) -> Option<Value> {
        match self.ghosts.iter().find(|it| it.0 == name) {
            Some((_, mutex)) if path.is_empty() => {
                Some(Value::new(i128::from(mutex.is_held(self.here)?), Type { bits: 32, signed: true }))
            }
            Some(_) => None,
            None => self.here.variable(name, path),
        }
    }
}
