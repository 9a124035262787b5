//! Input that nobody should write: there is always a verdict on the last line of standard output, a message if the input is refused,
//! and never a panic, a crash or a hang.

mod common;

use common::{Run, command, exit_code, finished, in_parallel, raddle, root};
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

/// Who takes longer hangs. Far more than any of these needs, as machines that run tests are busy.
const PATIENCE: Duration = Duration::from_secs(60);

const MAIN: &str = "int main(void) { return 0; }\n";

/// What becomes of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ends {
    /// With exit code 2 and a message.
    Refused,
    /// With `TRUE`: it is odd, but it is C.
    Safe,
    /// With any verdict but an internal error.
    Somehow,
}
use Ends::{Refused, Safe, Somehow};

struct Case {
    name: String,
    bytes: Vec<u8>,
    ends: Ends,
}

fn case(name: impl Into<String>, bytes: impl Into<Vec<u8>>, ends: Ends) -> Case {
    Case { name: name.into(), bytes: bytes.into(), ends }
}

/// Runs all cases, each as a file in a folder of its own.
fn run_all(cases: &[Case]) {
    let complaints = in_parallel(cases, |case| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join(&case.name);
        std::fs::write(&file, &case.bytes).expect("a file");
        judge(&case.name, &check(&file, folder.path(), &[], case.ends)?, case.ends)
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Runs the command on a file; what it prints goes to files in `folder`, which cannot fill up as pipes do.
fn check(file: &Path, folder: &Path, environment: &[(&str, &str)], ends: Ends) -> Result<Run, String> {
    let path = file.display().to_string();
    let (out, err) = (folder.join("stdout"), folder.join("stderr"));
    let create = |path: &Path| Stdio::from(std::fs::File::create(path).expect("a file for output"));
    // Reading counts, and what is far too large takes a while to read, with the preprocessor most of it.
    let timeout = match ends {
        Refused | Safe => "60s",
        Somehow => "5s",
    };
    let mut child = command(&["check", &path, "--timeout", timeout, "--memory", "2GB"])
        .envs(environment.iter().copied())
        .stdout(create(&out))
        .stderr(create(&err))
        .spawn()
        .expect("the command runs");
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("the command can be waited for") {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{path}: no answer after {PATIENCE:?}"));
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let read = |path| std::fs::read(path).expect("output");
    Ok(finished(Output { status, stdout: read(out), stderr: read(err) }))
}

fn judge(name: &str, run: &Run, ends: Ends) -> Result<(), String> {
    let expected = match ends {
        Refused => run.verdict() == "UNKNOWN(input)",
        Safe => run.verdict() == "TRUE",
        Somehow => !matches!(run.verdict(), "(none)" | "UNKNOWN(internal)"),
    };
    let consistent = run.code == exit_code(run.verdict()) && (run.code != 2 || run.stderr.contains("error"));
    if expected && consistent && !run.stderr.contains("panicked") {
        return Ok(());
    }
    let said: String = run.stderr.chars().take(500).collect();
    Err(format!("{name}: should end {ends:?}, but exit code {} and {}\n{said}", run.code, run.verdict()))
}

/// A program that computes `value`.
fn program(value: &str) -> String {
    format!("int a, t[2]; int f(int x) {{ return x; }}\nint main(void) {{ a = {value}; return 0; }}\n")
}

#[test]
fn deep_nesting_is_refused_before_it_exhausts_the_stack() {
    let nested = |open: &str, inside: &str, close: &str, times: usize| {
        format!("{}{inside}{}", open.repeat(times), close.repeat(times))
    };
    let mut cases = Vec::new();
    // Brackets and prefixes of expressions, statements, declarations. Some levels are fine, too many are refused, and it
    // does not matter whether the brackets are ever closed.
    for (name, open, inside, close) in [
        ("parentheses", "(", "1", ")"),
        ("minus", "- ", "1", ""),
        ("not", "!", "1", ""),
        ("casts", "(int)", "1", ""),
        ("calls", "f(", "1", ")"),
        ("subscripts", "t[", "1", "]"),
        ("ternaries", "a ? 1 : ", "1", ""),
        ("inner_ternaries", "a ? ", "1", " : 1"),
        ("assignments", "a = ", "1", ""),
        ("sizeofs", "sizeof(", "int", ")"),
        ("statement_expressions", "({ ", "1", "; })"),
        ("conjunctions", "(a && ", "1", ")"),
    ] {
        cases.push(case(format!("{name}.c"), program(&nested(open, inside, close, 10_000)), Refused));
        cases.push(case(format!("few_{name}.c"), program(&nested(open, inside, close, 50)), Somehow));
        cases.push(case(format!("open_{name}.c"), program(&open.repeat(10_000)), Refused));
        cases.push(case(format!("few_open_{name}.c"), program(&open.repeat(50)), Refused));
    }
    for (name, open, inside, close) in [
        ("blocks", "{", "", "}"),
        ("ifs", "if (1) ", ";", ""),
        ("elses", "if (0) ; else ", ";", ""),
        ("loops", "while (0) ", ";", ""),
        ("switches", "switch (1) case 1: ", ";", ""),
    ] {
        let text = |times| format!("int main(void) {{ {} return 0; }}\n", nested(open, inside, close, times));
        cases.push(case(format!("{name}.c"), text(10_000), Refused));
        cases.push(case(format!("few_{name}.c"), text(50), Safe));
    }
    for (name, before, open, inside, close) in [
        ("pointers", "int ", "*", "p", ""),
        ("declarators", "int ", "(", "p", ")"),
        ("functions", "int ", "(*", "p", ")(void)"),
        ("parameters", "int f(", "int (*p)(", "int", ")"),
        ("structs", "", "struct { ", "int a;", " } x;"),
        ("initialisers", "int x = ", "{", "0", "}"),
    ] {
        let end = if name == "parameters" { ");" } else { ";" };
        let text = |times| format!("{before}{}{end}\n{MAIN}", nested(open, inside, close, times));
        cases.push(case(format!("{name}.c"), text(10_000), Refused));
        cases.push(case(format!("few_{name}.c"), text(50), Somehow));
    }
    for (times, expected) in [(390, Safe), (450, Refused), (1_900, Refused)] {
        let records = nested("struct { ", "int a;", " } x;", times);
        cases.push(case("records.c", format!("int main(void) {{ {records} return 0; }}\n"), expected));
        cases.push(case(
            "rows.c",
            format!("int p{};\nint main(void) {{ return p != 0; }}\n", "[1]".repeat(times)),
            Somehow,
        ));
    }
    cases.push(case("arrays.c", format!("int p{};\n{MAIN}", "[1]".repeat(10_000)), Somehow));
    cases.push(case("attribute.c", format!("int x __attribute__(({};\n{MAIN}", "(".repeat(10_000)), Refused));
    run_all(&cases);
}

#[test]
fn long_chains_do_not_exhaust_the_stack() {
    let mut cases = Vec::new();
    for link in ["+a", "*a", "&&a", "||a", "=a", "[0]", "(0)", ".b", "->b", "++", " ? a : a", "<<1"] {
        for times in [20_000, 1_000_000] {
            cases.push(case("chain.c", program(&format!("a{}", link.repeat(times))), Refused));
        }
    }
    // A comma is no end of an expression.
    for (before, behind) in [("return ", ""), ("a = ", ""), ("return (", ")"), ("if (", ") return 1"), ("a = t[", "]")]
    {
        for (times, expected) in [(9_000, Safe), (120_000, Refused)] {
            let value = format!("{before}{}0{behind}; return 0", "a,".repeat(times));
            cases.push(case("commas.c", format!("int a, t[2]; int main(void) {{ {value}; }}\n"), expected));
        }
    }
    let elements = format!("int main(void) {{ int t[] = {{ {} }}; return t[0]; }}\n", "0,".repeat(20_000));
    cases.push(case("elements.c", elements, Safe));
    cases.push(case("few.c", program(&format!("a{}", "+a".repeat(1000))), Safe));
    cases.push(case("strings.c", format!("char *s = {};\n{MAIN}", "\"a\" ".repeat(20_000)), Safe));
    let doubled: String = (0..20).map(|it| format!("#define A{} A{it} + A{it}\n", it + 1)).collect();
    cases.push(case("macros.c", format!("#define A0 1\n{doubled}int main(void) {{ return A20; }}\n"), Refused));
    run_all(&cases);
}

#[test]
fn what_the_parser_would_try_in_exponentially_many_ways_is_refused() {
    let mut cases = Vec::new();
    for open in ["--", "++", "- -", "--*", "*--", "--sizeof ", "T (", "(T)(", "T f(T (", "(", "{", "(T (*)("] {
        for end in ["", ")", "@", ";}"] {
            let text = format!("typedef int T; int main(void) {{ {}{end}", open.repeat(60));
            cases.push(case("tried.i", text, Refused));
        }
    }
    run_all(&cases);
}

#[test]
fn enormous_programs_are_answered() {
    let lines = |line: &dyn Fn(usize) -> String| (0..100_000).map(line).collect::<String>();
    run_all(&[
        case("declarations.c", lines(&|it| format!("int v{it} = {it};\n")) + MAIN, Safe),
        case("types.c", lines(&|it| format!("typedef int t{it};\n")) + MAIN, Safe),
        case("functions.c", lines(&|it| format!("int f{it}(int x) {{ return x + {it}; }}\n")) + MAIN, Safe),
        case("statements.c", format!("int x; int main(void) {{\n{}}}\n", lines(&|it| format!("x = {it};\n"))), Somehow),
        case("constants.c", format!("enum e {{\n{}}};\n{MAIN}", lines(&|it| format!("E{it},\n"))), Safe),
        case("elements.c", format!("int t[] = {{\n{}}};\n{MAIN}", lines(&|it| format!("{it},\n"))), Safe),
        case("comments.c", lines(&|_| "// nothing\n".to_owned()) + MAIN, Safe),
        case("empty_lines.c", "\n".repeat(1_000_000) + MAIN, Safe),
    ]);
}

#[test]
fn enormous_functions_are_answered() {
    let lines = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let main = |count: usize, line: &dyn Fn(usize) -> String| {
        format!("int x; int main(void) {{\n{}return 0; }}\n", lines(count, line))
    };
    let chain = |it: usize| format!("int f{}(int x) {{ return f{it}(x); }}\n", it + 1);
    run_all(&[
        // One value after the other: the state of a thread must not have room for all of them.
        case("reads.c", main(100_000, &|_| "x = x + 1;\n".to_owned()), Somehow),
        case("commas.c", main(1, &|_| format!("({}x);\n", "x,".repeat(9_000))), Safe),
        case("locals.c", main(50_000, &|it| format!("int v{it} = {it};\n")), Safe),
        case("blocks.c", main(50_000, &|_| "{ int a = x; x = a; }\n".to_owned()), Somehow),
        case("labels.c", main(50_000, &|it| format!("l{it}: x = 1;\n")), Somehow),
        case(
            "switch.c",
            main(1, &|_| format!("switch (x) {{\n{}}}\n", lines(50_000, &|it| format!("case {it}: ;\n")))),
            Safe,
        ),
        case(
            "inputs.c",
            format!(
                "int __VERIFIER_nondet_int(void); {}",
                main(20_000, &|_| "x = __VERIFIER_nondet_int();\n".to_owned())
            ),
            Somehow,
        ),
        case("members.c", format!("struct s {{\n{}}} s;\n{MAIN}", lines(100_000, &|it| format!("int f{it};\n"))), Safe),
        case(
            "chain.c",
            format!("int f0(int x) {{ return x; }}\n{}int main(void) {{ return f20000(0); }}\n", lines(20_000, &chain)),
            Somehow,
        ),
    ]);
}

#[test]
fn of_enormously_many_errors_some_are_shown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [
        ("lines.c", (0..100_000).map(|it| format!("u{it} = 1;\n")).collect::<String>()),
        ("line.c", (0..100_000).map(|it| format!("u{it} = 1; ")).collect::<String>()),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, format!("int main(void) {{\n{text}return 0; }}\n")).expect("a file");
        let run = check(&file, folder.path(), &[], Refused).unwrap_or_else(|it| panic!("{it}"));
        judge(name, &run, Refused).unwrap_or_else(|it| panic!("{it}"));
        assert!(
            run.stderr.contains("`u99` is not declared") && !run.stderr.contains("`u100` is not declared"),
            "{name}"
        );
        let end = "100000 errors, of which the first 100 are shown\nmore about it: raddle explain C0301\n";
        assert!(run.stderr.ends_with(end), "{name}");
        assert!(run.stderr.len() < 100_000, "{name}: {} bytes", run.stderr.len());
    }
    run_all(&[
        case("directives.c", "#error no\n".repeat(100_000) + MAIN, Refused),
        case("warnings.c", "#warning careful\n".repeat(100_000) + MAIN, Safe),
    ]);
}

#[test]
fn types_that_double_with_every_line_are_refused_or_fine() {
    let tower = |levels: usize, first: &str, next: &dyn Fn(usize) -> String| {
        first.to_owned() + &(0..levels).map(next).collect::<String>()
    };
    let records = |kind: &str, levels: usize| {
        tower(levels, &format!("{kind} s0 {{ int a; }};\n"), &|it| {
            format!("{kind} s{} {{ {kind} s{it} a, b; }};\n", it + 1)
        })
    };
    let functions = |name: &str, levels: usize| {
        tower(levels, &format!("typedef int {name}0;\n"), &|it| {
            format!("typedef {name}{it} (*{name}{})({name}{it}, {name}{it});\n", it + 1)
        })
    };
    let assign = |levels: usize| format!("t{levels} x; u{levels} y; int main(void) {{ x = y; return 0; }}\n");
    run_all(&[
        case("structs.c", records("struct", 40) + "struct s40 x;\n" + MAIN, Refused),
        case("unused.c", records("struct", 40) + MAIN, Safe),
        case("sizes.c", records("struct", 40) + "int main(void) { return sizeof(struct s40) == 0; }\n", Refused),
        case(
            "copies.c",
            records("struct", 20) + "struct s20 x; int main(void) { struct s20 y = x; return 0; }\n",
            Refused,
        ),
        case("few.c", records("struct", 4) + "struct s4 x; int main(void) { struct s4 y = x; return 0; }\n", Safe),
        case("unions.c", records("union", 40) + "union s40 x;\n" + MAIN, Refused),
        case("functions.c", functions("t", 60) + &functions("u", 60) + &assign(60), Refused),
        case("few_functions.c", functions("t", 5) + &functions("u", 5) + &assign(5), Safe),
        case(
            "pointers.c",
            tower(100_000, "typedef int t0;\n", &|it| format!("typedef t{it} *t{};\n", it + 1)) + MAIN,
            Refused,
        ),
    ]);
}

#[test]
fn long_lines_and_names_are_like_others() {
    let million = "a".repeat(1_000_000);
    run_all(&[
        case("name.c", format!("int {million}; int main(void) {{ return {million}; }}\n"), Safe),
        case("unknown_name.c", format!("int main(void) {{ return {million}; }}\n"), Refused),
        case("string.c", format!("char *s = \"{million}\"; {MAIN}"), Safe),
        case("comment.c", format!("/* {million} */ {MAIN}"), Safe),
        case("line.c", format!("int x; {} {MAIN}", "int f(void); ".repeat(80_000)), Safe),
        case("line.i", format!("int x; {} {MAIN}", "int f(void); ".repeat(80_000)), Safe),
        case("macro.c", format!("#define X int\nX x; {} {MAIN}", "X f(void); ".repeat(80_000)), Safe),
        case("undeclared.c", format!("int main(void) {{ {} return 0; }}\n", "y = 1; ".repeat(100_000)), Refused),
        case("arguments.c", format!("int f(); int main(void) {{ f({}0); }}\n", "1, ".repeat(20_000)), Refused),
    ]);
}

#[test]
fn numbers_and_literals_without_measure_are_refused() {
    let digits = "9".repeat(100_000);
    let mut cases: Vec<Case> = [
        digits.clone(),
        format!("0x{digits}"),
        format!("0{}", "7".repeat(100_000)),
        format!("0b{}", "1".repeat(100_000)),
        format!("1{}", "u".repeat(100)),
        "''".to_owned(),
        "0x".to_owned(),
        "08".to_owned(),
        "1.2.3".to_owned(),
    ]
    .into_iter()
    .map(|it| case("number.c", program(&it), Refused))
    .collect();
    cases.push(case("float.c", program(&format!("1e{digits}")), Somehow));
    cases.push(case("character.c", program(&format!("'{}'", "a".repeat(100_000))), Somehow));
    cases.push(case("escape.c", program(&format!("'\\x{}'", "f".repeat(100_000))), Somehow));
    run_all(&cases);
}

#[test]
fn files_without_a_program_are_refused() {
    let mut random = 7u64;
    let mut noise = |length: usize| -> Vec<u8> {
        let next = |_| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 56) as u8
        };
        (0..length).map(next).collect()
    };
    let mut cases = Vec::new();
    for kind in ["c", "i", "ir"] {
        cases.push(case(format!("empty.{kind}"), "", Refused));
        cases.push(case(format!("blank.{kind}"), " \n\t\n", Refused));
        cases.push(case(format!("comment.{kind}"), "// only this", Refused));
        cases.push(case(format!("zeros.{kind}"), vec![0; 10_000], Refused));
        cases.push(case(format!("ones.{kind}"), vec![0xff; 1_000_000], Refused));
        for length in [1, 10, 1000, 300_000] {
            cases.push(case(format!("noise.{kind}"), noise(length), Refused));
        }
    }
    run_all(&cases);
}

