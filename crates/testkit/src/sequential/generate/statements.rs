//! Statements, and the blocks they are in.

use super::super::print::OUTPUTS;
use super::super::syntax::*;
use super::super::types::{Kind, Type};
use super::places::Access;
use super::{Feature, Full, Generator, int, kind, reals};

/// How deeply blocks are nested at most.
const MOST_DEPTH: usize = 5;

impl Generator {
    /// A block with declarations of its own; `first` may add some more. A nested one is a scope for lifetimes.
    pub(super) fn block(&mut self, is_nested: bool, first: impl FnOnce(&mut Generator)) -> Vec<Stmt> {
        let scope = self.scope.len();
        self.depth += usize::from(is_nested);
        self.pending.push(Vec::new());
        let count = if is_nested { self.rng.u32(0..3) } else { self.rng.u32(1..6) };
        for _ in 0..count {
            self.local();
        }
        first(self);
        let mut body = self.list();
        self.show_locals(scope, &mut body);
        if !is_nested {
            self.finish(&mut body);
        }
        let mut block = self.pending.pop().expect("this block's");
        block.append(&mut body);
        self.depth -= usize::from(is_nested);
        self.scope.truncate(scope);
        block
    }

    /// The end of a block: its locals are looked at.
    fn show_locals(&mut self, first: usize, body: &mut Vec<Stmt>) {
        if self.is_pure || self.cost > self.most_cost {
            return;
        }
        for index in first..self.scope.len() {
            let id = self.scope[index];
            let mut full = Full { is_stable: true, ..Full::quiet() };
            let found = self.path(id, &|it| matches!(it, Type::Int(..) | Type::Real(_)), Access::Read, &mut full);
            let Some(found) = found.filter(|_| self.chance(40)) else { continue };
            self.cost += self.times;
            let put = self.put(found.expr, false);
            body.push(put);
        }
    }

    /// The end of a function: something is returned that depends on its locals.
    fn finish(&mut self, body: &mut Vec<Stmt>) {
        if self.result == Type::Void {
            return;
        }
        let full = if self.chance(30) { Full::new() } else { Full::quiet() };
        let mut value = self.must_return(2, &full);
        if value.ty.kind().is_some() && full.effects == 0 {
            for id in self.scope.clone() {
                let found = self.path(id, &|it| matches!(it, Type::Int(..)), Access::Read, &mut Full::quiet());
                let Some(found) = found.filter(|_| self.chance(60)) else { continue };
                let operator = [Binary::Add, Binary::Xor, Binary::Subtract][self.rng.usize(0..3)];
                let common = kind(&value).common(kind(&found.expr), self.model);
                value = int(common, Node::Binary(operator, value.into(), found.expr.into()));
            }
        }
        body.push(Stmt::Return(Some(value)));
    }

    /// Declares a local in the current block.
    pub(super) fn declare(&mut self, id: VarId, init: Init) {
        self.pending.last_mut().expect("in a block").push(Stmt::Declare(id, init));
        self.scope.push(id);
    }

    /// A local variable in the current block.
    fn local(&mut self) {
        let ty = match self.rng.u32(0..20) {
            0..3 => self.array_of_ints(),
            3..5 if !self.program.records.is_empty() => self.record_type(),
            5..9 if self.has(Feature::Pointers) => match self.pointer_type(self.depth) {
                Some(ty) => ty,
                None => self.int_type(),
            },
            9 if self.has(Feature::Strings) => return self.local_string(),
            10 if self.callback.is_some() => {
                Type::Function(self.callback.clone().expect("there are some").into()).pointer()
            }
            _ => self.number_type(),
        };
        if matches!(ty, Type::Record(id) if !self.is_usable(id)) {
            return;
        }
        if !self.is_pure && self.has(Feature::Statics) && self.chance(15) {
            return self.local_static(ty);
        }
        let mut full = Full::new();
        let init = match &ty {
            Type::Pointer(target) => self.pointer(target, 1, self.depth, &mut full).map(Init::Expr),
            Type::Record(id) if self.chance(60) => self.record(*id, 2, &mut full).map(Init::Expr),
            _ => self.initialiser(&ty, 2, &mut Full::quiet()),
        };
        let Some(init) = init else { return };
        let id = self.add_variable(ty.clone(), Storage::Local);
        if ty.kind().is_some() && self.chance(8) {
            let variable = &mut self.program.variables[id.0];
            (variable.is_const, variable.is_fixed, variable.is_addressable) = (true, true, false);
        }
        self.declare(id, init);
    }

