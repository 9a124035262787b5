//! Random expressions of C whose operands are in no order, compared with a second reading of the rules about it (C11 6.5p2-3).
//!
//! The front end compares accesses before the program runs, and writes down some orders. Here every expression is run step by
//! step in every order, value by value, with the writes of assignments as late as their next sequence point; and whenever an access
//! is made, it is asked where in the expression the earlier ones stand. If two of them are in no order, the program is undefined, and
//! brute force must find a misuse. If not, the final states that brute force finds must be those that are found here.

use crate::fuzz::load;
use crate::oracle::{self, FaultKind};
use fastrand::Rng;
use ir::Program;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Objects that are numbers, `x0` and so on.
const OBJECTS: usize = 3;
/// How deep expressions are.
const DEPTH: u32 = 3;
/// How many states of one expression are looked at.
const MOST_STATES: usize = 20_000;

/// An object, by its name or by that of a pointer to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Object {
    index: usize,
    pointer: bool,
}

#[derive(Clone, Debug)]
enum Expr {
    Number(i32),
    Read(Object),
    Assign(Object, Box<Expr>),
    AddTo(Object, Box<Expr>),
    Increment(Object, bool),
    Subtract(Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Call(usize, Vec<Expr>),
}

/// `x[writes] = x[reads] + a - b; return x[gives] + 1;`
#[derive(Clone, Copy, Debug)]
struct Function {
    writes: Option<usize>,
    reads: usize,
    gives: usize,
}

/// A program: `r = expr`, and what it calls.
#[derive(Clone, Debug)]
struct Case {
    expr: Expr,
    functions: Vec<Function>,
}

impl Case {
    fn of(seed: u64) -> Case {
        let mut rng = Rng::with_seed(seed);
        let function = |rng: &mut Rng| Function {
            writes: (rng.u32(..4) > 0).then(|| rng.usize(..OBJECTS)),
            reads: rng.usize(..OBJECTS),
            gives: rng.usize(..OBJECTS),
        };
        let functions = (0..2).map(|_| function(&mut rng)).collect();
        Case { expr: expression(&mut rng, DEPTH), functions }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for index in 0..OBJECTS {
            let _ = writeln!(text, "int x{index} = {index};\nstatic int *p{index} = &x{index};");
        }
        text.push_str("int r;\n");
        for (number, function) in self.functions.iter().enumerate() {
            let write = function.writes.map_or(String::new(), |it| format!("x{it} = x{} + a - b; ", function.reads));
            let _ = writeln!(text, "static int f{number}(int a, int b) {{ {write}return x{} + 1; }}", function.gives);
        }
        let _ = writeln!(text, "int main(void) {{\n  r = {};\n  return 0;\n}}", print(&self.expr));
        text
    }
}

fn expression(rng: &mut Rng, depth: u32) -> Expr {
    let object = |rng: &mut Rng| Object { index: rng.usize(..OBJECTS), pointer: rng.u32(..4) == 0 };
    let Some(depth) = depth.checked_sub(1) else {
        return if rng.bool() { Expr::Number(rng.i32(0..3)) } else { Expr::Read(object(rng)) };
    };
    let inner = |rng: &mut Rng| Box::new(expression(rng, depth));
    match rng.u32(..16) {
        0 | 1 => Expr::Read(object(rng)),
        2 => Expr::Assign(object(rng), inner(rng)),
        3 => Expr::AddTo(object(rng), inner(rng)),
        4 | 5 => Expr::Increment(object(rng), rng.bool()),
        6..=9 => Expr::Subtract(inner(rng), inner(rng)),
        10 => Expr::Comma(inner(rng), inner(rng)),
        11 => Expr::And(inner(rng), inner(rng)),
        12 => Expr::Conditional(inner(rng), inner(rng), inner(rng)),
        _ => Expr::Call(rng.usize(..2), vec![*inner(rng), *inner(rng)]),
    }
}

fn print(expr: &Expr) -> String {
    let object = |it: &Object| if it.pointer { format!("(*p{})", it.index) } else { format!("x{}", it.index) };
    match expr {
        Expr::Number(number) => number.to_string(),
        Expr::Read(it) => object(it),
        Expr::Assign(it, value) => format!("({} = {})", object(it), print(value)),
        Expr::AddTo(it, value) => format!("({} += {})", object(it), print(value)),
        Expr::Increment(it, true) => format!("{}++", object(it)),
        Expr::Increment(it, false) => format!("(++{})", object(it)),
        Expr::Subtract(left, right) => format!("({} - {})", print(left), print(right)),
        Expr::Comma(left, right) => format!("({}, {})", print(left), print(right)),
        Expr::And(left, right) => format!("({} && {})", print(left), print(right)),
        Expr::Conditional(test, yes, no) => format!("({} ? {} : {})", print(test), print(yes), print(no)),
        Expr::Call(number, arguments) => format!("f{number}({}, {})", print(&arguments[0]), print(&arguments[1])),
    }
}

/// Where an expression stands: which operand to take, from the outermost expression on.
type Path = Vec<u8>;

/// An access that the expression makes itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Access {
    at: Path,
    object: usize,
    reads: bool,
    writes: bool,
}

