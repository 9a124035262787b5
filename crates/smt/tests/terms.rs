//! Terms mean what they were built for, whatever they were rewritten to.

mod common;

use common::expression::Expressions;
use common::number;
use smt::{Evaluator, Node, Term, Terms};

fn check(expressions: &Expressions, terms: &Terms, variables: &[Term], built: &[Term], inputs: &[u64], what: &str) {
    let expected = expressions.evaluate(inputs);
    let value = |term: Term| inputs[variables.iter().position(|it| *it == term).expect("a variable")];
    let mut evaluator = Evaluator::new();
    for (index, (&term, &expected)) in built.iter().zip(&expected).enumerate() {
        let actual = evaluator.value(terms, term, &value);
        assert_eq!(actual, expected, "{what}, line {index} of {:#?}, inputs {inputs:?}", expressions.lines);
        let (low, high) = terms.bounds(term);
        assert!(low <= actual && actual <= high, "{what}, line {index}: {actual} is not in {low}..={high}");
    }
}

#[test]
fn small_widths_on_all_inputs() {
    let seed = number("RADDLE_SEED", 1);
    for round in 0..number("RADDLE_COUNT", 3000) {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(round));
        let mut variables: Vec<u8> = (0..random.usize(1..=3)).map(|_| random.u8(1..=3)).collect();
        variables.push(random.u8(1..=2));
        let size = random.usize(5..40);
        let expressions = Expressions::random(&mut random, &variables, size, 7, false);
        let mut terms = Terms::new();
        let (unknown, built) = expressions.build(&mut terms);
        let bits: u8 = variables.iter().sum();
        for input in 0..1u64 << bits {
            let mut rest = input;
            let inputs: Vec<u64> = variables
                .iter()
                .map(|width| {
                    let value = rest & ((1 << width) - 1);
                    rest >>= width;
                    value
                })
                .collect();
            check(&expressions, &terms, &unknown, &built, &inputs, &format!("seed {seed}, round {round}"));
        }
    }
}

#[test]
fn wide_widths_on_random_inputs_and_corners() {
    let seed = number("RADDLE_SEED", 1);
    for round in 0..number("RADDLE_COUNT", 3000) {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(round));
        let widths = [1, 8, 16, 32, 64];
        let width = widths[random.usize(1..5)];
        let variables = [width, width, widths[random.usize(..5)], 1];
        let size = random.usize(5..40);
        let expressions = Expressions::random(&mut random, &variables, size, 64, false);
        let mut terms = Terms::new();
        let (unknown, built) = expressions.build(&mut terms);
        for _ in 0..40 {
            let inputs = variables.map(|width| {
                let all = u64::MAX >> (64 - width);
                let corner = [0, 1, all, all >> 1, all ^ (all >> 1), 2 & all];
                if random.bool() { random.u64(..) & all } else { corner[random.usize(..6)] }
            });
            check(&expressions, &terms, &unknown, &built, &inputs, &format!("seed {seed}, round {round}"));
        }
    }
}

/// Many conjunctions and disjunctions over few variables, where all rules meet.
#[test]
fn dense_conjunctions_on_all_inputs() {
    let seed = number("RADDLE_SEED", 1);
    for round in 0..number("RADDLE_COUNT", 3000) {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(round));
        let width = if random.u32(0..4) == 0 { 2 } else { 1 };
        let count = 6 / usize::from(width);
        let mut terms = Terms::new();
        let mut built: Vec<Term> = (0..count).map(|_| terms.variable(width)).collect();
        // The values of a term for all inputs, as bits of one number for each bit of the term.
        let columns: Vec<u64> = (0..6).map(|bit| (0..64u64).map(|input| (input >> bit & 1) << input).sum()).collect();
        let mut tables: Vec<Vec<u64>> =
            (0..count).map(|it| columns[it * usize::from(width)..][..usize::from(width)].to_vec()).collect();
        for _ in 0..random.usize(10..150) {
            let mut pick = || {
                let from = if random.bool() { 0 } else { built.len() - built.len().min(6) };
                (random.usize(from..built.len()), random.bool())
            };
            let ((a, not_a), (b, not_b), (_, is_and)) = (pick(), pick(), pick());
            let first = if not_a { terms.not(built[a]) } else { built[a] };
            let second = if not_b { terms.not(built[b]) } else { built[b] };
            let term = if is_and { terms.and(first, second) } else { terms.or(first, second) };
            let flip = |value: u64, negate: bool| if negate { !value } else { value };
            let table = tables[a].iter().zip(&tables[b]).map(|(x, y)| {
                let (x, y) = (flip(*x, not_a), flip(*y, not_b));
                if is_and { x & y } else { x | y }
            });
            let table: Vec<u64> = table.collect();
            built.push(term);
            tables.push(table);
        }
        for input in 0..64u64 {
            let mut evaluator = Evaluator::new();
            let value = |term: Term| match terms.node(term) {
                Node::Variable { number, .. } => input >> (number * u32::from(width)) & ((1 << width) - 1),
                _ => 0,
            };
            for (term, table) in built.iter().zip(&tables) {
                let expected = table.iter().enumerate().map(|(bit, column)| (column >> input & 1) << bit).sum::<u64>();
                assert_eq!(evaluator.value(&terms, *term, &value), expected, "seed {seed}, round {round}");
            }
        }
    }
}

