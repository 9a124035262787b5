//! The command line.

mod bench;
mod cegar;
mod explain;
mod export;
mod habits;
mod help;
mod manual;
mod output;
mod peephole;
mod replay;
mod shell;
mod svcomp;
mod witness;

pub use bench::{BenchArguments, Collection, JobsArguments, PapersArguments, PeersArguments};
pub use explain::ExplainArguments;
pub use export::ExportArguments;
pub use manual::ManArguments;
pub use output::SchemaArguments;
pub use replay::ReplayArguments;
pub use shell::CompletionsArguments;
pub use svcomp::SvcompArguments;

use cegar::CegarArguments;
use clap::{Args, Parser, Subcommand, ValueEnum};
use event::{Properties, Property};
use explore::Reduction;
use habits::{HabitArguments, WidthWord};
use output::{OutputArguments, not_writable};
use peephole::PeepholeArguments;
use raddle::output::Output;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use witness::WitnessArguments;

/// Checks concurrent programs under every interleaving that matters.
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Examples:
  raddle check queue.c                      look for assertion failures, deadlocks, memory errors, …
  raddle check main.c queue.c               several files are one program
  raddle check queue.c -- -DN=3 -Iinclude   pass options to the C preprocessor
  raddle check actors.abs                   actors in ABS: assertions, deadlocks, uncaught exceptions
  raddle check spin.c --unroll 4            follow each loop for at most 4 rounds
  raddle check auction.c --engine ordering  solve for a failing execution: many interleavings, any input
  raddle check fs.c --engine peephole --depth 40   solve for an execution of at most 40 steps
  raddle check lock.c --engine cegar        prove it for all executions, however long
  raddle check queue.c --json               print one JSON document, for other programs
  raddle check queue.c --save-trace t.json  save the counterexample
  raddle replay t.json                      run it again, step by step; -i walks through it
  raddle export-native queue.c t.json       print a copy of the program that fails in this way when it is compiled
  raddle svcomp --property unreach-call.prp task.i   a task of the software verification competition, with a witness
  raddle support queue.c                    list what is not supported, not defined, or approximated
  raddle ir queue.c                         show what is checked
  raddle explain C0413                      tell what a diagnostic means, and what to do about it
  raddle bench bench/suites/counts.toml     compare a suite of programs with its expected counts
  raddle bench papers                       run what papers have published, and write their figures beside ours

Exit codes: 0 safe, 10 unsafe, 5 unknown, or safe up to a bound or in part only, 1 usage, 2 input not readable or not supported, \
6 internal error."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Check a program; the last line of the output is the verdict
    Check(Box<CheckArguments>),
    /// Check a task of the software verification competition; the last line is one of its words
    Svcomp(SvcompArguments),
    /// Run a saved counterexample again, step by step, or walk through it
    Replay(ReplayArguments),
    /// Print a copy of a C program that runs into a saved counterexample when it is compiled
    ExportNative(ExportArguments),
    /// List what of a program is not supported, not defined, or approximated, what is in it, and which engines take it
    Support(SupportArguments),
    /// Print the program as it is checked: control-flow automata in text form, or as a picture
    Ir(IrArguments),
    /// Run a suite of programs, compare counts and verdicts with what is expected, and measure
    Bench(BenchArguments),
    /// Explain a diagnostic, a property, a mistake, or a word of a verdict; without a name, list all of them
    Explain(ExplainArguments),
    /// Print a script that lets a shell complete commands and options
    Completions(CompletionsArguments),
    /// Print the man page of a command
    Man(ManArguments),
    /// Print the JSON schema of an answer or of a saved trace
    Schema(SchemaArguments),
}

impl Command {
    /// In which form an answer is wanted, also if none comes.
    pub fn output(&self) -> Output {
        match self {
            Command::Check(arguments) => arguments.output.wanted(&arguments.input),
            Command::Support(_)
            | Command::Ir(_)
            | Command::Bench(_)
            | Command::Schema(_)
            | Command::Explain(_)
            | Command::Completions(_)
            | Command::Man(_)
            | Command::ExportNative(_)
            | Command::Svcomp(_)
            | Command::Replay(_) => Output::default(),
        }
    }
}

