//! How long slots live: from the entry of the block they are declared in to its end, however it is left.
//!
//! A block opens its slots where it starts and closes them where it ends, and on every `break`, `continue`, `goto` and
//! `return` that leaves it, so the body of a loop has fresh objects in every round. Compound literals and aggregates in
//! between belong to the innermost block around them. The outermost block is the function, see `Automaton::finish`;
//! what `main` has does not end when it returns, for that is the end of the process. `pthread_exit` ends the slots of the
//! function that calls it; those of its callers go on.
//!
//! Which slots a block has is known only when all of it is lowered. So a block remembers where it starts and which edges
//! leave it, and `Body::inside_block` puts the `open` and `close` steps in between.
//!
//! A block into which some jump leads past its start (a `goto`, or a `case` inside of it, so every body of a `switch`)
//! makes no difference: its slots belong to the next block around it and live longer than C says. This can hide a use
//! after the end, and never makes one up.

use super::automaton::{Opening, Role};
use super::function::Body;
use crate::tree::{Expr, ExprKind, LabelId, Stmt, StmtKind, VariableId};
use ir::{RegisterId, SlotId};
use std::collections::{HashMap, HashSet};

/// A block, by where it is in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct BlockId(usize);

impl BlockId {
    fn of(statement: &Stmt) -> BlockId {
        BlockId(std::ptr::from_ref(statement) as usize)
    }

    fn of_expression(expr: &Expr) -> BlockId {
        BlockId(std::ptr::from_ref(expr) as usize)
    }
}

/// A block that is being lowered.
pub(super) struct Block {
    id: BlockId,
    start: Opening,
    slots: Vec<SlotId>,
    /// Registers with the addresses of automatic objects.
    objects: Vec<RegisterId>,
    /// Edges that lead out of it.
    leaving: Vec<usize>,
}

/// What jumps have to do with the blocks of a function.
#[derive(Default)]
pub(super) struct Jumps {
    /// The blocks around a label, from the outside.
    labels: HashMap<LabelId, Vec<BlockId>>,
    /// The blocks that are entered by a jump to somewhere inside.
    entered: HashSet<BlockId>,
    /// The variables that are declared anywhere in the function.
    pub(super) declared: Vec<VariableId>,
    /// Those of them that a jump leads into the scope of without passing the declaration.
    pub(super) bypassed: HashSet<VariableId>,
}

impl Jumps {
    /// Whether anything can be jumped to.
    pub(super) fn has_labels(&self) -> bool {
        !self.labels.is_empty()
    }

    pub(super) fn of(body: &[Stmt]) -> Jumps {
        let mut walk = Walk::default();
        body.iter().for_each(|it| walk.statement(it));
        let mut jumps = Jumps { labels: HashMap::new(), ..Jumps::default() };
        for (label, from) in &walk.jumps {
            let Some(to) = walk.labels.get(label) else { continue };
            let common = from.around.iter().zip(&to.around).take_while(|(a, b)| a == b).count();
            jumps.entered.extend(&to.around[common..]);
            for (variable, declared) in &walk.declared {
                let is_behind = |it: &Point| it.order > declared.order && it.around.starts_with(&declared.around);
                if is_behind(to) && !is_behind(from) {
                    jumps.bypassed.insert(*variable);
                }
            }
        }
        jumps.declared = walk.declared.into_iter().map(|it| it.0).collect();
        jumps.labels = walk.labels.into_iter().map(|(label, it)| (label, it.around)).collect();
        jumps
    }
}

/// A point in the text of a function.
#[derive(Clone)]
struct Point {
    order: usize,
    /// The blocks around it, from the outside.
    around: Vec<BlockId>,
}

/// Finds labels and jumps with the blocks around them.
#[derive(Default)]
struct Walk {
    around: Vec<BlockId>,
    order: usize,
    labels: HashMap<LabelId, Point>,
    jumps: Vec<(LabelId, Point)>,
    declared: Vec<(VariableId, Point)>,
}