    fn local_static(&mut self, ty: Type) {
        let Some(init) = self.initialiser(&ty, 2, &mut Full::constant()) else { return };
        let id = self.add_variable(ty, Storage::Static);
        self.declare(id, init);
    }

    fn local_string(&mut self) {
        let (text, length) = self.string();
        let literal = Expr { ty: Type::Array(Type::int(Kind::Char).into(), length), node: Node::Literal(text) };
        let id = self.add_fixed(Type::int(Kind::Char).pointer(), length);
        self.program.variables[id.0].is_const = true;
        self.declare(id, Init::Expr(literal));
    }

    /// Statements without a block of their own, with the jumps among them.
    pub(super) fn list(&mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        let count = if self.depth == 1 { self.left } else { self.rng.u32(1..5) };
        for _ in 0..count {
            if self.left == 0 || self.cost > self.most_cost {
                break;
            }
            self.left -= 1;
            self.cost += self.times;
            match self.rng.u32(0..100) {
                0..5 if self.has(Feature::Gotos) => self.goto_forward(&mut body),
                5..9 if self.has(Feature::Gotos) => self.goto_back(&mut body),
                9..11 if self.has(Feature::Gotos) => self.goto_into(&mut body),
                _ => {
                    let Some(statement) = self.statement() else { continue };
                    let shown = self.shown(&statement);
                    body.push(statement);
                    body.extend(shown);
                }
            }
        }
        body
    }

    /// A look at what a statement has changed.
    fn shown(&mut self, statement: &Stmt) -> Option<Stmt> {
        let Stmt::Expr(Expr { node: Node::Assign(_, place, _) | Node::Step { place, .. }, .. }) = statement else {
            return None;
        };
        place.ty.kind()?;
        (!self.is_pure && self.chance(35)).then(|| self.put((**place).clone(), false))
    }

    fn statement(&mut self) -> Option<Stmt> {
        let may_nest = self.depth < MOST_DEPTH;
        match self.rng.u32(0..100) {
            0..26 => self.assignment(),
            26..32 => self.step(),
            32..35 if !self.is_pure && self.has(Feature::Variadic) => {
                let mut full = Full::quiet();
                let values = (0..self.rng.u32(1..6)).map(|_| self.expr(2, &mut full)).collect();
                self.next_slot += 1;
                Some(Stmt::PutAll { slot: self.next_slot % OUTPUTS as u32, values })
            }
            32..40 if !self.is_pure => {
                let value = self.expr(3, &mut Full::new());
                Some(self.put(value, false))
            }
            40..50 if self.has(Feature::Calls) && !self.is_pure => self.call_statement(None),
            50..55 if self.has(Feature::Records) => self.record_assignment(),
            55..60 if self.has(Feature::Pointers) => self.pointer_assignment(),
            60..70 if may_nest => {
                let condition = self.expr(3, &mut Full::new());
                let yes = self.block(true, |_| {});
                let no = if self.chance(50) { self.block(true, |_| {}) } else { Vec::new() };
                Some(Stmt::If(condition, yes, no))
            }
            70..80 if may_nest => self.counted(),
            80..85 if may_nest && self.has(Feature::Switches) => self.switch(),
            85 if may_nest && self.has(Feature::Switches) => self.duff(),
            86..89 if may_nest => self.walk(),
            89..91 if may_nest && self.has(Feature::Heap) && !self.is_pure => self.heap(),
            91 if may_nest => Some(Stmt::Block(self.block(true, |_| {}))),
            92..94 if self.has(Feature::Bytes) => self.byte_assignment(),
            94..97 if self.can_break => {
                let condition = self.expr(2, &mut Full::new());
                let jump = if self.can_continue && self.chance(60) { Stmt::Continue } else { Stmt::Break };
                Some(Stmt::If(condition, vec![jump], Vec::new()))
            }
            97 if self.depth > 1 => {
                let value = self.returned(2, &mut Full::new());
                let ends = value.is_some() || self.result == Type::Void;
                let condition = self.expr(2, &mut Full::new());
                ends.then(|| Stmt::If(condition, vec![Stmt::Return(value)], Vec::new()))
            }
            98.. if !self.open_labels.is_empty() => {
                let condition = self.expr(2, &mut Full::new());
                let label = self.open_labels[self.rng.usize(0..self.open_labels.len())];
                Some(Stmt::If(condition, vec![Stmt::Goto(label)], Vec::new()))
            }
            _ => self.assignment(),
        }
    }