#[derive(Args)]
pub struct Input {
    /// C files (.c, or .i if they are preprocessed) or ABS files (.abs) that are one program together; or a program in text
    /// form (.ir)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// What to do with functions and variables that are defined nowhere
    #[arg(long, value_enum, default_value_t = Externals::Refuse, value_name = "WHAT")]
    pub externals: Externals,

    /// Widths of C types
    #[arg(long, value_enum, default_value_t = Model::Lp64, value_name = "MODEL")]
    data_model: Model,

    #[command(flatten)]
    width: WidthWord,

    /// ABS: the module whose main block is run (the last one of the first file, or the only one, if not given)
    #[arg(long, value_name = "MODULE")]
    pub main: Option<String>,

    /// ABS: `/` of two integers is an integer, as in old versions of the language
    #[arg(long)]
    pub truncating_division: bool,

    /// Behind `--`: options for the C preprocessor; for ABS -Dname=EXPRESSION, the value of a function without parameters
    #[arg(last = true, value_name = "FLAGS")]
    pub flags: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Externals {
    /// They are errors
    Refuse,
    /// Functions return any value and change nothing, variables start with any value
    Havoc,
    /// Functions return 0 and change nothing, variables start as 0
    Stub,
}

impl From<Externals> for c::Externals {
    fn from(externals: Externals) -> Self {
        match externals {
            Externals::Refuse => c::Externals::Refuse,
            Externals::Havoc => c::Externals::Havoc,
            Externals::Stub => c::Externals::Stub,
        }
    }
}

impl Input {
    /// Whether the program is one of actors, by the name of its first file.
    pub fn is_actors(&self) -> bool {
        self.files.first().is_some_and(|it| raddle::actors::is_actors(it))
    }

    /// The widths of C types, however they are given.
    pub fn model(&self) -> Model {
        self.width.model().unwrap_or(self.data_model)
    }