/// An evaluation in progress.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct State {
    objects: [i32; OBJECTS],
    /// What those give that have accessed something.
    values: BTreeSet<(Path, i32)>,
    accesses: BTreeSet<Access>,
    /// Assignments whose value is known, and that were not made yet.
    late: BTreeSet<(Path, usize, i32)>,
}

impl State {
    fn known(&self, at: &[u8]) -> Option<i32> {
        self.values.iter().find(|it| it.0 == at).map(|it| it.1)
    }

    fn is_settled(&self, at: &[u8]) -> bool {
        !self.late.iter().any(|it| it.0.starts_with(at))
    }

    /// The value of an operand, if it is known.
    fn value(&self, expr: &Expr, at: &[u8]) -> Option<i32> {
        match expr {
            Expr::Number(number) => Some(*number),
            Expr::Subtract(left, right) => Some(self.value(left, &below(at, 0))? - self.value(right, &below(at, 1))?),
            Expr::Comma(left, right) => {
                self.before(left, at)?;
                self.value(right, &below(at, 1))
            }
            Expr::And(left, right) => match self.before(left, at)? {
                0 => Some(0),
                _ => Some(i32::from(self.value(right, &below(at, 1))? != 0)),
            },
            Expr::Conditional(test, yes, no) => match self.before(test, at)? {
                0 => self.value(no, &below(at, 2)),
                _ => self.value(yes, &below(at, 1)),
            },
            Expr::Read(_) | Expr::Assign(..) | Expr::AddTo(..) | Expr::Increment(..) | Expr::Call(..) => self.known(at),
        }
    }

    /// The value of an operand before a sequence point that was reached.
    fn before(&self, expr: &Expr, at: &[u8]) -> Option<i32> {
        let at = below(at, 0);
        self.value(expr, &at).filter(|_| self.is_settled(&at))
    }

