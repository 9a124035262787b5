//! Many seeds, on several threads, with somebody who watches that it goes on.
//!
//! Programs are taken in the order of their seeds, so that where a campaign has stopped is one number: all seeds before it are
//! done. A thread that does not get done with a program cannot be stopped; it is left alone, its program is a finding, and a
//! new thread takes its place.

use super::{Checked, Engines, Finding, Language, Limits, Tally, check, minimise};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The first seed.
    pub first: u64,
    /// How many seeds there are, if that is what ends it.
    pub count: Option<u64>,
    /// How long it goes on, if that is what ends it.
    pub time: Option<Duration>,
    /// How many threads work on it.
    pub jobs: usize,
    /// Only programs of this language; `None`: every fourth is one of actors.
    pub only: Option<Language>,
    /// Who is asked.
    pub engines: Engines,
    /// How much is spent on a program.
    pub limits: Limits,
    /// After this time a program is taken for one that somebody hangs on.
    pub patience: Duration,
    /// Set from outside to end it.
    pub interrupt: Arc<AtomicBool>,
}

/// What somebody is told who listens.
#[derive(Debug)]
pub enum Event<'a> {
    /// How far it has got: all seeds before this one are done.
    Progress {
        /// The seed.
        next: u64,
        /// What was compared.
        tally: &'a Tally,
        /// For how long it has been going on.
        time: Duration,
    },
    /// Something is wrong in a way that was not seen before.
    Found(&'a Finding),
}

/// What has come out of it.
#[derive(Clone, Debug)]
pub struct Summary {
    /// All seeds before this one are done.
    pub next: u64,
    /// What was compared.
    pub tally: Tally,
    /// What was wrong, one finding for each cause, with the seeds of all programs that show it.
    pub findings: Vec<(Finding, Vec<u64>)>,
    /// For how long it went on.
    pub time: Duration,
}

/// The language of the program of a seed.
fn language_of(seed: u64, plan: &Plan) -> Language {
    match plan.only {
        Some(language) => language,
        None if !plan.engines.explore => Language::C,
        None if seed % 4 == 3 => Language::Actors,
        None => Language::C,
    }
}

/// What a thread works on.
struct Work {
    seed: u64,
    /// When it is to be done with it.
    due: Instant,
}

/// What the threads share.
struct Shared {
    next: u64,
    tally: Tally,
    /// By cause: the finding, if it has been made small by now, and the seeds.
    findings: BTreeMap<String, (Option<Finding>, Vec<u64>)>,
    /// Findings that nobody has been told of.
    news: Vec<Finding>,
    /// Of each thread; `None`: it has ended.
    work: Vec<Option<Work>>,
}

/// Says what the engines say about the program of a seed.
pub type Judge = dyn Fn(Language, u64) -> Checked + Send + Sync;

struct Campaign {
    plan: Plan,
    judge: Box<Judge>,
    begin: Instant,
    shared: Mutex<Shared>,
}

/// How often somebody looks whether it goes on.
const LOOK: Duration = Duration::from_millis(100);

/// Who looks so much later than that was stopped, and so were the others: none of them is late.
const STOPPED: Duration = Duration::from_secs(2);

/// How large the stacks of threads are: optimised or not, no program of ours needs more.
const STACK: usize = 64 << 20;