    /// The files as they are named, for the first line of an answer.
    pub fn subject(&self) -> String {
        let names: Vec<_> = self.files.iter().map(|it| it.display().to_string()).collect();
        names.join(" ")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Model {
    /// 64-bit long and pointers
    Lp64,
    /// 32-bit int, long and pointers
    Ilp32,
}

impl From<Model> for ir::DataModel {
    fn from(model: Model) -> Self {
        match model {
            Model::Lp64 => ir::DataModel::Lp64,
            Model::Ilp32 => ir::DataModel::Ilp32,
        }
    }
}

#[derive(Args)]
#[command(after_help = help::CHECK)]
pub struct CheckArguments {
    #[command(flatten)]
    pub input: Input,

    /// What to check: reach (assertions), deadlock, memory, overflow, race, for actors exception (uncaught ones); or a
    /// property file (.prp). All that apply if not given; what the engine or the reduction does not decide is left open
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    property: Vec<Asked>,

    /// How to look: auto (whatever answers first, the default), explore (run the executions that matter), ordering (solve
    /// for an execution that fails; for many interleavings and many inputs), peephole (solve for one step by step, up to a
    /// depth), or cegar (prove that no assertion fails, for loops of any length; `reach` only). An option that only one engine
    /// has chooses that engine
    #[arg(long, value_enum, value_name = "NAME")]
    engine: Option<Engine>,

    /// How many engines `auto` runs at the same time (as many as there are processors if not given; with 1, the same happens
    /// in every run); or how many threads share one exploration (`explore`: optimal, source, value, data, state; 1 if not given)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub jobs: Option<u32>,

    /// Say safe only if two different kinds of engines agree on it
    #[arg(long)]
    pub agree: bool,

    /// How `ordering` decides which orders are possible: prop-opt (the default), prop, basic-opt, basic
    #[arg(long, value_name = "WAY")]
    pub ordering: Option<raddle::ordering::Way>,

    /// Write what `ordering` has asked last, whether an assertion can fail within the bound, as SMT-LIB 2 with the order of
    /// events as integers: sat if one can
    #[arg(long, value_name = "FILE")]
    pub dump_smt2: Option<PathBuf>,

    /// Write the same as DIMACS: the clauses of the solver, with those about orders that it got during the search
    #[arg(long, value_name = "FILE")]
    pub dump_cnf: Option<PathBuf>,

    #[command(flatten)]
    pub peephole: PeepholeArguments,

    #[command(flatten)]
    pub cegar: CegarArguments,

    /// Which executions to run: optimal (one of each class), source, observers, naive (every interleaving), value or data
    /// (those in which threads find other values, or read other writes; `reach` and `overflow` only), context or state
    /// (those that lead to other states; not `race`), auto (optimal, or value if that is faster and preserves what is
    /// asked; the default)
    #[arg(long, value_name = "NAME")]
    reduction: Option<AskedReduction>,

    /// What a state is to `state`: everything, results of tasks and threads included (all, the default), or without results
    /// that nobody can get any more (live)
    #[arg(long, value_name = "WHICH")]
    pub state: Option<StateOf>,

    /// Let `state` remember at most about this much: 100MB, 2GB. What it forgets it may explore again
    #[arg(long, value_parser = raddle::units::size, value_name = "SIZE")]
    pub state_memory: Option<u64>,

    /// ABS: when two steps of tasks depend on each other: if their methods may touch the same field of an object (static, the
    /// default), or only if they really do (dynamic)
    #[arg(long, value_name = "WHICH")]
    pub dependence: Option<Dependence>,

    /// The thread that `value` and `data` look at the others from, in the order of creation: 0 is main (one that is likely
    /// to be good if not given)
    #[arg(long, value_name = "N")]
    pub root: Option<u32>,

    /// Let `value` and `data` order all conflicting accesses of other threads than the root, as their paper prints it, and
    /// not only where somebody can tell
    #[arg(long)]
    pub no_relaxation: bool,

    /// What `value` and `data` count as executions: all complete orders, or as the tool of their authors does
    #[arg(long, value_name = "HOW")]
    pub count: Option<Count>,

    /// Follow each loop for at most N rounds
    #[arg(long, visible_alias = "unwind", value_name = "N")]
    pub unroll: Option<u32>,

    /// Stop a thread after N steps (as many as it takes if not given; threads without end are followed further and further)
    #[arg(long, value_name = "N")]
    pub steps: Option<u32>,

    /// Leave out that weak compare-exchanges fail, and waits for condition variables end, for no reason, as they may
    #[arg(long)]
    pub no_spurious: bool,

    /// It is the default now
    #[arg(long, hide = true)]
    pub spurious: bool,

    /// Let these functions fail as well, as they may: malloc,pthread_create (all: each that can)
    #[arg(long, value_name = "FUNCTIONS", value_delimiter = ',', value_parser = function_that_may_fail)]
    pub may_fail: Vec<String>,

    /// Let undefined use with these codes pass, in the whole program: uninitialised,leak,… (what the program does then is
    /// explained by `raddle explain`, and the scope says where it can happen); a comment does it at its line:
    /// `// raddle: allow(unsequenced)`
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = raddle::explain::allowed)]
    pub allow: Vec<ir::Tolerance>,

    /// Run every interleaving, but abandon an execution when it reaches a state that was seen before (takes memory)
    #[arg(long)]
    pub remember_states: bool,

    /// Keep the exploration in FILE, every minute and when it ends early (time, memory, Ctrl-C), so that `--resume` can go on
    /// with it (`explore`: optimal, source, value, data, state)
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Keep it this often, not every minute: 10s, 5min
    #[arg(long, value_parser = raddle::units::duration, value_name = "TIME")]
    pub checkpoint_every: Option<Duration>,

    /// Go on with the exploration that is kept in FILE, and keep it there (or in the file of `--checkpoint`)
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// Go on after a violation until each property has one or everything is covered, and not only for a while
    #[arg(short, long)]
    pub keep_going: bool,

    /// Give up after this time: 60s, 5min, 2h
    #[arg(long, value_parser = raddle::units::duration, value_name = "TIME")]
    pub timeout: Option<Duration>,

    /// Give up when the process uses more memory than this: 512MB, 4GB (three quarters of the machine's if not given)
    #[arg(long, value_parser = raddle::units::size, value_name = "SIZE")]
    pub memory: Option<u64>,

