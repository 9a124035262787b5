//! Objects and their addresses: paths from a variable through elements, members and pointers.

use super::super::syntax::*;
use super::super::types::{Kind, Spelling, Type};
use super::{Feature, Full, Generator, int};

/// What a place is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// Its value.
    Read,
    /// The target of an assignment that is a statement, its right side done.
    Write,
    /// A side effect inside an expression.
    Effect,
    /// Its address.
    Address,
}

/// A place.
pub(super) struct Found {
    pub expr: Expr,
    /// The object lives as long as blocks of this nesting, at least.
    pub depth: usize,
    /// The variable itself, not a part of it or what it points to.
    pub is_whole: bool,
}

impl Generator {
    /// A place of a wanted type, if one is found with a few tries.
    pub(super) fn place(&mut self, want: &dyn Fn(&Type) -> bool, access: Access, full: &mut Full) -> Option<Found> {
        (0..8).find_map(|_| {
            let globals = if self.is_pure { 0 } else { self.program.globals.len() };
            let locals = if full.is_constant { 0 } else { self.scope.len() };
            if globals + locals == 0 {
                return None;
            }
            // Locals are fewer and nearer.
            let take_local = globals == 0 || (locals > 0 && self.chance(60));
            let root = if take_local {
                self.scope[self.rng.usize(0..locals)]
            } else {
                self.program.globals[self.rng.usize(0..globals)].0
            };
            let mut attempt = full.clone();
            let found = self.path(root, want, access, &mut attempt)?;
            *full = attempt;
            Some(found)
        })
    }

    /// A place of a wanted type in or behind a variable, if the first try finds one.
    pub(super) fn path(
        &mut self,
        root: VarId,
        want: &dyn Fn(&Type) -> bool,
        access: Access,
        full: &mut Full,
    ) -> Option<Found> {
        let variable = self.program.variables[root.0].clone();
        let changes = matches!(access, Access::Write | Access::Effect);
        let mut expr = Expr { ty: variable.ty.clone(), node: Node::Variable(root) };
        let (mut follows, mut is_whole, mut has_address) = (false, true, true);
        // The path is read before its end is changed, so its own reads do not count against the effect.
        let before = full.clone();
        for _ in 0..6 {
            if want(&expr.ty) && (matches!(expr.ty, Type::Int(..) | Type::Real(_)) || self.chance(80)) {
                let fixed = variable.is_const || (variable.is_fixed && !follows);
                let no_address = variable.is_const || (!variable.is_addressable && !follows);
                if (changes && fixed) || (access == Access::Address && (no_address || !has_address)) {
                    return None;
                }
                let is_plain = !follows && !variable.is_addressable && variable.storage != Storage::Global;
                return self.touch(root, is_plain, access, &before, full).then_some(Found {
                    expr,
                    depth: variable.depth,
                    is_whole,
                });
            }
            is_whole = false;
            expr = match expr.ty.clone() {
                Type::Array(element, length) => self.element(expr, *element, length, full),
                Type::Record(id) => {
                    let member = self.member(expr, id);
                    has_address &= self.is_addressable(&member);
                    member
                }
                Type::Pointer(target) if !matches!(*target, Type::Function(_) | Type::Void) => {
                    if full.is_constant || full.is_stable {
                        return None;
                    }
                    let is_plain = !follows && !variable.is_addressable && variable.storage != Storage::Global;
                    if !self.touch(root, is_plain, Access::Read, &before, full) {
                        return None;
                    }
                    let extent = match expr.node {
                        Node::Variable(id) => self.program.variables[id.0].extent,
                        _ => 1,
                    };
                    (follows, has_address) = (true, true);
                    self.pointed(expr, *target, extent, full)
                }
                Type::Pointer(_) | Type::Int(..) | Type::Real(_) | Type::Void | Type::Function(_) => return None,
            };
        }
        None
    }

    /// Notes an access; false if the order of evaluation would matter.
    fn touch(&self, root: VarId, is_plain: bool, access: Access, before: &Full, full: &mut Full) -> bool {
        if full.is_constant {
            return access == Access::Address;
        }
        let (read, written) = if is_plain {
            (before.read.contains(&root), before.written.contains(&root))
        } else {
            (before.memory_read, before.memory_written)
        };
        let is_allowed = match access {
            Access::Read | Access::Write | Access::Address => !written,
            Access::Effect => !read && !written,
        };
        match (access, is_plain) {
            (Access::Read | Access::Address, true) => drop(full.read.insert(root)),
            (Access::Read | Access::Address, false) => full.memory_read = true,
            (Access::Write | Access::Effect, true) => drop(full.written.insert(root)),
            (Access::Write | Access::Effect, false) => full.memory_written = true,
        }
        is_allowed
    }

