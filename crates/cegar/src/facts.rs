//! What is known of the program before anything is explored: what each edge reads and writes, and what a thread may still
//! do from where it is.
//!
//! A *datum* is a register of a function, or a *place*: some bytes of an object, whichever instance of it. Places are words
//! of four bytes; where an access may go to any of them, it touches all. That an object can end has a place of its own, which
//! every access to it looks at: which objects there are is always known, and so it always counts. That one can begin has
//! another, which only those look at who do not know where they go: a pointer that is not tracked may point to it as soon as it is
//! there, and to nothing before.

use crate::bits::Bits;
use encode::blocks::{Activity, ActivityId, Blocks, Kin, Touch};
use ir::passes::points_to::{Access, Target};
use ir::passes::walk;
use ir::{Action, Callee, FunctionId, Guard, Location, Operation, Program, RegisterId, Stop};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Words of an object that are told apart.
const MOST_WORDS: u32 = 256;
/// Those of an object whose size is not known.
const WORDS_OF_HEAP: u32 = 64;

/// The place that stands for who was joined.
const THREADS: u32 = 0;
/// The place that stands for what threads return.
const RESULTS: u32 = 1;

/// An edge of the program, by its number.
pub type EdgeId = u32;

/// What a thread may still do.
pub struct Future {
    /// Edges of its own.
    pub own: Bits,
    /// Edges of threads that it may start, and of those that they may start.
    pub started: Bits,
    /// Places that are read or written by all of these.
    pub reads: Bits,
    /// See `reads`.
    pub writes: Bits,
}

/// What is known of the program.
pub struct Facts {
    /// Numbers of the first edge of each function.
    first: Vec<u32>,
    /// How many edges there are.
    pub edges: usize,
    /// How many places there are.
    pub places: usize,
    /// The first place of each target, how many there are, and the one that says whether it has not ended, if it can end. The
    /// next one says then whether it has begun.
    targets: FxHashMap<Target, (u32, u32, Option<u32>)>,
    /// The numbers of the first register of each function, behind all places.
    registers: Vec<u32>,
    /// How many data there are: places and registers.
    pub data: usize,
    /// What each edge reads, sets, and lets decide where the thread goes on.
    pub read: Vec<Vec<u32>>,
    /// See `read`.
    pub written: Vec<Vec<u32>>,
    /// See `read`.
    pub decides: Vec<Vec<u32>>,
    /// Places that others can see, read and written by each edge.
    shared_reads: Vec<Vec<u32>>,
    shared_writes: Vec<Vec<u32>>,
    /// Data that may be set and read in one block: what they were set to is known there, tracked or not.
    pub passing: Bits,
    /// What may follow each edge in its thread.
    pub after: Vec<Rc<Bits>>,
    closures: Vec<Rc<Bits>>,
    starts: Vec<Vec<FunctionId>>,
    callees: Vec<Vec<FunctionId>>,
    futures: FxHashMap<ActivityId, Rc<Future>>,
    froms: FxHashMap<(FunctionId, Location), Rc<Bits>>,
}

impl Facts {
    /// Of a program.
    pub fn of(program: &Program, blocks: &Blocks<'_>) -> Facts {
        let mut edges = 0;
        let mut first = Vec::new();
        for function in &program.functions {
            first.push(edges);
            edges += function.edges.len() as u32;
        }
        let mut facts = Facts {
            first,
            edges: edges as usize,
            places: 2,
            targets: FxHashMap::default(),
            registers: Vec::new(),
            data: 0,
            read: Vec::new(),
            written: Vec::new(),
            decides: Vec::new(),
            shared_reads: Vec::new(),
            shared_writes: Vec::new(),
            passing: Bits::default(),
            after: Vec::new(),
            closures: Vec::new(),
            starts: vec![Vec::new(); edges as usize],
            callees: vec![Vec::new(); edges as usize],
            futures: FxHashMap::default(),
            froms: FxHashMap::default(),
        };
        facts.number_places(program, blocks);
        let mut next = facts.places as u32;
        for function in &program.functions {
            facts.registers.push(next);
            next += function.registers.len() as u32;
        }
        facts.data = next as usize;
        for index in 0..program.functions.len() as u32 {
            facts.note_calls(program, blocks, FunctionId(index));
        }
        for index in 0..program.functions.len() as u32 {
            facts.note_function(program, blocks, FunctionId(index));
        }
        facts.close(program);
        facts.note_passing(program);
        facts
    }

