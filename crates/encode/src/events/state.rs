//! Where a thread is, symbolically: under which condition, with what in its registers and in the memory that is its own.

use super::graph::Place;
use super::waits::Beginning;
use crate::memory::Objects;
use crate::path::Path;
use smt::{Term, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The state of a thread on some paths.
#[derive(Clone)]
pub struct State {
    /// The conditions that were met on the way.
    path: Path,
    /// The registers of the running function.
    pub registers: Vec<Term>,
    /// The addresses of the slots of the running function.
    pub slots: Vec<Term>,
    /// How often the loops around have gone round.
    pub rounds: Vec<Rounds>,
    /// The places that only this thread uses, as far as they have changed.
    pub memory: Rc<BTreeMap<Place, Term>>,
    /// The last units of the thread.
    pub last: Vec<u32>,
    /// The atomic section that it is in.
    pub section: Option<Section>,
    /// The mutexes that it surely holds.
    pub held: Vec<Term>,
}

/// The rounds of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// The current one, counted from 0.
    pub round: u32,
    /// Those that count: it was not decided that there is another one.
    pub charged: u32,
    /// Whether some way out of the loop was decided in this round, so that it may go round as often as it wants.
    pub decided: bool,
    /// Whether a round that has changed nothing was kept.
    pub idled: Option<Term>,
}

/// An atomic section: it reads first, and writes all at once at its end.
#[derive(Clone)]
pub struct Section {
    /// How many were begun.
    pub depth: u32,
    /// The unit, if there is one yet.
    pub clock: Option<u32>,
    /// The step that it is, by its index in the graph.
    pub step: usize,
    /// Where it has begun.
    pub begun: Beginning,
    /// Whether the program has begun it: an operation alone is a section, too, and has done nothing when it fails.
    pub is_explicit: bool,
    /// Whether it orders what it does with all others of its kind: a section of the program, and not of the library.
    pub orders: bool,
    /// What the section has read and will write.
    pub places: Rc<BTreeMap<Place, Draft>>,
}

/// What a section knows of a place.
#[derive(Clone, Copy)]
pub struct Draft {
    /// When it has been written.
    pub written: Term,
    /// What was written then.
    pub value: Term,
    /// What was found in it, and when that was looked up.
    pub found: Option<(Term, Term)>,
    /// What goes with the value that was written, and with the one that was found.
    pub carries: Term,
    pub carried: Option<Term>,
    /// The bytes of the last write.
    pub extent: (u32, u8),
}

impl State {
    /// The beginning of a thread that is started under the conditions of another state.
    pub fn start(other: &State, last: Vec<u32>) -> State {
        State { path: other.path.clone(), last, ..State::new() }
    }

    /// The beginning of a program.
    pub fn new() -> State {
        State {
            path: Path::default(),
            registers: Vec::new(),
            slots: Vec::new(),
            rounds: Vec::new(),
            memory: Rc::default(),
            last: Vec::new(),
            section: None,
            held: Vec::new(),
        }
    }

    /// Under which condition a thread is here.
    pub fn guard(&self, terms: &mut Terms) -> Term {
        self.path.guard(terms)
    }

    /// From here on only if the condition holds, too.
    pub fn assume(&mut self, terms: &mut Terms, condition: Term) {
        self.path.extend(terms, condition);
    }

    /// Whether no execution gets here.
    pub fn is_dead(&self, terms: &mut Terms) -> bool {
        let guard = self.guard(terms);
        terms.is_false(guard)
    }

