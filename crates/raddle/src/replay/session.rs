//! Walking through a run, forwards and backwards: where we are, and what a command does to that.
//!
//! Nothing here knows a terminal: a [`Session`] is given commands as lines of text ([`command`]) and says what is to be seen
//! ([`Session::view`]); [`keys`] turns what is pressed into such lines. Nothing is run either: everything that happened is in the run already,
//! and so going back costs nothing.

pub mod command;
pub mod keys;
mod view;

use command::{Command, Direction};
use event::{Actor, Step, ThreadId};
use report::values::Values;
use source::{Sources, Span};

/// What is walked through.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// Who takes part.
    pub actors: &'a [Actor],
    /// What happens.
    pub steps: &'a [Step],
    /// For excerpts.
    pub sources: &'a Sources,
    /// How it ends, one sentence.
    pub end: &'a str,
    /// Where it ends, or [`Span::NONE`].
    pub position: Span,
    /// Whether the end is a failure.
    pub fails: bool,
}

/// A place in a run, and what is shown of it.
#[derive(Debug)]
pub struct Session<'a> {
    run: Run<'a>,
    values: Values,
    /// How many steps have been made.
    made: usize,
    page: Page,
    /// What the last command has to say.
    message: String,
}

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Page {
    /// The step that was made last, in its source.
    Step,
    /// All variables.
    Variables,
    /// All threads.
    Threads,
    /// What can be said.
    Help,
}

/// Whether a session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Going {
    /// It waits for the next command.
    On,
    /// It is over.
    Over,
}

impl<'a> Session<'a> {
    /// A session at the start of a run.
    pub fn new(run: Run<'a>) -> Session<'a> {
        let values = Values::of(run.actors, run.steps);
        Session { run, values, made: 0, page: Page::Step, message: String::new() }
    }

    /// How many steps have been made.
    pub fn made(&self) -> usize {
        self.made
    }

    /// What the last command had to say.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Does what a line of text says, or says why not.
    pub fn obey(&mut self, line: &str) -> Going {
        match line.parse() {
            Ok(command) => self.apply(command),
            Err(message) => {
                self.message = message;
                Going::On
            }
        }
    }

    /// Does what a command says.
    pub fn apply(&mut self, command: Command) -> Going {
        self.message.clear();
        self.page = match command {
            Command::Variables => Page::Variables,
            Command::Threads => Page::Threads,
            Command::Help => Page::Help,
            Command::Forward(_)
            | Command::Back(_)
            | Command::Start
            | Command::End
            | Command::Step(_)
            | Command::Change(..)
            | Command::Thread(..)
            | Command::Quit => Page::Step,
        };
        let last = self.run.steps.len();
        match command {
            Command::Forward(count) if self.made < last => self.made = self.made.saturating_add(count).min(last),
            Command::Forward(_) => self.message = "this is the end".to_owned(),
            Command::Back(count) if self.made > 0 => self.made = self.made.saturating_sub(count),
            Command::Back(_) => self.message = "this is the start".to_owned(),
            Command::Start => self.made = 0,
            Command::End => self.made = last,
            Command::Step(step) if step <= last => self.made = step,
            Command::Step(step) => self.message = format!("there is no step {step}: the last one is {last}"),
            Command::Change(name, direction) => self.go_to_change(&name, direction),
            Command::Thread(name, direction) => self.go_to_step_of(&name, direction),
            Command::Variables | Command::Threads | Command::Help => {}
            Command::Quit => return Going::Over,
        }
        Going::On
    }

    /// The nearest step before or behind this one for which something holds, as the number of steps that are made then.
    fn nearest(&self, direction: Direction, holds: impl Fn(usize) -> bool) -> Option<usize> {
        let made = |it: usize| it + 1;
        match direction {
            Direction::Later => (self.made..self.run.steps.len()).find(|&it| holds(it)).map(made),
            Direction::Earlier => (0..self.made.saturating_sub(1)).rev().find(|&it| holds(it)).map(made),
        }
    }

    fn go_to_change(&mut self, name: &str, direction: Direction) {
        let variables = self.values.named(name);
        if variables.is_empty() {
            let what = if name.is_empty() { "no variable changes".to_owned() } else { format!("no variable `{name}`") };
            self.message = format!("{what}; `v` lists those that there are");
            return;
        }
        let changes = |step: usize| variables.iter().any(|&it| self.values.changes(it, step));
        match self.nearest(direction, changes) {
            Some(made) => self.made = made,
            None => {
                let names: Vec<&str> = variables.iter().take(3).map(|&it| self.values.name(it)).collect();
                let more = if variables.len() > 3 { ", …" } else { "" };
                let when = direction.adverb();
                let does = if variables.len() == 1 { "does not change" } else { "do not change" };
                self.message = format!("{}{more} {does} {when}", names.join(", "));
            }
        }
    }

    fn go_to_step_of(&mut self, name: &str, direction: Direction) {
        let Some(actor) = self.actor_named(name) else {
            self.message = format!("no thread `{name}`; `t` lists those that there are");
            return;
        };
        let (thread, name) = (actor.thread, actor.name.clone());
        match self.nearest(direction, |it| self.run.steps[it].thread == thread) {
            Some(made) => self.made = made,
            None => self.message = format!("{name} makes no step {}", direction.adverb()),
        }
    }

    /// A thread by its name, or the beginning of it; or by that of its function.
    fn actor_named(&self, name: &str) -> Option<&Actor> {
        let actors = self.run.actors;
        let exact = actors.iter().find(|it| it.name == name);
        let begins = || actors.iter().find(|it| it.name.starts_with(name));
        exact.or_else(begins).or_else(|| actors.iter().find(|it| it.function.starts_with(name)))
    }

    /// The step that was made last.
    fn current(&self) -> Option<&'a Step> {
        self.made.checked_sub(1).map(|it| &self.run.steps[it])
    }

    /// The last step that a thread has made, and the next one, by number from 0.
    fn around(&self, thread: ThreadId) -> (Option<usize>, Option<usize>) {
        let steps = self.run.steps;
        let last = (0..self.made).rev().find(|&it| steps[it].thread == thread);
        let next = (self.made..steps.len()).find(|&it| steps[it].thread == thread);
        (last, next)
    }
}

#[cfg(test)]
mod tests;
