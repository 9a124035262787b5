//! What the steps of a method may touch, found from its code: the table that dependence between tasks stands on.
//!
//! The fields of an object fall into *cells*. Two steps are dependent if they touch a common cell of a common object and one
//! of them changes it.
//!
//! * A field that no method assigns to has no cell: it never changes once its object is made.
//! * The fields of one guard are in one cell. So whatever can make a task wait changes the same cell, and these changes are
//!   in one order in each class of executions: whoever looks for the latest moment at which a waiting task could have
//!   gone on finds it by walking back along that order (`x = 1; x = 0` by one task and `y = 1; y = 0` by another would
//!   have no such order, and `await x == 1 && y == 1` could go on in between).
//! * Fields that are looked at and changed by the same methods are in one cell, since nobody can tell them apart. That is
//!   left out if steps touch what they really touch.

use crate::code::{Body, BodyId, ClassCode, Fate, Op, Pc, Shape};
use crate::program::FieldId;
use rustc_hash::FxHashMap;

/// A cell of an object by number.
pub(crate) type CellNumber = u32;

/// What the steps of a body may touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Footprint {
    /// Cells of the object, with whether they may be changed. Those of methods that it calls on the object are included.
    pub cells: Vec<(CellNumber, bool)>,
    /// It may keep the group: it has a `get`, a call that may be one, or a choice.
    pub locks: bool,
    /// It may go on or not, depending on whether a future has its value already.
    pub looks: bool,
    /// It may have more than one step.
    pub pauses: bool,
}

/// What is known about fields of a class.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassFootprint {
    /// The cell of each field, if it has one, where fields that nobody can tell apart are in one cell.
    pub cells: Vec<Option<CellNumber>>,
    /// The same, where they are not.
    pub exact_cells: Vec<Option<CellNumber>>,
    /// Some task of a group that began with an object of this class may keep the group.
    pub may_lock: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Footprints {
    /// For each body.
    pub bodies: Vec<Footprint>,
    /// For each class.
    pub classes: Vec<ClassFootprint>,
    /// For each instruction that awaits a condition with a field that has a cell.
    guards: FxHashMap<Pc, Guard>,
    /// A task may give away its own future, so that nobody knows who has which.
    pub gives_away: bool,
    /// The main block and the objects that it makes in its own group may keep the group.
    pub main_may_lock: bool,
}

/// A condition that is awaited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    /// A field of it that has a cell. The others have the same.
    pub field: FieldId,
    /// Whether it asks for answers.
    pub looks: bool,
}

/// The fields that a body looks at and changes, and what else its code says.
#[derive(Clone, Debug, Default)]
struct Raw {
    reads: Vec<bool>,
    writes: Vec<bool>,
    /// Fields of each guard, and whether it asks for answers.
    guards: Vec<(Pc, Vec<FieldId>, bool)>,
    footprint: Footprint,
    /// Methods that it calls on the same object.
    calls: Vec<BodyId>,
    /// Functions, which touch no object, and init blocks, which touch one that nobody else knows yet.
    others: Vec<BodyId>,
    /// Classes whose objects it makes in its own group.
    makes: Vec<usize>,
}

impl Footprints {
    /// The footprints of all bodies and classes.
    pub fn of(ops: &[Op], shapes: &[Shape], bodies: &[Body], classes: &[ClassCode]) -> Footprints {
        let end = |index: usize| bodies.get(index + 1).map_or(ops.len(), |it| it.start as usize);
        let owners = owners(bodies.len(), classes);
        let mut raw: Vec<Raw> = (0..bodies.len())
            .map(|index| {
                let owner = owners[index].map(|it| &classes[it]);
                let range = bodies[index].start as usize..end(index);
                read(ops, shapes, range, owner, classes)
            })
            .collect();
        close(&mut raw);
        let mut result = Footprints { bodies: vec![Footprint::default(); bodies.len()], ..Footprints::default() };
        for class in classes {
            let methods: Vec<BodyId> = class.methods.iter().flatten().copied().collect();
            let footprint = class_footprint(class, &methods, &raw);
            for method in &methods {
                let own = &raw[method.0 as usize];
                result.bodies[method.0 as usize].cells = cells_of(own, &footprint.cells);
                for &(pc, ref fields, looks) in &own.guards {
                    let with_cell = fields.iter().find(|it| footprint.cells[it.0 as usize].is_some());
                    result.guards.extend(with_cell.map(|&field| (pc, Guard { field, looks })));
                }
            }
            result.classes.push(footprint);
        }
        for (own, raw) in result.bodies.iter_mut().zip(&raw) {
            *own = Footprint { cells: std::mem::take(&mut own.cells), ..raw.footprint };
        }
        result.gives_away = ops.contains(&Op::Destiny);
        result.find_locks(&raw, classes);
        result
    }

