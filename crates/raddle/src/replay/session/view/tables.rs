//! The tables of a view: what variables hold, and where threads are.

use super::{Lines, Look, pad};
use crate::replay::session::Session;
use event::Step;
use report::values::Known;

/// How wide columns may get.
const WIDEST_NAME: usize = 32;
const WIDEST_VALUE: usize = 40;

/// A variable.
struct Row {
    name: String,
    value: String,
    /// Who has changed it last, and when.
    changed: String,
    /// That was the step that was made last.
    is_new: bool,
}

impl Session<'_> {
    /// A table of variables of so many lines. If there are more, those that were touched last come first.
    pub(super) fn variables(&self, lines: &mut Lines, room: usize) {
        let known = |it: &usize| !matches!(self.values.after(*it, self.made), Known::Nothing);
        let mut shown: Vec<usize> = (0..self.values.len()).filter(known).collect();
        let total = shown.len();
        if total == 0 {
            lines.push(Look::Plain, "  no variable has been touched yet");
            return;
        }
        if total + 1 > room {
            shown.sort_by_key(|&it| std::cmp::Reverse(self.values.touched(it, self.made).map_or(0, |it| it + 1)));
            shown.truncate(room.saturating_sub(2));
            shown.sort_unstable();
        }
        let rows: Vec<Row> = shown.iter().map(|&it| self.variable(it)).collect();
        let longest = |length: fn(&Row) -> usize| rows.iter().map(length).max().unwrap_or(0);
        let names = longest(|it| it.name.chars().count()).clamp(8, WIDEST_NAME);
        let values = longest(|it| it.value.chars().count()).clamp(5, WIDEST_VALUE);
        lines.push(Look::Plain, &format!("  {}  {}", pad("variable", names), pad("value", values)));
        for Row { name, value, changed, is_new } in &rows {
            let (sign, look) = if *is_new { ('*', Look::Changed) } else { (' ', Look::Plain) };
            lines.push(look, &format!("{sign} {}  {}  {changed}", pad(name, names), pad(value, values)));
        }
        if shown.len() < total {
            lines.push(Look::Plain, &format!("  … and {} more; v lists the variables", total - shown.len()));
        }
    }

    /// The row of a variable.
    fn variable(&self, variable: usize) -> Row {
        let name = self.values.name(variable).to_owned();
        let (value, changed) = match self.values.after(variable, self.made) {
            Known::Value { value, changed } => {
                let by = |(thread, step): (event::ThreadId, usize)| {
                    let name = self.run.actors.iter().find(|it| it.thread == thread).map_or("", |it| &it.name);
                    format!("{name} in step {}", step + 1)
                };
                (value.to_owned(), changed.map_or_else(String::new, by))
            }
            Known::Untouched(value) => (value.to_owned(), "not touched yet".to_owned()),
            Known::Nothing => (String::new(), String::new()),
        };
        let is_new = self.made > 0 && self.values.changes(variable, self.made - 1);
        Row { name, value, changed, is_new }
    }

    /// A table of threads of so many lines: what each did last, and what it does next.
    pub(super) fn threads(&self, lines: &mut Lines, room: usize) {
        let moving = self.current().map(|it| it.thread);
        let text = |step: Option<usize>| match step {
            Some(step) => format!("{:>3}  {}", step + 1, self.short(&self.run.steps[step])),
            None => "  -".to_owned(),
        };
        let mut rows: Vec<(bool, String, String, String)> = Vec::new();
        for actor in self.run.actors {
            let (last, next) = self.around(actor.thread);
            rows.push((Some(actor.thread) == moving, report::full_name(actor), text(last), text(next)));
        }
        let total = rows.len();
        if total + 1 > room {
            // The one that moves is always there.
            rows.sort_by_key(|it| !it.0);
            rows.truncate(room.saturating_sub(2));
        }
        let names = rows.iter().map(|it| it.1.chars().count()).max().unwrap_or(0).clamp(6, WIDEST_NAME);
        let column = lines.width.saturating_sub(names + 6) / 2;
        let longest = rows.iter().map(|it| it.2.chars().count()).max().unwrap_or(0);
        let did = longest.max("last step".len()).min(column);
        let shown = rows.len();
        lines.push(Look::Plain, &format!("  {}  {}  next step", pad("thread", names), pad("last step", did)));
        for (moves, name, last, next) in rows {
            let (sign, look) = if moves { ('▶', Look::Strong) } else { (' ', Look::Plain) };
            lines.push(look, &format!("{sign} {}  {}  {next}", pad(&name, names), pad(&last, did)));
        }
        if shown < total {
            lines.push(Look::Plain, &format!("  … and {} more; t lists the threads", total - shown));
        }
    }

    /// A step in few words.
    fn short(&self, step: &Step) -> String {
        let line = step.position.line;
        match step.effects.as_slice() {
            [] => format!("an atomic section (line {line})"),
            [first, rest @ ..] => {
                let more = if rest.is_empty() { "" } else { ", …" };
                format!("{}{more} (line {line})", first.text)
            }
        }
    }
}
