//! The suite file: which programs, in which sizes, under which reductions, and what is expected of them.
//!
//! ```toml
//! expected = "counts.csv"                  # columns: program, size, then one for each reduction; empty is unknown
//! reductions = ["source", "optimal"]
//! timeout = "60s"                          # for each run
//! options = ["--memory", "4GB"]            # of `raddle check`
//! engine = "explore"                       # the default; or "ordering", "peephole", "cegar", or "auto"
//! orderings = ["prop", "prop-opt"]         # what `ordering` runs instead of reductions; all four ways if not given
//! schedulers = ["none", "simple merged"]   # and `peephole`: rules, maybe a form, maybe `chains`; all four rules
//! abstractions = ["explicit", "por-none"]  # and `cegar`: a domain, por-…, coi-…, assumes, breadth; "product"
//! engines = ["auto", "auto -j1", "cegar"]  # and `auto`: engines beside each other; all five
//! properties = "reach"                     # what folders of programs are asked; or "all" that each engine decides
//! cpu = "20s"                              # a run that takes more time of the processor is wrong; no limit if not given
//! peak = "500MB"                           # and one that takes more memory
//!
//! [[program]]
//! path = "fib_bench.c"                     # paths are relative to the suite file
//! sizes = [2, 3, ["-DN=3", "-DBUG"]]       # a number is a value of the macro, a list is flags as they are
//! macro = "N"                              # the default; for ABS the name of a function without parameters
//! name = "fib_bench"                       # the default is the name of the file
//! flags = ["-Iinclude"]                    # for all sizes
//! options = ["--steps", "1000"]            # behind those of the suite
//! reductions = ["optimal"]                 # instead of those of the suite; so are engine and its ways, cpu and peak
//! verdict = "TRUE"                         # the default
//! remark = "every step is an event"        # shown above its rows
//! [program.executions.optimal]             # before what the table says
//! 3 = 141
//! [program.published]                      # numbers from elsewhere by size, shown beside ours and never an error
//! 3 = { source = 141, optimal = 141 }      # or more than executions: { none = { conflicts = 500, depth = 15 } }
//!
//! [peers.nidhugg]                          # used with --peer nidhugg=PATH
//! command = ["{path}", "{flags}", "--", "--sc", "--optimal", "{program}"]
//! count_prefix = "Trace count: "
//! reductions = ["optimal"]                 # compare with these only
//! ```
//!
//! A program of `peephole` says how deep each size is to be looked at:
//!
//! ```toml
//! [[program]]
//! path = "philosophers.c"
//! engine = "peephole"
//! sizes = [2, 2, 3]
//! depths = [15, 30, 30]                    # one for each size; more and more steps if not given
//! ```
//!
//! A folder is all C programs in it, by name. Their heads say which verdict is expected (`//@ verdict: TRUE`); they are asked
//! for `reach`, if neither `properties` nor options say otherwise:
//!
//! ```toml
//! engine = "cegar"
//! abstractions = ["product", "predicates por-static coi-none assumes"]
//! [[program]]
//! folder = "proofs"
//! ```
//!
//! What a publication says is a table of its own, with rows that are not run and reasons for differences; `raddle bench papers`
//! sets it beside what comes out (`bench/papers.toml` says which suite is which table):
//!
//! ```toml
//! reductions = ["optimal", "value"]
//! [[program]]
//! path = "monabsex45.c"
//! called = "45_monabsex"                   # there; with {} for the size, or the size in parentheses behind it
//! sizes = [5]
//! published.5 = { optimal = 14400, value = 600 }
//! published.7 = { optimal = 25401600, value = 423360 }
//! beyond = "It takes too long."            # why published sizes are not among `sizes`
//! alike = "It is not the same program."    # then another number is neither better nor worse
//! because = "…"                            # why numbers differ; or because.5 = "…"
//!
//! [[program]]
//! called = "fk2012_true"
//! absent = "We have no such program."      # in the place of a path
//! published.3 = { optimal = 42144 }
//!
//! [[summary]]                              # about all runs of one way together
//! table = "Table 3.1"
//! called = "VC-DPOR"
//! way = "value"
//! beside = "optimal"                       # what it is compared with
//! published = { solved = 344 }
//! because = "…"
//! ```
//!
//! What other checkers are run on a program for `raddle bench peers`, and why they answer otherwise:
//!
//! ```toml
//! callers = "../peers.toml"                # how each of them is called
//! memory = "4GB"                           # for each of their runs, and ours
//! reductions = ["optimal"]
//! [[program]]
//! path = "fib.c"
//! sizes = [2]
//! [program.against]
//! nidhugg = {}
//! cbmc = { options = ["--unwind", "3"], because = "…" }  # or because.2 = "…"
//! ```
//!
//! Start at [`load`]. What is wrong with a suite is a diagnostic on its line.

