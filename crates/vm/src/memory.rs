//! Shared memory: byte-addressed objects, with a log to take changes back.
//!
//! Every object that was ever named has its place in one long row of bytes and keeps it through all executions, so an
//! access is an index, a check and a copy, and going back is a walk down the log.

use event::{Access, Fault, ObjectId, Place};
use ir::{DataModel, Program, Width};

#[derive(Debug)]
pub(crate) struct Memory {
    model: DataModel,
    bytes: Vec<u8>,
    objects: Vec<Object>,
    log: Vec<Undo>,
    /// What those objects were whose places others have got.
    moved: Vec<Object>,
    /// Whether any execution has ever used the heap.
    uses_heap: bool,
    /// For each byte which of its bits were never written, if the program asks.
    unset: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug)]
struct Object {
    start: usize,
    size: u32,
    /// How much room there is at `start`; the same name can have another size in another execution.
    room: u32,
    state: State,
    /// Whether it was freed in some execution.
    was_freed: bool,
    /// The size that it had first, and whether it has had another one since.
    first_size: Option<u32>,
    varies: bool,
}

impl Object {
    const ABSENT: Object =
        Object { start: 0, size: 0, room: 0, state: State::Absent, was_freed: false, first_size: None, varies: false };
}

/// Where an object has a byte that stands for its life, for those who may use its memory again: behind all others.
pub(crate) const LIFE: u32 = u32::MAX - 1;

/// What an object is at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// Not created (yet) in this execution.
    Absent,
    /// Readable and writable.
    Live(Kind),
    /// It was once.
    Ended(Kind),
    /// No memory behind the address: a function.
    Function,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Global,
    Constant,
    Heap,
    Slot,
    ThreadLocal,
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    Bytes {
        position: usize,
        size: u8,
        old: u64,
    },
    Unset {
        position: usize,
        old: u8,
    },
    State {
        object: u32,
        old: State,
    },
    /// Another object has got the place of this one; what it was is in [`Memory::moved`].
    Moved {
        object: u32,
    },
}

/// A checked access: where the bytes are, and what to call them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located {
    position: usize,
    pub place: Place,
}

/// An access that must not be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BadAccess {
    pub fault: Fault,
    /// What decided that.
    pub looked_at: Access,
}

impl Memory {
    /// Globals with their initial contents, and functions.
    pub fn new(program: &Program) -> Memory {
        let mut memory = Memory {
            model: program.model,
            bytes: Vec::new(),
            objects: vec![Object::ABSENT],
            log: Vec::new(),
            moved: Vec::new(),
            uses_heap: false,
            unset: None,
        };
        for global in &program.globals {
            let size = global.shape.size(program.model);
            let start = memory.reserve(size);
            if !global.init.bytes.is_empty() {
                memory.bytes[start..start + size as usize].copy_from_slice(&global.init.bytes);
            }
            let kind = if global.constant { Kind::Constant } else { Kind::Global };
            memory.objects.push(Object { start, size, room: size, state: State::Live(kind), ..Object::ABSENT });
            for &(offset, base, addend) in &global.init.addresses {
                let object = match base {
                    ir::Base::Global(global) => program.global_object(global),
                    ir::Base::Function(function) => program.function_object(function),
                    ir::Base::Slot(_) => unreachable!("initial values do not refer to slots"),
                };
                let pointer = program.model.pack(object, addend).to_le_bytes();
                let bytes = program.model.pointer_bytes() as usize;
                let at = start + offset as usize;
                memory.bytes[at..at + bytes].copy_from_slice(&pointer[..bytes]);
            }
        }
        for _ in &program.functions {
            memory.objects.push(Object { state: State::Function, ..Object::ABSENT });
        }
        memory
    }

    /// Room for so many bytes, aligned to 8.
    fn reserve(&mut self, size: u32) -> usize {
        let start = self.bytes.len();
        self.bytes.resize(start + (size as usize).next_multiple_of(8), 0);
        if let Some(unset) = &mut self.unset {
            unset.resize(self.bytes.len(), 0);
        }
        start
    }