    /// The condition that is awaited at an instruction, if cells decide whether it holds.
    pub fn guard(&self, pc: Pc) -> Option<Guard> {
        self.guards.get(&pc).copied()
    }

    /// Finds out which groups may be kept by a task.
    fn find_locks(&mut self, raw: &[Raw], classes: &[ClassCode]) {
        let locks = |body: BodyId| raw[body.0 as usize].footprint.locks;
        for (own, class) in self.classes.iter_mut().zip(classes) {
            own.may_lock = class.methods.iter().flatten().chain([&class.init]).any(|&it| locks(it));
        }
        // Objects of the same group: until nothing changes.
        loop {
            let mut changed = false;
            for (index, class) in classes.iter().enumerate() {
                let bodies = class.methods.iter().flatten().chain([&class.init]);
                let inherits = bodies.flat_map(|it| &raw[it.0 as usize].makes).any(|&it| self.classes[it].may_lock);
                changed |= inherits && !self.classes[index].may_lock;
                self.classes[index].may_lock |= inherits;
            }
            if !changed {
                break;
            }
        }
        self.main_may_lock = locks(crate::code::MAIN)
            || raw[crate::code::MAIN.0 as usize].makes.iter().any(|&it| self.classes[it].may_lock);
    }
}

/// For each body the class whose method or init block it is.
fn owners(bodies: usize, classes: &[ClassCode]) -> Vec<Option<usize>> {
    let mut owners = vec![None; bodies];
    for (index, class) in classes.iter().enumerate() {
        for body in class.methods.iter().flatten().chain([&class.init]) {
            owners[body.0 as usize] = Some(index);
        }
    }
    owners
}

/// Reads off what a stretch of code says.
fn read(
    ops: &[Op],
    shapes: &[Shape],
    range: std::ops::Range<usize>,
    owner: Option<&ClassCode>,
    classes: &[ClassCode],
) -> Raw {
    let fields = owner.map_or(0, |it| it.fields.len());
    let mut raw = Raw { reads: vec![false; fields], writes: vec![false; fields], ..Raw::default() };
    let mut is_fresh = false;
    for pc in range {
        let was_fresh = std::mem::take(&mut is_fresh);
        match ops[pc] {
            Op::Field(field) => raw.reads[field.0 as usize] = true,
            Op::SetField(field) => raw.writes[field.0 as usize] = true,
            Op::Match(shape, _) => note_fields(&shapes[shape as usize], &mut |it| raw.reads[it.0 as usize] = true),
            Op::Call(body) | Op::TailCall(body) => raw.others.push(body),
            Op::New { class, local } => {
                raw.others.push(classes[class.0 as usize].init);
                if local {
                    raw.makes.push(class.0 as usize);
                }
            }
            Op::Async { fate, .. } => is_fresh = fate == Fate::Awaited,
            Op::Sync { method, own, .. } => {
                raw.footprint.locks = true;
                raw.footprint.pauses = true;
                let callee = owner.and_then(|it| it.methods[method.0 as usize]);
                raw.calls.extend(callee.filter(|_| own));
            }
            Op::Get | Op::Choose => {
                raw.footprint.locks = true;
                raw.footprint.pauses = true;
            }
            Op::AwaitFuture => {
                raw.footprint.looks |= !was_fresh;
                raw.footprint.pauses = true;
            }
            Op::IsResolved { .. } => raw.footprint.looks = true,
            Op::AwaitCondition(start) => {
                raw.footprint.pauses = true;
                let guard = &ops[start as usize..pc];
                let looks = guard.iter().any(|it| matches!(it, Op::IsResolved { .. }));
                raw.guards.push((pc as Pc, guard_fields(guard, shapes), looks));
            }
            Op::Suspend => raw.footprint.pauses = true,
            Op::Constant(_)
            | Op::Local(_)
            | Op::SetLocal(_)
            | Op::This
            | Op::Destiny
            | Op::Drop
            | Op::Construct(..)
            | Op::Builtin(..)
            | Op::Unary(_)
            | Op::Binary(_)
            | Op::Jump(_)
            | Op::JumpUnless(_)
            | Op::NextElement(..)
            | Op::Implements(_)
            | Op::As(_)
            | Op::Throw
            | Op::Rethrow
            | Op::NoMatch
            | Op::Leaves(_)
            | Op::Return
            | Op::Take
            | Op::Assert
            | Op::Print => {}
        }
    }
    raw
}

