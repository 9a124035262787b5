//! Counterexamples of the corpus are short, by trying: no context switch of any of them can be dropped, and the runs that are
//! said to pass do.
//!
//! This knows nothing of how schedules are shortened. A switch is dropped by leaving out the block of steps before or behind
//! it, by moving that block to another of its thread, or by letting a thread go on as long as it can.

use crate::common::{in_parallel, root};
use event::{Choice, Decision, Plan, Properties, Property, Schedule, System, ThreadId, Verdict, Violation};
use raddle::actors::{ActorCheck, ActorOptions};
use raddle::{CheckOptions, LoadOptions};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vm::Machine;

/// How often another thread goes on. Steps are counted, not decisions: a replay goes on by itself to the end of a deadlock.
fn switches(steps: &[event::Step]) -> usize {
    steps.windows(2).filter(|it| it[0].thread != it[1].thread).count()
}

/// The blocks of steps of one thread: thread, and where it begins and ends.
fn blocks(schedule: &[Decision]) -> Vec<(u32, usize, usize)> {
    let mut blocks: Vec<(u32, usize, usize)> = Vec::new();
    for (index, decision) in schedule.iter().enumerate() {
        match blocks.last_mut() {
            Some(last) if last.0 == decision.thread => last.2 = index + 1,
            _ => blocks.push((decision.thread, index, index + 1)),
        }
    }
    blocks
}

/// Every schedule with one block left out, or next to another one of its thread.
fn with_one_block_elsewhere(schedule: &[Decision]) -> Vec<Schedule> {
    let blocks = blocks(schedule);
    let mut schedules = Vec::new();
    for &(thread, begin, end) in &blocks {
        let rest: Schedule = [&schedule[..begin], &schedule[end..]].concat();
        let own = |it: &&(u32, usize, usize)| it.0 == thread && it.1 != begin;
        for other in blocks.iter().filter(own) {
            let at = if other.1 > begin { other.1 - (end - begin) } else { other.2 };
            schedules.push([&rest[..at], &schedule[begin..end], &rest[at..]].concat());
        }
        schedules.push(rest);
    }
    schedules
}

struct Question<'p> {
    program: &'p ir::Program,
    checked: Properties,
    violation: &'p Violation,
}

impl Question<'_> {
    fn code(&self) -> vm::Code {
        let plan = &self.violation.counterexample.plan;
        vm::compile(self.program, self.checked).with_inputs(plan.inputs.clone()).reusing(plan.reused.clone())
    }

    /// Whether a schedule leads to the same failure, with how many switches.
    fn fails(&self, schedule: &Schedule) -> Option<usize> {
        let example = vm::replay::replay(self.program, self.code(), schedule, self.violation.property).ok()?;
        let own = &self.violation.counterexample;
        // A race with what a thread is about to do is one step short.
        if own.racing.is_some() && example.racing.is_none() {
            return None;
        }
        let is_same = own.fault.is_none() || (example.fault, example.position) == (own.fault, own.position);
        is_same.then(|| switches(&example.steps))
    }

    /// The schedule in which the thread of a block goes on as long as it can; then the rest, as far as it goes.
    fn going_on(&self, schedule: &Schedule, end: usize) -> Schedule {
        // Whoever waits in a loop goes round it once, and not as often as it can.
        let inputs = self.violation.counterexample.plan.inputs.clone();
        let code = vm::compile(self.program, self.checked)
            .with_choices(inputs)
            .reusing(self.violation.counterexample.plan.reused.clone());
        let mut machine = Machine::new(self.program, code);
        let mut taken = Schedule::new();
        let mut step = |machine: &mut Machine<'_>, decision: Decision| {
            let thread = ThreadId(decision.thread);
            let is_possible = machine.threads().get(decision.thread as usize) == Some(&thread)
                && machine.enabled(thread)
                && machine.failures().is_empty();
            if is_possible {
                machine.step(Choice { thread, branch: 0 }, &mut Vec::new());
                taken.push(decision);
            }
            is_possible
        };
        for &decision in &schedule[..end] {
            step(&mut machine, decision);
        }
        for _ in 0..schedule.len() + 50 {
            if !step(&mut machine, schedule[end - 1]) {
                break;
            }
        }
        for &decision in &schedule[end..] {
            step(&mut machine, decision);
        }
        taken
    }

    fn try_to_shorten(&self) -> Result<(), String> {
        let Plan { schedule, .. } = &self.violation.counterexample.plan;
        let now = switches(&self.violation.counterexample.steps);
        let property = self.violation.property;
        if self.fails(schedule).is_none() {
            return Err(format!("the counterexample of {property} is none"));
        }
        let ends = blocks(schedule).into_iter().map(|it| it.2);
        let candidates =
            with_one_block_elsewhere(schedule).into_iter().chain(ends.map(|it| self.going_on(schedule, it)));
        for candidate in candidates {
            if let Some(fewer) = self.fails(&candidate).filter(|it| *it < now) {
                let threads = |it: &Schedule| it.iter().map(|it| it.thread.to_string()).collect::<Vec<_>>().join(" ");
                let (own, other) = (threads(schedule), threads(&candidate));
                return Err(format!("{property}: {fewer} switches are enough, not {now}:\n{own}\n{other}"));
            }
        }
        Ok(())
    }

    /// What is said to pass does.
    fn try_to_pass(&self) -> Result<bool, String> {
        let Some(passing) = &self.violation.counterexample.passing else { return Ok(false) };
        let code = vm::compile(self.program, self.checked)
            .with_inputs(passing.plan.inputs.clone())
            .reusing(passing.plan.reused.clone());
        let mut machine = Machine::new(self.program, code.clone());
        for decision in &passing.plan.schedule {
            let thread = machine.threads().get(decision.thread as usize).copied();
            let Some(thread) = thread.filter(|&it| machine.enabled(it)) else {
                return Err(format!("the run that should pass cannot be run: {}", passing.text));
            };
            machine.step(Choice { thread, branch: 0 }, &mut Vec::new());
        }
        let threads = machine.threads().to_vec();
        let is_over = threads.iter().all(|&it| !machine.enabled(it));
        let replayed = vm::replay::replay(self.program, code, &passing.plan.schedule, self.violation.property);
        if is_over && machine.failures().is_empty() && replayed.is_err() {
            Ok(true)
        } else {
            Err(format!("the run that should pass does not: {}", passing.text))
        }
    }
}