    /// From now on it is noted which bits were written. Those of globals are.
    pub fn track_writes(&mut self) {
        self.unset = Some(vec![0; self.bytes.len()]);
    }

    /// Which bits were never written, as far as that is known.
    #[inline]
    pub fn unset(&self, at: Located) -> u64 {
        let Some(unset) = &self.unset else { return 0 };
        let bytes = &unset[at.position..at.position + at.place.length as usize];
        bytes.iter().rev().fold(0, |bits, it| bits << 8 | u64::from(*it))
    }

    /// Whether every bit was written, as far as that is known.
    #[inline]
    pub fn is_initialised(&self, at: Located) -> bool {
        self.unset.is_none() || self.unset(at) == 0
    }

    /// From now on these bits count as never written, and the others as written.
    pub fn set_unset(&mut self, at: Located, bits: u64) {
        let Some(unset) = &mut self.unset else { return };
        for (index, new) in bits.to_le_bytes().into_iter().enumerate().take(at.place.length as usize) {
            let position = at.position + index;
            let old = std::mem::replace(&mut unset[position], new);
            if old != new {
                self.log.push(Undo::Unset { position, old });
            }
        }
    }

    /// Copies the contents of one object to another that is new, as far as they fit.
    pub fn copy(&mut self, from: u32, to: u32) {
        let (from, to) = (self.objects[from as usize], self.objects[to as usize]);
        let size = from.size.min(to.size) as usize;
        // The bytes of a new object are set when it is created; taking that back needs no log.
        self.bytes.copy_within(from.start..from.start + size, to.start);
        if let Some(unset) = &mut self.unset {
            unset.copy_within(from.start..from.start + size, to.start);
        }
    }

    /// Whether any execution has ever used the heap.
    pub fn uses_heap(&self) -> bool {
        self.uses_heap
    }

    /// A heap object whose address is in no object that can be reached from globals, slots and thread-local objects.
    pub fn unreachable(&self) -> Option<u32> {
        let is_heap = |it: &Object| it.state == State::Live(Kind::Heap);
        let mut reached: Vec<bool> = self.objects.iter().map(|it| !is_heap(it)).collect();
        let mut waiting: Vec<usize> = (0..self.objects.len()).filter(|&it| reached[it]).collect();
        let word = self.model.pointer_bytes() as usize;
        while let Some(object) = waiting.pop() {
            let it = &self.objects[object];
            let State::Live(_) = it.state else { continue };
            for chunk in self.bytes[it.start..it.start + it.size as usize].chunks_exact(word) {
                let mut bytes = [0; 8];
                bytes[..word].copy_from_slice(chunk);
                let (target, _) = self.model.unpack(u64::from_le_bytes(bytes));
                if let Some(seen) = reached.get_mut(target as usize) {
                    if !*seen {
                        *seen = true;
                        waiting.push(target as usize);
                    }
                }
            }
        }
        reached.iter().position(|it| !it).map(|it| it as u32)
    }

    /// How many objects have had their turn, so many that the next one gets that number.
    pub fn next_object(&self) -> u32 {
        self.objects.len() as u32
    }

    /// Begins an object's life, all 0.
    /// `zeroed` says whether that counts as written.
    pub fn create(&mut self, object: u32, size: u32, kind: Kind, zeroed: bool) {
        // Others may have named objects that nobody has created here.
        let count = self.objects.len().max(object as usize + 1);
        self.objects.resize(count, Object::ABSENT);
        // No entry of the log concerns an object that is not alive, so it may move.
        if self.objects[object as usize].room < size {
            let start = self.reserve(size);
            self.objects[object as usize].start = start;
            self.objects[object as usize].room = size;
        }
        self.uses_heap |= kind == Kind::Heap;
        let it = &mut self.objects[object as usize];
        it.size = size;
        it.varies |= *it.first_size.get_or_insert(size) != size;
        let range = it.start..it.start + size as usize;
        self.bytes[range.clone()].fill(0);
        if let Some(unset) = &mut self.unset {
            unset[range].fill(if zeroed || planted::bug!(AllocatedIsWritten) { 0 } else { u8::MAX });
        }
        self.set_state(object, State::Live(kind));
    }