#[test]
fn squares_are_decided_by_rewriting() {
    for first_sum in [true, false] {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(32), terms.variable(32));
        let square = |terms: &mut Terms| {
            let sum = terms.add(x, y);
            terms.mul(sum, sum)
        };
        let expanded = |terms: &mut Terms| {
            let (xx, yy, xy) = (terms.mul(x, x), terms.mul(y, y), terms.mul(y, x));
            let two = terms.constant(32, 2);
            let twice = terms.mul(two, xy);
            let sum = terms.add(xx, twice);
            terms.add(sum, yy)
        };
        let (a, b) = if first_sum {
            let a = square(&mut terms);
            (a, expanded(&mut terms))
        } else {
            let b = expanded(&mut terms);
            (square(&mut terms), b)
        };
        assert_eq!(a, b);
        let equal = terms.eq(a, b);
        assert!(terms.is_true(equal));
    }
}

#[test]
fn sums_cancel() {
    let mut terms = Terms::new();
    let (x, y, z) = (terms.variable(32), terms.variable(32), terms.variable(32));
    let sum = terms.add(x, y);
    let (more, less) = (terms.add(sum, z), terms.sub(sum, z));
    let twice = terms.add(more, less);
    let (x2, y2) = (terms.add(x, x), terms.add(y, y));
    let expected = terms.add(y2, x2);
    assert_eq!(twice, expected);
    let back = terms.sub(more, z);
    assert_eq!(back, sum);
    let nothing = terms.sub(x, x);
    assert_eq!(terms.value_of(nothing), Some(0));
    let one = terms.constant(32, 1);
    let (next_x, next_y) = (terms.add(x, one), terms.add(one, y));
    let (next_equal, equal) = (terms.eq(next_x, next_y), terms.eq(x, y));
    assert_eq!(next_equal, equal);
    let difference = terms.sub(x, y);
    let zero = terms.constant(32, 0);
    let no_difference = terms.eq(difference, zero);
    assert_eq!(no_difference, equal);
    let back = terms.sub(next_x, one);
    assert_eq!(back, x);
    let differs = terms.eq(next_x, x);
    assert!(terms.is_false(differs));
}

#[test]
fn guards_of_branches_join() {
    let mut terms = Terms::new();
    let c: Vec<Term> = (0..40).map(|_| terms.variable(1)).collect();
    let guard = terms.all(c[..30].iter().copied());
    let not = |terms: &mut Terms, term| terms.not(term);
    let (yes, no) = (terms.and(guard, c[30]), not(&mut terms, c[30]));
    let no = terms.and(guard, no);
    assert_eq!(terms.or(yes, no), guard);
    // A switch of three: a, else b, else neither.
    let first = terms.and(guard, c[31]);
    let rest = not(&mut terms, c[31]);
    let rest = terms.and(guard, rest);
    let second = terms.and(rest, c[32]);
    let third = not(&mut terms, c[32]);
    let third = terms.and(rest, third);
    assert_eq!(terms.any([third, first, second]), guard);
    let outer = terms.or(first, second);
    assert_eq!(terms.or(outer, third), guard);
    // What the guard says is not said again.
    let weak = terms.or(c[7], c[33]);
    assert_eq!(terms.and(guard, weak), guard);
    let not_seven = not(&mut terms, c[7]);
    let implied = terms.or(not_seven, c[33]);
    let expected = terms.and(guard, c[33]);
    assert_eq!(terms.and(guard, implied), expected);
    let wrong = terms.and(expected, not_seven);
    assert!(terms.is_false(wrong));
}

#[test]
fn cases_of_a_switch_exclude_each_other() {
    let mut terms = Terms::new();
    let (guard, x) = (terms.variable(1), terms.variable(32));
    let [five, seven] = [5, 7].map(|it| terms.constant(32, it));
    let (is_five, is_seven) = (terms.eq(x, five), terms.eq(x, seven));
    let both = terms.and(is_five, is_seven);
    assert!(terms.is_false(both));
    let first = terms.and(guard, is_five);
    let not_five = terms.not(is_five);
    let rest = terms.and(guard, not_five);
    let second = terms.and(rest, is_seven);
    assert_eq!(second, terms.and(guard, is_seven));
    let not_seven = terms.not(is_seven);
    let third = terms.and(rest, not_seven);
    assert_eq!(terms.any([first, second, third]), guard);
    let choice = terms.ite(guard, is_five, is_seven);
    assert_eq!(terms.and(guard, choice), first);
}

