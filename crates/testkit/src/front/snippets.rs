//! Random pieces of C that need not make sense: the grammar is right most of the time, the types seldom.

use fastrand::Rng;

const TYPES: &[&str] = &[
    "int",
    "char",
    "unsigned",
    "long",
    "short",
    "unsigned char",
    "signed char",
    "long long",
    "unsigned long long",
    "_Bool",
    "void",
    "void *",
    "int *",
    "char **",
    "const int",
    "volatile long *",
    "_Atomic int",
    "_Atomic(char)",
    "struct s",
    "struct s *",
    "union u",
    "enum e",
    "int (*)(int)",
    "int [3]",
    "int (*)[2]",
    "double",
    "float",
    "struct { int a; }",
    "__typeof__(x)",
    "__int128",
    "pthread_t",
    "pthread_mutex_t",
    "size_t",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "-1",
    "65535",
    "2147483647",
    "2147483648",
    "4294967295u",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615u",
    "18446744073709551616",
    "99999999999999999999999999",
    "0x7fffffff",
    "0x80000000",
    "0xffffffffffffffffULL",
    "0b11",
    "017",
    "08",
    "0x",
    "1.5",
    "1e9",
    ".5f",
    "'a'",
    "'\\0'",
    "'\\x80'",
    "'ab'",
    "L'\\xffff'",
    "'\\777'",
    "1ul",
    "1lul",
    "1i",
    "0777777777777777777777777",
];

const BINARY: &[&str] = &[
    "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&&", "||", "==", "!=", "<", ">", "<=", ">=", ",", "=", "+=",
    "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", "?:",
];

const PREFIX: &[&str] =
    &["-", "+", "!", "~", "*", "&", "++", "--", "sizeof ", "&*", "*&", "__extension__ ", "__real__ ", "&&"];

const CALLED: &[&str] = &[
    "malloc",
    "calloc",
    "free",
    "realloc",
    "memcpy",
    "memset",
    "assert",
    "__VERIFIER_assume",
    "pthread_create",
    "pthread_join",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_mutex_trylock",
    "pthread_exit",
    "__atomic_load_n",
    "__atomic_store_n",
    "__atomic_exchange",
    "__atomic_compare_exchange_n",
    "__atomic_fetch_add",
    "__sync_fetch_and_add",
    "__sync_val_compare_and_swap",
    "__sync_lock_test_and_set",
    "atomic_load",
    "atomic_store",
    "atomic_init",
    "atomic_exchange_explicit",
    "atomic_compare_exchange_strong",
    "atomic_flag_test_and_set",
    "atomic_thread_fence",
    "__builtin_expect",
    "__builtin_offsetof",
    "__builtin_choose_expr",
    "__builtin_constant_p",
    "__builtin_unreachable",
    "__VERIFIER_nondet_int",
    "__VERIFIER_nondet_char",
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
    "printf",
    "abort",
    "exit",
    "main",
    "reach_error",
    "__builtin_types_compatible_p",
    "__builtin_va_arg",
    "_Alignof",
    "strlen",
    "aligned_alloc",
    "__builtin_add_overflow",
    "__builtin_popcount",
    "__builtin_alloca",
    "va_start",
    "setjmp",
    "atomic_is_lock_free",
];

/// One of them.
pub fn pick<'a>(rng: &mut Rng, from: &[&'a str]) -> &'a str {
    from[rng.usize(..from.len())]
}

/// A number, a character, or what looks like one.
pub fn number(rng: &mut Rng) -> String {
    match rng.u8(..8) {
        0 => rng.u64(..).to_string(),
        1 => format!("{:#x}", rng.u64(..) >> rng.u32(..64)),
        _ => pick(rng, NUMBERS).to_owned(),
    }
}

/// A type name.
pub fn type_name(rng: &mut Rng) -> &'static str {
    pick(rng, TYPES)
}

/// An operator between two operands.
pub fn operator(rng: &mut Rng) -> &'static str {
    pick(rng, BINARY)
}

