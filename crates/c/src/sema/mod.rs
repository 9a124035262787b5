//! From the parser's tree to the typed tree: names, types, conversions, constants, initialisers, library functions.
//!
//! Two rounds. First all declarations of the file, in order (`declare`, `types`, `records`); then the bodies of those
//! functions that can be reached from `main` (`functions`), so that code that never runs may use what is not supported.
//! Without `main` every function counts as reached.
//!
//! Nothing here stops at an error: what is wrong is reported once, where it is, and becomes an expression or a type that
//! every later check keeps silent about (see `special`).

mod assembly;
mod asynchronous;
mod atomics;
mod attributes;
mod calls;
mod convert;
mod decimals;
mod declare;
mod expressions;
mod externals;
mod files;
mod formatted;
mod functions;
mod further;
mod initialise;
mod library;
mod literals;
mod memory;
mod operands;
mod operators;
mod overflow;
mod placing;
mod printed;
mod records;
mod scope;
pub(crate) mod special;
mod statements;
mod types;
mod variable;

use crate::constant::{self, Constant};
use crate::lines::Lines;
use crate::prepass::{MAX_NESTING, Prepared};
use crate::reading::Parsed;
use crate::tree::{
    Expr, Function, FunctionId, LabelId, Record, RecordId, Stmt, Type, Unit, Variable, VariableId, Wait,
};
use crate::{Allowed, Externals, characters, codes, layout};
use files::Files;
use ir::{DataModel, Tolerance};
use lang_c::ast::{FunctionDefinition, Identifier};
use lang_c::span::Node;
use scope::Scope;
use source::{Code, Diagnostics, Sources, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// Works out the typed tree of a program. It is complete only if no error was reported.
pub(crate) fn analyse(
    parsed: Parsed,
    allowed: Allowed,
    options: &crate::Options,
    diagnostics: &mut Diagnostics,
) -> Unit {
    let Parsed { units, files, prepared, lines } = parsed;
    let mut sema = Sema::new(&prepared, &lines, Files::new(units.len(), files), options, diagnostics);
    sema.allowed = allowed;
    sema.program(&units);
    if let Some(sentence) = success(&sema.never_fails) {
        sema.approximate(sentence);
    }
    let Sema { mut records, mut variables, mut functions, approximations, mutex_kinds, .. } = sema;
    let (at_thread_exit, runner, waits) = (sema.at_thread_exit, sema.runner, sema.waits);
    let (allowed, passed) = (sema.allowed, sema.passed);
    special::remove(&mut records, &mut variables, &mut functions);
    let (sources, no_spurious, model) = (lines.into_sources(), options.no_spurious, options.model);
    Unit {
        model,
        sources,
        no_spurious,
        waits,
        records,
        variables,
        functions,
        mutex_kinds,
        at_thread_exit,
        runner,
        approximations,
        allowed,
        passed,
        named: HashSet::new(),
    }
}

/// That functions do not fail.
fn success(names: &BTreeSet<String>) -> Option<String> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names.as_slice() {
        [] => None,
        [only] => Some(format!("{only} does not fail {}", crate::SUCCESS)),
        [first @ .., last] => Some(format!("{} and {last} do not fail {}", first.join(", "), crate::SUCCESS)),
    }
}

/// What was found in all of a program, also where `main` does not lead.
pub(crate) struct Surveyed {
    /// What is approximated, and where; first what can be reached.
    pub approximated: Vec<(Span, String)>,
    /// How many of these, and how many diagnostics, are about what can be reached.
    pub reached: (usize, usize),
}

/// Works out every function, those last that `main` does not lead to.
pub(crate) fn survey(parsed: Parsed, options: &crate::Options, diagnostics: &mut Diagnostics) -> (Surveyed, Sources) {
    let Parsed { units, files, prepared, lines } = parsed;
    let mut sema = Sema::new(&prepared, &lines, Files::new(units.len(), files), options, diagnostics);
    let definitions = sema.program(&units);
    let reached = (sema.noted.len(), sema.diagnostics.iter().count());
    sema.rest(&definitions);
    let approximated = std::mem::take(&mut sema.noted);
    (Surveyed { approximated, reached }, lines.into_sources())
}

