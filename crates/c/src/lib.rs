//! The C front end: from a `.c` or `.i` file to an [`ir::Program`].
//!
//! ```text
//! text ── preprocess ──▶ prepass ──▶ parse (lang-c) ──▶ sema ──▶ tree ──▶ lower ──▶ ir::Program
//! ```
//!
//! Start at [`load`]. `tree` is the seam: what is above it knows the parser, what is below it knows `ir`.

pub mod codes;
pub mod constant;
mod headers;
pub mod layout;
mod lines;
pub mod lower;
mod models;
mod parse;
mod prepass;
mod preprocess;
mod prune;
mod sema;
pub mod tree;

use ir::DataModel;
use lines::Lines;
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
    /// Whether a weak compare-exchange may fail although the values are equal.
    pub spurious: bool,
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
}

/// Reads a program.
pub fn load(path: &Path, options: &Options) -> Result<Loaded, Failure> {
    load_input(Input::File(path), options)
}

/// Reads a program from a file or from preprocessed text.
pub fn load_input(input: Input<'_>, options: &Options) -> Result<Loaded, Failure> {
    with_tree(input, options, lower::lower).map(loaded)
}

/// Reads a program up to the typed tree and works on that: on the thread that has the large stack, as the tree may be
/// deep and cannot leave it. Fails if there is any error, also if `work` reports one or gives nothing.
pub fn with_tree<T: Send>(
    input: Input<'_>,
    options: &Options,
    work: impl FnOnce(&Unit, &mut Diagnostics) -> Option<T> + Send,
) -> Result<(T, Diagnostics), Failure> {
    parse::on_large_stack(|| with_tree_here(input, options, work)).unwrap_or_else(|error| {
        let mut diagnostics = Diagnostics::new();
        diagnostics.error(codes::UNREADABLE, Span::NONE, format!("cannot start a thread: {error}"));
        Err(Failure { sources: Sources::new(), diagnostics })
    })
}

/// [`load_input`] on the thread of the caller, which has a stack of at least [`STACK`] bytes. For those who load so many
/// programs that a thread for each is too slow.
pub fn load_here(input: Input<'_>, options: &Options) -> Result<Loaded, Failure> {
    with_tree_here(input, options, lower::lower).map(loaded)
}

fn loaded((mut program, mut warnings): (ir::Program, Diagnostics)) -> Loaded {
    prune::program(&mut program, &mut warnings);
    Loaded { program, warnings }
}

fn failure(mut sources: Sources, mut diagnostics: Diagnostics) -> Failure {
    prune::diagnostics(&mut sources, &mut diagnostics);
    Failure { sources, diagnostics }
}

fn with_tree_here<T>(
    input: Input<'_>,
    options: &Options,
    work: impl FnOnce(&Unit, &mut Diagnostics) -> Option<T>,
) -> Result<(T, Diagnostics), Failure> {
    let mut diagnostics = Diagnostics::new();
    let (unit, sources) = tree(input, options, &mut diagnostics);
    let Some(unit) = unit else { return Err(failure(sources, diagnostics)) };
    let done = if diagnostics.has_errors() { None } else { work(&unit, &mut diagnostics) };
    match done {
        Some(done) if !diagnostics.has_errors() => Ok((done, diagnostics)),
        _ => Err(failure(unit.sources, diagnostics)),
    }
}

/// The typed tree, and the sources unless they are in it.
fn tree(input: Input<'_>, options: &Options, diagnostics: &mut Diagnostics) -> (Option<Unit>, Sources) {
    let mut sources = Sources::new();
    let (name, bytes, headers) = match input {
        Input::Text(name, text) => (name.to_owned(), text.as_bytes().to_vec(), None),
        Input::Bytes(name, bytes) => (name.to_owned(), bytes.to_vec(), None),
        Input::File(path) => match preprocess::preprocess(path, options, &mut sources) {
            Ok(done) => (path.to_string_lossy().into_owned(), done.bytes, done.headers),
            Err(failures) => {
                for failed in failures {
                    diagnostics.error(failed.code, failed.span, failed.message);
                }
                return (None, sources);
            }
        },
    };
    let (text, bad) = prepass::decode(bytes);
    if headers.is_none() {
        sources.add(&name, Some(text.clone()));
    }
    let models = models::for_text(&text, headers.as_deref());
    if !models.is_empty() {
        // If the whole is no C, the error is looked for in what the user wrote.
        let (whole, before) = (format!("{text}{models}"), diagnostics.clone());
        let read = Read { text: whole, bad: &bad, name: &name, headers: headers.as_deref(), sources: sources.clone() };
        if let Ok(unit) = analysed(read, options, diagnostics) {
            return (Some(unit), Sources::new());
        }
        *diagnostics = before;
    }
    let read = Read { text, bad: &bad, name: &name, headers: headers.as_deref(), sources };
    match analysed(read, options, diagnostics) {
        Ok(unit) => (Some(unit), Sources::new()),
        Err(sources) => (None, sources),
    }
}

/// Preprocessed text and where it comes from.
struct Read<'a> {
    text: String,
    bad: &'a [usize],
    name: &'a str,
    headers: Option<&'a str>,
    sources: Sources,
}

/// The typed tree of a text; only the sources if it is no C.
fn analysed(read: Read<'_>, options: &Options, diagnostics: &mut Diagnostics) -> Result<Unit, Sources> {
    let mut prepared = prepass::prepare(&read.text, read.bad);
    let lines = Lines::new(read.text, read.name, read.headers, read.sources);
    match parse::parse(&mut prepared, &lines, diagnostics) {
        None => Err(lines.into_sources()),
        Some(parsed) => Ok(sema::analyse(&parsed, &prepared, lines, options, diagnostics)),
    }
}