    /// Show every step of a counterexample, not only those that matter
    #[arg(long)]
    pub full_trace: bool,

    /// Save the counterexample for `raddle replay`; those of further properties go beside it (t.json, t.race.json)
    #[arg(long, value_name = "FILE")]
    pub save_trace: Option<PathBuf>,

    #[command(flatten)]
    pub witness: WitnessArguments,

    #[command(flatten)]
    pub habits: HabitArguments,

    #[command(flatten)]
    pub output: OutputArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Engine {
    /// Whatever answers first
    Auto,
    /// Runs executions
    Explore,
    /// Solves for an execution
    Ordering,
    /// Solves for an execution step by step
    Peephole,
    /// Proves with an abstraction that it refines
    Cegar,
}

impl Engine {
    /// As it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Explore => "explore",
            Engine::Ordering => "ordering",
            Engine::Peephole => "peephole",
            Engine::Cegar => "cegar",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Dependence {
    /// By what methods may touch
    Static,
    /// By what steps really touch
    Dynamic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StateOf {
    /// Everything
    All,
    /// Without results that nobody can get any more
    Live,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Count {
    /// Every complete order
    Orders,
    /// A value of a thread that has led to a complete order is not tried again from the same node
    Authors,
}

/// What `--reduction` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AskedReduction {
    Auto,
    One(Reduction),
}

impl FromStr for AskedReduction {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" { Ok(AskedReduction::Auto) } else { text.parse().map(AskedReduction::One) }
    }
}

/// What `--property` takes.
#[derive(Clone, Debug)]
enum Asked {
    Name(Property),
    File(PathBuf),
}

impl FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.ends_with(".prp") { Ok(Asked::File(text.into())) } else { text.parse().map(Asked::Name) }
    }
}

/// Which properties an engine is asked about.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What the answer is about: all that apply if none is named.
    pub asked: Properties,
    /// Those of them that the engine decides, and checks.
    pub checked: Properties,
    /// What the engine does not support, if it checks less than is asked.
    pub obstacle: String,
}

/// What is wrong with what was asked for.
#[derive(Debug)]
pub enum Complaint {
    /// With the arguments.
    Usage(String),
    /// With a file.
    Input(String),
}

impl CheckArguments {
    /// Whether the program is one of actors, by the names of its files.
    pub fn is_actors(&self) -> bool {
        self.input.is_actors()
    }

    /// The reduction, by `--reduction` or by a word of its own.
    fn asked_reduction(&self) -> Option<AskedReduction> {
        self.reduction.or_else(|| self.habits.reduction())
    }

    /// The functions that may fail, one by one.
    pub fn may_fail(&self) -> Vec<String> {
        if self.may_fail.iter().any(|it| it == "all") {
            return c::that_may_fail().into_iter().map(str::to_owned).collect();
        }
        self.may_fail.clone()
    }

