//! Which bytes of an object are one variable.
//!
//! If all accesses that may go to a byte agree on where they begin and how long they are, these bytes are one variable;
//! if they do not (unions, bytes that are copied), each byte is one. The accesses are those of
//! [`PointsTo`]; one name stands for all instances of an object, and so all of them have the same layout.

use ir::passes::points_to::{Access, PointsTo, Target};
use ir::{FunctionId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// The accesses of a program, by what they go to.
pub struct Layout {
    model: ir::DataModel,
    /// Where accesses begin: an offset or its low bits, and how long they are.
    patterns: FxHashMap<Target, Vec<(ir::passes::points_to::LowBits, u8)>>,
    /// What is changed by somebody.
    written: FxHashSet<Target>,
    /// What each edge may access.
    edges: Vec<Vec<Vec<Access>>>,
    known: FxHashMap<(Target, u32), (u32, u8)>,
}

impl Layout {
    /// Of a program.
    pub fn of(program: &Program, points_to: &PointsTo) -> Layout {
        let mut layout = Layout {
            model: program.model,
            patterns: FxHashMap::default(),
            written: FxHashSet::default(),
            edges: Vec::new(),
            known: FxHashMap::default(),
        };
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            let accesses: Vec<Vec<Access>> =
                function.edges.iter().map(|it| points_to.accesses(program, id, it)).collect();
            for access in accesses.iter().flatten() {
                if let Some(offset) = access.offset {
                    let patterns = layout.patterns.entry(access.target).or_default();
                    if !patterns.contains(&(offset, access.size)) {
                        patterns.push((offset, access.size));
                    }
                }
                if access.is_write {
                    layout.written.insert(access.target);
                }
            }
            layout.edges.push(accesses);
        }
        layout
    }

    /// What an edge may access.
    pub fn accesses(&self, function: FunctionId, edge: u32) -> &[Access] {
        &self.edges[function.index()][edge as usize]
    }

    /// Whether nobody changes it.
    pub fn is_constant(&self, target: Target) -> bool {
        !self.written.contains(&target)
    }

    /// The variable that a byte belongs to: where it begins, and how long it is.
    pub fn cell(&mut self, target: Target, offset: u32) -> (u32, u8) {
        if let Some(known) = self.known.get(&(target, offset)) {
            return *known;
        }
        let cell = match self.only_span(target, offset) {
            Some((start, size))
                if (start..start + u32::from(size)).all(|it| self.only_span(target, it) == Some((start, size))) =>
            {
                (start, size)
            }
            _ => (offset, 1),
        };
        self.known.insert((target, offset), cell);
        cell
    }

    /// Where the accesses to a byte begin and how long they are, if they agree.
    fn only_span(&self, target: Target, offset: u32) -> Option<(u32, u8)> {
        let mut only = None;
        for &(at, size) in self.patterns.get(&target)? {
            let step = u32::from(self.model.alignment(size));
            for start in offset.saturating_sub(u32::from(size) - 1)..=offset {
                if start % step != 0 || !at.matches(start.into()) {
                    continue;
                }
                if only.is_some_and(|it| it != (start, size)) {
                    return None;
                }
                only = Some((start, size));
            }
        }
        only
    }
}