/// Everything that is known while a file is worked out.
struct Sema<'a> {
    prepared: &'a Prepared,
    lines: &'a Lines,
    model: DataModel,
    externals: Externals,
    diagnostics: &'a mut Diagnostics,
    records: Vec<Record>,
    /// One per record.
    record_notes: Vec<RecordNotes>,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    /// One per function: under which key it is known.
    function_keys: Vec<String>,
    approximations: Vec<String>,
    no_spurious: bool,
    waits: Vec<Wait>,
    /// Functions of the library that may fail.
    may_fail: Vec<String>,
    /// Functions of the library that the program calls, and that may fail but do not.
    never_fails: BTreeSet<String>,
    /// See [`Unit::allowed`] and [`Unit::passed`].
    allowed: Allowed,
    passed: Vec<(Tolerance, Span)>,
    /// See [`crate::Options::only_reach_error`].
    only_reach_error: bool,
    mutex_kinds: bool,
    /// See [`Unit::at_thread_exit`] and [`Unit::runner`].
    at_thread_exit: Vec<FunctionId>,
    runner: Option<FunctionId>,
    /// The expression that is worked on.
    here: Span,
    /// Every approximation and where it was made.
    noted: Vec<(Span, String)>,
    /// Of the file, then inwards.
    scopes: Vec<Scope>,
    /// The files, and which of them is worked on.
    files: Files,
    /// Variables with linkage, by key; see `files`.
    globals: HashMap<String, Global>,
    /// Variables whose type is still to be completed.
    unfinished: Vec<(String, Span)>,
    /// Functions by key.
    known: HashMap<String, Known<'a>>,
    /// Functions that are referred to and whose body is still to be worked out.
    pending: VecDeque<(FunctionId, &'a Node<FunctionDefinition>)>,
    /// Functions that were used as values before all definitions were seen, by key.
    mentioned: Vec<(String, Span)>,
    body: Option<Body>,
    /// In a statement that becomes a function: how many variables there were before, and whether it uses such a local.
    around: Option<(u32, bool)>,
    /// The attributes that were found to belong to something.
    claimed: HashSet<usize>,
    /// The record with an array at its end that gets its size from the initialiser that is being worked out.
    open_record: Option<RecordId>,
    /// In how many lists of parameters we are whose names mean nothing.
    prototypes: u32,
    depth: usize,
}

/// What is known of a record beyond its layout.
#[derive(Default)]
struct RecordNotes {
    /// What is not supported in it. Reported when the record is used.
    problems: Vec<(Code, Span, String)>,
    /// Whether that was done, for it and all that is in it.
    used: bool,
    /// The members by name, as positions among the fields.
    members: HashMap<String, usize>,
    /// How many members there are, with those of inner records, counted as often as they occur.
    parts: u32,
    /// How deep records and arrays are in each other.
    levels: u32,
    /// Whether the last member is an array without a size.
    flexible: bool,
}

/// A variable with linkage, from all of its declarations.
struct Global {
    ty: Type,
    span: Span,
    /// Given when it is defined or first referred to.
    id: Option<VariableId>,
    defined: bool,
    initialised: bool,
    thread: bool,
    constant: bool,
    used: Option<Span>,
}

/// A function, from all of its declarations.
struct Known<'a> {
    signature: Rc<crate::tree::Signature>,
    span: Span,
    id: Option<FunctionId>,
    definition: Option<&'a Node<FunctionDefinition>>,
    /// The file of the definition, else of the first declaration.
    file: usize,
}

/// The function whose body is being worked out.
#[derive(Default)]
struct Body {
    name: String,
    /// Whether it belongs to the library.
    is_model: bool,
    result: Option<Type>,
    labels: HashMap<String, Label>,
    next_label: u32,
    switches: Vec<Switch>,
    loops: u32,
    breakable: u32,
    /// Whether it has variable arguments.
    variadic: bool,
    /// The arrays of variable length; as variables they are pointers.
    arrays: HashSet<VariableId>,
    /// What keeps the sizes of types that were just written.
    sizes: Vec<Expr>,
}

struct Label {
    id: LabelId,
    defined: bool,
    used: Span,
}

/// A switch whose body is being worked out.
struct Switch {
    ty: Type,
    cases: Vec<(u64, u64, LabelId)>,
    /// The last value of each case by its first, as numbers of the type. They do not overlap.
    ranges: BTreeMap<i128, i128>,
    default: Option<LabelId>,
}

