//! What happens for no reason, as far as it can show something: wake-ups of threads that wait for a condition variable, and
//! weak compare-exchanges that fail. A front end writes all of them ([`Domain::Spurious`]); this pass takes away those that show
//! nothing new, and bounds the others where a thread could go round with them for ever.
//!
//! **A round that changes nothing.** Let a loop be entered through its head alone. A *spurious round* is a way from the head over
//! the choice, which gives 1, and back to the head. If every such way must come back to the head, leaves the registers that are
//! wanted there as they were, and does nothing on the way that others can see, then it can be left out of an execution: `round.rs`.
//!
//! * *Wake-ups*: loops that test, wait, and test again. A thread that wakes up, finds that it has to go on waiting, and waits
//!   again, could have stayed: a signal that comes meanwhile would wake it, but then it tests when it has the mutex, and that may
//!   be as late. So of the wake-ups in one stay in the loop only the last can show something, the one after which the thread
//!   leaves: each stay has *one*.
//! * *That one, too, shows nothing* if the thread does nothing between its lock of the mutex and the loop that others can see or
//!   that looks at anything others can change (`section.rs`): if it had come to that lock only now, and waited for the mutex, it
//!   would do the same. What it did instead, to take the mutex, test, and wait, showed nothing: it was no
//!   obstacle to others (a lock waits as long as it takes), and signals that it does not get in the one case it does not get in the other.
//! * *Compare-exchanges*: loops that try again. If the value is not the expected one, a failure has a reason. If it is, what is
//!   read is what was expected, and the round changes nothing. (If what is expected is in memory that others may know, the
//!   same value is written there, which can be a data race: then each stay has one.) It may also store, if it reads nothing but the object itself:
//!   either that has changed until it is read next, and the exchange could have been tried as late, and failed with a reason, or it has
//!   not, and the next round stores the same again.
//!
//! **Where it does show something**, found by brute force over random programs (`testkit`, *passes*):
//!
//! 1. Something before the loop in the section: others see that the thread waits, and only then make the condition true.
//!    Or a read: it belongs to the time when the thread came. One wake-up in each stay.
//! 2. A mutex that another thread tries (or locks with a time limit, which is the same): each wake-up can make it fail.
//! 3. A wait without a loop, or in one that does more. Literal if the loop counts its rounds or there is none, else
//!    one wake-up in each stay, and the next one is cut, which the verdict says.
//! 4. Waits with a time limit end without a signal anyway, but not with the same result: as in 1.
//! 5. A compare-exchange that is tried again after an atomic store that could meet one of another thread. It is assumed not to
//!    fail for no reason: it stays marked as weak, of which the verdict speaks.
//!
//! Functions that do nothing but wait are waits themselves (`wrappers.rs`).

mod round;
mod section;
mod wrappers;

use super::loop_nest::LoopNest;
use super::loops;
use super::rounds::{End, rounds};
use crate::address::DataModel;
use crate::syntax::*;
use section::Sections;
use std::collections::BTreeMap;

/// How often a thread goes the way of a choice for no reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Share {
    /// Never: it shows nothing.
    Never,
    /// Once in each stay in the loop with this head.
    Once(Location),
    /// The same, and what goes on after a second time is not looked at.
    Cut(Location),
    /// As often as it comes there.
    Any,
}

/// The function that waits, for each that does, and the mutex in terms of its parameters.
type Waits = BTreeMap<FunctionId, Expr>;

