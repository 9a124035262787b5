//! Statements: control flow and declarations.

use super::bits::{ALIGNED, BitPlace, lowest_bit};
use super::function::{Body, Exits, Passing, Place};
use super::shapes;
use crate::constant::{self, Constant};
use crate::evaluation;
use crate::tree::{Element, Expr, LabelId, Stmt, StmtKind, Unit, VariableId};
use ir::{Action, Binary, Bytes, Location};
use source::Span;

impl<'u> Body<'u, '_, '_> {
    pub(super) fn statement(&mut self, statement: &'u Stmt) {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Block(statements) => self.block(statement, |body| {
                for inner in statements {
                    body.statement(inner);
                }
            }),
            StmtKind::Declare { variable, init, zeroed } => self.declare(*variable, init, *zeroed, span),
            StmtKind::If(condition, yes, no) => self.if_statement(condition, yes, no.as_deref(), span),
            StmtKind::While(condition, body) => self.while_loop(condition, body, span),
            StmtKind::DoWhile(body, condition) => self.do_while_loop(body, condition, span),
            StmtKind::For(start, test, step, body) => {
                if let Some(start) = start {
                    self.statement(start);
                }
                self.for_loop(test.as_ref(), step.as_ref(), body, span);
            }
            StmtKind::Switch { value, cases, default, body } => self.switch(value, cases, *default, body, span),
            StmtKind::Label(label) => {
                self.jumps_back |= !self.cases.contains(label);
                let here = self.label(*label);
                self.automaton.jump_and_start_at(here, span);
            }
            StmtKind::Goto(label) => {
                let target = self.label(*label);
                self.automaton.jump(target, span);
                self.leaves_blocks(self.blocks_around(*label));
            }
            StmtKind::Break => {
                let exits = self.exits.last().expect("`break` is inside a loop or switch");
                let (target, blocks) = (exits.break_to, exits.blocks);
                self.automaton.jump(target, span);
                self.leaves_blocks(blocks);
            }
            StmtKind::Continue => {
                let target = self.exits.iter().rev().find_map(|it| Some((it.continue_to?, it.blocks)));
                let (target, blocks) = target.expect("`continue` is inside a loop");
                self.automaton.jump(target, span);
                self.leaves_blocks(blocks);
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
        }
    }

    fn label(&mut self, label: LabelId) -> Location {
        let index = label.0 as usize;
        if self.labels.len() <= index {
            self.labels.resize(index + 1, None);
        }
        *self.labels[index].get_or_insert_with(|| self.automaton.location())
    }

    fn if_statement(&mut self, condition: &'u Expr, yes: &'u Stmt, no: Option<&'u Stmt>, span: Span) {
        let (then, end) = (self.automaton.location(), self.automaton.location());
        let otherwise = if no.is_some() { self.automaton.location() } else { end };
        self.branch(condition, then, otherwise);
        self.automaton.start_at(then);
        self.statement(yes);
        self.automaton.jump(end, span);
        if let Some(no) = no {
            self.automaton.start_at(otherwise);
            self.statement(no);
            self.automaton.jump(end, span);
        }
        self.automaton.start_at(end);
    }

    /// Lowers the part of a loop that `break` and `continue` belong to.
    fn repeated(&mut self, break_to: Location, continue_to: Location, body: &'u Stmt) {
        self.exits.push(Exits { blocks: self.blocks.len(), break_to, continue_to: Some(continue_to) });
        self.loops += 1;
        self.statement(body);
        self.loops -= 1;
        self.exits.pop();
    }

    fn while_loop(&mut self, condition: &'u Expr, body: &'u Stmt, span: Span) {
        let (head, inside, end) = (self.automaton.location(), self.automaton.location(), self.automaton.location());
        self.automaton.jump_and_start_at(head, span);
        self.repeated_branch(condition, inside, end);
        self.automaton.start_at(inside);
        self.repeated(end, head, body);
        self.automaton.jump(head, span);
        self.automaton.start_at(end);
    }

    fn do_while_loop(&mut self, body: &'u Stmt, condition: &'u Expr, span: Span) {
        let (inside, test, end) = (self.automaton.location(), self.automaton.location(), self.automaton.location());
        self.automaton.jump_and_start_at(inside, span);
        self.repeated(end, test, body);
        self.automaton.jump_and_start_at(test, span);
        self.repeated_branch(condition, inside, end);
        self.automaton.start_at(end);
    }

    fn for_loop(&mut self, test: Option<&'u Expr>, step: Option<&'u Expr>, body: &'u Stmt, span: Span) {
        let (head, inside, end) = (self.automaton.location(), self.automaton.location(), self.automaton.location());
        let next = if step.is_some() { self.automaton.location() } else { head };
        self.automaton.jump_and_start_at(head, span);
        match test {
            Some(test) => self.repeated_branch(test, inside, end),
            None => self.automaton.jump(inside, span),
        }
        self.automaton.start_at(inside);
        self.repeated(end, next, body);
        if let Some(step) = step {
            self.automaton.jump_and_start_at(next, span);
            self.loops += 1;
            self.effect(step);
            self.loops -= 1;
        }
        self.automaton.jump(head, span);
        self.automaton.start_at(end);
    }

    fn repeated_branch(&mut self, condition: &'u Expr, yes: Location, no: Location) {
        self.loops += 1;
        self.branch(condition, yes, no);
        self.loops -= 1;
    }

    /// One test after the other; most switches are short.
    fn switch(
        &mut self,
        value: &'u Expr,
        cases: &'u [(u64, u64, LabelId)],
        default: Option<LabelId>,
        body: &'u Stmt,
        span: Span,
    ) {
        let signed = shapes::is_signed(&value.ty);
        let lowered = self.value(value);
        let lowered = self.automaton.cheap(lowered, signed, value.span);
        let width = self.automaton.width_of(&lowered);
        let less_equal = if signed { Binary::LessEqualSigned } else { Binary::LessEqual };
        for (low, high, label) in cases {
            let (low, high) = (ir::Expr::constant(width, *low), ir::Expr::constant(width, *high));
            let condition = if low == high {
                self.automaton.binary(Binary::Equal, lowered.clone(), low)
            } else {
                let above = self.automaton.binary(less_equal, low, lowered.clone());
                self.automaton.and(above, self.automaton.binary(less_equal, lowered.clone(), high))
            };
            self.cases.insert(*label);
            let (target, next) = (self.label(*label), self.automaton.location());
            self.automaton.branch(condition, target, next, value.span);
            self.automaton.start_at(next);
        }
        let end = self.automaton.location();
        self.cases.extend(default);
        let otherwise = default.map_or(end, |it| self.label(it));
        self.automaton.jump(otherwise, span);
        self.exits.push(Exits { blocks: self.blocks.len(), break_to: end, continue_to: None });
        self.statement(body);
        self.exits.pop();
        self.automaton.jump_and_start_at(end, span);
    }

    fn return_statement(&mut self, value: Option<&'u Expr>, span: Span) {
        match (Passing::of(self.result, self.model), value) {
            (_, None) => self.return_nothing(span),
            (Passing::Nothing, Some(value)) => {
                self.effect(value);
                self.return_nothing(span);
            }
            (Passing::Value(width), Some(value)) => {
                let signed = shapes::is_signed(&value.ty);
                let lowered = self.value(value);
                let lowered = self.automaton.resize(lowered, width, signed);
                self.leave(Action::Return(Some(lowered)), span);
            }
            (Passing::Memory, Some(value)) => {
                let source = self.address(value);
                let target = self.result_address.expect("an aggregate result has a hidden parameter");
                let align = self.alignment(value);
                self.copy(ir::Expr::Register(target), source, &value.ty, align, span);
                self.return_nothing(span);
            }
        }
    }

    /// Whether what is lowered now can run twice in one call: in a loop, or behind a label that a jump can go back to.
    pub(super) fn may_repeat(&self) -> bool {
        self.loops > 0 || self.jumps_back
    }

    fn declare(&mut self, id: VariableId, init: &'u [Element], zeroed: bool, span: Span) {
        let place = self.variable(id);
        if init.is_empty() && !zeroed {
            if let Place::Register(register) = place {
                self.automaton.forget(register, span);
            }
            return;
        }
        if let Place::Register(register) = place
            && init.iter().any(|it| evaluation::mentions(&it.value, id))
        {
            self.automaton.forget(register, span);
        }
        self.initialise(id, &place, init, zeroed, span);
    }

    /// Sets a local object: zeros where nothing else is said if `zeroed`, then the elements in order. A mutex has no
    /// elements: whatever PTHREAD_MUTEX_INITIALIZER expands to, it is zeros here.
    pub(super) fn initialise(&mut self, id: VariableId, place: &Place, init: &'u [Element], zeroed: bool, span: Span) {
        let ty = &self.unit.variables[id.0 as usize].ty;
        let address = match place {
            Place::Register(register) => {
                let width = self.automaton.width_of(&ir::Expr::Register(*register));
                let mut value = ir::Expr::Const(width, 0);
                for element in init {
                    value = self.value(&element.value);
                }
                self.automaton.assign(*register, value, span);
                return;
            }
            Place::Memory(address) => address.clone(),
            Place::Bits(_) => unreachable!("a variable is no bit-field"),
        };
        // A slot is all zeros when the function starts, and before this nothing was written to it unless we come again. Where a jump
        // leads behind this they are no values.
        let is_bypassed = self.jumps.bypassed.contains(&id) && !planted::bug!(JumpsInitialise);
        let reads_itself = init.iter().any(|it| evaluation::reads(&it.value, id)) && !planted::bug!(OwnMembersZero);
        let fresh = !self.may_repeat() && !is_bypassed && !reads_itself;
        let relies = zeroed || init.iter().any(|it| is_zero(&it.value, self.unit));
        if let (true, ir::Expr::Address(ir::Base::Slot(slot), _)) = (fresh && relies, &address) {
            self.automaton.rely_on_zeros(*slot);
        }
        // What an element reads of its own object may not have been written yet (C11 6.7.9p23).
        let known: Vec<Option<(ir::Expr, Bytes)>> =
            init.iter().map(|it| if reads_itself { self.element_value(it, span) } else { None }).collect();
        if zeroed && !fresh {
            let scalar = |it: &Element| Some((it.offset, shapes::bytes(&it.value.ty, self.model)?));
            let set: Vec<_> = init.iter().filter(|it| it.bits.is_none()).filter_map(scalar).collect();
            self.zero(&address, ty, ALIGNED, &set, span);
        }
        for (element, known) in init.iter().zip(known) {
            match known {
                Some((value, size)) => {
                    let at = self.offset(address.clone(), element.offset);
                    self.store_aligned(&at, value, size, lowest_bit(element.offset), span);
                }
                None if fresh && is_zero(&element.value, self.unit) => {}
                None => self.initialise_part(&address, element, span),
            }
        }
    }

    /// The value of an element, if it is a number.
    fn element_value(&mut self, element: &'u Element, span: Span) -> Option<(ir::Expr, Bytes)> {
        let ty = &element.value.ty;
        let size = shapes::bytes(ty, self.model).filter(|_| element.bits.is_none() && !shapes::is_aggregate(ty))?;
        let value = self.value(&element.value);
        Some((self.automaton.stable(value, shapes::kind(ty), span), size))
    }

    /// Writes one element of the initialiser of the object at an address.
    fn initialise_part(&mut self, address: &ir::Expr, element: &'u Element, span: Span) {
        let Some(bits) = element.bits else {
            let at = self.offset(address.clone(), element.offset);
            return self.initialise_element(at, &element.value, lowest_bit(element.offset), span);
        };
        let start = element.offset - bits.start / 8;
        let value = self.value(&element.value);
        let record = self.offset(address.clone(), start);
        self.store_bits(&BitPlace { record, bits, align: lowest_bit(start) }, value, span);
    }
}

fn is_zero(value: &Expr, unit: &Unit) -> bool {
    constant::evaluate(value, unit.into()) == Some(Constant::Int(0))
}
