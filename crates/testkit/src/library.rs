//! Random sequences of calls on one object of the library, compared with what C11 and POSIX say of each call: what it gives, or
//! that it must not be made. This is a reading of its own: it shares nothing with the models in C, which every engine runs.
//!
//! A mutex that was allocated is freed in the end. The first thread makes the calls, and others do that it starts and waits for at once: so there is one order, and one answer.

use crate::concurrent::types;
use crate::fuzz::load;
use crate::oracle::{self, FaultKind, Options};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What every program declares besides the types.
const HEAD: &str = "\
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_init(pthread_mutex_t *, const void *);
extern int pthread_mutex_destroy(pthread_mutex_t *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_rwlock_init(pthread_rwlock_t *, const void *);
extern int pthread_rwlock_destroy(pthread_rwlock_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *);
extern int pthread_rwlock_tryrdlock(pthread_rwlock_t *);
extern int pthread_rwlock_trywrlock(pthread_rwlock_t *);
extern int pthread_rwlock_unlock(pthread_rwlock_t *);
extern int pthread_cond_init(pthread_cond_t *, const void *);
extern int pthread_cond_destroy(pthread_cond_t *);
extern int pthread_cond_signal(pthread_cond_t *);
extern int pthread_cond_broadcast(pthread_cond_t *);
extern int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned);
extern int pthread_barrier_destroy(pthread_barrier_t *);
extern int pthread_barrier_wait(pthread_barrier_t *);
extern int sem_init(sem_t *, int, unsigned);
extern int sem_destroy(sem_t *);
extern int sem_wait(sem_t *);
extern int sem_trywait(sem_t *);
extern int sem_post(sem_t *);
extern int pthread_key_create(pthread_key_t *, void (*)(void *));
extern int pthread_key_delete(pthread_key_t);
extern int pthread_setspecific(pthread_key_t, const void *);
extern void *pthread_getspecific(pthread_key_t);
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);
";

/// The numbers of errors.
const EPERM: i64 = 1;
const EBUSY: i64 = 16;
const EDEADLK: i64 = 35;

/// What a call does.
enum Outcome {
    /// It gives a number.
    Gives(i64),
    /// It must not be made.
    Fails(FaultKind),
    /// It waits for ever, or nothing is said of it here.
    Waits,
}

use Outcome::{Fails, Gives, Waits};

/// How far an object is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Life {
    /// A local that nothing was written to.
    Unset,
    /// A global that is all zero, or was initialised by an initialiser.
    Static,
    /// Initialised by a call.
    Made,
    Destroyed,
}

/// The kinds of objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Normal,
    Recursive,
    ErrorChecking,
    ReadWriteLock,
    Condition,
    Barrier,
    Semaphore,
    Key,
}

const KINDS: [Kind; 8] = [
    Kind::Normal,
    Kind::Recursive,
    Kind::ErrorChecking,
    Kind::ReadWriteLock,
    Kind::ReadWriteLock,
    Kind::Barrier,
    Kind::Semaphore,
    Kind::Key,
];

impl Kind {
    fn is_mutex(self) -> bool {
        matches!(self, Kind::Normal | Kind::Recursive | Kind::ErrorChecking)
    }