#[test]
fn encodings_and_line_ends_of_all_kinds_are_read() {
    let odd = |before: &[u8], after: &str| [before, after.as_bytes()].concat();
    let utf16: Vec<u8> = MAIN.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut cases = vec![
        case("utf16.c", [b"\xff\xfe".to_vec(), utf16].concat(), Refused),
        case("carriage_returns.c", format!("int x;\r{}", MAIN.replace(' ', "\r")), Somehow),
        case("digraphs.c", "int main(void) <% int a<:2:> = <% 0 %>; return a<:0:>; %>\n", Somehow),
        case("trigraphs.c", "int main(void) ??< return 0; ??>\n", Somehow),
        case("names.c", "int größe; int main(void) { größe = 1; return größe - 1; }\n", Safe),
    ];
    for kind in ["c", "i"] {
        cases.extend([
            case(format!("comment.{kind}"), odd(b"/* \xe9 */ // \xff\xc3\n", MAIN), Safe),
            case(format!("text.{kind}"), odd(b"char *s = \"\xe9\";\n", MAIN), Refused),
            case(format!("name.{kind}"), odd(b"int \xe9;\n", MAIN), Refused),
            case(format!("mark.{kind}"), odd(b"\xef\xbb\xbf", MAIN), Safe),
            case(format!("windows.{kind}"), format!("// x\r\n{}", MAIN.replace(' ', "\r\n")), Safe),
            case(format!("no_end.{kind}"), MAIN.trim_end(), Safe),
            case(format!("continued.{kind}"), format!("{MAIN}\\"), Somehow),
            case(format!("zero.{kind}"), "int x\0; int main(void) { return 0; }\n", Somehow),
            case(format!("open_comment.{kind}"), format!("{MAIN}/* and so on"), Refused),
            case(format!("open_string.{kind}"), format!("char *s = \"abc\n; {MAIN}"), Refused),
            case(format!("open_character.{kind}"), format!("int c = 'a\n; {MAIN}"), Refused),
            case(format!("cut_string.{kind}"), format!("{MAIN}char *s = \"abc\\"), Refused),
        ]);
    }
    run_all(&cases);
}