    /// Ends an object's life.
    pub fn end(&mut self, object: u32) {
        if let (State::Live(kind), false) = (self.objects[object as usize].state, planted::bug!(FreedObjectsLive)) {
            self.set_state(object, State::Ended(kind));
        }
    }

    fn set_state(&mut self, object: u32, state: State) {
        let it = &mut self.objects[object as usize];
        self.log.push(Undo::State { object, old: it.state });
        it.state = state;
    }

    /// What the object is now.
    pub fn state(&self, object: u32) -> State {
        self.objects.get(object as usize).map_or(State::Absent, |it| it.state)
    }

    /// Notes that an object was freed; whether that is new in all executions.
    pub fn note_freed(&mut self, object: u32) -> bool {
        !std::mem::replace(&mut self.objects[object as usize].was_freed, true)
    }

    /// Whether an object was freed in some execution.
    pub fn was_freed(&self, object: u32) -> bool {
        self.objects[object as usize].was_freed
    }

    /// Whether two objects have the same size, in some execution.
    pub fn may_fit(&self, one: u32, two: u32) -> bool {
        let (one, two) = (&self.objects[one as usize], &self.objects[two as usize]);
        one.varies || two.varies || one.first_size == two.first_size
    }

    /// Whether an object of the heap has ended, and one of this size could have its memory.
    pub fn is_free_for(&self, object: u32, size: u64) -> bool {
        let it = self.objects.get(object as usize);
        let fits = |it: &Object| u64::from(it.size) == size || planted::bug!(AnySizeFits);
        it.is_some_and(|it| it.state == State::Ended(Kind::Heap) && fits(it))
    }

    /// Gives an object, which is new, the number of another one.
    pub fn move_to(&mut self, new: u32, place: u32) {
        let Object { start, size, room, state, .. } = self.objects[new as usize];
        let old = self.objects[place as usize];
        let varies = old.varies || old.first_size != Some(size);
        self.log.push(Undo::Moved { object: place });
        self.moved.push(old);
        self.objects[place as usize] = Object { start, size, room, state, varies, ..old };
        self.set_state(new, State::Absent);
    }

    /// The object that an address points to.
    pub fn object_at(&self, address: u64) -> u32 {
        self.model.unpack(address).0
    }

    /// All of an object. An empty one counts as one byte: it can be freed once only.
    pub fn whole(&self, object: u32) -> Place {
        Place { object: ObjectId(object), offset: 0, length: self.objects[object as usize].size.max(1) }
    }

    /// The bytes of a live object.
    pub fn contents(&self, object: u32) -> &[u8] {
        let it = &self.objects[object as usize];
        &self.bytes[it.start..it.start + it.size as usize]
    }

    /// What a live place holds, if it fits a number.
    pub fn value(&self, place: Place) -> Option<u64> {
        self.at(place).map(|it| self.read(it))
    }

    /// Changes what a live place holds; says whether it could.
    pub fn set(&mut self, place: Place, value: u64) -> bool {
        let at = self.at(place);
        at.into_iter().for_each(|it| self.write(it, value));
        at.is_some()
    }

    fn at(&self, place: Place) -> Option<Located> {
        let size = u8::try_from(place.length).ok().filter(|it| matches!(it, 1 | 2 | 4 | 8))?;
        self.locate(self.model.pack(place.object.0, place.offset.into()), size, false).ok()
    }

