//! Where memory ends that may hold a mutex, it is asked whether that is held: what a thread still has is destroyed in use. The question
//! is a load of the first word of the mutex before the end; what was never written there holds nothing.
//!
//! Which mutexes are in the memory is known before the program runs if all objects that may end there have theirs at the same places.
//! Elsewhere (arrays of mutexes, a pointer to objects of several kinds) nothing is asked, and the program says that it takes the
//! place for right, unless mutexes in such an object are destroyed somewhere: destroying one that is held is a mistake already.

use super::points_to::{PointsTo, Target, Value};
use super::unset::asks_for_unset;
use crate::Misuse;
use crate::syntax::*;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What begins the names of registers with what is found in mutexes.
const HOLDER: &str = "<holder";

const TEXT: &str = "memory ends in which a thread still holds a mutex";

/// Asks where memory ends, and says where nothing asks. What it has written once it leaves alone.
pub fn ask(program: &mut Program) {
    let is_done = |it: &Function| it.registers.iter().any(|it| it.name.starts_with(HOLDER));
    if planted::bug!(HeldMutexesEnd) || program.functions.iter().any(is_done) {
        return;
    }
    let Some(mutexes) = Mutexes::of(program) else { return };
    let mut open: Vec<Span> = mutexes.ends(program).filter(|it| mutexes.is_open(&it.value)).map(|it| it.span).collect();
    open.sort_unstable();
    open.dedup();
    let asked: Vec<_> = mutexes.asked(program);
    let follows_unset = asks_for_unset(program);
    for (function, edge, offsets) in asked {
        insert(program, function, edge, offsets, follows_unset);
    }
    for span in open {
        let sentence = format!("no thread holds a mutex in the memory that ends at {}", program.sources.describe(span));
        program.approximations.push(sentence);
    }
}

/// Where there are mutexes in memory that can end.
struct Mutexes {
    points_to: PointsTo,
    /// For each object the offsets of mutexes in it that are locked; `None` if one is not known.
    offsets: BTreeMap<Target, Option<BTreeSet<u64>>>,
    destroyed: BTreeSet<Target>,
}

/// An end of memory.
struct End {
    function: usize,
    edge: usize,
    value: Value,
    span: Span,
}

impl Mutexes {
    /// Nothing if no mutex can end.
    fn of(program: &Program) -> Option<Mutexes> {
        let operations = || {
            let edges =
                program.functions.iter().enumerate().flat_map(|(index, it)| it.edges.iter().map(move |it| (index, it)));
            edges.filter_map(|(index, it)| match &it.action {
                Action::Visible(operation) => Some((FunctionId(index as u32), operation)),
                _ => None,
            })
        };
        let locks = || operations().filter(|it| matches!(it.1, Operation::Lock { .. } | Operation::TryLock { .. }));
        locks().next()?;
        let points_to = PointsTo::of(program);
        let mut mutexes = Mutexes { points_to, offsets: BTreeMap::new(), destroyed: BTreeSet::new() };
        for (function, operation) in operations() {
            match operation {
                Operation::Lock { mutex, .. } | Operation::TryLock { mutex, .. } => {
                    for (target, offset) in mutexes.points_to.value(program, function, mutex).pointers {
                        if let Target::Slot(..) | Target::Made(..) = target {
                            let known = mutexes.offsets.entry(target).or_insert_with(|| Some(BTreeSet::new()));
                            match (offset.number(), &mut *known) {
                                (Some(offset), Some(known)) => {
                                    known.insert(offset);
                                }
                                _ => *known = None,
                            }
                        }
                    }
                }
                Operation::DestroyMutex(mutex) => {
                    mutexes.destroyed.extend(mutexes.points_to.value(program, function, mutex).pointers.into_keys());
                }
                _ => {}
            }
        }
        (!mutexes.offsets.is_empty()).then_some(mutexes)
    }