    pub(super) fn put(&mut self, value: Expr, by_call: bool) -> Stmt {
        let value = match value.ty {
            Type::Real(_) => reals::bits(value),
            // Either half of it.
            Type::Int(wide @ (Kind::Int128 | Kind::UnsignedInt128), _) if self.chance(50) => {
                let by = int(Kind::Int, Node::Literal("64".to_owned()));
                int(wide, Node::Binary(Binary::ShiftRight, value.into(), by.into()))
            }
            _ => value,
        };
        self.next_slot += 1;
        Stmt::Put { slot: self.next_slot % OUTPUTS as u32, value, by_call: by_call || self.chance(50) }
    }

    fn assignment(&mut self) -> Option<Stmt> {
        if self.chance(12) {
            return self.real_assignment();
        }
        let mut full = Full::new();
        let mut place_full = Full::quiet();
        // The place is chosen first for its type, and is valid if the right side has no effect on it.
        let place = self.place(&|it| matches!(it, Type::Int(..)), Access::Write, &mut place_full)?.expr;
        full.read.clone_from(&place_full.read);
        // Neither what leads to the place nor the place itself may be changed on the right.
        full.read.extend(place_full.written);
        full.memory_read = place_full.memory_read || place_full.memory_written;
        let (operator, value) = self.assigned(place.ty.kind()?, 3, &mut full);
        let ty = place.ty.clone();
        Some(Stmt::Expr(Expr { ty, node: Node::Assign(operator, place.into(), value.into()) }))
    }

    fn step(&mut self) -> Option<Stmt> {
        let place = self.place(&|it| matches!(it, Type::Int(..)), Access::Write, &mut Full::quiet())?.expr;
        let (is_prefix, is_up) = (self.chance(50), self.chance(50));
        Some(Stmt::Expr(Expr { ty: place.ty.clone(), node: Node::Step { is_prefix, is_up, place: place.into() } }))
    }

    fn byte_assignment(&mut self) -> Option<Stmt> {
        let is_open = |it: &Type| it.kind().is_some_and(|it| it != Kind::Bool);
        let mut full = Full::quiet();
        let place = self.place(&is_open, Access::Address, &mut full)?;
        let target = self.byte_of(place.expr, &mut full);
        let (operator, value) = self.assigned(Kind::UnsignedChar, 2, &mut full);
        Some(Stmt::Expr(Expr { ty: target.ty.clone(), node: Node::Assign(operator, target.into(), value.into()) }))
    }

    fn record_assignment(&mut self) -> Option<Stmt> {
        let mut full = Full::quiet();
        let place = self.place(&|it| matches!(it, Type::Record(_)), Access::Write, &mut Full::quiet())?.expr;
        let Type::Record(id) = place.ty else { return None };
        let value = self.record(id, 2, &mut full)?;
        // An object may be assigned to itself or to one that it does not overlap; a union's members can overlap.
        Some(Stmt::Expr(Expr { ty: place.ty.clone(), node: Node::Assign(None, place.into(), value.into()) }))
    }

