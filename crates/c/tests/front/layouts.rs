//! Sizes, alignments and offsets in both data models. The numbers are those of GCC with `-m64` and `-m32`.

use crate::show::{expr_in, tree_in};
use ir::DataModel::{Ilp32, Lp64};

fn layout(text: &str, model: ir::DataModel) -> String {
    tree_in(text, model, |unit| {
        let record = unit.records.iter().find(|it| it.name == "s").expect("struct s");
        let offsets: Vec<_> = record.fields.iter().map(|it| format!("{}@{}", it.name, it.offset)).collect();
        format!("{}/{} {}", record.size, record.align, offsets.join(" "))
    })
}

#[test]
fn scalars_have_the_size_that_the_model_says() {
    for (ty, lp64, ilp32) in [
        ("char", 1, 1),
        ("_Bool", 1, 1),
        ("short", 2, 2),
        ("int", 4, 4),
        ("unsigned long", 8, 4),
        ("long long", 8, 8),
        ("void *", 8, 4),
        ("int (*)(void)", 8, 4),
        ("int[3][4]", 48, 48),
        ("char *[5]", 40, 20),
        ("enum { A }", 4, 4),
        ("float", 4, 4),
        ("double", 8, 8),
        ("long double", 16, 12),
    ] {
        assert_eq!(expr_in("", &format!("sizeof({ty})"), Lp64), format!("u64 {lp64}"), "{ty}");
        assert_eq!(expr_in("", &format!("sizeof({ty})"), Ilp32), format!("u32 {ilp32}"), "{ty}");
    }
}

#[test]
fn members_are_placed_as_the_abi_has_them() {
    let text = "struct s { char a; long long b; char c; short d; int e; void *f; char g; };";
    assert_eq!(layout(text, Lp64), "40/8 a@0 b@8 c@16 d@18 e@20 f@24 g@32");
    assert_eq!(layout(text, Ilp32), "28/4 a@0 b@4 c@12 d@14 e@16 f@20 g@24");
    let text = "struct s { char a; double b; char c[3]; struct { short x; char y; } d; };";
    assert_eq!(layout(text, Lp64), "24/8 a@0 b@8 c@16 d@20");
    assert_eq!(layout(text, Ilp32), "20/4 a@0 b@4 c@12 d@16");
}

#[test]
fn atomic_long_long_keeps_its_natural_alignment() {
    assert_eq!(layout("struct s { char a; _Atomic long long b; };", Ilp32), "16/8 a@0 b@8");
}

#[test]
fn unions_overlap_and_anonymous_members_are_reached_through_their_record() {
    assert_eq!(layout("union s { char a; int b; char c[7]; };", Lp64), "8/4 a@0 b@0 c@0");
    let text = "struct s { int a; union { int b; struct { short c, d; }; }; int e; } v;";
    assert_eq!(layout(text, Lp64), "12/4 a@0 @4 e@8");
    assert_eq!(expr_in(text, "v.d", Lp64), "i16 [v.+4.+0.+2]");
}

#[test]
fn flexible_arrays_take_no_room_and_empty_structs_neither() {
    assert_eq!(layout("struct s { int n; char text[]; };", Lp64), "4/4 n@0 text@4");
    assert_eq!(layout("struct s { };", Lp64), "0/1 ");
}

#[test]
fn bit_fields_go_behind_each_other_unless_they_would_leave_their_unit() {
    let bits = |text: &str, model| {
        tree_in(text, model, |unit| {
            let record = unit.records.iter().find(|it| it.name == "s").expect("struct s");
            let field = |it: &c::tree::Field| match it.bits {
                Some(bits) => format!("{}:{}+{}{:?}", it.name, bits.start, bits.width, bits.unit.unwrap_or((99, 0))),
                None => format!("{}@{}", it.name, it.offset),
            };
            let fields: Vec<_> = record.fields.iter().map(field).collect();
            format!("{}/{} {}", record.size, record.align, fields.join(" "))
        })
    };
    let text = "struct s { int a : 5; int b : 28; char c; unsigned d : 3; int : 0; _Bool e : 1; };";
    assert_eq!(bits(text, Lp64), "16/4 a:0+5(0, 4) b:32+28(4, 4) c@8 d:72+3(9, 1) e:96+1(12, 1)");
    let text = "struct s { long long a : 20; long long b : 40; char : 0; long long c : 3; };";
    assert_eq!(bits(text, Lp64), "16/8 a:0+20(0, 8) b:20+40(0, 8) c:64+3(8, 8)");
    assert_eq!(bits(text, Ilp32), "12/4 a:0+20(0, 8) b:20+40(0, 8) c:64+3(8, 1)");
    let text = "struct __attribute__((packed)) s { int a : 7; int b : 30; short c; };";
    assert_eq!(bits(text, Lp64), "7/1 a:0+7(0, 4) b:7+30(99, 0) c@5");
}

#[test]
fn attributes_and_pragmas_change_the_layout() {
    assert_eq!(layout("struct s { char a; int b; } __attribute__((packed)) x;", Lp64), "5/1 a@0 b@1");
    assert_eq!(layout("struct s { char a; int b __attribute__((packed, aligned(2))); };", Lp64), "6/2 a@0 b@2");
    assert_eq!(
        layout("struct __attribute__((aligned(16))) s { char a; _Alignas(long) char b; };", Lp64),
        "16/16 a@0 b@8"
    );
    assert_eq!(
        layout("typedef int t __attribute__((aligned(8)));\nstruct s { char a; t b; t *c; };", Ilp32),
        "16/8 a@0 b@8 c@12"
    );
    let text = "#pragma pack(push, 2)\nstruct s { char a; int b; };\n#pragma pack(pop)\nstruct t { char a; int b; };";
    assert_eq!(layout(text, Lp64), "6/2 a@0 b@2");
}

#[test]
fn library_types_go_by_name_whatever_the_header_says() {
    let header = "typedef union { char size[40]; long align; } pthread_mutex_t; typedef unsigned long pthread_t;
                  typedef struct _IO_FILE FILE; struct s { char c; pthread_mutex_t m; pthread_t t; };";
    assert_eq!(layout(header, Lp64), "24/8 c@0 m@4 t@16");
    assert_eq!(layout(header, Ilp32), "16/4 c@0 m@4 t@12");
}

#[test]
fn offsetof_and_alignof_are_constants() {
    let text = "struct t { int a; struct { char b; int c[4]; } d; };";
    assert_eq!(expr_in(text, "__builtin_offsetof(struct t, d.c[2])", Lp64), "u64 16");
    assert_eq!(expr_in(text, "_Alignof(struct t)", Ilp32), "u32 4");
    // The classic macro is a constant too.
    let array = "struct t { char a; int b; }; char x[(unsigned long)&((struct t *)0)->b];";
    assert_eq!(expr_in(array, "sizeof x", Lp64), "u64 4");
}