    /// The first option that does not go with the kind of program.
    pub fn misplaced(&self) -> Option<Complaint> {
        let of_threads = [
            (self.root.is_some(), "--root"),
            (self.no_relaxation, "--no-relaxation"),
            (self.count.is_some(), "--count"),
            (self.unroll.is_some(), "--unroll"),
            (self.no_spurious, "--no-spurious"),
            (!self.may_fail.is_empty(), "--may-fail"),
            (!self.allow.is_empty(), "--allow"),
            (self.input.externals != Externals::Refuse, "--externals"),
            (self.input.model() != Model::Lp64, "--data-model"),
        ];
        let of_actors = [
            (self.dependence.is_some(), "--dependence"),
            (self.input.main.is_some(), "--main"),
            (self.input.truncating_division, "--truncating-division"),
        ];
        if self.spurious {
            let message = "--spurious is the default now: leave it out, or give --no-spurious for the opposite";
            return Some(Complaint::Usage(message.to_owned()));
        }
        let given = |options: &[(bool, &'static str)]| options.iter().find(|it| it.0).map(|it| it.1);
        let engine = self.engine();
        if !matches!(engine, Engine::Auto | Engine::Explore) && self.is_actors() {
            let message = format!("the engine `{}` is for C programs, not for actors", engine.name());
            return Some(Complaint::Usage(message));
        }
        for (owner, options) in self.owned().iter().filter(|it| it.0 != engine) {
            if let Some(option) = given(options) {
                return Some(Complaint::Usage(format!("{option} goes with the engine `{}` only", owner.name())));
            }
        }
        if let Some(objection) = self.objection_to_teamwork(engine) {
            return Some(Complaint::Usage(objection));
        }
        if engine == Engine::Cegar && self.unroll.is_some() {
            return Some(Complaint::Usage(cegar::NO_UNROLLING.to_owned()));
        }
        let files = [
            (&self.dump_smt2, "--dump-smt2"),
            (&self.dump_cnf, "--dump-cnf"),
            (&self.save_trace, "--save-trace"),
            (&self.checkpoint, "--checkpoint"),
            (&self.resume, "--resume"),
        ];
        let not_written = || files.into_iter().find_map(|(path, option)| not_writable(path.as_deref(), option));
        if let Some(complaint) = self.output.objection().or_else(|| self.witness.objection()).or_else(not_written) {
            return Some(complaint);
        }
        if self.is_actors() {
            let of_threads = [&of_threads[..], &self.witness.given()].concat();
            given(&of_threads).map(|it| Complaint::Usage(format!("{it} is for C programs, not for actors")))
        } else {
            given(&of_actors).map(|it| Complaint::Usage(format!("{it} is for actor programs (.abs)")))
        }
    }

    /// Why an exploration cannot be shared by several threads, or kept, if that is asked for.
    fn objection_to_teamwork(&self, engine: Engine) -> Option<String> {
        let asked = [
            (self.jobs.is_some(), "--jobs"),
            (self.checkpoint.is_some(), "--checkpoint"),
            (self.checkpoint_every.is_some(), "--checkpoint-every"),
            (self.resume.is_some(), "--resume"),
        ];
        let option = asked.iter().find(|it| it.0)?.1;
        match engine {
            Engine::Auto => return None,
            Engine::Explore => {}
            Engine::Ordering | Engine::Peephole | Engine::Cegar => {
                return Some(format!("{option} goes with the engines `auto` and `explore` only"));
            }
        }
        if self.checkpoint_every.is_some() && self.checkpoint.is_none() && self.resume.is_none() {
            return Some("--checkpoint-every needs --checkpoint or --resume".to_owned());
        }
        if !self.is_teamwork() {
            return None;
        }
        if let Some(AskedReduction::One(reduction)) = self.asked_reduction() {
            if !reduction.is_divisible() {
                let names: Vec<_> = Reduction::ALL.iter().filter(|it| it.is_divisible()).map(|it| it.name()).collect();
                return Some(format!("{option} goes with the reductions {}; not with {reduction}", names.join(", ")));
            }
        }
        let obstacles = [
            (self.output.dot_tree.is_some(), "--dot-tree"),
            (self.remember_states, "--remember-states"),
            (self.count == Some(Count::Authors), "--count authors"),
        ];
        let other = obstacles.iter().find(|it| it.0)?.1;
        Some(format!("{option} and {other} do not go together"))
    }

    /// All that decides what an exploration explores, other than the program: two runs with the same are parts of one.
    pub fn question(&self, search: &raddle::search::Search) -> String {
        let properties: Vec<_> = search.properties.iter().map(|it| it.name()).collect();
        format!(
            "{} {} {:?} {} {:?} {:?} {:?} {} {:?} {:?} {:?} {}",
            properties.join(","),
            search.reduction,
            search.most_steps,
            search.live_states,
            search.further,
            self.unroll,
            self.root,
            self.no_relaxation,
            self.dependence,
            self.input.main,
            self.input.flags,
            self.input.truncating_division,
        )
    }

    /// Whether an exploration is shared by several threads, or kept.
    pub fn is_teamwork(&self) -> bool {
        self.jobs.is_some_and(|it| it > 1) || self.checkpoint.is_some() || self.resume.is_some()
    }

    /// The options that only one engine has, and whether they were given.
    fn owned(&self) -> [(Engine, Vec<(bool, &'static str)>); 5] {
        let of_auto = [(self.agree, "--agree")];
        let of_exploration = [
            (self.asked_reduction().is_some(), "--reduction"),
            (self.root.is_some(), "--root"),
            (self.no_relaxation, "--no-relaxation"),
            (self.count.is_some(), "--count"),
            (self.steps.is_some(), "--steps"),
            (self.remember_states, "--remember-states"),
            (self.state.is_some(), "--state"),
            (self.state_memory.is_some(), "--state-memory"),
            (self.keep_going, "--keep-going"),
            (self.output.dot_tree.is_some(), "--dot-tree"),
            (self.checkpoint.is_some(), "--checkpoint"),
            (self.checkpoint_every.is_some(), "--checkpoint-every"),
            (self.resume.is_some(), "--resume"),
        ];
        let of_ordering = [
            (self.ordering.is_some(), "--ordering"),
            (self.dump_smt2.is_some(), "--dump-smt2"),
            (self.dump_cnf.is_some(), "--dump-cnf"),
        ];
        [
            (Engine::Auto, of_auto.to_vec()),
            (Engine::Explore, of_exploration.to_vec()),
            (Engine::Ordering, of_ordering.to_vec()),
            (Engine::Peephole, self.peephole.given().to_vec()),
            (Engine::Cegar, self.cegar.given().to_vec()),
        ]
    }

    /// The engine that is asked for: by name, or by an option that only one has.
    pub fn engine(&self) -> Engine {
        let owner = || self.owned().into_iter().find(|it| it.1.iter().any(|it| it.0)).map(|it| it.0);
        self.engine.or_else(owner).unwrap_or(Engine::Auto)
    }

    /// How several engines are run.
    pub fn auto(&self) -> raddle::portfolio::AutoOptions {
        let all = || std::thread::available_parallelism().map_or(1, |it| it.get());
        raddle::portfolio::AutoOptions { jobs: self.jobs.map_or_else(all, |it| it as usize), agree: self.agree }
    }

    /// How executions are chosen; an error if states are to be remembered and the reduction cannot have that.
    pub fn reduction(&self) -> Result<Reduction, Complaint> {
        let reduction = match self.asked_reduction() {
            None | Some(AskedReduction::Auto) => None,
            Some(AskedReduction::One(reduction)) => Some(reduction),
        };
        if let Some(reduction) = reduction.filter(|it| self.is_actors() && !it.takes_actors()) {
            let names: Vec<_> = Reduction::ALL.iter().filter(|it| it.takes_actors()).map(|it| it.name()).collect();
            let message = format!("the reduction `{reduction}` is for threads; actors have {}", names.join(", "));
            return Err(Complaint::Usage(message));
        }
        let of_states = [(self.state.is_some(), "--state"), (self.state_memory.is_some(), "--state-memory")];
        if let Some((_, option)) =
            of_states.iter().find(|it| it.0 && !reduction.is_some_and(Reduction::compares_states))
        {
            return Err(Complaint::Usage(format!("{option} goes with the reductions `state` and `context` only")));
        }
        if let Some(reduction) = reduction.filter(|it| self.output.dot_tree.is_some() && it.is_annotated()) {
            let message = format!("--dot-tree: the reduction `{reduction}` runs no executions that could be drawn");
            return Err(Complaint::Usage(message));
        }
        match (reduction, self.remember_states) {
            (None, false) => Ok(Reduction::Optimal),
            (None | Some(Reduction::Naive), true) => Ok(Reduction::Naive),
            (Some(reduction), false) => Ok(reduction),
            (Some(reduction), true) => {
                let message = format!("--remember-states goes with the reduction `naive` only, not with `{reduction}`");
                Err(Complaint::Usage(message))
            }
        }
    }

    /// Whether a reduction may be chosen that is faster and preserves these properties.
    pub fn is_auto(&self, properties: Properties) -> bool {
        let is_free = matches!(self.asked_reduction(), None | Some(AskedReduction::Auto)) && !self.remember_states;
        is_free && properties.iter().all(|it| Reduction::Value.preserves().contains(it))
    }

    /// Whether some properties are named.
    pub fn asks_for_properties(&self) -> bool {
        !self.property.is_empty()
    }

    /// The properties to check; an error if one is named of which the reduction would miss violations.
    pub fn asked(&self, reduction: Reduction) -> Result<Question, Complaint> {
        // A state does not tell on which way it was reached, and so not what orders the accesses on the way.
        let remembered =
            if self.remember_states { Properties::all().without(Property::Race) } else { Properties::all() };
        let engine = self.engine();
        let preserved = match engine {
            Engine::Auto => Properties::all(),
            Engine::Explore => reduction.preserves(),
            Engine::Ordering | Engine::Peephole => Properties::of_threads(),
            Engine::Cegar => raddle::cegar::preserved(),
        };
        let applicable = if self.is_actors() { Properties::of_actors() } else { Properties::of_threads() };
        if self.property.is_empty() {
            let checked = preserved.intersection(remembered).intersection(applicable);
            let obstacle = match engine {
                Engine::Cegar => "that: it proves `reach` only (the other engines decide all)".to_owned(),
                _ if self.remember_states => "that with --remember-states (--reduction optimal does)".to_owned(),
                _ => format!("that under the reduction `{reduction}` (--reduction optimal does)"),
            };
            return Ok(Question { asked: applicable, checked, obstacle });
        }
        let mut asked = Properties::default();
        for it in &self.property {
            match it {
                Asked::Name(property) => asked.insert(*property),
                Asked::File(path) => {
                    raddle::property_file::read(path).map_err(Complaint::Input)?.iter().for_each(|it| asked.insert(it));
                }
            }
        }
        if let Some(odd) = asked.iter().find(|&it| !applicable.contains(it)) {
            let why = if self.is_actors() { raddle::actors::objection(odd) } else { Some("C has no exceptions") };
            let why = why.unwrap_or("it does not apply");
            return Err(Complaint::Usage(format!("`{odd}` cannot be asked of this program: {why}")));
        }
        if let Some(lost) = asked.iter().find(|&it| !preserved.contains(it)) {
            let message = if engine == Engine::Cegar {
                cegar::objection(lost)
            } else {
                format!("the reduction `{reduction}` can miss violations of `{lost}`; `--reduction optimal` does not")
            };
            return Err(Complaint::Usage(message));
        }
        match asked.iter().find(|&it| !remembered.contains(it)) {
            Some(lost) => Err(Complaint::Usage(format!("--remember-states can miss violations of `{lost}`"))),
            None => Ok(Question { asked, checked: asked, obstacle: String::new() }),
        }
    }
}

#[derive(Args)]
#[command(after_help = "\
Example:
  raddle support main.c queue.c -- -Iinclude

Exit codes: 0 the program can be checked, 2 it cannot. What main does not lead to is listed apart and does not count.")]
pub struct SupportArguments {
    #[command(flatten)]
    pub input: Input,
}

#[derive(Args)]
#[command(after_help = help::IR)]
pub struct IrArguments {
    #[command(flatten)]
    pub input: Input,

    /// Follow each loop for at most N rounds
    #[arg(long, visible_alias = "unwind", value_name = "N")]
    pub unroll: Option<u32>,

    /// Show instead which steps of two threads are independent, and under which condition
    #[arg(long)]
    pub independence: bool,

    /// Draw the automata instead, in the language of Graphviz; what other threads may notice is red
    #[arg(long, conflicts_with = "independence")]
    pub dot: bool,

    /// Draw the functions of the library, too
    #[arg(long, requires = "dot")]
    pub all: bool,
}

/// A function of `--may-fail`, or all of them.
fn function_that_may_fail(text: &str) -> Result<String, String> {
    let known = c::that_may_fail();
    if text == "all" || known.contains(&text) {
        return Ok(text.to_owned());
    }
    Err(format!("there are all, {}", known.join(", ")))
}

/// What has this name, or which names there are.
fn named<T: Copy>(all: &[(&str, T)], text: &str) -> Result<T, String> {
    let names = || all.iter().map(|it| it.0).collect::<Vec<_>>().join(", ");
    all.iter().find(|it| it.0 == text).map(|it| it.1).ok_or_else(|| format!("there are {}", names()))
}
