//! What functions may read and write that others know, by a fixed point over all calls.
//!
//! A pointer is known by its [`Root`]: the variable whose address it is, a parameter that its function never changes, or just some
//! memory, which is any object whose address was ever taken. What a call does through a parameter it does to the root of the
//! argument, so `pop(&first)` and `pop(&second)` are told apart as far as they look at what they are given.

use super::Context;
use super::accesses::Walk;
use super::places;
use super::walk;
use crate::tree::{Builtin, Expr, ExprKind, Function, FunctionId, Storage, Variable, VariableId};
use std::collections::{BTreeSet, HashSet};

/// What a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    Variable(VariableId),
    /// What this parameter of the function points to.
    Parameter(u32),
    /// Any object whose address was taken.
    Memory,
}

/// Objects.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Objects {
    variables: BTreeSet<VariableId>,
    /// One bit for each parameter; the last stands for all that are further behind.
    parameters: u32,
    memory: bool,
    /// Whether there are too many variables to be listed: then it may be any.
    any: bool,
}

/// How many variables are listed.
const MAX_VARIABLES: usize = 256;

impl Objects {
    pub(super) fn add(&mut self, root: Root) {
        match root {
            Root::Variable(id) if !self.any => {
                self.variables.insert(id);
            }
            Root::Variable(_) => {}
            Root::Parameter(index) => self.parameters |= 1 << index.min(31),
            Root::Memory => self.memory = true,
        }
    }

    fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.parameters == 0 && !self.memory && !self.any
    }

    fn extend(&mut self, other: &Objects) {
        self.parameters |= other.parameters;
        self.memory |= other.memory;
        self.any |= other.any;
        if !self.any {
            self.variables.extend(&other.variables);
            self.any = self.variables.len() > MAX_VARIABLES;
        }
        if self.any {
            self.variables.clear();
        }
    }

    /// The same where the parameters are these arguments.
    fn given(&self, arguments: &[Root]) -> Objects {
        let mut given = Objects { parameters: 0, ..self.clone() };
        for index in (0..32).filter(|it| self.parameters >> it & 1 == 1) {
            given.add(arguments.get(index).copied().filter(|_| index < 31).unwrap_or(Root::Memory));
        }
        given
    }

    /// Whether some object may be among both.
    pub(super) fn meets(&self, other: &Objects, exposed: &HashSet<VariableId>) -> bool {
        let through = |it: &Objects| it.memory || it.parameters != 0;
        let may_be_pointed_to = |it: &Objects| through(it) || it.variables.iter().any(|it| exposed.contains(it));
        (self.any || other.any) && !self.is_empty() && !other.is_empty()
            || through(self) && may_be_pointed_to(other)
            || through(other) && may_be_pointed_to(self)
            || self.variables.intersection(&other.variables).next().is_some()
    }
}

/// What an evaluation may do, calls included.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Effects {
    pub reads: Objects,
    pub writes: Objects,
    /// What is freed, which is a write of all of it.
    pub frees: Objects,
    /// Mutexes that are locked, and those that are unlocked. What does both leaves them as they were.
    pub locks: Objects,
    pub unlocks: Objects,
    /// Whether other threads may find out when it happens: by an atomic access, a mutex, a section.
    pub synchronises: bool,
    /// Whether threads are started or waited for, and with them everything that these do.
    pub threads: bool,
    /// Whether it may be a violation.
    pub fails: bool,
    /// Whether it may be the end of the process or the thread.
    pub ends: bool,
}

