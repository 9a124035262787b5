//! Small executions by hand: which of them race, and where.

use super::*;
use event::{Choice, ObjectId, Place};

const DATA: Place = place(1, 0, 4);
const FLAG: Place = place(2, 0, 4);
const MUTEX: Place = place(3, 0, 4);

const fn place(object: u32, offset: u32, length: u32) -> Place {
    Place { object: ObjectId(object), offset, length }
}

#[derive(Clone, Copy)]
enum Order {
    Relaxed,
    Acquire,
    Release,
    Both,
}

use Order::*;

fn atomic(access: Access, order: Order) -> Mark {
    let (acquires, releases) = match order {
        Relaxed => (false, false),
        Acquire => (true, false),
        Release => (false, true),
        Both => (true, true),
    };
    Mark { access, atomic: true, acquires, releases }
}

fn load(order: Order) -> Mark {
    atomic(Access::Read(FLAG), order)
}

fn store(order: Order) -> Mark {
    atomic(Access::Write(FLAG), order)
}

fn update(order: Order) -> Mark {
    atomic(Access::Update(FLAG), order)
}

fn fence(order: Order) -> Mark {
    atomic(Access::Fence, order)
}

fn write() -> Mark {
    Mark::plain(Access::Write(DATA))
}

fn read() -> Mark {
    Mark::plain(Access::Read(DATA))
}

fn on_mutex(access: fn(Place) -> Access) -> Mark {
    Mark::plain(access(MUTEX))
}

fn one(mark: Mark) -> Marks {
    Marks { list: vec![mark], is_section: false }
}

fn section(list: &[Mark]) -> Marks {
    Marks { list: list.to_vec(), is_section: true }
}

/// The first event that races.
fn run(events: &[(u32, Marks)]) -> Option<usize> {
    let (mut races, mut execution) = (Races::default(), Execution::new());
    (0..events.len()).find(|&it| step(&mut races, &mut execution, &events[it]))
}

fn step(races: &mut Races, execution: &mut Execution, (thread, marks): &(u32, Marks)) -> bool {
    let thread = ThreadId(*thread);
    execution.push(Choice { thread, branch: 0 }, |it| it.extend(marks.list.iter().map(|it| it.access)));
    races.add(execution, thread, marks)
}

/// The same for events with one operation each.
fn races(events: &[(u32, Mark)]) -> Option<usize> {
    let events: Vec<_> = events.iter().map(|&(thread, mark)| (thread, one(mark))).collect();
    run(&events)
}

#[test]
fn unordered_accesses_race_if_one_writes_and_one_is_plain() {
    let atomic = |access: fn(Place) -> Access| atomic(access(DATA), Both);
    assert_eq!(races(&[(1, write()), (2, read())]), Some(1));
    assert_eq!(races(&[(1, read()), (2, write())]), Some(1));
    assert_eq!(races(&[(1, write()), (1, read()), (1, write())]), None);
    assert_eq!(races(&[(1, read()), (2, read()), (3, atomic(Access::Read))]), None);
    assert_eq!(races(&[(1, read()), (2, atomic(Access::Write))]), Some(1));
    assert_eq!(races(&[(1, atomic(Access::Update)), (2, read())]), Some(1));
    assert_eq!(races(&[(1, atomic(Access::Read)), (2, read()), (3, write())]), Some(2));
    assert_eq!(races(&[(1, atomic(Access::Write)), (2, atomic(Access::Update)), (3, atomic(Access::Read))]), None);
}

#[test]
fn a_message_needs_a_release_and_an_acquire() {
    let message = |sent, seen| races(&[(1, write()), (1, store(sent)), (2, load(seen)), (2, read())]);
    assert_eq!(message(Release, Acquire), None);
    assert_eq!(message(Both, Both), None);
    assert_eq!(message(Relaxed, Acquire), Some(3));
    assert_eq!(message(Release, Relaxed), Some(3));
    assert_eq!(races(&[(1, write()), (2, load(Acquire)), (1, store(Release)), (2, read())]), Some(3));
    // The acquire itself is in order with what was before the release.
    assert_eq!(races(&[(1, Mark::plain(Access::Write(FLAG))), (1, store(Release)), (2, load(Acquire))]), None);
    assert_eq!(races(&[(1, Mark::plain(Access::Write(FLAG))), (1, store(Release)), (2, load(Relaxed))]), Some(2));
    // What comes behind the release is not part of the message.
    assert_eq!(races(&[(1, store(Release)), (1, write()), (2, load(Acquire)), (2, read())]), Some(3));
}

