//! From a file to a program that is ready to be checked.

use crate::check::allocates;
use c::Allowed;
use event::{Properties, Property};
use ir::{DataModel, Program, Tolerance, passes};
use source::{Diagnostics, Sources, Span};
use std::path::Path;

/// A program, and what was said about it on the way.
#[derive(Debug)]
pub struct Loaded {
    /// Valid, with all passes applied that every engine wants.
    pub program: Program,
    /// None of them is an error.
    pub warnings: Diagnostics,
}

/// Why there is no program.
#[derive(Debug)]
pub enum LoadError {
    /// The user's program; shown on its lines.
    Diagnostics {
        /// At least one error.
        diagnostics: Diagnostics,
        /// What they point into.
        sources: Sources,
    },
    /// Anything else about the input, in one sentence.
    Input(String),
    /// A front end has written an invalid program: a bug of ours.
    Internal(String),
}

/// How a program is read.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Widths of C's types.
    pub model: DataModel,
    /// For the C preprocessor.
    pub flags: Vec<String>,
    /// Weak compare-exchanges never fail for no reason, nor do threads wake up for none.
    pub no_spurious: bool,
    /// Functions of the library that may fail: see [`c::Options::may_fail`].
    pub may_fail: Vec<String>,
    /// What is let pass in the whole program: see [`c::Options::allow`].
    pub allow: Vec<Tolerance>,
    /// What is done with functions and variables that are defined nowhere.
    pub externals: c::Externals,
    /// Only a call of `reach_error` is a violation: see [`c::Options::only_reach_error`].
    pub only_reach_error: bool,
    /// Every value of a nondeterministic choice is kept, also if fewer would do: for whoever is told which one it is.
    pub wide_choices: bool,
    /// What a value means that was never written.
    pub unset: passes::Reading,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions {
            model: DataModel::default(),
            flags: Vec::new(),
            no_spurious: false,
            may_fail: Vec::new(),
            allow: Vec::new(),
            externals: c::Externals::default(),
            only_reach_error: false,
            wide_choices: false,
            unset: passes::Reading::Mistake,
        }
    }
}

/// Loads a C file (`.c`, `.i`), or the text form of a program (`.ir`).
pub fn load(path: &Path, options: &LoadOptions) -> Result<Loaded, LoadError> {
    load_files(&[path], options)
}

/// Loads C files that are one program, or the text form of a program.
pub fn load_files(paths: &[impl AsRef<Path>], options: &LoadOptions) -> Result<Loaded, LoadError> {
    let paths: Vec<&Path> = paths.iter().map(AsRef::as_ref).collect();
    let (mut loaded, allowed) = match paths.as_slice() {
        [path] if is_text_form(&paths) => (load_text(path)?, Allowed::everywhere(&options.allow)),
        paths => {
            check_names(paths)?;
            load_c(paths, options)?
        }
    };
    prepare(&mut loaded.program, options, &allowed);
    ir::validate::validate(&loaded.program).map_err(|violations| {
        let violations: Vec<_> = violations.iter().map(ToString::to_string).collect();
        LoadError::Internal(format!("the program is not valid after passes: {}", violations.join("; ")))
    })?;
    Ok(loaded)
}

/// Whether it is one program in text form, by its name.
pub(crate) fn is_text_form(paths: &[&Path]) -> bool {
    matches!(paths, [path] if extension(path) == Some("ir"))
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|it| it.to_str())
}

/// Only C files can be parts of a program.
pub(crate) fn check_names(paths: &[&Path]) -> Result<(), LoadError> {
    for path in paths {
        let name = path.display();
        let message = match extension(path) {
            Some("c" | "i" | "h") => continue,
            Some("ir") => format!("{name}: a program in text form is a whole program, without further files"),
            Some("abs") => format!("{name}: an actor program is made of .abs files only"),
            _ => format!("{name}: not a file that Raddle can check; it takes .c, .i, .abs and .ir"),
        };
        return Err(LoadError::Input(message));
    }
    Ok(())
}

/// How the front end is to read C.
pub(crate) fn c_options(options: &LoadOptions) -> c::Options {
    let LoadOptions {
        model,
        flags,
        no_spurious,
        may_fail,
        allow,
        externals,
        only_reach_error,
        wide_choices: _,
        unset: _,
    } = options.clone();
    c::Options { model, flags, no_spurious, externals, only_reach_error, may_fail, allow }
}

