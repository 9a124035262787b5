//! The text form: what is printed can be read back, and nothing that is read makes the parser panic.

mod everything;
mod sloppy;

use everything::EVERYTHING;
use ir::text::{MAX_DEPTH, parse, print, without_source_texts};
use ir::validate::validate;

#[test]
fn the_text_of_everything_is_printed_as_it_is_written() {
    let program = parse(EVERYTHING).unwrap();
    for (printed, written) in print(&program).lines().zip(EVERYTHING.lines()) {
        assert_eq!(printed, written);
    }
    assert_eq!(print(&program).lines().count(), EVERYTHING.lines().count());
    assert_eq!(validate(&program), Ok(()));
}

#[test]
fn source_texts_are_dropped_and_nothing_else() {
    let mut program = parse(EVERYTHING).unwrap();
    let expected = program.clone();
    program.sources.add("queue.c", Some("int x;".to_owned()));
    assert_ne!(program, expected);
    assert_eq!(without_source_texts(&program), expected);
    assert_eq!(parse(&print(&program)).unwrap(), expected);
}

#[test]
fn random_structures_survive_the_round_trip() {
    for seed in 0..3000 {
        let program = sloppy::program(&mut fastrand::Rng::with_seed(seed), false);
        let text = print(&program);
        match parse(&text) {
            Ok(read) => assert!(read == program, "seed {seed}\n{text}\n{}", print(&read)),
            Err(error) => panic!("seed {seed}: {error}\n{text}"),
        }
    }
}

#[test]
fn neither_printing_nor_validating_panics_on_structures_that_break_every_rule() {
    let mut rules = std::collections::BTreeSet::new();
    for seed in 0..3000 {
        let program = sloppy::program(&mut fastrand::Rng::with_seed(seed), true);
        let _ = parse(&print(&program));
        rules.extend(validate(&program).err().into_iter().flatten().map(|it| it.rule));
    }
    assert!(rules.len() > 20, "the generator no longer breaks much: {rules:?}");
}

#[test]
fn no_prefix_panics_and_only_the_whole_is_the_program() {
    let whole = parse(EVERYTHING).unwrap();
    for (end, _) in EVERYTHING.char_indices() {
        if let Ok(program) = parse(&EVERYTHING[..end]) {
            assert!(program != whole || EVERYTHING[end..].trim().is_empty(), "{end}");
        }
    }
}

#[test]
fn no_mutation_panics() {
    let mut random = fastrand::Rng::with_seed(7);
    let words: Vec<&str> = EVERYTHING.split_whitespace().collect();
    let mut read = 0;
    for _ in 0..8_000 {
        let mut bytes = EVERYTHING.as_bytes().to_vec();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            match random.u8(..5) {
                0 => bytes[at] = random.u8(..),
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, *random.choice(b"(){}[]:=,&@%$.!\"\\+-0189ilux \n").unwrap()),
                3 => drop(bytes.splice(at..at, random.choice(&words).unwrap().bytes())),
                _ => drop(bytes.splice(at..at, *b"99999999999999999999")),
            }
        }
        if let Ok(program) = parse(&String::from_utf8_lossy(&bytes)) {
            read += 1;
            let _ = validate(&program);
            assert_eq!(parse(&print(&program)).as_ref(), Ok(&program), "{}", print(&program));
        }
    }
    assert!(read > 100, "only {read} mutants were programs");
}

#[test]
fn nesting_is_bounded() {
    let program = |depth: usize| {
        let (open, close) = ("(not ".repeat(depth - 1), ")".repeat(depth - 1));
        let shape = format!("{}i8{}", "[1 x ".repeat(depth - 1), "]".repeat(depth - 1));
        format!(
            "program lp64 global @g : {shape} function @f() entry {{ reg %x : i8 l0 -> l1: %x = {open}1{close} l1: return }}"
        )
    };
    let deepest = parse(&program(MAX_DEPTH)).unwrap();
    assert_eq!(validate(&deepest), Ok(()));
    assert_eq!(parse(&print(&deepest)), Ok(deepest));
    assert!(parse(&program(MAX_DEPTH + 1)).unwrap_err().message.contains("nested"));
    assert!(parse(&program(100_000)).is_err());
}

#[track_caller]
fn error(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn errors_point_at_what_is_wrong() {
    assert_eq!(error(""), "1:1: expected 'program'");
    assert_eq!(error("program lp64"), "1:13: no function is marked as entry");
    assert_eq!(error("program lp64\nglobal @x : i65"), {
        "2:13: expected a shape such as i32, ptr, mutex, bytes 16, [4 x i32] or record 8 align 4 { }"
    });
    assert_eq!(error("program lp64\nglobal @x : i32\nconst @x : i8"), "3:7: the name is already taken");
    let body = |edge: &str| error(&format!("program lp64\nfunction @f() entry {{\n reg %x : i8\n{edge}\n}}"));
    assert_eq!(body("l0: %y = 1"), "4:5: the register is not declared above");
    assert_eq!(body("l0: %x = (add %x 1"), "5:1: expected ')'");
    assert_eq!(body("l0 if (eq 1 %x): skip"), "4:11: the width of this number is not clear; write it as in 5:i32");
    assert_eq!(body("l0: %x = -129"), "4:10: the number does not fit 8 bits");
    assert_eq!(body("l0: %x = 18446744073709551616"), "4:10: the number does not fit 64 bits");
    assert_eq!(body("l0: call @g()"), "4:10: there is no such function");
    assert_eq!(body("l0: free &$s"), "4:11: the slot is not declared above");
    assert_eq!(body("l0: store.3 [0] 1 na"), "4:13: the size before this is not 1, 2, 4 or 8");
    assert_eq!(body("l4294967295: return"), "4:1: expected a location such as l0");
    assert_eq!(body("l0: stop fail \"abc"), "4:19: the quoted text does not end on its line");
}
