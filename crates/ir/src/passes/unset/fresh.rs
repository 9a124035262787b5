//! Memory that is written before anything else can look at it: the usual way to make a node of a list. It needs no shadow.
//!
//! From an allocation on, as long as its address is only in registers of the function, nothing else reads or writes the memory. The bytes
//! that some access of the program may look at have to be written when the address leaves: when it is stored, handed to a
//! function, returned, or used in an operation that is no plain access. A forward analysis, per allocation: the registers that
//! may hold such an address (what is joined may), those that surely do and at which offset (must), and the bytes that are
//! surely written (must).

use super::super::points_to::{PointsTo, Target};
use super::super::walk;
use super::facts::looks;
use super::is_marker;
use crate::syntax::*;
use std::collections::{BTreeMap, BTreeSet};

/// Larger memory is not looked at.
const MOST_BYTES: u64 = 128;

/// Some of the first 128 bytes.
type ByteSet = u128;

/// The allocations whose memory is written wherever something looks at it, unless unset bits are copied there.
pub(super) fn written_when_seen(program: &Program, points_to: &PointsTo) -> Vec<Target> {
    let seen = seen(program, points_to);
    let mut found = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        for (edge, it) in function.edges.iter().enumerate() {
            let Action::Visible(Operation::Allocate { dest, size: Expr::Const(_, size), .. }) = &it.action else {
                continue;
            };
            let target = Target::Made(FunctionId(index as u32), edge as u32);
            if *size > MOST_BYTES {
                continue;
            }
            let wanted = seen.get(&target).copied().unwrap_or(0) & bytes(0, *size);
            let analysis =
                Analysis { function, allocation: edge, wanted, pointer_bytes: program.model.pointer_bytes() };
            if analysis.run(*dest) {
                found.push(target);
            }
        }
    }
    found
}

fn bytes(from: u64, count: u64) -> ByteSet {
    let first = |count: u64| if count >= 128 { ByteSet::MAX } else { (1 << count) - 1 };
    first(from.saturating_add(count)) & !first(from)
}

/// Which bytes of allocated memory anything looks at.
fn seen(program: &Program, points_to: &PointsTo) -> BTreeMap<Target, ByteSet> {
    let mut seen: BTreeMap<Target, ByteSet> = BTreeMap::new();
    for (index, function) in program.functions.iter().enumerate() {
        for edge in &function.edges {
            let Action::Visible(operation) = &edge.action else { continue };
            if !looks(operation) {
                continue;
            }
            for access in points_to.accesses(program, FunctionId(index as u32), edge) {
                let place = access.offset.and_then(|it| it.number());
                *seen.entry(access.target).or_default() |=
                    place.map_or(ByteSet::MAX, |it| bytes(it, access.size.into()));
            }
        }
    }
    seen
}

/// What is known at a location on the ways from the allocation on which its address has not left.
#[derive(Clone, PartialEq)]
struct State {
    may: BTreeSet<RegisterId>,
    must: BTreeMap<RegisterId, u64>,
    written: ByteSet,
}

impl State {
    fn forget(&mut self, register: RegisterId) {
        self.may.remove(&register);
        self.must.remove(&register);
    }

    fn merge(&mut self, other: &State) {
        self.may.extend(&other.may);
        self.must.retain(|register, offset| other.must.get(register) == Some(offset));
        self.written = match planted::bug!(WrittenOnOneWay) {
            true => self.written | other.written,
            false => self.written & other.written,
        };
    }