mod against;
mod publication;
mod text;

pub use publication::{PublishedRow, Summary};
pub use text::Reasons;

use super::case::{Case, Most};
use super::engine::Engine;
use super::expected::{self, Table};
use super::page::Page;
use super::peer::{Peer, unknown_placeholder};
use super::{abstraction, contest, folder, scheduler};
use crate::LoadError;
use crate::load::{read_regular, read_text};
use crate::ordering::Way;
use crate::peephole::RULES;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;
use text::{PeerText, ProgramText, SizeText, SuiteText};
use toml::Spanned;

/// What is to be run.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The name of the file without its ending.
    pub name: String,
    /// The folder of the suite file.
    pub folder: PathBuf,
    /// How long one run may take.
    pub timeout: Duration,
    /// The runs: by program, then reduction, then size.
    pub cases: Vec<Case>,
    /// The peers that can be compared with.
    pub peers: BTreeMap<String, Peer>,
    /// The rows of the table that it follows, in their order.
    pub published: Vec<PublishedRow>,
    /// What is published about ways as a whole.
    pub summaries: Vec<Summary>,
    /// The file that says how other checkers are called, for `raddle bench peers`.
    pub callers: Option<PathBuf>,
    /// How many bytes of memory a run may take there.
    pub memory: Option<u64>,
}

/// Reads a suite file and what it refers to.
pub fn load(path: &Path) -> Result<Suite, LoadError> {
    parse(path, &read_text(path)?)
}

/// The suite of a file with this text, and what it refers to.
pub fn parse(path: &Path, text: &str) -> Result<Suite, LoadError> {
    let page = Page::new(path, text);
    let suite: SuiteText =
        toml::from_str(text).map_err(|error| page.error(error.span().unwrap_or_default(), error.message()))?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let table = match &suite.expected {
        Some(file) => load_table(&page, &folder, file)?,
        None => Table::default(),
    };
    let timeout = match &suite.timeout {
        Some(text) => crate::units::duration(text.as_ref()).map_err(|error| page.error(text.span(), &error))?,
        None => Duration::from_secs(60),
    };
    let (mut cases, mut published) = (Vec::new(), Vec::new());
    for program in &suite.programs {
        if program.as_ref().absent.is_some() {
            published.extend(publication::absent_rows(program, &page)?);
            continue;
        }
        for file in files_of(program, &suite, &folder, &page)? {
            let of_file = cases_of(program.as_ref(), &file, &suite, &table, &page)?;
            published.extend(publication::rows(program.as_ref(), &of_file));
            cases.extend(of_file);
        }
    }
    let summaries = publication::summaries(&suite.summaries, &cases, &page)?;
    let peers = suite.peers.into_iter().map(|(name, peer)| Ok((name, peer_of(peer, &page)?)));
    let peers = peers.collect::<Result<_, LoadError>>()?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let memory =
        suite.memory.as_ref().map(|it| crate::units::size(it.as_ref()).map_err(|why| page.error(it.span(), &why)));
    let (callers, memory) = (suite.callers.map(|it| folder.join(it)), memory.transpose()?);
    Ok(Suite { callers, memory, name, folder, timeout, cases, peers, published, summaries })
}

fn load_table(page: &Page<'_>, folder: &Path, file: &Spanned<String>) -> Result<Table, LoadError> {
    let path = folder.join(file.as_ref());
    let text = read_regular(&path)
        .map_err(|why| page.error(file.span(), &format!("{} cannot be read: {why}", path.display())))?;
    expected::parse(&text).map_err(|(line, message)| Page::new(&path, &text).error_on_line(line, &message))
}

/// One file that is run, and where the suite names it.
struct File {
    described: folder::Described,
    span: Range<usize>,
    /// What it is asked if no options say so.
    property: Option<&'static str>,
}

/// The file of a program, or all of its folder.
fn files_of(
    program: &Spanned<ProgramText>,
    suite: &SuiteText,
    base: &Path,
    page: &Page<'_>,
) -> Result<Vec<File>, LoadError> {
    let text = program.as_ref();
    match (&text.path, &text.folder) {
        (Some(path), None) => {
            let (path, span) = (base.join(path.as_ref()), path.span());
            if !path.is_file() {
                return Err(page.error(span, &format!("{} is not there", path.display())));
            }
            let verdict = text.verdict.clone().unwrap_or_else(|| "TRUE".to_owned());
            let described = folder::Described { path, verdict, flags: Vec::new() };
            Ok(vec![File { described, span, property: None }])
        }
        (None, Some(name)) => {
            let of_one = [
                (text.name.is_some(), "name"),
                (text.verdict.is_some(), "verdict"),
                (text.executions.is_some(), "executions"),
                (text.published.is_some(), "published"),
            ];
            if let Some((_, key)) = of_one.iter().find(|it| it.0) {
                return Err(page.error(name.span(), &format!("`{key}` is about one program, and not about a folder")));
            }
            let also_open = text.engine.or(suite.engine) == Some(Engine::Auto);
            let all = folder::programs(&base.join(name.as_ref()), suite.properties, also_open);
            let all = all.map_err(|error| page.error(name.span(), &error))?;
            let property = (suite.properties == folder::Asked::Reach).then_some("reach");
            let file = |described| File { described, span: name.span(), property };
            Ok(all.into_iter().map(file).collect())
        }
        (None, None) | (Some(_), Some(_)) => {
            Err(page.error(program.span(), "a program has either a `path` or a `folder`"))
        }
    }
}

