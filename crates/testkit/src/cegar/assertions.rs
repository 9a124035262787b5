//! Adds an assertion about what threads share to a program that has none, or none about that.
//!
//! The oracle says what is in the globals in the end. From there come the numbers: some that can be there and some that
//! cannot, so that about as many assertions fail as hold, and mostly not for a reason that is seen at once.

use super::{Limits, explored};
use fastrand::Rng;
use ir::{
    Action, Base, Binary, Bytes, Edge, Expr, FunctionId, GlobalId, Guard, Kind, Location, Operation, Order, Program,
    Register, RegisterId, Shape, Stop, Unary, Width,
};
use source::Span;

/// An integer in a global: which one, where in it, and how long it is.
#[derive(Clone, Copy)]
struct Cell {
    global: GlobalId,
    offset: u32,
    bytes: u8,
}

/// The program with an assertion somewhere: in the first function before it returns, or in any function anywhere. It is the
/// same for the same seed.
pub fn with_assertion(mut program: Program, seed: u64, limits: &Limits) -> Program {
    let mut rng = Rng::with_seed(seed);
    let mut cells = Vec::new();
    for (index, global) in program.globals.iter().enumerate() {
        integers(&global.shape, GlobalId(index as u32), 0, &mut cells);
    }
    if cells.is_empty() {
        return program;
    }
    let mut looked_at = vec![cells[rng.usize(0..cells.len())]];
    if rng.bool() {
        looked_at.push(cells[rng.usize(0..cells.len())]);
    }
    let finals = explored(&program, limits).finals;
    let value = |globals: &[Vec<u8>], it: &Cell| {
        let bytes = globals.get(it.global.index()).map_or(&[][..], Vec::as_slice);
        let bytes = bytes.iter().skip(it.offset as usize).take(it.bytes.into());
        bytes.rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
    };
    let seen: Vec<Vec<u64>> =
        finals.iter().map(|end| looked_at.iter().map(|it| value(&end.globals, it)).collect()).collect();
    let seen = if seen.is_empty() { vec![vec![0; looked_at.len()]] } else { seen };
    // From some final state, or in half of the programs each from another one, or next to it.
    let mut state = rng.usize(0..seen.len());
    let is_mixed = rng.bool();
    let mut numbers = Vec::new();
    for (index, cell) in looked_at.iter().enumerate() {
        if is_mixed {
            state = rng.usize(0..seen.len());
        }
        let next = if rng.u8(0..4) == 0 { rng.u64(0..3).wrapping_sub(1) } else { 0 };
        let bits = u32::from(cell.bytes) * 8;
        numbers.push(seen[state][index].wrapping_add(next) & (u64::MAX >> (64 - bits)));
    }
    let function = match rng.u8(0..3) {
        0 => program.entry,
        _ => FunctionId(rng.u32(0..program.functions.len() as u32)),
    };
    let edges = &program.functions[function.index()].edges;
    let returns = edges.iter().filter(|it| function == program.entry && matches!(it.action, Action::Return(_)));
    let places: Vec<Location> = match rng.bool() {
        true => returns.map(|it| it.from).collect(),
        false => edges.iter().map(|it| it.from).collect(),
    };
    if let Some(place) = (!places.is_empty()).then(|| places[rng.usize(0..places.len())]) {
        let is_order = rng.u8(0..3) == 0;
        insert(&mut program, function, place, &looked_at, &numbers, is_order);
    }
    program
}

/// The integers of an object.
fn integers(shape: &Shape, global: GlobalId, offset: u32, found: &mut Vec<Cell>) {
    match shape {
        Shape::Int { bits, .. } => found.push(Cell { global, offset, bytes: bits / 8 }),
        Shape::Array(element, count) => {
            if let Shape::Int { bits, .. } = **element {
                let bytes = bits / 8;
                found.extend((0..*count).map(|it| Cell { global, offset: offset + it * u32::from(bytes), bytes }));
            }
        }
        Shape::Record { fields, .. } => {
            fields.iter().for_each(|it| integers(&it.shape, global, offset + it.offset, found));
        }
        Shape::Float { .. } | Shape::Pointer | Shape::Mutex | Shape::Bytes(_) => {}
    }
}

/// Asserts before a location that not all cells hold these numbers; or, if it is about the order, that none is larger.
fn insert(
    program: &mut Program,
    function: FunctionId,
    place: Location,
    cells: &[Cell],
    numbers: &[u64],
    is_order: bool,
) {
    let function = &mut program.functions[function.index()];
    let mut at = Location(function.locations);
    function.edges.iter_mut().filter(|it| leads_on(it) && it.to == place).for_each(|it| it.to = at);
    if function.entry == place {
        function.entry = at;
    }
    let mut push = |from: Location, to: Location, guard: Guard, action: Action| {
        function.edges.push(Edge { from, to, guard, action, span: Span::NONE });
    };
    let mut wrong: Option<Expr> = None;
    for (index, (cell, &number)) in cells.iter().zip(numbers).enumerate() {
        let width = Width(cell.bytes * 8);
        let dest = RegisterId(function.registers.len() as u32);
        function.registers.push(Register { name: format!("seen{index}"), width, kind: Kind::Unsigned });
        let address = Expr::Address(Base::Global(cell.global), cell.offset.into());
        let order = Order::SequentiallyConsistent;
        let load = Operation::Load { dest, address, size: Bytes(cell.bytes), order };
        push(at, Location(at.0 + 1), Guard::Always, Action::Visible(load));
        at = Location(at.0 + 1);
        let (value, number) = (Box::new(Expr::Register(dest)), Box::new(Expr::Const(width, number)));
        let (one, more) = match is_order {
            true => (Expr::Binary(Binary::Less, number, value), Binary::Or),
            false => (Expr::Binary(Binary::Equal, value, number), Binary::And),
        };
        wrong = Some(match wrong {
            Some(others) => Expr::Binary(more, Box::new(others), Box::new(one)),
            None => one,
        });
    }
    let Some(wrong) = wrong else { return };
    let fail = Location(at.0 + 1);
    let holds = Expr::Unary(Unary::Not, Box::new(wrong));
    push(at, place, Guard::If(holds.clone()), Action::Skip);
    push(at, fail, Guard::Unless(holds), Action::Skip);
    push(fail, fail, Guard::Always, Action::Stop(Stop::Fail("what is shared".to_owned())));
    function.locations = fail.0 + 1;
}

/// Whether an edge leads to another location.
fn leads_on(edge: &Edge) -> bool {
    !matches!(edge.action, Action::Return(_) | Action::Stop(_))
}
