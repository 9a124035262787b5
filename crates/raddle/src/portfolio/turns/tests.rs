//! Turns are in the order that is promised: the same in every run where there is one seat.

use super::*;
use std::thread::scope;

/// Somebody who works for so many ticks, or until it is told to stop.
struct Work {
    gate: Gate,
    share: Share,
    ticks: u64,
}

fn work(gate: Gate, slice: u64, ticks: u64) -> Work {
    Work { gate, share: Share { slice, is_unbounded: false }, ticks }
}

/// Lets them work: who has worked when, and how far each has come. `judge` is asked when somebody is done, and told who.
fn run(seats: usize, works: &[Work], judge: impl Fn(usize) -> Next + Sync) -> (Vec<usize>, Vec<Progress<u64>>) {
    let gates: Vec<Gate> = works.iter().map(|it| it.gate).collect();
    let table: Arc<Table<u64>> = Table::new(seats, &gates);
    let log = Mutex::new(Vec::new());
    scope(|scope| {
        for (index, work) in works.iter().enumerate() {
            let budget = table.budget(index, &Budget::default(), work.share);
            let (table, log, judge) = (&table, &log, &judge);
            scope.spawn(move || {
                if !table.begin(index) {
                    return;
                }
                let mut done = 0;
                while done < work.ticks {
                    log.lock().expect("no panic").push(index);
                    done += 1;
                    if budget.exceeded().is_some() {
                        break;
                    }
                }
                table.finish(index, done, |_| judge(index));
            });
        }
        while !table.is_over(Duration::from_secs(1)) {}
    });
    (log.into_inner().expect("no panic"), table.progress())
}

#[test]
fn with_one_seat_turns_are_in_one_order() {
    let works = [work(Gate::Open, 2, 6), work(Gate::Open, 3, 6), work(Gate::Open, 1, 2)];
    let expected = [0, 0, 1, 1, 1, 2, 0, 0, 1, 1, 1, 2, 0, 0];
    for _ in 0..50 {
        let (log, progress) = run(1, &works, |_| Next::GoOn);
        assert_eq!(log, expected);
        assert_eq!(progress, [6, 6, 2].map(Progress::Done));
    }
}

#[test]
fn with_two_seats_everybody_comes_to_the_end() {
    let works = [work(Gate::Open, 2, 5_000), work(Gate::HeadStart, 3, 5_000), work(Gate::HeadStart, 1, 5_000)];
    let (log, progress) = run(2, &works, |_| Next::GoOn);
    assert_eq!((log.len(), progress), (15_000, vec![Progress::Done(5_000); 3]));
}

#[test]
fn the_first_has_a_head_start() {
    let works = [work(Gate::Open, 64, 300), work(Gate::HeadStart, 64, 10)];
    let (log, _) = run(1, &works, |_| Next::GoOn);
    let begin = log.iter().position(|it| *it == 1);
    assert_eq!(begin, Some(HEAD_START as usize));
    // Who is done earlier leaves the seat to the others.
    let (log, _) = run(1, &[work(Gate::Open, 64, 3), work(Gate::HeadStart, 64, 2)], |_| Next::GoOn);
    assert_eq!(log, [0, 0, 0, 1, 1]);
}

#[test]
fn some_wait_for_an_answer_within_a_bound() {
    let works = [work(Gate::Open, 4, 3), work(Gate::Bounded, 4, 2)];
    let (log, progress) = run(1, &works, |_| Next::GoOn);
    assert_eq!((log, progress), (vec![0, 0, 0], vec![Progress::Done(3), Progress::NotBegun]));
    let (log, progress) = run(1, &works, |_| Next::Bounded { is_limited: true });
    assert_eq!((log, progress), (vec![0, 0, 0, 1, 1], vec![Progress::Done(3), Progress::Done(2)]));
}

#[test]
fn patience_has_an_end_if_nothing_else_has() {
    let works = [work(Gate::Open, 1, 1), work(Gate::HeadStart, 1, 3_000)];
    let (_, progress) = run(1, &works, |_| Next::Bounded { is_limited: false });
    assert_eq!(progress[1], Progress::Done(PATIENCE), "a turn is one tick");
    let (_, progress) = run(1, &works, |_| Next::Bounded { is_limited: true });
    assert_eq!(progress[1], Progress::Done(3_000), "the limit is somebody else's");
    // Who has worked for long is given as long again.
    let works = [work(Gate::Open, 1, 700), work(Gate::Bounded, 1, 3_000)];
    let (_, progress) = run(1, &works, |_| Next::Bounded { is_limited: false });
    assert_eq!(progress[1], Progress::Done(700));
}

#[test]
fn who_can_say_more_is_favoured_once_there_is_a_bound() {
    let favoured = Work { share: Share { slice: 2, is_unbounded: true }, ..work(Gate::Open, 2, 12) };
    let works = [work(Gate::Open, 3, 1), work(Gate::Open, 2, 6), favoured];
    let by =
        |one: usize, first: usize, other: usize| [vec![1; one], vec![2; first], vec![1; one], vec![2; other]].concat();
    let (log, _) = run(1, &works, |_| Next::Bounded { is_limited: true });
    assert_eq!(log[1..], [by(2, 8, 4), vec![1, 1]].concat());
    let (log, _) = run(1, &works, |_| Next::GoOn);
    assert_eq!(log[1..], [by(2, 2, 2), vec![1, 1], vec![2; 8]].concat(), "and not before");
}

#[test]
fn an_answer_ends_everything() {
    let works = [work(Gate::Open, 2, 100), work(Gate::Open, 2, 3), work(Gate::HeadStart, 2, 1)];
    let (log, progress) = run(1, &works, |index| if index == 1 { Next::Enough } else { Next::GoOn });
    assert_eq!(log, [0, 0, 1, 1, 0, 0, 1]);
    let expected = [Progress::Begun, Progress::Done(3), Progress::NotBegun];
    assert_eq!(progress, expected, "what the first has when it is stopped is too late");
    // Who is next in the queue does not begin when the answer is there, however quick it is.
    let works = [work(Gate::Open, 2, 1), work(Gate::Open, 2, 100)];
    for _ in 0..200 {
        let (log, progress) = run(1, &works, |_| Next::Enough);
        assert_eq!((log, progress), (vec![0], vec![Progress::Done(1), Progress::NotBegun]));
    }
}

#[test]
fn who_is_told_to_end_leaves_something_behind() {
    let table: Arc<Table<u64>> = Table::new(1, &[Gate::Open, Gate::Open, Gate::HeadStart]);
    let budget = table.budget(0, &Budget::default(), Share { slice: 1_000, is_unbounded: false });
    assert!(table.begin(0));
    assert!(budget.exceeded().is_none() && !table.is_ending());
    table.end();
    assert!(table.is_ending() && budget.exceeded().is_some());
    table.finish(0, 7, |_| Next::GoOn);
    assert!(table.is_over(Duration::ZERO), "nobody begins any more");
    assert!(!table.begin(1) && !table.begin(2));
    assert_eq!(table.progress(), [Progress::Done(7), Progress::NotBegun, Progress::NotBegun]);
}