#[test]
fn overflows_are_those_of_integers() {
    let seed = number("RADDLE_SEED", 1);
    let mut random = fastrand::Rng::with_seed(seed);
    for width in [1u8, 2, 3, 8, 16, 31, 32, 33, 40, 63, 64] {
        let mut terms = Terms::new();
        let (x, y) = (terms.variable(width), terms.variable(width));
        let built = [
            terms.add_overflows(x, y),
            terms.sub_overflows(x, y),
            terms.mul_overflows(x, y),
            terms.mul_overflows_unsigned(x, y),
            terms.neg_overflows(x),
            terms.div_overflows(x, y),
        ];
        let all = u64::MAX >> (64 - width);
        for _ in 0..number("RADDLE_COUNT", 3000) {
            let mut value = || match random.u32(0..4) {
                0 => random.u64(..) & all,
                1 => (random.u64(..) & all) >> random.u8(0..width),
                2 => (all >> random.u8(0..width)) ^ random.u64(0..2),
                _ => [0, 1 & all, all, all >> 1, all ^ (all >> 1)][random.usize(..5)],
            };
            let (a, b) = (value(), value());
            let signed = |value: u64| i128::from((value << (64 - width)) as i64 >> (64 - width));
            let (i, j) = (signed(a), signed(b));
            let limit = 1i128 << (width - 1);
            let leaves = |number: i128| number < -limit || number >= limit;
            let expected = [
                leaves(i + j),
                leaves(i - j),
                leaves(i * j),
                u128::from(a) * u128::from(b) > u128::from(all),
                leaves(-i),
                j == -1 && leaves(-i),
            ];
            let inputs = |term: Term| if term == x { a } else { b };
            let found = built.map(|it| terms.evaluate(it, &inputs) == 1);
            assert_eq!(found, expected, "seed {seed}: {a:#x} and {b:#x} of {width} bits");
        }
    }
}

#[test]
fn choices_between_constants_dissolve() {
    let mut terms = Terms::new();
    let (c, d) = (terms.variable(1), terms.variable(1));
    let [three, five, seven] = [3, 5, 7].map(|it| terms.constant(32, it));
    let inner = terms.ite(d, five, seven);
    let choice = terms.ite(c, three, inner);
    let is_five = terms.eq(choice, five);
    let not_c = terms.not(c);
    assert_eq!(is_five, terms.and(not_c, d));
    let one = terms.constant(32, 1);
    let next = terms.add(choice, one);
    let six = terms.constant(32, 6);
    assert_eq!(terms.eq(next, six), is_five);
    let below = terms.ult(choice, five);
    assert_eq!(below, c);
    let extended = terms.zero_extend(c, 32);
    let zero = terms.constant(32, 0);
    assert_eq!(terms.ne(extended, zero), c);
    let byte = terms.variable(8);
    let wide = terms.zero_extend(byte, 32);
    let large = terms.constant(32, 256);
    let fits = terms.slt(wide, large);
    assert!(terms.is_true(fits));
    let hundred = terms.constant(32, 100);
    let compared = terms.slt(wide, hundred);
    assert!(matches!(terms.node(compared), Node::Ult(a, _) if a == byte));
}

#[test]
fn a_polynomial_that_is_too_large_for_a_form_is_compared_with_constants() {
    let mut terms = Terms::new();
    let x = terms.variable(32);
    for rounds in 1..80_u32 {
        let mut sum = x;
        for _ in 0..rounds {
            let product = terms.mul(sum, x);
            let one = terms.constant(32, 1);
            sum = terms.add(product, one);
        }
        for (shift, constant) in [(0, 5), (1, 6), (3, 8)] {
            let amount = terms.constant(32, shift);
            let shifted = terms.shl(sum, amount);
            let value = terms.constant(32, constant);
            let equal = terms.eq(shifted, value);
            let expected = (0..rounds).fold(3_u32, |sum, _| sum.wrapping_mul(3).wrapping_add(1)) << shift;
            let is_equal = u64::from(u64::from(expected) == constant);
            assert_eq!(terms.evaluate(equal, &|_| 3), is_equal, "{rounds} rounds");
        }
    }
}

#[test]
fn deep_terms_need_no_deep_stack() {
    let mut terms = Terms::new();
    let count = 300_000;
    let x = terms.variable(32);
    let (mut sum, mut choice, mut guard) = (x, x, terms.truth(true));
    for number in 0..count {
        let bit = terms.variable(1);
        let y = terms.variable(32);
        let product = terms.xor(sum, y);
        sum = terms.add(product, x);
        choice = terms.ite(bit, y, choice);
        guard = terms.and(guard, bit);
        if number % 1000 == 0 {
            let seven = terms.constant(32, 7);
            let equal = terms.eq(choice, seven);
            guard = terms.or(guard, equal);
        }
    }
    let value = |term: Term| match terms.node(term) {
        Node::Variable { width: 1, .. } => 0,
        Node::Variable { number: 0, .. } => 5,
        _ => 0,
    };
    assert_eq!(terms.evaluate(choice, &value), 5);
    assert_eq!(terms.evaluate(sum, &value), (5 * (count as u64 + 1)) & 0xffff_ffff);
    assert!(terms.evaluate(guard, &value) <= 1);
}
