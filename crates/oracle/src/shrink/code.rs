//! Passes over threads, actions and branches.

use super::Shrinker;
use ir::{Action, Base, Callee, Edge, Expr, Function, Guard, Operation, Program, RegisterId, Width};

/// An edge: the index of its function, and its own in it.
type Position = (usize, usize);

impl Shrinker<'_> {
    /// Does not spawn a thread, and does not join it where its handle is read.
    pub(super) fn drop_threads(&mut self) {
        self.for_each_position(|shrinker, (function, edge)| {
            let Action::Visible(Operation::Spawn { dest, .. }) = shrinker.best.functions[function].edges[edge].action
            else {
                return false;
            };
            shrinker.attempt_with(|program| {
                let width = Width(program.model.pointer_bits());
                let function = &mut program.functions[function];
                function.edges[edge].action = Action::Assign(dest, Expr::Const(width, 0));
                for edge in &mut function.edges {
                    if is_join_of(&edge.action, dest) {
                        edge.action = Action::Skip;
                    }
                }
            })
        });
    }

    /// Lets threads run their functions by themselves.
    pub(super) fn drop_runner(&mut self) {
        if self.best.runner.is_some() {
            self.attempt_with(|program| program.runner = None);
        }
    }

    /// Does not keep what taking and releasing mutexes gives.
    pub(super) fn drop_error_numbers(&mut self) {
        self.for_each_position(|shrinker, (function, edge)| {
            let action = &shrinker.best.functions[function].edges[edge].action;
            if !matches!(
                action,
                Action::Visible(Operation::Lock { dest: Some(_), .. } | Operation::Unlock { dest: Some(_), .. })
            ) {
                return false;
            }
            shrinker.attempt_with(|program| {
                let action = &mut program.functions[function].edges[edge].action;
                if let Action::Visible(Operation::Lock { dest, .. } | Operation::Unlock { dest, .. }) = action {
                    *dest = None;
                }
            })
        });
    }

    /// Skips all operations on one mutex.
    pub(super) fn drop_mutexes(&mut self) {
        let mut mutexes: Vec<Expr> = Vec::new();
        for edge in self.best.functions.iter().flat_map(|it| &it.edges) {
            if let Some(mutex) = mutex_of(&edge.action).filter(|it| !mutexes.contains(it)) {
                mutexes.push(mutex.clone());
            }
        }
        for mutex in mutexes {
            self.attempt_with(|program| {
                for edge in program.functions.iter_mut().flat_map(|it| &mut it.edges) {
                    if mutex_of(&edge.action) == Some(&mutex) {
                        edge.action = Action::Skip;
                    }
                }
            });
        }
    }

    /// Returns instead of doing anything else.
    pub(super) fn return_early(&mut self) {
        self.for_each_position(|shrinker, (function, edge)| {
            if matches!(shrinker.best.functions[function].edges[edge].action, Action::Return(_)) {
                return false;
            }
            shrinker.attempt_with(|program| {
                let function = &mut program.functions[function];
                let value = function.result.map(|width| Expr::Const(width, 0));
                let edge = &mut function.edges[edge];
                edge.action = Action::Return(value);
                edge.to = edge.from;
            })
        });
    }

    /// Skips actions, many at once and then fewer and fewer.
    pub(super) fn skip_actions(&mut self) {
        let mut size = positions(&self.best, can_skip).len();
        while size > 0 {
            let mut start = 0;
            loop {
                let all = positions(&self.best, can_skip);
                let Some(chunk) = all.get(start..all.len().min(start + size)).filter(|it| !it.is_empty()) else {
                    break;
                };
                let skipped = self.attempt_with(|program| chunk.iter().for_each(|&it| skip(program, it)));
                // If they were skipped, others have taken their places in the list.
                if !skipped {
                    start += size;
                }
            }
            size /= 2;
        }
    }

    /// Skips two actions that make sense only together.
    pub(super) fn skip_pairs(&mut self) {
        self.for_each_position(|shrinker, (function, first)| {
            let edges = &shrinker.best.functions[function].edges;
            let seconds: Vec<usize> =
                (0..edges.len()).filter(|&it| belong_together(&edges[first].action, &edges[it].action)).collect();
            seconds.into_iter().any(|second| {
                shrinker.attempt_with(|program| {
                    skip(program, (function, first));
                    skip(program, (function, second));
                })
            })
        });
    }

    /// Always takes the same side of a branch.
    pub(super) fn choose_sides(&mut self) {
        self.for_each_position(|shrinker, (function, edge)| {
            if shrinker.best.functions[function].edges[edge].guard == Guard::Always {
                return false;
            }
            shrinker.attempt_with(|program| take_side(&mut program.functions[function], edge))
        });
    }

    /// Tries something at each edge. After a success the same position is tried again: another edge may be there now.
    fn for_each_position(&mut self, mut attempt: impl FnMut(&mut Self, Position) -> bool) {
        let mut function = 0;
        while function < self.best.functions.len() {
            let mut edge = 0;
            while edge < self.best.functions[function].edges.len() {
                if !attempt(self, (function, edge)) {
                    edge += 1;
                }
            }
            function += 1;
        }
    }
}