    /// The offset of a sure address in the memory.
    fn offset(&self, expr: &Expr) -> Option<u64> {
        match expr {
            Expr::Register(register) => self.must.get(register).copied(),
            Expr::Binary(Binary::Add, left, right) => match (&**left, &**right) {
                (address, Expr::Const(_, by)) | (Expr::Const(_, by), address) => {
                    Some(self.offset(address)?.wrapping_add(*by))
                }
                _ => None,
            },
            Expr::Binary(Binary::Subtract, left, right) => match &**right {
                Expr::Const(_, by) => Some(self.offset(left)?.wrapping_sub(*by)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an address in the memory may be made from the value of an expression.
    fn carries(&self, expr: &Expr) -> bool {
        use Binary::*;
        match expr {
            Expr::Const(..) | Expr::Address(..) => false,
            Expr::Register(register) => self.may.contains(register),
            Expr::Unary(_, operand)
            | Expr::Extend { operand, .. }
            | Expr::Truncate(_, operand)
            | Expr::Convert { operand, .. } => self.carries(operand),
            Expr::Binary(
                Equal | NotEqual | Less | LessEqual | LessSigned | LessEqualSigned | FloatEqual | FloatLess
                | FloatLessEqual,
                ..,
            ) => false,
            Expr::Binary(_, left, right) => self.carries(left) || self.carries(right),
            Expr::Select(_, yes, no) => self.carries(yes) || self.carries(no),
        }
    }
}

/// Where a way leads.
enum After {
    Goes(State),
    /// Nothing is left to be looked at: the address has left, or the function ends.
    Done,
    /// Something may look at bytes that were not written.
    Fails,
}

struct Analysis<'f> {
    function: &'f Function,
    allocation: usize,
    wanted: ByteSet,
    pointer_bytes: u32,
}

impl Analysis<'_> {
    fn run(&self, dest: RegisterId) -> bool {
        let start = self.function.edges[self.allocation].to;
        let first = State { may: [dest].into(), must: [(dest, 0)].into(), written: 0 };
        let mut states: BTreeMap<Location, State> = [(start, first)].into();
        let mut worklist = vec![start];
        while let Some(location) = worklist.pop() {
            let before = states[&location].clone();
            let number = self.function.edges.partition_point(|it| it.from < location);
            for (offset, edge) in self.function.leaving(location).iter().enumerate() {
                let after = match self.pass(number + offset, edge, before.clone()) {
                    After::Goes(_) | After::Done if edge.ends() => continue,
                    After::Goes(after) => after,
                    After::Done => continue,
                    After::Fails => return false,
                };
                let merged = match states.get(&edge.to) {
                    None => after,
                    Some(known) => {
                        let mut merged = known.clone();
                        merged.merge(&after);
                        merged
                    }
                };
                if states.get(&edge.to) != Some(&merged) {
                    states.insert(edge.to, merged);
                    worklist.push(edge.to);
                }
            }
        }
        true
    }

    /// The address leaves the registers of the function.
    fn leaves(&self, state: &State) -> After {
        if self.wanted & !state.written == 0 { After::Done } else { After::Fails }
    }

    fn pass(&self, number: usize, edge: &Edge, mut state: State) -> After {
        let carried = walk::operands(&edge.action).into_iter().any(|it| state.carries(it));
        if number == self.allocation {
            // The next object begins; this one may still be known to other registers.
            let dest = walk::written(&edge.action).copied();
            return if state.may.iter().all(|it| Some(*it) == dest) { After::Done } else { self.leaves(&state) };
        }
        match &edge.action {
            Action::Skip => {}
            Action::Assign(dest, value) => {
                let offset = state.offset(value);
                state.forget(*dest);
                if carried {
                    state.may.insert(*dest);
                    state.must.extend(offset.map(|it| (*dest, it)));
                }
                return After::Goes(state);
            }
            Action::Return(_) | Action::Stop(_) | Action::Call { .. } => {
                if carried {
                    return self.leaves(&state);
                }
            }
            Action::Visible(operation) => match operation {
                Operation::Load { address, size, .. } => {
                    let looks = match state.offset(address) {
                        Some(offset) => bytes(offset, size.0.into()),
                        None if carried => ByteSet::MAX,
                        None => 0,
                    };
                    if is_marker(&edge.action).is_none() && looks & self.wanted & !state.written != 0 {
                        return After::Fails;
                    }
                }
                Operation::Store { address, value, size, .. } => {
                    if state.carries(value) {
                        return self.leaves(&state);
                    }
                    state.written |= state.offset(address).map_or(0, |it| bytes(it, size.0.into()));
                }
                Operation::InitMutex { mutex, .. } => {
                    state.written |= state.offset(mutex).map_or(0, |it| bytes(it, MUTEX_SIZE.into()));
                }
                Operation::Spawn { function, argument, place, .. } => {
                    if state.carries(function) || state.carries(argument) {
                        return self.leaves(&state);
                    }
                    let stored = place.as_ref().and_then(|it| state.offset(it));
                    state.written |= stored.map_or(0, |it| bytes(it, self.pointer_bytes.into()));
                }
                Operation::Free(_) => {}
                Operation::Update { .. }
                | Operation::CompareExchange { .. }
                | Operation::Fence(_)
                | Operation::Lock { .. }
                | Operation::TryLock { .. }
                | Operation::Unlock { .. }
                | Operation::DestroyMutex(_)
                | Operation::Join { .. }
                | Operation::Detach(_)
                | Operation::CurrentThread { .. }
                | Operation::Extent { .. }
                | Operation::Doubt { .. }
                | Operation::AtomicBegin { .. }
                | Operation::AtomicEnd
                | Operation::Choose { .. }
                | Operation::Allocate { .. }
                | Operation::Reallocate { .. }
                | Operation::Release(_)
                | Operation::OpenSlot(_)
                | Operation::CloseSlot(_) => {
                    if carried {
                        return self.leaves(&state);
                    }
                }
            },
        }
        if let Some(dest) = walk::written(&edge.action) {
            state.forget(*dest);
        }
        After::Goes(state)
    }
}
