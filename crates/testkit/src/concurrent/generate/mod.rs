//! The concurrent C program of a seed.
//!
//! A program has a *style*, which says what there is most of in it, and a *discipline*, which says how shared data is
//! protected: if everything were drawn independently, nearly all programs would have a data race in their first lines and a
//! deadlock behind it, and there would be nothing to be found out about the rest. For the same reason mistakes with memory are
//! made on purpose, in some programs.
//!
//! Brute force has to come to an end: how many steps threads make together is added up on the way.
//!
//! `world` makes what threads share, `body` and `synchronise` make statements, `values` what is in them.

mod body;
mod synchronise;
mod values;
mod world;

use super::tree::*;
use body::Writer;
use fastrand::Rng;
use world::World;

/// How large programs are.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// About how many operations all threads do together that others can see.
    pub operations: u32,
}

impl Default for Size {
    fn default() -> Self {
        Size { operations: 8 }
    }
}

/// What there is most of in a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// Everything.
    Mixed,
    /// Plain data behind mutexes.
    Locks,
    /// Waiting for conditions, with condition variables.
    Conditions,
    /// C11 atomics.
    Atomics,
    /// Objects on the heap that are handed over.
    Heap,
    /// Loops that wait for what others store.
    Waiting,
    /// Numbers close to the ends of their types.
    Numbers,
    /// Inputs, and assumptions about them.
    Inputs,
}

const STYLES: [Style; 12] = [
    Style::Mixed,
    Style::Mixed,
    Style::Locks,
    Style::Conditions,
    Style::Atomics,
    Style::Atomics,
    Style::Heap,
    Style::Waiting,
    Style::Numbers,
    Style::Numbers,
    Style::Inputs,
    Style::Heap,
];

/// How shared data is protected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Discipline {
    /// All of it is atomic.
    Atomic,
    /// What is not atomic is used only by who holds the first mutex.
    Guarded,
    /// Not at all.
    Wild,
}

/// The program of a seed.
pub fn program(seed: u64, size: &Size) -> Program {
    let mut rng = Rng::with_seed(seed);
    let style = STYLES[rng.usize(0..STYLES.len())];
    let discipline = match (style, rng.u32(0..10)) {
        (Style::Conditions | Style::Locks, 0..=7) | (_, 0..=3) => Discipline::Guarded,
        (_, 4..=6) => Discipline::Atomic,
        _ => Discipline::Wild,
    };
    let mut world = World::new(&mut rng, style, discipline);
    let count = match rng.u32(0..12) {
        0 => 1,
        1..=8 => 2,
        _ => 3,
    };
    // Who starts a thread: the first one (none), or one of those before it.
    let parents: Vec<Option<usize>> =
        (0..count).map(|it| (it > 0 && rng.u32(0..5) == 0).then(|| rng.usize(0..it))).collect();
    let are_twins = count < 3 && rng.u32(0..6) == 0;
    let share = size.operations / (count as u32 + u32::from(are_twins) + 1);
    let mut functions = Vec::new();
    for index in 0..count {
        let children = (0..count).filter(|&it| parents[it] == Some(index)).map(FunctionId).collect();
        let parameter = parameter(&mut rng, &mut world);
        let mut writer = Writer::new(&mut rng, &mut world, parameter.iter().copied().collect());
        let share = share.saturating_sub(parents.iter().filter(|it| **it == Some(index)).count() as u32).max(1);
        let budget = writer.rng.u32(share.div_ceil(2)..=share + 1);
        let body = writer.thread(children, budget);
        functions.push(Function { parameter, body });
    }
    let mut started: Vec<FunctionId> = (0..count).filter(|&it| parents[it].is_none()).map(FunctionId).collect();
    if are_twins {
        started.push(started[0]);
    }
    let parameters: Vec<Option<LocalType>> = functions.iter().map(|it| it.parameter.map(|it| it.1)).collect();
    let mut writer = Writer::new(&mut rng, &mut world, Vec::new());
    let mut main = writer.main(started, share / 2);
    for body in functions.iter_mut().map(|it| &mut it.body).chain([&mut main]) {
        fit_arguments(body, &parameters, &mut world, &mut rng);
    }
    let unroll = world.is_endless.then(|| rng.u32(1..=2));
    let compares_addresses = world.compares_addresses;
    Program { fields: world.fields, objects: world.objects, functions, main, unroll, compares_addresses }
}

/// What a thread takes its argument for.
fn parameter(rng: &mut Rng, world: &mut World) -> Option<(LocalId, LocalType)> {
    let ty = match rng.u32(0..8) {
        0..=1 => LocalType::Integer(if rng.bool() { Kind::Int } else { Kind::Long }),
        2 => LocalType::Pointer(Pointee::Integer(Kind::Int)),
        _ => return None,
    };
    Some((world.local(), ty))
}

/// Who starts a thread does not know what it takes: arguments are made when that is known. A pointer is one to a variable of
/// whoever starts the thread, or to a global one.
fn fit_arguments(body: &mut Vec<Statement>, parameters: &[Option<LocalType>], world: &mut World, rng: &mut Rng) {
    let numbers = world.all(|it| matches!(it, Shape::Integer { kind: Kind::Int, is_atomic: false }));
    for index in (0..body.len()).rev() {
        let Statement::Spawn(_, function, argument) = &mut body[index] else { continue };
        match parameters[function.0] {
            Some(LocalType::Integer(_)) => *argument = Expr::Number(rng.i64(0..3)),
            Some(LocalType::Pointer(_) | LocalType::Handle) if !numbers.is_empty() && rng.bool() => {
                *argument = Expr::AddressOf(Place::Object(numbers[0]));
            }
            Some(LocalType::Pointer(_) | LocalType::Handle) => {
                let own = world.local();
                *argument = Expr::AddressOf(Place::Local(own));
                let value = Expr::Number(rng.i64(0..3));
                body.insert(index, Statement::Declare(own, LocalType::Integer(Kind::Int), Some(value)));
            }
            None => {}
        }
    }
}