#[test]
fn fences_do_for_accesses_that_are_too_weak() {
    let begin = [(1, write()), (1, fence(Release)), (1, store(Relaxed))];
    let end = [(2, load(Relaxed)), (2, fence(Acquire)), (2, read())];
    let weak_begin = [(1, write()), (1, store(Relaxed))];
    let weak_end = [(2, load(Relaxed)), (2, read())];
    let strong_begin = [(1, write()), (1, store(Release))];
    let strong_end = [(2, load(Acquire)), (2, read())];
    assert_eq!(races(&[&begin[..], &end].concat()), None);
    assert_eq!(races(&[&begin[..], &strong_end].concat()), None);
    assert_eq!(races(&[&strong_begin[..], &end].concat()), None);
    assert_eq!(races(&[&begin[..], &weak_end].concat()), Some(4));
    assert_eq!(races(&[&weak_begin[..], &end].concat()), Some(4));
    // Fences on the wrong side.
    assert_eq!(races(&[(1, fence(Release)), (1, write()), (1, store(Relaxed)), end[0], end[1], end[2]]), Some(5));
    assert_eq!(races(&[begin[0], begin[1], begin[2], (2, fence(Acquire)), (2, load(Relaxed)), (2, read())]), Some(5));
    // A fence orders what is before it, but not the store behind it.
    let plain = Mark::plain(Access::Write(FLAG));
    assert_eq!(races(&[begin[1], begin[2], (2, load(Acquire)), (2, plain)]), Some(3));
    assert_eq!(races(&[strong_begin[1], (2, load(Acquire)), (2, plain)]), None);
}

#[test]
fn a_release_sequence_goes_on_with_updates_and_its_own_thread() {
    let between = |events: &[(u32, Mark)]| {
        let (begin, end) = ([(1, write()), (1, store(Release))], [(2, load(Acquire)), (2, read())]);
        races(&[&begin[..], events, &end].concat()).is_some()
    };
    assert!(!between(&[(1, store(Relaxed))]));
    assert!(!between(&[(3, update(Relaxed))]));
    assert!(!between(&[(3, update(Relaxed)), (1, store(Relaxed)), (4, update(Acquire))]));
    assert!(between(&[(3, store(Relaxed))]));
    assert!(between(&[(3, store(Release))]));
    assert!(between(&[(3, store(Relaxed)), (1, store(Relaxed))]));
    assert!(between(&[(3, store(Relaxed)), (4, update(Both))]));
    // An update that is a release heads a sequence of its own, which a store of the first thread ends.
    let relay = [(1, write()), (1, store(Release)), (3, update(Both)), (1, store(Relaxed)), (2, load(Acquire))];
    assert_eq!(races(&[&relay[..], &[(2, read())]].concat()), None);
    let other = Mark::plain(Access::Write(place(4, 0, 4)));
    let other_read = Mark::plain(Access::Read(place(4, 0, 4)));
    assert_eq!(races(&[&[(3, other)], &relay[..], &[(2, other_read)]].concat()), Some(6));
    assert_eq!(races(&[&[(3, other)], &relay[..3], &relay[4..], &[(2, other_read), (2, read())]].concat()), None);
    // So does a fence before an update.
    let fenced = [(3, other), (3, fence(Release)), (3, update(Relaxed)), (2, load(Acquire)), (2, other_read)];
    assert_eq!(races(&[&[(1, store(Relaxed))], &fenced[..]].concat()), None);
}

#[test]
fn a_plain_store_ends_a_release_sequence() {
    let plain = Mark::plain(Access::Write(FLAG));
    let events = [(1, write()), (1, store(Release)), (1, plain), (1, store(Relaxed)), (2, load(Acquire)), (2, read())];
    assert_eq!(races(&events), Some(4), "the plain store itself races");
    let spawn = Mark::plain(Access::Spawn(ThreadId(2)));
    let begin = [(1, store(Release)), (1, plain), (1, spawn), (1, write()), (1, store(Relaxed))];
    assert_eq!(races(&[&begin[..], &[(2, load(Acquire)), (2, read())]].concat()), Some(6));
}

#[test]
fn mutexes_order_what_they_protect() {
    let (lock, tried) = (on_mutex(Access::Lock), on_mutex(Access::TryLock));
    let (unlock, busy) = (on_mutex(Access::Unlock), on_mutex(Access::FailedTryLock));
    let first = [(1, lock), (1, write()), (1, unlock)];
    assert_eq!(races(&[&first[..], &[(2, lock), (2, write()), (2, unlock), (3, tried), (3, read())]].concat()), None);
    assert_eq!(races(&[&first[..], &[(2, write())]].concat()), Some(3));
    assert_eq!(races(&[(1, lock), (1, write()), (2, busy), (2, read())]), Some(3));
    assert_eq!(races(&[&first[..], &[(1, write()), (2, lock), (2, read())]].concat()), Some(5));
}

#[test]
fn threads_begin_after_their_spawn_and_end_before_their_join() {
    let (spawn, join) = (Mark::plain(Access::Spawn(ThreadId(1))), Mark::plain(Access::Join(ThreadId(1))));
    assert_eq!(races(&[(0, write()), (0, spawn), (1, write()), (0, join), (0, read())]), None);
    assert_eq!(races(&[(0, spawn), (0, write()), (1, write())]), Some(2));
    assert_eq!(races(&[(0, spawn), (1, write()), (0, read()), (0, join)]), Some(2));
    // What is known is passed on.
    let (other, end) = (Mark::plain(Access::Spawn(ThreadId(2))), Mark::plain(Access::Join(ThreadId(2))));
    assert_eq!(races(&[(0, spawn), (1, other), (2, write()), (1, end), (0, join), (0, write())]), None);
}