/// What a value that was never written means to a check of these properties. One that is any value keeps what it was given,
/// which is a write and could race.
pub fn reading_of_unset(properties: Properties) -> passes::Reading {
    let needs_mistakes = properties.contains(Property::Memory) || properties.contains(Property::Race);
    if needs_mistakes { passes::Reading::Mistake } else { passes::Reading::AnyValue }
}

/// The passes that every engine wants.
fn prepare(program: &mut Program, options: &LoadOptions, allowed: &Allowed) {
    passes::store_private_handles(program);
    let_pass(program, options, allowed);
    passes::extents::resolve(program);
    passes::doubts::resolve(program);
    passes::held::ask(program);
    passes::simplify::simplify(program);
    passes::escape::mark_escaping(program);
    passes::promote::promote_slots(program);
    if !options.wide_choices {
        passes::choices::narrow_choices(program);
    }
    passes::reduce_spurious(program);
    passes::simplify::simplify(program);
}

/// Gives a meaning to what is let pass, and says where that is.
fn let_pass(program: &mut Program, options: &LoadOptions, allowed: &Allowed) {
    let sources = program.sources.clone();
    let is_let_pass = |what: Tolerance| {
        let sources = &sources;
        move |at: Span| allowed.is_let_pass(what, at, sources)
    };
    let mut passed = Vec::new();
    passed.extend(
        passes::wrap_signed(program, &is_let_pass(Tolerance::SignedOverflow))
            .into_iter()
            .map(|it| (Tolerance::SignedOverflow, it)),
    );
    let uses = passes::follow_unset_but(program, options.unset, &is_let_pass(Tolerance::Uninitialised));
    passed.extend(uses.into_iter().map(|it| (Tolerance::Uninitialised, it)));
    if allowed.is_everywhere(Tolerance::Leak) {
        program.may_leak = true;
        let allocations =
            program.functions.iter().filter(|it| !it.library).flat_map(|it| &it.edges).filter(|it| allocates(it));
        passed.extend(allocations.map(|it| (Tolerance::Leak, it.span)));
    }
    for what in Tolerance::ALL {
        let places: Vec<Span> = passed.iter().filter(|it| it.0 == what).map(|it| it.1).collect();
        if !places.is_empty() {
            program.approximations.push(what.sentence(&places, &sources));
        }
    }
}

/// The text of a regular file that is not too long.
pub(crate) fn read_text(path: &Path) -> Result<String, LoadError> {
    read_regular(path).map_err(|why| LoadError::Input(format!("{}: {why}", path.display())))
}

/// No text that anybody has written is longer, and memory has an end.
const MOST_BYTES: u64 = 1 << 30;

/// The same, with a sentence that does not name the file if there is none.
pub(crate) fn read_regular(path: &Path) -> Result<String, String> {
    let about = std::fs::metadata(path).map_err(|error| error.to_string())?;
    // A device or a pipe may have no end.
    if !about.is_file() {
        return Err("not a regular file".to_owned());
    }
    if about.len() > MOST_BYTES {
        return Err(format!("longer than {} MB", MOST_BYTES >> 20));
    }
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

fn load_text(path: &Path) -> Result<Loaded, LoadError> {
    let name = path.display();
    let text = read_text(path)?;
    let program = ir::text::parse(&text).map_err(|error| LoadError::Input(format!("{name}: {error}")))?;
    ir::validate::validate(&program).map_err(|violations| {
        let violations: Vec<_> = violations.iter().map(ToString::to_string).collect();
        LoadError::Input(format!("{name}: not a valid program: {}", violations.join("; ")))
    })?;
    Ok(Loaded { program, warnings: Diagnostics::new() })
}

fn load_c(paths: &[&Path], options: &LoadOptions) -> Result<(Loaded, Allowed), LoadError> {
    match c::load_files(paths, &c_options(options)) {
        Ok(c::Loaded { program, warnings, allowed }) => {
            ir::validate::validate(&program).map_err(|violations| {
                let violations: Vec<_> = violations.iter().map(ToString::to_string).collect();
                LoadError::Internal(format!("the C front end wrote an invalid program: {}", violations.join("; ")))
            })?;
            Ok((Loaded { program, warnings }, allowed))
        }
        Err(c::Failure { sources, diagnostics }) => Err(LoadError::Diagnostics { diagnostics, sources }),
    }
}
