//! The world as the memory of a time frame: what operations do becomes terms for what is in objects afterwards.

use super::run::Site;
use super::state::End;
use super::touch::{Access, Touch, What};
use super::{Frames, MOST_THREADS, Name};
use crate::edge::{MistakeKind, Unsupported, World};
use crate::memory::{Kind, Object, Values};
use ir::{Domain, FunctionId, SlotId};
use smt::{Term, Terms};

/// Where an address may point to, and when it does.
struct Candidate {
    object: u32,
    offset: u32,
    when: Term,
}

/// Bytes that an object of unknown size may have.
const UNKNOWN_SIZE: u64 = 256;

impl World for Frames<'_> {
    fn terms(&mut self) -> &mut Terms {
        &mut self.terms
    }

    fn handle(&self) -> u64 {
        u64::from(self.now.thread) + 1
    }

    fn load(&mut self, address: Term, size: u8, write: bool) -> Result<Term, Unsupported> {
        let candidates = self.candidates(address, size, write)?;
        let found = match self.now.instead {
            Some(instead) if self.terms.width(instead) == size * 8 => instead,
            _ => self.found(&candidates, size),
        };
        let fine = self.terms.any(candidates.iter().map(|it| it.when).collect::<Vec<_>>());
        self.require(fine, MistakeKind::BadAccess);
        let always = self.terms.truth(true);
        self.touch(&candidates, address, (size, found), None, always);
        Ok(found)
    }

    fn await_value(&mut self, address: Term, size: u8, value: u64) -> Result<(), Unsupported> {
        let found = self.load(address, size, true)?;
        let wanted = self.terms.constant(size * 8, value);
        let is = self.terms.eq(found, wanted);
        self.wait_for(is);
        Ok(())
    }

    fn store(&mut self, address: Term, size: u8, value: Term, when: Term) -> Result<(), Unsupported> {
        let candidates = self.candidates(address, size, true)?;
        let fine = self.terms.any(candidates.iter().map(|it| it.when).collect::<Vec<_>>());
        self.require(fine, MistakeKind::BadAccess);
        // What was there matters only to who compares values.
        let found = if self.options.looks_at_values() { self.found(&candidates, size) } else { value };
        self.touch(&candidates, address, (size, found), Some(value), when);
        for it in candidates {
            let when = self.terms.and(when, it.when);
            let memory = &mut self.now.run.memory;
            let old = memory.load(&mut self.terms, &self.objects, it.object, it.offset, size);
            let new = self.terms.ite(when, value, old);
            if new != old {
                memory.store(&mut self.terms, it.object, it.offset, size, new);
            }
        }
        Ok(())
    }

    fn require(&mut self, condition: Term, otherwise: MistakeKind) {
        let wrong = self.terms.not(condition);
        self.mistake(wrong, otherwise);
    }

    fn wait_for(&mut self, condition: Term) {
        let guard = self.now.run.guard(&mut self.terms);
        let never = self.terms.not(condition);
        let never = self.terms.and(guard, never);
        self.now.blocked = self.terms.or(self.now.blocked, never);
        self.now.run.assume(&mut self.terms, condition);
    }

    fn surely_holds(&mut self, _: Term) -> bool {
        false
    }

    fn note_mutex(&mut self, _: Term, _: bool) {}

    fn allocate(&mut self, size: Term, automatic: bool, _: bool) -> Result<Term, Unsupported> {
        let pointer = self.program.model.pointer_bits();
        let most = self.program.model.max_object_size();
        let null = self.terms.constant(pointer, 0);
        let kind = if automatic { Kind::Slot } else { Kind::Heap };
        let limit = self.terms.constant(self.terms.width(size), most);
        let fits = self.terms.ule(size, limit);
        if automatic {
            self.require(fits, MistakeKind::BadSize);
        }
        if self.terms.is_false(fits) {
            return Ok(null);
        }
        let length = match self.meaning.of(&self.terms, &self.objects, size) {
            Values::Known(sizes) => sizes.into_iter().filter(|it| *it <= most).max().unwrap_or(0),
            Values::Any(_) => self.bound_size(size),
        };
        let depends = self.terms.value_of(size).is_none().then_some(size);
        let made = self.make(Object::written(kind, length as u32), depends)?;
        Ok(self.terms.ite(fits, made, null))
    }

    fn end_object(&mut self, address: Term, when: Term, heap: bool) -> Result<(), Unsupported> {
        let mut ends = Vec::new();
        let mut known = Vec::new();
        for (object, is) in self.objects_at(address) {
            if self.objects.get(object).kind != if heap { Kind::Heap } else { Kind::Slot } {
                continue;
            }
            let mut ended = self.terms.and(when, is);
            known.push(ended);
            if heap {
                let alive = self.now.run.memory.alive(&self.terms, object);
                ended = self.terms.and(ended, alive);
            }
            ends.push((object, ended));
        }
        let some = self.terms.any(ends.iter().map(|it| it.1).collect::<Vec<_>>());
        let fine = self.terms.implies(when, some);
        // What is looked at here may be ended by others. What is no such object at all is not touched.
        let objects = ends.iter().map(|it| it.0).collect();
        let known = self.terms.any(known);
        self.touch_object(address, objects, known);
        self.require(fine, MistakeKind::BadFree);
        for (object, ended) in ends {
            self.now.run.memory.end(&mut self.terms, object, ended);
        }
        Ok(())
    }

    fn copy_object(&mut self, from: Term, to: Term, when: Term) -> Result<(), Unsupported> {
        for (to, is_target) in self.objects_at(to) {
            for (from, is) in self.objects_at(from) {
                let is = self.terms.and(is, is_target);
                let when = self.terms.and(when, is);
                if self.terms.is_false(when) || from == to {
                    continue;
                }
                let most = self.objects.get(from).size.min(self.objects.get(to).size);
                for (offset, length) in self.now.run.memory.pieces(from) {
                    if offset + u32::from(length) > most {
                        continue;
                    }
                    let memory = &mut self.now.run.memory;
                    let value = memory.load(&mut self.terms, &self.objects, from, offset, length);
                    let old = memory.load(&mut self.terms, &self.objects, to, offset, length);
                    let new = self.terms.ite(when, value, old);
                    memory.store(&mut self.terms, to, offset, length, new);
                }
            }
        }
        Ok(())
    }

    fn set_slot(&mut self, slot: SlotId, is_open: bool) -> Result<(), Unsupported> {
        let context = self.now.run.top().context;
        let opened = &self.control.function(context).slots[slot.index()];
        if !opened.escapes {
            return Ok(());
        }
        let size = opened.shape.size(self.program.model);
        if is_open {
            let made = self.make(Object::written(Kind::Slot, size), None)?;
            self.now.run.top().slots[slot.index()] = made;
            return Ok(());
        }
        let always = self.terms.truth(true);
        let address = self.now.run.top().slots[slot.index()];
        self.end_object(address, always, false)
    }

    fn spawn(&mut self, function: Term, argument: Term, place: Option<Term>) -> Result<Term, Unsupported> {
        let pointer = self.program.model.pointer_bits();
        let mut fine = Vec::new();
        let mut starts = Vec::new();
        for (id, is) in self.functions_at(function)? {
            let runs = &self.program.functions[id.index()];
            let takes: Vec<u8> = (0..runs.parameters as usize).map(|it| runs.registers[it].width.0).collect();
            let arguments = match (&takes[..], self.program.runner) {
                ([], None) => Vec::new(),
                ([width], None) if *width <= pointer => vec![self.resized(argument, *width)],
                ([], Some(_)) => vec![function, argument],
                ([width], Some(_)) if *width <= pointer => vec![function, argument],
                _ => continue,
            };
            fine.push(is);
            starts.push((self.program.runner.unwrap_or(id), arguments, is));
        }
        let fine = self.terms.any(fine);
        self.require(fine, MistakeKind::BadCall);
        let site = self.site();
        let mut handle = self.terms.constant(pointer, 0);
        let mut children = Vec::new();
        for (instance, is_this) in self.instances(site)? {
            let child = self.thread(self.now.thread, site, instance)?;
            let number = self.terms.constant(pointer, u64::from(child) + 1);
            handle = self.terms.ite(is_this, number, handle);
            children.push((child, is_this));
        }
        if let Some(place) = place {
            let always = self.terms.truth(true);
            self.store(place, pointer / 8, handle, always)?;
        }
        for (child, is_this) in children {
            for (function, arguments, is) in &starts {
                let way = self.now.run.clone();
                let when = self.terms.and(is_this, *is);
                self.now.run.assume(&mut self.terms, when);
                let guard = self.now.run.guard(&mut self.terms);
                if self.terms.is_false(guard) {
                    self.now.run = way;
                    continue;
                }
                self.now.starts.push((guard, child));
                self.start(child, *function, arguments)?;
                self.now.run.path = way.path;
            }
        }
        Ok(handle)
    }

    fn join(&mut self, thread: Term) -> Result<Term, Unsupported> {
        let mut result = self.terms.constant(self.program.model.pointer_bits(), 0);
        let mut done = Vec::new();
        let threads = self.started_threads(thread)?;
        for &(child, is) in &threads {
            if self.now.children.iter().any(|it| it.0 == child) {
                return Err(Unsupported::new("waiting for a thread in the atomic section that starts it"));
            }
            let Some(joined) = self.state.threads.get(child as usize) else { continue };
            let ends: Vec<Term> = joined.ends.iter().filter(|it| it.0.can_be_joined()).map(|it| *it.1).collect();
            let value = joined.result;
            let finished = self.terms.any(ends);
            done.push(self.terms.and(is, finished));
            result = self.terms.ite(is, value, result);
        }
        let done = self.terms.any(done);
        self.wait_for(done);
        for (child, is) in threads {
            self.mark_joined(child, is);
            for (_, object) in self.locals_of(child)? {
                if matches!(self.objects.get(object).kind, Kind::ThreadLocal(_)) {
                    self.now.run.memory.end(&mut self.terms, object, is);
                    let address = self.program.model.pack(object, 0);
                    let address = self.terms.constant(self.program.model.pointer_bits(), address);
                    self.now.access = Access::Plain;
                    self.touch_object(address, vec![object], is);
                }
            }
        }
        Ok(result)
    }

    fn detach(&mut self, thread: Term) -> Result<(), Unsupported> {
        for (child, is) in self.started_threads(thread)? {
            self.mark_joined(child, is);
        }
        Ok(())
    }

    fn choose(&mut self, width: u8, domain: Domain) -> Term {
        let input = self.meaning.input(&mut self.terms, width, domain);
        if !self.terms.is_true(input.inside) {
            self.constraints.push(input.inside);
        }
        let guard = self.now.run.guard(&mut self.terms);
        self.now.inputs.push((guard, input.value));
        input.value
    }

    fn begin_section(&mut self, _: bool) {
        self.now.run.section += 1;
    }

    fn end_section(&mut self) {
        self.now.run.section = self.now.run.section.saturating_sub(1);
    }
}