/// Takes away what shows nothing and bounds the rest.
pub fn reduce_spurious(program: &mut Program) {
    let waits = wrappers::hoist(program);
    let nests = LoopNest::of(program);
    let ends = rounds(program);
    let mut shares = Vec::new();
    let mut assumed = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        for (edge, cause, dest) in choices(function) {
            let nest = &nests[index];
            let share = match round::judge(program, &waits, FunctionId(index as u32), nest, (edge, cause, dest)) {
                None => Share::Any,
                Some(round) if !round.changes_nothing => {
                    let counts = ends[index].iter().any(|it| it.head == round.head && it.end == End::Counted);
                    if counts { Share::Any } else { Share::Cut(round.head) }
                }
                Some(round) => match cause {
                    Cause::Exchange | Cause::Retry if round.repeats => {
                        assumed.push((index, round));
                        Share::Never
                    }
                    Cause::Exchange | Cause::Retry if round.writes => Share::Once(round.head),
                    Cause::Exchange | Cause::Retry => Share::Never,
                    Cause::Wait | Cause::TimedWait => {
                        let sections = Sections { program, waits: &waits };
                        let wait = sections.of_wait(FunctionId(index as u32), nest, &round, edge);
                        match wait {
                            section::Wait::Tried => Share::Cut(round.head),
                            section::Wait::Alone if cause == Cause::Wait => Share::Never,
                            section::Wait::Alone | section::Wait::BehindOthers => Share::Once(round.head),
                        }
                    }
                },
            };
            shares.push((index, function.edges[edge].from, share));
        }
    }
    // What is still weak is what is assumed, now or when this pass was run before.
    for (index, function) in program.functions.iter_mut().enumerate() {
        if !choices(function).iter().any(|it| matches!(it.1, Cause::Exchange | Cause::Retry)) {
            continue;
        }
        let is_assumed = |at: Location| assumed.iter().any(|(of, round)| *of == index && round.is_member[at.index()]);
        for edge in &mut function.edges {
            if let Action::Visible(Operation::CompareExchange { weak, .. }) = &mut edge.action {
                *weak &= is_assumed(edge.from);
            }
        }
    }
    for (function, at, share) in shares {
        apply(&mut program.functions[function], at, share, program.model);
    }
}

/// Lets everything happen as often as it may that was cut after the first time: for engines that see an end of endless loops.
pub fn uncut(program: &mut Program) {
    for function in &mut program.functions {
        let stops: Vec<Location> =
            function.edges.iter().filter(|it| it.action == Action::Stop(Stop::Cut)).map(|it| it.from).collect();
        let chosen = |it: &Edge| match &it.action {
            Action::Assign(register, _) => function.registers[register.index()].name.starts_with(SPENT),
            _ => false,
        };
        let goes_on = |at: Location| match function.leaving(at) {
            [cut, on] if stops.contains(&cut.to) && function.leaving(on.to).iter().all(chosen) => Some(on.to),
            _ => None,
        };
        let turned: Vec<(Location, Location)> =
            (0..function.locations).map(Location).filter_map(|it| Some((it, goes_on(it)?))).collect();
        for (at, to) in turned {
            let first = function.edges.partition_point(|it| it.from < at);
            function.edges[first].to = to;
        }
    }
}

/// How the registers begin in which it is kept that something has happened for no reason.
const SPENT: &str = "spurious.";

/// The choices of a function that are for no reason, by the indices of their edges. One that is made under a condition stays
/// as it is: no front end writes it.
fn choices(function: &Function) -> Vec<(usize, Cause, RegisterId)> {
    let of = |(index, edge): (usize, &Edge)| match edge.action {
        Action::Visible(Operation::Choose { dest, domain: Domain::Spurious(cause) }) => Some((index, cause, dest)),
        _ => None,
    };
    function.edges.iter().enumerate().filter(|it| it.1.guard == Guard::Always).filter_map(of).collect()
}