#[test]
fn directives_cannot_do_harm() {
    let wrong = "int main(void)\n{ return y; }\n";
    run_all(&[
        case("self.c", format!("#include \"self.c\"\n{MAIN}"), Refused),
        case("missing.c", format!("#include <no/such/file.h>\n{MAIN}"), Refused),
        case("folder.c", format!("#include \"/\"\n{MAIN}"), Refused),
        case("error.c", format!("#error no\n{MAIN}"), Refused),
        case("warning.c", format!("#warning careful\n{MAIN}"), Safe),
        case("open_if.c", format!("#if 1\n{MAIN}"), Refused),
        case("endif.c", format!("#endif\n{MAIN}"), Refused),
        case("open_macro.c", "#define F(x) x\nint main(void) { return F(1; }\n", Refused),
        case("far.c", format!("#line 2147483647 \"x\"\n{wrong}"), Refused),
        case("farther.c", format!("#line 99999999999999\n{wrong}"), Refused),
        case("far.i", format!("#line 4294967295 \"x\"\n{wrong}"), Refused),
        case("farther.i", format!("# 99999999999999999999 \"x\"\n{wrong}"), Refused),
        case("zero.i", format!("# 0 \"\"\n{wrong}"), Refused),
        case("garbage.i", format!("# 1 \"a\\\n# 5 \"\\999\" 1 2 x\n#\n# x\n# 1\n#line\n# \"x\" 1\n{wrong}#"), Refused),
        case("fine_garbage.i", format!("# 1 \"a\\\n# 5 \"\\999\" 1 2 x\n#\n# x\n# 1\n{MAIN}#"), Safe),
        case("folder.i", format!("# 1 \"/\"\n{wrong}"), Refused),
        case("endless.i", format!("# 1 \"/dev/zero\"\n{wrong}"), Refused),
        case("random.i", format!("# 1 \"/dev/urandom\"\n{wrong}"), Refused),
    ]);
}

