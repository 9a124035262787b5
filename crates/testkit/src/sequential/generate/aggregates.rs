//! Records as values, initialisers, and calls.

use super::super::syntax::*;
use super::super::types::{Kind, Type};
use super::places::Access;
use super::{Full, Generator, Known, int};

impl Generator {
    /// A record.
    pub(super) fn record(&mut self, id: RecordId, depth: u32, full: &mut Full) -> Option<Expr> {
        let ty = Type::Record(id);
        match self.rng.u32(0..10) {
            0 | 1 if depth > 0 => {
                let callee = self.callee(&|function| function.is_pure && function.signature.result == ty, false)?;
                return self.call(callee, depth - 1, full);
            }
            2 if depth > 0 => {
                let condition = self.quiet(depth - 1, full).into();
                let yes = self.record(id, depth - 1, full)?.into();
                let no = self.record(id, depth - 1, full)?.into();
                return Some(Expr { ty, node: Node::Conditional(condition, yes, no) });
            }
            3 if depth > 0 => {
                let left = self.quiet(depth - 1, full).into();
                let right = self.record(id, depth - 1, full)?.into();
                return Some(Expr { ty, node: Node::Comma(left, right) });
            }
            4 | 5 => {}
            _ => {
                if let Some(found) = self.place(&|it| *it == ty, Access::Read, full) {
                    return Some(found.expr);
                }
            }
        }
        Some(match self.initialiser(&ty, depth.min(1), full)? {
            Init::Expr(expr) => expr,
            list @ Init::List(_) => Expr { ty, node: Node::Compound(list.into()) },
        })
    }

    /// A member of a record that is not an object.
    pub(super) fn member_of_value(&mut self, depth: u32, full: &mut Full) -> Option<Expr> {
        let usable: Vec<usize> = (0..self.program.records.len()).filter(|&it| self.is_usable(RecordId(it))).collect();
        if usable.is_empty() {
            return None;
        }
        let id = RecordId(usable[self.rng.usize(0..usable.len())]);
        let field = self.rng.usize(0..self.program.records[id.0].fields.len());
        let ty = self.program.records[id.0].fields[field].clone();
        if let Type::Pointer(_) | Type::Record(_) = ty {
            return None;
        }
        let base = self.record(id, depth - 1, full)?;
        let member = Expr { ty: ty.clone(), node: Node::Member { base: base.into(), field, arrow: false } };
        match ty {
            Type::Int(..) => Some(member),
            Type::Array(element, length) if element.kind().is_some() => {
                let index = self.index(length, full);
                Some(Expr { ty: *element, node: Node::Index(member.into(), index.into()) })
            }
            _ => None,
        }
    }

    /// Pointers in records point to globals, which pure functions do not know.
    pub(super) fn is_usable(&self, id: RecordId) -> bool {
        !(self.is_pure && self.program.records[id.0].has_pointers)
    }

    /// What an object of the type can be initialised with.
    pub(super) fn initialiser(&mut self, ty: &Type, depth: u32, full: &mut Full) -> Option<Init> {
        Some(match ty {
            Type::Int(..) if self.chance(40) => Init::Expr(self.first_value()),
            Type::Int(..) => Init::Expr(self.expr(depth, full)),
            Type::Real(_) => Init::Expr(self.real(depth, full)),
            Type::Pointer(target) => Init::Expr(self.pointer(target, 1, 0, full)?),
            Type::Array(element, length) => self.array_initialiser(element, *length, depth, full)?,
            Type::Record(id) if self.program.records[id.0].is_union => {
                // All bytes must be given a value: by the largest member.
                let fields = &self.program.records[id.0].fields;
                let widths = &self.program.records[id.0].widths;
                let bytes = |it: usize| if widths[it].is_some() { 0 } else { self.bytes(&fields[it]) };
                let largest = (0..fields.len()).max_by_key(|&it| bytes(it)).unwrap_or(0);
                let ty = fields[largest].clone();
                Init::List(vec![(Designator::Field(largest), self.initialiser(&ty, depth, full)?)])
            }
            Type::Record(id) if depth > 0 && !full.is_constant && self.chance(15) => {
                Init::Expr(self.record(*id, depth - 1, full)?)
            }
            Type::Record(id) => self.struct_initialiser(*id, depth, full)?,
            Type::Void | Type::Function(_) => return None,
        })
    }

    fn struct_initialiser(&mut self, id: RecordId, depth: u32, full: &mut Full) -> Option<Init> {
        let record = self.program.records[id.0].clone();
        let is_designated = self.chance(50);
        let mut order: Vec<usize> = (0..record.fields.len()).collect();
        if is_designated {
            self.rng.shuffle(&mut order);
        }
        // The rest is zero, and no pointer may be.
        if !record.has_pointers {
            order.truncate(self.rng.usize(1..=record.fields.len()));
        }
        let mut parts = Vec::new();
        for field in order {
            let designator = if is_designated { Designator::Field(field) } else { Designator::None };
            parts.push((designator, self.initialiser(&record.fields[field], depth, full)?));
        }
        Some(Init::List(parts))
    }

