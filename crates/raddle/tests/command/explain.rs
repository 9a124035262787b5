//! Everything that Raddle names is explained, nothing else is, and the programs on the pages do what the pages say.

use crate::common::{Run, in_parallel, raddle, root};
use event::{Fault, Limit, Property, Reason, Verdict};
use ir::{Misuse, Tolerance};
use raddle::explain::{Example, Page, pages};
use std::collections::BTreeSet;

/// The pages whose group begins like this.
fn group(title: &str) -> Vec<Page> {
    pages().into_iter().filter(|it| it.group.starts_with(title)).collect()
}

/// What the pages of a group are called.
fn names(title: &str) -> BTreeSet<String> {
    group(title).iter().map(|it| it.names[0].to_owned()).collect()
}

/// The codes that stand in the source of a crate, such as `"A0101"`.
fn codes(letter: char, folder: &str) -> BTreeSet<String> {
    let (mut codes, mut open) = (BTreeSet::new(), vec![root().join(folder)]);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).expect("a folder").map(|it| it.expect("an entry").path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let words = text.split('"').filter(|it| it.len() == 5 && it.starts_with(letter));
        codes.extend(words.filter(|it| it[1..].bytes().all(|it| it.is_ascii_digit())).map(str::to_owned));
    }
    codes
}

#[test]
fn every_diagnostic_has_a_page_and_every_page_a_diagnostic() {
    let of_c = c::codes::ALL.iter().map(|it| it.0.0.to_owned()).collect();
    assert_eq!(names("Diagnostics of C:"), of_c);
    assert_eq!(names("Diagnostics of ABS:"), codes('A', "crates/abs/src"));
    assert_eq!(names("Diagnostics of benchmark"), codes('B', "crates/raddle/src/bench"));
    assert!(codes('A', "crates/abs/src").len() > 50, "codes are found in the source");
}

#[test]
fn pages_say_the_same_as_the_table_of_codes() {
    for page in group("Diagnostics of C:") {
        let sentence = c::codes::ALL.iter().find(|it| it.0.0 == page.names[0]).map(|it| it.1);
        assert_eq!(sentence, Some(page.sentence.as_str()), "{}", page.names[0]);
    }
}

#[test]
fn every_property_and_every_mistake_has_a_page() {
    assert_eq!(names("Properties"), Property::ALL.iter().map(|it| it.name().to_owned()).collect());
    assert_eq!(names("Mistakes"), Fault::ALL.iter().map(|it| it.word().to_owned()).collect());
    for fault in Fault::ALL {
        let page = group("Mistakes").into_iter().find(|it| it.names[0] == fault.word()).expect("a page");
        let property = format!("Violates `{}`", fault.property());
        assert!(page.sentence.contains(&property), "{}: {}", fault.word(), page.sentence);
    }
}

/// A reason of each kind.
fn reasons() -> Vec<Reason> {
    let text = String::new();
    let limits = [Limit::Time, Limit::Memory, Limit::Length, Limit::Interrupt].into_iter().map(Reason::Limit);
    let others = [
        Reason::Nondeterminism(Vec::new()),
        Reason::NotSupported(text.clone()),
        Reason::Abstraction(text.clone()),
        Reason::Alone(text.clone()),
        Reason::Witness(text.clone()),
        Reason::Bound(Vec::new()),
        Reason::Comparison(text.clone()),
        Reason::Internal(text),
    ];
    limits.chain(others).collect()
}

#[test]
fn every_word_of_a_verdict_has_a_page() {
    let mut words: BTreeSet<String> =
        ["TRUE", "TRUE(bounded)", "TRUE(partial)", "FALSE", "UNKNOWN", "UNKNOWN(input)"].map(str::to_owned).into();
    for because in reasons() {
        let line = report::verdict_line(&Verdict::Unknown { because });
        words.insert(line.trim_start_matches("VERDICT: ").to_owned());
    }
    let explained: BTreeSet<String> =
        group("Verdicts").iter().map(|it| it.names.last().expect("a name").to_string()).collect();
    // `bounded` and `partial` alone are further names, the others end with the verdict as it is printed.
    let is_further = |it: &str| it == "bounded" || it == "partial";
    let explained = explained.into_iter().map(|it| if is_further(&it) { format!("TRUE({it})") } else { it });
    assert_eq!(explained.collect::<BTreeSet<_>>(), words);
}

#[test]
fn names_are_unique_and_pages_are_complete() {
    let mut known = BTreeSet::new();
    for page in pages() {
        for name in &page.names {
            assert!(known.insert(name.to_ascii_lowercase()), "{name} is explained twice");
        }
        assert!(page.sentence.ends_with(['.', '`']), "{}: {}", page.names[0], page.sentence);
        assert!(page.body.matches("```").count() % 2 == 0, "{}: a block is not closed", page.names[0]);
        let long = page.body.lines().find(|it| it.chars().count() > 100);
        assert_eq!(long, None, "{}: a line that is too long for a terminal", page.names[0]);
        let code = page.group.starts_with("Diagnostics");
        let shown = page.examples().iter().any(|it| is_program(it) && !it.fixed);
        let refused = page.body.contains("No example: ");
        assert!(!code || shown != refused, "{}: a program, or why there is none", page.names[0]);
    }
}

