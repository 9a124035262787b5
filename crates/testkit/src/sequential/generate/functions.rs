//! Functions: signatures first, then bodies, `main` last.

use super::super::syntax::*;
use super::super::types::{Kind, Signature, Type};
use super::places::Access;
use super::{Feature, Full, Generator, Known};

impl Generator {
    pub(super) fn functions(&mut self) {
        for id in 0..self.program.functions.len() {
            self.define(FunctionId(id), false);
        }
        let count = if self.has(Feature::Calls) { self.rng.usize(1..=self.size.functions) } else { 0 };
        for _ in 0..count {
            let is_recursive = self.has(Feature::Recursion) && self.chance(30);
            let is_pure = self.chance(40);
            let id = self.add_any_function(is_pure, is_recursive);
            self.define(id, false);
        }
        let main = Signature { result: Type::Void, parameters: Vec::new() };
        let id = self.add_function(main, false, None);
        self.define(id, true);
    }

    /// A function without a body.
    pub(super) fn add_function(&mut self, signature: Signature, is_pure: bool, recursion: Option<u64>) -> FunctionId {
        let id = FunctionId(self.program.functions.len());
        self.depth = 1;
        let types = signature.parameters.clone();
        let parameters: Vec<VarId> = types.into_iter().map(|it| self.add_variable(it, Storage::Parameter)).collect();
        if recursion.is_some() {
            let depth = &mut self.program.variables[parameters[0].0];
            (depth.is_fixed, depth.is_addressable, depth.extent) = (true, false, u32::MAX);
        }
        self.program.functions.push(Function { signature, parameters, is_pure, base: None, body: Vec::new() });
        self.known.push(Known { cost: 0, depth: recursion, is_ready: false });
        id
    }

    fn add_any_function(&mut self, is_pure: bool, is_recursive: bool) -> FunctionId {
        self.is_pure = is_pure;
        let mut parameters = Vec::new();
        if is_recursive {
            parameters.push(Type::int(Kind::Int));
        }
        for _ in 0..self.rng.u32(0..4) {
            let ty = self.parameter_type();
            parameters.push(ty);
        }
        let result = match self.rng.u32(0..10) {
            0 if !is_pure && !is_recursive => Type::Void,
            1 | 2 if !self.program.records.is_empty() => self.record_type(),
            3 if !is_pure && self.has(Feature::Pointers) => self.pointer_type(0).unwrap_or(Type::Void),
            _ => self.number_type(),
        };
        let result = match result {
            Type::Record(id) if !self.is_usable(id) => self.int_type(),
            // A base is needed, and the simplest one is a number.
            Type::Void | Type::Pointer(_) if is_recursive => self.int_type(),
            // Functions cannot give arrays of functions and the like.
            Type::Pointer(target) if matches!(*target, Type::Array(..)) => Type::Void,
            result => result,
        };
        let recursion = is_recursive.then(|| [3, 3, 7][self.rng.usize(0..3)]);
        let id = self.add_function(Signature { result, parameters }, is_pure, recursion);
        if !is_pure {
            self.widen_parameters(id);
        }
        id
    }

    fn parameter_type(&mut self) -> Type {
        match self.rng.u32(0..12) {
            0 | 1 if !self.program.records.is_empty() => match self.record_type() {
                Type::Record(id) if !self.is_usable(id) => self.int_type(),
                ty => ty,
            },
            2..5 if !self.is_pure && self.has(Feature::Pointers) => match self.pointer_type(0) {
                Some(ty) => ty,
                None => self.int_type(),
            },
            5 if !self.is_pure && self.callback.is_some() => {
                Type::Function(self.callback.clone().expect("there are some").into()).pointer()
            }
            _ => self.number_type(),
        }
    }

    /// Some pointers that are parameters point to several objects, if there is a global array of them to be passed.
    fn widen_parameters(&mut self, id: FunctionId) {
        for parameter in self.program.functions[id.0].parameters.clone() {
            let Type::Pointer(target) = self.program.variables[parameter.0].ty.clone() else { continue };
            let longest = self.program.globals.iter().filter_map(|(id, _)| {
                let variable = &self.program.variables[id.0];
                match &variable.ty {
                    Type::Array(element, length) if **element == *target && !variable.is_const => Some(*length),
                    _ => None,
                }
            });
            if let Some(length) = longest.max() {
                self.program.variables[parameter.0].extent = self.rng.u32(1..=length);
            }
        }
    }

