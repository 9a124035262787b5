//! Rules 8 to 15: functions and their control.

use super::{Checker, MAX_LOCATIONS, Rule};
use crate::syntax::*;

impl<'p> Checker<'p> {
    pub(super) fn function(&mut self, function: &'p Function) {
        self.unique(Rule::UniqueLocalName, function.registers.iter().map(|it| &it.name));
        self.unique(Rule::UniqueLocalName, function.slots.iter().map(|it| &it.name));
        for register in &function.registers {
            self.width(register.width, &format!("register {:?}", register.name));
        }
        if let Some(width) = function.result {
            self.width(width, "the result");
        }
        if function.parameters as usize > function.registers.len() {
            let (parameters, registers) = (function.parameters, function.registers.len());
            self.report(Rule::Parameters, format!("{parameters} parameters, but {registers} registers"));
        }
        for slot in &function.slots {
            self.object(&slot.name, &slot.shape);
        }
        if self.locations(function) && self.edge_order(function) {
            self.control(function);
            self.ends(function);
        }
        for (index, edge) in function.edges.iter().enumerate() {
            self.edge = Some((index, edge));
            match &edge.guard {
                Guard::Always => {}
                Guard::If(condition) => self.condition(condition),
                // The same as that of the `If` before it, or rule 13 is broken.
                Guard::Unless(_) => {}
            }
            self.action(edge);
            self.edge = None;
        }
    }

    /// Whether it is one; if not, that is reported.
    pub(super) fn width(&mut self, width: Width, what: &str) -> bool {
        let good = (1..=64).contains(&width.0);
        if !good {
            self.report(Rule::Width, format!("{what} has {} bits", width.0));
        }
        good
    }

    /// Rule 11.
    fn locations(&mut self, function: &'p Function) -> bool {
        let before = self.violations.len();
        if function.locations > MAX_LOCATIONS {
            self.report(Rule::Locations, format!("{} locations", function.locations));
        }
        if function.entry.0 >= function.locations {
            self.report(Rule::Locations, format!("the entry l{} is not one", function.entry.0));
        }
        for (index, edge) in function.edges.iter().enumerate() {
            self.edge = Some((index, edge));
            for location in [edge.from, edge.to] {
                if location.0 >= function.locations {
                    self.report(Rule::Locations, format!("l{} is not one", location.0));
                }
            }
            self.edge = None;
        }
        self.violations.len() == before
    }

    /// Rule 12.
    fn edge_order(&mut self, function: &'p Function) -> bool {
        let before = self.violations.len();
        for (index, pair) in function.edges.windows(2).enumerate() {
            let swapped = matches!((&pair[0].guard, &pair[1].guard), (Guard::Unless(_), Guard::If(_)));
            if pair[0].from > pair[1].from || pair[0].from == pair[1].from && swapped {
                self.edge = Some((index + 1, &pair[1]));
                self.report(Rule::EdgeOrder, "comes before the edge before it");
                self.edge = None;
            }
        }
        self.violations.len() == before
    }

    /// Rule 13.
    fn control(&mut self, function: &'p Function) {
        let mut start = 0;
        for edges in function.edges.chunk_by(|left, right| left.from == right.from) {
            let good = match edges {
                [edge] => edge.guard == Guard::Always,
                [yes, no] => match (&yes.guard, &no.guard) {
                    (Guard::If(left), Guard::Unless(right)) => left == right,
                    _ => false,
                },
                _ => false,
            };
            if !good {
                self.edge = Some((start, &edges[0]));
                self.report(Rule::Control, "the guards of the edges from here are not one Always, or If and Unless");
                self.edge = None;
            }
            start += edges.len();
        }
    }

    /// Rules 14 and 15.
    fn ends(&mut self, function: &'p Function) {
        let mut seen = vec![false; function.locations as usize];
        let mut open = vec![function.entry];
        seen[function.entry.index()] = true;
        while let Some(location) = open.pop() {
            let leaving = function.leaving(location);
            if leaving.is_empty() {
                self.report(Rule::FallsOff, format!("no edge leaves l{}", location.0));
            }
            for edge in leaving.iter().filter(|it| !it.ends()) {
                if !std::mem::replace(&mut seen[edge.to.index()], true) {
                    open.push(edge.to);
                }
            }
        }
        for (index, edge) in function.edges.iter().enumerate().filter(|(_, it)| it.ends() && it.to != it.from) {
            self.edge = Some((index, edge));
            self.report(Rule::LeadsNowhere, format!("leads to l{}", edge.to.0));
            self.edge = None;
        }
    }
}
