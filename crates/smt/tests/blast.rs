//! What is blasted has exactly the values that it is evaluated to.

mod common;

use common::expression::Expressions;
use common::number;
use smt::{Answer, Blaster, Cadical, Lit, Sat, Term, Terms};

/// Fixes the inputs by assumptions, and compares all lines.
fn check_forwards(expressions: &Expressions, inputs: &[Vec<u64>], what: &str) {
    let mut terms = Terms::new();
    let (variables, built) = expressions.build(&mut terms);
    let (mut solver, mut blaster) = (Cadical::new(), Blaster::new());
    let all: Vec<Vec<Lit>> = built.iter().map(|it| blaster.bits(&terms, &mut solver, *it).to_vec()).collect();
    let unknown: Vec<Vec<Lit>> = variables.iter().map(|it| blaster.bits(&terms, &mut solver, *it).to_vec()).collect();
    for inputs in inputs {
        let mut assumptions = Vec::new();
        for (bits, value) in unknown.iter().zip(inputs) {
            assumptions.extend(bits.iter().enumerate().map(|(i, bit)| if value >> i & 1 == 1 { *bit } else { !*bit }));
        }
        assert_eq!(solver.solve(&assumptions), Answer::Satisfiable, "{what}, {inputs:?}, {:#?}", expressions.lines);
        let expected = expressions.evaluate(inputs);
        for (index, (bits, expected)) in all.iter().zip(&expected).enumerate() {
            let actual = bits.iter().enumerate().fold(0, |sum, (i, bit)| sum | u64::from(solver.value(*bit)) << i);
            assert_eq!(actual, *expected, "{what}, line {index} of {:#?}, inputs {inputs:?}", expressions.lines);
        }
        for (variable, input) in variables.iter().zip(inputs) {
            assert_eq!(blaster.model_value(&terms, &solver, *variable), *input);
        }
    }
}

fn split(mut input: u64, widths: &[u8]) -> Vec<u64> {
    widths
        .iter()
        .map(|width| {
            let value = input & ((1 << width) - 1);
            input >>= width;
            value
        })
        .collect()
}

#[test]
fn small_widths_on_all_inputs() {
    let seed = number("RADDLE_SEED", 1);
    for round in 0..number("RADDLE_COUNT", 300) {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(round));
        let variables: Vec<u8> = (0..random.usize(1..=3)).map(|_| random.u8(1..=3)).collect();
        let size = random.usize(5..30);
        let expressions = Expressions::random(&mut random, &variables, size, 7, false);
        let bits: u8 = variables.iter().sum();
        let inputs: Vec<Vec<u64>> = (0..1 << bits).map(|it| split(it, &variables)).collect();
        check_forwards(&expressions, &inputs, &format!("seed {seed}, round {round}"));
    }
}

#[test]
fn wide_widths_on_random_inputs_and_corners() {
    let seed = number("RADDLE_SEED", 1);
    for round in 0..number("RADDLE_COUNT", 150) {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(round));
        let width = [8, 16, 32, 64][random.usize(..4)];
        let variables = [width, width, 8, 1];
        let size = random.usize(5..15);
        let expressions = Expressions::random(&mut random, &variables, size, 64, width > 16);
        let inputs: Vec<Vec<u64>> = (0..8)
            .map(|_| {
                let value = |width: u8| {
                    let all = u64::MAX >> (64 - width);
                    let corner = [0, 1, all, all >> 1, all ^ (all >> 1), 3 & all];
                    if random.bool() { random.u64(..) & all } else { corner[random.usize(..6)] }
                };
                variables.map(value).to_vec()
            })
            .collect();
        check_forwards(&expressions, &inputs, &format!("seed {seed}, round {round}"));
    }
}

