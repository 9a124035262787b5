//! Memory in a time frame: what is in each object, as terms. Objects that two frames have in common are shared.

use crate::events::Place;
use crate::memory::Objects;
use smt::{Term, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// All objects, by their numbers.
#[derive(Clone, Default)]
pub struct Memory {
    objects: Vec<Option<Rc<Contents>>>,
    /// For each thread whether it was joined or detached.
    joined: Rc<Vec<Term>>,
}

/// What is in an object, as far as it is not what was there at first.
#[derive(Clone, PartialEq, Eq)]
pub struct Contents {
    /// Whether it has not ended.
    alive: Term,
    /// In bytes, if that depends on the path.
    size: Option<Term>,
    /// What was written: the bytes from an offset on, so many. They do not overlap.
    pieces: BTreeMap<u32, (u8, Term)>,
}

impl Memory {
    fn contents(&self, object: u32) -> Option<&Contents> {
        self.objects.get(object as usize)?.as_deref()
    }

    fn change(&mut self, terms: &Terms, object: u32) -> &mut Contents {
        let index = object as usize;
        if self.objects.len() <= index {
            self.objects.resize(index + 1, None);
        }
        Rc::make_mut(self.objects[index].get_or_insert_with(|| Rc::new(Contents::new(terms))))
    }

    /// An object begins anew, with what was there at first.
    pub fn begin(&mut self, terms: &Terms, object: u32, size: Option<Term>) {
        let contents = self.change(terms, object);
        *contents = Contents { size, ..Contents::new(terms) };
    }

    /// Whether an object is alive.
    pub fn alive(&self, terms: &Terms, object: u32) -> Term {
        self.contents(object).map_or_else(|| terms.truth(true), |it| it.alive)
    }

    /// Ends an object if the condition holds.
    pub fn end(&mut self, terms: &mut Terms, object: u32, when: Term) {
        let (alive, unless) = (self.alive(terms, object), terms.not(when));
        let alive = terms.and(alive, unless);
        self.change(terms, object).alive = alive;
    }

    /// The size of an object if it depends on the path.
    pub fn size(&self, object: u32) -> Option<Term> {
        self.contents(object)?.size
    }

    /// What is in some bytes of an object.
    pub fn load(&self, terms: &mut Terms, objects: &Objects, object: u32, offset: u32, size: u8) -> Term {
        let Some(contents) = self.contents(object) else { return first(terms, objects, object, offset, size) };
        contents.load(terms, objects, object, offset, size)
    }

    /// Changes some bytes of an object.
    pub fn store(&mut self, terms: &mut Terms, object: u32, offset: u32, size: u8, value: Term) {
        self.change(terms, object);
        let contents = Rc::make_mut(self.objects[object as usize].as_mut().expect("it is there now"));
        contents.store(terms, offset, size, value);
    }

    /// The bytes of an object that were written: offset and how many.
    pub fn pieces(&self, object: u32) -> Vec<(u32, u8)> {
        let pieces = self.contents(object).into_iter().flat_map(|it| &it.pieces);
        pieces.map(|(offset, (size, _))| (*offset, *size)).collect()
    }

    /// Whether a thread was joined or detached.
    pub fn joined(&self, terms: &Terms, thread: u32) -> Term {
        self.joined.get(thread as usize).copied().unwrap_or_else(|| terms.truth(false))
    }

    /// A thread is joined or detached if the condition holds.
    pub fn join(&mut self, terms: &mut Terms, thread: u32, when: Term) {
        let now = self.joined(terms, thread);
        let now = terms.or(now, when);
        let joined = Rc::make_mut(&mut self.joined);
        if joined.len() <= thread as usize {
            joined.resize(thread as usize + 1, terms.truth(false));
        }
        joined[thread as usize] = now;
    }

    /// The other memory if the condition holds, else this one. What the other one has as `base` has it is left alone: both
    /// come from there, and only one of them has changed it.
    pub fn merge(&mut self, terms: &mut Terms, objects: &Objects, when: Term, other: &Memory, base: Option<&Memory>) {
        let count = self.objects.len().max(other.objects.len());
        self.objects.resize(count, None);
        for index in 0..count {
            let object = index as u32;
            let theirs = other.objects.get(index).cloned().flatten();
            let first = base.and_then(|it| it.objects.get(index)).cloned().flatten();
            let is_same = |a: &Option<Rc<Contents>>, b: &Option<Rc<Contents>>| match (a, b) {
                (None, None) => true,
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                (None, Some(_)) | (Some(_), None) => false,
            };
            if is_same(&self.objects[index], &theirs) || (base.is_some() && is_same(&first, &theirs)) {
                continue;
            }
            // Nobody knows an object where it was not made.
            let is_there_at_first = objects.get(object).kind.is_there_at_first();
            match (&self.objects[index], &theirs) {
                (None, _) if !is_there_at_first => self.objects[index] = theirs,
                (_, None) if !is_there_at_first => {}
                (_, _) => {
                    let unset = Contents::new(terms);
                    let theirs = theirs.as_deref().unwrap_or(&unset);
                    let first = base.map(|_| first.as_deref().unwrap_or(&unset));
                    self.change(terms, object);
                    let own = self.objects[index].as_mut().expect("it is there now");
                    Rc::make_mut(own).merge(terms, objects, object, when, theirs, first);
                }
            }
        }
        if !Rc::ptr_eq(&self.joined, &other.joined) {
            for thread in 0..self.joined.len().max(other.joined.len()) as u32 {
                let theirs = other.joined(terms, thread);
                let now = terms.and(when, theirs);
                self.join(terms, thread, now);
            }
        }
    }

    /// Rewrites every value that is not what `base` has, and every condition on which an object lives.
    pub fn tidy(&mut self, base: &Memory, rewrite: &mut dyn FnMut(Term) -> Term) {
        for (index, own) in self.objects.iter_mut().enumerate() {
            let first = base.objects.get(index).and_then(|it| it.as_ref());
            let Some(own) = own.as_mut().filter(|own| first.is_none_or(|first| !Rc::ptr_eq(own, first))) else {
                continue;
            };
            let own = Rc::make_mut(own);
            if first.is_none_or(|it| it.alive != own.alive) {
                own.alive = rewrite(own.alive);
            }
            for (offset, piece) in &mut own.pieces {
                if first.is_none_or(|it| it.pieces.get(offset) != Some(piece)) {
                    piece.1 = rewrite(piece.1);
                }
            }
        }
    }

    /// When another memory has the same in it.
    pub fn equals(&self, terms: &mut Terms, objects: &Objects, other: &Memory) -> Term {
        let mut same = terms.truth(true);
        for index in 0..self.objects.len().max(other.objects.len()) {
            let (mine, theirs) =
                (self.objects.get(index).cloned().flatten(), other.objects.get(index).cloned().flatten());
            let equal = match (mine, theirs) {
                (None, None) => continue,
                (Some(mine), Some(theirs)) if Rc::ptr_eq(&mine, &theirs) => continue,
                (Some(mine), Some(theirs)) => mine.equals(terms, objects, index as u32, &theirs),
                (Some(one), None) | (None, Some(one)) => {
                    let unset = Contents::new(terms);
                    one.equals(terms, objects, index as u32, &unset)
                }
            };
            same = terms.and(same, equal);
        }
        for thread in 0..self.joined.len().max(other.joined.len()) as u32 {
            let (mine, theirs) = (self.joined(terms, thread), other.joined(terms, thread));
            let equal = terms.eq(mine, theirs);
            same = terms.and(same, equal);
        }
        same
    }
}

/// What is in some bytes at first.
fn first(terms: &mut Terms, objects: &Objects, object: u32, offset: u32, length: u8) -> Term {
    objects.initial(terms, Place::Bytes { object, offset, length })
}

impl Contents {
    /// What is there at first.
    fn new(terms: &Terms) -> Contents {
        Contents { alive: terms.truth(true), size: None, pieces: BTreeMap::new() }
    }

    fn load(&self, terms: &mut Terms, objects: &Objects, object: u32, offset: u32, size: u8) -> Term {
        if let Some(&(length, value)) = self.pieces.get(&offset)
            && length == size
        {
            return value;
        }
        let end = offset + u32::from(size);
        let mut whole: Option<Term> = None;
        let mut at = offset;
        while at < end {
            let before = self.pieces.range(..=at).next_back().map(|(&begin, &(length, value))| (begin, length, value));
            let (part, length) = match before.filter(|it| it.0 + u32::from(it.1) > at) {
                Some((begin, length, value)) => {
                    let take = (begin + u32::from(length)).min(end) - at;
                    (terms.extract(value, (at - begin) as u8 * 8, take as u8 * 8), take)
                }
                None => {
                    let next = self.pieces.range(at..end).next().map_or(end, |it| *it.0);
                    (first(terms, objects, object, at, (next - at) as u8), next - at)
                }
            };
            whole = Some(match whole {
                None => part,
                Some(low) => terms.concat(part, low),
            });
            at += length;
        }
        whole.expect("an access has a size")
    }

    fn store(&mut self, terms: &mut Terms, offset: u32, size: u8, value: Term) {
        let end = offset + u32::from(size);
        let overlapping: Vec<(u32, u8, Term)> = self
            .pieces
            .range(offset.saturating_sub(7)..end)
            .map(|(&begin, &(length, value))| (begin, length, value))
            .filter(|it| it.0 + u32::from(it.1) > offset)
            .collect();
        for (begin, length, old) in overlapping {
            self.pieces.remove(&begin);
            let last = begin + u32::from(length);
            if begin < offset {
                let keep = (offset - begin) as u8;
                let low = terms.extract(old, 0, keep * 8);
                self.pieces.insert(begin, (keep, low));
            }
            if last > end {
                let keep = (last - end) as u8;
                let high = terms.extract(old, (end - begin) as u8 * 8, keep * 8);
                self.pieces.insert(end, (keep, high));
            }
        }
        self.pieces.insert(offset, (size, value));
    }

    /// See [`Memory::merge`].
    fn merge(
        &mut self,
        terms: &mut Terms,
        objects: &Objects,
        object: u32,
        when: Term,
        other: &Contents,
        base: Option<&Contents>,
    ) {
        if base.is_none_or(|it| it.alive != other.alive) {
            self.alive = terms.ite(when, other.alive, self.alive);
        }
        self.size = match (self.size, other.size) {
            (Some(mine), Some(theirs)) => Some(terms.ite(when, theirs, mine)),
            (mine, theirs) => mine.or(theirs),
        };
        let mut pieces: Vec<(u32, u8)> = other.pieces.iter().map(|(offset, (size, _))| (*offset, *size)).collect();
        if base.is_none() {
            pieces.extend(self.pieces.iter().map(|(offset, (size, _))| (*offset, *size)));
        }
        for (offset, size) in pieces {
            let theirs = other.load(terms, objects, object, offset, size);
            if base.is_some_and(|it| it.load(terms, objects, object, offset, size) == theirs) {
                continue;
            }
            let mine = self.load(terms, objects, object, offset, size);
            if mine != theirs {
                let value = terms.ite(when, theirs, mine);
                self.store(terms, offset, size, value);
            }
        }
    }

    fn equals(&self, terms: &mut Terms, objects: &Objects, object: u32, other: &Contents) -> Term {
        let mut same = terms.eq(self.alive, other.alive);
        let pieces: Vec<(u32, u8)> =
            self.pieces.iter().chain(&other.pieces).map(|(offset, (size, _))| (*offset, *size)).collect();
        for (offset, size) in pieces {
            let mine = self.load(terms, objects, object, offset, size);
            let theirs = other.load(terms, objects, object, offset, size);
            let equal = terms.eq(mine, theirs);
            same = terms.and(same, equal);
        }
        same
    }
}
