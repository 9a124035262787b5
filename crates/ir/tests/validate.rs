//! Every rule of the validator, broken by the smallest change to a valid program; exactly that rule is reported.

mod everything;

use ir::text::{MAX_DEPTH, parse};
use ir::validate::{MAX_LOCATIONS, Rule, validate};
use ir::*;
use std::collections::BTreeSet;

const VALID: &str = r#"program lp64
global @x : i32 = 5
global @pointers : [2 x ptr] = addresses { 0: &@x, 8: &@worker }
global @record : record 8 align 4 { .a 0: i32, .b 4: i32 }

function @worker(%argument : u64) -> i64 {
  l0: return %argument
}

function @procedure(%a : i32, %b : i8) {
  l0: return
}

function @main() -> i32 entry {
  reg %bit : u1
  reg %small : i8
  reg %int : i32
  reg %word : u64
  slot $open : i32 escapes
  slot $private : i32
  l0 -> l1: open $open
  l1 -> l2: %int = load.4 [&@x] na
  l2 -> l3: store.4 [&@x] %int na
  l3 -> l4: %int = update.add.4 [&@x] 1 sc
  l4 -> l5: %int = cmpxchg.4 [&@x] 1 2 sc sc
  l5 -> l6: %word = spawn &@worker 0
  l6 -> l7: %word = join %word
  l7 -> l8: %int = trylock [&@record]
  l8 -> l9: %word = allocate 4
  l9 -> l10: free %word
  l10 -> l11: %small = choose -3 to 3
  l11 -> l12: %word = call @worker(%word)
  l12 -> l13: call @procedure(%int, %small)
  l13 -> l14: %int = (select (eq %int 0) (add %int 1) 2)
  l14 -> l15: %int = (zext i32 %small)
  l15 -> l16: %small = (trunc i8 %int)
  l16 -> l17: close $open
  l17 -> l18 if (slt %int 5): skip
  l17 unless (slt %int 5): stop threadexit 0
  l18: return %int
}
"#;

type Change = Box<dyn Fn(&mut Program)>;

/// A change of the text.
fn text(from: &'static str, to: &'static str) -> Change {
    assert_eq!(VALID.matches(from).count(), 1, "{from}");
    Box::new(move |program| *program = parse(&VALID.replace(from, to)).unwrap_or_else(|it| panic!("{to}: {it}")))
}

/// A change of the structure, where the text form refuses to write the mistake.
fn structure(change: impl Fn(&mut Program) + 'static) -> Change {
    Box::new(change)
}

/// A change of the function `main`.
fn main(change: impl Fn(&mut Function) + 'static) -> Change {
    Box::new(move |program| change(&mut program.functions[2]))
}

/// A change of the edge of `main` that leaves this location.
fn edge(from: u32, change: impl Fn(&mut Edge) + 'static) -> Change {
    main(move |it| change(it.edges.iter_mut().find(|it| it.from == Location(from)).unwrap()))
}

/// Another value for what `l13` assigns to a register of 32 bits.
fn value(value: Expr) -> Change {
    edge(13, move |it| it.action = Action::Assign(RegisterId(2), value.clone()))
}

