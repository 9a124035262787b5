//! The code of one thread: a sequence of random statements around its spawns and joins.

use super::waits::Waiting;
use super::world::World;
use crate::build::{FunctionBuilder, Reg, Var};
use fastrand::Rng;
use ir::{FunctionId, Misuse, Misused, Stop};

/// What the code of a thread is made with.
pub(super) struct Body<'a> {
    pub rng: &'a mut Rng,
    pub world: &'a World,
    /// About how many more visible operations there may be.
    pub budget: u32,
    /// Registers with numbers, never with addresses or handles.
    pub values: Vec<Reg>,
    /// Mutexes that the thread holds here.
    pub held: Vec<Var>,
    /// Whether this is inside of an atomic section.
    pub in_section: bool,
    /// How many statements are around this one.
    depth: u32,
}

/// What a thread can do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Load,
    Store,
    Update,
    CompareExchange,
    Fence,
    Send,
    Receive,
    Relay,
    ArrayAccess,
    PointerAccess,
    PointerStore,
    Locked,
    TryLock,
    LockAgain,
    UnlockInVain,
    MutexMistake,
    CurrentThread,
    Section,
    Choose,
    Assume,
    Assert,
    If,
    Loop,
    Assign,
    Call,
    PrivateSlot,
    EscapingSlot,
    Heap,
    Stop,
    Wait,
}

impl<'a> Body<'a> {
    pub fn new(rng: &'a mut Rng, world: &'a World, budget: u32) -> Self {
        Body { rng, world, budget, values: Vec::new(), held: Vec::new(), in_section: false, depth: 0 }
    }

    /// The whole function of a thread that spawns these.
    pub fn thread(&mut self, f: &mut FunctionBuilder, children: &[FunctionId]) {
        f.order = self.first_order();
        if f.parameters() > 0 {
            self.values.push(f.parameter(0));
        }
        let mut handles = Vec::new();
        for &child in children {
            if self.rng.u8(0..4) == 0 {
                self.statement(f);
            }
            let argument = self.number(f.model().pointer_bits());
            let handle = match self.world.handle {
                Some(place) if self.rng.bool() => f.spawn_at(child, argument, place),
                Some(place) => {
                    let handle = f.spawn_with(child, argument);
                    f.store(place, handle);
                    handle
                }
                None => f.spawn_with(child, argument),
            };
            if self.may_detach(f, handle, 6) {
                handles.push(handle);
            }
        }
        self.statements(f);
        if self.rng.u8(0..8) == 0 {
            self.rng.shuffle(&mut handles);
        }
        let joins_all = self.rng.u8(0..6) > 0;
        for handle in handles {
            if self.may_detach(f, handle, 4) && (joins_all || self.rng.bool()) {
                let result = f.join(handle);
                self.values.push(result);
            }
        }
        if !children.is_empty() {
            self.epilogue(f);
        } else if let (Some(place), 0) = (self.world.handle, self.rng.u8(0..3)) {
            let handle = f.load(place);
            if self.may_detach(f, handle, 2) {
                f.join(handle);
            }
        }
        let bits = f.result_bits();
        let result = self.value(bits);
        f.ret(result);
    }

    /// What a thread does after its children have ended: looks at what they did.
    fn epilogue(&mut self, f: &mut FunctionBuilder) {
        if self.rng.u8(0..4) > 0 {
            self.load(f);
        }
        if self.world.features.asserts && self.rng.u8(0..4) > 0 {
            let condition = self.likely_condition();
            f.assert(condition, "epilogue");
        }
    }

    /// Statements until the budget is spent.
    pub fn statements(&mut self, f: &mut FunctionBuilder) {
        // Local statements are free; the number of rounds bounds them.
        for _ in 0..3 * self.budget {
            if self.budget == 0 || f.is_ended() {
                return;
            }
            self.statement(f);
        }
    }

    /// One random statement.
    pub fn statement(&mut self, f: &mut FunctionBuilder) {
        let kinds = self.kinds();
        let total = kinds.iter().map(|it| it.1).sum();
        let mut at = self.rng.u32(0..total);
        let kind = kinds.iter().find(|it| {
            let found = at < it.1;
            at = at.saturating_sub(it.1);
            found
        });
        let kind = kind.expect("the weights add up to the total").0;
        self.depth += 1;
        let order = f.order;
        f.order = self.next_order().unwrap_or(order);
        match kind {
            Kind::Load => self.load(f),
            Kind::Store => self.store(f),
            Kind::Update => self.update(f),
            Kind::CompareExchange => self.compare_exchange(f),
            Kind::Fence => self.fence(f),
            Kind::Send => self.send(f),
            Kind::Receive => self.receive(f),
            Kind::Relay => self.relay(f),
            Kind::ArrayAccess => self.array_access(f),
            Kind::PointerAccess => self.pointer_access(f),
            Kind::PointerStore => self.pointer_store(f),
            Kind::Locked => self.locked(f),
            Kind::TryLock => self.trylock(f),
            Kind::LockAgain => self.lock_again(f),
            Kind::UnlockInVain => self.unlock_in_vain(f),
            Kind::MutexMistake => self.mutex_mistake(f),
            Kind::CurrentThread => self.current_thread(f),
            Kind::Section => self.section(f),
            Kind::Choose => self.choose(f),
            Kind::Assume => {
                self.load(f);
                let condition = self.condition();
                f.assume(condition);
            }
            Kind::Assert => {
                // Of something that others may have written in the meantime.
                self.load(f);
                let condition = self.likely_condition();
                f.assert(condition, "body");
            }
            Kind::If => self.branch(f),
            Kind::Loop => self.counted_loop(f),
            Kind::Assign => {
                let bits = self.width();
                let dest = f.fresh(bits);
                let value = self.value(bits);
                f.assign(dest, value);
                self.values.push(dest);
            }
            Kind::Call => self.call(f),
            Kind::PrivateSlot => self.private_slot(f),
            Kind::EscapingSlot => self.escaping_slot(f),
            Kind::Heap => self.heap(f),
            Kind::Stop => self.stop(f),
            Kind::Wait => self.wait(f),
        }
        self.depth -= 1;
        f.order = order;
    }