/// Writes down what a choice has become.
fn apply(function: &mut Function, at: Location, share: Share, model: DataModel) {
    let made = |it: &(usize, Cause, RegisterId)| function.edges[it.0].from == at;
    let (index, _, dest) = choices(function).into_iter().find(made).expect("it was there before");
    let (head, is_cut) = match share {
        Share::Any => return,
        Share::Never => return drop_choice(function, index, dest, model),
        Share::Once(head) => (head, false),
        Share::Cut(head) => (head, true),
    };
    let edge = function.edges[index].clone();
    let width = function.registers[dest.index()].width;
    let spent = add_register(function, width);
    // from --spent?--> nothing, or a cut; from --else--> choose; tried --> spent = chosen
    let is_spent = Expr::binary(Binary::NotEqual, Expr::Register(spent), Expr::Const(width, 0));
    let (usual, chosen) = (add_location(function), add_location(function));
    let plain = |from, to, action| Edge { from, to, guard: Guard::Always, action, span: edge.span };
    if is_cut {
        let end = add_location(function);
        let again = Expr::binary(Binary::And, Expr::Register(spent), Expr::Register(dest));
        let again = Expr::binary(Binary::NotEqual, again, Expr::Const(width, 0));
        let (cut, on) = (Guard::If(again.clone()), Guard::Unless(again));
        function.edges[index].to = usual;
        function.edges.push(Edge { guard: cut, ..plain(usual, end, Action::Skip) });
        function.edges.push(Edge { guard: on, ..plain(usual, chosen, Action::Skip) });
        function.edges.push(plain(end, end, Action::Stop(Stop::Cut)));
        let both = Expr::binary(Binary::Or, Expr::Register(spent), Expr::Register(dest));
        function.edges.push(plain(chosen, edge.to, Action::Assign(spent, both)));
    } else {
        let choose = add_location(function);
        let (yes, no) = (Guard::If(is_spent.clone()), Guard::Unless(is_spent));
        function.edges[index] = Edge { guard: yes, ..plain(edge.from, usual, Action::Skip) };
        function.edges.push(Edge { guard: no, ..plain(edge.from, choose, Action::Skip) });
        function.edges.push(plain(usual, edge.to, Action::Assign(dest, Expr::Const(width, 0))));
        let mut tried = Edge { from: choose, to: chosen, ..edge.clone() };
        if let Action::Visible(Operation::Choose { domain: Domain::Spurious(cause @ Cause::Exchange), .. }) =
            &mut tried.action
        {
            *cause = Cause::Retry;
        }
        function.edges.push(tried);
        function.edges.push(plain(chosen, edge.to, Action::Assign(spent, Expr::Register(dest))));
    }
    function.edges.sort_by_key(|it| it.from);
    begin_anew(function, head, spent);
    // Stable, so an `If` stays before its `Unless`.
    function.edges.sort_by_key(|it| it.from);
}

/// A choice that gives 0, and so the branch on it.
fn drop_choice(function: &mut Function, index: usize, dest: RegisterId, model: DataModel) {
    let Edge { to, .. } = function.edges[index];
    let width = function.registers[dest.index()].width;
    function.edges[index].action = Action::Assign(dest, Expr::Const(width, 0));
    let arrives = function.edges.iter().filter(|it| it.to == to && !it.ends()).count();
    let goes_on = |edge: &Edge| {
        let value = |it: RegisterId| (it == dest).then_some(Expr::Const(width, 0));
        round::truth(&edge.guard, &value, function, model)
    };
    let leaving: Vec<bool> = function.leaving(to).iter().filter_map(goes_on).collect();
    if arrives == 1 && leaving.len() == 2 {
        let first = function.edges.partition_point(|it| it.from < to);
        for (at, is_taken) in leaving.into_iter().enumerate().rev() {
            if is_taken {
                function.edges[first + at].guard = Guard::Always;
            } else {
                function.edges.remove(first + at);
            }
        }
    }
}

/// Sets a register to 0 where a loop is entered.
fn begin_anew(function: &mut Function, head: Location, register: RegisterId) {
    let retreats = loops::retreating(function);
    let mut edges = Vec::with_capacity(function.edges.len());
    for (edge, retreats) in std::mem::take(&mut function.edges).into_iter().zip(retreats) {
        if edge.to == head && !edge.ends() && !retreats {
            let width = function.registers[register.index()].width;
            loops::assign_behind(function, &mut edges, edge, Action::Assign(register, Expr::Const(width, 0)));
        } else {
            edges.push(edge);
        }
    }
    function.edges = edges;
}

fn add_location(function: &mut Function) -> Location {
    function.locations += 1;
    Location(function.locations - 1)
}