impl Frames<'_> {
    /// The places of an access, each with when it goes there.
    fn candidates(&mut self, address: Term, size: u8, write: bool) -> Result<Vec<Candidate>, Unsupported> {
        let places = self.finder().places(address, size, write)?;
        let width = self.terms.width(address);
        let single = self.terms.value_of(address).is_some();
        let mut candidates = Vec::new();
        for (object, offset) in places {
            let at = self.terms.constant(width, self.program.model.pack(object, offset.into()));
            let mut when = if single { self.terms.truth(true) } else { self.terms.eq(address, at) };
            if let Some(length) = self.now.run.memory.size(object) {
                let end = self.terms.constant(self.terms.width(length), u64::from(offset) + u64::from(size));
                let inside = self.terms.ule(end, length);
                when = self.terms.and(when, inside);
            }
            let alive = self.now.run.memory.alive(&self.terms, object);
            when = self.terms.and(when, alive);
            if !self.terms.is_false(when) {
                candidates.push(Candidate { object, offset, when });
            }
        }
        Ok(candidates)
    }

    /// What is in the place that an access goes to.
    fn found(&mut self, candidates: &[Candidate], size: u8) -> Term {
        let mut value = None;
        for it in candidates.iter().rev() {
            let found = self.now.run.memory.load(&mut self.terms, &self.objects, it.object, it.offset, size);
            value = Some(match value {
                None => found,
                Some(value) => self.terms.ite(it.when, found, value),
            });
        }
        value.unwrap_or_else(|| self.terms.constant(size * 8, 0))
    }

    /// Notes an access.
    fn touch(
        &mut self,
        candidates: &[Candidate],
        address: Term,
        (size, found): (u8, Term),
        value: Option<Term>,
        when: Term,
    ) {
        let shared = |it: &&Candidate| match self.objects.get(it.object).kind {
            Kind::Private | Kind::Constant(_) | Kind::Nothing => false,
            Kind::Global(_) | Kind::ThreadLocal(_) | Kind::Heap | Kind::Slot => true,
        };
        let shared: Vec<&Candidate> = candidates.iter().filter(shared).collect();
        let mut objects: Vec<u32> = shared.iter().map(|it| it.object).collect();
        objects.sort_unstable();
        objects.dedup();
        let guard = self.now.run.guard(&mut self.terms);
        let mut when = self.terms.and(guard, when);
        if shared.len() < candidates.len() {
            let some = self.terms.any(shared.iter().map(|it| it.when).collect::<Vec<_>>());
            when = self.terms.and(when, some);
        }
        if objects.is_empty() || self.terms.is_false(when) {
            return;
        }
        let (is_write, access) = (value.is_some(), self.now.access);
        let what = What::Bytes { address, size, objects, found, value };
        self.now.touches.push(Touch { what, when, is_write, access });
    }

    fn touch_object(&mut self, address: Term, objects: Vec<u32>, when: Term) {
        let guard = self.now.run.guard(&mut self.terms);
        let when = self.terms.and(guard, when);
        if !objects.is_empty() && !self.terms.is_false(when) {
            let access = self.now.access;
            self.now.touches.push(Touch { what: What::Object { address, objects }, when, is_write: true, access });
        }
    }

    /// The objects that an address may be that of, each with when it is.
    fn objects_at(&mut self, address: Term) -> Vec<(u32, Term)> {
        let width = self.terms.width(address);
        let mut found = Vec::new();
        for object in self.finder().objects(address) {
            let at = self.terms.constant(width, self.program.model.pack(object, 0));
            let is = self.terms.eq(address, at);
            if !self.terms.is_false(is) {
                found.push((object, is));
            }
        }
        found
    }

    /// The functions that an address may be that of, each with when it is.
    pub(super) fn functions_at(&mut self, address: Term) -> Result<Vec<(FunctionId, Term)>, Unsupported> {
        let program = self.program;
        let width = self.terms.width(address);
        let mut functions = Vec::new();
        for function in self.finder().functions(program, address)? {
            let at = self.terms.constant(width, program.model.pack(program.function_object(function), 0));
            let is = self.terms.eq(address, at);
            if !self.terms.is_false(is) {
                functions.push((function, is));
            }
        }
        Ok(functions)
    }

    /// How large an object can be whose size is not known. A thread that asks for more is cut off.
    fn bound_size(&mut self, size: Term) -> u64 {
        let limit = self.terms.constant(self.terms.width(size), UNKNOWN_SIZE);
        let fits = self.terms.ule(size, limit);
        let large = self.terms.not(fits);
        self.end_if(large, End::Cut);
        UNKNOWN_SIZE
    }

    /// A new object; its address.
    fn make(&mut self, object: Object, size: Option<Term>) -> Result<Term, Unsupported> {
        let pointer = self.program.model.pointer_bits();
        let (thread, site) = (self.now.thread, self.site());
        let mut address = self.terms.constant(pointer, 0);
        for (instance, is) in self.instances(site)? {
            let number = self.object(Name::Made { thread, site, instance }, object)?;
            let mut fresh = self.now.run.memory.clone();
            fresh.begin(&self.terms, number, size);
            self.now.run.memory.merge(&mut self.terms, &self.objects, is, &fresh, None);
            let at = self.terms.constant(pointer, self.program.model.pack(number, 0));
            address = self.terms.ite(is, at, address);
        }
        Ok(address)
    }

    /// The edge that is taken now.
    fn site(&mut self) -> Site {
        (self.now.run.top().context, self.now.edge)
    }

    /// The how-manieth time a site may be passed, each with when it is so.
    fn instances(&mut self, site: Site) -> Result<Vec<(u64, Term)>, Unsupported> {
        let count = self.now.run.stack.count(&mut self.terms, site);
        let many = Unsupported::new("objects or threads that are made very often in a loop");
        let Values::Known(values) = self.meaning.of(&self.terms, &self.objects, count) else { return Err(many) };
        if values.last().is_some_and(|it| *it >= 250) {
            return Err(many);
        }
        let mut instances = Vec::new();
        for value in values {
            let number = self.terms.constant(super::run::COUNT_BITS, value);
            let is = self.terms.eq(count, number);
            if !self.terms.is_false(is) {
                instances.push((value, is));
            }
        }
        Ok(instances)
    }

    /// The threads that a handle may be that of, each with when it is. The running thread ends where it is none's.
    fn started_threads(&mut self, handle: Term) -> Result<Vec<(u32, Term)>, Unsupported> {
        let Values::Known(values) = self.meaning.of(&self.terms, &self.objects, handle) else {
            return Err(Unsupported::new("waiting for a thread that is not known"));
        };
        let width = self.terms.width(handle);
        let mut threads = Vec::new();
        for value in values {
            let number = self.terms.constant(width, value);
            let is = self.terms.eq(handle, number);
            if value > 0 && value <= self.thread_count() {
                threads.push(((value - 1) as u32, is));
            }
        }
        let some = self.terms.any(threads.iter().map(|it| it.1).collect::<Vec<_>>());
        self.require(some, MistakeKind::BadJoin);
        Ok(threads)
    }

    /// A thread can be joined or detached once.
    fn mark_joined(&mut self, child: u32, when: Term) {
        let guard = self.now.run.guard(&mut self.terms);
        let touched = self.terms.and(guard, when);
        let touch = Touch { what: What::Thread(child), when: touched, is_write: true, access: Access::Silent };
        self.now.touches.push(touch);
        let before = self.now.run.memory.joined(&self.terms, child);
        let again = self.terms.and(when, before);
        self.mistake(again, MistakeKind::BadJoin);
        self.now.run.memory.join(&mut self.terms, child, when);
    }

    /// The number of a thread by who has started it where.
    fn thread(&mut self, parent: u32, site: Site, instance: u64) -> Result<u32, Unsupported> {
        let next = self.threads.len() as u32 + 1;
        let number = *self.threads.entry((parent, site, instance)).or_insert(next);
        if number > MOST_THREADS {
            return Err(Unsupported::new("very many threads"));
        }
        Ok(number)
    }
}
