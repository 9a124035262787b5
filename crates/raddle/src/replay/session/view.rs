//! What is to be seen of a session, as text of a given size.
//!
//! ```text
//! step 9 of 11 · T2 withdraw · account.c:11
//!
//!          10 │   if (balance >= wanted) {
//! ▶ T2 T1  11 │     balance = balance - wanted;
//!          12 │   }
//!
//!   balance: 30 → -30
//!
//!   variable  value
//! * balance   -30    T2 in step 9
//!
//!   thread       last step                      next step
//!   main          7  joins T1                   10  joins T2
//! ```

mod tables;

use super::command::HELP;
use super::{Page, Session};
use event::Step;
use report::{file_name, told};
use source::{FileId, Span};

/// No more effects of one step than this are shown.
const MOST_EFFECTS: usize = 4;
/// There are no more lines of source than this.
const MOST_SOURCE: usize = 15;

/// How a piece of text looks.
#[derive(Clone, Copy)]
enum Look {
    Plain,
    Strong,
    Changed,
    Failed,
}

/// Lines, not wider than the screen.
struct Lines {
    width: usize,
    colour: bool,
    lines: Vec<String>,
}

impl Lines {
    fn push(&mut self, look: Look, text: &str) {
        let text: String = clean(text).chars().take(self.width).collect();
        let text = text.trim_end();
        let code = match look {
            Look::Plain => "",
            _ if !self.colour || text.is_empty() => "",
            Look::Strong => "1",
            Look::Changed => "1;33",
            Look::Failed => "1;31",
        };
        self.lines.push(if code.is_empty() { text.to_owned() } else { format!("\x1b[{code}m{text}\x1b[0m") });
    }

    fn blank(&mut self) {
        self.lines.push(String::new());
    }
}

/// Without what a terminal would take for an order.
fn clean(text: &str) -> String {
    text.replace('\t', "    ").chars().map(|it| if it.is_control() { ' ' } else { it }).collect()
}

fn cut(text: &str, width: usize) -> String {
    match text.chars().count() {
        count if count <= width => text.to_owned(),
        _ if width == 0 => String::new(),
        _ => text.chars().take(width - 1).chain(['…']).collect(),
    }
}

fn pad(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let missing = width - text.chars().count();
    text + &" ".repeat(missing)
}