fn add_register(function: &mut Function, width: Width) -> RegisterId {
    let is_free = |name: &String| function.registers.iter().all(|it| it.name != *name);
    let name = (0..).map(|it| format!("{SPENT}{it}")).find(is_free).expect("some number is free");
    function.registers.push(Register { name, width, kind: Kind::Unsigned });
    RegisterId(function.registers.len() as u32 - 1)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check, program};
    use super::*;

    const MODEL: &str = "global @x : i32 global @y : i32 global @m : mutex global @n : mutex global @c : bytes 16
        function @wait(%c : u64, %m : u64) -> i32 library { l0 -> l1: unlock [%m] l1 -> l2: lock [%m] l2: return 0 }
        function @wakes(%c : u64, %m : u64) -> i32 library { l0 -> l1: unlock [%m] l1 -> l2: lock [%m] l2: return 0 }";

    /// What becomes of the choice in `main`, or in the function that it calls in a loop.
    fn share(text: &str) -> &'static str {
        let mut program = program(&format!("{MODEL} {text}"));
        reduce_spurious(&mut program);
        check(&program);
        let main = program.functions.iter().find(|it| it.name == "main").expect("there is one");
        let registers = main.registers.iter().filter(|it| it.name.starts_with("spurious.")).count();
        let chooses = !choices(main).is_empty();
        let is_cut = main.edges.iter().any(|it| it.action == Action::Stop(Stop::Cut));
        match (chooses, is_cut, registers) {
            (false, ..) => "never",
            (true, false, 0) => "any",
            (true, false, _) => "once",
            (true, true, _) => "cut",
        }
    }

    /// A loop that waits for `x`, behind `before`, with `more` in each round.
    fn waits(before: &str, more: &str) -> String {
        format!(
            "function @main() entry {{ reg %a : i32 reg %s : u8 reg %b : i32
             l0 -> l1: lock [&@m]
             l1 -> l2: {before}
             l2 -> l3: %a = load.4 [&@x] na
             l3 -> l8 if (ne %a 0): skip  l3 -> l4 unless (ne %a 0): skip
             l4 -> l5: {more}
             l5 -> l6: %s = choose spurious wait
             l6 -> l2 if (ne %s 0): call @wakes(&@c, &@m)  l6 -> l2 unless (ne %s 0): call @wait(&@c, &@m)
             l8 -> l9: unlock [&@m]
             l9: return }}"
        )
    }

    #[test]
    fn a_loop_that_tests_needs_no_wake_ups() {
        assert_eq!(share(&waits("skip", "skip")), "never");
        assert_eq!(share(&waits("%b = 7", "%a = load.4 [&@y] na")), "never");
    }

    #[test]
    fn something_before_the_loop_needs_one() {
        assert_eq!(share(&waits("store.4 [&@y] 1 na", "skip")), "once");
        assert_eq!(share(&waits("%b = load.4 [&@y] na", "skip")), "once");
        assert_eq!(share(&waits("lock [(add &@m 8)]", "skip")), "once");
    }

    #[test]
    fn a_loop_that_does_more_is_cut() {
        assert_eq!(share(&waits("skip", "store.4 [&@y] 1 na")), "cut");
        assert_eq!(
            share(
                &waits("skip", "%b = (add %b 1)").replace("l9: return", "l9 -> l10: store.4 [&@y] %b na l10: return")
            ),
            "cut"
        );
    }

    #[test]
    fn a_mutex_that_is_tried_needs_all() {
        let tries = "function @other() { reg %e : i32 l0 -> l1: %e = trylock [&@m] l1: return }";
        assert_eq!(share(&format!("{tries} {}", waits("skip", "skip"))), "cut");
        let elsewhere = tries.replace("&@m", "&@n").replace("@other", "@another");
        assert_eq!(share(&format!("{elsewhere} {}", waits("skip", "skip"))), "never");
    }

    #[test]
    fn a_wait_without_a_loop_stays() {
        let once = waits("skip", "skip").replace("-> l2 if", "-> l8 if").replace("-> l2 unless", "-> l8 unless");
        assert_eq!(share(&once), "any");
    }

    /// A loop with a compare-exchange that goes back to `back` where it has failed.
    fn tries(store: &str, back: &str) -> String {
        format!(
            "function @main() entry {{ reg %e : i32 reg %o : i32 reg %s : u8 reg %n : i32
             l0 -> l1: %e = load.4 [&@x] sc
             l1 -> l2: {store}
             l2 -> l3: %s = choose spurious exchange
             l3 -> l4 if (ne %s 0): skip  l3 -> l6 unless (ne %s 0): skip
             l4 -> l5: %o = load.4 [&@x] sc
             l5 -> {back}: %e = %o
             l6 -> l7: %o = cmpxchg.4 [&@x] %e 7 sc sc weak
             l7 -> l8 if (eq %o %e): skip  l7 -> l5 unless (eq %o %e): skip
             l8 -> l9: store.4 [&@y] %n na
             l9: return }}"
        )
    }

    #[test]
    fn a_loop_that_tries_again_needs_no_failures() {
        assert_eq!(share(&tries("skip", "l1")), "never");
        assert_eq!(share(&tries("skip", "l0")), "never");
        assert_eq!(share(&tries("store.4 [&@y] %e na", "l1")), "never");
        assert_eq!(share(&tries("%n = (add %n 1)", "l1")), "cut");
        assert_eq!(share(&tries("skip", "l8")), "any");
    }
}