/// An expression over some names.
pub fn expression(rng: &mut Rng, names: &[String], depth: usize) -> String {
    let name = |rng: &mut Rng| match names {
        [] => "x".to_owned(),
        _ => names[rng.usize(..names.len())].clone(),
    };
    if depth == 0 {
        return match rng.u8(..6) {
            0 | 1 => number(rng),
            2 => pick(rng, &["\"s\"", "\"\"", "\"a\\n\" \"b\"", "L\"w\"", "u8\"\\u00e9\"", "\"\\xff\\0\"", "__func__"])
                .to_owned(),
            _ => name(rng),
        };
    }
    let sub = |rng: &mut Rng| expression(rng, names, depth - 1);
    match rng.u8(..16) {
        0..=3 => {
            let (a, b) = (sub(rng), sub(rng));
            format!("{a} {} {b}", operator(rng))
        }
        4 | 5 => format!("{}{}", pick(rng, PREFIX), sub(rng)),
        6 => format!("({}){}", type_name(rng), sub(rng)),
        7 => format!("({})", sub(rng)),
        8 => format!("{}[{}]", sub(rng), sub(rng)),
        9 => format!("{}{}{}", sub(rng), pick(rng, &[".", "->"]), name(rng)),
        10 => format!("({} ? {} : {})", sub(rng), sub(rng), sub(rng)),
        11 => {
            let callee = if rng.bool() { pick(rng, CALLED).to_owned() } else { sub(rng) };
            let arguments: Vec<String> = (0..rng.usize(..5)).map(|_| sub(rng)).collect();
            format!("{callee}({})", arguments.join(", "))
        }
        12 => format!("({}){{ {} }}", type_name(rng), initialiser(rng, names, depth - 1)),
        13 => format!("({{ {} {}; }})", statement(rng, names, depth - 1), expression(rng, names, depth - 1)),
        14 => format!("{}{}", sub(rng), pick(rng, &["++", "--"])),
        _ => {
            let of = pick(rng, &["sizeof", "_Alignof", "__alignof__", "__builtin_offsetof"]);
            match of {
                "__builtin_offsetof" => format!("{of}({}, {})", type_name(rng), name(rng)),
                _ => format!("{of}({})", type_name(rng)),
            }
        }
    }
}

fn initialiser(rng: &mut Rng, names: &[String], depth: usize) -> String {
    let items: Vec<String> = (0..rng.usize(..4))
        .map(|_| {
            let designator = match rng.u8(..8) {
                0 => format!("[{}] = ", number(rng)),
                1 if !names.is_empty() => format!(".{} = ", names[rng.usize(..names.len())]),
                2 => format!("[{} ... {}] = ", rng.u8(..5), rng.u8(..9)),
                _ => String::new(),
            };
            let value = match depth {
                1.. if rng.u8(..3) == 0 => format!("{{ {} }}", initialiser(rng, names, depth - 1)),
                _ => expression(rng, names, depth.min(2)),
            };
            designator + &value
        })
        .collect();
    items.join(", ")
}

/// A declaration, also of types and functions.
pub fn declaration(rng: &mut Rng, names: &[String], depth: usize) -> String {
    let name = match rng.u8(..3) {
        0 if !names.is_empty() => names[rng.usize(..names.len())].clone(),
        _ => format!("n{}", rng.u8(..10)),
    };
    let kind =
        pick(rng, &["", "", "", "static ", "extern ", "typedef ", "const ", "_Thread_local ", "register ", "_Atomic "]);
    let base = type_name(rng);
    match rng.u8(..10) {
        0 => format!("{kind}{base} {name};"),
        1 => format!("{kind}{base} *{name} = {};", expression(rng, names, depth)),
        2 => format!("{kind}{base} {name}[{}];", expression(rng, names, depth.min(1))),
        3 => format!("{kind}{base} {name}[][{}] = {{ {} }};", number(rng), initialiser(rng, names, depth)),
        4 => format!("struct s {{ {base} {name}; int b : {}; union {{ char c; struct s *p; }}; }};", rng.u8(..40)),
        5 => format!("enum e {{ {name} = {}, E{} }};", expression(rng, names, depth.min(2)), rng.u8(..5)),
        6 => format!("{kind}{base} (*{name})({}, {});", type_name(rng), type_name(rng)),
        7 => format!(
            "union u {{ {base} a; {} b[{}]; }} {name} = {{ {} }};",
            type_name(rng),
            rng.u8(..9),
            initialiser(rng, names, depth)
        ),
        _ => format!(
            "{kind}{base} {name} = {{ {} }}, q{} = {};",
            initialiser(rng, names, depth),
            rng.u8(..5),
            expression(rng, names, depth)
        ),
    }
}

