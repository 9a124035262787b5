//! The judge of covers finds what is wrong with them.

use super::programs::{figure_1, readers};
use super::*;

struct Case {
    all: Vec<Linear>,
    orders: Vec<Order>,
}

impl Case {
    fn new(program: &Program) -> Self {
        let all = executions(program, &Options::default(), 10_000).expect("the program is small");
        Case { all, orders: traces(program).iter().map(Order::of).collect() }
    }

    fn check(&self, classes: &Partition) -> Result<(), String> {
        check_cover(&self.all, classes, &self.orders)
    }

    /// What is wrong, in a few words.
    fn complaint(&self, classes: &Partition) -> String {
        let complaint = self.check(classes).expect_err("something is wrong");
        complaint.lines().next().unwrap_or_default().to_owned()
    }
}

#[test]
fn each_trace_is_covered_by_its_order() {
    for program in [figure_1(), readers(2), programs::lastzero(2), programs::peterson(1)] {
        let case = Case::new(&program);
        assert_eq!(case.check(&order_classes(&case.all)), Ok(()));
    }
}

#[test]
fn one_order_for_all_that_is_equivalent_by_values() {
    let mut case = Case::new(&figure_1());
    let classes = value_classes(&case.all, &[0]);
    assert_eq!(classes.count, 1);
    let complaint = case.complaint(&classes);
    assert!(complaint.contains("are covered by different orders"), "{complaint}");
    // The read may observe both writes of 1, and nobody is before anybody else.
    case.orders.truncate(1);
    let order = &mut case.orders[0];
    order.before.iter_mut().for_each(|it| it.fill(false));
    let number = |thread: u32, index: usize| number_of(order, thread, index);
    let (read, good) = (number(1, 2), vec![Source::Event(number(0, 0)), Source::Event(number(1, 1))]);
    order.good[read] = Some(good);
    assert_eq!(case.check(&classes), Ok(()));
    // The order of the threads is needed nowhere, but other orders are: with the root's write first, one is missing.
    let (first, second) = (number_of(&case.orders[0], 0, 0), number_of(&case.orders[0], 1, 1));
    case.orders[0].before[first][second] = true;
    let complaint = case.complaint(&classes);
    assert!(complaint.starts_with("no order covers execution"), "{complaint}");
}

fn number_of(order: &Order, thread: u32, index: usize) -> usize {
    order.events.iter().position(|it| it.thread == [thread] && it.index == index).expect("the event is there")
}

#[test]
fn every_execution_is_covered_once() {
    let mut case = Case::new(&readers(2));
    let classes = order_classes(&case.all);
    let last = case.orders.pop().expect("there are some");
    assert!(case.complaint(&classes).starts_with("no order covers execution"));
    case.orders.extend([last.clone(), last]);
    assert!(case.complaint(&classes).contains("both cover execution"));
}

#[test]
fn every_order_covers_an_execution() {
    let mut case = Case::new(&readers(1));
    let classes = order_classes(&case.all);
    let mut impossible = case.orders[0].clone();
    impossible.good.iter_mut().flatten().for_each(Vec::clear);
    case.orders.push(impossible);
    assert!(case.complaint(&classes).starts_with("order 2 covers no execution"), "{}", case.complaint(&classes));
}

#[test]
fn one_order_does_not_stand_for_different_values() {
    let mut case = Case::new(&readers(1));
    let classes = order_classes(&case.all);
    case.orders.truncate(1);
    let order = &mut case.orders[0];
    order.before.iter_mut().for_each(|it| it.fill(false));
    let write = number_of(order, 0, 0);
    order.good.iter_mut().flatten().for_each(|it| *it = vec![Source::Initial, Source::Event(write)]);
    let complaint = case.complaint(&classes);
    assert!(complaint.contains("in which other values"), "{complaint}");
}

#[test]
fn choices_are_different_events() {
    let mut program = crate::build::ProgramBuilder::new();
    let chooser = program.thread("chooser", |f| {
        f.choose(8, 0, 1);
    });
    let mut case = Case::new(&program.fork(&[chooser]));
    let classes = order_classes(&case.all);
    assert_eq!((classes.count, case.check(&classes)), (2, Ok(())));
    case.orders.pop();
    assert!(case.complaint(&classes).starts_with("no order covers execution"));
}