#[test]
fn programs_that_are_cut_off_anywhere_are_answered() {
    let mut cases = Vec::new();
    for program in ["bench/programs/dekker.c", "corpus/language/structs.c"] {
        let text = std::fs::read(root().join(program)).expect("the program is there");
        let text: Vec<u8> = text.into_iter().filter(u8::is_ascii).collect();
        for end in (0..text.len()).step_by(37) {
            cases.push(case("cut.c", &text[..end], Somehow));
            cases.push(case("cut.i", &text[..end], Somehow));
        }
    }
    let printed = raddle(&["ir", "examples/account.c"]).stdout.into_bytes();
    let last = printed.iter().rposition(|it| *it == b'}').expect("a function ends");
    for end in (0..last).step_by(31) {
        cases.push(case("cut.ir", &printed[..end], Refused));
    }
    run_all(&cases);
}

#[test]
fn the_text_form_cannot_do_harm_either() {
    let with = |line: &str| format!("program lp64\n{line}\nfunction @main() entry {{\n  l0: return\n}}\n");
    let deep = format!("{}1{}", "(neg ".repeat(100_000), ")".repeat(100_000));
    run_all(&[
        case("fine.ir", with(""), Safe),
        case("shapes.ir", with(&format!("global @x : {}i32{}", "[1 x ".repeat(100_000), "]".repeat(100_000))), Refused),
        case("size.ir", with("global @x : [4000000000 x i64]"), Refused),
        case("number.ir", with("global @x : [99999999999999999999 x i64]"), Refused),
        case("text.ir", with("approximation \"no end"), Refused),
        case("value.ir", with("global @x : i32 = 99999999999999999999"), Refused),
        case("file.ir", with("file 4294967295 \"x\""), Refused),
        case(
            "expression.ir",
            format!("program lp64\nfunction @main() entry {{\nreg %x : i32\nl0: %x = {deep}\n}}\n"),
            Refused,
        ),
        case("location.ir", "program lp64\nfunction @main() entry {\n  l4294967295: return\n}\n", Refused),
        case("brackets.ir", "{".repeat(100_000), Refused),
    ]);
}