/// The fields that the code of a guard looks at.
fn guard_fields(ops: &[Op], shapes: &[Shape]) -> Vec<FieldId> {
    let mut fields = Vec::new();
    for op in ops {
        if let Op::Field(field) = op {
            fields.push(*field);
        }
        if let Op::Match(shape, _) = op {
            note_fields(&shapes[*shape as usize], &mut |it| fields.push(it));
        }
    }
    fields
}

fn note_fields(shape: &Shape, note: &mut dyn FnMut(FieldId)) {
    match shape {
        Shape::EqualField(field) => note(*field),
        Shape::Constructor(_, parts) => parts.iter().for_each(|it| note_fields(it, note)),
        Shape::Any | Shape::Bind(_) | Shape::EqualLocal(_) | Shape::Constant(_) => {}
    }
}

/// Adds to each body what those say that it calls, until nothing changes.
fn close(raw: &mut [Raw]) {
    loop {
        let mut changed = false;
        for caller in 0..raw.len() {
            for index in 0..raw[caller].calls.len() + raw[caller].others.len() {
                let (calls, others) = (&raw[caller].calls, &raw[caller].others);
                let on_same = index < calls.len();
                let callee = if on_same { calls[index] } else { others[index - calls.len()] };
                let theirs = raw[callee.0 as usize].clone();
                let own = &mut raw[caller];
                let mut add = |own: &mut bool, theirs: bool| {
                    changed |= theirs && !*own;
                    *own |= theirs;
                };
                add(&mut own.footprint.locks, theirs.footprint.locks);
                add(&mut own.footprint.looks, theirs.footprint.looks);
                add(&mut own.footprint.pauses, theirs.footprint.pauses);
                if on_same {
                    own.reads.iter_mut().zip(&theirs.reads).for_each(|(own, it)| add(own, *it));
                    own.writes.iter_mut().zip(&theirs.writes).for_each(|(own, it)| add(own, *it));
                }
            }
        }
        if !changed {
            break;
        }
    }
}

/// The cells of a class.
fn class_footprint(class: &ClassCode, methods: &[BodyId], raw: &[Raw]) -> ClassFootprint {
    let fields = class.fields.len();
    let is_written: Vec<bool> =
        (0..fields).map(|field| methods.iter().any(|it| raw[it.0 as usize].writes[field])).collect();
    // The first field of the cell that each field belongs to.
    let mut first: Vec<usize> = (0..fields).collect();
    let merge = |one: usize, two: usize, first: &mut Vec<usize>| {
        let (from, to) = (first[one].max(first[two]), first[one].min(first[two]));
        first.iter_mut().filter(|it| **it == from).for_each(|it| *it = to);
    };
    for (_, guard, _) in methods.iter().flat_map(|it| &raw[it.0 as usize].guards) {
        let changing: Vec<usize> = guard.iter().map(|it| it.0 as usize).filter(|&it| is_written[it]).collect();
        changing.windows(2).for_each(|it| merge(it[0], it[1], &mut first));
    }
    let numbered =
        |first: &[usize]| (0..fields).map(|it| is_written[it].then(|| first[it] as CellNumber)).collect::<Vec<_>>();
    let exact_cells = numbered(&first);
    let profile = |cell: usize, first: &[usize]| {
        let members: Vec<usize> = (0..fields).filter(|&it| first[it] == cell && is_written[it]).collect();
        let flags = |body: &BodyId| {
            let raw = &raw[body.0 as usize];
            (members.iter().any(|&it| raw.reads[it]), members.iter().any(|&it| raw.writes[it]))
        };
        methods.iter().map(flags).collect::<Vec<_>>()
    };
    for one in 0..fields {
        for two in one + 1..fields {
            let is_distinct = first[one] == one && first[two] == two && is_written[one] && is_written[two];
            if is_distinct && profile(one, &first) == profile(two, &first) {
                merge(one, two, &mut first);
            }
        }
    }
    ClassFootprint { cells: numbered(&first), exact_cells, may_lock: false }
}

/// The cells that a body touches, with whether it may change them.
fn cells_of(raw: &Raw, cells: &[Option<CellNumber>]) -> Vec<(CellNumber, bool)> {
    let mut found: Vec<(CellNumber, bool)> = Vec::new();
    for (field, cell) in cells.iter().enumerate() {
        let (Some(cell), true) = (*cell, raw.reads[field] || raw.writes[field]) else { continue };
        match found.iter_mut().find(|it| it.0 == cell) {
            Some(known) => known.1 |= raw.writes[field],
            None => found.push((cell, raw.writes[field])),
        }
    }
    found
}
