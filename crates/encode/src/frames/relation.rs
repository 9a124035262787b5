//! The guarded independence relation as far as the text of a program shows it, for people to read. (The reduction that goes by
//! nothing else asks `footprint.rs` whether accesses may conflict.)

use super::footprint::{Footprint, HOLDER, LOCAL, READ, Region, footprints};
use super::independence::{Reason, Role, Side, reasons};
use ir::passes::walk;
use ir::{Action, Base, Callee, Edge, Expr, Function, FunctionId, Location, Operation, Program};
use source::Span;
use std::collections::BTreeSet;

/// The guarded independence relation of a program, as far as its text shows it.
pub struct Relation {
    /// The transitions.
    pub transitions: Vec<Transition>,
    /// Pairs of transitions that two threads can be at, by their indices, with the condition under which they are independent.
    /// Nothing: always.
    pub pairs: Vec<(usize, usize, Option<String>)>,
}

/// A transition.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The function that a thread begins in.
    pub root: String,
    /// The function that it is in.
    pub function: String,
    /// Where.
    pub span: Span,
    /// What it accesses, for people.
    pub accesses: String,
    footprints: Vec<Footprint>,
    root_id: FunctionId,
}

impl Relation {
    /// The relation of a valid program.
    pub fn of(program: &Program) -> Relation {
        let mut transitions = Vec::new();
        let roots = roots(program);
        for &root in &roots {
            for function in reached(program, root) {
                let body = &program.functions[function.index()];
                let inside = inside_sections(body);
                for (index, edge) in body.edges.iter().enumerate() {
                    let Action::Visible(operation) = &edge.action else { continue };
                    if crate::edge::is_silent(operation) || inside.contains(&edge.from) {
                        continue;
                    }
                    let footprints = footprints(program, function, index as u32);
                    let is_own = matches!(
                        operation,
                        Operation::Load { .. }
                            | Operation::Store { .. }
                            | Operation::Update { .. }
                            | Operation::CompareExchange { .. }
                    ) && footprints.is_empty();
                    if is_own {
                        continue;
                    }
                    transitions.push(Transition {
                        root: program.functions[root.index()].name.clone(),
                        function: body.name.clone(),
                        span: edge.span,
                        accesses: describe(operation, &footprints),
                        footprints,
                        root_id: root,
                    });
                }
            }
        }
        let mut pairs = Vec::new();
        for (first, one) in transitions.iter().enumerate() {
            for (second, two) in transitions.iter().enumerate().skip(first) {
                // There is one first thread.
                if one.root_id == program.entry && two.root_id == program.entry {
                    continue;
                }
                pairs.push((first, second, guard(program, one, two)));
            }
        }
        Relation { transitions, pairs }
    }
}

/// The condition under which two transitions are independent.
fn guard(program: &Program, first: &Transition, second: &Transition) -> Option<String> {
    let mut all: Vec<String> = Vec::new();
    for one in &first.footprints {
        for two in second.footprints.iter().filter(|two| one.may_conflict(program, two)) {
            let any: Vec<String> = reasons(one.role, two.role).into_iter().filter_map(|it| say(it, one, two)).collect();
            if any.iter().any(|it| it == ALWAYS) {
                continue;
            }
            let text = match &any[..] {
                [] => "never".to_owned(),
                [single] => single.clone(),
                several => format!("({})", several.join(" or ")),
            };
            if !all.contains(&text) {
                all.push(text);
            }
        }
    }
    if all.iter().any(|it| it == "never") {
        return Some("never".to_owned());
    }
    // What follows from another condition need not be said.
    let weaker = |it: &String| all.iter().any(|other| other != it && it.starts_with(&format!("({other} or ")));
    let kept: Vec<&str> = all.iter().filter(|it| !weaker(it)).map(|it| it.as_str()).collect();
    (!all.is_empty()).then(|| kept.join(" and "))
}