    /// The states after each of the steps that are possible somewhere in an expression.
    fn steps(&self, case: &Case, expr: &Expr, at: &[u8], found: &mut Vec<State>) {
        if self.known(at).is_some() {
            return;
        }
        match expr {
            Expr::Number(_) => {}
            Expr::Read(object) => found.push(self.access(at, *object, true, None, self.objects[object.index])),
            Expr::Increment(object, postfix) => {
                let old = self.objects[object.index];
                found.push(self.access(at, *object, true, Some(old + 1), if *postfix { old } else { old + 1 }));
            }
            Expr::Assign(object, value) => {
                self.steps(case, value, &below(at, 0), found);
                if let Some(value) = self.value(value, &below(at, 0)) {
                    let mut next = self.clone();
                    next.values.insert((at.to_vec(), value));
                    next.late.insert((at.to_vec(), object.index, value));
                    found.push(next);
                }
            }
            Expr::AddTo(object, value) => {
                self.steps(case, value, &below(at, 0), found);
                if let Some(value) = self.value(value, &below(at, 0)) {
                    let new = self.objects[object.index] + value;
                    found.push(self.access(at, *object, true, Some(new), new));
                }
            }
            Expr::Subtract(left, right) => {
                self.steps(case, left, &below(at, 0), found);
                self.steps(case, right, &below(at, 1), found);
            }
            Expr::Comma(first, second) | Expr::And(first, second) => match (self.before(first, at), expr) {
                (None, _) => self.steps(case, first, &below(at, 0), found),
                (Some(0), Expr::And(..)) => {}
                (Some(_), _) => self.steps(case, second, &below(at, 1), found),
            },
            Expr::Conditional(test, yes, no) => match self.before(test, at) {
                None => self.steps(case, test, &below(at, 0), found),
                Some(0) => self.steps(case, no, &below(at, 2), found),
                Some(_) => self.steps(case, yes, &below(at, 1), found),
            },
            Expr::Call(number, arguments) => {
                for (index, argument) in arguments.iter().enumerate() {
                    self.steps(case, argument, &below(at, index as u8), found);
                }
                let values = arguments.iter().enumerate().map(|(index, it)| self.value(it, &below(at, index as u8)));
                let Some(values) = values.collect::<Option<Vec<i32>>>().filter(|_| self.is_settled(at)) else { return };
                let function = case.functions[*number];
                let mut next = self.clone();
                if let Some(object) = function.writes {
                    next.objects[object] = self.objects[function.reads] + values[0] - values[1];
                }
                next.values.insert((at.to_vec(), next.objects[function.gives] + 1));
                found.push(next);
            }
        }
    }

    fn access(&self, at: &[u8], object: Object, reads: bool, write: Option<i32>, value: i32) -> State {
        let mut next = self.clone();
        next.values.insert((at.to_vec(), value));
        next.accesses.insert(Access { at: at.to_vec(), object: object.index, reads, writes: write.is_some() });
        if let Some(write) = write {
            next.objects[object.index] = write;
        }
        next
    }

    /// The states after one more step.
    fn all_steps(&self, case: &Case) -> Vec<State> {
        let mut found = Vec::new();
        self.steps(case, &case.expr, &[], &mut found);
        for write in &self.late {
            let mut next = self.clone();
            next.late.remove(write);
            next.objects[write.1] = write.2;
            next.accesses.insert(Access { at: write.0.clone(), object: write.1, reads: false, writes: true });
            found.push(next);
        }
        found
    }
}

fn below(at: &[u8], operand: u8) -> Path {
    [at, &[operand]].concat()
}

fn operand(expr: &Expr, index: u8) -> &Expr {
    match (expr, index) {
        (Expr::Assign(_, it) | Expr::AddTo(_, it), _) => it,
        (Expr::Subtract(it, _) | Expr::Comma(it, _) | Expr::And(it, _) | Expr::Conditional(it, ..), 0) => it,
        (Expr::Subtract(_, it) | Expr::Comma(_, it) | Expr::And(_, it) | Expr::Conditional(_, it, _), 1) => it,
        (Expr::Conditional(_, _, it), _) => it,
        (Expr::Call(_, arguments), _) => &arguments[usize::from(index)],
        _ => unreachable!("a path leads to an operand"),
    }
}

/// Whether what is done in this operand is done before the expression goes on.
fn ends_before(expr: &Expr, index: u8) -> bool {
    match expr {
        Expr::Comma(..) | Expr::And(..) | Expr::Conditional(..) => index == 0,
        Expr::Call(..) => true,
        _ => false,
    }
}

/// Whether two accesses are in no order, and not both reads.
fn conflict(case: &Case, one: &Access, other: &Access) -> bool {
    if one.object != other.object || one.at == other.at || !(one.writes || other.writes) {
        return false;
    }
    let common = one.at.iter().zip(&other.at).take_while(|(a, b)| a == b).count();
    let mut node = &case.expr;
    for index in &one.at[..common] {
        node = operand(node, *index);
    }
    if common < one.at.len() && common < other.at.len() {
        return !matches!(node, Expr::Comma(..) | Expr::And(..) | Expr::Conditional(..));
    }
    // One is an operand of the other.
    let (outer, inner) = if common == one.at.len() { (one, other) } else { (other, one) };
    if !inner.writes {
        return false;
    }
    let mut is_done = false;
    for index in &inner.at[common..] {
        is_done |= ends_before(node, *index);
        node = operand(node, *index);
    }
    outer.reads || !is_done
}