    /// The statements that make sense here, with weights.
    fn kinds(&self) -> Vec<(Kind, u32)> {
        let features = self.world.features;
        let flat = self.depth < 3;
        let outside = !self.in_section;
        let reads = !self.values.is_empty();
        let room = |operations: u32| self.budget >= operations;
        let free_mutex = self.held.len() < self.world.mutexes.len();
        let all = [
            (Kind::Load, 14, true),
            (Kind::Store, 14, true),
            (Kind::Update, 6, features.updates),
            (Kind::CompareExchange, 4, features.updates),
            (Kind::Fence, 2, features.updates && outside),
            (Kind::Send, 30, self.sends() && room(2)),
            (Kind::Receive, 26, self.world.message.is_some() && room(2) && flat),
            (Kind::Relay, 8, self.world.message.is_some()),
            (Kind::ArrayAccess, 10, self.world.array.is_some()),
            (Kind::PointerAccess, 14, self.world.pointer.is_some() && room(2)),
            (Kind::PointerStore, 8, self.world.pointer.is_some()),
            (Kind::Locked, 40, free_mutex && flat && room(2)),
            (Kind::TryLock, 4, free_mutex && flat && room(2)),
            (Kind::LockAgain, 40, flat && !self.lockable_again().is_empty()),
            (Kind::UnlockInVain, 4, !self.unlockable().is_empty()),
            (Kind::CurrentThread, 10, features.selves),
            (Kind::MutexMistake, 4, self.world.mistakes > 0 && features.mutexes),
            (Kind::Section, 10, features.sections && flat && outside),
            (Kind::Section, 2, features.sections && flat && !outside),
            (Kind::Choose, 5, features.choices && (outside || features.choices_in_sections)),
            (Kind::Assume, 7, features.assumes),
            (Kind::Assert, 8, features.asserts),
            (Kind::If, 6, reads && flat),
            (Kind::Loop, 6, features.loops && flat && outside && room(2)),
            (Kind::Assign, 5, reads),
            (Kind::Assign, 18, reads && features.arithmetic),
            (Kind::Call, 10, self.world.helpers.is_some() && outside && room(2)),
            (Kind::PrivateSlot, 5, features.slots),
            (Kind::EscapingSlot, 14, features.slots && self.world.pointer.is_some() && flat && room(3) && outside),
            (Kind::Heap, 14, features.heap && flat && room(3) && outside),
            (Kind::Stop, 12, features.stops && reads),
            (Kind::Wait, 60, self.world.waiting != Waiting::Never && outside && room(2)),
        ];
        all.into_iter().filter(|it| it.2).map(|it| (it.0, it.1)).collect()
    }

    /// Whether a message may be sent here: once in a program, or it would be a race.
    fn sends(&self) -> bool {
        self.world.message.is_some() && (self.world.mistakes > 0 || !self.world.sent.get())
    }

    /// Whether to make a mistake here.
    pub fn mistake(&mut self) -> bool {
        self.rng.u32(0..100) < self.world.mistakes
    }

    /// Pays for a visible operation; those inside of a section are paid for by it.
    pub fn pay(&mut self, operations: u32) {
        if !self.in_section {
            self.budget = self.budget.saturating_sub(operations);
        }
    }

    /// A width of the program's integers.
    pub fn width(&mut self) -> u8 {
        if self.world.features.widths { [8, 16, 32, 64][self.rng.usize(0..4)] } else { 32 }
    }

    fn branch(&mut self, f: &mut FunctionBuilder) {
        let condition = self.condition();
        let budget = self.budget;
        let branch = f.begin_if(condition);
        self.statement(f);
        let left = std::mem::replace(&mut self.budget, budget);
        let branch = f.begin_else(branch);
        if self.rng.bool() {
            self.statement(f);
        }
        f.end_if(branch);
        self.budget = self.budget.min(left);
    }

    /// A loop of two rounds, which may be left early.
    fn counted_loop(&mut self, f: &mut FunctionBuilder) {
        let counter = f.fresh(8);
        f.assign(counter, 0);
        let budget = self.budget;
        self.budget = budget / 2;
        f.repeat_while(counter.less(2), |f| {
            self.statement(f);
            f.assign(counter, counter.plus(1));
        });
        self.budget *= 2;
        self.values.push(counter);
    }

    fn stop(&mut self, f: &mut FunctionBuilder) {
        let condition = self.condition();
        let branch = f.begin_if(condition);
        match self.rng.u8(0..if self.world.features.misuses { 5 } else { 4 }) {
            0 => f.stop(Stop::Exit),
            1 => f.stop(Stop::Cut),
            4 => f.stop(Stop::Misuse(Misused { kind: Misuse::Overlap, text: "misuse".to_owned() })),
            _ => {
                let value = self.value(f.model().pointer_bits());
                f.thread_exit(value);
            }
        }
        let branch = f.begin_else(branch);
        f.end_if(branch);
    }
}