/// Runs a campaign to its end.
pub fn run(plan: Plan, listen: &mut dyn FnMut(Event<'_>)) -> std::io::Result<Summary> {
    let Plan { engines, limits, .. } = plan;
    run_with(plan, Box::new(move |language, seed| check(language, seed, engines, &limits)), listen)
}

/// The same with another judge.
pub fn run_with(plan: Plan, judge: Box<Judge>, listen: &mut dyn FnMut(Event<'_>)) -> std::io::Result<Summary> {
    let first = plan.first;
    let jobs = plan.jobs.max(1);
    let shared =
        Shared { next: first, tally: Tally::default(), findings: BTreeMap::new(), news: Vec::new(), work: Vec::new() };
    let campaign = Arc::new(Campaign { plan, judge, begin: Instant::now(), shared: Mutex::new(shared) });
    for _ in 0..jobs {
        Campaign::start_worker(&campaign)?;
    }
    loop {
        let looked = Instant::now();
        std::thread::sleep(LOOK);
        let missed = looked.elapsed().saturating_sub(LOOK);
        if missed >= STOPPED {
            campaign.lock().work.iter_mut().flatten().for_each(|it| it.due += missed);
        }
        let late = campaign.give_up_on_late();
        for _ in 0..late {
            Campaign::start_worker(&campaign)?;
        }
        let mut shared = campaign.lock();
        std::mem::take(&mut shared.news).iter().for_each(|it| listen(Event::Found(it)));
        listen(Event::Progress { next: shared.done(), tally: &shared.tally, time: campaign.begin.elapsed() });
        if shared.work.iter().all(Option::is_none) {
            let findings = std::mem::take(&mut shared.findings).into_values();
            let findings = findings.filter_map(|(finding, seeds)| Some((finding?, seeds))).collect();
            let tally = std::mem::take(&mut shared.tally);
            return Ok(Summary { next: shared.next, tally, findings, time: campaign.begin.elapsed() });
        }
    }
}

impl Shared {
    /// All seeds before this one are done.
    fn done(&self) -> u64 {
        self.work.iter().flatten().map(|it| it.seed).min().unwrap_or(self.next)
    }
}

impl Campaign {
    /// A panic while it is held would be one of this file; what is there is still good.
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start_worker(campaign: &Arc<Campaign>) -> std::io::Result<()> {
        let own = Arc::clone(campaign);
        let index = {
            let mut shared = own.lock();
            shared.work.push(None);
            let index = shared.work.len() - 1;
            own.take(&mut shared, index);
            index
        };
        let work = move || while own.step(index) {};
        std::thread::Builder::new().stack_size(STACK).spawn(work).map(|_| ())
    }

    /// Gives a thread its next program, if there is one.
    fn take(&self, shared: &mut Shared, worker: usize) {
        let Plan { first, count, time, interrupt, patience, .. } = &self.plan;
        let is_over = count.is_some_and(|it| shared.next >= first.saturating_add(it))
            || time.is_some_and(|it| self.begin.elapsed() >= it)
            || interrupt.load(Ordering::Relaxed);
        shared.work[worker] = if is_over {
            None
        } else {
            shared.next += 1;
            Some(Work { seed: shared.next - 1, due: Instant::now() + *patience })
        };
    }

    /// One program; false if there are no more.
    fn step(&self, worker: usize) -> bool {
        let Some(seed) = self.lock().work[worker].as_ref().map(|it| it.seed) else { return false };
        let Plan { engines, limits, patience, .. } = &self.plan;
        let language = language_of(seed, &self.plan);
        let checked = (self.judge)(language, seed);
        let failed = checked.failure().map(|(engine, failure)| Finding {
            language,
            seed,
            engine: engine.to_owned(),
            failure: failure.clone(),
            text: String::new(),
        });
        let mut is_new = false;
        {
            let mut shared = self.lock();
            // Whoever was late has been given up.
            let Some(work) = shared.work[worker].as_mut() else { return false };
            work.due = Instant::now() + *patience * 20;
            shared.tally.add(language, &checked);
            if let Some(finding) = &failed {
                let (_, seeds) = shared.findings.entry(finding.cause()).or_default();
                seeds.push(seed);
                is_new = seeds.len() == 1;
            }
        }
        let small = if is_new { minimise(language, seed, *engines, limits, &checked) } else { None };
        let mut shared = self.lock();
        if let (Some(small), Some(failed)) = (small, failed) {
            shared.news.push(small.clone());
            shared.findings.entry(failed.cause()).or_default().0 = Some(small);
        }
        if shared.work[worker].is_none() {
            return false;
        }
        self.take(&mut shared, worker);
        shared.work[worker].is_some()
    }

    /// Notes the programs that somebody hangs on; how many threads are lost.
    fn give_up_on_late(&self) -> usize {
        let mut shared = self.lock();
        let now = Instant::now();
        let is_late = |it: &Option<Work>| it.as_ref().is_some_and(|it| it.due < now);
        let late: Vec<usize> = (0..shared.work.len()).filter(|&it| is_late(&shared.work[it])).collect();
        for &worker in &late {
            let Some(Work { seed, .. }) = shared.work[worker].take() else { continue };
            let finding = Finding::hang(language_of(seed, &self.plan), seed, self.plan.patience.as_secs());
            shared.tally.note_hang();
            shared.news.push(finding.clone());
            shared.findings.insert(format!("hang {seed}"), (Some(finding), vec![seed]));
        }
        late.len()
    }
}