#[test]
fn sections_that_depend_on_each_other_are_in_order() {
    let (here, there) = (place(5, 0, 4), place(6, 0, 4));
    let on = |place| Mark::plain(Access::Update(place));
    let two = |first: &[Mark], second: &[Mark]| {
        run(&[(1, one(write())), (1, section(first)), (2, section(second)), (2, one(read()))])
    };
    assert_eq!(two(&[on(here)], &[on(here)]), None);
    assert_eq!(two(&[on(here)], &[on(there), on(here)]), None);
    assert_eq!(two(&[on(here)], &[on(there)]), Some(3), "they could have come in the other order");
    // By way of others: one that is relaxed does not order by itself, but it keeps the sections in order.
    let (begin, end) = ((1, one(write())), (2, one(read())));
    let by_flag = [begin, (1, section(&[on(here)])), (1, one(store(Relaxed))), (2, one(load(Relaxed)))];
    assert_eq!(run(&[&by_flag[..], &[(2, section(&[on(there)])), end.clone()]].concat()), None);
    assert_eq!(run(&[&by_flag[..], &[end]].concat()), Some(4));
    // Accesses inside race with accesses outside.
    assert_eq!(run(&[(1, section(&[write()])), (2, one(write()))]), Some(1));
    assert_eq!(run(&[(1, section(&[write()])), (2, section(&[write(), read()]))]), None);
}

#[test]
fn places_that_overlap_race_and_do_not_synchronise() {
    let (low, high) = (place(1, 0, 2), place(1, 2, 2));
    let write_to = |place| Mark::plain(Access::Write(place));
    assert_eq!(races(&[(1, write_to(low)), (2, write_to(high))]), None);
    assert_eq!(races(&[(1, write_to(low)), (2, write())]), Some(1));
    assert_eq!(races(&[(1, write()), (2, Mark::plain(Access::Read(high)))]), Some(1));
    assert_eq!(races(&[(1, read()), (2, Mark::plain(Access::EndObject(place(1, 0, 8))))]), Some(1));
    // A byte of the flag is stored: a load of all of it reads from no release.
    let byte = atomic(Access::Write(place(2, 0, 1)), Release);
    let events = [(1, write()), (1, store(Release)), (1, byte), (2, load(Acquire)), (2, read())];
    assert_eq!(races(&events), Some(4));
}

#[test]
fn what_is_awaited_at_the_end_is_an_access() {
    let (mut races, mut execution) = (Races::default(), Execution::new());
    assert!(!step(&mut races, &mut execution, &(1, one(write()))));
    assert!(races.awaited(ThreadId(2), read()) && races.awaited(ThreadId(2), atomic(Access::Read(DATA), Acquire)));
    assert!(!step(&mut races, &mut execution, &(1, one(atomic(Access::Write(DATA), Release)))));
    assert!(races.awaited(ThreadId(2), read()) && !races.awaited(ThreadId(2), atomic(Access::Read(DATA), Acquire)));
    assert!(!races.awaited(ThreadId(1), read()) && !races.awaited(ThreadId(2), load(Acquire)));
}

/// Going back and on again gives what going on from the start gives.
#[test]
fn events_can_be_taken_back() {
    let mut random = 12345_u32;
    let mut next = |below: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 16) % below
    };
    let orders = [Relaxed, Acquire, Release, Both];
    let mut found = 0;
    for _ in 0..2_000 {
        let mut event = || {
            let order = orders[next(4) as usize];
            let mark = match next(12) {
                0 => write(),
                1 => read(),
                2 | 3 => load(order),
                4 | 5 => store(order),
                6 => update(order),
                7 => fence(order),
                8 => on_mutex(Access::Lock),
                9 => on_mutex(Access::Unlock),
                _ => return (next(3), section(&[update(order)])),
            };
            (next(3), one(mark))
        };
        let (first, second): (Vec<_>, Vec<_>) =
            ((0..12).map(|_| event()).collect(), (0..12).map(|_| event()).collect());
        let keep = next(12) as usize;
        let changed = [&first[..keep], &second[..]].concat();
        let expected = run(&changed);
        found += usize::from(expected.is_some());
        if run(&first).is_some() {
            continue;
        }
        let (mut races, mut execution) = (Races::default(), Execution::new());
        assert!(!first.iter().any(|it| step(&mut races, &mut execution, it)));
        races.truncate(keep);
        execution.truncate(keep);
        let again = (keep..changed.len()).find(|&it| step(&mut races, &mut execution, &changed[it]));
        assert_eq!(again, expected);
    }
    assert!((200..1800).contains(&found), "{found}");
}