    fn type_name(self) -> &'static str {
        match self {
            Kind::Normal | Kind::Recursive | Kind::ErrorChecking => "pthread_mutex_t",
            Kind::ReadWriteLock => "pthread_rwlock_t",
            Kind::Condition => "pthread_cond_t",
            Kind::Barrier => "pthread_barrier_t",
            Kind::Semaphore => "sem_t",
            Kind::Key => "pthread_key_t",
        }
    }

    /// The calls that there are of it.
    fn calls(self) -> &'static [&'static str] {
        match self {
            Kind::Normal | Kind::Recursive | Kind::ErrorChecking => &[
                "pthread_mutex_init(it, 0)",
                "pthread_mutex_destroy(it)",
                "pthread_mutex_lock(it)",
                "pthread_mutex_lock(it)",
                "pthread_mutex_trylock(it)",
                "pthread_mutex_unlock(it)",
                "pthread_mutex_unlock(it)",
            ],
            Kind::ReadWriteLock => &[
                "pthread_rwlock_init(it, 0)",
                "pthread_rwlock_destroy(it)",
                "pthread_rwlock_rdlock(it)",
                "pthread_rwlock_rdlock(it)",
                "pthread_rwlock_wrlock(it)",
                "pthread_rwlock_tryrdlock(it)",
                "pthread_rwlock_trywrlock(it)",
                "pthread_rwlock_unlock(it)",
                "pthread_rwlock_unlock(it)",
                "pthread_rwlock_unlock(it)",
            ],
            Kind::Condition => &[
                "pthread_cond_init(it, 0)",
                "pthread_cond_destroy(it)",
                "pthread_cond_signal(it)",
                "pthread_cond_broadcast(it)",
            ],
            Kind::Barrier => &[
                "pthread_barrier_init(it, 0, 1)",
                "pthread_barrier_init(it, 0, 0)",
                "pthread_barrier_destroy(it)",
                "pthread_barrier_wait(it)",
                "pthread_barrier_wait(it)",
            ],
            Kind::Semaphore => &[
                "sem_init(it, 0, 1)",
                "sem_init(it, 0, 2147483647)",
                "sem_init(it, 0, 2147483648u)",
                "sem_destroy(it)",
                "sem_wait(it)",
                "sem_trywait(it)",
                "sem_post(it)",
                "sem_post(it)",
            ],
            Kind::Key => &[
                "pthread_key_create(it, 0)",
                "pthread_key_delete(*it)",
                "pthread_setspecific(*it, it)",
                "pthread_getspecific(*it) == it",
                "pthread_getspecific(*it) == it",
            ],
        }
    }
}

/// An object, as the standard sees it.
struct Object {
    kind: Kind,
    life: Life,
    /// How often each thread holds it.
    held: BTreeMap<usize, u32>,
    /// Whether it is held for writing.
    is_written: bool,
    /// The number of a semaphore; what a barrier waits for.
    number: i64,
    /// The threads that have set a value for a key.
    set: BTreeSet<usize>,
}

impl Object {
    /// The mistake that it is to use what is not initialised, or not any more.
    fn unusable(&self) -> Option<FaultKind> {
        let needs_call = matches!(self.kind, Kind::Barrier | Kind::Semaphore | Kind::Key);
        match self.life {
            Life::Unset => Some(FaultKind::Uninitialised),
            Life::Destroyed if self.kind.is_mutex() => Some(FaultKind::BadMutex),
            Life::Destroyed => Some(FaultKind::Misuse),
            Life::Static if needs_call => Some(FaultKind::Misuse),
            Life::Static | Life::Made => None,
        }
    }

    fn call(&mut self, call: &str, thread: usize) -> Outcome {
        let (name, rest) = call.split_once('(').unwrap_or((call, ""));
        let action = name.rsplit('_').next().unwrap_or(name);
        match action {
            "init" => self.initialise(rest),
            "create" => match self.life {
                // Another key.
                Life::Made => Waits,
                _ => self.made(0),
            },
            _ => match self.unusable() {
                Some(fault) => Fails(fault),
                None => self.used(action, thread),
            },
        }
    }

    fn made(&mut self, number: i64) -> Outcome {
        self.life = Life::Made;
        self.kind = if self.kind.is_mutex() { Kind::Normal } else { self.kind };
        (self.number, self.is_written) = (number, false);
        self.held.clear();
        self.set.clear();
        Gives(0)
    }

    fn initialise(&mut self, arguments: &str) -> Outcome {
        let number = arguments.trim_end_matches(')').trim_end_matches('u').rsplit(", ").next();
        let number: i64 = number.and_then(|it| it.parse().ok()).unwrap_or(0);
        match self.kind {
            Kind::Barrier if number == 0 => return Gives(22),
            Kind::Semaphore if number > 0x7fff_ffff => return Gives(-1),
            _ => {}
        }
        match self.life {
            Life::Made => Fails(FaultKind::BadMutex),
            // Whether it is held is not looked at then.
            Life::Static if !self.held.is_empty() => Waits,
            _ => self.made(number),
        }
    }