    /// All ends of memory.
    fn ends<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = End> + 'a {
        program.functions.iter().enumerate().flat_map(move |(function, it)| {
            it.edges.iter().enumerate().filter_map(move |(index, edge)| {
                let address = ended(edge)?;
                let value = self.points_to.value(program, FunctionId(function as u32), &address);
                Some(End { function, edge: index, value, span: edge.span })
            })
        })
    }

    /// Where it is asked, and at which offsets.
    fn asked(&self, program: &Program) -> Vec<(usize, usize, BTreeSet<u64>)> {
        let all = self.ends(program).filter_map(|it| Some((it.function, it.edge, self.common(&it.value)?.clone())));
        all.collect()
    }

    /// The offsets of mutexes in all objects that may be at an address, if they are the same.
    fn common(&self, value: &Value) -> Option<&BTreeSet<u64>> {
        let mut all = value.pointers.keys().map(|it| self.offsets.get(it));
        let first = all.next()??.as_ref()?;
        all.all(|it| it.and_then(Option::as_ref) == Some(first)).then_some(first)
    }

    fn is_open(&self, value: &Value) -> bool {
        let may_be_held = |it: &Target| self.offsets.contains_key(it) && !self.destroyed.contains(it);
        self.common(value).is_none() && value.pointers.keys().any(may_be_held)
    }
}

/// The address of the memory that an edge ends.
fn ended(edge: &Edge) -> Option<Expr> {
    match &edge.action {
        Action::Visible(
            Operation::Free(address) | Operation::Release(address) | Operation::Reallocate { address, .. },
        ) => Some(address.clone()),
        Action::Visible(Operation::CloseSlot(slot)) => Some(Expr::Address(Base::Slot(*slot), 0)),
        _ => None,
    }
}

/// Puts the question before an end, for the mutexes at these offsets.
fn insert(program: &mut Program, function: usize, edge: usize, offsets: BTreeSet<u64>, follows_unset: bool) {
    let pointer = Width(program.model.pointer_bits());
    let function = &mut program.functions[function];
    let end = function.edges[edge].clone();
    let Some(address) = ended(&end) else { return };
    let span = end.span;
    let begin = new_location(function);
    function.edges[edge] = Edge { to: begin, action: Action::Skip, ..end.clone() };
    // Edges are in the order of the locations that they leave: each new location is behind all others.
    let go = |from, to, guard, action| Edge { from, to, guard, action, span };
    let is_null = Expr::binary(Binary::Equal, address.clone(), Expr::constant(pointer, 0));
    let ask = new_location(function);
    let skip = function.edges.len();
    function.edges.push(go(begin, ask, Guard::If(is_null.clone()), Action::Skip));
    function.edges.push(go(begin, ask, Guard::Unless(is_null), Action::Skip));
    let mut here = ask;
    for offset in offsets {
        let at = Expr::binary(Binary::Add, address.clone(), Expr::constant(pointer, offset));
        let look = |function: &mut Function, from, name: &str, order| {
            let (dest, to) = (new_register(function, name), new_location(function));
            let load = Operation::Load { dest, address: at.clone(), size: Bytes(4), order };
            function.edges.push(go(from, to, Guard::Always, Action::Visible(load)));
            (Expr::Register(dest), to)
        };
        let (mut held, mut found) = look(function, here, "", Order::NonAtomic);
        if follows_unset {
            let (unset, behind) = look(function, found, ", unset", Order::Unset);
            held = Expr::binary(Binary::And, held, Expr::unary(Unary::Not, unset));
            found = behind;
        }
        let is_held = Expr::binary(Binary::NotEqual, held, Expr::constant(WORD, 0));
        let misused = Misused { kind: Misuse::DestroyedInUse, text: TEXT.to_owned() };
        here = new_location(function);
        function.edges.push(go(found, found, Guard::If(is_held.clone()), Action::Stop(Stop::Misuse(misused))));
        function.edges.push(go(found, here, Guard::Unless(is_held), Action::Skip));
    }
    function.edges[skip].to = here;
    function.edges.push(Edge { from: here, guard: Guard::Always, ..end });
}

/// How wide the first word of a mutex is.
const WORD: Width = Width(32);

fn new_register(function: &mut Function, name: &str) -> RegisterId {
    let id = RegisterId(function.registers.len() as u32);
    function.registers.push(Register { name: format!("{HOLDER}{name} {}>", id.0), width: WORD, kind: Kind::Unsigned });
    id
}

fn new_location(function: &mut Function) -> Location {
    function.locations += 1;
    Location(function.locations - 1)
}
