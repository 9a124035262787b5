//! Statements: what threads do, and in which order.

use super::super::tree::*;
use super::Style;
use super::world::World;
use fastrand::Rng;

/// Writes the body of a thread.
pub(super) struct Writer<'a> {
    pub rng: &'a mut Rng,
    pub world: &'a mut World,
    /// The local variables that can be seen.
    pub scope: Vec<(LocalId, LocalType)>,
    /// The mutexes that are held, as indices into [`World::mutexes`].
    pub held: Vec<usize>,
    /// Nobody else runs.
    pub is_alone: bool,
    /// What is written is run more than once, or all at once: no threads are started here, and nothing waits.
    pub is_inside: bool,
    /// How many operations were written that others can see.
    pub spent: u32,
}

/// What can be written next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Access,
    Atomic,
    Local,
    Branch,
    Region,
    Try,
    Await,
    Notify,
    Spin,
    Section,
    Input,
    Assume,
    Assert,
    Publish,
    Use,
    Release,
    Replace,
    Repeat,
    Endless,
    Fence,
    Return,
}

const EVERYTHING: [(Next, u32); 21] = [
    (Next::Access, 20),
    (Next::Atomic, 14),
    (Next::Local, 12),
    (Next::Branch, 10),
    (Next::Region, 8),
    (Next::Try, 3),
    (Next::Await, 2),
    (Next::Notify, 2),
    (Next::Spin, 2),
    (Next::Section, 3),
    (Next::Input, 3),
    (Next::Assume, 2),
    (Next::Assert, 6),
    (Next::Publish, 4),
    (Next::Use, 6),
    (Next::Release, 2),
    (Next::Replace, 2),
    (Next::Repeat, 3),
    (Next::Endless, 1),
    (Next::Fence, 1),
    (Next::Return, 1),
];

impl Style {
    /// What is written more often than elsewhere.
    fn favourites(self) -> &'static [Next] {
        match self {
            Style::Mixed => &[],
            Style::Locks => &[Next::Region, Next::Try],
            Style::Conditions => &[Next::Await, Next::Notify],
            Style::Atomics => &[Next::Atomic, Next::Fence],
            Style::Heap => &[Next::Publish, Next::Use, Next::Release, Next::Replace],
            Style::Waiting => &[Next::Spin, Next::Atomic],
            Style::Numbers => &[Next::Access],
            Style::Inputs => &[Next::Input, Next::Assume],
        }
    }
}

