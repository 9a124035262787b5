//! The C front end: from a `.c` or `.i` file to an [`ir::Program`].
//!
//! ```text
//! text ── preprocess ──▶ prepass ──▶ parse (lang-c) ──▶ sema ──▶ tree ──▶ evaluation ──▶ lower ──▶ ir::Program
//! ```
//!
//! Start at [`load`]. `tree` is the seam: what is above it knows the parser, what is below it knows `ir`.

mod allowed;
mod characters;
pub mod codes;
pub mod constant;
mod evaluation;
mod headers;
pub mod layout;
mod lines;
pub mod lower;
mod models;
pub mod native;
mod parse;
mod prepass;
mod preprocess;
mod prune;
mod reading;
mod sema;
pub mod survey;
pub mod tree;

pub use allowed::Allowed;
use ir::DataModel;
pub use parse::STACK;
use source::{Diagnostics, Sources, Span};
use std::path::Path;
use tree::Unit;

/// How a file is to be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Widths of the types.
    pub model: DataModel,
    /// For the preprocessor: `-DN=3`, `-Iinclude`.
    pub flags: Vec<String>,
    /// Whether a weak compare-exchange never fails although the values are equal, and no wait for a condition variable ends
    /// without a signal.
    pub no_spurious: bool,
    /// What is done with functions and variables that are defined nowhere.
    pub externals: Externals,
    /// Whether only a call of `reach_error` is a violation, as in the software verification competition: a failed assertion
    /// ends the process, and `__VERIFIER_assert` is what the program says it is.
    pub only_reach_error: bool,
    /// Functions of the library that may fail, some of [`that_may_fail`].
    pub may_fail: Vec<String>,
    /// What is let pass in the whole program.
    pub allow: Vec<ir::Tolerance>,
}

/// The functions of the library that can be made to fail.
pub fn that_may_fail() -> Vec<&'static str> {
    models::that_may_fail().collect()
}

/// How the approximation ends that functions of the library do not fail. Where something is violated it makes no difference.
pub const SUCCESS: &str = "(--may-fail)";

/// What is done with functions that are called, and variables that are used, and that no file defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externals {
    /// They are errors.
    #[default]
    Refuse,
    /// Functions return any value, variables start with any value.
    Havoc,
    /// Functions return 0, variables start as 0.
    Stub,
}

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input<'a> {
    /// A file: `.i` as it is, anything else through the preprocessor.
    File(&'a Path),
    /// Text that is already preprocessed, and a name for it.
    Text(&'a str, &'a str),
    /// The same, when it need not be UTF-8.
    Bytes(&'a str, &'a [u8]),
}

/// A program that was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The files that the diagnostics point into.
    pub sources: Sources,
    /// At least one error.
    pub diagnostics: Diagnostics,
}

/// A program that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The program.
    pub program: ir::Program,
    /// Remarks; no errors.
    pub warnings: Diagnostics,
    /// What is let pass, by options and by comments.
    pub allowed: Allowed,
}

/// Reads a program.
pub fn load(path: &Path, options: &Options) -> Result<Loaded, Failure> {
    load_input(Input::File(path), options)
}

/// Reads a program that consists of several files.
pub fn load_files(paths: &[impl AsRef<Path>], options: &Options) -> Result<Loaded, Failure> {
    let inputs: Vec<Input<'_>> = paths.iter().map(|it| Input::File(it.as_ref())).collect();
    load_inputs(&inputs, options)
}

/// Reads a program from a file or from preprocessed text.
pub fn load_input(input: Input<'_>, options: &Options) -> Result<Loaded, Failure> {
    load_inputs(&[input], options)
}

/// The same, from several that are one program.
pub fn load_inputs(inputs: &[Input<'_>], options: &Options) -> Result<Loaded, Failure> {
    with_trees(inputs, options, lowered).map(loaded)
}

/// Reads a program up to the typed tree and works on that: on the thread that has the large stack, as the tree may be
/// deep and cannot leave it. Fails if there is any error, also if `work` reports one or gives nothing.
pub fn with_tree<T: Send>(
    input: Input<'_>,
    options: &Options,
    work: impl FnOnce(&Unit, &mut Diagnostics) -> Option<T> + Send,
) -> Result<(T, Diagnostics), Failure> {
    with_trees(&[input], options, work)
}

/// [`with_tree`] for a program that consists of several files.
pub fn with_tree_of_files<T: Send>(
    paths: &[impl AsRef<Path>],
    options: &Options,
    work: impl FnOnce(&Unit, &mut Diagnostics) -> Option<T> + Send,
) -> Result<(T, Diagnostics), Failure> {
    let inputs: Vec<Input<'_>> = paths.iter().map(|it| Input::File(it.as_ref())).collect();
    with_trees(&inputs, options, work)
}

fn with_trees<T: Send>(
    inputs: &[Input<'_>],
    options: &Options,
    work: impl FnOnce(&Unit, &mut Diagnostics) -> Option<T> + Send,
) -> Result<(T, Diagnostics), Failure> {
    parse::on_large_stack(|| with_tree_here(inputs, options, work)).unwrap_or_else(|error| {
        let mut diagnostics = Diagnostics::new();
        diagnostics.error(codes::UNREADABLE, Span::NONE, format!("cannot start a thread: {error}"));
        Err(Failure { sources: Sources::new(), diagnostics })
    })
}

/// [`load_input`] on the thread of the caller, which has a stack of at least [`STACK`] bytes. For those who load so many
/// programs that a thread for each is too slow.
pub fn load_here(input: Input<'_>, options: &Options) -> Result<Loaded, Failure> {
    with_tree_here(&[input], options, lowered).map(loaded)
}

fn lowered(unit: &Unit, diagnostics: &mut Diagnostics) -> Option<(ir::Program, Allowed)> {
    Some((lower::lower(unit, diagnostics)?, unit.allowed.clone()))
}

fn loaded(((mut program, allowed), mut warnings): ((ir::Program, Allowed), Diagnostics)) -> Loaded {
    prune::program(&mut program, &mut warnings);
    Loaded { program, warnings, allowed }
}

fn failure(mut sources: Sources, mut diagnostics: Diagnostics) -> Failure {
    prune::diagnostics(&mut sources, &mut diagnostics);
    Failure { sources, diagnostics }
}

fn with_tree_here<T>(
    inputs: &[Input<'_>],
    options: &Options,
    work: impl FnOnce(&Unit, &mut Diagnostics) -> Option<T>,
) -> Result<(T, Diagnostics), Failure> {
    let mut diagnostics = Diagnostics::new();
    let unit = match tree(inputs, options, &mut diagnostics) {
        Ok(unit) => unit,
        Err(sources) => return Err(failure(sources, diagnostics)),
    };
    let done = if diagnostics.has_errors() { None } else { work(&unit, &mut diagnostics) };
    match done {
        Some(done) if !diagnostics.has_errors() => Ok((done, diagnostics)),
        _ => Err(failure(unit.sources, diagnostics)),
    }
}

/// The typed tree; only the sources if the text is no C.
fn tree(inputs: &[Input<'_>], options: &Options, diagnostics: &mut Diagnostics) -> Result<Unit, Sources> {
    let parsed = reading::read(inputs, options, diagnostics)?.parse(&options.may_fail, diagnostics)?;
    let mut allowed = Allowed::everywhere(&options.allow);
    allowed.read(parsed.lines.sources(), diagnostics);
    let mut unit = sema::analyse(parsed, allowed, options, diagnostics);
    if !diagnostics.has_errors() {
        evaluation::resolve(&mut unit);
    }
    Ok(unit)
}
