//! Witnesses: what the verifiers of the software verification competition tell each other about an answer.
//!
//! A violation witness is a sequence of segments. Each says what an execution has to pass next (`follow`) and what it must not
//! pass on the way there (`avoid`); the last one says where the violation is. A correctness witness is a set of invariants. Here is
//! what they are made of; [`yaml`] and [`graphml`] write them down. Nothing here knows programs.

pub mod graphml;
pub mod yaml;

/// Where an entry comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metadata {
    /// `2.0`, `2.1` or `2.2`.
    pub format_version: String,
    /// A UUID.
    pub uuid: String,
    /// In ISO 8601.
    pub creation_time: String,
    /// Who has made it.
    pub producer: Producer,
    /// What it is about.
    pub task: Task,
}

/// Who has made a witness.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Producer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What a witness is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// The files of the program.
    pub input_files: Vec<String>,
    /// SHA-256 of each.
    pub input_file_hashes: Vec<(String, String)>,
    /// The formula: `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
}

/// A place in a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// One of the files of the task.
    pub file_name: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters; the first suitable one of the line if not given.
    pub column: Option<u32>,
    /// The function that it is in.
    pub function: Option<String>,
}

/// A violation witness.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ViolationSequence {
    /// Where it comes from.
    pub metadata: Metadata,
    /// What an execution has to pass, one after the other.
    pub segments: Vec<Vec<Waypoint>>,
}

/// Something that an execution passes, or does not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// What kind of thing.
    pub kind: WaypointKind,
    /// Whether it has to be passed, or must not be.
    pub action: Action,
    /// By whom: 0 is the first thread, others have the number of the `function_enter` that started them.
    pub thread_id: Option<u32>,
    /// What has to hold.
    pub constraint: Option<Constraint>,
    /// Where.
    pub location: Location,
    /// The line of the witness that it is on; 0 if it was not read from a file.
    pub line: u32,
}

/// Kinds of waypoints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    /// A statement begins, and the constraint holds.
    Assumption,
    /// The violation.
    Target,
    /// A function is called.
    FunctionEnter,
    /// A call is over, and its result is as the constraint says.
    FunctionReturn,
    /// A branching goes the way that the constraint says.
    Branching,
}

/// Whether a waypoint has to be passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// It has to be.
    Follow,
    /// It must not be.
    Avoid,
}

/// What has to hold at a waypoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// An expression.
    pub value: String,
    /// Its language, where the format asks for one.
    pub format: Option<Format>,
}

/// The language of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// C.
    C,
    /// C, and `\result`.
    ExtendedC,
    /// The same in version 2.0.
    Acsl,
}

/// A correctness witness.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InvariantSet {
    /// Where it comes from.
    pub metadata: Metadata,
    /// What the invariants may speak of besides the variables of the program.
    pub ghosts: Vec<Ghost>,
    /// What holds whenever an execution comes by.
    pub invariants: Vec<Invariant>,
}

/// A variable of the witness, which belongs to everybody and is an `int`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ghost {
    /// Its name.
    pub name: String,
    /// What it starts with, in C.
    pub initial: String,
    /// When it changes.
    pub updates: Vec<GhostUpdate>,
    /// The line of the witness that it is on; 0 if it was not read from a file.
    pub line: u32,
}

/// A change of a ghost variable, in one step with a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GhostUpdate {
    /// The statement.
    pub location: Location,
    /// The new value, in C.
    pub value: String,
}

/// Something that holds whenever an execution comes by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Whether it is about a loop or about a statement.
    pub kind: InvariantKind,
    /// Where.
    pub location: Location,
    /// An expression in C.
    pub value: String,
    /// The line of the witness that it is on; 0 if it was not read from a file.
    pub line: u32,
}

/// Kinds of invariants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvariantKind {
    /// Holds whenever the condition of a loop is about to be evaluated.
    Loop,
    /// Holds whenever a statement begins.
    Location,
}

impl WaypointKind {
    /// All of them.
    pub const ALL: [WaypointKind; 5] = [
        WaypointKind::Assumption,
        WaypointKind::Target,
        WaypointKind::FunctionEnter,
        WaypointKind::FunctionReturn,
        WaypointKind::Branching,
    ];

    /// The name in the format.
    pub fn name(self) -> &'static str {
        match self {
            WaypointKind::Assumption => "assumption",
            WaypointKind::Target => "target",
            WaypointKind::FunctionEnter => "function_enter",
            WaypointKind::FunctionReturn => "function_return",
            WaypointKind::Branching => "branching",
        }
    }
}

impl Action {
    /// The name in the format.
    pub fn name(self) -> &'static str {
        match self {
            Action::Follow => "follow",
            Action::Avoid => "avoid",
        }
    }
}

impl Format {
    /// The name in the format.
    pub fn name(self) -> &'static str {
        match self {
            Format::C => "c_expression",
            Format::ExtendedC => "ext_c_expression",
            Format::Acsl => "acsl_expression",
        }
    }
}

impl InvariantKind {
    /// The name in the format.
    pub fn name(self) -> &'static str {
        match self {
            InvariantKind::Loop => "loop_invariant",
            InvariantKind::Location => "location_invariant",
        }
    }
}
