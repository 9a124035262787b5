//! Small histories by hand.

use super::super::clock::Narrow;
use super::*;
use event::ObjectId;

fn place(object: u32) -> Place {
    Place { object: ObjectId(object), offset: 0, length: 4 }
}

fn history(events: &[(u32, Access)]) -> History<Narrow> {
    let mut history = History::default();
    for &(thread, access) in events {
        history.push(ThreadId(thread), &[access]);
    }
    history
}

fn races(history: &History<Narrow>) -> Vec<(u32, u32)> {
    history.races().iter().map(|it| (it.first, it.second)).collect()
}

#[test]
fn a_race_has_nothing_in_between() {
    let (x, y) = (place(1), place(2));
    // T0: x = 1; y = 1.   T1: reads y; reads x.
    let message = [(0, Access::Write(x)), (0, Access::Write(y)), (1, Access::Read(y)), (1, Access::Read(x))];
    let history = history(&message);
    assert_eq!(races(&history), [(1, 2)]);
    assert!(history.happens_before(0, 3) && !history.happens_before(2, 1));
}

#[test]
fn a_write_races_with_every_reader() {
    let x = place(1);
    let mut history = history(&[(0, Access::Write(x)), (1, Access::Read(x)), (2, Access::Read(x))]);
    history.push(ThreadId(3), &[Access::Write(x)]);
    assert_eq!(races(&history), [(0, 1), (0, 2), (2, 3), (1, 3)]);
    history.truncate(3);
    history.push(ThreadId(0), &[Access::Write(x)]);
    assert_eq!(races(&history), [(0, 1), (0, 2), (2, 3), (1, 3)]);
    history.truncate(0);
    history.push(ThreadId(3), &[Access::Write(x)]);
    assert!(history.races().is_empty());
}

#[test]
fn a_lock_races_with_the_lock_before_it() {
    let m = place(1);
    let events = [(0, Access::Lock(m)), (1, Access::FailedTryLock(m)), (0, Access::Unlock(m)), (2, Access::Lock(m))];
    assert_eq!(races(&history(&events)), [(0, 1), (1, 2), (0, 3)]);
}

#[test]
fn a_waiting_lock_is_probed() {
    let (m, n) = (place(1), place(2));
    let events = [(0, Access::Lock(m)), (1, Access::Lock(n))];
    let mut history = history(&events);
    assert_eq!(history.probe(ThreadId(1), m), [0]);
    assert_eq!(history.probe(ThreadId(0), n), [1]);
}

#[test]
fn joins_cannot_be_turned_round_but_two_joins_of_one_thread_can() {
    let child = ThreadId(1);
    let events = [
        (0, Access::Spawn(child)),
        (1, Access::Write(place(1))),
        (0, Access::Join(child)),
        (0, Access::Read(place(1))),
        (2, Access::Join(child)),
    ];
    assert_eq!(races(&history(&events)), [(2, 4)]);
}

#[test]
fn overlapping_bytes_conflict() {
    let half = Place { length: 2, ..place(1) };
    let history = history(&[(0, Access::Write(place(1))), (1, Access::Write(half)), (2, Access::Read(place(1)))]);
    assert_eq!(races(&history), [(0, 1), (1, 2)]);
}