    /// Registers, and slots that do not escape, which are the same in memory; what the first thread sets and reads later, since it may be alone; and what is set and read later in an
    /// atomic section.
    fn note_passing(&mut self, program: &Program) {
        let mut passing = Bits::new(self.data);
        passing.extend(self.places as u32..self.data as u32);
        for (target, (first, count, _)) in &self.targets {
            if let Target::Slot(function, slot) = *target {
                if !program.functions[function.index()].slots[slot.index()].escapes {
                    passing.extend(*first..first + count);
                }
            }
        }
        let first = self.closures[program.entry.index()].clone();
        for edge in first.iter() {
            let mut later = (*self.after[edge as usize]).clone();
            later.keep(&first);
            self.note_read_later(&mut passing, edge, &later);
        }
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            for edge in &function.edges {
                if matches!(edge.action, Action::Visible(Operation::AtomicBegin { .. })) {
                    let section = self.section(program, id, edge.to);
                    for inside in section.iter() {
                        let mut later = (*self.after[inside as usize]).clone();
                        later.keep(&section);
                        self.note_read_later(&mut passing, inside, &later);
                    }
                }
            }
        }
        self.passing = passing;
    }

    fn note_read_later(&self, passing: &mut Bits, writer: EdgeId, later: &Bits) {
        for &datum in self.written[writer as usize].iter().filter(|it| (**it as usize) < self.places) {
            let is_read = |it: u32| self.read[it as usize].contains(&datum);
            if !passing.contains(datum) && later.iter().any(is_read) {
                passing.insert(datum);
            }
        }
    }

    /// The edges of an atomic section that begins at a location, with those of functions that it calls.
    fn section(&self, program: &Program, id: FunctionId, from: Location) -> Bits {
        let mut edges = Bits::new(self.edges);
        let mut seen = vec![(from, 1u32)];
        let mut next = 0;
        while let Some(&(location, depth)) = seen.get(next) {
            next += 1;
            let function = &program.functions[id.index()];
            let first = function.edges.partition_point(|it| it.from < location) as u32;
            for (index, edge) in function.leaving(location).iter().enumerate() {
                let number = self.edge((id, first + index as u32));
                edges.insert(number);
                for callee in &self.callees[number as usize] {
                    edges.add(&self.closures[callee.index()]);
                }
                let depth = match &edge.action {
                    Action::Visible(Operation::AtomicBegin { .. }) => depth + 1,
                    Action::Visible(Operation::AtomicEnd) => depth - 1,
                    _ => depth,
                };
                if depth > 0 && depth < 64 && !edge.ends() && !seen.contains(&(edge.to, depth)) {
                    seen.push((edge.to, depth));
                }
            }
        }
        edges
    }

    /// The number of an edge.
    pub fn edge(&self, (function, index): (FunctionId, u32)) -> EdgeId {
        self.first[function.index()] + index
    }

    fn number_places(&mut self, program: &Program, blocks: &Blocks<'_>) {
        for (index, function) in program.functions.iter().enumerate() {
            for edge in 0..function.edges.len() as u32 {
                for access in blocks.layout.accesses(FunctionId(index as u32), edge) {
                    let size = match access.target {
                        Target::Global(it) => program.globals[it.index()].shape.size(program.model),
                        Target::Slot(function, slot) => {
                            program.functions[function.index()].slots[slot.index()].shape.size(program.model)
                        }
                        Target::Made(..) => WORDS_OF_HEAP * 4,
                        Target::Function(_) => 4,
                    };
                    let words = size.div_ceil(4).clamp(1, MOST_WORDS);
                    let next = self.places as u32;
                    if self.targets.contains_key(&access.target) {
                        continue;
                    }
                    let can_end = match access.target {
                        Target::Made(..) => true,
                        Target::Slot(function, slot) => program.functions[function.index()].slots[slot.index()].escapes,
                        Target::Global(_) | Target::Function(_) => false,
                    };
                    let life = can_end.then_some(next + words);
                    self.targets.insert(access.target, (next, words, life));
                    self.places += words as usize + 2 * usize::from(can_end);
                }
            }
        }
    }

    /// The places of some bytes.
    fn words(&self, target: Target, span: Option<(u32, u32)>) -> std::ops::Range<u32> {
        let Some(&(first, count, _)) = self.targets.get(&target) else { return 0..0 };
        match span {
            None => first..first + count,
            Some((offset, size)) => {
                let last = count - 1;
                let low = (offset / 4).min(last);
                let high = ((offset + size.max(1) - 1) / 4).min(last);
                first + low..first + high + 1
            }
        }
    }

    fn places_of(&self, access: &Access) -> std::ops::Range<u32> {
        let exact = access.offset.and_then(|it| it.number()).and_then(|it| u32::try_from(it).ok());
        self.words(access.target, exact.map(|it| (it, access.size.into())))
    }

    /// The data that variables of a kin are part of.
    pub fn data_of(&self, kin: Kin) -> std::ops::Range<u32> {
        match kin {
            Kin::Register(function, register) => {
                let number = self.register(function, register);
                number..number + 1
            }
            Kin::Cell(target, offset, size) => self.words(target, Some((offset, size.into()))),
            Kin::Result => RESULTS..RESULTS + 1,
        }
    }

    /// All places of a target.
    pub fn data_of_target(&self, target: Target) -> std::ops::Range<u32> {
        self.words(target, None)
    }

    /// The places that always count: who was joined, and which objects are there.
    pub fn always_known(&self) -> impl Iterator<Item = u32> {
        self.targets.values().filter_map(|it| it.2).flat_map(|it| [it, it + 1]).chain([THREADS])
    }

    /// The place that says whether an object has begun.
    fn birth(&self, target: Target) -> Option<u32> {
        let life = self.targets.get(&target)?.2?;
        (!planted::bug!(BirthsIgnored)).then_some(life + 1)
    }

    /// The place that says whether an object is there, and whether an access may change that.
    fn life(&self, target: Target, is_whole: bool, is_write: bool) -> Option<(u32, bool)> {
        let place = self.targets.get(&target)?.2?;
        Some((place, is_whole && is_write))
    }

    /// What a thread is about to touch, as places.
    pub fn touched(&self, touches: &[Touch]) -> (Bits, Bits) {
        let (mut reads, mut writes) = (Bits::new(self.places), Bits::new(self.places));
        for touch in touches {
            let (places, is_write, life) = match touch {
                Touch::Exact { target, offset, size, is_write } => {
                    let places = self.words(*target, Some((*offset, u32::from(*size))));
                    (places, *is_write, self.life(*target, false, *is_write))
                }
                Touch::May(it) => {
                    (self.places_of(it), it.is_write, self.life(it.target, it.offset.is_none(), it.is_write))
                }
                Touch::Threads => (THREADS..THREADS + 1, true, None),
            };
            if let Touch::May(it) = touch {
                reads.extend(self.birth(it.target));
            }
            for (place, is_write) in places.map(|it| (it, is_write)).chain(life) {
                reads.insert(place);
                if is_write {
                    writes.insert(place);
                }
            }
        }
        (reads, writes)
    }

    /// The places of a mutex.
    pub fn mutex(&self, target: Target, offset: u32) -> std::ops::Range<u32> {
        self.words(target, Some((offset, 8)))
    }

    fn register(&self, function: FunctionId, register: RegisterId) -> u32 {
        self.registers[function.index()] + register.0
    }

    fn note_calls(&mut self, program: &Program, blocks: &Blocks<'_>, id: FunctionId) {
        for (index, edge) in program.functions[id.index()].edges.iter().enumerate() {
            let number = self.edge((id, index as u32)) as usize;
            match &edge.action {
                Action::Call { callee: Callee::Direct(callee), .. } => self.callees[number] = vec![*callee],
                Action::Call { callee: Callee::Indirect(address), .. } => {
                    self.callees[number] = blocks.points_to.functions(program, id, address);
                }
                Action::Visible(Operation::Spawn { function, .. }) => {
                    let started = blocks.points_to.functions(program, id, function);
                    self.starts[number] = match program.runner {
                        None => started,
                        Some(runner) => vec![runner],
                    };
                }
                _ => {}
            }
        }
    }

    fn note_function(&mut self, program: &Program, blocks: &Blocks<'_>, id: FunctionId) {
        for (index, edge) in program.functions[id.index()].edges.iter().enumerate() {
            let number = self.edge((id, index as u32)) as usize;
            let (mut read, mut written, mut decides) = (Vec::new(), Vec::new(), Vec::new());
            let (mut shared_reads, mut shared_writes) = (Vec::new(), Vec::new());
            let is_store = matches!(edge.action, Action::Visible(Operation::Store { .. } | Operation::Spawn { .. }));
            if let Guard::If(condition) | Guard::Unless(condition) = &edge.guard {
                condition.for_each_register(&mut |it| decides.push(self.register(id, it)));
            }
            // What goes wrong stops a thread.
            for operand in walk::operands(&edge.action) {
                let can_fault = operand.can_fault();
                operand.for_each_register(&mut |it| {
                    let register = self.register(id, it);
                    read.push(register);
                    if can_fault {
                        decides.push(register);
                    }
                });
            }
            if let Some(register) = walk::written(&edge.action) {
                written.push(self.register(id, *register));
            }
            for access in blocks.layout.accesses(id, index as u32) {
                if let Some((place, is_write)) = self.life(access.target, access.offset.is_none(), access.is_write) {
                    shared_reads.push(place);
                    if is_write {
                        shared_writes.push(place);
                    }
                }
                for place in self.places_of(access) {
                    if !is_store {
                        read.push(place);
                    }
                    if access.is_write {
                        written.push(place);
                    }
                    let is_shared = match access.target {
                        Target::Slot(function, slot) => program.functions[function.index()].slots[slot.index()].escapes,
                        Target::Global(_) | Target::Made(..) | Target::Function(_) => true,
                    };
                    if is_shared {
                        shared_reads.push(place);
                        if access.is_write {
                            shared_writes.push(place);
                        }
                    }
                }
            }
            // The first operand of an operation says where it goes, or what it waits for.
            let says_where = |all: &mut Vec<u32>, count: usize| {
                for operand in walk::operands(&edge.action).into_iter().take(count) {
                    operand.for_each_register(&mut |it| all.push(self.register(id, it)));
                }
            };
            match &edge.action {
                Action::Skip | Action::Assign(..) => {}
                Action::Call { callee, .. } => {
                    says_where(&mut decides, usize::from(matches!(callee, Callee::Indirect(_))));
                    for &callee in &self.callees[number] {
                        let parameters = program.functions[callee.index()].parameters;
                        written.extend((0..parameters).map(|it| self.register(callee, RegisterId(it))));
                    }
                }
                Action::Return(_) | Action::Stop(Stop::ThreadExit(_)) => {
                    written.push(RESULTS);
                    for (caller, function) in program.functions.iter().enumerate() {
                        let caller = FunctionId(caller as u32);
                        for (call, it) in function.edges.iter().enumerate() {
                            let call = self.edge((caller, call as u32)) as usize;
                            if let Action::Call { dest: Some(dest), .. } = &it.action
                                && self.callees[call].contains(&id)
                            {
                                written.push(self.register(caller, *dest));
                            }
                        }
                    }
                }
                Action::Stop(_) => {}
                Action::Visible(operation) => match operation {
                    Operation::Load { .. }
                    | Operation::Store { .. }
                    | Operation::Update { .. }
                    | Operation::CompareExchange { .. }
                    | Operation::Free(_)
                    | Operation::Release(_) => says_where(&mut decides, 1),
                    Operation::Lock { .. }
                    | Operation::TryLock { .. }
                    | Operation::Unlock { .. }
                    | Operation::InitMutex { .. }
                    | Operation::DestroyMutex(_) => {
                        says_where(&mut decides, 1);
                        decides.extend(&shared_reads);
                    }
                    Operation::Reallocate { .. } => {
                        says_where(&mut decides, 2);
                        shared_writes.extend(self.birth(Target::Made(id, index as u32)));
                    }
                    Operation::Allocate { .. } => {
                        says_where(&mut decides, 1);
                        shared_writes.extend(self.birth(Target::Made(id, index as u32)));
                    }
                    Operation::OpenSlot(slot) => shared_writes.extend(self.birth(Target::Slot(id, *slot))),
                    Operation::Spawn { place, .. } => {
                        says_where(&mut decides, 1);
                        if let Some(place) = place {
                            place.for_each_register(&mut |it| decides.push(self.register(id, it)));
                        }
                        for &started in &self.starts[number] {
                            let parameters = program.functions[started.index()].parameters;
                            written.extend((0..parameters).map(|it| self.register(started, RegisterId(it))));
                        }
                    }
                    Operation::Join { .. } | Operation::Detach(_) => {
                        says_where(&mut decides, 1);
                        read.push(RESULTS);
                        shared_reads.push(THREADS);
                        shared_writes.push(THREADS);
                    }
                    Operation::Fence(_)
                    | Operation::CurrentThread { .. }
                    | Operation::Extent { .. }
                    | Operation::Doubt { .. }
                    | Operation::AtomicBegin { .. }
                    | Operation::AtomicEnd
                    | Operation::Choose { .. }
                    | Operation::CloseSlot(_) => {}
                },
            }
            for list in [&mut read, &mut written, &mut decides, &mut shared_reads, &mut shared_writes] {
                list.sort_unstable();
                list.dedup();
            }
            self.read.push(read);
            self.written.push(written);
            self.decides.push(decides);
            self.shared_reads.push(shared_reads);
            self.shared_writes.push(shared_writes);
        }
    }

    /// The edges of a function that may be passed from a location on, without those of functions that it calls.
    fn inside(&self, program: &Program, id: FunctionId, from: Location) -> Bits {
        let function = &program.functions[id.index()];
        let mut edges = Bits::new(self.edges);
        let mut seen = vec![false; function.locations as usize];
        let mut open = vec![from];
        while let Some(location) = open.pop() {
            if std::mem::replace(&mut seen[location.index()], true) {
                continue;
            }
            let first = function.edges.partition_point(|it| it.from < location) as u32;
            for (index, edge) in function.leaving(location).iter().enumerate() {
                edges.insert(self.edge((id, first + index as u32)));
                if !edge.ends() {
                    open.push(edge.to);
                }
            }
        }
        edges
    }

    /// Everything that follows calls, and what may follow each edge.
    fn close(&mut self, program: &Program) {
        let count = program.functions.len();
        let mut closures: Vec<Bits> =
            (0..count).map(|it| self.inside(program, FunctionId(it as u32), program.functions[it].entry)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for index in 0..count {
                let callees: Vec<FunctionId> =
                    closures[index].iter().flat_map(|it| self.callees[it as usize].iter().copied()).collect();
                for callee in callees {
                    if callee.index() != index {
                        let other = closures[callee.index()].clone();
                        changed |= closures[index].add(&other);
                    }
                }
            }
        }
        self.closures = closures.into_iter().map(Rc::new).collect();
        // What follows the calls of a function.
        let mut behind: Vec<Bits> = vec![Bits::new(self.edges); count];
        changed = true;
        while changed {
            changed = false;
            for (caller, function) in program.functions.iter().enumerate() {
                let caller = FunctionId(caller as u32);
                for (index, edge) in function.edges.iter().enumerate() {
                    let number = self.edge((caller, index as u32)) as usize;
                    for callee in self.callees[number].clone() {
                        let from = self.from(program, caller, edge.to);
                        changed |= behind[callee.index()].add(&from);
                        let more = behind[caller.index()].clone();
                        changed |= behind[callee.index()].add(&more);
                    }
                }
            }
        }
        for (id, function) in program.functions.iter().enumerate() {
            for (index, edge) in function.edges.iter().enumerate() {
                let number = self.first[id] as usize + index;
                let mut after = behind[id].clone();
                if !edge.ends() {
                    after.add(&self.from(program, FunctionId(id as u32), edge.to));
                }
                for callee in &self.callees[number] {
                    after.add(&self.closures[callee.index()]);
                }
                for started in &self.starts[number] {
                    after.add(&self.closures[started.index()]);
                }
                self.after.push(Rc::new(after));
            }
        }
    }

    /// The edges that may be passed from a location on, in the functions that are called as well.
    fn from(&mut self, program: &Program, id: FunctionId, location: Location) -> Rc<Bits> {
        if let Some(known) = self.froms.get(&(id, location)) {
            return known.clone();
        }
        let mut edges = self.inside(program, id, location);
        let callees: Vec<FunctionId> = edges.iter().flat_map(|it| self.callees[it as usize].iter().copied()).collect();
        for callee in callees {
            edges.add(&self.closures[callee.index()]);
        }
        let edges = Rc::new(edges);
        self.froms.insert((id, location), edges.clone());
        edges
    }

    /// What a thread may still do.
    pub fn future(&mut self, blocks: &Blocks<'_>, id: ActivityId) -> Rc<Future> {
        if let Some(known) = self.futures.get(&id) {
            return known.clone();
        }
        let activity: Rc<Activity> = blocks.activities.get(id).clone();
        let mut own = Bits::new(self.edges);
        for frame in &activity.frames {
            own.add(&self.from(blocks.program, frame.function, frame.location));
        }
        let mut started = Bits::new(self.edges);
        let mut open: Vec<FunctionId> = own.iter().flat_map(|it| self.starts[it as usize].iter().copied()).collect();
        while let Some(function) = open.pop() {
            if started.add(&self.closures[function.index()]) {
                open.extend(
                    self.closures[function.index()].iter().flat_map(|it| self.starts[it as usize].iter().copied()),
                );
            }
        }
        let (mut reads, mut writes) = (Bits::new(self.places), Bits::new(self.places));
        for edge in own.iter().chain(started.iter()) {
            reads.extend(self.shared_reads[edge as usize].iter().copied());
            writes.extend(self.shared_writes[edge as usize].iter().copied());
        }
        let future = Rc::new(Future { own, started, reads, writes });
        self.futures.insert(id, future.clone());
        future
    }

    /// The places that an edge may change and others can see.
    pub fn shared_writes(&self, edge: EdgeId) -> &[u32] {
        &self.shared_writes[edge as usize]
    }
}