/// An expression of arithmetic that is fine if the names are of numbers.
pub fn arithmetic(rng: &mut Rng, names: &[String], depth: usize) -> String {
    if depth == 0 {
        return match names {
            [first, ..] if rng.bool() => names.get(rng.usize(..names.len())).unwrap_or(first).clone(),
            _ => pick(rng, &NUMBERS[..26]).to_owned(),
        };
    }
    let (a, b) = (arithmetic(rng, names, depth - 1), arithmetic(rng, names, depth - 1));
    match rng.u8(..9) {
        0..=3 => format!("({a} {} {b})", pick(rng, &BINARY[..19])),
        4 => format!("{}({a})", pick(rng, &["-", "+", "!", "~", "*&", "sizeof"])),
        5 => format!("({})({a})", pick(rng, &TYPES[..10])),
        6 => format!("({a} ? {b} : {})", arithmetic(rng, names, depth - 1)),
        7 => format!("({{ {} t = {a}; t {} {b}; }})", pick(rng, &TYPES[..10]), pick(rng, &BINARY[19..30])),
        _ => format!("({a} ?: {b})"),
    }
}

/// A statement that is fine in a function if the names are of variables with numbers.
pub fn plain_statement(rng: &mut Rng, names: &[String], depth: usize) -> String {
    let value = arithmetic(rng, names, depth.min(2));
    let name = names.first().map_or("x", String::as_str);
    if depth == 0 {
        return format!("{name} {} {value};", pick(rng, &BINARY[19..30]));
    }
    let body = |rng: &mut Rng| plain_statement(rng, names, depth - 1);
    match rng.u8(..11) {
        0 => format!("if ({value}) {} else {}", body(rng), body(rng)),
        1 => format!("while ({value}) {{ {} if ({name}) break; }}", body(rng)),
        2 => format!("for (int i = 0; i < {value}; i++) {}", body(rng)),
        3 => format!("do {{ {} }} while ({value});", body(rng)),
        4 => format!(
            "switch ({value}) {{ case {}: {} case 1000: break; default: {} }}",
            rng.u8(..),
            body(rng),
            body(rng)
        ),
        5 => format!("{{ {} *p = &{name}, q[3] = {{ {value} }}; p[q[1]] = *p; }}", pick(rng, &TYPES[..10])),
        6 => format!("{{ struct {{ {} a; int b : 5; }} s = {{ {value} }}; s.b = s.a; }}", pick(rng, &TYPES[..10])),
        7 => format!("assert({value});"),
        8 => format!("{{ static int s = 3; s++; {} }}", body(rng)),
        9 => format!("{{ int *p = malloc({value}); {} free(p); }}", body(rng)),
        _ => format!("{name}{};", pick(rng, &["++", "--", " = -1", " |= 1", " <<= 1"])),
    }
}

/// A type of numbers.
pub fn number_type(rng: &mut Rng) -> &'static str {
    pick(rng, &TYPES[..10])
}

/// A statement.
pub fn statement(rng: &mut Rng, names: &[String], depth: usize) -> String {
    let smaller = depth.saturating_sub(1);
    let value = expression(rng, names, depth.min(2));
    if depth == 0 {
        return format!("{value};");
    }
    let body = |rng: &mut Rng| statement(rng, names, smaller);
    match rng.u8(..14) {
        0 => format!("if ({value}) {} else {}", body(rng), body(rng)),
        1 => format!("while ({value}) {}", body(rng)),
        2 => format!("for ({} {value}; {}) {}", declaration(rng, names, smaller), expression(rng, names, 1), body(rng)),
        3 => format!("do {} while ({value});", body(rng)),
        4 => format!(
            "switch ({value}) {{ case {}: {} case {} ... {}: break; default: {} }}",
            number(rng),
            body(rng),
            rng.u8(..9),
            rng.u8(..12),
            body(rng)
        ),
        5 => format!("{{ {} {} }}", body(rng), body(rng)),
        6 => format!("return {value};"),
        7 => pick(rng, &["break;", "continue;", ";", "return;", "goto l0;", "goto out;", "case 1:", "default:", "l0:"])
            .to_owned(),
        8 | 9 => declaration(rng, names, smaller),
        10 => format!("l{}: {}", rng.u8(..3), body(rng)),
        _ => format!("{value};"),
    }
}
