//! The program that a trace names: where its files are, whether they are still the same, and how they are read.

use crate::actors::{ActorOptions, LoadedActors};
use crate::load::{LoadError, LoadOptions, Loaded};
use crate::saved::{SavedFile, SavedProgram, SavedTrace, checksum};
use ir::DataModel;
use ir::passes::Reading;
use source::{Diagnostics, Sources};
use std::path::{Path, PathBuf};

/// What a trace is run in.
#[derive(Debug)]
pub enum Program {
    /// C, or the text form of a program.
    Threads(Box<Loaded>),
    /// ABS.
    Actors(Box<LoadedActors>),
}

impl Program {
    /// What positions point into.
    pub fn sources(&self) -> &Sources {
        match self {
            Program::Threads(loaded) => &loaded.program.sources,
            Program::Actors(loaded) => &loaded.sources,
        }
    }

    /// What was said about it on the way.
    pub fn warnings(&self) -> &Diagnostics {
        match self {
            Program::Threads(loaded) => &loaded.warnings,
            Program::Actors(loaded) => &loaded.warnings,
        }
    }
}

const MODELS: [(&str, DataModel); 2] = [("lp64", DataModel::Lp64), ("ilp32", DataModel::Ilp32)];
const EXTERNALS: [(&str, c::Externals); 3] =
    [("refuse", c::Externals::Refuse), ("havoc", c::Externals::Havoc), ("stub", c::Externals::Stub)];

impl SavedProgram {
    /// A C program as it was read.
    pub fn of_threads(files: &[PathBuf], options: &LoadOptions) -> SavedProgram {
        SavedProgram {
            files: saved_files(files),
            flags: options.flags.clone(),
            data_model: name_of(&MODELS, options.model),
            externals: name_of(&EXTERNALS, options.externals),
            no_spurious: options.no_spurious,
            may_fail: options.may_fail.clone(),
            allow: options.allow.iter().map(|it| it.code().to_owned()).collect(),
            uninitialised: options.unset == Reading::Mistake,
            ..SavedProgram::default()
        }
    }

    /// An actor program as it was read.
    pub fn of_actors(files: &[PathBuf], options: &ActorOptions) -> SavedProgram {
        SavedProgram {
            files: saved_files(files),
            flags: options.flags.clone(),
            main: options.main.clone(),
            truncating_division: options.truncating_division,
            ..SavedProgram::default()
        }
    }

    /// How to read it again.
    fn load_options(&self, flags: Vec<String>) -> Result<LoadOptions, String> {
        Ok(LoadOptions {
            model: named(&MODELS, self.data_model.as_deref())?,
            flags,
            no_spurious: self.no_spurious,
            may_fail: self.may_fail.clone(),
            allow: self.allow.iter().map(|it| crate::explain::allowed(it)).collect::<Result<_, _>>()?,
            externals: named(&EXTERNALS, self.externals.as_deref())?,
            unset: if self.uninitialised { Reading::Mistake } else { Reading::AnyValue },
            ..LoadOptions::default()
        })
    }
}

fn name_of<T: PartialEq>(names: &[(&str, T)], value: T) -> Option<String> {
    names.iter().find(|it| it.1 == value).map(|it| it.0.to_owned())
}

/// What has this name; the usual one if there is no name.
fn named<T: Copy + Default>(names: &[(&str, T)], name: Option<&str>) -> Result<T, String> {
    let Some(name) = name else { return Ok(T::default()) };
    let all = || names.iter().map(|it| it.0).collect::<Vec<_>>().join(", ");
    names.iter().find(|it| it.0 == name).map(|it| it.1).ok_or_else(|| format!("`{name}` is none of {}", all()))
}

/// The files with checksums. One that cannot be read any more has none, and differs from whatever is there later.
fn saved_files(files: &[PathBuf]) -> Vec<SavedFile> {
    let saved = |path: &PathBuf| SavedFile {
        path: path.clone(),
        checksum: std::fs::read(path).map_or_else(|_| String::new(), |it| checksum(&it)),
    };
    files.iter().map(saved).collect()
}

/// Where the files of a trace are: those that are given, or those that it names, as they are named or else in the folder of the
/// trace.
pub fn find(trace: &SavedTrace, given: &[PathBuf], at: &Path) -> Result<Vec<PathBuf>, LoadError> {
    if !given.is_empty() {
        return Ok(given.to_vec());
    }
    if trace.program.files.is_empty() {
        return Err(LoadError::Input(format!("{}: the trace names no files", at.display())));
    }
    let folder = at.parent().unwrap_or(Path::new(""));
    let found = |file: &SavedFile| {
        let beside = folder.join(&file.path);
        let place = [&file.path, &beside].into_iter().find(|it| it.is_file()).cloned();
        place.ok_or_else(|| {
            let (file, trace) = (file.path.display(), at.display());
            LoadError::Input(format!(
                "{file}: the trace names this file, but it is neither here nor beside {trace}; `raddle replay FILE… \
                 {trace}` says where it is"
            ))
        })
    };
    trace.program.files.iter().map(found).collect()
}