fn is_program(example: &Example) -> bool {
    match example.language {
        "c" | "abs" => true,
        "sh" | "toml" => false,
        other => panic!("a block in {other}"),
    }
}

/// What the command says about a program on a page.
fn run(example: &Example) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("example").with_extension(example.language);
    std::fs::write(&path, example.text).expect("a file");
    let mut arguments = vec!["check".to_owned(), path.display().to_string()];
    arguments.extend(example.options.iter().map(|it| (*it).to_owned()));
    raddle(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// All programs of the pages of a group, with what is wrong with them.
fn complaints(title: &str, check: impl Fn(&Page, &Example, &Run) -> bool + Sync) -> Vec<String> {
    let all: Vec<(Page, Example)> = group(title)
        .into_iter()
        .flat_map(|page| page.examples().into_iter().map(move |it| (page.clone(), it)))
        .filter(|it| is_program(&it.1))
        .collect();
    assert!(!all.is_empty(), "{title} has programs");
    in_parallel(&all, |(page, example)| {
        let run = run(example);
        let (name, text) = (page.names[0], example.text);
        if check(page, example, &run) { Ok(()) } else { Err(format!("{name}\n{text}\n{}{}", run.stdout, run.stderr)) }
    })
}

#[test]
fn programs_cause_the_diagnostics_that_they_show() {
    let wrong = complaints("Diagnostics", |page, example, run| {
        let shown = ["error", "warning"].iter().any(|it| run.stderr.contains(&format!("{it}[{}]", page.names[0])));
        let refused = run.verdict() == "UNKNOWN(input)";
        shown != example.fixed && !(example.fixed && refused)
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_violate_the_properties_that_they_show() {
    let wrong = complaints("Properties", |page, _, run| {
        let violated = run.verdict().trim_start_matches("FALSE(").trim_end_matches(')');
        run.code == 10 && violated.split(',').any(|it| it == page.names[0])
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_make_the_mistakes_that_they_show() {
    let wrong = complaints("Mistakes", |page, example, run| {
        if example.fixed {
            return run.code == 0 && run.stdout.contains(&format!("`{}` is let pass", page.names[0]));
        }
        let fault = Fault::ALL.into_iter().find(|it| it.word() == page.names[0]).expect("a fault");
        let property = run.verdict().trim_start_matches("FALSE(").trim_end_matches(')');
        run.code == 10 && property == fault.property().name() && run.stdout.contains(fault.name())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_kind_of_misuse_has_a_page_and_its_code_is_shown() {
    assert_eq!(names("Misuse"), Misuse::ALL.iter().map(|it| it.code().to_owned()).collect());
    let wrong = complaints("Misuse", |page, example, run| match example.fixed {
        true => run.code == 0 && run.stdout.contains(&format!("`{}` is let pass", page.names[0])),
        false => run.code == 10 && run.stdout.contains(&format!("memory[{}]: ", page.names[0])),
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pages_of_what_can_be_let_pass_say_so() {
    for it in Tolerance::ALL {
        let page = pages().into_iter().find(|page| page.names[0] == it.code()).expect("a page");
        assert!(page.body.contains(&format!("--allow {}", it.code())), "{}", it.code());
    }
}

#[test]
fn programs_have_the_verdicts_that_they_show() {
    let wrong = complaints("Verdicts", |page, _, run| {
        let verdict = run.verdict();
        let verdict = if verdict.starts_with("FALSE") { "FALSE" } else { verdict };
        page.names.contains(&verdict)
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_command_explains_and_refuses() {
    let run = raddle(&["explain", "c0413"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("C0413: A library function or object is not supported yet.\n"), "{}", run.stdout);
    assert!(run.stdout.contains("\n    int main(void)") && !run.stdout.contains("```"), "{}", run.stdout);
    let list = raddle(&["explain"]);
    assert_eq!(list.code, 0);
    for page in pages() {
        let line = list.stdout.lines().find(|it| it.trim_start().starts_with(&format!("{} ", page.names[0])));
        assert!(line.is_some_and(|it| it.ends_with(&page.sentence)), "{}", page.names[0]);
    }
    let run = raddle(&["explain", "use-after-fre"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("use-after-free"), "{}", run.stderr);
}

#[test]
fn errors_say_where_to_read_more_and_warnings_do_not() {
    let errors = run(&Example {
        language: "c",
        fixed: false,
        options: Vec::new(),
        text: "int main(void) { x = 1; y = 2; __asm__(\"hlt\"); return f(); }\n",
    });
    assert!(errors.stderr.ends_with("\nmore about it: raddle explain C0301 C0403 C0412\n"), "{}", errors.stderr);
    let warnings = run(&Example {
        language: "c",
        fixed: false,
        options: Vec::new(),
        text: "int main(void) { return f(); }\nint f(void) { return 0; }\n",
    });
    assert!(!warnings.stderr.contains("raddle explain"), "{}", warnings.stderr);
}