/// The unsafe programs of the corpus in a language, as their heads say.
fn programs(folder: &Path, ending: &str, list: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("parts") {
            programs(&path, ending, list);
        } else if path.extension().is_some_and(|it| it == ending) {
            let text = std::fs::read_to_string(&path).expect("a program");
            let is_plain = !text.contains("//@ options:") && !text.contains("//@ files:");
            if text.contains("//@ verdict: FALSE") && is_plain {
                list.push(path);
            }
        }
    }
}

#[test]
fn no_context_switch_of_the_corpus_can_be_dropped() {
    let mut list = Vec::new();
    programs(&root().join("corpus"), "c", &mut list);
    list.sort();
    assert!(list.len() > 200, "{} programs", list.len());
    let (tried, passing) = (std::sync::atomic::AtomicUsize::new(0), std::sync::atomic::AtomicUsize::new(0));
    let complaints = in_parallel(&list, |path| {
        let text = std::fs::read_to_string(path).map_err(|it| it.to_string())?;
        let flags = text.lines().filter_map(|it| it.trim().strip_prefix("//@ flags:")).flat_map(str::split_whitespace);
        let flags = flags.map(str::to_owned).collect();
        let name = path.display();
        let loaded = raddle::load_files(&[path], &LoadOptions { flags, ..LoadOptions::default() })
            .map_err(|it| format!("{name}: {it:?}"))?;
        let mut options = CheckOptions::default();
        options.search.budget.deadline = Some(Instant::now() + Duration::from_secs(20));
        if text.contains("without race") {
            options.search.properties = Properties::of_threads().without(Property::Race);
        }
        let outcome = raddle::check(&loaded.program, &options, &mut |_, _| ());
        let Verdict::Unsafe { violations } = &outcome.verdict else {
            // What has to be solved for is tried by those who solve.
            return Ok(());
        };
        for violation in violations {
            let question = Question { program: &loaded.program, checked: outcome.checked, violation };
            question.try_to_shorten().map_err(|it| format!("{name}: {it}"))?;
            let passes = question.try_to_pass().map_err(|it| format!("{name}: {it}"))?;
            tried.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            passing.fetch_add(usize::from(passes), std::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    });
    println!("{} counterexamples, {} with a run that passes", tried.into_inner(), passing.into_inner());
    assert!(complaints.is_empty(), "{} of {}:\n{}", complaints.len(), list.len(), complaints.join("\n\n"));
}

#[test]
fn no_switch_between_tasks_of_actors_can_be_dropped() {
    let mut list = Vec::new();
    programs(&root().join("corpus"), "abs", &mut list);
    // The way to a task that hangs, and the round behind it, are shown as they were found: with the fewest steps.
    list.retain(|it| !it.file_name().is_some_and(|it| it.to_string_lossy().starts_with("hang_")));
    list.sort();
    assert!(list.len() > 15, "{} programs", list.len());
    let complaints = in_parallel(&list, |path| {
        let name = path.display();
        let loaded = raddle::actors::load(&[path], &ActorOptions::default()).map_err(|it| format!("{name}: {it:?}"))?;
        let outcome = raddle::actors::check(&loaded, &ActorCheck::default(), &mut |_, _| ());
        let Verdict::Unsafe { violations } = &outcome.verdict else {
            return Err(format!("{name} is not unsafe"));
        };
        let code = loaded.code();
        for Violation { property, counterexample } in violations {
            let now = switches(&counterexample.steps);
            for candidate in with_one_block_elsewhere(&counterexample.plan.schedule) {
                let Ok(example) = abs::replay(&code, &candidate, *property) else { continue };
                let is_same = (example.fault, example.position) == (counterexample.fault, counterexample.position);
                if is_same && switches(&example.steps) < now {
                    return Err(format!("{name}: {property}: {} switches are enough", switches(&example.steps)));
                }
            }
        }
        Ok(())
    });
    assert!(complaints.is_empty(), "{} of {}:\n{}", complaints.len(), list.len(), complaints.join("\n\n"));
}