    fn array_initialiser(&mut self, element: &Type, length: u32, depth: u32, full: &mut Full) -> Option<Init> {
        if element.kind() == Some(Kind::Char) && self.chance(40) {
            let (text, size) = self.string();
            if size <= length + 1 {
                let ty = Type::Array(element.clone().into(), size);
                return Some(Init::Expr(Expr { ty, node: Node::Literal(text) }));
            }
        }
        if let Type::Array(inner, width) = element {
            if inner.kind().is_some() && self.chance(30) {
                // The inner braces may be left out.
                let count = self.rng.u32(1..=length * width);
                let parts = (0..count).map(|_| (Designator::None, Init::Expr(self.expr(depth.min(1), full))));
                return Some(Init::List(parts.collect()));
            }
        }
        let is_whole = self.contains_pointer(element);
        let count = if is_whole { length } else { self.rng.u32(1..=length) };
        let mut parts = Vec::new();
        let mut next = 0;
        while next < count {
            let skips = !is_whole && self.chance(15);
            let at = if skips { self.rng.u32(next..length) } else { next };
            let designator = if skips || self.chance(10) { Designator::Element(at) } else { Designator::None };
            parts.push((designator, self.initialiser(element, depth.min(1), full)?));
            next = at + 1;
        }
        Some(Init::List(parts))
    }

    fn contains_pointer(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(_) => true,
            Type::Array(element, _) => self.contains_pointer(element),
            Type::Record(id) => self.program.records[id.0].has_pointers,
            Type::Void | Type::Int(..) | Type::Real(_) | Type::Function(_) => false,
        }
    }

    /// The size of what may be in a union.
    fn bytes(&self, ty: &Type) -> u32 {
        match ty {
            Type::Int(kind, _) => kind.bytes(self.model),
            Type::Array(element, length) => self.bytes(element) * length,
            Type::Void | Type::Real(_) | Type::Pointer(_) | Type::Record(_) | Type::Function(_) => 0,
        }
    }

    /// A function that is ready, fits, and is not too expensive to call here.
    pub(super) fn callee(&mut self, fits: &dyn Fn(&Function) -> bool, is_statement: bool) -> Option<FunctionId> {
        let room = self.most_cost.saturating_sub(self.cost) / self.times.max(1);
        // Calls within expressions are repeated easily.
        let room = if is_statement { room } else { room / 4 };
        let fitting: Vec<usize> = (0..self.program.functions.len())
            .filter(|&it| self.known[it].is_ready && self.known[it].cost <= room && fits(&self.program.functions[it]))
            .collect();
        if fitting.is_empty() {
            return None;
        }
        Some(FunctionId(fitting[self.rng.usize(0..fitting.len())]))
    }

    /// A call of a pure function that gives an integer.
    pub(super) fn pure_call(&mut self, depth: u32, full: &mut Full) -> Option<Expr> {
        let is_indirect = !self.is_pure && self.callbacks > 0 && self.program.functions[0].is_pure;
        if is_indirect && self.chance(30) {
            return self.indirect_call(depth - 1, full);
        }
        let gives_int = |it: &Function| it.is_pure && it.signature.result.kind().is_some();
        let callee = self.callee(&gives_int, false)?;
        self.call(callee, depth - 1, full)
    }

    /// A call, by name.
    pub(super) fn call(&mut self, id: FunctionId, depth: u32, full: &mut Full) -> Option<Expr> {
        let Known { cost, depth: recursion, .. } = self.known[id.0];
        self.cost += cost * self.times;
        let function = self.program.functions[id.0].clone();
        let mut arguments = Vec::new();
        if let Some(mask) = recursion {
            arguments.push(if self.chance(50) {
                int(Kind::Int, Node::Literal(self.rng.u64(0..=mask).to_string()))
            } else {
                let inner = self.expr(depth.min(1), full);
                self.guarded(Guard::Mask(mask), inner)
            });
        }
        for &parameter in &function.parameters[arguments.len()..] {
            let Variable { ty, extent, .. } = self.program.variables[parameter.0].clone();
            arguments.push(self.argument(&ty, extent, depth, full)?);
        }
        let ty = Type::Function(function.signature.clone().into());
        let mut callee = Expr { ty: ty.clone(), node: Node::Function(id) };
        if self.chance(10) {
            let decayed = Expr { ty: ty.clone().pointer(), node: Node::Decay(callee.into()) };
            callee = Expr { ty, node: Node::Deref(decayed.into()) };
        }
        Some(Expr { ty: function.signature.result.clone(), node: Node::Call(callee.into(), arguments) })
    }

    pub(super) fn argument(&mut self, ty: &Type, extent: u32, depth: u32, full: &mut Full) -> Option<Expr> {
        match ty {
            Type::Int(..) => Some(self.expr(depth.min(2), full)),
            Type::Real(_) => Some(self.real(depth.min(2), full)),
            Type::Record(id) => self.record(*id, depth.min(1), full),
            Type::Pointer(target) => self.pointer(target, extent, usize::MAX, full),
            Type::Void | Type::Array(..) | Type::Function(_) => None,
        }
    }

    /// A call through a pointer. All functions that are called so have the same type, purity and limits.
    pub(super) fn indirect_call(&mut self, depth: u32, full: &mut Full) -> Option<Expr> {
        let signature = self.callback.clone()?;
        let callbacks = &self.known[..self.callbacks];
        let cost = callbacks.iter().map(|it| it.cost).max()?;
        if !callbacks.iter().all(|it| it.is_ready) || (self.cost + cost * self.times) > self.most_cost {
            return None;
        }
        self.cost += cost * self.times;
        let ty = Type::Function(signature.clone().into());
        let pointer = self.pointer(&ty, 1, usize::MAX, full)?;
        let mut arguments = Vec::new();
        for parameter in &signature.parameters {
            arguments.push(self.argument(parameter, 1, depth, full)?);
        }
        let callee = if self.chance(50) { pointer } else { Expr { ty, node: Node::Deref(pointer.into()) } };
        Some(Expr { ty: signature.result, node: Node::Call(callee.into(), arguments) })
    }
}
