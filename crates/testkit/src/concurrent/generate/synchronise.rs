//! Statements by which threads wait for each other and hand data over: atomics, mutexes, conditions, sections, the heap.

use super::super::tree::*;
use super::body::Writer;

impl Writer<'_> {
    /// An operation of C11 on an atomic integer.
    pub fn atomic(&mut self) -> Option<Vec<Statement>> {
        let atomics = self.world.atomics();
        if atomics.is_empty() {
            return None;
        }
        let object = atomics[self.rng.usize(0..atomics.len())];
        let Shape::Integer { kind, .. } = self.world.objects[object.0].shape else { return None };
        let place = Place::Object(object);
        self.spent += 1;
        Some(match self.rng.u32(0..8) {
            0..=1 => {
                let order = [Order::Relaxed, Order::Release, Order::SequentiallyConsistent][self.rng.usize(0..3)];
                vec![Statement::Store(place, self.operand(kind), order)]
            }
            2 => {
                let order = [Order::Relaxed, Order::Acquire, Order::SequentiallyConsistent][self.rng.usize(0..3)];
                vec![self.declare(kind, Expr::Load(place, order))]
            }
            3..=5 => {
                // There is no arithmetic on truth values.
                let all = [Update::Exchange, Update::Add, Update::Subtract, Update::And, Update::Or, Update::Xor];
                let update = if kind == Kind::Bool { Update::Exchange } else { all[self.rng.usize(0..all.len())] };
                let value = self.operand(kind);
                let update = Expr::Update(update, place, Box::new(value), self.order());
                if self.rng.bool() { vec![self.declare(kind, update)] } else { vec![Statement::Expr(update)] }
            }
            _ => {
                let expected = self.number(kind);
                let expected = self.declare(kind, expected);
                let Statement::Declare(local, ..) = expected else { return None };
                let success = self.order();
                let failure = [Order::Relaxed, Order::Acquire, Order::SequentiallyConsistent][self.rng.usize(0..3)];
                let exchange = Expr::CompareExchange {
                    place,
                    expected: local,
                    desired: Box::new(self.operand(kind)),
                    is_weak: self.rng.u32(0..3) == 0,
                    orders: (success, failure),
                };
                match self.rng.u32(0..3) {
                    0 => vec![expected, Statement::Expr(exchange)],
                    1 => vec![expected, self.declare(Kind::Int, exchange)],
                    _ => {
                        let yes = self.body(1);
                        vec![expected, Statement::If(exchange, yes, Vec::new())]
                    }
                }
            }
        })
    }

    fn order(&mut self) -> Order {
        let all =
            [Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease, Order::SequentiallyConsistent];
        all[self.rng.usize(0..all.len())]
    }

    pub fn fence(&mut self) -> Statement {
        let order = self.order();
        Statement::Fence(if order == Order::Relaxed { Order::SequentiallyConsistent } else { order })
    }

    /// Statements with a mutex held; if it is only tried, they are run if that succeeds.
    pub fn region(&mut self, left: u32, is_tried: bool) -> Option<Vec<Statement>> {
        let mutexes = self.world.mutexes();
        if mutexes.is_empty() {
            return None;
        }
        let index = if self.rng.u32(0..3) == 0 { self.rng.usize(0..mutexes.len()) } else { 0 };
        let mutex = mutexes[index];
        let is_recursive = self.world.objects[mutex.0].shape == Shape::Mutex(MutexKind::Recursive);
        if self.held.contains(&index) && !is_recursive && self.rng.u32(0..12) > 0 {
            return None;
        }
        self.spent += 2;
        self.held.push(index);
        let mut body = self.body(left.saturating_sub(2).max(1));
        self.held.pop();
        let forgets = self.rng.u32(0..40) == 0;
        let twice = self.world.has_mistakes && self.rng.u32(0..20) == 0;
        for _ in 0..usize::from(!forgets) + usize::from(twice) {
            body.push(Statement::Unlock(mutex));
        }
        Some(if is_tried {
            let got = Expr::Unary(Unary::Not, Box::new(Expr::TryLock(mutex)));
            let no = if self.rng.u32(0..4) == 0 { self.body(1) } else { Vec::new() };
            vec![Statement::If(got, body, no)]
        } else {
            body.insert(0, Statement::Lock(mutex));
            body
        })
    }

    /// A mutex and a condition variable that belong together, if there are such and the mutex is free.
    fn monitor(&mut self) -> Option<(ObjectId, ObjectId)> {
        let condition = *self.world.conditions().first()?;
        let mutex = *self.world.mutexes().first()?;
        (!self.is_inside && self.held.is_empty()).then_some((condition, mutex))
    }

    /// Waits until something holds that somebody else can make hold.
    pub fn wait(&mut self) -> Option<Vec<Statement>> {
        let (condition, mutex) = self.monitor()?;
        self.spent += 4;
        self.held.push(0);
        let until = self.condition();
        let then = if self.rng.bool() { self.access() } else { None };
        let before = if self.rng.u32(0..4) == 0 { self.access() } else { None };
        self.held.pop();
        let how = match self.rng.u32(0..10) {
            0 => Waiting::If,
            1 => Waiting::Bare,
            2 => Waiting::Counted,
            3 => Waiting::Timed,
            _ => Waiting::Loop,
        };
        let mut written = vec![Statement::Lock(mutex)];
        written.extend(before.unwrap_or_default());
        written.push(Statement::Await { condition, mutex, until, how });
        written.extend(then.unwrap_or_default());
        written.push(Statement::Unlock(mutex));
        Some(written)
    }

    /// Changes something, and wakes up who waits for that.
    pub fn notify(&mut self) -> Option<Vec<Statement>> {
        let (condition, mutex) = self.monitor()?;
        self.spent += 3;
        self.held.push(0);
        let change = self.access().unwrap_or_default();
        self.held.pop();
        let signal = Statement::Signal { condition, to_all: self.rng.u32(0..3) == 0 };
        let is_outside = self.rng.u32(0..4) == 0;
        let mut written = vec![Statement::Lock(mutex)];
        written.extend(change);
        match is_outside {
            true => written.extend([Statement::Unlock(mutex), signal]),
            false => written.extend([signal, Statement::Unlock(mutex)]),
        }
        Some(written)
    }

    /// A loop that only looks.
    pub fn spin(&mut self) -> Option<Vec<Statement>> {
        let cell = self.cell()?;
        if self.is_inside || cell.kind == Kind::Int128 {
            return None;
        }
        self.spent += 1;
        let seen = self.read(&cell);
        let condition = match self.rng.u32(0..3) {
            0 => Expr::Unary(Unary::Not, Box::new(seen)),
            _ => self.comparison(seen, cell.kind),
        };
        Some(vec![Statement::While(condition, Vec::new())])
    }

    /// Statements that are run without interruption.
    pub fn section(&mut self, left: u32) -> Option<Vec<Statement>> {
        if self.is_inside {
            return None;
        }
        let before = self.spent;
        let body = self.inside(|it| it.body(left.clamp(1, 3)));
        // Others see one step.
        self.spent = before + 1;
        Some(vec![Statement::Section(body)])
    }

    /// Lets one of the pointers point to a new object.
    pub fn publish_somewhere(&mut self) -> Option<Vec<Statement>> {
        let pointers = self.world.pointers();
        let free = |it: &&ObjectId| !self.world.published.contains(it) || self.world.has_mistakes;
        let pointer = *pointers.iter().find(free)?;
        (!self.is_inside).then(|| self.publish(pointer))
    }

    /// Makes an object, puts something into it, and lets a pointer point to it.
    pub fn publish(&mut self, pointer: ObjectId) -> Vec<Statement> {
        let Shape::Pointer { to, is_atomic } = self.world.objects[pointer.0].shape else { return Vec::new() };
        self.world.published.push(pointer);
        self.spent += 3;
        let local = self.world.local();
        let own = Place::Local(local);
        let made = Expr::Allocate { of: to, is_zeroed: self.rng.bool() };
        let filled = match to {
            Pointee::Integer(_) => Place::Target(Box::new(own.clone())),
            Pointee::Record => Place::TargetField(Box::new(own.clone()), self.rng.usize(0..self.world.fields.len())),
        };
        let fill = Statement::Assign(filled, None, Expr::Number(1));
        let value = Expr::Read(own);
        let show = match is_atomic && self.rng.bool() {
            true => {
                let order = [Order::Relaxed, Order::Release, Order::SequentiallyConsistent][self.rng.usize(0..3)];
                Statement::Store(Place::Object(pointer), value, order)
            }
            false => Statement::Assign(Place::Object(pointer), None, value),
        };
        let made = Statement::Declare(local, LocalType::Pointer(to), Some(made));
        let is_early = self.rng.u32(0..10) == 0;
        if is_early { vec![made, show, fill] } else { vec![made, fill, show] }
    }

    /// Looks at what a pointer points to, if it points to something.
    pub fn look_through(&mut self) -> Option<Vec<Statement>> {
        let pointers = self.world.pointers();
        let pointer = *pointers.first()?;
        let Shape::Pointer { to, is_atomic } = self.world.objects[pointer.0].shape else { return None };
        let local = self.world.local();
        let (own, shown) = (Place::Local(local), Place::Object(pointer));
        let value = match is_atomic && self.rng.bool() {
            true => {
                let order = [Order::Relaxed, Order::Acquire, Order::SequentiallyConsistent][self.rng.usize(0..3)];
                Expr::Load(shown, order)
            }
            false => Expr::Read(shown),
        };
        self.spent += 2;
        let (inner, kind) = match to {
            Pointee::Integer(kind) => (Place::Target(Box::new(own.clone())), kind),
            Pointee::Record => {
                let field = self.rng.usize(0..self.world.fields.len());
                (Place::TargetField(Box::new(own.clone()), field), self.world.fields[field])
            }
        };
        let seen = Expr::Read(inner.clone());
        let act = match self.rng.u32(0..4) {
            0 => Statement::Assign(inner, None, self.number(kind)),
            1 => Statement::Step(inner, true),
            _ => Statement::Assert(self.comparison(seen, kind)),
        };
        let declared = Statement::Declare(local, LocalType::Pointer(to), Some(value));
        if self.world.has_mistakes && self.rng.bool() {
            return Some(vec![declared, act]);
        }
        Some(vec![declared, Statement::If(Expr::Read(own), vec![act], Vec::new())])
    }

    /// Frees what a pointer points to, makes a new object, and asks whether that has the same address.
    pub fn replace(&mut self) -> Option<Vec<Statement>> {
        let pointer = *self.world.published.first()?;
        let Shape::Pointer { to, is_atomic } = self.world.objects[pointer.0].shape else { return None };
        if self.is_inside || !is_atomic && !self.may_touch_plain() {
            return None;
        }
        self.world.compares_addresses = true;
        self.spent += 4;
        let local = self.world.local();
        let own = || Expr::Read(Place::Local(local));
        let found = Statement::Declare(local, LocalType::Pointer(to), Some(Expr::Read(Place::Object(pointer))));
        let made = Expr::Allocate { of: to, is_zeroed: true };
        let mut replace = vec![Statement::Free(own()), Statement::Assign(Place::Object(pointer), None, made)];
        let then = if self.rng.bool() { vec![Statement::Error] } else { self.body(1) };
        replace.push(Statement::If(Expr::Same(local, pointer), then, Vec::new()));
        Some(vec![found, Statement::If(own(), replace, Vec::new())])
    }

    /// Frees what a pointer points to: a mistake, mostly.
    pub fn release(&mut self) -> Option<Vec<Statement>> {
        let pointer = *self.world.pointers().first()?;
        if !self.world.has_mistakes || self.is_inside {
            return None;
        }
        self.spent += 2;
        Some(vec![Statement::Free(Expr::Read(Place::Object(pointer)))])
    }
}