impl<'a> Sema<'a> {
    fn new(
        prepared: &'a Prepared,
        lines: &'a Lines,
        files: Files,
        options: &crate::Options,
        diagnostics: &'a mut Diagnostics,
    ) -> Sema<'a> {
        Sema {
            prepared,
            lines,
            model: options.model,
            externals: options.externals,
            diagnostics,
            records: Vec::new(),
            record_notes: Vec::new(),
            variables: Vec::new(),
            functions: Vec::new(),
            function_keys: Vec::new(),
            approximations: Vec::new(),
            no_spurious: options.no_spurious,
            waits: Vec::new(),
            only_reach_error: options.only_reach_error,
            may_fail: options.may_fail.clone(),
            never_fails: BTreeSet::new(),
            allowed: Allowed::default(),
            passed: Vec::new(),
            mutex_kinds: false,
            at_thread_exit: Vec::new(),
            runner: None,
            here: Span::NONE,
            noted: Vec::new(),
            scopes: vec![Scope::default()],
            files,
            globals: HashMap::new(),
            unfinished: Vec::new(),
            known: HashMap::new(),
            pending: VecDeque::new(),
            mentioned: Vec::new(),
            body: None,
            around: None,
            claimed: HashSet::new(),
            open_record: None,
            prototypes: 0,
            depth: 0,
        }
    }
}

impl Sema<'_> {
    fn span(&self, span: lang_c::span::Span) -> Span {
        self.lines.span(span.start, span.end)
    }

    /// The name as the user wrote it (the parser does not see `$` and letters beyond ASCII).
    fn name(&self, identifier: &Node<Identifier>) -> String {
        let written = self.written(identifier);
        match written.contains('\\') {
            true => String::from_utf8_lossy(&characters::with_letters(written.as_bytes())).into_owned(),
            false => written,
        }
    }

    fn written(&self, identifier: &Node<Identifier>) -> String {
        if let Some(whole) = self.prepared.renamed.get(&identifier.span.start) {
            return self.lines.text()[whole.clone()].to_owned();
        }
        let written = self.lines.text().get(identifier.span.start..identifier.span.end).unwrap_or_default();
        let name = &identifier.node.name;
        let same = |(a, b): (u8, u8)| a == b || (b == b'_' && !a.is_ascii_alphanumeric());
        match written.len() == name.len() && written.bytes().zip(name.bytes()).all(same) {
            true => written.to_owned(),
            false => name.clone(),
        }
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics.error(code, span, message);
    }

    fn warning(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics.warning(code, span, message);
    }

    fn approximate(&mut self, sentence: String) {
        let noted = (self.here, sentence);
        if !self.noted.contains(&noted) {
            self.noted.push(noted.clone());
        }
        if !self.approximations.contains(&noted.1) {
            self.approximations.push(noted.1);
        }
    }

    fn size(&self, ty: &Type) -> Option<u32> {
        layout::size(ty, &self.records, self.model)
    }

    fn align(&self, ty: &Type) -> u32 {
        layout::align(ty, &self.records, self.model)
    }

    fn evaluate<'e>(&self, expr: &'e Expr) -> Option<Constant<'e>> {
        constant::evaluate(expr, constant::Context { model: self.model, variables: &self.variables })
    }

    /// The value of an integer constant expression, as its type has it.
    fn integer(&self, expr: &Expr) -> Option<i64> {
        if matches!(expr.ty, Type::Float(_)) {
            return None;
        }
        match self.evaluate(expr)? {
            Constant::Int(bits) => constant::extend(bits, &expr.ty, self.model),
            Constant::Wide(bits) => i64::try_from(bits as i128).ok(),
            Constant::Address(..) => None,
        }
    }

    /// Goes one level deeper, or says that it is too deep.
    fn descend<T>(&mut self, span: lang_c::span::Span, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_NESTING {
            let span = self.span(span);
            if !self.diagnostics.iter().any(|it| it.code == codes::TOO_DEEP) {
                self.error(codes::TOO_DEEP, span, format!("more than {MAX_NESTING} levels of nesting"));
            }
            return None;
        }
        self.depth += 1;
        let done = work(self);
        self.depth -= 1;
        Some(done)
    }

    fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let done = work(self);
        self.scopes.pop();
        done
    }

    fn new_label(&mut self) -> LabelId {
        let body = self.body.get_or_insert_with(Body::default);
        body.next_label += 1;
        LabelId(body.next_label - 1)
    }

    fn add_variable(&mut self, variable: Variable) -> VariableId {
        self.variables.push(variable);
        VariableId(self.variables.len() as u32 - 1)
    }

    /// A block as one statement; a single statement stands for itself.
    fn block(mut list: Vec<Stmt>, span: Span) -> Stmt {
        match list.len() {
            1 => list.remove(0),
            _ => Stmt { kind: crate::tree::StmtKind::Block(list), span },
        }
    }
}