    fn element(&mut self, array: Expr, element: Type, length: u32, full: &mut Full) -> Expr {
        let index = self.index(length, full);
        if self.chance(85) || full.is_constant {
            return Expr { ty: element, node: Node::Index(array.into(), index.into()) };
        }
        let pointer = decay(array, &element);
        let ty = pointer.ty.clone();
        let pointer = Expr { ty, node: Node::Offset { base: pointer.into(), index: index.into(), is_up: true } };
        Expr { ty: element, node: Node::Deref(pointer.into()) }
    }

    /// Whether a member is aligned and no bit-field.
    fn is_addressable(&self, member: &Expr) -> bool {
        let Node::Member { base, field, .. } = &member.node else { return true };
        let Type::Record(id) = base.ty else { return true };
        let record = &self.program.records[id.0];
        !record.is_packed && record.widths[*field].is_none()
    }

    fn member(&mut self, base: Expr, id: RecordId) -> Expr {
        let field = self.rng.usize(0..self.program.records[id.0].fields.len());
        let ty = self.program.records[id.0].fields[field].clone();
        let arrow = self.chance(80);
        Expr { ty, node: Node::Member { base: base.into(), field, arrow } }
    }

    fn pointed(&mut self, pointer: Expr, target: Type, extent: u32, full: &mut Full) -> Expr {
        if extent > 1 || self.chance(10) {
            let index = self.index(extent, full);
            return Expr { ty: target, node: Node::Index(pointer.into(), index.into()) };
        }
        Expr { ty: target, node: Node::Deref(pointer.into()) }
    }

    /// A number from 0 to `length - 1`. It has no side effects.
    pub(super) fn index(&mut self, length: u32, full: &mut Full) -> Expr {
        if length > 1 && !full.is_constant && !full.is_stable {
            let counters: Vec<VarId> = self.scope.iter().copied().filter(|it| self.counts_below(*it, length)).collect();
            if !counters.is_empty() && self.chance(50) {
                let id = counters[self.rng.usize(0..counters.len())];
                return Expr { ty: self.program.variables[id.0].ty.clone(), node: Node::Variable(id) };
            }
            if self.indices < 2 && self.chance(50) {
                self.indices += 1;
                let inner = self.quiet(1, full);
                self.indices -= 1;
                let guard = if length.is_power_of_two() && self.chance(50) {
                    Guard::Mask(u64::from(length - 1))
                } else {
                    Guard::Modulo(length)
                };
                return self.guarded(guard, inner);
            }
        }
        int(Kind::Int, Node::Literal(self.rng.u32(0..length).to_string()))
    }

    /// Whether a variable is a counter with values below a length.
    fn counts_below(&self, id: VarId, length: u32) -> bool {
        let variable = &self.program.variables[id.0];
        variable.is_fixed && !variable.is_const && variable.ty.kind().is_some() && variable.extent <= length
    }

    /// A pointer to `extent` or more objects that live as long as blocks of nesting `depth`.
    pub(super) fn pointer(&mut self, target: &Type, extent: u32, depth: usize, full: &mut Full) -> Option<Expr> {
        if let Type::Function(_) = target {
            return self.function_pointer(target, full);
        }
        let bare = self.address(target, extent, depth, full)?;
        let ty = bare.ty.clone();
        if full.is_constant || full.is_stable {
            return Some(bare);
        }
        Some(match self.rng.u32(0..20) {
            0 | 1 => {
                let kinds = [Kind::size(self.model), Kind::UnsignedLong, Kind::Long, Kind::UnsignedLongLong];
                let number = Type::Int(kinds[self.rng.usize(0..4)], Spelling::Plain(0));
                cast(ty, cast(number, bare))
            }
            2 | 3 => cast(ty, cast(Type::Void.pointer(), bare)),
            4 => cast(ty, cast(Type::int(Kind::Char).pointer(), bare)),
            5 => {
                let left = self.quiet(1, full);
                Expr { ty, node: Node::Comma(left.into(), bare.into()) }
            }
            6 | 7 => {
                let condition = self.quiet(1, full);
                let Some(other) = self.address(target, extent, depth, full) else { return Some(bare) };
                let (condition, bare, other) = (condition.into(), bare.into(), other.into());
                Expr { ty, node: Node::Conditional(condition, bare, other) }
            }
            _ => bare,
        })
    }