    /// Finds the bytes of an access and checks that they may be accessed.
    #[inline]
    pub fn locate(&self, address: u64, size: u8, write: bool) -> Result<Located, BadAccess> {
        let (object, offset) = self.model.unpack(address);
        if let Some(it) = self.objects.get(object as usize) {
            let inside = offset >= 0 && offset as u64 + u64::from(size) <= u64::from(it.size);
            if inside && offset & (i64::from(self.model.alignment(size)) - 1) == 0 {
                if let State::Live(kind) = it.state {
                    if !(write && kind == Kind::Constant) {
                        let place = Place { object: ObjectId(object), offset: offset as u32, length: size.into() };
                        return Ok(Located { position: it.start + offset as usize, place });
                    }
                }
            }
        }
        let fault = self.why_not(object, offset, size);
        Err(BadAccess { fault, looked_at: self.looked_at(object) })
    }

    /// The same for whoever mostly knows already.
    #[inline(never)]
    pub fn look_up(&self, address: u64, size: u8, write: bool) -> Option<Located> {
        self.locate(address, size, write).ok()
    }

    /// The size of the object that an address leads to, all ones if it leads to none. An object that has ended keeps its size, so that
    /// the answer does not depend on what other threads do.
    pub fn extent(&self, address: u64) -> u64 {
        let (object, _) = self.model.unpack(address);
        match self.state(object) {
            State::Live(_) | State::Ended(_) => self.objects[object as usize].size.into(),
            State::Absent | State::Function => Width(self.model.pointer_bits()).mask(),
        }
    }

    /// Whether an address leads to something that is there as long as the program runs.
    pub fn is_global(&self, address: u64) -> bool {
        let (object, _) = self.model.unpack(address);
        matches!(self.state(object), State::Live(Kind::Global | Kind::Constant))
    }

    /// The same for what is there, in the same place, as long as the program runs.
    pub fn locate_global(&self, address: u64, size: u8, write: bool) -> Option<Located> {
        let (object, _) = self.model.unpack(address);
        let State::Live(Kind::Global | Kind::Constant) = self.state(object) else { return None };
        self.locate(address, size, write).ok()
    }

    /// What a failing access depends on: whether the object is alive.
    pub fn looked_at(&self, object: u32) -> Access {
        match self.state(object) {
            State::Live(_) | State::Ended(_) => Access::Read(self.whole(object)),
            State::Absent | State::Function => Access::Nothing,
        }
    }

    #[cold]
    fn why_not(&self, object: u32, offset: i64, size: u8) -> Fault {
        if object == 0 && (0..0x1_0000).contains(&offset) {
            return Fault::NullPointer;
        }
        match self.state(object) {
            State::Absent | State::Function => Fault::InvalidPointer,
            State::Ended(_) => Fault::UseAfterFree,
            State::Live(_) => {
                let length = self.objects[object as usize].size;
                if offset < 0 || offset as u64 + u64::from(size) > u64::from(length) {
                    Fault::OutOfBounds
                } else if offset % i64::from(self.model.alignment(size)) != 0 {
                    Fault::Misaligned
                } else {
                    Fault::ReadOnly
                }
            }
        }
    }

    #[inline]
    pub fn read(&self, at: Located) -> u64 {
        let mut word = [0; 8];
        let size = at.place.length as usize;
        // Objects are padded to 8 bytes and accesses aligned, but the last one may end the row.
        if let Some(bytes) = self.bytes.get(at.position..at.position + 8) {
            word.copy_from_slice(bytes);
        } else {
            word[..size].copy_from_slice(&self.bytes[at.position..at.position + size]);
        }
        u64::from_le_bytes(word) & Width(at.place.length as u8 * 8).mask()
    }

    #[inline]
    pub fn write(&mut self, at: Located, value: u64) {
        let old = self.read(at);
        let size = at.place.length as u8;
        self.log.push(Undo::Bytes { position: at.position, size, old });
        if self.unset.is_some() {
            self.set_unset(at, 0);
        }
        self.put(at.position, size, value);
    }