/// What to say about files that are not those that the trace was saved with.
pub fn changes(trace: &SavedTrace, files: &[PathBuf]) -> Vec<String> {
    let saved = &trace.program.files;
    let mut changes = Vec::new();
    if saved.len() != files.len() {
        changes.push(format!("the trace was saved for {} files, and is run with {}", saved.len(), files.len()));
    }
    for (path, saved) in files.iter().zip(saved) {
        // What cannot be read is said when it is loaded.
        if std::fs::read(path).is_ok_and(|it| checksum(&it) != saved.checksum) {
            changes.push(format!("{} has changed since the trace was saved", path.display()));
        }
    }
    changes
}

/// Loads the program of a trace from these files. `flags` are used instead of those of the trace if there are any.
pub fn load(trace: &SavedTrace, files: &[PathBuf], flags: &[String]) -> Result<Program, LoadError> {
    let program = &trace.program;
    if files.first().is_some_and(|it| crate::actors::is_actors(it)) {
        let (main, truncating_division) = (program.main.clone(), program.truncating_division);
        let flags = if flags.is_empty() { program.flags.clone() } else { flags.to_vec() };
        let options = ActorOptions { main, truncating_division, flags };
        return Ok(Program::Actors(Box::new(crate::actors::load(files, &options)?)));
    }
    Ok(Program::Threads(Box::new(crate::load_files(files, &load_options(trace, flags)?)?)))
}

/// How the files of a trace in C are read. `flags` are used instead of those of the trace if there are any.
pub(crate) fn load_options(trace: &SavedTrace, flags: &[String]) -> Result<LoadOptions, LoadError> {
    let is_own = flags.is_empty();
    let flags = if is_own { trace.program.flags.clone() } else { flags.to_vec() };
    if let Some(flag) = refused(&flags).filter(|_| is_own) {
        return Err(LoadError::Input(format!(
            "the trace wants the C preprocessor to be run with `{flag}`, which can do more than say what is read; give \
             the flags behind `--` if you trust it"
        )));
    }
    trace.program.load_options(flags).map_err(LoadError::Input)
}

/// The first flag for the preprocessor that is not taken from a trace. Traces come by mail, and compilers have flags that
/// write files or run programs.
fn refused(flags: &[String]) -> Option<&str> {
    const WITH_ARGUMENT: [&str; 8] = ["-D", "-U", "-I", "-include", "-imacros", "-isystem", "-iquote", "-idirafter"];
    const ALONE: [&str; 8] = ["-w", "-g", "-pthread", "-ansi", "-m32", "-m64", "-fsigned-char", "-funsigned-char"];
    let mut flags = flags.iter().map(String::as_str);
    while let Some(flag) = flags.next() {
        let is_warning = flag.starts_with("-W") && !flag.contains(',');
        if WITH_ARGUMENT.contains(&flag) {
            flags.next();
        } else if !(["-D", "-U", "-I", "-std=", "-O"].iter().any(|it| flag.starts_with(it))
            || ALONE.contains(&flag)
            || is_warning)
        {
            return Some(flag);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_back_as_they_were() {
        for (_, model) in MODELS {
            for (_, externals) in EXTERNALS {
                for (no_spurious, unset) in [(false, Reading::Mistake), (true, Reading::AnyValue)] {
                    let flags = vec!["-DN=2".to_owned()];
                    let options = LoadOptions {
                        model,
                        flags: flags.clone(),
                        no_spurious,
                        may_fail: if no_spurious { vec!["malloc".to_owned()] } else { Vec::new() },
                        allow: if no_spurious { vec![ir::Tolerance::Leak] } else { Vec::new() },
                        externals,
                        unset,
                        ..LoadOptions::default()
                    };
                    let saved = SavedProgram::of_threads(&[], &options);
                    let back = saved.load_options(flags).expect("known names");
                    assert_eq!(format!("{back:?}"), format!("{options:?}"));
                }
            }
        }
        let odd = SavedProgram { data_model: Some("lp65".to_owned()), ..SavedProgram::default() };
        assert!(odd.load_options(Vec::new()).is_err_and(|it| it.contains("lp65")));
    }

    #[test]
    fn flags_that_do_more_than_read_are_refused() {
        let refused = |flags: &[&str]| {
            let flags: Vec<String> = flags.iter().map(|it| (*it).to_owned()).collect();
            refused(&flags).map(str::to_owned)
        };
        assert_eq!(refused(&["-DN=3", "-Iinclude", "-I", "include", "-std=c99", "-Wall", "-include", "x.h"]), None);
        for odd in ["-fplugin=x.so", "-wrapper", "-ox", "-o", "-B.", "@x", "-specs=x", "-Wp,-MD,x", "-MDx", "x.c"] {
            assert_eq!(refused(&["-DN=3", odd]).as_deref(), Some(odd));
        }
    }
}