impl Walk {
    fn here(&mut self) -> Point {
        self.order += 1;
        Point { order: self.order, around: self.around.clone() }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Block(inner) => {
                self.around.push(BlockId::of(statement));
                inner.iter().for_each(|it| self.statement(it));
                self.around.pop();
            }
            StmtKind::Label(label) => {
                let here = self.here();
                self.labels.insert(*label, here);
            }
            StmtKind::Goto(label) => {
                let here = self.here();
                self.jumps.push((*label, here));
            }
            StmtKind::Switch { value, cases, default, body } => {
                let targets = cases.iter().map(|it| it.2).chain(*default);
                let here = self.here();
                self.jumps.extend(targets.map(|it| (it, here.clone())));
                self.expression(value);
                self.statement(body);
            }
            StmtKind::Expr(expr) => self.expression(expr),
            StmtKind::Declare { variable, init, .. } => {
                let here = self.here();
                self.declared.push((*variable, here));
                init.iter().for_each(|it| self.expression(&it.value));
            }
            StmtKind::If(condition, yes, no) => {
                self.expression(condition);
                self.statement(yes);
                no.iter().for_each(|it| self.statement(it));
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.expression(condition);
                self.statement(body);
            }
            StmtKind::For(start, test, step, body) => {
                start.iter().for_each(|it| self.statement(it));
                test.iter().chain(step).for_each(|it| self.expression(it));
                self.statement(body);
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) => {}
            StmtKind::Return(Some(value)) => self.expression(value),
        }
    }

    /// Only statements inside of expressions matter.
    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Statements(statements, last) => {
                self.around.push(BlockId::of_expression(expr));
                statements.iter().for_each(|it| self.statement(it));
                last.iter().for_each(|it| self.expression(it));
                self.around.pop();
            }
            ExprKind::Constant(_) | ExprKind::String(_) | ExprKind::Variable(_) | ExprKind::Function(_) => {}
            ExprKind::Dereference(inner)
            | ExprKind::Member(inner, _)
            | ExprKind::BitField(inner, _)
            | ExprKind::Watched(inner, _)
            | ExprKind::Load(inner)
            | ExprKind::AddressOf(inner)
            | ExprKind::Decay(inner)
            | ExprKind::Unary(_, inner)
            | ExprKind::Increment { target: inner, .. }
            | ExprKind::Convert(inner) => self.expression(inner),
            ExprKind::Binary(_, left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. }
            | ExprKind::PointerDifference { left, right, .. }
            | ExprKind::LogicalAnd(left, right)
            | ExprKind::LogicalOr(left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::Assign(left, right)
            | ExprKind::AssignOp { target: left, value: right, .. } => {
                self.expression(left);
                self.expression(right);
            }
            ExprKind::Conditional(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|it| self.expression(it));
            }
            ExprKind::Call { callee, arguments } => {
                self.expression(callee);
                arguments.iter().for_each(|it| self.expression(it));
            }
            ExprKind::Builtin(_, arguments) => arguments.iter().for_each(|it| self.expression(it)),
            ExprKind::CompoundLiteral(_, elements) => elements.iter().for_each(|it| self.expression(&it.value)),
        }
    }
}

impl<'u> Body<'u, '_, '_> {
    /// Lowers what is inside of a block.
    pub(super) fn block(&mut self, statement: &'u Stmt, inside: impl FnOnce(&mut Self)) {
        self.inside_block(BlockId::of(statement), statement.span, inside);
    }

    /// Lowers `({ … })`. What it gives must not be in a slot of its own.
    pub(super) fn expression_block<T>(&mut self, expr: &'u Expr, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.inside_block(BlockId::of_expression(expr), expr.span, inside)
    }

    fn inside_block<T>(&mut self, id: BlockId, span: source::Span, inside: impl FnOnce(&mut Self) -> T) -> T {
        if self.jumps.entered.contains(&id) {
            return inside(self);
        }
        let start = self.automaton.opening();
        self.blocks.push(Block { id, start, slots: Vec::new(), objects: Vec::new(), leaving: Vec::new() });
        let done = inside(self);
        let block = self.blocks.pop().expect("what was pushed is there");
        for object in block.objects.iter().rev() {
            self.automaton.release(*object, span);
        }
        for slot in block.slots.iter().rev() {
            self.automaton.close(*slot, span);
        }
        for edge in block.leaving {
            self.automaton.close_before(edge, &block.slots, &block.objects);
        }
        self.automaton.open_at(&block.start, &block.slots, &block.objects, span);
        done
    }

    /// A register for the address of an object that belongs to the innermost block.
    pub(super) fn new_object(&mut self) -> RegisterId {
        let width = super::shapes::pointer_width(self.model);
        let holder = self.automaton.register("object", width, false, Role::Holder);
        match self.blocks.last_mut() {
            Some(block) => block.objects.push(holder),
            None => self.objects.push(holder),
        }
        holder
    }

    /// A slot belongs to the innermost block.
    pub(super) fn new_slot(&mut self, name: &str, shape: ir::Shape, span: source::Span) -> SlotId {
        let slot = self.automaton.slot(name, shape, span);
        match self.blocks.last_mut() {
            Some(block) => block.slots.push(slot),
            None => self.slots.push(slot),
        }
        slot
    }

    /// The edge that was added last leads out of all blocks but the outermost `remaining`.
    pub(super) fn leaves_blocks(&mut self, remaining: usize) {
        let edge = self.automaton.last_edge();
        for block in self.blocks.iter_mut().skip(remaining) {
            block.leaving.push(edge);
        }
    }

    /// How many of the blocks around here are also around a label.
    pub(super) fn blocks_around(&self, label: LabelId) -> usize {
        let target = self.jumps.labels.get(&label).map(Vec::as_slice).unwrap_or_default();
        self.blocks.iter().take_while(|it| target.contains(&it.id)).count()
    }
}