/// A reason as a condition; names of the second thread have a prime. Nothing if it never holds.
fn say(reason: Reason, first: &Footprint, second: &Footprint) -> Option<String> {
    let side = |it: Side| if it == Side::First { (first, second) } else { (second, first) };
    let name = |it: &Footprint, text: &str| if std::ptr::eq(it, second) { primed(text) } else { plain(text) };
    match reason {
        Reason::OtherPlaces => match (&first.index, &second.index) {
            (Some(one), Some(two)) if first.region == second.region => unequal(plain(one), primed(two)),
            _ if first.region == Region::Thread => Some("other threads".to_owned()),
            _ if matches!((first.region, second.region), (Region::Bytes(..), Region::Bytes(..))) => None,
            _ => unequal(plain(&address_of(&first.text)), primed(&address_of(&second.text))),
        },
        Reason::Unchanged(writer) => {
            let (writer, _) = side(writer);
            equal(name(writer, &writer.text), name(writer, writer.value.as_ref()?))
        }
        Reason::SameValue => {
            let (one, two) = (first.value.as_ref()?, second.value.as_ref()?);
            if one == HOLDER || two == HOLDER { None } else { equal(plain(one), primed(two)) }
        }
        Reason::SameBranch(reader) => {
            let (reader, writer) = side(reader);
            let (condition, value) = (reader.decides.as_ref()?, writer.value.as_ref()?);
            let before = name(reader, condition).replace(READ, &name(reader, &reader.text));
            let after = name(reader, condition).replace(READ, &name(writer, value));
            equal(before, after)
        }
    }
}

/// A condition that always holds.
const ALWAYS: &str = "always";

fn equal(one: String, two: String) -> Option<String> {
    let numbers = one.parse::<i64>().ok().zip(two.parse::<i64>().ok());
    match numbers {
        Some((one, two)) if one != two => None,
        Some(_) => Some(ALWAYS.to_owned()),
        None if one == two => Some(ALWAYS.to_owned()),
        None => Some(format!("{one} == {two}")),
    }
}

fn unequal(one: String, two: String) -> Option<String> {
    let numbers = one.parse::<i64>().ok().zip(two.parse::<i64>().ok());
    match numbers {
        Some((one, two)) if one == two => None,
        Some(_) => Some(ALWAYS.to_owned()),
        None => (one != two).then(|| format!("{one} != {two}")),
    }
}

/// The text as it is said of the first thread.
fn plain(text: &str) -> String {
    text.replace(LOCAL, "")
}

/// The text with a prime behind each local: it is said of the second thread.
fn primed(text: &str) -> String {
    text.replace(LOCAL, "'")
}

fn address_of(place: &str) -> String {
    place.strip_prefix('*').map_or_else(|| format!("&{place}"), str::to_owned)
}

fn describe(operation: &Operation, footprints: &[Footprint]) -> String {
    let text = |wanted: &[Role]| {
        let mut names: Vec<&str> =
            footprints.iter().filter(|it| wanted.contains(&it.role)).map(|it| it.text.as_str()).collect();
        names.dedup();
        names.join(", ")
    };
    let (reads, writes, ends) = (text(&[Role::Reads, Role::Decides]), text(&[Role::Writes]), text(&[Role::Ends]));
    let what = match operation {
        Operation::Lock { .. } => return plain(&format!("locks {writes}")),
        Operation::TryLock { .. } => return plain(&format!("tries to lock {writes}")),
        Operation::Unlock { .. } => return plain(&format!("unlocks {writes}")),
        Operation::Spawn { .. } if writes.is_empty() => return "starts a thread".to_owned(),
        Operation::Spawn { .. } => return plain(&format!("starts a thread, writes {writes}")),
        Operation::Join { .. } => return "joins a thread".to_owned(),
        Operation::Detach(_) => return "detaches a thread".to_owned(),
        Operation::Choose { .. } => return "chooses an input".to_owned(),
        Operation::Fence(_) => return "fence".to_owned(),
        Operation::AtomicBegin { .. } => "section: ",
        Operation::Load { .. }
        | Operation::Store { .. }
        | Operation::Update { .. }
        | Operation::CompareExchange { .. }
        | Operation::InitMutex { .. }
        | Operation::DestroyMutex(_)
        | Operation::CurrentThread { .. }
        | Operation::Extent { .. }
        | Operation::Doubt { .. }
        | Operation::AtomicEnd
        | Operation::Allocate { .. }
        | Operation::Reallocate { .. }
        | Operation::Free(_)
        | Operation::Release(_)
        | Operation::OpenSlot(_)
        | Operation::CloseSlot(_) => "",
    };
    let parts = [("reads ", reads), ("writes ", writes), ("ends ", ends)];
    let parts: Vec<String> = parts.iter().filter(|it| !it.1.is_empty()).map(|it| format!("{}{}", it.0, it.1)).collect();
    plain(&format!("{what}{}", parts.join(", ")))
}