    /// The plain cases of [`Generator::pointer`].
    fn address(&mut self, target: &Type, extent: u32, depth: usize, full: &mut Full) -> Option<Expr> {
        for _ in 0..4 {
            let mut attempt = full.clone();
            let found = match self.rng.u32(0..4) {
                0 if !full.is_constant => self.stored_pointer(target, extent, depth, &mut attempt),
                1 => self.in_array(target, extent, depth, &mut attempt),
                2 if extent == 1 && !full.is_stable => self.around(target, depth, &mut attempt),
                _ if extent == 1 => self.address_of(target, depth, &mut attempt),
                _ => None,
            };
            if let Some(expr) = found {
                *full = attempt;
                return Some(expr);
            }
        }
        if extent > 1 || self.is_pure {
            return self.in_array(target, extent, depth, full);
        }
        let anchors = &self.anchors;
        let anchor = *anchors.iter().find(|it| self.program.variables[it.0].ty == *target)?;
        let place = Expr { ty: target.clone(), node: Node::Variable(anchor) };
        Some(Expr { ty: target.clone().pointer(), node: Node::AddressOf(place.into()) })
    }

    fn address_of(&mut self, target: &Type, depth: usize, full: &mut Full) -> Option<Expr> {
        let found = self.place(&|it| it == target, Access::Address, full)?;
        (found.depth <= depth).then(|| Expr { ty: target.clone().pointer(), node: Node::AddressOf(found.expr.into()) })
    }

    /// A pointer that is stored somewhere.
    fn stored_pointer(&mut self, target: &Type, extent: u32, depth: usize, full: &mut Full) -> Option<Expr> {
        let wanted = target.clone().pointer();
        let found = self.place(&|it| *it == wanted, Access::Read, full)?;
        let reaches = match found.expr.node {
            Node::Variable(id) => {
                let variable = &self.program.variables[id.0];
                variable.extent >= extent && !variable.is_const
            }
            _ => extent == 1,
        };
        (found.depth <= depth && reaches).then_some(found.expr)
    }

    /// A pointer into an array.
    fn in_array(&mut self, target: &Type, extent: u32, depth: usize, full: &mut Full) -> Option<Expr> {
        let fits = |it: &Type| matches!(it, Type::Array(element, length) if **element == *target && *length >= extent);
        let found = self.place(&fits, Access::Address, full)?;
        let Type::Array(_, length) = found.expr.ty else { unreachable!("an array was wanted") };
        if found.depth > depth {
            return None;
        }
        let rest = length - extent;
        let ty = target.clone().pointer();
        Some(match self.rng.u32(0..4) {
            0 if rest > 0 => {
                let index = self.index(rest + 1, full).into();
                Expr { ty, node: Node::Offset { base: decay(found.expr, target).into(), index, is_up: true } }
            }
            1 if rest > 0 => {
                let index = self.index(rest + 1, full);
                let place = Expr { ty: target.clone(), node: Node::Index(found.expr.into(), index.into()) };
                Expr { ty, node: Node::AddressOf(place.into()) }
            }
            2 if rest > 0 && !full.is_constant => {
                // Down from the end of the part that may be pointed to.
                let end = int(Kind::Int, Node::Literal(rest.to_string()));
                let end = Node::Offset { base: decay(found.expr, target).into(), index: end.into(), is_up: true };
                let index = self.index(rest + 1, full).into();
                let base = Expr { ty: ty.clone(), node: end }.into();
                Expr { ty, node: Node::Offset { base, index, is_up: false } }
            }
            _ => decay(found.expr, target),
        })
    }

    /// From a member to the record around it.
    fn around(&mut self, target: &Type, depth: usize, full: &mut Full) -> Option<Expr> {
        let &Type::Record(record) = target else { return self.address_of(target, depth, full) };
        let found = self.place(&|it| it == target, Access::Address, full)?;
        if found.depth > depth || full.is_constant {
            return None;
        }
        let field = self.rng.usize(0..self.program.records[record.0].fields.len());
        let ty = self.program.records[record.0].fields[field].clone();
        let member = Expr { ty: ty.clone(), node: Node::Member { base: found.expr.into(), field, arrow: false } };
        if self.program.records[record.0].widths[field].is_some() {
            return None;
        }
        let address = Expr { ty: ty.pointer(), node: Node::AddressOf(member.into()) };
        Some(Expr { ty: target.clone().pointer(), node: Node::ContainerOf { address: address.into(), record, field } })
    }

