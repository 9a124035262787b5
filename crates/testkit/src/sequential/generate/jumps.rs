//! Loops, switches and gotos.

use super::super::syntax::*;
use super::super::types::{Kind, Type};
use super::places::Access;
use super::{Feature, Full, Generator, int};

const FORMS: [LoopForm; 8] = [
    LoopForm::For,
    LoopForm::For,
    LoopForm::For,
    LoopForm::ForDown,
    LoopForm::While,
    LoopForm::WhileStep,
    LoopForm::Do,
    LoopForm::Endless,
];

impl Generator {
    /// How often a loop may go round here; 0 for not at all.
    fn rounds(&mut self) -> u32 {
        let room = self.most_cost.saturating_sub(self.cost) / (self.times * 4).max(1);
        if room < 2 { 0 } else { self.rng.u32(1..=room.min(6) as u32) }
    }

    /// A body that is run so often, with `break` and `continue`.
    fn repeated<T>(&mut self, rounds: u32, body: impl FnOnce(&mut Generator) -> T) -> T {
        let before = (self.times, self.can_break, self.can_continue);
        self.times *= u64::from(rounds);
        (self.can_break, self.can_continue) = (true, true);
        let done = body(self);
        (self.times, self.can_break, self.can_continue) = before;
        done
    }

    pub(super) fn counted(&mut self) -> Option<Stmt> {
        let rounds = self.rounds();
        if rounds == 0 {
            return None;
        }
        let form = FORMS[self.rng.usize(0..FORMS.len())];
        let is_index = matches!(form, LoopForm::For | LoopForm::ForDown);
        let counter = self.add_counter(if is_index { rounds } else { u32::MAX });
        self.scope.push(counter);
        let also = self.chance(25).then(|| {
            let index = self.scope.pop().expect("the counter");
            let also = self.expr(2, &mut Full::new());
            self.scope.push(index);
            also
        });
        let body = self.repeated(rounds, |it| it.block(true, |_| {}));
        self.scope.retain(|it| *it != counter);
        Some(Stmt::Loop { form, counter, rounds, also, body })
    }

    pub(super) fn walk(&mut self) -> Option<Stmt> {
        let mut full = Full { is_stable: true, ..Full::quiet() };
        let found = self.place(&|it| matches!(it, Type::Array(..)), Access::Address, &mut full)?;
        let Type::Array(element, length) = found.expr.ty.clone() else { return None };
        if self.times * u64::from(length) * 4 + self.cost > self.most_cost {
            return None;
        }
        let array = super::places::decay(found.expr, &element);
        let pointer = self.add_fixed(element.pointer(), 1);
        // It points into the array, whose block may be an outer one.
        self.scope.push(pointer);
        let body = self.repeated(length, |it| it.block(true, |_| {}));
        self.scope.retain(|it| *it != pointer);
        Some(Stmt::Walk { pointer, array, length, is_up: self.chance(60), body })
    }

    pub(super) fn heap(&mut self) -> Option<Stmt> {
        let mut forms = vec![HeapForm::Zeroed, HeapForm::Plain];
        if self.has(Feature::Variable) {
            forms.extend([HeapForm::Flexible, HeapForm::Alloca, HeapForm::Array, HeapForm::Matrix]);
        }
        let form = forms[self.rng.usize(0..forms.len())];
        let is_zeroed = matches!(form, HeapForm::Zeroed | HeapForm::Flexible);
        let element = if is_zeroed && !self.program.records.is_empty() && self.chance(50) {
            match self.record_type() {
                Type::Record(id) if self.program.records[id.0].has_pointers => self.int_type(),
                ty => ty,
            }
        } else {
            self.int_type()
        };
        let length = self.rng.u32(1..6);
        self.cost += self.times * u64::from(length);
        // Its elements die with the block.
        self.depth += 1;
        let pointer = self.add_fixed(element.pointer(), length);
        self.scope.push(pointer);
        let body = self.block(true, |_| {});
        self.scope.retain(|it| *it != pointer);
        self.depth -= 1;
        Some(Stmt::Heap { pointer, length, form, body })
    }

