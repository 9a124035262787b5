//! From a file to preprocessed text: `.i` files are taken as they are, everything else goes through `cc -E`.
//!
//! The compiler of the system (`$CC`, else `cc`) only expands macros. Widths come from our own macros (`raddle/lp64.h`,
//! `raddle/ilp32.h`), the common headers are ours (see `headers`), and line markers stay in the text for `lines`.

use crate::{Options, codes, headers};
use ir::DataModel;
use source::{Code, FileId, Sources, Span};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Text that needs no further preprocessing.
#[derive(Debug)]
pub(crate) struct Preprocessed {
    /// The bytes, as they came.
    pub bytes: Vec<u8>,
    /// Where our own headers were written, for telling them apart in line markers.
    pub headers: Option<String>,
}

/// Why there is no text.
#[derive(Debug)]
pub(crate) struct Failed {
    pub code: Code,
    pub span: Span,
    pub message: String,
}

/// Reads and preprocesses a file. Errors of the compiler are placed in the user's files, which are added to `sources`.
pub(crate) fn preprocess(path: &Path, options: &Options, sources: &mut Sources) -> Result<Preprocessed, Vec<Failed>> {
    let compiler = std::env::var("CC").ok().filter(|it| !it.trim().is_empty());
    with_compiler(compiler.as_deref().unwrap_or("cc"), path, options, sources)
}

fn with_compiler(
    compiler: &str,
    path: &Path,
    options: &Options,
    sources: &mut Sources,
) -> Result<Preprocessed, Vec<Failed>> {
    let unreadable = |error: std::io::Error| {
        let message = format!("cannot read {}: {}", path.display(), plain(&error));
        vec![Failed { code: codes::UNREADABLE, span: Span::NONE, message }]
    };
    let bytes = read(path).map_err(unreadable)?;
    if path.extension().is_some_and(|it| it == "i") {
        return Ok(Preprocessed { bytes, headers: None });
    }
    let directory = tempfile::Builder::new().prefix("raddle-headers-").tempdir().map_err(unreadable)?;
    headers::write_to(directory.path()).map_err(unreadable)?;
    let complaints = directory.path().join("stderr");
    let mut command = command(compiler, directory.path(), path, options);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(std::fs::File::create(&complaints).map_err(unreadable)?);
    let not_started = |why: &str| {
        let message = format!("cannot start the C compiler `{compiler}`: {why} (set CC to name another)");
        vec![Failed { code: codes::NO_COMPILER, span: Span::NONE, message }]
    };
    let child = command.spawn().map_err(|error| not_started(&plain(&error)))?;
    let headers = directory.path().to_string_lossy().into_owned();
    match output(child).map_err(unreadable)? {
        Output::Whole(bytes) => {
            Ok(Preprocessed { bytes: crate::characters::with_letters(&bytes), headers: Some(headers) })
        }
        Output::NotFound => Err(not_started("it was not found")),
        Output::Failed => Err(failures(&read_lossy(&complaints).unwrap_or_default(), compiler, sources)),
        Output::TooLong => {
            let message = format!("the text has more than {} MB when all macros are expanded", MOST_BYTES >> 20);
            Err(vec![Failed { code: codes::PREPROCESSING, span: Span::NONE, message }])
        }
    }
}

/// What the compiler wrote.
enum Output {
    Whole(Vec<u8>),
    TooLong,
    NotFound,
    Failed,
}

/// How long the text may become: a few lines of macros can make any length of it.
const MOST_BYTES: u64 = 64 << 20;

/// Reads what the compiler writes, up to [`MOST_BYTES`].
fn output(mut child: Child) -> std::io::Result<Output> {
    let mut bytes = Vec::new();
    let pipe = child.stdout.take().expect("its output goes to a pipe");
    pipe.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        child.kill()?;
        child.wait()?;
        return Ok(Output::TooLong);
    }
    let status = child.wait()?;
    Ok(match status.code() {
        Some(0) => Output::Whole(bytes),
        Some(NOT_FOUND) => Output::NotFound,
        Some(_) | None => Output::Failed,
    })
}

