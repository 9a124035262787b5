//! What a thread is about to do, as far as that can be told without doing it.

use super::run::{Runner, is_private_target};
use super::{Blocks, Control, Name, Variable};
use crate::edge;
use ir::passes::points_to::{Access, Target};
use ir::passes::walk;
use ir::{Action, FunctionId, Location, Operation};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What is touched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Touch {
    /// Bytes of an instance of an object.
    Exact {
        /// Of which.
        target: Target,
        /// Where.
        offset: u32,
        /// How many.
        size: u8,
        /// Whether they may change.
        is_write: bool,
    },
    /// What an access may go to.
    May(Access),
    /// Who is joined or detached.
    Threads,
}

/// What a thread is about to do.
#[derive(Clone, Debug, Default)]
pub struct Pending {
    /// What others may notice of it.
    pub touches: Vec<Touch>,
    /// What it waits for, if it is known to wait.
    pub blocker: Option<Blocker>,
}

/// What a thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocker {
    /// A mutex: bytes of an object.
    Mutex(Target, u32),
    /// The end of a thread.
    Thread(u32),
    /// Nothing that could happen.
    Never,
}

/// What is touched in atomic sections that begin somewhere.
pub(super) type Sections = FxHashMap<(FunctionId, Location), Rc<Vec<Touch>>>;