    fn pointer_assignment(&mut self) -> Option<Stmt> {
        let mut full = Full::quiet();
        let found = self.place(&|it| matches!(it, Type::Pointer(_)), Access::Write, &mut full)?;
        let Type::Pointer(target) = found.expr.ty.clone() else { return None };
        let (depth, extent) = match found.expr.node {
            Node::Variable(id) if found.is_whole => {
                (self.program.variables[id.0].depth, self.program.variables[id.0].extent)
            }
            _ => (0, 1),
        };
        let value = self.pointer(&target, extent, depth, &mut Full::quiet())?;
        let ty = found.expr.ty.clone();
        Some(Stmt::Expr(Expr { ty, node: Node::Assign(None, found.expr.into(), value.into()) }))
    }

    /// A call that may have side effects: nothing else in its full expression depends on memory.
    pub(super) fn call_statement(&mut self, callee: Option<FunctionId>) -> Option<Stmt> {
        let mut full = Full::new();
        let call = if callee.is_none() && self.chance(30) && self.callback.is_some() {
            self.indirect_call(2, &mut full)?
        } else {
            let callee = callee.or_else(|| self.callee(&|_| true, true))?;
            self.call(callee, 2, &mut full)?
        };
        let Type::Int(..) = call.ty else { return self.keep(call) };
        match self.rng.u32(0..8) {
            0 => Some(Stmt::Expr(call)),
            1..5 => Some(self.put(call, true).by_call()),
            5 if self.depth < MOST_DEPTH => {
                let yes = self.block(true, |_| {});
                Some(Stmt::If(call, yes, Vec::new()))
            }
            _ => {
                let locals: Vec<VarId> = self.scope.iter().copied().filter(|it| self.is_plain(*it)).collect();
                if locals.is_empty() {
                    return Some(Stmt::Expr(call));
                }
                let id = locals[self.rng.usize(0..locals.len())];
                if full.written.contains(&id) {
                    return Some(Stmt::Expr(call));
                }
                let place = Expr { ty: self.program.variables[id.0].ty.clone(), node: Node::Variable(id) };
                let operators = [None, None, Some(Binary::Add), Some(Binary::Xor), Some(Binary::Multiply)];
                let operator = operators[self.rng.usize(0..operators.len())];
                let ty = place.ty.clone();
                Some(Stmt::Expr(Expr { ty, node: Node::Assign(operator, place.into(), call.into()) }))
            }
        }
    }

    /// An integer of this function that nobody else can name.
    fn is_plain(&self, id: VarId) -> bool {
        let variable = &self.program.variables[id.0];
        let is_own = matches!(variable.storage, Storage::Local | Storage::Parameter);
        is_own && variable.ty.kind().is_some() && !variable.is_addressable && !variable.is_fixed
    }

    /// A result that is no integer: a record is assigned to a local or looked into, a pointer is followed.
    fn keep(&mut self, call: Expr) -> Option<Stmt> {
        let ty = call.ty.clone();
        match &ty {
            Type::Record(id) => {
                let own: Vec<VarId> = self.scope.iter().copied().filter(|it| self.is_own(*it, &ty)).collect();
                if !own.is_empty() && self.chance(70) {
                    let id = own[self.rng.usize(0..own.len())];
                    let place = Expr { ty: ty.clone(), node: Node::Variable(id) };
                    return Some(Stmt::Expr(Expr { ty, node: Node::Assign(None, place.into(), call.into()) }));
                }
                let field = self.rng.usize(0..self.program.records[id.0].fields.len());
                let member = self.program.records[id.0].fields[field].clone();
                member.kind()?;
                let value = Expr { ty: member, node: Node::Member { base: call.into(), field, arrow: false } };
                Some(self.put(value, true).by_call())
            }
            Type::Pointer(target) if target.kind().is_some() => {
                let value = Expr { ty: (**target).clone(), node: Node::Deref(call.into()) };
                Some(self.put(value, true).by_call())
            }
            _ => Some(Stmt::Expr(call)),
        }
    }

    fn is_own(&self, id: VarId, ty: &Type) -> bool {
        let variable = &self.program.variables[id.0];
        variable.storage == Storage::Local && !variable.is_fixed && variable.ty == *ty
    }
}

impl Stmt {
    /// By a call, so that the value is complete before `out` is read.
    fn by_call(mut self) -> Stmt {
        if let Stmt::Put { by_call, .. } = &mut self {
            *by_call = true;
        }
        self
    }
}
