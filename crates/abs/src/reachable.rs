//! What the code from some instruction on may call, for whoever wants to know what a task may still do.
//!
//! A call of a method may run those of that name of all classes. Calls are followed into the methods, new objects into
//! their init blocks and their methods `run`.
//!
//! The code from an instruction on is walked when somebody asks for it first; the answer is kept.

use crate::code::{BodyId, Code, Op, Pc};
use crate::program::{ClassId, SelectorId};
use rustc_hash::FxHashMap;

/// A set of bodies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bodies(Vec<u64>);

impl Bodies {
    pub fn contains(&self, body: BodyId) -> bool {
        self.0.get(body.0 as usize / 64).is_some_and(|it| it >> (body.0 % 64) & 1 == 1)
    }

    fn insert(&mut self, body: BodyId) {
        let word = body.0 as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (body.0 % 64);
    }

    fn add(&mut self, other: &Bodies) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(own, it)| *own |= it);
    }
}

/// What code may do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    /// Methods that it may call, and that these may call, and so on.
    pub methods: Bodies,
    /// Some task may keep its group, or let it go.
    pub locks: bool,
    /// Some task may go on or not, depending on whether a future has its value already.
    pub looks: bool,
}

impl Ahead {
    /// Adds what other code may do.
    pub fn add(&mut self, other: &Ahead) {
        self.methods.add(&other.methods);
        self.locks |= other.locks;
        self.looks |= other.looks;
    }
}

/// What is known so far.
#[derive(Debug, Default)]
pub(crate) struct Reachable {
    /// For each body the class that it is a method of, and the one that it is the init block of.
    owners: Vec<(Option<ClassId>, Option<ClassId>)>,
    known: FxHashMap<Pc, Ahead>,
}

impl Reachable {
    /// What may happen from an instruction of a body on.
    pub fn from(&mut self, code: &Code, body: BodyId, start: Pc) -> &Ahead {
        let Reachable { owners, known } = self;
        known.entry(start).or_insert_with(|| {
            if owners.is_empty() {
                *owners = find_owners(code);
            }
            walk(code, owners, body, start)
        })
    }
}

fn find_owners(code: &Code) -> Vec<(Option<ClassId>, Option<ClassId>)> {
    let mut owners = vec![(None, None); code.bodies.len()];
    for (index, class) in code.classes.iter().enumerate() {
        let class_id = Some(ClassId(index as u32));
        class.methods.iter().flatten().for_each(|it| owners[it.0 as usize].0 = class_id);
        owners[class.init.0 as usize].1 = class_id;
    }
    owners
}

/// Walks along all code that may run from an instruction on.
fn walk(code: &Code, owners: &[(Option<ClassId>, Option<ClassId>)], body: BodyId, start: Pc) -> Ahead {
    let mut ahead = Ahead::default();
    let mut seen = vec![false; code.ops.len()];
    let mut left = vec![(body, start)];
    // A call that has not returned may throw.
    let thrown = start.checked_sub(1).and_then(|it| code.handler(body, it));
    left.extend(thrown.map(|it| (body, it)));
    while let Some((body, pc)) = left.pop() {
        if seen.get_mut(pc as usize).is_none_or(|it| std::mem::replace(it, true)) {
            continue;
        }
        left.extend(code.handler(body, pc).map(|it| (body, it)));
        let mut call = |callee: Option<BodyId>, left: &mut Vec<(BodyId, Pc)>| {
            if let Some(callee) = callee {
                ahead.methods.insert(callee);
                left.push((callee, code.body(callee).start));
            }
        };
        let method = |class: ClassId, method: SelectorId| code.classes[class.0 as usize].methods[method.0 as usize];
        let (owner, made) = owners[body.0 as usize];
        let mut goes_on = true;
        match code.ops[pc as usize] {
            Op::Async { method, .. } | Op::Sync { method, own: false, .. } => {
                code.classes.iter().for_each(|it| call(it.methods[method.0 as usize], &mut left));
            }
            Op::Sync { method: selector, own: true, .. } => {
                call(owner.or(made).and_then(|it| method(it, selector)), &mut left);
            }
            Op::New { class, .. } => {
                let init = code.classes[class.0 as usize].init;
                left.push((init, code.body(init).start));
            }
            Op::Call(function) => left.push((function, code.body(function).start)),
            Op::TailCall(function) => {
                left.push((function, code.body(function).start));
                goes_on = false;
            }
            Op::Jump(target) => {
                left.push((body, target));
                goes_on = false;
            }
            Op::JumpUnless(target) | Op::Match(_, target) | Op::NextElement(_, target) | Op::AwaitCondition(target) => {
                left.push((body, target))
            }
            Op::Return => {
                // Of an init block: the object is there.
                let run = made.and_then(|it| code.classes[it.0 as usize].run.and_then(|run| method(it, run)));
                call(run, &mut left);
                goes_on = false;
            }
            Op::Throw | Op::Rethrow | Op::NoMatch => goes_on = false,
            Op::Constant(_)
            | Op::Local(_)
            | Op::SetLocal(_)
            | Op::Field(_)
            | Op::This
            | Op::Destiny
            | Op::Drop
            | Op::Construct(..)
            | Op::Builtin(..)
            | Op::Unary(_)
            | Op::Binary(_)
            | Op::Implements(_)
            | Op::As(_)
            | Op::Leaves(_)
            | Op::SetField(_)
            | Op::Get
            | Op::Take
            | Op::AwaitFuture
            | Op::IsResolved { .. }
            | Op::Suspend
            | Op::Assert
            | Op::Choose
            | Op::Print => {}
        }
        ahead.locks |= matches!(code.ops[pc as usize], Op::Sync { .. } | Op::Get | Op::Choose);
        ahead.looks |= matches!(code.ops[pc as usize], Op::AwaitFuture | Op::IsResolved { .. });
        if goes_on {
            left.push((body, pc + 1));
        }
    }
    ahead
}