    pub(super) fn switch(&mut self) -> Option<Stmt> {
        let inner = self.selected();
        let selector = match self.rng.u32(0..4) {
            0 => inner,
            1 => self.guarded(Guard::Modulo(9), inner),
            _ => {
                let mask = [3, 7, 15][self.rng.usize(0..3)];
                self.guarded(Guard::Mask(mask), inner)
            }
        };
        let count = self.rng.usize(1..6);
        let mut labels: Vec<Option<Expr>> = self.labels(count).into_iter().map(Some).collect();
        if self.chance(70) {
            labels.insert(self.rng.usize(0..=count), None);
        }
        let before = self.can_break;
        self.can_break = true;
        let mut arms = Vec::new();
        while !labels.is_empty() {
            let more = if self.chance(25) { 2 } else { 1 };
            let rest = labels.split_off(labels.len().min(more));
            let body = if self.chance(50) { vec![Stmt::Block(self.block(true, |_| {}))] } else { self.arm() };
            arms.push(Arm { labels: std::mem::replace(&mut labels, rest), body, breaks: self.chance(65) });
        }
        self.can_break = before;
        Some(Stmt::Switch(selector, arms))
    }

    /// What a switch is over: not one of the integers of 128 bits, which the front end does not take there.
    fn selected(&mut self) -> Expr {
        let expr = self.expr(2, &mut Full::new());
        match expr.ty.kind() {
            Some(Kind::Int128 | Kind::UnsignedInt128) => {
                Expr { ty: Type::int(Kind::LongLong), node: Node::Cast(expr.into()) }
            }
            _ => expr,
        }
    }

    /// Statements without a block.
    fn arm(&mut self) -> Vec<Stmt> {
        self.depth += 1;
        let body = self.list();
        self.depth -= 1;
        body
    }

    pub(super) fn duff(&mut self) -> Option<Stmt> {
        let rounds = self.rounds();
        if rounds == 0 {
            return None;
        }
        let inner = self.selected();
        let selector = self.guarded(Guard::Mask(3), inner);
        let counter = self.add_counter(u32::MAX);
        let parts = self.repeated(rounds, |it| (0..4).map(|_| it.arm()).collect());
        Some(Stmt::Duff { selector, counter, rounds, parts })
    }

    /// Some statements, and a label after them that they can jump to.
    pub(super) fn goto_forward(&mut self, body: &mut Vec<Stmt>) {
        let label = self.add_label();
        self.open_labels.push(label);
        self.depth += 1;
        body.append(&mut self.list());
        let condition = self.expr(2, &mut Full::new());
        body.push(Stmt::If(condition, vec![Stmt::Goto(label)], Vec::new()));
        body.append(&mut self.list());
        self.depth -= 1;
        self.open_labels.retain(|it| *it != label);
        body.push(Stmt::Label(label));
    }

    /// Some statements, run again a few times.
    pub(super) fn goto_back(&mut self, body: &mut Vec<Stmt>) {
        let rounds = self.rounds();
        if rounds == 0 {
            return;
        }
        let label = self.add_label();
        let counter = self.declared_counter();
        body.push(Stmt::Label(label));
        let before = (self.times, self.depth);
        self.times *= u64::from(rounds) + 1;
        self.depth += 1;
        body.append(&mut self.list());
        (self.times, self.depth) = before;
        let back = Stmt::GoBack { label, counter, rounds };
        if self.chance(50) {
            body.push(back);
        } else {
            let condition = self.expr(2, &mut Full::new());
            body.push(Stmt::If(condition, vec![back], Vec::new()));
        }
    }

    /// A jump into the body of a loop, past its condition.
    pub(super) fn goto_into(&mut self, body: &mut Vec<Stmt>) {
        let rounds = self.rounds();
        if rounds == 0 {
            return;
        }
        let label = self.add_label();
        let counter = self.declared_counter();
        let condition = self.expr(2, &mut Full::new());
        body.push(Stmt::If(condition, vec![Stmt::Goto(label)], Vec::new()));
        body.append(&mut self.arm());
        let inside = self.repeated(rounds + 1, |it| {
            let mut inside = it.arm();
            inside.push(Stmt::Label(label));
            inside.append(&mut it.arm());
            inside
        });
        body.push(Stmt::Loop { form: LoopForm::Declared, counter, rounds, also: None, body: inside });
    }

    /// A counter at the beginning of the current block.
    fn declared_counter(&mut self) -> VarId {
        let counter = self.add_counter(u32::MAX);
        let zero = int(Kind::Int, Node::Literal("0".to_owned()));
        self.pending.last_mut().expect("in a block").push(Stmt::Declare(counter, Init::Expr(zero)));
        counter
    }
}