impl Effects {
    pub(super) fn extend(&mut self, other: &Effects) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.frees.extend(&other.frees);
        self.locks.extend(&other.locks);
        self.unlocks.extend(&other.unlocks);
        self.synchronises |= other.synchronises;
        self.threads |= other.threads;
        self.fails |= other.fails;
        self.ends |= other.ends;
    }

    fn given(&self, arguments: &[Root]) -> Effects {
        Effects {
            reads: self.reads.given(arguments),
            writes: self.writes.given(arguments),
            frees: self.frees.given(arguments),
            locks: self.locks.given(arguments),
            unlocks: self.unlocks.given(arguments),
            ..self.clone()
        }
    }

    /// A section that a mutex protects leaves the mutex as it was, and so is only its contents.
    fn all_writes(&self) -> Objects {
        let mut writes = self.writes.clone();
        writes.extend(&self.frees);
        if self.locks.is_empty() != self.unlocks.is_empty() {
            writes.extend(&self.locks);
            writes.extend(&self.unlocks);
        }
        writes
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Effects::default()
    }

    /// Whether nothing is changed, and nothing else happens.
    pub(super) fn only_reads(&self) -> bool {
        self.all_writes().is_empty() && !self.threads && !self.fails && !self.ends
    }

    /// Whether other threads can tell which of two is first.
    pub(super) fn is_ordered_for_others(&self, other: &Effects) -> bool {
        let writes = |it: &Effects| !it.all_writes().is_empty();
        self.synchronises && other.synchronises && (writes(self) || writes(other))
    }

    /// Whether it can matter to the thread itself which of two is first.
    pub(super) fn conflicts(&self, other: &Effects, exposed: &HashSet<VariableId>) -> bool {
        let (mine, theirs) = (self.all_writes(), other.all_writes());
        let touches_shared = |it: &Effects, writes: &Objects| !it.reads.is_empty() || !writes.is_empty();
        mine.meets(&theirs, exposed)
            || mine.meets(&other.reads, exposed)
            || self.reads.meets(&theirs, exposed)
            || self.threads && (other.threads || touches_shared(other, &theirs))
            || other.threads && touches_shared(self, &mine)
            || self.ends && other.fails && !self.fails
            || other.ends && self.fails && !other.fails
    }
}

/// A call, and what is handed over.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// Nothing if it is through a pointer.
    pub callee: Option<FunctionId>,
    pub arguments: Vec<Root>,
}

/// What is known of all functions.
#[derive(Default)]
pub(super) struct Summaries {
    effects: Vec<Effects>,
    /// What a function that is called through a pointer may do.
    through_pointer: Effects,
    /// Whether the program starts threads.
    pub has_threads: bool,
    /// The functions that each calls by name.
    callees: Vec<Vec<FunctionId>>,
    /// The functions that are mentioned other than by calling them.
    pub named: HashSet<FunctionId>,
    /// What is written anywhere, and what is read or written anywhere.
    written: Objects,
    touched: Objects,
}

impl Summaries {
    pub(super) fn of(&self, call: &Call) -> Effects {
        match call.callee {
            Some(id) => self.effects.get(id.0 as usize).map(|it| it.given(&call.arguments)).unwrap_or_default(),
            None => self.through_pointer.given(&[]),
        }
    }

    /// Whether other threads, or what they write, can tell a plain access from one that synchronises and comes first or last.
    pub(super) fn is_beside(&self, one: &Effects, other: &Effects, exposed: &HashSet<VariableId>) -> bool {
        let is_seen =
            |it: &Effects| it.reads.meets(&self.written, exposed) || it.all_writes().meets(&self.touched, exposed);
        let plain = match (one.synchronises, other.synchronises) {
            (true, false) => other,
            (false, true) => one,
            (true, true) | (false, false) => return false,
        };
        !planted::bug!(PlainBesideAtomic) && is_seen(plain)
    }

    /// Whether some of these objects may be written somewhere.
    pub(super) fn are_written(&self, objects: &Objects, exposed: &HashSet<VariableId>) -> bool {
        objects.meets(&self.written, exposed)
    }

    /// Whether a call of one function may lead to the other.
    pub(super) fn leads_to(&self, from: FunctionId, to: FunctionId) -> bool {
        let mut seen = HashSet::from([from]);
        let mut open = vec![from];
        while let Some(next) = open.pop() {
            if next == to {
                return true;
            }
            open.extend(self.callees[next.0 as usize].iter().filter(|it| seen.insert(**it)));
        }
        false
    }

