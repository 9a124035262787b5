//! Waypoints as they are written: where they point at, and what they say.

use super::super::expression::{Type, Value};
use super::super::follow::{Returned, What};
use super::super::outline::Position;
use super::super::sites::{CallId, Sites, StatementId};
use super::{Candidate, Run, Waypoints};
use event::System;
use ir::FunctionId;
use report::witness::graphml::Callee;
use report::witness::{Action, Constraint, Format, Location, Waypoint, WaypointKind};

impl Run<'_> {
    /// The segments of what was selected, with the targets as the last one.
    pub(super) fn written(&self, candidates: &[Candidate], targets: &[(u32, StatementId)]) -> Waypoints {
        let mut waypoints = Waypoints::default();
        waypoints.threads.push(self.program.functions[self.program.entry.index()].name.clone());
        for it in candidates.iter().filter(|it| it.is_selected) {
            let waypoint = match it.what {
                What::Statement(statement) => {
                    let value = if it.known.is_empty() { "1".to_owned() } else { it.known.join(" && ") };
                    let constraint = Some(Constraint { value, format: Some(Format::C) });
                    let kind = WaypointKind::Assumption;
                    Waypoint { constraint, ..self.waypoint(kind, it.thread, self.beginning(statement), it.function) }
                }
                What::Enter(call) => {
                    waypoints.callees.push(self.callee(call));
                    self.waypoint(WaypointKind::FunctionEnter, it.thread, self.close(call), it.function)
                }
                What::Return(call, Returned { value, width, signed }) => {
                    waypoints.callees.push(self.callee(call));
                    let of = Type { bits: width.next_power_of_two().max(8), signed };
                    let value = Value::of_bits(value, of).literal();
                    let constraint =
                        Some(Constraint { value: format!("\\result == {value}"), format: Some(Format::ExtendedC) });
                    let kind = WaypointKind::FunctionReturn;
                    Waypoint { constraint, ..self.waypoint(kind, it.thread, self.close(call), it.function) }
                }
                What::Round(_) | What::Branch(..) => continue,
            };
            waypoints.segments.push(vec![waypoint]);
        }
        let started =
            self.numbers.iter().enumerate().filter_map(|(position, number)| Some((number.as_ref()?, position)));
        let mut started: Vec<_> = started.filter(|it| *it.0 != 0).collect();
        started.sort_unstable();
        let machine = &self.follower.machine;
        let function = |position: usize| machine.function_of(machine.threads()[position]).unwrap_or_default();
        waypoints.threads.extend(started.into_iter().map(|it| function(it.1)));
        let last = targets.iter().map(|&(thread, statement)| {
            let function = self.function_around(statement);
            Waypoint {
                location: Location { function, ..self.beginning(statement) },
                ..self.waypoint(WaypointKind::Target, thread, Location::default(), self.program.entry)
            }
        });
        waypoints.segments.push(last.collect());
        waypoints
    }

    fn waypoint(&self, kind: WaypointKind, thread: u32, location: Location, function: FunctionId) -> Waypoint {
        let function = Some(self.program.functions[function.index()].name.clone());
        let location = Location { function, ..location };
        Waypoint { kind, action: Action::Follow, thread_id: Some(thread), constraint: None, location, line: 0 }
    }

    fn beginning(&self, statement: StatementId) -> Location {
        let (file, it) = self.sites.statement(statement);
        self.location(file, it.start)
    }

    fn close(&self, call: CallId) -> Location {
        let (file, it) = self.sites.call(call);
        self.location(file, it.close)
    }

    fn callee(&self, call: CallId) -> ((u32, Option<u32>), Callee) {
        let at = self.close(call);
        let callee = Callee { name: self.sites.call(call).1.name.clone(), starts: self.sites.is_starter(call) };
        ((at.line, at.column), callee)
    }

    fn location(&self, file: &str, at: Position) -> Location {
        let column = Some(Sites::column(self.program, file, at));
        Location { file_name: file.to_owned(), line: at.0, column, function: None }
    }

    /// The function that a statement is in.
    fn function_around(&self, statement: StatementId) -> Option<String> {
        let own = |it: &&ir::Function| {
            !it.library && it.edges.iter().any(|it| self.sites.statement_of(it.span) == Some(statement))
        };
        self.program.functions.iter().find(own).map(|it| it.name.clone())
    }
}
