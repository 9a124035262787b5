//! A thread without a machine: it shows what it wants, is given any answer, and never touches memory.

use event::{End, Fault, Properties, StopKind};
use vm::{Code, Fuel, Outcome, Request, Thread};

fn code(text: &str) -> Code {
    let program = ir::text::parse(text).expect("the text parses");
    ir::validate::validate(&program).expect("the program is valid");
    vm::compile(&program, Properties::all())
}

fn start(code: &Code) -> Thread {
    Thread::start(code, ir::FunctionId(0), 0, &mut Fuel(1000))
}

const ADDER: &str = "program lp64
global @x : i32 = 0
function @main() -> i32 entry {
  reg %a : i32
  reg %b : i32
  l0 -> l1: %a = load.4 [&@x] na
  l1 -> l2: %b = load.4 [&@x] na
  l2 -> l3: store.4 [&@x] (adds %a %b) na
  l3: return (adds %a %b)
}
";

#[test]
fn answers_decide_how_it_goes_on() {
    let code = code(ADDER);
    let mut thread = start(&code);
    let address = ir::DataModel::Lp64.pack(1, 0);
    assert_eq!(thread.outcome(), Outcome::At(Request::Load { address, size: 4 }));
    // Two copies live on independently, with values that no memory has ever held.
    let mut other = thread.clone();
    assert_eq!(thread, other);
    thread.resume(&code, 40, &mut Fuel(1000));
    other.resume(&code, 1, &mut Fuel(1000));
    assert_ne!(thread, other);
    thread.resume(&code, 2, &mut Fuel(1000));
    assert_eq!(thread.outcome(), Outcome::At(Request::Store { address, size: 4, value: 42 }));
    assert_eq!(thread.resume(&code, 0, &mut Fuel(1000)), Outcome::Ended(End::MainReturned));
    assert_eq!(thread.result(), Some(42));
    other.resume(&code, u64::from(i32::MAX as u32), &mut Fuel(1000));
    assert_eq!(other.outcome(), Outcome::Ended(End::Failed(Fault::SignedOverflow)));
}

#[test]
fn an_endless_loop_is_cut_when_the_fuel_is_used_up() {
    let code = code("program lp64\nfunction @main() -> i32 entry {\n  l0 -> l0: skip\n}\n");
    let mut fuel = Fuel(100);
    let thread = Thread::start(&code, ir::FunctionId(0), 0, &mut fuel);
    assert_eq!(thread.outcome(), Outcome::Ended(End::Stopped(StopKind::Cut)));
    assert_eq!(fuel.0, 0);
}

#[test]
fn endless_recursion_is_cut() {
    let code = code(
        "program lp64\nfunction @main() -> i32 entry {\n  reg %r : i32\n  l0 -> l1: %r = call @main()\n  l1: return %r\n}\n",
    );
    let thread = Thread::start(&code, ir::FunctionId(0), 0, &mut Fuel(10_000_000));
    assert_eq!(thread.outcome(), Outcome::Ended(End::Stopped(StopKind::Cut)));
}

#[test]
fn private_slots_are_bytes_with_bounds() {
    let program = |offset: i64, size: u8, value: u64| {
        format!(
            "program lp64
function @main() -> i64 entry {{
  reg %r : u{bits}
  reg %w : u64
  slot $s : [6 x u8]
  l0 -> l1: store.2 [&$s+2] 48879 na
  l1 -> l2: %r = load.{size} [(add &$s {offset})] na
  l2 -> l3: %w = {wide}
  l3: return (xor %w {value})
}}
",
            bits = size * 8,
            wide = if size == 8 { "%r".to_owned() } else { "(zext i64 %r)".to_owned() },
        )
    };
    let run = |offset, size, value| {
        let thread = start(&code(&program(offset, size, value)));
        (thread.outcome(), thread.result())
    };
    let returned = Outcome::Ended(End::MainReturned);
    let failed = |fault| Outcome::Ended(End::Failed(fault));
    assert_eq!(run(2, 2, 0xbeef), (returned, Some(0)));
    assert_eq!(run(2, 1, 0xef), (returned, Some(0)));
    assert_eq!(run(3, 1, 0xbe), (returned, Some(0)));
    assert_eq!(run(0, 4, 0xbeef_0000), (returned, Some(0)));
    assert_eq!(run(4, 4, 0).0, failed(Fault::OutOfBounds));
    assert_eq!(run(-1, 1, 0).0, failed(Fault::OutOfBounds));
    assert_eq!(run(1, 2, 0).0, failed(Fault::Misaligned));
}

#[test]
fn eight_bytes_aligned_to_four_are_fine_in_the_32_bit_model() {
    let text = |model: &str| {
        format!(
            "program {model}
function @main() -> i64 entry {{
  reg %r : i64
  reg %a : i32
  reg %b : i32
  slot $s : [16 x u8]
  l0 -> l1: store.4 [&$s] -1 na
  l1 -> l2: store.4 [&$s+12] -1 na
  l2 -> l3: store.8 [&$s+4] 81985529216486895 na
  l3 -> l4: %r = load.8 [&$s+4] na
  l4 -> l5: %a = load.4 [&$s] na
  l5 -> l6: %b = load.4 [&$s+12] na
  l6 -> l7 if (eq (and %a %b) -1): skip
  l6 unless (eq (and %a %b) -1): return 0
  l7: return %r
}}
"
        )
    };
    assert_eq!(start(&code(&text("ilp32"))).result(), Some(0x0123_4567_89ab_cdef));
    assert_eq!(start(&code(&text("lp64"))).outcome(), Outcome::Ended(End::Failed(Fault::Misaligned)));
}