    fn used(&mut self, action: &str, thread: usize) -> Outcome {
        let own = self.held.get(&thread).copied().unwrap_or(0);
        let is_free = self.held.is_empty();
        match (self.kind, action) {
            (Kind::Key, "delete") => {
                self.life = Life::Destroyed;
                Gives(0)
            }
            (Kind::Key, "setspecific") => {
                self.set.insert(thread);
                Gives(0)
            }
            (Kind::Key, _) => Gives(i64::from(self.set.contains(&thread))),
            (Kind::Condition, "signal" | "broadcast") => Gives(0),
            (Kind::Barrier, "wait") => Gives(-1),
            (Kind::Semaphore, "post") if self.number == 0x7fff_ffff => Gives(-1),
            (Kind::Semaphore, "post") => {
                self.number += 1;
                Gives(0)
            }
            (Kind::Semaphore, "wait" | "trywait") if self.number > 0 => {
                self.number -= 1;
                Gives(0)
            }
            (Kind::Semaphore, "trywait") => Gives(-1),
            (Kind::Semaphore, "wait") => Waits,
            (Kind::ReadWriteLock, "destroy") if !is_free => Fails(FaultKind::Misuse),
            (Kind::Normal | Kind::Recursive | Kind::ErrorChecking, "destroy") if !is_free => Fails(FaultKind::BadMutex),
            (_, "destroy") => {
                self.life = Life::Destroyed;
                Gives(0)
            }
            (Kind::ReadWriteLock, "rdlock" | "tryrdlock") if !self.is_written => {
                self.held.insert(thread, own + 1);
                Gives(0)
            }
            (Kind::ReadWriteLock, "wrlock" | "trywrlock") if is_free => {
                self.held.insert(thread, 1);
                self.is_written = true;
                Gives(0)
            }
            (Kind::ReadWriteLock, "tryrdlock" | "trywrlock") => Gives(EBUSY),
            (Kind::ReadWriteLock, "rdlock" | "wrlock") if own > 0 && self.is_written => Gives(EDEADLK),
            (Kind::ReadWriteLock, "unlock") if own == 0 => Fails(FaultKind::Misuse),
            (Kind::Normal, "unlock") if own == 0 => Fails(FaultKind::BadMutex),
            (Kind::Recursive | Kind::ErrorChecking, "unlock") if own == 0 => Gives(EPERM),
            (_, "unlock") => {
                if own == 1 {
                    self.held.remove(&thread);
                    self.is_written = false;
                } else {
                    self.held.insert(thread, own - 1);
                }
                Gives(0)
            }
            (Kind::Normal | Kind::Recursive | Kind::ErrorChecking, "lock" | "trylock") if is_free => {
                self.held.insert(thread, 1);
                Gives(0)
            }
            (Kind::Recursive, "lock" | "trylock") if own > 0 => {
                self.held.insert(thread, own + 1);
                Gives(0)
            }
            (Kind::ErrorChecking, "lock") if own > 0 => Gives(EDEADLK),
            (Kind::Normal | Kind::Recursive | Kind::ErrorChecking, "trylock") => Gives(EBUSY),
            _ => Waits,
        }
    }
}

/// A program, and the mistake that it ends with, if it does.
struct Case {
    text: String,
    fails: Option<FaultKind>,
}

