//! The objects of a program. Their numbers are opaque: a program that looks at the bits of addresses sees others than in
//! the machine, as it would in another run of the machine.

use crate::events::Place;
use ir::{Base, DataModel, GlobalId, Program};
use rustc_hash::FxHashMap;
use smt::{Term, Terms};

/// All objects that were met.
pub struct Objects {
    model: DataModel,
    objects: Vec<Object>,
    /// By the thread that has made them, and the how-manieth it was.
    names: FxHashMap<(u32, u32), u32>,
    /// What is in globals at first.
    images: Vec<Vec<u8>>,
}

/// An object.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    /// What it is.
    pub kind: Kind,
    /// In bytes.
    pub size: u32,
    /// Whether nothing is written in it at first, and the program asks.
    pub is_unset: bool,
}

impl Object {
    /// One that counts as written.
    pub fn written(kind: Kind, size: u32) -> Object {
        Object { kind, size, is_unset: false }
    }
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// There is nothing at its addresses: null, a function, the number of no object.
    Nothing,
    /// It lives as long as the program.
    Global(GlobalId),
    /// As a global, and may not be written.
    Constant(GlobalId),
    /// A thread's own instance of a global.
    ThreadLocal(GlobalId),
    /// It was allocated.
    Heap,
    /// A local whose address may leave its thread, or memory that belongs to a function.
    Slot,
    /// A local whose address does not leave its thread.
    Private,
}

impl Kind {
    /// Whether it can end before the program does.
    pub fn can_end(self) -> bool {
        match self {
            Kind::Heap | Kind::Slot => true,
            Kind::Nothing | Kind::Global(_) | Kind::Constant(_) | Kind::ThreadLocal(_) | Kind::Private => false,
        }
    }

    /// Whether it is there before anybody makes it.
    pub fn is_there_at_first(self) -> bool {
        match self {
            Kind::Global(_) | Kind::Constant(_) | Kind::Nothing => true,
            Kind::ThreadLocal(_) | Kind::Heap | Kind::Slot | Kind::Private => false,
        }
    }

    /// The global that it is, or has its first contents from.
    fn global(self) -> Option<GlobalId> {
        match self {
            Kind::Global(global) | Kind::Constant(global) | Kind::ThreadLocal(global) => Some(global),
            Kind::Nothing | Kind::Heap | Kind::Slot | Kind::Private => None,
        }
    }
}

impl Objects {
    /// Those that are there from the beginning.
    pub fn new(program: &Program) -> Objects {
        let nothing = Object::written(Kind::Nothing, 0);
        let mut objects = vec![nothing];
        let mut images = Vec::new();
        for (index, global) in program.globals.iter().enumerate() {
            let id = GlobalId(index as u32);
            let size = global.shape.size(program.model);
            let kind = if global.constant { Kind::Constant(id) } else { Kind::Global(id) };
            objects.push(Object::written(kind, size));
            images.push(image(program, global, size));
        }
        objects.extend(program.functions.iter().map(|_| nothing));
        Objects { model: program.model, objects, names: FxHashMap::default(), images }
    }

    /// The object that a thread makes as its `count`-th; `None` if there are too many.
    pub fn make(&mut self, thread: u32, count: u32, object: Object) -> Option<u32> {
        let next = self.objects.len() as u32;
        let number = *self.names.entry((thread, count)).or_insert(next);
        if number == next {
            self.objects.push(object);
        }
        self.objects[number as usize] = object;
        (number < self.model.first_private()).then_some(number)
    }

    /// Another object; `None` if there are too many.
    pub fn add(&mut self, object: Object) -> Option<u32> {
        let number = self.objects.len() as u32;
        self.objects.push(object);
        (number < self.model.first_private()).then_some(number)
    }

    /// An object is at least so large.
    pub fn enlarge(&mut self, number: u32, size: u32) {
        let object = &mut self.objects[number as usize];
        object.size = object.size.max(size);
    }

    /// The object that a thread makes as its `count`-th, if it was met.
    pub fn named(&self, thread: u32, count: u32) -> Option<u32> {
        self.names.get(&(thread, count)).copied()
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.objects.len() as u32
    }

    /// The object of a number.
    pub fn get(&self, number: u32) -> Object {
        self.objects.get(number as usize).copied().unwrap_or(Object::written(Kind::Nothing, 0))
    }

    /// The object that this is an address of, if there is one with something in it or it is a function.
    pub fn of_address(&self, address: u64) -> Option<u32> {
        let (object, _) = self.model.unpack(address);
        (object != 0 && (object as usize) < self.objects.len()).then_some(object)
    }

    /// What is in a place at first.
    pub fn initial(&self, terms: &mut Terms, place: Place) -> Term {
        match place {
            Place::Alive(_) => terms.truth(true),
            Place::Joined(_) => terms.truth(false),
            Place::Result(_) => terms.constant(self.model.pointer_bits(), 0),
            Place::Unset { object, length, .. } => {
                let all = ir::Width(length * 8).mask();
                terms.constant(
                    length * 8,
                    if self.get(object).is_unset && !planted::bug!(NothingIsUnset) { all } else { 0 },
                )
            }
            Place::Bytes { object, offset, length } => {
                let global = self.get(object).kind.global();
                terms.constant(length * 8, global.map_or(0, |it| self.first_bytes(it, offset, length)))
            }
        }
    }

    /// What is in some bytes of a global at first.
    pub fn first_bytes(&self, global: GlobalId, offset: u32, length: u8) -> u64 {
        let mut bytes = [0; 8];
        let image = &self.images[global.index()];
        let from = (offset as usize).min(image.len());
        let to = (from + length as usize).min(image.len());
        bytes[..to - from].copy_from_slice(&image[from..to]);
        u64::from_le_bytes(bytes)
    }
}

/// The bytes of a global.
fn image(program: &Program, global: &ir::Global, size: u32) -> Vec<u8> {
    let mut image = global.init.bytes.clone();
    image.resize(size as usize, 0);
    let word = program.model.pointer_bytes() as usize;
    for &(offset, base, addend) in &global.init.addresses {
        let object = match base {
            Base::Global(global) => program.global_object(global),
            Base::Function(function) => program.function_object(function),
            Base::Slot(_) => continue,
        };
        let pointer = program.model.pack(object, addend).to_le_bytes();
        let at = offset as usize;
        image[at..at + word].copy_from_slice(&pointer[..word]);
    }
    image
}