#[test]
fn what_is_read_beside_programs_cannot_do_harm_either() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let laughs = |depth: usize| {
        let line = |it: usize| format!("a{}: &a{} [{}]\n", it + 1, it + 1, format!("*a{it},").repeat(9));
        "a0: &a0 [x]\n".to_owned() + &(0..depth).map(line).collect::<String>()
    };
    let witnesses = [
        "[".repeat(100_000),
        "- ".repeat(50_000) + "a\n",
        "? ".repeat(50_000) + "a\n",
        "{a: ".repeat(50_000),
        (0..2000).map(|it| format!("{}a:\n", " ".repeat(it))).collect(),
        laughs(12),
        "\u{feff}\u{0}".to_owned(),
    ];
    let run = |name: &str, text: &str, arguments: &[&str]| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("a file");
        let path = file.display().to_string();
        let run = raddle(&[arguments, &[&path]].concat());
        assert_eq!(run.code, 2, "{name}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("error") && !run.stderr.contains("panicked"), "{name}: {}", run.stderr);
    };
    for text in &witnesses {
        run("witness.yml", text, &["check", "examples/account.c", "--timeout", "5s", "--witness-in"]);
    }
    run("trace.json", &"[".repeat(200_000), &["replay"]);
    run("trace.json", &"{\"violations\":".repeat(200_000), &["replay"]);
    run("suite.toml", &format!("a = {}", "[".repeat(200_000)), &["bench", "--no-csv"]);
    run("suite.toml", &format!("{} = 1\n", vec!["a"; 100_000].join(".")), &["bench", "--no-csv"]);
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ends = |name: &str, ends: Ends| {
        let run = check(&folder.path().join(name), folder.path(), &[], Refused).unwrap_or_else(|it| panic!("{it}"));
        judge(name, &run, ends).unwrap_or_else(|it| panic!("{it}"));
    };
    for kind in ["c", "i", "ir"] {
        ends(&format!("missing.{kind}"), Refused);
        let name = format!("folder.{kind}");
        std::fs::create_dir(folder.path().join(&name)).expect("a folder");
        ends(&name, Refused);
    }
    ends("no_extension", Refused);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        for kind in ["c", "i", "ir"] {
            for device in ["zero", "null"] {
                let name = format!("{device}.{kind}");
                symlink(format!("/dev/{device}"), folder.path().join(&name)).expect("a link");
                ends(&name, Refused);
            }
        }
        // Opening a pipe that nobody writes to would wait for ever.
        for kind in ["c", "i", "ir"] {
            let name = format!("pipe.{kind}");
            let made = std::process::Command::new("mkfifo").arg(folder.path().join(&name)).status();
            assert!(made.is_ok_and(|it| it.success()), "a pipe");
            ends(&name, Refused);
        }
        symlink("loop.c", folder.path().join("loop.c")).expect("a link");
        ends("loop.c", Refused);
        // Whoever runs the tests may be allowed to read everything.
        let secret = folder.path().join("secret.c");
        std::fs::write(&secret, MAIN).expect("a file");
        std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o000)).expect("permissions");
        ends("secret.c", Somehow);
    }
}

#[test]
fn a_compiler_that_is_none_is_said_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("main.c");
    std::fs::write(&file, MAIN).expect("a file");
    for (compiler, ends) in [
        ("no-such-compiler", Refused),
        ("/", Refused),
        ("false", Refused),
        ("true", Refused),
        ("echo", Refused),
        ("printf \\377\\000\\001%s", Refused),
        ("sh -c exit\\ 3", Refused),
        ("sh -c kill\\ -9\\ $$", Refused),
        ("  ", Safe),
    ] {
        let run =
            check(&file, folder.path(), &[("CC", compiler)], Refused).unwrap_or_else(|it| panic!("{compiler}: {it}"));
        judge(compiler, &run, ends).unwrap_or_else(|it| panic!("{it}"));
    }
}