/// An assertion has as many models as the evaluation says, and in particular the same ones.
#[test]
fn assertions_have_the_right_models() {
    let seed = number("RADDLE_SEED", 1);
    for round in 0..number("RADDLE_COUNT", 600) {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(round));
        let mut variables: Vec<u8> = (0..random.usize(1..=2)).map(|_| random.u8(1..=3)).collect();
        variables.push(1);
        let size = random.usize(5..40);
        let expressions = Expressions::random(&mut random, &variables, size, 7, false);
        let mut terms = Terms::new();
        let (unknown, built) = expressions.build(&mut terms);
        let (mut solver, mut blaster) = (Cadical::new(), Blaster::new());
        let asserted: Vec<usize> = (0..built.len()).filter(|it| terms.width(built[*it]) == 1).collect();
        let asserted: Vec<usize> = (0..random.usize(1..4)).map(|_| asserted[random.usize(..asserted.len())]).collect();
        for index in &asserted {
            blaster.assert_true(&terms, &mut solver, built[*index]);
        }
        let unknown: Vec<Lit> = unknown.iter().flat_map(|it| blaster.bits(&terms, &mut solver, *it).to_vec()).collect();
        let bits: u8 = variables.iter().sum();
        for input in 0..1u64 << bits {
            let values = expressions.evaluate(&split(input, &variables));
            let expected = asserted.iter().all(|it| values[*it] == 1);
            let assumptions: Vec<Lit> =
                unknown.iter().enumerate().map(|(i, it)| if input >> i & 1 == 1 { *it } else { !*it }).collect();
            let answer = solver.solve(&assumptions) == Answer::Satisfiable;
            assert_eq!(answer, expected, "seed {seed}, round {round}, input {input}, {asserted:?} of {expressions:#?}");
        }
    }
}

/// The sizes of circuits, so that a change that makes them larger is noticed.
#[test]
fn circuits_have_the_sizes_that_are_known() {
    let measure = |build: &dyn Fn(&mut Terms, Term, Term) -> Term| {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(32), terms.variable(32));
        let term = build(&mut terms, x, y);
        let (mut solver, mut blaster) = (Cadical::new(), Blaster::new());
        blaster.bits(&terms, &mut solver, term);
        let statistics = solver.statistics();
        (statistics.variables, statistics.clauses)
    };
    let times = |number: u64| {
        move |terms: &mut Terms, x, _| {
            let number = terms.constant(32, number);
            terms.mul(x, number)
        }
    };
    assert_eq!(measure(&|terms, x, y| terms.add(x, y)), (128, 436));
    assert_eq!(measure(&|terms, x, y| terms.sub(x, y)), (128, 436));
    assert_eq!(measure(&|terms, x, y| terms.ult(x, y)), (97, 190));
    assert_eq!(measure(&|terms, x, y| terms.eq(x, y)), (97, 161));
    assert_eq!(measure(&times(8)), (33, 1));
    assert_eq!(measure(&times(7)), (94, 415));
    assert_eq!(measure(&times(1000)), (129, 661));
    assert_eq!(measure(&|terms, x, y| terms.mul(x, y)), (1554, 8129));
    assert_eq!(measure(&|terms, x, y| terms.udiv(x, y)), (1746, 9600));
    assert_eq!(measure(&|terms, x, y| terms.shl(x, y)), (283, 1042));
    let by_ten = |terms: &mut Terms, x, _| {
        let ten = terms.constant(32, 10);
        terms.udiv(x, ten)
    };
    assert_eq!(measure(&by_ten), (190, 699));
    let wide = |operation: fn(&mut Terms, Term, Term) -> Term| {
        move |terms: &mut Terms, x, y| {
            let (x, y) = (terms.sign_extend(x, 64), terms.sign_extend(y, 64));
            operation(terms, x, y)
        }
    };
    assert_eq!(measure(&wide(Terms::mul)), (3104, 16992));
    assert_eq!(measure(&wide(Terms::add)), (130, 450));
}

#[test]
fn an_implied_equation_needs_no_variables() {
    let mut terms = Terms::new();
    let (guard, other, x, y) = (terms.variable(1), terms.variable(1), terms.variable(32), terms.variable(32));
    let equal = terms.eq(x, y);
    let both = terms.and(other, equal);
    let implied = terms.implies(guard, both);
    let (mut solver, mut blaster) = (Cadical::new(), Blaster::new());
    blaster.assert_true(&terms, &mut solver, implied);
    let statistics = solver.statistics();
    assert_eq!((statistics.variables, statistics.clauses), (66, 65));
}

#[test]
fn deep_terms_are_blasted() {
    let mut terms = Terms::new();
    let (mut chain, mut choice) = (terms.variable(1), terms.variable(4));
    for _ in 0..100_000 {
        let (bit, next) = (terms.variable(1), terms.variable(4));
        let xor = terms.xor(chain, bit);
        chain = terms.and(xor, bit).max(xor);
        choice = terms.ite(bit, next, choice);
    }
    let (mut solver, mut blaster) = (Cadical::new(), Blaster::new());
    blaster.bits(&terms, &mut solver, choice);
    blaster.assert_true(&terms, &mut solver, chain);
    assert_eq!(solver.solve(&[]), Answer::Satisfiable);
    let value = |term| blaster.model_value(&terms, &solver, term);
    assert_eq!(terms.evaluate(chain, &value), 1);
}