fn changes() -> Vec<(Rule, Change)> {
    let not = |operand| Expr::unary(Unary::Not, operand);
    vec![
        (Rule::EntryFunction, structure(|it| it.entry = FunctionId(3))),
        (Rule::UniqueName, structure(|it| it.functions[0].name = "x".to_owned())),
        (Rule::UniqueName, structure(|it| it.globals[1].name = "x".to_owned())),
        (
            Rule::ObjectCount,
            structure(|it| {
                *it = parse("program ilp32 global @g : i8 function @f() entry { l0: return }").unwrap();
                let global = it.globals[0].clone();
                let copies = 0..it.model.first_private() - 1;
                it.globals = copies.map(|index| Global { name: format!("g{index}"), ..global.clone() }).collect();
            }),
        ),
        (Rule::Shape, text("slot $private : i32", "slot $private : i24")),
        (Rule::Shape, text("record 8 align 4", "record 8 align 3")),
        (Rule::Shape, text("record 8 align 4", "record 7 align 4")),
        (Rule::ObjectSize, text("slot $private : i32", "slot $private : [1073741825 x i16]")),
        (Rule::ObjectSize, text("slot $private : i32", "slot $private : [65536 x [65537 x i8]]")),
        (Rule::InitBytes, structure(|it| it.globals[0].init.bytes.push(0))),
        (Rule::InitAddresses, text("{ 0: &@x,", "{ 1: &@x,")),
        (Rule::InitAddresses, text("8: &@worker", "9: &@worker")),
        (Rule::InitAddresses, structure(|it| it.globals[1].init.addresses[0].1 = Base::Global(GlobalId(3)))),
        (Rule::InitAddresses, structure(|it| it.globals[1].init.addresses[0].1 = Base::Slot(SlotId(0)))),
        (Rule::InitAddresses, structure(|it| it.globals[0].thread_local = true)),
        (Rule::UniqueLocalName, main(|it| it.registers[1].name = "bit".to_owned())),
        (Rule::UniqueLocalName, main(|it| it.slots[1].name = "open".to_owned())),
        (Rule::Width, main(|it| it.registers[2].width = Width(0))),
        (Rule::Width, main(|it| it.registers[2].width = Width(65))),
        (Rule::Width, value(Expr::Const(Width(65), 0))),
        (Rule::Width, value(Expr::Truncate(Width(0), Box::new(Expr::constant(Width(8), 0))))),
        (
            Rule::Width,
            value(Expr::Extend { signed: true, to: Width(65), operand: Box::new(Expr::constant(Width(8), 0)) }),
        ),
        (Rule::Parameters, main(|it| it.parameters = 5)),
        (Rule::Locations, main(|it| it.entry = Location(19))),
        (Rule::Locations, edge(16, |it| it.to = Location(19))),
        (Rule::Locations, main(|it| it.locations = MAX_LOCATIONS + 1)),
        (Rule::EdgeOrder, main(|it| it.edges.swap(3, 4))),
        (Rule::EdgeOrder, main(|it| it.edges.swap(17, 18))),
        (Rule::Control, text("l17 unless (slt %int 5)", "l17 unless (slt %int 6)")),
        (Rule::Control, text("  l17 unless (slt %int 5): stop threadexit 0\n", "")),
        (Rule::Control, text("l18: return %int", "l18: return %int l18: return %int")),
        (Rule::FallsOff, text("  l18: return %int\n", "")),
        (Rule::LeadsNowhere, text("l18: return", "l18 -> l0: return")),
        (Rule::LeadsNowhere, text("l17 unless", "l17 -> l18 unless")),
        (Rule::Exists, value(Expr::Register(RegisterId(4)))),
        (Rule::Exists, edge(16, |it| it.action = Action::Assign(RegisterId(4), Expr::constant(Width(1), 0)))),
        (Rule::Exists, edge(9, |it| it.action = free(Base::Global(GlobalId(3))))),
        (Rule::Exists, edge(9, |it| it.action = free(Base::Function(FunctionId(3))))),
        (Rule::Exists, edge(9, |it| it.action = free(Base::Slot(SlotId(2))))),
        (Rule::Exists, edge(0, |it| it.action = Action::Visible(Operation::OpenSlot(SlotId(2))))),
        (
            Rule::Exists,
            edge(9, |it| {
                let callee = Callee::Direct(FunctionId(3));
                it.action = Action::Call { dest: None, callee, arguments: Vec::new() };
            }),
        ),
        (Rule::ConstantBits, text("(add %int 1)", "(add %int 4294967296)")),
        (Rule::OperandWidths, text("(add %int 1)", "(add %int %small)")),
        (Rule::OperandWidths, text("(add %int 1) 2", "(add %int 1) 2:i8")),
        (Rule::ConditionWidth, text("(select (eq %int 0)", "(select %small")),
        (Rule::Extend, text("(zext i32 %small)", "(zext i32 %int)")),
        (Rule::Truncate, text("(trunc i8 %int)", "(trunc i8 %small)")),
        (Rule::Depth, value((0..MAX_DEPTH).fold(Expr::constant(Width(32), 0), |it, _| not(it)))),
        (
            Rule::Depth,
            main(|it| {
                let element = Shape::Int { bits: 8, signed: true };
                it.slots[1].shape = (0..MAX_DEPTH).fold(element, |it, _| Shape::Array(Box::new(it), 1));
            }),
        ),
        (Rule::AssignWidth, text("%int = (zext i32 %small)", "%int = %small")),
        (Rule::AccessSize, edge(1, |it| resize(it, Bytes(3)))),
        (Rule::AccessSize, edge(2, |it| resize(it, Bytes(255)))),
        (Rule::AccessWidth, text("%int = load.4 [&@x] na", "%small = load.4 [&@x] na")),
        (Rule::AccessWidth, text("store.4 [&@x] %int", "store.4 [&@x] %small")),
        (Rule::AccessWidth, text("%int = update", "%small = update")),
        (Rule::AccessWidth, text("update.add.4 [&@x] 1", "update.add.4 [&@x] %small")),
        (Rule::AccessWidth, text("%int = cmpxchg", "%small = cmpxchg")),
        (Rule::AccessWidth, text("cmpxchg.4 [&@x] 1", "cmpxchg.4 [&@x] %small")),
        (Rule::AccessWidth, text("cmpxchg.4 [&@x] 1 2", "cmpxchg.4 [&@x] 1 %small")),
        (Rule::PointerWidth, text("load.4 [&@x]", "load.4 [%int]")),
        (Rule::PointerWidth, text("store.4 [&@x]", "store.4 [%int]")),
        (Rule::PointerWidth, text("update.add.4 [&@x]", "update.add.4 [%int]")),
        (Rule::PointerWidth, text("cmpxchg.4 [&@x]", "cmpxchg.4 [%int]")),
        (Rule::PointerWidth, text("trylock [&@record]", "trylock [%int]")),
        (Rule::PointerWidth, text("spawn &@worker 0", "spawn %int 0")),
        (Rule::PointerWidth, text("spawn &@worker 0", "spawn &@worker %int")),
        (Rule::PointerWidth, text("join %word", "join %int")),
        (Rule::PointerWidth, text("allocate 4", "allocate %int")),
        (Rule::PointerWidth, text("free %word", "free %int")),
        (Rule::PointerWidth, text("threadexit 0", "threadexit %int")),
        (Rule::PointerWidth, text("call @procedure(", "call [%int](")),
        (Rule::ResultWidth, text("%word = spawn", "%int = spawn")),
        (Rule::ResultWidth, text("%word = join", "%int = join")),
        (Rule::ResultWidth, text("%word = allocate", "%int = allocate")),
        (Rule::ResultWidth, text("%int = trylock", "%word = trylock")),
        (Rule::ChoiceRange, text("choose -3 to 3", "choose -3 to 256")),
        (Rule::ChoiceRange, text("choose -3 to 3", "choose 256 to 3")),
        (Rule::SlotLifetime, text("close $open", "close $private")),
        (Rule::ReturnValue, text("return %int", "return")),
        (Rule::ReturnValue, text("return %int", "return %small")),
        (Rule::ReturnValue, text("  l0: return\n", "  l0: return 0:i32\n")),
        (Rule::CallArguments, text("(%int, %small)", "(%int)")),
        (Rule::CallArguments, text("(%int, %small)", "(%int, %int)")),
        (Rule::CallResult, text("call @procedure", "%int = call @procedure")),
        (Rule::CallResult, text("%word = call @worker", "%int = call @worker")),
    ]
}