/// The runs of one program.
fn cases_of(
    program: &ProgramText,
    file: &File,
    suite: &SuiteText,
    table: &Table,
    page: &Page<'_>,
) -> Result<Vec<Case>, LoadError> {
    let folder::Described { path, verdict, flags: own_flags } = &file.described;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let engine = program.engine.or(suite.engine).unwrap_or_default();
    // Several folders have programs of one name.
    let folders = suite.programs.iter().filter(|it| it.as_ref().folder.is_some()).count();
    let parent = path
        .parent()
        .and_then(Path::file_name)
        .filter(|_| program.folder.is_some() && (folders > 1 || engine == Engine::Auto));
    let stem = parent.map(|it| format!("{}/{stem}", it.to_string_lossy())).unwrap_or(stem);
    let name = program.name.clone().unwrap_or(stem);
    let reductions = &ways_of(program, suite, engine, page)?;
    if reductions.is_empty() {
        let message = format!("there is no {} for this program", engine.word_for_ways());
        return Err(page.error(file.span.clone(), &message));
    }
    let most = most_of(program, suite, page)?;
    let sizes = sizes_of(program);
    let depths = depths_of(program, engine, sizes.len(), page)?;
    let size_names = Names { what: "sizes", names: sizes.iter().map(|(size, _)| size).collect() };
    if let Some(counts) = &program.executions {
        let names = reductions.iter().collect();
        check_counts(counts, &Names { what: "reductions", names }, &size_names, page)?;
    }
    if let Some(counts) = &program.published {
        // The whole row may be written down, also where this program is run under some of the reductions only, and rows
        // of sizes that are not run, if it is said why.
        let names = reductions.iter().chain(&suite.reductions).collect();
        let beyond = if program.beyond.is_some() { counts.as_ref().keys().collect() } else { Vec::new() };
        let sizes = Names { what: "sizes", names: size_names.names.iter().copied().chain(beyond).collect() };
        check_counts(counts, &sizes, &Names { what: "reductions", names }, page)?;
    }
    publication::check(program, &size_names.names, page)?;
    against::check(program, &size_names.names, page)?;
    let executions =
        |reduction: &str, size: &str| program.executions.as_ref()?.as_ref().get(reduction)?.get(size).copied();
    let mut options: Vec<String> = suite.options.iter().chain(&program.options).cloned().collect();
    if let Some(property) = file.property.filter(|_| !options.iter().any(|it| it.starts_with("--property"))) {
        options.extend(["--property", property].map(str::to_owned));
    }
    let mut cases = Vec::new();
    for reduction in reductions {
        for ((size, flags), &depth) in sizes.iter().zip(&depths) {
            cases.push(Case {
                program: name.clone(),
                path: path.clone(),
                size: size.clone(),
                depth,
                flags: program.flags.iter().chain(own_flags).chain(flags).cloned().collect(),
                options: options.clone(),
                engine,
                reduction: reduction.clone(),
                executions: executions(reduction, size).or_else(|| table.executions(&name, size, reduction)),
                published: publication::executions(program, size, reduction),
                remark: program.remark.clone(),
                verdict: verdict.clone(),
                most,
                against: against::of(program, size),
            });
        }
    }
    Ok(cases)
}

/// The reductions that a program is run under, or the ways of deciding orders, the schedulers, the abstractions,
/// or the engines.
fn ways_of(
    program: &ProgramText,
    suite: &SuiteText,
    engine: Engine,
    page: &Page<'_>,
) -> Result<Vec<String>, LoadError> {
    let all = |names: [&str; 4]| names.map(str::to_owned).to_vec();
    Ok(match engine {
        Engine::Explore => program.reductions.as_ref().unwrap_or(&suite.reductions).clone(),
        Engine::Ordering => {
            let given = program.orderings.as_ref().or(suite.orderings.as_ref()).cloned();
            given.unwrap_or_else(|| all(Way::ALL.map(|it| it.0)))
        }
        Engine::Peephole => match program.schedulers.as_ref().or(suite.schedulers.as_ref()) {
            None => all(RULES.map(|it| it.0)),
            Some(given) => known(given, |it| scheduler::options(it).map(drop), page)?,
        },
        Engine::Cegar => match program.abstractions.as_ref().or(suite.abstractions.as_ref()) {
            None => vec![abstraction::USUAL.to_owned()],
            Some(given) => known(given, |it| abstraction::settings(it).map(drop), page)?,
        },
        Engine::Auto => match program.engines.as_ref().or(suite.engines.as_ref()) {
            None => contest::ALL.map(str::to_owned).to_vec(),
            Some(given) => known(given, |it| contest::options(it).map(drop), page)?,
        },
    })
}