    /// All functions, those that are called before those that call them, as far as that can be.
    fn callees_first(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.callees.len()];
        for root in 0..self.callees.len() {
            let mut stack = vec![(root, 0)];
            while let Some((function, next)) = stack.pop() {
                if next == 0 && std::mem::replace(&mut seen[function], true) {
                    continue;
                }
                match self.callees[function].get(next) {
                    Some(callee) => {
                        stack.push((function, next + 1));
                        stack.push((callee.0 as usize, 0));
                    }
                    None => order.push(function),
                }
            }
        }
        order
    }
}

/// Works out what all functions do.
pub(super) fn summaries(context: &Context<'_>, functions: &[Function], variables: &[Variable]) -> Summaries {
    let (mut own, mut calls) = (Vec::new(), Vec::new());
    let mut named = HashSet::new();
    for (index, function) in functions.iter().enumerate() {
        let locals = places::Locals::of(FunctionId(index as u32), function, variables);
        let mut walk = Walk::new(context, &locals);
        let body = function.body.as_deref().unwrap_or_default();
        walk.statements(body);
        let (mut effects, inner) = walk.effects();
        forget_locals(&mut effects, variables);
        // What looks at a text is part of what prints it, and that has no effect.
        let is_look = function.library && function.name == ir::passes::unset::LOOK_AT_TEXT;
        own.push(if is_look { Effects::default() } else { effects });
        calls.push(inner);
        walk::expressions(body, &mut |it| functions_named(it, &mut named));
    }
    for variable in variables {
        variable.init.iter().for_each(|it| functions_named(&it.value, &mut named));
    }
    let callees = calls.iter().map(|it: &Vec<Call>| it.iter().filter_map(|call| call.callee).collect()).collect();
    let has_threads = own.iter().any(|it| it.threads);
    let (mut written, mut touched) = (Objects::default(), Objects::default());
    for effects in &own {
        written.extend(&effects.writes);
        written.extend(&effects.frees);
        touched.extend(&effects.reads);
    }
    touched.extend(&written);
    let mut summaries =
        Summaries { effects: own, through_pointer: Effects::default(), has_threads, callees, named, written, touched };
    let order = summaries.callees_first();
    loop {
        let mut is_new = false;
        let before = summaries.through_pointer.clone();
        for &index in &order {
            let mut effects = summaries.effects[index].clone();
            calls[index].iter().for_each(|it| effects.extend(&summaries.of(it)));
            forget_locals(&mut effects, variables);
            is_new |= effects != summaries.effects[index];
            if summaries.named.contains(&FunctionId(index as u32)) {
                summaries.through_pointer.extend(&effects);
            }
            summaries.effects[index] = effects;
        }
        if !is_new && before == summaries.through_pointer {
            return summaries;
        }
    }
}

/// Locals are of no interest to others, unless these have their address.
fn forget_locals(effects: &mut Effects, variables: &[Variable]) {
    let is_known = |it: &VariableId| variables[it.0 as usize].storage != Storage::Automatic;
    let Effects { reads, writes, frees, locks, unlocks, .. } = effects;
    for objects in [reads, writes, frees, locks, unlocks] {
        objects.variables.retain(is_known);
    }
}

/// Functions that are mentioned other than by calling them.
fn functions_named(expr: &Expr, named: &mut HashSet<FunctionId>) {
    match &expr.kind {
        ExprKind::Function(id) => {
            named.insert(*id);
        }
        ExprKind::Call { callee, arguments } => {
            if !matches!(callee.kind, ExprKind::Function(_)) {
                functions_named(callee, named);
            }
            arguments.iter().for_each(|it| functions_named(it, named));
        }
        _ => walk::children(expr).into_iter().for_each(|it| functions_named(it, named)),
    }
}

/// The variables whose address is more than where an access goes.
pub(super) fn exposed(functions: &[Function], variables: &[Variable]) -> HashSet<VariableId> {
    let mut exposed = HashSet::new();
    for function in functions {
        walk::expressions(function.body.as_deref().unwrap_or_default(), &mut |it| expose(it, false, &mut exposed));
    }
    for variable in variables {
        variable.init.iter().for_each(|it| expose(&it.value, false, &mut exposed));
    }
    exposed
}

