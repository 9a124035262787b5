//! Variables, objects and threads by name. Names do not depend on what other threads do.

use ir::passes::points_to::Target;
use ir::{FunctionId, GlobalId, RegisterId, SlotId};
use rustc_hash::FxHashMap;
use smt::{Term, Terms};

/// A variable: what has a value in a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(pub u32);

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Name {
    /// A register of a running function.
    Register {
        /// Of this thread.
        thread: u32,
        /// How many functions are around it.
        depth: u32,
        /// The function.
        function: FunctionId,
        /// Which.
        register: RegisterId,
    },
    /// Bytes of an object.
    Cell {
        /// Which object.
        object: u32,
        /// Where they begin.
        offset: u32,
        /// How many.
        size: u8,
    },
    /// What a thread has returned.
    Result(u32),
}

/// What a variable is, whichever thread or instance of an object it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kin {
    /// A register of a function.
    Register(FunctionId, RegisterId),
    /// Bytes of an object.
    Cell(Target, u32, u8),
    /// What a thread has returned.
    Result,
}

/// An instance of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instance {
    /// What it is an instance of.
    pub target: Target,
    /// What it is.
    pub kind: InstanceKind,
    /// In bytes; of what is allocated, the control tells.
    pub size: u32,
}

/// What an instance is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InstanceKind {
    /// It is always there.
    Static,
    /// A thread's own.
    ThreadLocal,
    /// A local that only its thread can see.
    Private {
        /// Of this thread,
        thread: u32,
        /// in the function with so many around it.
        depth: u32,
    },
    /// A local that others can see: it lives from opening to closing.
    Slot,
    /// Allocated, until it is freed.
    Heap,
    /// Allocated for a function.
    Automatic,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum ObjectName {
    ThreadLocal { thread: u32, global: GlobalId },
    Slot { thread: u32, depth: u32, function: FunctionId, slot: SlotId },
    Made { thread: u32, function: FunctionId, edge: u32, count: u32 },
}

/// Everything that has a name.
#[derive(Default)]
pub struct Table {
    names: Vec<Name>,
    symbols: Vec<Term>,
    numbers: FxHashMap<Name, Variable>,
    of_symbol: FxHashMap<Term, Variable>,
    pub(super) instances: Vec<Option<Instance>>,
    objects: FxHashMap<ObjectName, u32>,
    by_target: FxHashMap<Target, Vec<u32>>,
    threads: FxHashMap<(u32, u32), u32>,
    /// What each thread runs first.
    pub(super) entries: Vec<FunctionId>,
    inputs: FxHashMap<(u32, u8), Term>,
}

impl Table {
    /// The variable of a name, of this width.
    pub fn variable(&mut self, terms: &mut Terms, name: Name, width: u8) -> Variable {
        if let Some(known) = self.numbers.get(&name) {
            return *known;
        }
        let variable = Variable(self.names.len() as u32);
        let symbol = terms.variable(width);
        self.names.push(name);
        self.symbols.push(symbol);
        self.numbers.insert(name, variable);
        self.of_symbol.insert(symbol, variable);
        variable
    }

    /// The name of a variable.
    pub fn name(&self, variable: Variable) -> Name {
        self.names[variable.0 as usize]
    }

    /// The unknown that stands for the value of a variable.
    pub fn symbol(&self, variable: Variable) -> Term {
        self.symbols[variable.0 as usize]
    }

    /// The variable that an unknown stands for.
    pub fn of_symbol(&self, symbol: Term) -> Option<Variable> {
        self.of_symbol.get(&symbol).copied()
    }

    /// The variable of a name, if it was met.
    pub fn find(&self, name: Name) -> Option<Variable> {
        self.numbers.get(&name).copied()
    }

    /// The unknown for the how-manieth input of a block.
    pub fn input(&mut self, terms: &mut Terms, index: u32, width: u8) -> Term {
        *self.inputs.entry((index, width)).or_insert_with(|| terms.variable(width))
    }

    /// What a variable is, whoever it belongs to.
    pub fn kin(&self, variable: Variable) -> Kin {
        match self.name(variable) {
            Name::Register { function, register, .. } => Kin::Register(function, register),
            Name::Cell { object, offset, size } => {
                let instance = self.instances[object as usize].expect("a variable is of an object");
                Kin::Cell(instance.target, offset, size)
            }
            Name::Result(_) => Kin::Result,
        }
    }

    /// The object of a number, if it is one that has something in it.
    pub fn instance(&self, object: u32) -> Option<Instance> {
        self.instances.get(object as usize).copied().flatten()
    }

    /// All instances that were met.
    pub fn instances_of(&self, target: Target) -> &[u32] {
        self.by_target.get(&target).map_or(&[], Vec::as_slice)
    }

    pub(super) fn add(&mut self, instance: Instance) -> u32 {
        let number = self.instances.len() as u32;
        self.instances.push(Some(instance));
        self.by_target.entry(instance.target).or_default().push(number);
        number
    }

    pub(super) fn object(&mut self, name: ObjectName, instance: Instance) -> u32 {
        if let Some(known) = self.objects.get(&name) {
            return *known;
        }
        let number = self.add(instance);
        self.objects.insert(name, number);
        number
    }

    /// The how-manieth thread that a thread starts.
    pub(super) fn thread(&mut self, parent: u32, count: u32, entry: FunctionId) -> u32 {
        let next = self.entries.len() as u32;
        let number = *self.threads.entry((parent, count)).or_insert(next);
        if number == next {
            self.entries.push(entry);
        }
        number
    }

    /// What threads run first, by their numbers.
    pub fn entries(&self) -> &[FunctionId] {
        &self.entries
    }
}