impl Session<'_> {
    /// What is to be seen, in at most `height` lines of at most `width` characters, colours not counted.
    pub fn view(&self, width: usize, height: usize, colour: bool) -> String {
        let mut lines = Lines { width, colour, lines: Vec::new() };
        let room = height.saturating_sub(1 + usize::from(!self.message.is_empty()));
        lines.push(Look::Strong, &self.title());
        match self.page {
            Page::Step => self.step_page(&mut lines, room),
            Page::Variables => {
                lines.blank();
                self.variables(&mut lines, room.saturating_sub(1));
            }
            Page::Threads => {
                lines.blank();
                self.threads(&mut lines, room.saturating_sub(1));
            }
            Page::Help => {
                lines.blank();
                HELP.lines().for_each(|it| lines.push(Look::Plain, it));
            }
        }
        lines.lines.truncate(room + 1);
        if !self.message.is_empty() {
            lines.push(Look::Changed, &format!("  {}", self.message));
        }
        lines.lines.join("\n") + "\n"
    }

    fn title(&self) -> String {
        let count = self.run.steps.len();
        let Some(step) = self.current() else { return format!("start · {count} steps · ? for help") };
        format!("step {} of {count} · {} · {}", self.made, self.actor_name(step), self.place(step.position))
    }

    fn actor_name(&self, step: &Step) -> String {
        let actor = self.run.actors.iter().find(|it| it.thread == step.thread);
        actor.map_or_else(String::new, report::full_name)
    }

    /// `account.c:11`
    fn place(&self, position: Span) -> String {
        if !position.is_some() {
            return "generated".to_owned();
        }
        format!("{}:{}", file_name(self.run.sources, position), position.line)
    }

    /// The step that was made last in its source, what it did, and what there is now.
    fn step_page(&self, lines: &mut Lines, room: usize) {
        let end = self.end_lines();
        let effects = self.effect_lines();
        let fixed = end.len() + effects.len() + 4;
        let rest = room.saturating_sub(fixed);
        let source = (rest / 2).clamp(1, MOST_SOURCE);
        lines.blank();
        self.source(lines, source);
        if !effects.is_empty() || !end.is_empty() {
            lines.blank();
        }
        effects.iter().for_each(|it| lines.push(Look::Strong, it));
        let look = if self.run.fails { Look::Failed } else { Look::Strong };
        end.iter().for_each(|it| lines.push(look, it));
        let rest = (room + 1).saturating_sub(lines.lines.len() + 2);
        let threads = (self.run.actors.len() + 1).min((rest / 2).max(3));
        let variables = rest.saturating_sub(threads).min(self.values.len() + 1);
        if !self.values.is_empty() && variables > 1 {
            lines.blank();
            self.variables(lines, variables);
        }
        let threads = (room + 1).saturating_sub(lines.lines.len() + 1);
        if threads > 1 {
            lines.blank();
            self.threads(lines, threads);
        }
    }

    /// How it ends, if it does here.
    fn end_lines(&self) -> Vec<String> {
        if self.made < self.run.steps.len() {
            return Vec::new();
        }
        let sign = if self.run.fails { "✗ " } else { "" };
        let place = match self.run.position.is_some() {
            true => format!(" ({})", self.place(self.run.position)),
            false => String::new(),
        };
        vec![format!("  {sign}{}{place}", self.run.end)]
    }

    /// What the step did; those of an atomic section with their lines.
    fn effect_lines(&self) -> Vec<String> {
        let Some(step) = self.current() else { return Vec::new() };
        let effects = &step.effects;
        if effects.is_empty() {
            return vec!["  an atomic section".to_owned()];
        }
        let mut lines: Vec<String> = effects
            .iter()
            .take(MOST_EFFECTS)
            .map(|it| match effects.len() {
                1 => format!("  {}", told(it)),
                _ => format!("  {}  ({})", told(it), self.place(it.position)),
            })
            .collect();
        if effects.len() > MOST_EFFECTS {
            lines.push(format!("  … and {} more", effects.len() - MOST_EFFECTS));
        }
        lines
    }

    /// Lines around the step, with who is at which of them: each thread is where it made its last step.
    fn source(&self, lines: &mut Lines, count: usize) {
        let position = self.current().or(self.run.steps.first()).map_or(self.run.position, |it| it.position);
        if !position.is_some() {
            return;
        }
        let total = self.run.sources.line_count(position.file);
        let first =
            position.line.saturating_sub(count as u32 / 2).clamp(1, (total + 1).saturating_sub(count as u32).max(1));
        let last = (first + count as u32 - 1).min(total);
        let shown: Vec<(u32, String)> = (first..=last).map(|it| (it, self.who_is_at(position.file, it))).collect();
        let margin = shown.iter().map(|it| it.1.chars().count()).max().unwrap_or(0).max(4);
        let digits = last.to_string().len().max(3);
        for (number, who) in shown {
            let is_current = number == position.line && self.made > 0;
            let sign = if is_current { '▶' } else { ' ' };
            let text = self.run.sources.line(Span { line: number, ..position }).unwrap_or("");
            let look = if is_current { Look::Strong } else { Look::Plain };
            lines.push(look, &format!("{sign} {} {number:>digits$} │ {text}", pad(&who, margin)));
        }
    }

    /// The names of the threads whose last step was on a line; the one that has just moved is the first.
    fn who_is_at(&self, file: FileId, line: u32) -> String {
        let moving = self.current().map(|it| it.thread);
        let is_here = |it: &&event::Actor| {
            let position = self.around(it.thread).0.map(|step| self.run.steps[step].position);
            position.is_some_and(|it| (it.file, it.line) == (file, line))
        };
        let mut here: Vec<&event::Actor> = self.run.actors.iter().filter(is_here).collect();
        here.sort_by_key(|it| Some(it.thread) != moving);
        here.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(" ")
    }
}
