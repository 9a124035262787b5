//! What variables are on the way through a block: what was set in it, else what is known, else their symbols.

use super::names::{InstanceKind, Name, ObjectName, Variable};
use super::run::Runner;
use super::{Blocks, Instance, Obstacle};
use crate::edge::{self, Mistake, Names};
use ir::passes::points_to::Target;
use ir::passes::walk;
use ir::{Base, Expr, FunctionId, RegisterId, SlotId};
use smt::{Term, Terms};

/// The names in an expression: those registers that it mentions.
struct Mentioned<'a> {
    registers: Vec<(RegisterId, Term)>,
    slots: &'a [(SlotId, u32)],
    thread_locals: &'a [(ir::GlobalId, u32)],
    program: &'a ir::Program,
}

impl Names for Mentioned<'_> {
    fn register(&self, register: RegisterId) -> Term {
        self.registers.iter().find(|it| it.0 == register).expect("it is mentioned").1
    }

    fn address(&mut self, terms: &mut Terms, base: Base, offset: i64) -> Term {
        let object = match base {
            Base::Global(global) => {
                let own = self.thread_locals.iter().find(|it| it.0 == global);
                own.map_or(self.program.global_object(global), |it| it.1)
            }
            Base::Function(function) => self.program.function_object(function),
            Base::Slot(slot) => self.slots.iter().find(|it| it.0 == slot).expect("it is mentioned").1,
        };
        terms.constant(self.program.model.pointer_bits(), self.program.model.pack(object, offset))
    }

    fn checks_overflow(&self) -> bool {
        false
    }
}

