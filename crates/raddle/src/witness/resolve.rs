//! What the waypoints of a witness mean in a program: which statements, which calls, which threads, which conditions.

use super::expression::{self, Expression};
use super::sites::{CallId, Sites, StatementId};
use ir::Program;
use report::witness::{Action, Location, ViolationSequence, Waypoint, WaypointKind};
use source::Span;

/// A part of the way.
#[derive(Clone, Debug)]
pub struct Segment {
    /// What must not be passed.
    pub avoid: Vec<Point>,
    /// What has to be passed; two points only at the end of a race.
    pub follow: Vec<Point>,
}

/// A waypoint in a program.
#[derive(Clone, Debug)]
pub struct Point {
    /// Where and what.
    pub place: Place,
    /// By whom, by the numbers of the witness; `None`: by anybody.
    pub thread: Option<u32>,
    /// What has to hold.
    pub condition: Option<Expression>,
    /// The number of the thread that is started here, if one is.
    pub starts: Option<u32>,
    /// The function that it has to be in.
    pub function: Option<String>,
    /// In words, for complaints: `waypoint 3 (thread 1, queue.c:12:5)`.
    pub name: String,
}

/// What a waypoint points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The beginning of a statement.
    Statement(StatementId),
    /// The violation in a statement.
    Target(StatementId),
    /// A call.
    Enter(CallId),
    /// The end of a call.
    Return(CallId),
    /// A branching that goes this way.
    Branch(StatementId, bool),
}

/// A waypoint that means nothing in the program: which, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaningless {
    /// In words.
    pub waypoint: String,
    /// Why.
    pub why: String,
    /// Whether it means something, but nothing that is supported.
    pub is_unsupported: bool,
}

/// What a witness means.
pub fn resolve(program: &Program, sites: &Sites, witness: &ViolationSequence) -> Result<Vec<Segment>, Meaningless> {
    let mut next_thread = 1;
    let mut number = 0;
    let mut segments = Vec::new();
    for waypoints in &witness.segments {
        let mut segment = Segment { avoid: Vec::new(), follow: Vec::new() };
        for waypoint in waypoints {
            number += 1;
            let name = name(waypoint, number);
            let mut point = point(program, sites, waypoint, name.clone())
                .map_err(|(why, is_unsupported)| Meaningless { waypoint: name, why, is_unsupported })?;
            if waypoint.action == Action::Avoid {
                segment.avoid.push(point);
                continue;
            }
            if let Place::Enter(call) = point.place {
                if sites.is_starter(call) {
                    point.starts = Some(next_thread);
                    next_thread += 1;
                }
            }
            segment.follow.push(point);
        }
        segments.push(segment);
    }
    Ok(segments)
}

fn name(waypoint: &Waypoint, number: usize) -> String {
    let Location { file_name, line, column, .. } = &waypoint.location;
    let column = column.map_or_else(String::new, |it| format!(":{it}"));
    let thread = waypoint.thread_id.map_or_else(String::new, |it| format!("thread {it}, "));
    format!("waypoint {number} ({thread}{file_name}:{line}{column})")
}

fn point(program: &Program, sites: &Sites, waypoint: &Waypoint, name: String) -> Result<Point, (String, bool)> {
    let Location { file_name, line, column, function } = &waypoint.location;
    if let Some(function) = function.as_ref().filter(|name| program.functions.iter().all(|it| it.name != **name)) {
        return Err((format!("there is no function `{function}`"), false));
    }
    let column = column.map(|it| bytes(program, sites.name_of(file_name).unwrap_or(file_name), *line, it));
    let statement = || {
        let found = sites.statement_at(file_name, *line, column);
        found.ok_or_else(|| ("there is no statement at this place".to_owned(), false))
    };
    let call = || {
        let found = sites.call_at(file_name, *line, column);
        found.ok_or_else(|| ("there is no call at this place".to_owned(), false))
    };
    let place = match waypoint.kind {
        WaypointKind::Assumption => Place::Statement(statement()?),
        WaypointKind::Target => Place::Target(statement()?),
        WaypointKind::FunctionEnter => Place::Enter(call()?),
        WaypointKind::FunctionReturn => Place::Return(call()?),
        WaypointKind::Branching => {
            let statement = statement()?;
            let value = waypoint.constraint.as_ref().map_or("", |it| it.value.as_str());
            let way = match value {
                "true" | "1" => true,
                "false" | "0" => false,
                _ => return Err(("a way through a switch is not supported".to_owned(), true)),
            };
            if sites.branching(statement).is_none_or(|it| it.word == super::outline::Word::Switch) {
                return Err(("only branchings by if, while, for and do are supported".to_owned(), true));
            }
            Place::Branch(statement, way)
        }
    };
    let condition = match (&waypoint.constraint, waypoint.kind) {
        (Some(it), WaypointKind::Assumption | WaypointKind::FunctionReturn) => {
            let parsed = expression::parse(&it.value, program.model);
            Some(parsed.map_err(|why| (format!("`{}` is not supported: {why}", it.value), true))?)
        }
        _ => None,
    };
    Ok(Point { place, thread: waypoint.thread_id, condition, starts: None, function: function.clone(), name })
}

/// A column of characters as one of bytes.
fn bytes(program: &Program, file: &str, line: u32, column: u32) -> u32 {
    let Some(file) = program.sources.find(file) else { return column };
    let text = program.sources.line(Span { file, line, column: 1, length: 1 }).unwrap_or_default();
    let at = text.char_indices().nth(column as usize - 1).map(|it| it.0 as u32 + 1);
    at.unwrap_or(text.len() as u32 + 1 + column.saturating_sub(text.chars().count() as u32 + 1))
}