/// What an expression can give: nothing if it is undefined.
fn outcomes(case: &Case) -> Result<Option<BTreeSet<Vec<i32>>>, String> {
    let mut objects = [0; OBJECTS];
    objects.iter_mut().enumerate().for_each(|(index, it)| *it = index as i32);
    let mut open = vec![State { objects, ..State::default() }];
    let mut seen: BTreeSet<State> = open.iter().cloned().collect();
    let mut found = BTreeSet::new();
    while let Some(state) = open.pop() {
        let accesses: Vec<&Access> = state.accesses.iter().collect();
        let in_no_order = |a: &&Access| accesses.iter().any(|b| conflict(case, a, b));
        if accesses.iter().any(in_no_order) {
            return Ok(None);
        }
        if let (Some(value), true) = (state.value(&case.expr, &[]), state.late.is_empty()) {
            found.insert(state.objects.into_iter().chain([value]).collect());
        }
        for next in state.all_steps(case) {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > MOST_STATES {
            return Err("too many states".to_owned());
        }
    }
    Ok(Some(found))
}

/// The globals of the program in final states, in the order of `outcomes`.
fn finals(program: &Program, report: &oracle::Report) -> BTreeSet<Vec<i32>> {
    let names = (0..OBJECTS).map(|it| format!("x{it}")).chain(["r".to_owned()]);
    let places: Vec<Option<usize>> = names.map(|name| program.globals.iter().position(|it| it.name == name)).collect();
    let number = |bytes: &[u8]| i32::from_le_bytes(bytes[..4].try_into().expect("an int has 4 bytes"));
    let ended = |it: &&oracle::FinalState| it.threads.values().all(|end| matches!(end, oracle::End::Returned(_)));
    report
        .finals
        .iter()
        .filter(ended)
        .map(|state| {
            let value =
                |(index, place): (usize, &Option<usize>)| place.map_or(index as i32, |it| number(&state.globals[it]));
            places.iter().enumerate().map(value).collect()
        })
        .collect()
}

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// An expression that is undefined.
    Undefined,
    /// So many outcomes; not all of them are tried if `bounded`.
    Defined {
        /// How many there are.
        outcomes: usize,
        /// Whether some orders are left out, and that is said.
        bounded: bool,
    },
    /// Nothing: there are too many states.
    TooLarge,
}

/// Compares the expression of a seed.
pub fn check(seed: u64) -> Result<Compared, String> {
    let case = Case::of(seed);
    let text = case.text();
    let complain = |what: String| format!("{what}\n{text}");
    let Ok(expected) = outcomes(&case) else { return Ok(Compared::TooLarge) };
    let raw = load::raw(&text, &c::Options::default()).map_err(&complain)?;
    let program = load::prepared(&raw).map_err(&complain)?;
    let report = oracle::explore(&program, &oracle::Options::default());
    if report.incomplete {
        return Ok(Compared::TooLarge);
    }
    let is_misuse = report.violations.contains(&FaultKind::Misuse);
    let Some(expected) = expected else {
        return match (is_misuse, report.is_cut) {
            (true, _) => Ok(Compared::Undefined),
            // With values that only an order gives which is not tried.
            (false, true) => Ok(Compared::Defined { outcomes: 0, bounded: true }),
            (false, false) => Err(complain("undefined, and not found".to_owned())),
        };
    };
    if !report.violations.is_empty() {
        return Err(complain(format!("defined, but found: {:?}", report.violations)));
    }
    let found = finals(&program, &report);
    let is_fine = if report.is_cut { found.is_subset(&expected) } else { found == expected };
    if !is_fine || found.is_empty() {
        return Err(complain(format!("expected {expected:?}, found {found:?}")));
    }
    Ok(Compared::Defined { outcomes: expected.len(), bounded: report.is_cut })
}
