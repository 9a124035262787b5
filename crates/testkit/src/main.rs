//! `testkit fuzz`: random programs through every engine.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use testkit::fuzz::campaign::{self, Event, Plan, Summary};
use testkit::fuzz::{Engines, Finding, Language, Limits};

/// Brute force allocates for everything that it does: this makes it a fifth faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What Raddle is tested with.
#[derive(Parser)]
#[command(name = "testkit")]
struct Command {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Compares every engine and reduction with brute force, on random programs.
    ///
    /// Ends with exit code 0 if all agree, 1 if something was found, 2 if it could not be done.
    Fuzz(Box<Fuzz>),
}

#[derive(Args)]
struct Fuzz {
    /// The seed of the first program.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many programs.
    #[arg(long)]
    count: Option<u64>,
    /// For how long. One minute, if nothing is said about the end.
    #[arg(long)]
    minutes: Option<f64>,
    /// How many programs at a time.
    #[arg(long)]
    jobs: Option<usize>,
    /// Only programs of one language. Otherwise every fourth is one of actors.
    #[arg(long, value_enum)]
    only: Option<Only>,
    /// Who is asked.
    #[arg(long, value_enum, default_value_t = Asked::All)]
    engines: Asked,
    /// Where small programs go that show what is wrong, ready for the corpus.
    #[arg(long, value_name = "DIR", default_value = "target/findings")]
    findings: PathBuf,
    /// Begins at the seed in this file, if it is there, and writes down how far it got.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// After so many seconds a program is taken for one that somebody hangs on. On a machine with more to do than cores,
    /// one that is only slow may be taken for such.
    #[arg(long, default_value_t = 300)]
    patience: u64,
    /// For so many milliseconds a symbolic engine looks for the answer to one question.
    #[arg(long, default_value_t = 500)]
    question: u64,
    /// For so many seconds a program that shows something is made smaller.
    #[arg(long, default_value_t = 60)]
    shrink: u64,
    /// Shows the program of the seed, and nothing else.
    #[arg(long)]
    show: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Only {
    C,
    Actors,
}

#[derive(Clone, Copy, ValueEnum)]
enum Asked {
    /// All of them.
    All,
    /// Those that run programs: every reduction of `explore`.
    Explore,
    /// Those that reason about terms: `ordering`, `peephole`, `cegar`.
    Symbolic,
    Ordering,
    Peephole,
    Cegar,
}

impl From<Asked> for Engines {
    fn from(asked: Asked) -> Engines {
        let none = Engines { explore: false, ordering: false, peephole: false, cegar: false };
        match asked {
            Asked::All => Engines::ALL,
            Asked::Explore => Engines::EXPLORE,
            Asked::Symbolic => Engines::SYMBOLIC,
            Asked::Ordering => Engines { ordering: true, ..none },
            Asked::Peephole => Engines { peephole: true, ..none },
            Asked::Cegar => Engines { cegar: true, ..none },
        }
    }
}

fn main() -> ExitCode {
    let Task::Fuzz(options) = Command::parse().task;
    match fuzz(&options) {
        Ok(is_clean) => ExitCode::from(u8::from(!is_clean)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether nothing was found.
fn fuzz(options: &Fuzz) -> std::io::Result<bool> {
    let only = options.only.map(|it| match it {
        Only::C => Language::C,
        Only::Actors => Language::Actors,
    });
    if options.show {
        println!("{}", testkit::fuzz::text(only.unwrap_or(Language::C), options.seed));
        return Ok(true);
    }
    let first = match &options.resume {
        Some(file) if file.exists() => read_seed(file)?,
        _ => options.seed,
    };
    let minutes = options.minutes.or_else(|| options.count.is_none().then_some(1.0));
    let cores = std::thread::available_parallelism().map_or(2, |it| it.get());
    let plan = Plan {
        first,
        count: options.count,
        time: minutes.map(|it| Duration::from_secs_f64(it.max(0.0) * 60.0)),
        jobs: options.jobs.unwrap_or(cores),
        only,
        engines: options.engines.into(),
        limits: Limits {
            shrinking: Duration::from_secs(options.shrink),
            question: Duration::from_millis(options.question),
            ..Limits::default()
        },
        patience: Duration::from_secs(options.patience.max(1)),
        interrupt: Arc::new(AtomicBool::new(false)),
    };
    let interrupt = Arc::clone(&plan.interrupt);
    ctrlc::set_handler(move || interrupt.store(true, Ordering::Relaxed)).map_err(std::io::Error::other)?;
    testkit::panics::silence();
    let mut screen = Screen { is_terminal: std::io::stderr().is_terminal(), last: Instant::now() };
    let mut trouble = Ok(());
    let summary = campaign::run(plan, &mut |event| match event {
        Event::Found(finding) => {
            let kept = keep(&options.findings, finding);
            screen.found(finding, kept.as_deref().unwrap_or(Path::new("nowhere")));
            trouble = std::mem::replace(&mut trouble, Ok(())).and(kept.map(|_| ()));
        }
        Event::Progress { next, tally, time } => {
            if screen.is_due() {
                screen.progress(first, next, tally.all_programs(), tally.all_failures(), time);
                if let Some(file) = &options.resume {
                    // The last one counts; a progress that is not written costs some programs that are run again.
                    let _ = write_seed(file, next);
                }
            }
        }
    })?;
    screen.clear();
    trouble?;
    if let Some(file) = &options.resume {
        write_seed(file, summary.next)?;
    }
    show(first, &summary);
    Ok(summary.findings.is_empty())
}

fn show(first: u64, summary: &Summary) {
    let Summary { next, tally, findings, time } = summary;
    print!("{tally}");
    for (finding, seeds) in findings {
        let shown: Vec<String> = seeds.iter().take(10).map(ToString::to_string).collect();
        println!("{}: {} programs, seeds {}", finding.cause(), seeds.len(), shown.join(" "));
    }
    let programs = tally.all_programs();
    let rate = programs as f64 / time.as_secs_f64().max(0.001);
    println!(
        "{programs} programs in {:.0} s, {rate:.1} a second; {} causes of failures",
        time.as_secs_f64(),
        findings.len()
    );
    println!("seeds {first} to {} are done", next - 1);
}

/// Writes a finding into the folder, and says where it is.
fn keep(folder: &Path, finding: &Finding) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(finding.file_name());
    std::fs::write(&path, &finding.text)?;
    Ok(path)
}

fn read_seed(file: &Path) -> std::io::Result<u64> {
    let text = std::fs::read_to_string(file)?;
    let message = format!("{}: there is no seed in it", file.display());
    text.trim().parse().map_err(|_| std::io::Error::new(std::io::ErrorKind::InvalidData, message))
}

/// As one change, so that there is always a seed in the file.
fn write_seed(file: &Path, seed: u64) -> std::io::Result<()> {
    let new = file.with_extension("new");
    std::fs::write(&new, format!("{seed}\n"))?;
    std::fs::rename(new, file)
}

/// Where it is shown how far things have got.
struct Screen {
    is_terminal: bool,
    last: Instant,
}

impl Screen {
    /// Whether it is time to say something: often on a terminal, seldom in a log.
    fn is_due(&mut self) -> bool {
        let pause = Duration::from_secs(if self.is_terminal { 1 } else { 60 });
        let is_due = self.last.elapsed() >= pause;
        if is_due {
            self.last = Instant::now();
        }
        is_due
    }

    fn progress(&self, first: u64, next: u64, programs: u64, failures: u64, time: Duration) {
        let rate = programs as f64 / time.as_secs_f64().max(0.001);
        let text = format!("seeds {first} to {next}: {programs} programs, {rate:.0} a second, {failures} failures");
        match self.is_terminal {
            true => eprint!("\r\x1b[K{text}"),
            false => eprintln!("{text}"),
        }
        let _ = std::io::stderr().flush();
    }

    fn found(&self, finding: &Finding, path: &Path) {
        self.clear();
        let what = finding.failure.complaint.lines().next().unwrap_or_default();
        eprintln!("{} by {}, seed {}: {what}", finding.failure.kind, finding.engine, finding.seed);
        eprintln!("  {}", path.display());
    }

    fn clear(&self) {
        if self.is_terminal {
            eprint!("\r\x1b[K");
        }
    }
}