/// `direct`: whether the value is only dereferenced.
fn expose(expr: &Expr, direct: bool, exposed: &mut HashSet<VariableId>) {
    match &expr.kind {
        ExprKind::Dereference(pointer) => expose(pointer, true, exposed),
        ExprKind::Convert(inner) => expose(inner, direct, exposed),
        ExprKind::Comma(first, last) => {
            expose(first, false, exposed);
            expose(last, direct, exposed);
        }
        ExprKind::PointerAdd { pointer, index, .. } => {
            expose(pointer, direct, exposed);
            expose(index, false, exposed);
        }
        ExprKind::AddressOf(object) | ExprKind::Decay(object) => {
            if !direct {
                exposed.extend(places::variable_of(object));
            }
            expose(object, false, exposed);
        }
        ExprKind::Builtin(builtin, arguments) => {
            for (index, argument) in arguments.iter().enumerate() {
                expose(argument, accesses_only(*builtin, index), exposed);
            }
        }
        _ => walk::children(expr).into_iter().for_each(|it| expose(it, false, exposed)),
    }
}

/// Whether a function of the library does nothing with one of its arguments but access what it points to.
fn accesses_only(builtin: Builtin, index: usize) -> bool {
    match builtin {
        Builtin::MutexInit
        | Builtin::MutexLock
        | Builtin::MutexTryLock
        | Builtin::MutexUnlock
        | Builtin::MutexDestroy
        | Builtin::AtomicLoad(_)
        | Builtin::Ignore => true,
        Builtin::AtomicStore(_) | Builtin::AtomicInit | Builtin::AtomicUpdate(..) => index == 0,
        Builtin::AtomicCompareExchange { .. } => index <= 1,
        _ => false,
    }
}

fn synchronises(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::AtomicLoad(_)
            | Builtin::AtomicStore(_)
            | Builtin::AtomicUpdate(..)
            | Builtin::AtomicCompareExchange { .. }
            | Builtin::MutexLock
            | Builtin::MutexTryLock
            | Builtin::MutexUnlock
            | Builtin::AtomicBegin
    )
}

/// What a function of the library does. `root` is where an argument points to.
pub(super) fn of_builtin(builtin: Builtin, root: impl Fn(usize) -> Root) -> Effects {
    let mut it = Effects { synchronises: synchronises(builtin), ..Effects::default() };
    match builtin {
        Builtin::AtomicLoad(_) => it.reads.add(root(0)),
        Builtin::AtomicStore(_)
        | Builtin::AtomicInit
        | Builtin::AtomicUpdate(..)
        | Builtin::MutexInit
        | Builtin::MutexDestroy
        | Builtin::MemorySet => it.writes.add(root(0)),
        Builtin::Realloc | Builtin::Free => it.frees.add(root(0)),
        Builtin::AtomicCompareExchange { .. } => {
            it.writes.add(root(0));
            it.writes.add(root(1));
        }
        Builtin::MutexLock | Builtin::MutexTryLock => it.locks.add(root(0)),
        Builtin::MutexUnlock => it.unlocks.add(root(0)),
        Builtin::MemoryCopy { .. } => {
            it.writes.add(root(0));
            it.reads.add(root(1));
        }
        Builtin::ThreadCreate => {
            it.writes.add(root(0));
            it.threads = true;
        }
        Builtin::ThreadJoin | Builtin::ThreadDetach => it.threads = true,
        Builtin::Assert | Builtin::Error | Builtin::Misuse => it.fails = true,
        Builtin::AssertOrAbort | Builtin::Assume | Builtin::Cut | Builtin::Exit | Builtin::ThreadExit => it.ends = true,
        Builtin::ThreadSelf
        | Builtin::SameThread
        | Builtin::Nondet
        | Builtin::AtomicBegin
        | Builtin::AtomicEnd
        | Builtin::Malloc
        | Builtin::Calloc
        | Builtin::VariableArray
        | Builtin::Alloca
        | Builtin::VariableArguments
        | Builtin::Fence(_)
        | Builtin::Float(_)
        | Builtin::FloatRemainder
        | Builtin::FloatAbsolute
        | Builtin::Operands
        | Builtin::Ignore => {}
    }
    it
}