    /// Both states in one.
    pub fn merge(self, terms: &mut Terms, objects: &Objects, other: State) -> State {
        let (path, mine, others) = Path::part(terms, &self.path, &other.path);
        let mut choose = |terms: &mut Terms, a: Term, b: Term| if a == b { a } else { terms.ite(mine, a, b) };
        let mut all = |a: Vec<Term>, b: Vec<Term>| -> Vec<Term> {
            a.into_iter().zip(b).map(|(a, b)| choose(terms, a, b)).collect()
        };
        let registers = all(self.registers, other.registers);
        let slots = all(self.slots, other.slots);
        let memory = merge_memory(terms, objects, &mut choose, self.memory, other.memory);
        let section = merge_sections(terms, &mut choose, self.section, other.section);
        let mut last = self.last;
        last.extend(other.last.iter().filter(|it| !last.contains(it)).copied().collect::<Vec<_>>());
        let mut rounds = Vec::new();
        for (a, b) in self.rounds.iter().zip(&other.rounds) {
            let idled = match (a.idled, b.idled) {
                (None, None) => None,
                (a, b) => {
                    let never = terms.truth(false);
                    Some(choose(terms, a.unwrap_or(never), b.unwrap_or(never)))
                }
            };
            rounds.push(Rounds { idled, ..a.merge(*b) });
        }
        let mut held = self.held;
        held.retain(|it| other.held.contains(it));
        let mut state = State { path, registers, slots, rounds, memory, last, section, held };
        let either = terms.or(mine, others);
        state.assume(terms, either);
        state
    }
}

impl Rounds {
    fn merge(self, other: Rounds) -> Rounds {
        let charged = self.charged.max(other.charged);
        Rounds { charged, decided: self.decided && other.decided, ..self }
    }
}

type Choose<'a> = dyn FnMut(&mut Terms, Term, Term) -> Term + 'a;

/// A place that only one of them has changed is as it was at first in the other.
fn merge_memory(
    terms: &mut Terms,
    objects: &Objects,
    choose: &mut Choose<'_>,
    mine: Rc<BTreeMap<Place, Term>>,
    others: Rc<BTreeMap<Place, Term>>,
) -> Rc<BTreeMap<Place, Term>> {
    if Rc::ptr_eq(&mine, &others) {
        return mine;
    }
    let mut merged = BTreeMap::new();
    for (&place, &value) in mine.iter() {
        let other = others.get(&place).copied().unwrap_or_else(|| objects.initial(terms, place));
        merged.insert(place, choose(terms, value, other));
    }
    for (&place, &value) in others.iter().filter(|it| !mine.contains_key(it.0)) {
        let own = objects.initial(terms, place);
        merged.insert(place, choose(terms, own, value));
    }
    Rc::new(merged)
}

fn merge_sections(
    terms: &mut Terms,
    choose: &mut Choose<'_>,
    mine: Option<Section>,
    others: Option<Section>,
) -> Option<Section> {
    let (mut mine, others) = match (mine, others) {
        (Some(mine), Some(others)) => (mine, others),
        (Some(one), None) | (None, Some(one)) => return Some(one),
        (None, None) => return None,
    };
    if Rc::ptr_eq(&mine.places, &others.places) {
        return Some(mine);
    }
    let never = terms.truth(false);
    let mut merged = BTreeMap::new();
    let keys: std::collections::BTreeSet<Place> = mine.places.keys().chain(others.places.keys()).copied().collect();
    for place in keys {
        let (a, b) = (mine.places.get(&place).copied(), others.places.get(&place).copied());
        let written = (a.map_or(never, |it| it.written), b.map_or(never, |it| it.written));
        let known = a.or(b).expect("one of them has it").value;
        let writers = (a.filter(|_| !terms.is_false(written.0)), b.filter(|_| !terms.is_false(written.1)));
        let value = match writers {
            (Some(a), Some(b)) => choose(terms, a.value, b.value),
            (Some(one), None) | (None, Some(one)) => one.value,
            (None, None) => known,
        };
        let found = a.and_then(|it| it.found).filter(|it| b.and_then(|b| b.found) == Some(*it));
        let written = choose(terms, written.0, written.1);
        let carries = choose(terms, a.map_or(never, |it| it.carries), b.map_or(never, |it| it.carries));
        let carried = found.and(a.and_then(|it| it.carried));
        let (carries, extent) = match writers {
            // Written in two ways: whoever reads it reads from none of them.
            (Some(a), Some(b)) if a.extent != b.extent => (never, (0, 0)),
            (a, b) => (carries, a.or(b).map_or((0, 0), |it| it.extent)),
        };
        merged.insert(place, Draft { written, value, found, carries, carried, extent });
    }
    mine.places = Rc::new(merged);
    Some(mine)
}