/// The functions in which threads can begin.
fn roots(program: &Program) -> Vec<FunctionId> {
    let mut roots = vec![program.entry];
    let mut any = false;
    for edge in program.functions.iter().flat_map(|it| &it.edges) {
        if let Action::Visible(Operation::Spawn { function, .. }) = &edge.action {
            any |= !matches!(function, Expr::Address(Base::Function(_), _));
            addresses(function, &mut roots);
        }
    }
    // What is started is not known: it may be anything that has its address taken.
    if any {
        for edge in program.functions.iter().flat_map(|it| &it.edges) {
            walk::expressions(edge).for_each(|it| addresses(it, &mut roots));
        }
        for (_, base, _) in program.globals.iter().flat_map(|it| &it.init.addresses) {
            if let Base::Function(id) = base
                && !roots.contains(id)
            {
                roots.push(*id);
            }
        }
    }
    roots
}

/// The functions whose address is in an expression.
fn addresses(expr: &Expr, found: &mut Vec<FunctionId>) {
    match expr {
        Expr::Address(Base::Function(id), _) => {
            if !found.contains(id) {
                found.push(*id);
            }
        }
        Expr::Const(..) | Expr::Register(_) | Expr::Address(..) => {}
        Expr::Unary(_, operand)
        | Expr::Extend { operand, .. }
        | Expr::Truncate(_, operand)
        | Expr::Convert { operand, .. } => addresses(operand, found),
        Expr::Binary(_, left, right) => {
            addresses(left, found);
            addresses(right, found);
        }
        Expr::Select(condition, yes, no) => [condition, yes, no].into_iter().for_each(|it| addresses(it, found)),
    }
}

/// The functions that a thread can get to.
fn reached(program: &Program, root: FunctionId) -> Vec<FunctionId> {
    let mut reached = vec![root];
    let mut next = 0;
    while let Some(&function) = reached.get(next) {
        next += 1;
        for edge in &program.functions[function.index()].edges {
            if let Action::Call { callee: Callee::Direct(callee), .. } = &edge.action
                && !reached.contains(callee)
            {
                reached.push(*callee);
            }
        }
    }
    reached
}

/// The locations that are inside of sections of a function.
fn inside_sections(function: &Function) -> BTreeSet<Location> {
    let mut inside = BTreeSet::new();
    let is_begin = |it: &&Edge| matches!(it.action, Action::Visible(Operation::AtomicBegin { .. }));
    let mut open: Vec<Location> = function.edges.iter().filter(is_begin).map(|it| it.to).collect();
    while let Some(at) = open.pop() {
        if inside.insert(at) {
            for edge in function.leaving(at).iter().filter(|it| !it.ends()) {
                if !matches!(edge.action, Action::Visible(Operation::AtomicEnd)) {
                    open.push(edge.to);
                }
            }
        }
    }
    inside
}
