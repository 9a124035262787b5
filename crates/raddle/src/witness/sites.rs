//! Which code belongs to which statement and to which call of the text.

use super::outline::{Branching, Call, Outline, Position, Statement};
use ir::{Action, Operation, Program};
use source::{FileId, Span};
use std::sync::Arc;
use vm::{Code, NO_STRETCH, Site, TURN, Turn};

/// A statement of a program, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StatementId(pub u32);

/// A call of a program, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallId(pub u32);

/// See the module.
#[derive(Clone, Debug)]
pub struct Sites {
    files: Vec<File>,
    /// For each instruction the number of its statement, as [`vm::Visits`] wants it.
    stretches: Arc<Vec<u32>>,
    /// For each instruction that calls something the number of the call.
    calls: Vec<Option<CallId>>,
    /// For each instruction that belongs to the condition of a loop the loop.
    conditions: Vec<Option<StatementId>>,
    /// The calls that start threads.
    starters: Vec<CallId>,
    /// The calls that ask for an input.
    askers: Vec<CallId>,
}

#[derive(Clone, Debug)]
struct File {
    id: FileId,
    name: String,
    outline: Outline,
    /// The numbers of its first statement and call.
    first_statement: u32,
    first_call: u32,
}

impl Sites {
    /// Finds the statements and calls of the files that a program is made of, headers with functions included.
    pub fn of(program: &Program, code: &Code) -> Sites {
        let own = program.functions.iter().filter(|it| !it.library).flat_map(|it| &it.edges);
        let mut ids: Vec<FileId> = own.filter(|it| it.span.is_some()).map(|it| it.span.file).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut files: Vec<File> = Vec::new();
        let (mut first_statement, mut first_call) = (0, 0);
        for id in ids {
            let Some(file) = program.sources.get(id) else { continue };
            let Some(text) = file.text.as_deref() else { continue };
            let outline = Outline::of(text);
            let (statements, calls) = (outline.statements.len() as u32, outline.calls.len() as u32);
            files.push(File { id, name: file.name.clone(), outline, first_statement, first_call });
            first_statement += statements;
            first_call += calls;
        }
        let mut sites = Sites {
            files,
            stretches: Arc::default(),
            calls: Vec::new(),
            conditions: Vec::new(),
            starters: Vec::new(),
            askers: Vec::new(),
        };
        let all = 0..code.length();
        sites.conditions = all.clone().map(|pc| sites.condition(program, code, pc)).collect();
        sites.stretches = Arc::new(all.clone().map(|pc| sites.stretch(program, code, pc)).collect());
        sites.calls = all.clone().map(|pc| sites.call_of(program, code, pc)).collect();
        let calls = |is_one: &dyn Fn(u32) -> bool| -> Vec<CallId> {
            all.clone().filter(|&pc| is_one(pc)).filter_map(|pc| sites.calls[pc as usize]).collect()
        };
        let starters = calls(&|pc| starts_thread(program, code, pc));
        let askers = calls(&|pc| code.turn(pc) == Turn::Choose);
        (sites.starters, sites.askers) = (starters, askers);
        sites
    }

    fn stretch(&self, program: &Program, code: &Code, pc: u32) -> u32 {
        let site = code.site(pc);
        let turn = code.turn(pc);
        if program.functions[site.function.index()].library || turn == Turn::End {
            return NO_STRETCH;
        }
        let Some(statement) = self.statement_of(site.span) else { return NO_STRETCH };
        let is_turn = matches!(turn, Turn::Call | Turn::Return | Turn::Choose | Turn::Spawn);
        if is_turn || self.conditions[pc as usize].is_some() { statement.0 | TURN } else { statement.0 }
    }

    fn condition(&self, program: &Program, code: &Code, pc: u32) -> Option<StatementId> {
        let Site { function, span, .. } = code.site(pc);
        let statement = self.statement_of(span).filter(|_| !program.functions[function.index()].library)?;
        let branching = self.branching(statement).filter(|it| it.word.is_loop())?;
        let at = (span.line, span.column);
        (branching.condition.0 <= at && at <= branching.condition.1).then_some(statement)
    }

    fn call_of(&self, program: &Program, code: &Code, pc: u32) -> Option<CallId> {
        let site = code.site(pc);
        let function = &program.functions[site.function.index()];
        let is_call = match &function.edges[site.edge as usize].action {
            Action::Call { .. } => true,
            Action::Visible(operation) => !matches!(
                operation,
                Operation::Load { .. } | Operation::Store { .. } | Operation::OpenSlot(_) | Operation::CloseSlot(_)
            ),
            Action::Skip | Action::Assign(..) | Action::Return(_) | Action::Stop(_) => false,
        };
        let is_turn = !matches!(code.turn(pc), Turn::Local | Turn::Return | Turn::End);
        if function.library || !is_call || !is_turn {
            return None;
        }
        let Span { line, column, length, .. } = site.span;
        let file = self.files.iter().find(|it| it.id == site.span.file)?;
        let close = (line, column + length.saturating_sub(1));
        file.outline.call_at((line, column), close).map(|it| CallId(file.first_call + it as u32))
    }

    /// The statement that a position is in.
    pub fn statement_of(&self, span: Span) -> Option<StatementId> {
        let file = self.files.iter().find(|it| it.id == span.file && span.is_some())?;
        let found = file.outline.statement_at((span.line, span.column));
        // Inside of a macro, columns are those of what it stands for.
        let found = found.or_else(|| file.outline.statement_on(span.line))?;
        Some(StatementId(file.first_statement + found as u32))
    }