fn positions(program: &Program, wanted: fn(&Edge) -> bool) -> Vec<Position> {
    let mut all = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        all.extend((0..function.edges.len()).filter(|&it| wanted(&function.edges[it])).map(|it| (index, it)));
    }
    all
}

fn can_skip(edge: &Edge) -> bool {
    match edge.action {
        Action::Assign(..) | Action::Visible(_) | Action::Call { .. } => true,
        Action::Skip | Action::Return(_) | Action::Stop(_) => false,
    }
}

fn skip(program: &mut Program, (function, edge): Position) {
    program.functions[function].edges[edge].action = Action::Skip;
}

fn take_side(function: &mut Function, kept: usize) {
    let from = function.edges[kept].from;
    function.edges[kept].guard = Guard::Always;
    let mut index = 0;
    function.edges.retain(|it| {
        index += 1;
        it.from != from || index - 1 == kept
    });
}

fn is_join_of(action: &Action, handle: RegisterId) -> bool {
    match action {
        Action::Visible(Operation::Join { thread, .. } | Operation::Detach(thread)) => {
            let mut reads = false;
            thread.for_each_register(&mut |it| reads |= it == handle);
            reads
        }
        _ => false,
    }
}

fn mutex_of(action: &Action) -> Option<&Expr> {
    use Operation::*;
    match action {
        Action::Visible(
            Lock { mutex, .. }
            | TryLock { mutex, .. }
            | Unlock { mutex, .. }
            | InitMutex { mutex, .. }
            | DestroyMutex(mutex),
        ) => Some(mutex),
        _ => None,
    }
}

/// Whether the first begins what the second ends.
fn belong_together(first: &Action, second: &Action) -> bool {
    use Operation::*;
    match (first, second) {
        (Action::Visible(AtomicBegin { .. }), Action::Visible(AtomicEnd)) => true,
        (
            Action::Visible(Lock { mutex, .. } | TryLock { mutex, .. }),
            Action::Visible(Unlock { mutex: second, .. }),
        ) => mutex == second,
        (Action::Visible(OpenSlot(first)), Action::Visible(CloseSlot(second))) => first == second,
        (Action::Visible(Spawn { dest, .. } | CurrentThread { dest }), join) => is_join_of(join, *dest),
        _ => false,
    }
}

/// The bases and functions that an action mentions outside of its expressions.
pub(super) fn mentioned(action: &Action, visit: &mut impl FnMut(Base)) {
    match action {
        Action::Call { callee: Callee::Direct(function), .. } => visit(Base::Function(*function)),
        Action::Visible(Operation::OpenSlot(slot) | Operation::CloseSlot(slot)) => visit(Base::Slot(*slot)),
        _ => {}
    }
}