impl Case {
    fn of(seed: u64) -> Case {
        let mut rng = Rng::with_seed(seed);
        let kind = if rng.u32(..12) == 0 { Kind::Condition } else { KINDS[rng.usize(..KINDS.len())] };
        let is_local = rng.u32(..3) == 0;
        let is_allocated = !is_local && kind == Kind::Normal && rng.bool();
        let has_initialiser = kind.is_mutex() && !is_allocated && (kind != Kind::Normal || rng.bool());
        let life = if (is_local || is_allocated) && !has_initialiser { Life::Unset } else { Life::Static };
        let mut object =
            Object { kind, life, held: BTreeMap::new(), is_written: false, number: 0, set: BTreeSet::new() };
        // Most begin as they should.
        let mut wanted = (life == Life::Unset || rng.bool()) && rng.u32(..8) > 0 && !has_initialiser;
        let (mut threads, mut bodies, mut fails) = (0, vec![String::new()], None);
        for _ in 0..rng.u32(2..12) {
            let thread = if threads < 3 && rng.u32(..4) == 0 { threads + 1 } else { 0 };
            let count = if thread == 0 { 1 } else { rng.u32(1..4) };
            let mut body = String::new();
            for _ in 0..count {
                let calls = kind.calls();
                let call = calls[if std::mem::take(&mut wanted) { 0 } else { rng.usize(..calls.len()) }];
                match object.call(call, thread) {
                    // Most programs go on for a while.
                    Waits => {}
                    Fails(_) if rng.u32(..4) > 0 => {}
                    Gives(number) => {
                        let _ = writeln!(body, "  if (({call}) != {number}) reach_error();");
                    }
                    Fails(fault) => {
                        let _ = writeln!(body, "  {call};");
                        fails = Some(fault);
                        break;
                    }
                }
            }
            if thread == 0 {
                bodies[0] += &body;
            } else {
                threads = thread;
                bodies.push(body);
                let _ =
                    writeln!(bodies[0], "  pthread_create(&other, 0, other{thread}, 0);\n  pthread_join(other, 0);");
            }
            if fails.is_some() {
                break;
            }
        }
        if is_allocated && fails.is_none() {
            bodies[0] += "  free(it);\n";
            fails = (!object.held.is_empty()).then_some(FaultKind::Misuse);
        }
        let mut text: String = types().map(|it| format!("{it}\n")).collect();
        text += HEAD;
        let ty = kind.type_name();
        let initial = match kind {
            _ if !has_initialiser => "",
            Kind::Recursive => " = { 1 }",
            Kind::ErrorChecking => " = { 2 }",
            _ => " = { 0 }",
        };
        let declared = format!("{ty} object{initial};");
        let _ = writeln!(text, "static {ty} *it;");
        if !is_local && !is_allocated {
            let _ = writeln!(text, "static {declared}");
        }
        for (index, body) in bodies.iter().enumerate().skip(1) {
            let _ = writeln!(text, "static void *other{index}(void *unused) {{\n{body}  return 0;\n}}");
        }
        let place = if is_allocated { "malloc(sizeof *it)" } else { "&object" };
        let own = if is_local { format!("  {declared}\n") } else { String::new() };
        let _ =
            writeln!(text, "int main(void) {{\n{own}  pthread_t other;\n  it = {place};\n{}  return 0;\n}}", bodies[0]);
        Case { text, fails }
    }
}

/// Compares the program of a seed; says whether it makes a mistake.
pub fn check(seed: u64) -> Result<bool, String> {
    let Case { text, fails } = Case::of(seed);
    let complain = |what: String| format!("{what}\n{text}");
    let raw = load::raw(&text, &c::Options::default()).map_err(&complain)?;
    let program = load::prepared(&raw).map_err(&complain)?;
    // Whether an object of the library is destroyed is told by a mutex in it.
    let kind = |it: FaultKind| if it == FaultKind::BadMutex { FaultKind::Misuse } else { it };
    let expected: BTreeSet<FaultKind> = fails.into_iter().map(kind).collect();
    let options = Options { check_uninitialised: true, follow_unset: true, ..Options::default() };
    let report = oracle::explore(&program, &options);
    let found: BTreeSet<FaultKind> = report.violations.into_iter().map(kind).collect();
    if report.incomplete || found != expected || report.deadlock {
        let told = format!("expected {expected:?}, found {found:?}, deadlock {}", report.deadlock);
        return Err(complain(told));
    }
    Ok(fails.is_some())
}