    #[inline]
    fn put(&mut self, position: usize, size: u8, value: u64) {
        let bytes = value.to_le_bytes();
        match size {
            4 => self.bytes[position..position + 4].copy_from_slice(&bytes[..4]),
            8 => self.bytes[position..position + 8].copy_from_slice(&bytes),
            _ => self.bytes[position..position + size as usize].copy_from_slice(&bytes[..size as usize]),
        }
    }

    /// How many changes there were; see [`Memory::back_to`].
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Takes back all changes but the first `mark`.
    #[inline]
    pub fn back_to(&mut self, mark: usize) {
        let mut kept = self.log.len();
        while kept > mark {
            kept -= 1;
            match self.log[kept] {
                Undo::Bytes { position, size, old } => self.put(position, size, old),
                Undo::Unset { position, old } => {
                    if let Some(unset) = &mut self.unset {
                        unset[position] = old;
                    }
                }
                Undo::State { object, old } => self.objects[object as usize].state = old,
                Undo::Moved { object } => {
                    // What is known of all executions stays known.
                    let Object { was_freed, varies, .. } = self.objects[object as usize];
                    let old = self.moved.pop().expect("one for each in the log");
                    self.objects[object as usize] = Object { was_freed, varies, ..old };
                }
            }
        }
        self.log.truncate(mark);
    }

    /// Appends an encoding of all objects that exist.
    pub fn encode(&self, kind: u64, with_ended: bool, words: &mut Vec<u64>, part: &mut dyn FnMut(&[u64])) {
        for (number, object) in self.objects.iter().enumerate() {
            match object.state {
                State::Absent | State::Function | State::Live(Kind::Constant) => {}
                State::Ended(_) if !with_ended => {}
                // What may have its memory depends on its size.
                State::Ended(_) if object.varies => part(&[kind, number as u64, object.size.into()]),
                State::Ended(_) => part(&[kind, number as u64]),
                State::Live(_) => self.encode_object(&[kind, number as u64, object.size.into()], object, words, part),
            }
        }
    }

    /// A part for each stretch of an object, so that what changes in a large one is small.
    fn encode_object(&self, head: &[u64], object: &Object, words: &mut Vec<u64>, part: &mut dyn FnMut(&[u64])) {
        const STRETCH: usize = 64;
        let (start, size) = (object.start, object.size as usize);
        for offset in (0..size.max(1)).step_by(STRETCH) {
            let stretch = start + offset..start + size.min(offset + STRETCH);
            words.clear();
            words.extend_from_slice(head);
            words.push(offset as u64);
            for chunk in self.bytes[stretch.clone()].chunks(8) {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                words.push(u64::from_le_bytes(word));
            }
            if let Some(unset) = &self.unset {
                let bits = |chunk: &[u8]| chunk.iter().fold(0, |bits, &it| bits << 8 | u64::from(it));
                words.extend(unset[stretch].chunks(8).map(bits));
            }
            part(words);
        }
    }
}

/// What a rolled-back section has looked at: whether it got that far depends on what it read, on what was alive when it
/// wrote, and on the threads that it joined.
pub(crate) fn only_reads(accesses: &mut Vec<Access>, from: usize) {
    let mut kept = from;
    for index in from..accesses.len() {
        let read = match accesses[index] {
            Access::Read(place)
            | Access::Write(place)
            | Access::EndObject(place)
            | Access::Update(place)
            | Access::Lock(place)
            | Access::TryLock(place)
            | Access::Unlock(place)
            | Access::ResetMutex(place) => Access::Read(place),
            Access::FailedTryLock(_) | Access::Join(_) | Access::Detach(_) | Access::Expect(_) | Access::Follow(_) => {
                accesses[index]
            }
            Access::Spawn(_) | Access::Choose | Access::Fence | Access::Nothing => continue,
        };
        accesses[kept] = read;
        kept += 1;
    }
    accesses.truncate(kept);
}
