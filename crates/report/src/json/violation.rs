//! A violation in JSON: what is wrong, every step that leads there, and the trace that repeats it.
//!
//! Threads are numbered from 0 in the order of their creation, as in saved traces; steps from 1, as in the text.

use super::position::{Position, position};
use event::{Counterexample, Diagram, Effect, Step, ThreadId, Touch, Violation, What};
use serde::Serialize;
use serde_json::Value;
use source::Sources;

#[derive(Serialize)]
pub struct ViolationData<'a> {
    property: &'static str,
    summary: &'a str,
    position: Option<Position<'a>>,
    fault: Option<FaultData>,
    culprit: Option<usize>,
    details: Vec<DetailData<'a>>,
    operands: Vec<OperandData<'a>>,
    threads: Vec<ThreadData<'a>>,
    steps: Vec<StepData<'a>>,
    diagram: Option<DiagramData<'a>>,
    passing: Option<PassingData<'a>>,
    trace: Value,
}

#[derive(Serialize)]
struct FaultData {
    code: &'static str,
    text: &'static str,
}

#[derive(Serialize)]
struct DetailData<'a> {
    text: &'a str,
    position: Option<Position<'a>>,
}

#[derive(Serialize)]
struct OperandData<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct ThreadData<'a> {
    number: usize,
    name: &'a str,
    function: &'a str,
}

#[derive(Serialize)]
struct StepData<'a> {
    number: usize,
    thread: usize,
    position: Option<Position<'a>>,
    function: &'a str,
    matters: bool,
    racing: bool,
    effects: Vec<EffectData<'a>>,
}

#[derive(Serialize)]
struct EffectData<'a> {
    text: &'a str,
    position: Option<Position<'a>>,
    touch: Option<TouchData<'a>>,
}

#[derive(Serialize)]
struct TouchData<'a> {
    variable: &'a str,
    manner: &'static str,
    before: Option<&'a str>,
    after: Option<&'a str>,
}

#[derive(Serialize)]
struct DiagramData<'a> {
    columns: Vec<ColumnData<'a>>,
    rows: Vec<RowData<'a>>,
}

#[derive(Serialize)]
struct ColumnData<'a> {
    name: &'a str,
    ends: &'a [String],
}

#[derive(Serialize)]
struct RowData<'a> {
    step: usize,
    column: usize,
    kind: &'static str,
    to: Option<usize>,
    text: &'a str,
    position: Option<Position<'a>>,
    matters: bool,
}

#[derive(Serialize)]
struct PassingData<'a> {
    text: &'a str,
    reversed: [usize; 2],
}

impl<'a> ViolationData<'a> {
    /// A violation, with the saved trace that repeats it.
    pub fn of(violation: &'a Violation, sources: &'a Sources, trace: Value) -> ViolationData<'a> {
        let example = &violation.counterexample;
        let details = example.details.iter();
        let operands = example.operands.iter();
        let threads = example.actors.iter().enumerate();
        ViolationData {
            property: violation.property.name(),
            summary: &example.summary,
            position: position(example.position, sources),
            fault: example.fault.map(|it| FaultData { code: example.misuse.unwrap_or(it.word()), text: it.name() }),
            culprit: example.culprit.map(|it| number(example, it)),
            details: details
                .map(|it| DetailData { text: &it.text, position: position(it.position, sources) })
                .collect(),
            operands: operands.map(|it| OperandData { name: &it.name, value: &it.value }).collect(),
            threads: threads
                .map(|(number, it)| ThreadData { number, name: &it.name, function: &it.function })
                .collect(),
            steps: example.steps.iter().enumerate().map(|(index, it)| step(example, index, it, sources)).collect(),
            diagram: example.diagram.as_ref().map(|it| diagram(it, sources)),
            passing: example
                .passing
                .as_ref()
                .map(|it| PassingData { text: &it.text, reversed: [it.reversed.0 + 1, it.reversed.1 + 1] }),
            trace,
        }
    }
}

/// How many threads were created before this one.
fn number(example: &Counterexample, thread: ThreadId) -> usize {
    example.actors.iter().position(|it| it.thread == thread).expect("a counterexample lists its threads")
}

fn step<'a>(example: &Counterexample, index: usize, step: &'a Step, sources: &'a Sources) -> StepData<'a> {
    StepData {
        number: index + 1,
        thread: number(example, step.thread),
        position: position(step.position, sources),
        function: &step.function,
        matters: step.matters,
        racing: example.racing.is_some_and(|(one, two)| index == one || index == two),
        effects: step.effects.iter().map(|it| effect(it, sources)).collect(),
    }
}

fn effect<'a>(effect: &'a Effect, sources: &'a Sources) -> EffectData<'a> {
    EffectData {
        text: &effect.text,
        position: position(effect.position, sources),
        touch: effect.touch.as_ref().map(|Touch { variable, manner, before, after }| TouchData {
            variable,
            manner: manner.name(),
            before: before.as_deref(),
            after: after.as_deref(),
        }),
    }
}

fn diagram<'a>(diagram: &'a Diagram, sources: &'a Sources) -> DiagramData<'a> {
    let row = |row: &'a event::Row| {
        let (kind, to, text) = match &row.what {
            What::Runs(text) => ("runs", None, text),
            What::Does(text) => ("does", None, text),
            What::Calls { to, text } => ("calls", Some(*to), text),
            What::Creates { to, text } => ("creates", Some(*to), text),
            What::Answers { to, text } => ("answers", Some(*to), text),
            What::Fails(text) => ("fails", None, text),
        };
        RowData {
            step: row.step + 1,
            column: row.column,
            kind,
            to,
            text,
            position: position(row.position, sources),
            matters: row.matters,
        }
    };
    let columns = diagram.columns.iter();
    DiagramData {
        columns: columns.map(|it| ColumnData { name: &it.name, ends: &it.ends }).collect(),
        rows: diagram.rows.iter().map(row).collect(),
    }
}
