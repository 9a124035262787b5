//! What an operation may access, whatever the state: by the text of the program.

use ir::{Action, Base, Edge, Expr, Function, GlobalId, Location, Operation};
use std::collections::BTreeSet;

/// Something that may be accessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Possible {
    region: Region,
    is_write: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Region {
    /// Bytes of a global, from the first to behind the last.
    Bytes(GlobalId, i64, i64),
    /// Some bytes of a global.
    Global(GlobalId),
    /// Some bytes.
    Memory,
    /// Some thread.
    Thread,
}

impl Possible {
    pub fn conflicts(&self, other: &Possible) -> bool {
        let meet = match (self.region, other.region) {
            (Region::Thread, Region::Thread) => true,
            (Region::Thread, _) | (_, Region::Thread) => false,
            (Region::Memory, _) | (_, Region::Memory) => true,
            (Region::Bytes(one, from, to), Region::Bytes(two, other_from, other_to)) => {
                one == two && from.max(other_from) < to.min(other_to)
            }
            (Region::Global(one) | Region::Bytes(one, ..), Region::Global(two) | Region::Bytes(two, ..)) => one == two,
        };
        meet && (self.is_write || other.is_write)
    }
}

/// What the operation of an edge may access; for a section, what those in it may, whichever way they go.
pub(super) fn possible(function: &Function, edge: &Edge) -> Vec<Possible> {
    let mut found = BTreeSet::new();
    if !matches!(edge.action, Action::Visible(Operation::AtomicBegin { .. })) {
        add(edge, &mut found);
        return found.into_iter().collect();
    }
    let mut seen: BTreeSet<Location> = BTreeSet::new();
    let mut open = vec![edge.to];
    while let Some(location) = open.pop() {
        if !seen.insert(location) {
            continue;
        }
        for edge in function.leaving(location) {
            if !matches!(edge.action, Action::Visible(Operation::AtomicEnd)) {
                add(edge, &mut found);
                open.push(edge.to);
            }
        }
    }
    found.into_iter().collect()
}

fn add(edge: &Edge, found: &mut BTreeSet<Possible>) {
    let Action::Visible(operation) = &edge.action else { return };
    let mut note = |address: &Expr, size: u8, writes: &[bool]| {
        let region = region(address, size);
        found.extend(writes.iter().map(|&is_write| Possible { region, is_write }));
    };
    match operation {
        Operation::Load { address, size, .. } => note(address, size.0, &[false]),
        Operation::Store { address, size, .. } => note(address, size.0, &[true]),
        Operation::Update { address, size, .. } | Operation::CompareExchange { address, size, .. } => {
            note(address, size.0, &[false, true]);
        }
        Operation::Lock { mutex, .. } | Operation::TryLock { mutex, .. } | Operation::Unlock { mutex, .. } => {
            note(mutex, 4, &[false, true]);
        }
        Operation::Join { .. } => {
            found.insert(Possible { region: Region::Thread, is_write: true });
        }
        Operation::Spawn { place: None, .. } | Operation::Fence(_) => {}
        Operation::Spawn { place: Some(_), .. }
        | Operation::InitMutex { .. }
        | Operation::DestroyMutex(_)
        | Operation::Detach(_)
        | Operation::CurrentThread { .. }
        | Operation::Extent { .. }
        | Operation::Doubt { .. }
        | Operation::AtomicBegin { .. }
        | Operation::AtomicEnd
        | Operation::Choose { .. }
        | Operation::Allocate { .. }
        | Operation::Reallocate { .. }
        | Operation::Free(_)
        | Operation::Release(_)
        | Operation::OpenSlot(_)
        | Operation::CloseSlot(_) => panic!("not modelled here: {operation:?}"),
    }
}

/// Where an address may be: a global and a number, a global and something, or something.
fn region(address: &Expr, size: u8) -> Region {
    match address {
        Expr::Address(Base::Global(global), offset) => Region::Bytes(*global, *offset, offset + i64::from(size)),
        Expr::Binary(_, left, _) => match **left {
            Expr::Address(Base::Global(global), _) => Region::Global(global),
            _ => Region::Memory,
        },
        _ => Region::Memory,
    }
}