    /// The statement that a witness means.
    pub fn statement_at(&self, file: &str, line: u32, column: Option<u32>) -> Option<StatementId> {
        let file = self.file(file)?;
        let found = match column {
            Some(column) => file.outline.statement_at((line, column)),
            None => file.outline.statement_on(line),
        };
        found.map(|it| StatementId(file.first_statement + it as u32))
    }

    /// The call that a witness means: the one with its right parenthesis there, or else the innermost one around; without a
    /// column the first one on the line.
    pub fn call_at(&self, file: &str, line: u32, column: Option<u32>) -> Option<CallId> {
        let file = self.file(file)?;
        let calls = &file.outline.calls;
        let found = match column {
            Some(column) => {
                let at = (line, column);
                let around = || (0..calls.len()).rev().find(|&it| calls[it].start <= at && at <= calls[it].close);
                calls.iter().position(|it| it.close == at).or_else(around)
            }
            None => calls
                .iter()
                .position(|it| it.start.0 == line)
                .or_else(|| calls.iter().position(|it| it.close.0 == line)),
        };
        found.map(|it| CallId(file.first_call + it as u32))
    }

    /// A file as a witness names it: by its whole name, or by the end of it if that is enough.
    fn file(&self, name: &str) -> Option<&File> {
        let last = |it: &str| it.rsplit('/').next().unwrap_or_default().to_owned();
        let same = self.files.iter().find(|it| it.name == name);
        let mut similar = self.files.iter().filter(|it| last(&it.name) == last(name));
        same.or_else(|| similar.next().filter(|_| similar.next().is_none()))
    }

    /// The whole name of a file that a witness names.
    pub fn name_of(&self, name: &str) -> Option<&str> {
        self.file(name).map(|it| it.name.as_str())
    }

    /// A statement with the name of its file.
    pub fn statement(&self, id: StatementId) -> (&str, Statement) {
        let file = self.owner(|it| it.first_statement <= id.0);
        (&file.name, file.outline.statements[(id.0 - file.first_statement) as usize])
    }

    /// A call with the name of its file.
    pub fn call(&self, id: CallId) -> (&str, &Call) {
        let file = self.owner(|it| it.first_call <= id.0);
        (&file.name, &file.outline.calls[(id.0 - file.first_call) as usize])
    }

    fn owner(&self, begins: impl Fn(&File) -> bool) -> &File {
        self.files.iter().rev().find(|it| begins(it)).expect("numbers come from here")
    }

    /// What a statement decides.
    pub fn branching(&self, id: StatementId) -> Option<Branching> {
        self.statement(id).1.branching
    }

    /// Whether the second statement is inside of the first.
    pub fn is_inside(&self, outer: StatementId, inner: StatementId) -> bool {
        let file = self.owner(|it| it.first_statement <= outer.0);
        let (outer, inner) = (outer.0 - file.first_statement, inner.0.wrapping_sub(file.first_statement));
        (inner as usize) < file.outline.statements.len() && file.outline.is_inside(outer as usize, inner as usize)
    }

    /// The stretches of all instructions, for a machine that tells which of them threads come to.
    pub fn stretches(&self) -> Arc<Vec<u32>> {
        self.stretches.clone()
    }

    /// The statement of an instruction.
    pub fn statement_at_instruction(&self, pc: u32) -> Option<StatementId> {
        let stretch = self.stretches[pc as usize];
        (stretch != NO_STRETCH).then_some(StatementId(stretch & !TURN))
    }

    /// The loop whose condition an instruction belongs to.
    pub fn condition_at_instruction(&self, pc: u32) -> Option<StatementId> {
        self.conditions[pc as usize]
    }

    /// Whether the condition of a loop is anything that is evaluated.
    pub fn has_condition(&self, statement: StatementId) -> bool {
        self.conditions.contains(&Some(statement))
    }

    /// The call that an instruction makes.
    pub fn call_at_instruction(&self, pc: u32) -> Option<CallId> {
        self.calls[pc as usize]
    }

    /// Whether a call starts a thread: it is `pthread_create`, or a macro that stands for it, or `thrd_create`.
    pub fn is_starter(&self, call: CallId) -> bool {
        self.starters.contains(&call)
    }

    /// Whether a call asks for an input.
    pub fn is_asker(&self, call: CallId) -> bool {
        self.askers.contains(&call)
    }

    /// A column as a witness has it, in characters.
    pub fn column(program: &Program, file: &str, (line, column): Position) -> u32 {
        let id = program.sources.find(file).unwrap_or(FileId(0));
        let text = program.sources.line(Span { file: id, line, column: 1, length: 1 }).unwrap_or_default();
        let before = text.get(..column as usize - 1).unwrap_or(text);
        before.chars().count() as u32 + 1
    }
}

/// Whether an instruction starts a thread, or calls a function of the library that does.
fn starts_thread(program: &Program, code: &Code, pc: u32) -> bool {
    let site = code.site(pc);
    let is_starter = |it: &ir::Function| {
        it.library && it.edges.iter().any(|it| matches!(it.action, Action::Visible(Operation::Spawn { .. })))
    };
    match &program.functions[site.function.index()].edges[site.edge as usize].action {
        Action::Visible(Operation::Spawn { .. }) => code.turn(pc) == Turn::Spawn,
        Action::Call { callee: ir::Callee::Direct(callee), .. } => is_starter(&program.functions[callee.index()]),
        _ => false,
    }
}