/// The names of schedulers, abstractions or engines. There are no others to come, so one that is not known is a mistake.
fn known(
    names: &[Spanned<String>],
    check: impl Fn(&str) -> Result<(), String>,
    page: &Page<'_>,
) -> Result<Vec<String>, LoadError> {
    let checked = |name: &Spanned<String>| match check(name.as_ref()) {
        Ok(()) => Ok(name.as_ref().clone()),
        Err(error) => Err(page.error(name.span(), &error)),
    };
    names.iter().map(checked).collect()
}

/// How deep each size is looked at.
fn depths_of(
    program: &ProgramText,
    engine: Engine,
    sizes: usize,
    page: &Page<'_>,
) -> Result<Vec<Option<u32>>, LoadError> {
    let Some(depths) = &program.depths else { return Ok(vec![None; sizes]) };
    if engine != Engine::Peephole {
        return Err(page.error(depths.span(), "depths go with the engine `peephole` only"));
    }
    let count = depths.as_ref().len();
    if count != sizes {
        let message = format!("each size has a depth, but here are {sizes} sizes and {count} depths");
        return Err(page.error(depths.span(), &message));
    }
    Ok(depths.as_ref().iter().copied().map(Some).collect())
}

/// What runs of a program may cost.
fn most_of(program: &ProgramText, suite: &SuiteText, page: &Page<'_>) -> Result<Most, LoadError> {
    let cpu = program.cpu.as_ref().or(suite.cpu.as_ref());
    let peak = program.peak.as_ref().or(suite.peak.as_ref());
    let cpu = cpu.map(|it| crate::units::duration(it.as_ref()).map_err(|error| page.error(it.span(), &error)));
    let memory = peak.map(|it| crate::units::size(it.as_ref()).map_err(|error| page.error(it.span(), &error)));
    Ok(Most { cpu: cpu.transpose()?, memory: memory.transpose()? })
}

/// Each size in words, and as C flags.
fn sizes_of(program: &ProgramText) -> Vec<(String, Vec<String>)> {
    if program.sizes.is_empty() {
        return vec![("-".to_owned(), Vec::new())];
    }
    let pair = |size: &SizeText| match size {
        SizeText::Number(number) => (number.to_string(), vec![format!("-D{}={number}", program.parameter)]),
        SizeText::Flags(flags) if flags.is_empty() => ("-".to_owned(), Vec::new()),
        SizeText::Flags(flags) => (flags.join(" "), flags.clone()),
    };
    program.sizes.iter().map(pair).collect()
}

/// The keys that a table may have.
struct Names<'a> {
    what: &'static str,
    names: Vec<&'a String>,
}

impl Names<'_> {
    fn complaint(&self, key: &String) -> Option<String> {
        let Names { what, names } = self;
        (!names.contains(&key)).then(|| format!("`{key}` is not among the {what} of this program"))
    }
}

/// A count for something that is never run would never be looked at.
fn check_counts<T>(
    counts: &Spanned<BTreeMap<String, BTreeMap<String, T>>>,
    outer: &Names<'_>,
    inner: &Names<'_>,
    page: &Page<'_>,
) -> Result<(), LoadError> {
    for (key, row) in counts.as_ref() {
        let complaint = outer.complaint(key).or_else(|| row.keys().find_map(|it| inner.complaint(it)));
        if let Some(complaint) = complaint {
            return Err(page.error(counts.span(), &complaint));
        }
    }
    Ok(())
}

fn peer_of(peer: PeerText, page: &Page<'_>) -> Result<Peer, LoadError> {
    for word in &peer.command {
        if let Some(unknown) = unknown_placeholder(word.as_ref(), &["{path}", "{program}", "{flags}"]) {
            let message = format!("`{unknown}` stands for nothing; there are {{path}}, {{program}} and {{flags}}");
            return Err(page.error(word.span(), &message));
        }
    }
    let command = peer.command.into_iter().map(Spanned::into_inner).collect();
    Ok(Peer { command, count_prefix: peer.count_prefix, reductions: peer.reductions })
}