impl Blocks<'_> {
    /// What a thread is about to do.
    pub fn pending(&mut self, control: &Control, thread: u32, known: &dyn Fn(Variable) -> Option<u64>) -> Pending {
        let activity = control.activity(thread).expect("the thread was started");
        let Some(&frame) = self.activities.get(activity).frames.last() else { return Pending::default() };
        let program = self.program;
        let function = &program.functions[frame.function.index()];
        let first = function.edges.partition_point(|it| it.from < frame.location) as u32;
        let Some(edge) = function.leaving(frame.location).first() else { return Pending::default() };
        let Action::Visible(operation) = &edge.action else { return Pending::default() };
        if edge::is_silent(operation) {
            return Pending::default();
        }
        if matches!(operation, Operation::AtomicBegin { .. }) {
            let touches = self.section(frame.function, edge.to);
            return Pending { touches: touches.to_vec(), blocker: None };
        }
        // Where it goes, if that is known.
        let mut runner = Runner::new(self, control, thread, known);
        let accessed = match operation {
            Operation::Spawn { place, .. } => place.as_ref(),
            _ => walk::operands(&edge.action).into_iter().next(),
        };
        let address = match accessed {
            Some(expr) => runner.evaluate(expr).ok().and_then(|it| runner.blocks.terms.value_of(it)),
            None => None,
        };
        match operation {
            Operation::Join { .. } | Operation::Detach(_) => {
                let blocker = match operation {
                    Operation::Join { .. } => address.and_then(|it| self.join_blocker(control, it)),
                    _ => None,
                };
                return Pending { touches: vec![Touch::Threads], blocker };
            }
            Operation::Lock { .. } => {
                let touches = self.touches(frame.function, first, address);
                let blocker = address.and_then(|it| self.lock_blocker(thread, it, known));
                return Pending { touches, blocker };
            }
            _ => {}
        }
        Pending { touches: self.touches(frame.function, first, address), blocker: None }
    }

    fn touches(&self, function: FunctionId, edge: u32, address: Option<u64>) -> Vec<Touch> {
        let accesses = self.layout.accesses(function, edge);
        let place = address.map(|it| self.program.model.unpack(it));
        let exact =
            place.and_then(|(object, offset)| Some((self.table.instance(object)?, u32::try_from(offset).ok()?)));
        let shared = accesses.iter().filter(|it| !is_private_target(self.program, it.target));
        match (exact, address) {
            (Some((instance, offset)), _) => {
                let own = shared.filter(|it| it.target == instance.target && it.offset.is_some());
                let mut touches: Vec<Touch> = Vec::new();
                for it in own {
                    // Both words of a mutex are touched.
                    let is_mutex = it.size == 4 && accesses.len() >= 2;
                    let length = if is_mutex { 8 } else { it.size };
                    let is_write = it.is_write;
                    let touch = Touch::Exact { target: instance.target, offset, size: length, is_write };
                    if !touches.contains(&touch) {
                        touches.push(touch);
                    }
                }
                if touches.is_empty() {
                    return accesses.iter().cloned().map(Touch::May).collect();
                }
                touches
            }
            (None, _) => shared.cloned().map(Touch::May).collect(),
        }
    }

    fn join_blocker(&self, control: &Control, handle: u64) -> Option<Blocker> {
        let child = u32::try_from(handle.checked_sub(1)?).ok()?;
        let activity = self.activities.get(control.activity(child)?);
        match (activity.has_returned, activity.frames.is_empty()) {
            _ if activity.is_taken => None,
            (true, _) => None,
            (false, false) => Some(Blocker::Thread(child)),
            (false, true) => Some(Blocker::Never),
        }
    }

    fn lock_blocker(&mut self, thread: u32, address: u64, known: &dyn Fn(Variable) -> Option<u64>) -> Option<Blocker> {
        let (object, offset) = self.program.model.unpack(address);
        let offset = u32::try_from(offset).ok()?;
        let target = self.table.instance(object)?.target;
        let word = |at: u32| known(self.table.find(Name::Cell { object, offset: at, size: 4 })?);
        let (holder, state) = (word(offset)?, word(offset + 4).unwrap_or(1));
        let is_mine = holder == u64::from(thread) + 1;
        let waits = holder != 0 && (!is_mine || state & 3 == 0);
        waits.then_some(Blocker::Mutex(target, offset))
    }

    /// What an atomic section may touch whose code begins here.
    fn section(&mut self, function: FunctionId, from: Location) -> Rc<Vec<Touch>> {
        if let Some(known) = self.sections.get(&(function, from)) {
            return known.clone();
        }
        let mut touches: Vec<Touch> = Vec::new();
        let mut seen = vec![((function, from), 1u32)];
        let mut next = 0;
        while let Some(&((id, location), depth)) = seen.get(next) {
            next += 1;
            let it = &self.program.functions[id.index()];
            let first = it.edges.partition_point(|edge| edge.from < location);
            for (index, edge) in it.leaving(location).iter().enumerate() {
                let mut depth = depth;
                let mut more = Vec::new();
                match &edge.action {
                    Action::Visible(Operation::AtomicBegin { .. }) => depth += 1,
                    Action::Visible(Operation::AtomicEnd) => depth -= 1,
                    Action::Visible(Operation::Join { .. } | Operation::Detach(_)) => touches.push(Touch::Threads),
                    Action::Visible(_) => {
                        let accesses = self.layout.accesses(id, (first + index) as u32).iter();
                        let shared = accesses.filter(|it| !is_private_target(self.program, it.target));
                        more.extend(shared.cloned().map(Touch::May));
                    }
                    Action::Call { callee, .. } => {
                        let callees = match callee {
                            ir::Callee::Direct(callee) => vec![*callee],
                            ir::Callee::Indirect(address) => self.points_to.functions(self.program, id, address),
                        };
                        for callee in callees {
                            // A function may end the section: then what follows the call is in none.
                            let entry = ((callee, self.program.functions[callee.index()].entry), depth);
                            if !seen.contains(&entry) {
                                seen.push(entry);
                            }
                        }
                    }
                    Action::Skip | Action::Assign(..) | Action::Return(_) | Action::Stop(_) => {}
                }
                for touch in more {
                    if !touches.contains(&touch) {
                        touches.push(touch);
                    }
                }
                let to = ((id, edge.to), depth);
                if depth > 0 && depth < 64 && !edge.ends() && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        let touches = Rc::new(touches);
        self.sections.insert((function, from), touches.clone());
        touches
    }
}
