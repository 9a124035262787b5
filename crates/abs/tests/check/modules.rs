//! Several files, several modules, main blocks, and values that the user gives.

use crate::{findings, positions};
use abs::program::Program;
use abs::{Options, load};

fn files(texts: &[&str]) -> Vec<(String, String)> {
    texts.iter().enumerate().map(|it| (format!("{}.abs", it.0), (*it.1).to_owned())).collect()
}

/// The program, or positions and codes.
fn loaded(texts: &[&str], options: &Options) -> Result<Program, Vec<String>> {
    match load(files(texts), options) {
        Ok((program, _)) => Ok(program),
        Err((diagnostics, _)) => Err(positions(&diagnostics)),
    }
}

#[test]
fn names_come_from_other_modules() {
    let text = "
        module A; export *; data D = C(Int part) | E; def Int f() = 1; interface I { } class K implements I { }
        module B; export * from A; export g; def Int g() = 2;
        module P; export h, f; import f from A; def Int h() = f();
        module U; import * from B; import h from P; import A.E;
        def Int u(D d) = part(d) + f() + g() + h() + B.g() + P.h() + A.f() + P.f();
        def D v() = if True then A.E else U.w();
        def A.D w() = C(1);
        { I i = new K(); A.I j = new A.K(); List<D> l = ABS.StdLib.list[E]; }
    ";
    assert_eq!(findings(text, &Options::default()), Vec::<String>::new());
}

#[test]
fn own_names_come_first_and_the_library_last() {
    let text = "
        module A; export *; def Bool length(Int x) = True;
        module B; import * from A; def Bool f() = length(1); def Int head(Bool b) = 1; def Int g() = head(True);
        module C; def Int f() = length(Nil);
        module D; import length from ABS.StdLib; import * from A; def Int f() = length(Nil);
    ";
    assert_eq!(findings(text, &Options::default()), Vec::<String>::new());
}

#[test]
fn the_main_block_is_chosen() {
    let a = "module A; { Int a = 1; } module B; { Int b = 1; } module C;";
    let d = "module D; { Int d = 1; }";
    let e = "module E;";
    let local = |texts: &[&str], main: Option<&str>| {
        let options = Options { main: main.map(str::to_owned), ..Options::default() };
        loaded(texts, &options).map(|it| it.main.locals.join(" "))
    };
    assert_eq!(local(&[a, d], None), Ok("b".to_owned()));
    assert_eq!(local(&[e, d], None), Ok("d".to_owned()));
    assert_eq!(local(&[a, d], Some("A")), Ok("a".to_owned()));
    assert_eq!(local(&["{ Int x = 1; }"], None), Ok("x".to_owned()));
    assert_eq!(local(&[e, a, d], None), Err(vec!["0:0:A0402".to_owned()]));
    assert_eq!(local(&[e], None), Err(vec!["0:0:A0401".to_owned()]));
    assert_eq!(local(&[e, a], Some("E")), Err(vec!["0:0:A0401".to_owned()]));
    assert_eq!(local(&[e, a], Some("Nope")), Err(vec!["0:0:A0401".to_owned()]));
}

#[test]
fn several_main_blocks_are_listed() {
    let Err((diagnostics, _)) = load(files(&["module E;", "module A; { }", "{ }"]), &Options::default()) else {
        panic!("accepted")
    };
    let notes = diagnostics.iter().flat_map(|it| &it.notes).map(|it| it.message.as_str());
    assert_eq!(notes.collect::<Vec<_>>(), ["module A has one", "module 2.abs has one"]);
}

#[test]
fn two_files_with_one_module_name() {
    assert_eq!(loaded(&["module A; { }", "module A;"], &Options::default()).err(), Some(vec!["1:8:A0201".to_owned()]));
}

#[test]
fn values_of_functions_can_be_given() {
    let text = "module M; def Int size() = 3; def Int other(Int x) = x; { Int x = size(); }";
    let given = |name: &str, value: &str, texts: &[&str]| {
        let options = Options { definitions: vec![(name.to_owned(), value.to_owned())], ..Options::default() };
        let found = loaded(texts, &options)?;
        let size = found.functions.iter().find(|it| it.name == "size").expect("the function");
        Ok::<_, Vec<String>>(crate::show::Show(&found).value(&size.value))
    };
    assert_eq!(given("size", "7", &[text]), Ok("7".to_owned()));
    assert_eq!(given("M.size", "other(7)", &[text]), Ok("other(7)".to_owned()));
    assert_eq!(given("size", "True", &[text]), Err(vec!["1:1:A0301".to_owned()]));
    assert_eq!(given("nope", "1", &[text]), Err(vec!["1:1:A0405".to_owned()]));
    assert_eq!(given("other", "1", &[text]), Err(vec!["1:1:A0406".to_owned()]));
    assert_eq!(given("size", "1", &[text, "def Int size() = 1;"]), Err(vec!["1:1:A0405".to_owned()]));
    assert_eq!(given("length", "1", &[text]), Err(vec!["1:1:A0405".to_owned()]));
}