fn free(base: Base) -> Action {
    Action::Visible(Operation::Free(Expr::Address(base, 0)))
}

fn resize(edge: &mut Edge, to: Bytes) {
    match &mut edge.action {
        Action::Visible(Operation::Load { size, .. } | Operation::Store { size, .. }) => *size = to,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_starting_points_are_valid() {
    assert_eq!(validate(&parse(VALID).unwrap()), Ok(()));
    assert_eq!(validate(&parse(everything::EVERYTHING).unwrap()), Ok(()));
}

#[test]
fn each_rule_is_reported_alone_when_it_alone_is_broken() {
    let mut broken = BTreeSet::new();
    for (index, (rule, change)) in changes().into_iter().enumerate() {
        let mut program = parse(VALID).unwrap();
        change(&mut program);
        let violations = validate(&program).expect_err(&format!("change {index} breaks {rule:?}"));
        let rules: Vec<Rule> = violations.iter().map(|it| it.rule).collect();
        assert!(rules == [rule], "change {index} should break {rule:?}: {violations:?}");
        assert!(violations[0].to_string().starts_with(&format!("rule {} ({rule:?})", rule as u8)));
        broken.insert(rule);
    }
    assert_eq!(broken.len(), Rule::CallResult as usize, "a rule has no test");
}

#[test]
fn a_violation_says_where() {
    let program = parse(&VALID.replace("store.4 [&@x] %int", "store.4 [&@x] %small")).unwrap();
    let violations = validate(&program).unwrap_err();
    assert_eq!(
        violations[0].to_string(),
        "rule 25 (AccessWidth) in main, edge 2 from l2: the value has 8 bits, not 32"
    );
}