impl Runner<'_, '_, '_> {
    /// The private locals of a function begin anew.
    pub fn clear_private(&mut self, thread: u32, depth: u32, function: FunctionId) {
        for slot in 0..self.blocks.program.functions[function.index()].slots.len() as u32 {
            let slot = SlotId(slot);
            if !self.blocks.program.functions[function.index()].slots[slot.index()].escapes {
                let object = self.blocks.slot_object(thread, depth, function, slot);
                self.clear(object);
            }
        }
    }

    /// Everything in an object is as at first.
    pub fn clear(&mut self, object: u32) {
        for variable in self.of_objects.remove(&object).unwrap_or_default() {
            self.overlay.remove(&variable);
        }
        if !self.cleared.contains(&object) {
            self.cleared.push(object);
        }
    }

    pub fn set(&mut self, variable: Variable, value: Term) {
        if self.overlay.insert(variable, (value, self.site)).is_none() {
            self.order.push(variable);
        }
    }

    pub fn register_variable(
        &mut self,
        thread: u32,
        depth: u32,
        function: FunctionId,
        register: RegisterId,
    ) -> Variable {
        let width = self.blocks.program.functions[function.index()].registers[register.index()].width.0;
        let name = Name::Register { thread, depth, function, register };
        self.blocks.table.variable(&mut self.blocks.terms, name, width)
    }

    pub fn set_register(&mut self, register: RegisterId, value: Term) {
        let depth = self.activity.frames.len() - 1;
        let function = self.activity.frames[depth].function;
        let variable = self.register_variable(self.thread, depth as u32, function, register);
        self.set(variable, value);
        self.of_frames[depth].push(variable);
    }

    fn register(&mut self, register: RegisterId) -> Term {
        let depth = self.activity.frames.len() - 1;
        let function = self.activity.frames[depth].function;
        let variable = self.register_variable(self.thread, depth as u32, function, register);
        if let Some((value, _)) = self.overlay.get(&variable) {
            return *value;
        }
        let width = self.blocks.program.functions[function.index()].registers[register.index()].width.0;
        if self.fresh[depth] {
            return self.blocks.terms.constant(width, 0);
        }
        self.value_before(variable)
    }

    /// What a variable is before the block.
    pub fn value_before(&mut self, variable: Variable) -> Term {
        let symbol = self.blocks.table.symbol(variable);
        match (self.known)(variable) {
            Some(value) => self.blocks.terms.constant(self.blocks.terms.width(symbol), value),
            None => symbol,
        }
    }

    /// What a variable is now.
    pub fn value(&mut self, variable: Variable) -> Term {
        match self.overlay.get(&variable) {
            Some((value, _)) => *value,
            None => self.value_before(variable),
        }
    }

    /// What is in a cell now.
    pub fn cell(&mut self, object: u32, offset: u32, size: u8) -> Term {
        let variable = self.cell_variable(object, offset, size);
        if let Some((value, _)) = self.overlay.get(&variable) {
            return *value;
        }
        let instance = self.blocks.table.instance(object).expect("it is there");
        let is_constant = instance.kind == InstanceKind::Static && self.blocks.layout.is_constant(instance.target);
        if is_constant || self.cleared.contains(&object) {
            let first = self.blocks.first_value(variable);
            return self.blocks.terms.constant(size * 8, first);
        }
        self.value_before(variable)
    }

    fn cell_variable(&mut self, object: u32, offset: u32, size: u8) -> Variable {
        let name = Name::Cell { object, offset, size };
        self.blocks.table.variable(&mut self.blocks.terms, name, size * 8)
    }

    pub fn set_cell(&mut self, object: u32, offset: u32, size: u8, value: Term) {
        let variable = self.cell_variable(object, offset, size);
        if !self.overlay.contains_key(&variable) {
            self.of_objects.entry(object).or_default().push(variable);
        }
        self.set(variable, value);
    }

    /// The value of an expression. The thread stops where evaluating it goes wrong.
    pub fn evaluate(&mut self, expr: &Expr) -> Result<Term, Obstacle> {
        let depth = self.activity.frames.len() as u32 - 1;
        let function = self.activity.frames[depth as usize].function;
        let mut registers: Vec<(RegisterId, Term)> = Vec::new();
        let mut mentioned = Vec::new();
        let (mut slots, mut thread_locals) = (Vec::new(), Vec::new());
        walk::for_each_leaf(expr, &mut |leaf| match leaf {
            Expr::Register(register) => mentioned.push(*register),
            Expr::Address(Base::Slot(slot), _) => slots.push(*slot),
            Expr::Address(Base::Global(global), _) => thread_locals.push(*global),
            _ => {}
        });
        for register in mentioned {
            if !registers.iter().any(|it| it.0 == register) {
                let value = self.register(register);
                registers.push((register, value));
            }
        }
        let slots: Vec<(SlotId, u32)> =
            slots.into_iter().map(|it| (it, self.blocks.slot_object(self.thread, depth, function, it))).collect();
        let program = self.blocks.program;
        thread_locals.retain(|it| program.globals[it.index()].thread_local);
        let thread_locals: Vec<(ir::GlobalId, u32)> =
            thread_locals.into_iter().map(|it| (it, self.blocks.thread_local_object(self.thread, it))).collect();
        let mut names = Mentioned { registers, slots: &slots, thread_locals: &thread_locals, program };
        let mut mistakes: Vec<Mistake> = Vec::new();
        let value = edge::evaluate(&mut self.blocks.terms, &mut names, expr, &mut mistakes);
        let value = value.map_err(|it| it.at(self.span))?;
        // One decision, whatever is known: ways mean the same in all states.
        if expr.can_fault() {
            let wrong = self.blocks.terms.any(mistakes.iter().map(|it| it.when).collect::<Vec<_>>());
            let fine = self.blocks.terms.not(wrong);
            if self.decide_whether(fine) == Some(false) {
                self.mistake();
            }
        }
        Ok(value)
    }
}

impl Blocks<'_> {
    pub(super) fn slot_object(&mut self, thread: u32, depth: u32, function: FunctionId, slot: SlotId) -> u32 {
        let it = &self.program.functions[function.index()].slots[slot.index()];
        let kind = if it.escapes { InstanceKind::Slot } else { InstanceKind::Private { thread, depth } };
        let size = it.shape.size(self.program.model);
        let instance = Instance { target: Target::Slot(function, slot), kind, size };
        self.table.object(ObjectName::Slot { thread, depth, function, slot }, instance)
    }

    pub(super) fn thread_local_object(&mut self, thread: u32, global: ir::GlobalId) -> u32 {
        let size = self.program.globals[global.index()].shape.size(self.program.model);
        let instance = Instance { target: Target::Global(global), kind: InstanceKind::ThreadLocal, size };
        self.table.object(ObjectName::ThreadLocal { thread, global }, instance)
    }
}
