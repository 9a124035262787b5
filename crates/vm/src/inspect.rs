//! What variables hold at some point of an execution, by their names in the program.

use crate::code::{Code, Operand, SlotCode};
use crate::machine::Machine;
use crate::thread::Request;
use event::{ObjectId, Place, ThreadId};
use ir::passes::{Places, walk};
use ir::{FunctionId, Kind, Shape, Width};

/// What stands behind the name of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Root<'p> {
    /// A value that only the thread has.
    Register {
        /// The bits.
        value: u64,
        /// How many.
        width: Width,
        /// What they mean.
        kind: Kind,
    },
    /// Bytes that only the thread has.
    Bytes {
        /// All of them.
        bytes: Vec<u8>,
        /// What they mean.
        shape: &'p Shape,
    },
    /// An object in memory.
    Object {
        /// Its number.
        object: u32,
        /// What is in it.
        shape: &'p Shape,
    },
}

impl Code {
    /// The value of an operand in a frame.
    pub(crate) fn operand(&self, Operand(index): Operand, locals: &[u64]) -> Option<u64> {
        if index & Operand::CONSTANT != 0 {
            self.constants.get((index & !Operand::CONSTANT) as usize).copied()
        } else {
            locals.get(index as usize).copied()
        }
    }
}

impl<'p> Machine<'p> {
    /// What a name stands for in a function whose frame looks like this: a local, or else a global. `None` if nothing has that
    /// name, or more than one thing, or if what it stands for is not known here.
    pub fn variable(&self, function: FunctionId, locals: &[u64], name: &str) -> Option<Root<'p>> {
        let code = &self.code.functions[function.index()];
        let body = &self.program.functions[function.index()];
        // Variables of inner blocks that hide others have a number behind their name.
        let is_named = |it: &str| it == name || it.split_once('.').is_some_and(|it| it.0 == name && is_number(it.1));
        let used = used_slots(body);
        let slots = body.slots.iter().zip(&code.slots).enumerate().filter(|it| is_named(&it.1.0.name));
        let mut slots = slots.map(|(index, it)| (it, used[index]));
        let mut registers = (0..body.registers.len() as u32).filter(|&it| is_named(&body.registers[it as usize].name));
        match (slots.next(), registers.next(), slots.next().is_some() || registers.next().is_some()) {
            (_, _, true) => None,
            // What is not used as memory was made a register, and that one was not needed.
            (Some((_, false)), None, false) => None,
            // A scalar that was promoted lives in the register; the slot is what is left of it.
            (_, Some(register), false) => {
                let it = &body.registers[register as usize];
                let place = self.code.places_of(body).get(ir::RegisterId(register));
                let value = *locals.get(place as usize)?;
                self.code.keeps_registers.then_some(Root::Register { value, width: it.width, kind: it.kind })
            }
            (Some(((slot, SlotCode::Shared { word, .. }), true)), None, false) => {
                let object = u32::try_from(*locals.get(*word as usize)?).ok()?;
                Some(Root::Object { object, shape: &slot.shape })
            }
            (Some(((slot, SlotCode::Private { word, size, .. }), true)), None, false) => {
                let words = locals.get(*word as usize..(*word + size.div_ceil(8)) as usize)?;
                let bytes = words.iter().flat_map(|it| it.to_le_bytes()).take(*size as usize).collect();
                Some(Root::Bytes { bytes, shape: &slot.shape })
            }
            (None, None, false) => self.global_variable(name),
        }
    }

    /// The global of this name, unless each thread has one of its own.
    fn global_variable(&self, name: &str) -> Option<Root<'p>> {
        let index = self.program.globals.iter().position(|it| it.name == name && !it.thread_local)?;
        let object = self.program.global_object(ir::GlobalId(index as u32));
        Some(Root::Object { object, shape: &self.program.globals[index].shape })
    }

    /// Whether a function has a local of this name.
    pub fn has_local(&self, function: FunctionId, name: &str) -> bool {
        let body = &self.program.functions[function.index()];
        let names = body.slots.iter().map(|it| &it.name).chain(body.registers.iter().map(|it| &it.name));
        names.into_iter().any(|it| it.split('.').next() == Some(name))
    }

    /// What some bytes of an object in memory hold now, if it is alive.
    pub fn value_at(&self, object: u32, offset: u32, length: u32) -> Option<u64> {
        self.memory.value(Place { object: ObjectId(object), offset, length })
    }

    /// The instruction that a waiting thread is at.
    pub fn pending_instruction(&self, thread: ThreadId) -> Option<u32> {
        self.request(thread).map(|it| it.0)
    }

    /// The first value that a thread which is about to pick one can get, how many there are, and their width.
    pub fn pending_choice(&self, thread: ThreadId) -> Option<(u64, u64, Width)> {
        match self.request(thread)?.1 {
            Request::Choose { low, count, width } => Some((low, count, Width(width))),
            _ => None,
        }
    }

    /// Lets the next values that a thread picks be these. To be asked of machines with inputs of their own
    /// ([`Code::with_inputs`], [`Code::with_choices`]).
    pub fn choose_next(&mut self, thread: ThreadId, values: &[u64]) {
        let Some(position) = self.threads_position(thread) else { return };
        let used = self.inputs_used.get(position).copied().unwrap_or(0);
        let mut inputs = self.code.inputs.take().unwrap_or_default();
        let all = std::sync::Arc::make_mut(&mut inputs);
        all.resize(all.len().max(position + 1), Vec::new());
        all[position].resize(used, 0);
        all[position].extend_from_slice(values);
        self.code.inputs = Some(inputs);
        // A section that was run ahead has got other values.
        self.stamp += 1;
    }

    /// How many values a thread has picked so far.
    pub fn choices_made(&self, thread: ThreadId) -> usize {
        self.threads_position(thread).and_then(|it| self.inputs_used.get(it)).copied().unwrap_or(0)
    }

    /// What a thread could pick, for all but the first values that it has picked: the first value, how many, and their width.
    pub fn choices_since(&self, thread: ThreadId, first: usize) -> Vec<(u64, u64, Width)> {
        let position = self.threads_position(thread).map(|it| it as u32);
        let own = self.inputs_log.iter().zip(&self.domains_log).filter(|it| Some(*it.0) == position);
        own.skip(first).map(|it| *it.1).collect()
    }

    /// The values that a thread has picked so far.
    pub fn chosen(&self, thread: ThreadId) -> &[u64] {
        let Some(position) = self.threads_position(thread) else { return &[] };
        let used = self.inputs_used.get(position).copied().unwrap_or(0);
        let all = self.code.inputs.as_ref().and_then(|it| it.get(position));
        all.map_or(&[], |it| &it[..used.min(it.len())])
    }

    fn threads_position(&self, thread: ThreadId) -> Option<usize> {
        event::System::threads(self).iter().position(|&it| it == thread)
    }

    /// The name of the function that a thread was started with.
    pub fn function_of(&self, thread: ThreadId) -> Option<String> {
        self.start_function(thread).map(|it| self.program.functions[it as usize].name.clone())
    }
}

/// For each slot of a function whether the function uses it.
fn used_slots(function: &ir::Function) -> Vec<bool> {
    let mut used = vec![false; function.slots.len()];
    for edge in &function.edges {
        for expression in walk::expressions(edge) {
            walk::for_each_leaf(expression, &mut |leaf| {
                if let ir::Expr::Address(ir::Base::Slot(slot), _) = leaf {
                    used[slot.index()] = true;
                }
            });
        }
    }
    used
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

impl Code {
    /// Where the registers of a function are.
    pub(crate) fn places_of(&self, function: &ir::Function) -> Places {
        if self.keeps_registers { Places::apart(function) } else { Places::of(function) }
    }
}