impl<'a> Writer<'a> {
    pub fn new(rng: &'a mut Rng, world: &'a mut World, scope: Vec<(LocalId, LocalType)>) -> Writer<'a> {
        Writer { rng, world, scope, held: Vec::new(), is_alone: false, is_inside: false, spent: 0 }
    }

    /// The body of a thread that starts some others.
    pub fn thread(&mut self, children: Vec<FunctionId>, budget: u32) -> Vec<Statement> {
        let mut body = Vec::new();
        let handles = self.start(children, &mut body);
        body.extend(self.body(budget));
        self.finish(&handles, &mut body);
        body
    }

    /// The body of the first thread: before there are others, beside them, and after them.
    pub fn main(&mut self, children: Vec<FunctionId>, budget: u32) -> Vec<Statement> {
        let mut body = Vec::new();
        self.is_alone = true;
        for pointer in self.world.pointers() {
            if self.world.objects[pointer.0].initial == Initial::Zero && self.rng.bool() {
                body.extend(self.publish(pointer));
            }
        }
        self.is_alone = false;
        let handles = self.start(children, &mut body);
        let beside = self.rng.u32(0..=budget);
        body.extend(self.body(beside));
        let all_joined = self.finish(&handles, &mut body);
        self.is_alone = all_joined;
        for _ in 0..self.rng.usize(0..=2) {
            body.push(self.assertion());
        }
        for pointer in self.world.published.clone() {
            if self.rng.u32(0..6) > 0 {
                body.push(Statement::Free(Expr::Read(Place::Object(pointer))));
            }
        }
        body
    }

    /// Starts threads; what they are known by.
    fn start(&mut self, children: Vec<FunctionId>, body: &mut Vec<Statement>) -> Vec<Place> {
        let mut handles = Vec::new();
        let global = self.world.all(|it| *it == Shape::Handle);
        for (index, child) in children.into_iter().enumerate() {
            let handle = match global.first() {
                Some(object) if index == 0 => Place::Handle(*object),
                _ => {
                    let local = self.world.local();
                    body.push(Statement::Declare(local, LocalType::Handle, None));
                    Place::Local(local)
                }
            };
            body.push(Statement::Spawn(handle.clone(), child, Expr::Null));
            if self.rng.u32(0..8) == 0 {
                body.extend(self.body(1));
            }
            handles.push(handle);
        }
        handles
    }

    /// Waits for threads, mostly; whether it waits for all of them.
    fn finish(&mut self, handles: &[Place], body: &mut Vec<Statement>) -> bool {
        let mut all = true;
        for handle in handles {
            match self.rng.u32(0..14) {
                0 => {
                    body.push(Statement::Detach(handle.clone()));
                    all = false;
                }
                1 => all = false,
                2..=3 => {
                    let local = self.world.local();
                    let ty = LocalType::Integer(Kind::Long);
                    body.push(Statement::Declare(local, ty, Some(Expr::Number(0))));
                    body.push(Statement::Join(handle.clone(), Some(local)));
                    self.scope.push((local, ty));
                }
                _ => body.push(Statement::Join(handle.clone(), None)),
            }
        }
        all
    }

    /// Statements that do about as much as the budget allows.
    pub fn body(&mut self, budget: u32) -> Vec<Statement> {
        let mut body = Vec::new();
        let (known, until) = (self.scope.len(), self.spent + budget);
        for _ in 0..=2 * budget {
            if self.spent >= until {
                break;
            }
            let left = until - self.spent;
            body.extend(self.next(left));
        }
        self.scope.truncate(known);
        body
    }

    fn next(&mut self, left: u32) -> Vec<Statement> {
        let favourites = self.world.style.favourites();
        let weight = |it: &(Next, u32)| if favourites.contains(&it.0) { it.1 * 4 + 16 } else { it.1 };
        let mut drawn = self.rng.u32(0..EVERYTHING.iter().map(weight).sum());
        let mut next = Next::Access;
        for it in &EVERYTHING {
            if drawn < weight(it) {
                next = it.0;
                break;
            }
            drawn -= weight(it);
        }
        let written = match next {
            Next::Access => self.access(),
            Next::Atomic => self.atomic(),
            Next::Local => self.local(),
            Next::Branch => self.branch(left),
            Next::Region => self.region(left, false),
            Next::Try => self.region(left, true),
            Next::Await => self.wait(),
            Next::Notify => self.notify(),
            Next::Spin => self.spin(),
            Next::Section => self.section(left),
            Next::Input => self.input(),
            Next::Assume => Some(vec![Statement::Assume(self.condition())]),
            Next::Assert => Some(vec![self.assertion()]),
            Next::Publish => self.publish_somewhere(),
            Next::Use => self.look_through(),
            Next::Release => self.release(),
            Next::Replace => self.replace(),
            Next::Repeat => self.repeat(left),
            Next::Endless => self.endless(),
            Next::Fence => Some(vec![self.fence()]),
            Next::Return => self.leave(),
        };
        written.or_else(|| self.access()).unwrap_or_default()
    }

    /// Something is assigned to what is shared. Where that is not allowed without the mutex, this is taken for it.
    pub fn access(&mut self) -> Option<Vec<Statement>> {
        let is_guarded = !self.may_touch_plain() && !self.world.mutexes().is_empty() && self.rng.bool();
        if is_guarded {
            return self.region(1, false);
        }
        let cell = self.cell()?;
        let size = if cell.kind == Kind::Int128 { 2 } else { 1 };
        self.spent += size;
        Some(vec![match self.rng.u32(0..6) {
            0 => Statement::Step(cell.place, self.rng.u32(0..4) > 0),
            1..=2 => {
                let operator =
                    [Binary::Add, Binary::Subtract, Binary::Or, Binary::Xor, Binary::Multiply][self.rng.usize(0..5)];
                // One operation if it is atomic, else two.
                self.spent += if cell.is_atomic { 0 } else { size };
                let value = self.operand(cell.kind);
                Statement::Assign(cell.place, Some(operator), value)
            }
            _ => {
                let value = self.value(cell.kind);
                Statement::Assign(cell.place, None, value)
            }
        }])
    }

    /// A new local variable: a number that is shared, mostly.
    fn local(&mut self) -> Option<Vec<Statement>> {
        let (value, kind) = match self.cell() {
            Some(cell) => (self.read(&cell), cell.kind),
            None => (self.value(Kind::Int), Kind::Int),
        };
        let declared = self.declare(kind, value);
        // Some have no value until something is stored there.
        Some(vec![match declared {
            Statement::Declare(local, ty, Some(_)) if local.0 % 7 == 3 => Statement::Declare(local, ty, None),
            declared => declared,
        }])
    }

    /// Declares a local variable that is seen from here on.
    pub fn declare(&mut self, kind: Kind, value: Expr) -> Statement {
        let local = self.world.local();
        let ty = LocalType::Integer(kind);
        self.scope.push((local, ty));
        Statement::Declare(local, ty, Some(value))
    }

    /// One of both is run: the longer one counts.
    fn branch(&mut self, left: u32) -> Option<Vec<Statement>> {
        let condition = self.condition();
        let before = self.spent;
        let yes = self.body(left.saturating_sub(1).max(1));
        let longer = self.spent;
        let no = if self.rng.bool() { self.body(1) } else { Vec::new() };
        self.spent = longer.max(before + (self.spent - longer));
        Some(vec![Statement::If(condition, yes, no)])
    }

    fn repeat(&mut self, left: u32) -> Option<Vec<Statement>> {
        if self.is_inside {
            return None;
        }
        let counter = self.world.local();
        let rounds = 2;
        let before = self.spent;
        self.scope.push((counter, LocalType::Integer(Kind::Int)));
        let body = self.inside(|it| it.body((left / rounds).max(1)));
        self.scope.pop();
        self.spent += (rounds - 1) * (self.spent - before);
        Some(vec![Statement::For(counter, rounds, body)])
    }

    /// A loop that may go on for ever, and each time with other numbers.
    fn endless(&mut self) -> Option<Vec<Statement>> {
        if self.is_inside {
            return None;
        }
        let before = self.spent;
        let condition = match self.rng.u32(0..3) {
            0 => Expr::Nondet(Kind::Bool),
            1 => Expr::Number(1),
            _ => self.condition(),
        };
        let mut body = self.inside(|it| it.body(1));
        if self.rng.bool() {
            body.push(Statement::If(self.condition(), vec![Statement::Break], Vec::new()));
        }
        self.world.is_endless = true;
        self.spent += 2 * (self.spent - before);
        Some(vec![Statement::While(condition, body)])
    }

    /// Writes something that is run more than once, or all at once.
    pub fn inside<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.is_inside, true);
        let written = write(self);
        self.is_inside = before;
        written
    }

    fn input(&mut self) -> Option<Vec<Statement>> {
        const KINDS: [Kind; 6] =
            [Kind::Bool, Kind::Int, Kind::UnsignedInt, Kind::UnsignedChar, Kind::Short, Kind::Long];
        let kind = KINDS[self.rng.usize(0..KINDS.len())];
        self.spent += 2;
        let declared = self.declare(kind, Expr::Nondet(kind));
        let Statement::Declare(local, ..) = declared else { return None };
        let mut written = vec![declared];
        if kind != Kind::Bool {
            let is_at = |operator, number| {
                Expr::Binary(operator, Box::new(Expr::Read(Place::Local(local))), Box::new(Expr::Number(number)))
            };
            let (low, high) = (is_at(Binary::GreaterEqual, 0), is_at(Binary::LessEqual, self.rng.i64(1..3)));
            let both = Expr::Binary(Binary::LogicalAnd, Box::new(low), Box::new(high));
            written.push(Statement::Assume(both));
        }
        Some(written)
    }

    /// The end of a thread, before its end.
    fn leave(&mut self) -> Option<Vec<Statement>> {
        if !self.held.is_empty() || self.is_inside {
            return None;
        }
        let condition = self.condition();
        let value = Expr::Number(self.rng.i64(0..3));
        let by_exit = self.rng.bool();
        Some(vec![Statement::If(condition, vec![Statement::Return { value, by_exit }], Vec::new())])
    }
}