/// Runs a command that may not take more than ten seconds and 8 GB: a few macros, or a device that is included, can make
/// a compiler work for ever. Where there are no such limits it is run without.
const LIMITED: &str = r#"ulimit -t 10 2>/dev/null; ulimit -v 8388608 2>/dev/null; exec "$@""#;
/// How a shell ends that cannot find the command.
const NOT_FOUND: i32 = 127;

fn command(compiler: &str, headers: &Path, path: &Path, options: &Options) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", LIMITED, "sh"]);
    let model = match options.model {
        DataModel::Lp64 => "raddle/lp64.h",
        DataModel::Ilp32 => "raddle/ilp32.h",
    };
    // CC may carry options, as in make: `CC="ccache gcc"`. Nobody looks at warnings from here.
    command.args(compiler.split_whitespace()).args(["-E", "-std=gnu11", "-U_FORTIFY_SOURCE", "-w"]);
    command.arg("-imacros").arg(headers.join(model)).arg("-D__RADDLE__=1");
    command.arg("-I").arg(headers).args(&options.flags);
    // The name of a file may begin with a dash.
    if path.to_string_lossy().starts_with('-') {
        command.arg(Path::new(".").join(path));
    } else {
        command.arg(path);
    }
    command.env("LC_ALL", "C");
    command
}

/// The errors in what the compiler printed, or all of it if none is recognised.
fn failures(printed: &str, compiler: &str, sources: &mut Sources) -> Vec<Failed> {
    let mut found: Vec<Failed> = printed.lines().filter_map(|line| failure(line, sources)).collect();
    if found.is_empty() {
        let said = match printed.trim() {
            "" => "it gave no reason",
            said => said,
        };
        let message = format!("`{compiler} -E` failed: {said}");
        found.push(Failed { code: codes::PREPROCESSING, span: Span::NONE, message });
    }
    found
}

/// `file:line:column: error: text`.
fn failure(line: &str, sources: &mut Sources) -> Option<Failed> {
    let (place, message) = line.split_once(": error: ").or_else(|| line.split_once(": fatal error: "))?;
    let mut parts = place.rsplitn(3, ':');
    let (column, row, name) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    let file: FileId = sources.find(name).unwrap_or_else(|| sources.add(name, read_lossy(Path::new(name))));
    let span = Span { file, line: row, column, length: 1 };
    Some(Failed { code: codes::PREPROCESSING, span, message: message.to_owned() })
}

/// A file's text for excerpts; bytes that are not UTF-8 do not matter there.
pub(crate) fn read_lossy(path: &Path) -> Option<String> {
    read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads a regular file. Devices and pipes may have no end, and line markers may name anything.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let kind = std::fs::metadata(path)?.file_type();
    if !kind.is_file() && !kind.is_dir() {
        return Err(std::io::Error::other("not a regular file"));
    }
    std::fs::read(path)
}

/// The reason without Rust's `(os error 2)`.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes_with(compiler: &str) -> Vec<(Code, String)> {
        let file = tempfile::Builder::new().suffix(".c").tempfile().expect("a temporary file");
        let done = with_compiler(compiler, file.path(), &Options::default(), &mut Sources::new());
        done.expect_err("no such compiler").into_iter().map(|it| (it.code, it.message)).collect()
    }

    #[test]
    fn a_missing_or_broken_compiler_is_said_so() {
        let message = "cannot start the C compiler `no-such-cc`: it was not found (set CC to name another)";
        assert_eq!(codes_with("no-such-cc"), [(codes::NO_COMPILER, message.to_owned())]);
        let message = "`false` -E failed: it gave no reason".replace("` -E", " -E`");
        assert_eq!(codes_with("false"), [(codes::PREPROCESSING, message)]);
    }

    #[test]
    fn errors_of_the_compiler_keep_their_place() {
        let mut sources = Sources::new();
        let printed =
            "In file included from a.c:1:\nb.h:3:2: error: #error \"no\"\na.c:4:10: fatal error: x.h: No such file";
        let found = failures(printed, "cc", &mut sources);
        let shown: Vec<_> = found.iter().map(|it| format!("{} {}", sources.describe(it.span), it.message)).collect();
        assert_eq!(shown, ["b.h:3:2 #error \"no\"", "a.c:4:10 x.h: No such file"]);
    }
}
