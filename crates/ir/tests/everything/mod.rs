//! One program that uses every construct of the language, as the printer writes it.

/// See the module.
pub const EVERYTHING: &str = r#"program lp64
file 0 "queue.c"
file 1 "dir/a \"b\".h"
approximation "printf is ignored"
approximation "a\nb\t\\ \u{7f} ü"

global @x : i32 = 5                                             !0:3:5+1
global @minus : i64 = -1
global @big : u64 = 18446744073709486079
global @zero : u8 = 0
const @name : [3 x i8] = text "hi\u{0}"
global @raw : [2 x u8] = bytes "ff00"
global @unset : [4 x [2 x i16]]
global @table : [2 x ptr] = addresses { 0: &@x+4, 8: &@worker }
global @mixed : record 24 align 8 { .next 0: ptr, .pair 8: record 8 align 4 { .a 0: i32, ."" 4: u32 }, ."odd name" 16: bytes 8 } = bytes "000000000000000001000000000000000000000000000000" addresses { 16: &@mixed-8 }
global @m : mutex
global @f::static.1 : i16

function @worker(%argument : u64) -> i64 starts l1 locations 4 {
  reg %t : i32
  l1 -> l2: %t = load.4 [%argument] sc
  l2: return (zext i64 %t)
}

function @nothing() library {
  l0: return
}

function @run(%function : u64, %argument : u64) -> i64 runner library {
  reg %result : i64
  l0 -> l1: %result = call [%function](%argument)
  l1: return %result
}

function @kinds(%h : u64) -> i32 library {
  reg %e : i32
  reg %k : u32
  reg %self : u64
  l0 -> l1: init [&@m] (zext i32 (eq %h 0))
  l1 -> l2: %e = lock [&@m]
  l2 -> l3: %e = unlock [&@m]
  l3 -> l4: detach %h
  l4 -> l5: %self = current
  l5 -> l6: %k = update.add_if_fits.4 [&@x] 1 sc
  l6 -> l7: %k = update.sub_if_fits.4 [&@x] 1 sc
  l7: stop misuse "overlap" "a \"key\""
}

function @main(%argc : i32, %argv : u64) -> i32 entry {         !0:10:1+4
  reg %b : u1
  reg %c : i8
  reg %s : i16
  reg %t : i32
  reg %k : u32
  reg %p : u64
  reg %"h ü" : u64
  reg %w3 : i3
  slot $m : mutex escapes                                       !0:11:3+1
  slot $"a b" : [2 x i32]
  l0 -> l1: skip                                                !1:1:1+1
  l1 -> l2: %t = load.4 [&@x] na
  l2 -> l3: store.4 [&@x] (adds %t 1) rlx
  l3 -> l4: %k = update.add.4 [&@x] 1 acq_rel
  l4 -> l5: %k = update.exchange.4 [&@x] -1 con
  l5 -> l6: %k = update.sub.4 [&@x] %k acq
  l6 -> l7: %k = update.and.4 [&@x] %k rel
  l7 -> l8: %k = update.or.4 [&@x] %k sc
  l8 -> l9: %k = update.xor.4 [&@x] %k sc
  l9 -> l10: %k = update.nand.4 [&@x] %k sc
  l10 -> l11: %c = cmpxchg.1 [&@zero] 0 1 sc rlx
  l11 -> l12: %s = cmpxchg.2 [&@f::static.1] %s (neg %s) acq_rel acq weak
  l12 -> l13: fence sc
  l13 -> l14: init [&@m] 1
  l14 -> l15: lock [&@m]
  l15 -> l16: unlock [&@m]
  l16 -> l17: %t = trylock [&@m]
  l17 -> l18: destroy [&@m]
  l18 -> l19: %"h ü" = spawn &@worker &@x+4
  l19 -> l20: %p = join %"h ü"
  l20 -> l21: join %"h ü"
  l21 -> l22: atomic_begin
  l22 -> l23: atomic_end
  l23 -> l24: %t = choose any
  l24 -> l25: %t = choose -3 to 5
  l25 -> l26: %p = allocate 16 as record 16 align 8 { .next 0: ptr, .numbers 8: [2 x i32] }
  l26 -> l27: free %p
  l27 -> l28: open $m
  l28 -> l29: close $m
  l29 -> l30: %p = (add &$"a b" -4)
  l30 -> l31: %p = &$"a b"-4
  l31 -> l32: call @nothing()
  l32 -> l33: %p = call @worker(1:i64)
  l33 -> l34: call [%p](5:i32, (not %p), true)
  l34 -> l35: %t = call [&@main](%argc, %argv)
  l35 -> l36: %t = (sub (mul (add %t 1) 2) (neg (negs 3)))
  l36 -> l37: %t = (subs (muls (adds %t 1) 2) (not 4294897296))
  l37 -> l38: %t = (divu (divs 7 %t) (remu (rems %t 2) 3))
  l38 -> l39: %t = (and (or %t 1) (xor %t 4294900000))
  l39 -> l40: %t = (shl (shls %t 1) (shr (shrs %t 2) 3))
  l40 -> l41: %b = (and (eq %t 1) (ne 1:i32 %t))
  l41 -> l42: %b = (or (ult %k 1) (ule %k 2147483648))
  l42 -> l43: %b = (xor (slt %t -1) (sle %t -65536))
  l43 -> l44: %p = (sext i64 (trunc i16 %t))
  l44 -> l45: %t = (select (eq %p 0) (zext i32 %b) 7)
  l45 -> l46: %w3 = (select true -4 3)
  l46 -> l47 if (slt %t 5): %t = 0
  l46 unless (slt %t 5): stop assume
  l47 -> l48 if %b: skip
  l47 -> l48 unless %b: skip
  l48 -> l49 if false: skip
  l48 unless false: stop threadexit 0
  l49 -> l50 if (trunc i1 %t): skip
  l49 unless (trunc i1 %t): stop cut
  l50 -> l51 if (not %b): skip
  l50 unless (not %b): stop exit
  l51 -> l51 if (eq 5:i32 %t): skip
  l51 unless (eq 5:i32 %t): stop fail "x == \"5\""              !0:99:1+2
}
"#;