    /// Makes the body.
    fn define(&mut self, id: FunctionId, is_main: bool) {
        let function = self.program.functions[id.0].clone();
        let recursion = self.known[id.0].depth;
        self.is_pure = function.is_pure;
        self.result = function.signature.result.clone();
        self.scope = function.parameters.clone();
        self.depth = 1;
        self.left = self.rng.u32(2..=self.size.statements) + if is_main { self.size.statements / 2 } else { 0 };
        (self.times, self.cost) = (1, 0);
        self.most_cost = match recursion {
            _ if is_main => self.size.run,
            Some(_) => 30,
            None => 200,
        };
        (self.can_break, self.can_continue) = (false, false);
        if recursion.is_some() {
            self.program.functions[id.0].base = Some(self.must_return(1, &Full::quiet()));
        }
        let mut body = self.block(false, |it| {
            if is_main {
                it.call_all();
            }
            if let Some(mask) = recursion {
                it.recursive_calls(id, if mask > 3 { 1 } else { 2 });
            }
        });
        if is_main {
            self.show_globals(&mut body);
        }
        let sites = recursion.map_or(1, |mask| if mask > 3 { mask } else { 1 << mask });
        self.known[id.0] = Known { cost: (self.cost + 2) * sites, depth: recursion, is_ready: true };
        self.program.functions[id.0].body = body;
    }

    /// What `main` begins with: every function is called, where that is not too expensive.
    fn call_all(&mut self) {
        for id in 0..self.program.functions.len() - 1 {
            if self.known[id].cost <= self.most_cost / 4 {
                let call = self.call_statement(Some(FunctionId(id)));
                self.pending.last_mut().expect("in a block").extend(call);
            }
        }
    }

    /// What `main` ends with: every global is looked at.
    fn show_globals(&mut self, body: &mut Vec<Stmt>) {
        let first = self.scope.len();
        for (global, _) in self.program.globals.clone() {
            self.scope.truncate(first);
            self.scope.push(global);
            for _ in 0..4 {
                // The only variable in reach.
                let globals = std::mem::take(&mut self.program.globals);
                let mut full = Full { is_stable: true, ..Full::quiet() };
                let found = self.place(&|it| matches!(it, Type::Int(..) | Type::Real(_)), Access::Read, &mut full);
                self.program.globals = globals;
                let Some(found) = found else { continue };
                let put = self.put(found.expr, false);
                body.push(put);
            }
        }
        self.scope.truncate(first);
    }

    /// The value of a return statement that has to be there.
    pub(super) fn must_return(&mut self, depth: u32, full: &Full) -> Expr {
        let value = (0..50).find_map(|_| self.returned(depth, &mut full.clone()));
        value.expect("there is a value of every type that is returned")
    }

    /// The value of a return statement.
    pub(super) fn returned(&mut self, depth: u32, full: &mut Full) -> Option<Expr> {
        match self.result.clone() {
            Type::Int(..) => Some(self.expr(depth, full)),
            Type::Real(_) => Some(self.real(depth, full)),
            Type::Record(id) => self.record(id, depth, full),
            Type::Pointer(target) => self.pointer(&target, 1, 0, full),
            Type::Void | Type::Array(..) | Type::Function(_) => None,
        }
    }

    /// Calls of the function by itself, one level deeper, in its outermost block.
    fn recursive_calls(&mut self, id: FunctionId, count: u32) {
        for _ in 0..count {
            let function = self.program.functions[id.0].clone();
            let mut full = Full::quiet();
            let depth = Node::Deeper(function.parameters[0]);
            let mut arguments = vec![Expr { ty: Type::int(Kind::Int), node: depth }];
            for &parameter in &function.parameters[1..] {
                let Variable { ty, extent, .. } = self.program.variables[parameter.0].clone();
                match self.argument(&ty, extent, 1, &mut full) {
                    Some(argument) => arguments.push(argument),
                    None => return,
                }
            }
            let ty = Type::Function(function.signature.clone().into());
            let callee = Expr { ty, node: Node::Function(id) };
            let result = function.signature.result.clone();
            let call = Expr { ty: result.clone(), node: Node::Call(callee.into(), arguments) };
            // A variable for the result: the call is a full expression.
            let local = self.add_variable(result, Storage::Local);
            self.declare(local, Init::Expr(call));
        }
    }
}