    /// One of the functions that are called through pointers.
    fn function_pointer(&mut self, target: &Type, full: &mut Full) -> Option<Expr> {
        let ty = target.clone().pointer();
        if !full.is_constant && self.chance(40) {
            if let Some(found) = self.place(&|it| *it == ty, Access::Read, full) {
                return Some(found.expr);
            }
        }
        let id = FunctionId(self.rng.usize(0..self.callbacks));
        let function = Expr { ty: target.clone(), node: Node::Function(id) };
        Some(match self.rng.u32(0..4) {
            0 => Expr { ty, node: Node::AddressOf(function.into()) },
            1 if !full.is_constant => cast(ty, cast(Type::Int(Kind::UnsignedLong, Spelling::Plain(0)), function)),
            _ => Expr { ty, node: Node::Decay(function.into()) },
        })
    }

    /// Integers that pointers give: comparisons, differences, tests, conversions.
    pub(super) fn about_pointers(&mut self, full: &mut Full) -> Option<Expr> {
        let any = |it: &Type| !matches!(it, Type::Void | Type::Function(_));
        let found = self.place(&any, Access::Address, full)?;
        let target = found.expr.ty.clone();
        let ty = target.clone().pointer();
        let kind = target.kind();
        let address = Expr { ty: ty.clone(), node: Node::AddressOf(found.expr.into()) };
        let is_equality = if self.chance(50) { Binary::Equal } else { Binary::NotEqual };
        Some(match self.rng.u32(0..8) {
            0 => int(Kind::Int, Node::Unary(Unary::Not, address.into())),
            1 => {
                let null = Node::Literal(["0", "(void *)0", "0L"][self.rng.usize(0..3)].to_owned());
                int(Kind::Int, Node::Binary(is_equality, address.into(), int(Kind::Int, null).into()))
            }
            2 | 3 => {
                let other = self.pointer(&target, 1, usize::MAX, full)?;
                int(Kind::Int, Node::Binary(is_equality, address.into(), other.into()))
            }
            4 if self.has(Feature::Bytes) => {
                // Aligned at least as the 32-bit ABI has it.
                let number = cast(Type::int(Kind::UnsignedLong), address);
                let mask = kind?.bytes(self.model).min(4) - 1;
                let mask = int(Kind::Int, Node::Literal(mask.to_string()));
                int(Kind::UnsignedLong, Node::Binary(Binary::And, number.into(), mask.into()))
            }
            _ => return self.two_elements(full),
        })
    }

    /// Two pointers into one array, compared or subtracted.
    fn two_elements(&mut self, full: &mut Full) -> Option<Expr> {
        let array = self.place(&|it| matches!(it, Type::Array(..)), Access::Address, full)?.expr;
        let Type::Array(element, length) = array.ty.clone() else { unreachable!("an array was wanted") };
        let mut pointer = || {
            // One past the end is fine for these.
            let index = self.index(length + 1, full);
            let ty = element.clone().pointer();
            let base = decay(array.clone(), &element).into();
            Expr { ty, node: Node::Offset { base, index: index.into(), is_up: true } }
        };
        let (left, right) = (pointer(), pointer());
        let operators = [Binary::Less, Binary::Greater, Binary::LessEqual, Binary::GreaterEqual, Binary::Equal];
        Some(if self.chance(40) {
            let operator = operators[self.rng.usize(0..operators.len())];
            int(Kind::Int, Node::Binary(operator, left.into(), right.into()))
        } else {
            int(Kind::difference(self.model), Node::Binary(Binary::Subtract, left.into(), right.into()))
        })
    }

    /// A byte of an integer.
    pub(super) fn byte(&mut self, full: &mut Full) -> Option<Expr> {
        let place = self.place(&|it| matches!(it, Type::Int(..)), Access::Address, full)?.expr;
        Some(self.byte_of(place, full))
    }

    /// Some byte of a place of integer type.
    pub(super) fn byte_of(&mut self, place: Expr, full: &mut Full) -> Expr {
        let bytes = place.ty.kind().expect("a place of integer type").bytes(self.model);
        let address = Expr { ty: place.ty.clone().pointer(), node: Node::AddressOf(place.into()) };
        let bytewise = cast(Type::int(Kind::UnsignedChar).pointer(), address);
        let index = self.index(bytes, full);
        int(Kind::UnsignedChar, Node::Index(bytewise.into(), index.into()))
    }
}

/// An array as a pointer to its first element.
pub(super) fn decay(array: Expr, element: &Type) -> Expr {
    Expr { ty: element.clone().pointer(), node: Node::Decay(array.into()) }
}

pub(super) fn cast(ty: Type, expr: Expr) -> Expr {
    Expr { ty, node: Node::Cast(expr.into()) }
}
