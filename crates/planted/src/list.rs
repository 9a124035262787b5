//! The mistakes: each with its name, the file in which it is made, and what is wrong then.
//!
//! A mistake is one that somebody could make: a race that is dropped, a rule that is missing, a step that is not taken back.
//! Who adds one adds a line here and the question [`crate::bug!`] in that file, and no more; see *Plant a mistake* in
//! `CONTRIBUTING.md`.

macro_rules! bugs {
    ($($(#[doc = $about:literal])+ $name:ident in $place:literal;)+) => {
        /// A mistake. What it says is what is wrong.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Bug {
            $($(#[doc = $about])+ $name,)+
        }

        #[cfg(feature = "hooks")]
        impl Bug {
            /// All of them.
            pub const ALL: &[Bug] = &[$(Bug::$name),+];

            /// What it is called.
            pub fn name(self) -> &'static str {
                match self {
                    $(Bug::$name => stringify!($name),)+
                }
            }

            /// The file in which it is made, from the folder of the crates on.
            pub fn place(self) -> &'static str {
                match self {
                    $(Bug::$name => $place,)+
                }
            }

            /// What is wrong: one sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $(Bug::$name => concat!($($about),+).trim_ascii(),)+
                }
            }
        }
    };
}

bugs! {
    // In what order operands are evaluated.
    /// What an operand of an assignment has not written yet is not compared with the write of the assignment.
    LateWritesForgotten in "c/src/evaluation/accesses.rs";
    /// Two lvalues of which one is behind a pointer count as different objects.
    PointersApart in "c/src/evaluation/places.rs";
    /// Of the orders of evaluation that can be told apart the last is not tried.
    LastOrderForgotten in "c/src/evaluation/orders.rs";
    /// A plain access is evaluated from left to right beside one that is atomic.
    PlainBesideAtomic in "c/src/evaluation/effects.rs";
    /// Of two operands that only read what other threads write the left one is always first.
    ReadsInOrder in "c/src/evaluation/accesses.rs";
    /// A function whose end is reached without `return` hands back 0.
    EndGivesZero in "c/src/lower/results.rs";
    /// A local atomic object that is in a register is changed without a look at whether it was set.
    LocalAtomicsUnused in "c/src/lower/assign.rs";
    /// An initialiser that reads members of its own object finds zeros there.
    OwnMembersZero in "c/src/lower/statements.rs";
    /// An array whose initialiser is jumped over starts with zeros.
    JumpsInitialise in "c/src/lower/statements.rs";
    // What the library does.
    /// A thread that does not hold a read-write lock can unlock it.
    StrangersUnlockForReaders in "c/src/models.rs";
    /// A read-write lock can be used after it was destroyed.
    DestroyedLocksForgotten in "c/src/models.rs";
    /// A thread that has locked a read-write lock for writing waits for itself.
    WritersWaitForThemselves in "c/src/models.rs";
    /// A semaphore can be larger than the largest number.
    FullSemaphoresTakeMore in "c/src/models.rs";
    /// What is all zero is a barrier.
    ZeroIsABarrier in "c/src/models.rs";
    /// A key can be used after it was deleted.
    KeysOutliveThemselves in "c/src/models.rs";
    // Pointers.
    /// A sum that starts from a row of an array is compared with the length of the row only, wherever the row is.
    RowsAreThere in "c/src/lower/bounds.rs";
    /// The size of one object that an address may lead to counts for all of them.
    FirstSizeForAll in "ir/src/passes/extents.rs";
    /// Two objects are always ordered as they were made.
    OneOrderOfTwo in "ir/src/passes/doubts.rs";
    /// Halves of an atomic object of 16 bytes are only aligned to 8.
    HalvesAlignedAlone in "c/src/lower/pairs.rs";
    /// A pointer may be moved to before its object.
    MayPrecede in "c/src/lower/bounds.rs";
    /// Memory can end while a thread holds a mutex in it.
    HeldMutexesEnd in "ir/src/passes/held.rs";
    // Values that were never written.
    /// A variable that is set on one way to where it is read counts as set.
    SetOnOneWay in "ir/src/passes/unset/set.rs";
    /// Memory that is written on one way to where its address leaves counts as written.
    WrittenOnOneWay in "ir/src/passes/unset/fresh.rs";
    /// A store of a value that was never written leaves memory that counts as written.
    CopiesAreSet in "ir/src/passes/unset/rewrite.rs";
    /// Memory that is allocated counts as written.
    AllocatedIsWritten in "vm/src/memory.rs";
    /// A solver takes memory for written that nothing was stored to.
    NothingIsUnset in "encode/src/memory/objects.rs";
    // What depends on what.
    /// Two joins of one thread commute.
    JoinsCommute in "event/src/dependence.rs";
    /// Accesses to bytes that overlap, but are not the same, commute.
    PartsCommute in "event/src/dependence.rs";
    /// A thread that an assumption has stopped does not keep the others from being in a deadlock.
    AssumptionDeadlocks in "event/src/system.rs";
    /// Where an execution has come back to one of its states it is not asked whether some thread hangs.
    CirclesNotJudged in "explore/src/explorer.rs";
    /// A thread in a loop without an exit hangs.
    ServersHang in "vm/src/hang.rs";
    /// Who waits for the end of a thread that is meant to go round for ever hangs.
    ServersNeverJoined in "vm/src/hang.rs";
    /// A count that only a branch depends on is no part of a state.
    BranchesDecideNothing in "ir/src/passes/faint.rs";
    /// A thread that leaves its loop in some continuation is still taken to be inside.
    WayOutForgotten in "vm/src/hang.rs";
    /// To free an object counts as a look at it where data races are looked for.
    FreeOnlyLooks in "event/src/mark.rs";

    // Mutexes.
    /// A mutex that was destroyed can be used all the same.
    DestroyedMutexLives in "vm/src/mutex.rs";
    /// Initialising a mutex does not race with locking it.
    InitRacesNot in "explore/src/races.rs";

    // What happens for no reason.
    /// A wake-up for no reason shows nothing, whatever the thread has done since it took the mutex.
    SectionsForgotten in "ir/src/passes/spurious/section.rs";
    /// A wake-up for no reason is no obstacle to a thread that tries the mutex.
    TriesForgotten in "ir/src/passes/spurious/section.rs";
    /// A failure for no reason shows nothing in a loop that does more than try again.
    RoundsAlike in "ir/src/passes/spurious/round.rs";

    // Sleep sets, source sets, and the order of events.
    /// A choice stays asleep although something has happened that conflicts with it.
    SleepersNotWoken in "explore/src/toolbox/sleep.rs";
    /// The first of the new races is not explored the other way round.
    FirstRaceDropped in "explore/src/toolbox/sources.rs";
    /// Whoever occurs in a sequence counts as one who can begin it.
    EveryoneIsInitial in "explore/src/toolbox/sources.rs";
    /// The second event of a race counts as one that can come first, whatever it depends on.
    SecondIsInitial in "explore/src/toolbox/sources.rs";
    /// A race is reversed after its first event, not before it.
    ReversedTooLate in "explore/src/toolbox/sources.rs";
    /// Who waits for a mutex at the end of an execution is not explored where it could have gone on.
    WaitingForgotten in "explore/src/toolbox/sources.rs";
    /// Of a choice between values only the first is explored.
    OneBranchOnly in "explore/src/toolbox/sources.rs";
    /// An operation that waits for a value is not tried before the changes of it.
    AwaitsNotWalkedBack in "explore/src/toolbox/awaits.rs";
    /// Who waits for the end of somebody whom a variable names is not looked at again when that end comes later.
    OldEndsIgnored in "explore/src/toolbox/sources.rs";
    /// Who sleeps before an event counts as leading to all that follows, whatever new events it conflicts with there.
    OldSleepersIgnored in "explore/src/toolbox/sources.rs";
    /// Ends that follow a known state do not let anybody go on earlier who waits for them.
    KnownEndsIgnored in "explore/src/toolbox/trail.rs";
    /// Of several events before which a mutex could have been taken only the last counts.
    OneTakerOnly in "explore/src/toolbox/history/locks.rs";
    /// What a thread has done does not happen before the join of it.
    JoinOrdersNothing in "explore/src/toolbox/history/mod.rs";
    /// That a store was read is still known when the read has been taken back.
    ObserverNotTakenBack in "explore/src/toolbox/history/mod.rs";

    // Wakeup trees, and observers.
    /// A branch of a choice counts as leading to what another one has to come after.
    RivalsLeadOn in "explore/src/toolbox/wakeup.rs";
    /// A sequence is taken for planned if its first event is.
    TreeNotDeep in "explore/src/toolbox/wakeup.rs";
    /// What a branch of a wakeup tree does stays in the rest of the sequence.
    EventLeftInSequence in "explore/src/toolbox/wakeup.rs";
    /// An event that could come first is taken for one that conflicts with the sequence.
    IndependentConflicts in "explore/src/toolbox/wakeup.rs";
    /// A sequence is planned although what begins it has been explored.
    SleepIgnoredByPlans in "explore/src/toolbox/guided.rs";
    /// One of the values of a choice is not explored.
    RivalForgotten in "explore/src/toolbox/guided.rs";
    /// The branches of an operation touch what the first one touches.
    RivalsAreAlike in "explore/src/toolbox/guided.rs";
    /// What has been explored from a state is not put to sleep.
    ExploredNotAsleep in "explore/src/toolbox/guided.rs";
    /// A store that was run only to be read need not be read.
    OwedReadsForgiven in "explore/src/toolbox/guided.rs";
    /// Two stores are not reversed although somebody reads one of them.
    WitnessesIgnored in "explore/src/algorithms/observers.rs";
    /// Stores commute although one of them is read in the sequence.
    ReadStoresForgotten in "explore/src/algorithms/observers.rs";
    /// Races of a kept beginning are not looked at again when something new does not happen after their first event.
    OldRacesIgnored in "explore/src/algorithms/optimal.rs";

    /// Whoever was explored from a known state, while others slept that do not now, sleeps behind these.
    RestIsSleep in "explore/src/toolbox/sequences.rs";

    // Annotated orders.
    /// Closure lets other threads write between a write of the root and the root read that observes it.
    LocalReadsNotClosed in "explore/src/annotated/closure.rs";
    /// Closure does not put a bad write of the root behind the leaf read that would find it.
    BadRootWriteLeft in "explore/src/annotated/closure.rs";
    /// Closure takes a write for visible to a root read although another one hides it.
    HiddenWritesSeen in "explore/src/annotated/closure.rs";
    /// A read may observe writes of the right value that came after it was annotated.
    LaterWritesGood in "explore/src/annotated/order.rs";
    /// One more write counts as considered than has been.
    ConsideredTooMuch in "explore/src/annotated/search/annotate.rs";
    /// All values but 0 count as the same to every read.
    ValuesMerged in "explore/src/annotated/search/annotate.rs";
    /// Who takes a mutex does not come after who has released it.
    MutexTakenUnordered in "explore/src/annotated/search/annotate.rs";
    /// Writes of leaves are ordered only if both are good for some read.
    LeafPairsUnordered in "explore/src/annotated/pairs.rs";

    // States that are known.
    /// What follows a known state is in no race with what came before it.
    SummaryIgnored in "explore/src/toolbox/trail.rs";
    /// Who waits at the end of an execution is not in the summary of its last state.
    WaitersLeaveNoTrace in "explore/src/toolbox/trail.rs";
    /// A step back does not add what the step touches to the past of what depends on it.
    PastNotExtended in "explore/src/toolbox/summary.rs";
    /// States count as equal although a thread has failed in one of them and returned in the other.
    EndsNotCompared in "vm/src/machine/system.rs";
    /// States count as equal although a thread can still be joined in one of them and not in the other.
    JoinsNotCompared in "vm/src/machine/system.rs";
    /// Who goes round in a circle of states may be the only one that is explored.
    CirclesNotExpanded in "explore/src/algorithms/state.rs";

    // Data races.
    /// An unlock does not happen before the next lock, where data races are looked for.
    LockTeachesNothing in "explore/src/races.rs";
    /// A relaxed load orders what comes after it.
    RelaxedReadsAcquire in "explore/src/races.rs";
    /// A read-modify-write ends the release sequence that it reads from.
    UpdatesEndSequences in "explore/src/races.rs";
    /// Of two clocks that are joined one is dropped.
    ClocksNotJoined in "explore/src/races/knowledge.rs";
    /// Who has unlocked a mutex is still known when that has been taken back.
    UnlockNotTakenBack in "explore/src/races/places.rs";

    // The machine.
    /// A thread stays joined when the join has been taken back.
    JoinedNotTakenBack in "vm/src/machine/mod.rs";
    /// A section that is only one step orders what is in it.
    QuietSectionsOrder in "vm/src/machine/marks.rs";
    /// That the handle of a new thread is stored is no access.
    HandleIsNoAccess in "vm/src/serve.rs";
    /// The handle of a new thread is stored when the thread runs already.
    HandleStoredLate in "vm/src/serve.rs";
    /// A trylock takes a mutex that is held.
    TryLockNeverFails in "vm/src/serve.rs";
    /// A thread can unlock a mutex that another one holds.
    StrangersUnlock in "vm/src/serve.rs";
    /// An object that was freed can still be accessed.
    FreedObjectsLive in "vm/src/memory.rs";
    /// A round of a loop in which something is stored counts as one that changes nothing.
    StoresLeaveNoTrace in "vm/src/machine/spin.rs";
    /// What an atomic section has done stays although an assumption in it fails.
    SectionsNotTakenBack in "vm/src/atomic.rs";
    /// Signed overflow is noticed only if 64 bits are too few.
    NarrowSumsFit in "vm/src/arithmetic.rs";

    // Passes.
    /// A local whose address is stored somewhere counts as private.
    StoredAddressesPrivate in "ir/src/passes/escape.rs";
    /// A constant signed shift to the right fills with zeros.
    ShiftsFillZeros in "ir/src/passes/fold.rs";
    /// A bounded loop makes one round less than was asked for.
    OneRoundLess in "ir/src/passes/loops.rs";
    /// A branch that decides nothing is dropped although its condition can go wrong.
    FaultsDropped in "ir/src/passes/simplify.rs";

    // Symbolic events.
    /// A write hides earlier ones from a read although it need not happen.
    GuardedWritesHide in "encode/src/reads_from.rs";
    /// A read may see a write that does not happen.
    UnguardedSights in "encode/src/clauses.rs";
    /// The handle of a new thread is stored nowhere.
    HandleNotStored in "encode/src/events/threads.rs";
    /// What a thread has done need not come before what follows its join.
    JoinsUnordered in "encode/src/events/threads.rs";
    /// A thread that has exited early has joined those whom it joins otherwise.
    EarlyExitsForgotten in "encode/src/events/threads.rs";
    /// An access in an atomic section is in no data race with one outside.
    SectionsExcludeRaces in "encode/src/events/races.rs";
    /// An atomic section that fails inside leaves nothing behind.
    FailedSectionsTakenBack in "encode/src/events/build.rs";
    /// It is a deadlock if some thread is stuck, whatever the others can do.
    DeadlocksOfSome in "encode/src/events/waits.rs";
    /// A write that need not happen replaces the range of what a cell can hold.
    RangesOverwritten in "encode/src/ranges.rs";
    /// A compare-exchange writes whatever it finds.
    ExchangeNeverFails in "encode/src/edge/operation.rs";
    /// A signed sum of a negative number and a positive one counts as too large if the second outweighs the first.
    MixedSignsOverflow in "encode/src/edge/expr.rs";
    /// Threads count as interchangeable although they read or write something else.
    DifferentThreadsSwapped in "encode/src/symmetry.rs";

    // The theory of order.
    /// A write that comes after the one that is read need not come after the read.
    FromReadsForgotten in "bmc/src/ordering/theory.rs";
    /// A write that comes before a read is put behind the one that is read.
    SerializedBackwards in "bmc/src/ordering/theory.rs";
    /// The reason of a conflict leaves out that a write has to happen.
    GuardsNotExplained in "bmc/src/ordering/explain.rs";
    /// A cycle of the order of events is no conflict.
    CyclesMissed in "bmc/src/ordering/theory.rs";

    // Time frames.
    /// Steps of which one reads what the other one writes are independent.
    ReadsIndependent in "encode/src/frames/independence.rs";
    /// A branch goes the same way after any write to what it looks at.
    AnyBranchTheSame in "encode/src/frames/independence.rs";
    /// An atomic section that races comes after what it races with, and may find something else then.
    SectionsComeSecond in "encode/src/frames/question.rs";
    /// A thread that is late stays late although what it waits behind depends on it.
    LateForEver in "encode/src/frames/schedule.rs";
    /// Executions are said to be complete where they can go on.
    CompleteTooEarly in "bmc/src/peephole/engine.rs";

    // Abstractions.
    /// A state counts as covered although another predicate holds in it.
    CoverIgnoresPredicates in "cegar/src/cover.rs";
    /// A source set may leave out a thread that will read what a member writes.
    LaterReadsForgotten in "cegar/src/source_sets.rs";
    /// It does not matter whether an object has begun that a pointer of which nothing is known may point to.
    BirthsIgnored in "cegar/src/facts.rs";
    /// An assignment counts as observed only if a branch reads it directly.
    ConeTooShort in "cegar/src/cone.rs";
    /// A counterexample counts as real although not all its conditions hold.
    ConditionsForgotten in "cegar/src/refine.rs";
    /// A thread that goes round in a loop may be the only one that is explored.
    LoopsLeaveThreadsOut in "cegar/src/graph.rs";
    /// A source set may leave out those who can free the mutex that a member waits for.
    MutexFreedByNobody in "cegar/src/source_sets.rs";

    // Terms and circuits.
    /// An adder loses the carry behind the third bit.
    CarryLost in "smt/src/blast/circuits.rs";
    /// A choice in a choice is rewritten with the inner condition the wrong way round.
    ChoicesSwapped in "smt/src/term/choice.rs";
    /// A signed sum counts as too large if the unsigned one is.
    SignedSumsWrap in "smt/src/term/overflow.rs";

    // Actors.
    /// The end of a task is no change of its future.
    ResultsTouchNothing in "abs/src/actors/step.rs";
    /// A task that awaits a condition goes on although it does not hold.
    ConditionsNotChecked in "abs/src/actors/system.rs";
    /// A task keeps its group when that has been taken back.
    KeepersNotTakenBack in "abs/src/actors/undo.rs";
    /// With dynamic dependence a look at a field touches nothing.
    LooksNotNoted in "abs/src/actors/touch.rs";
    /// A task that blocks in a get lets others of its group run.
    GroupsNotKept in "abs/src/actors/touch.rs";
    /// An object of an old program that `new` makes is in a group of its own.
    OldGroupsIgnored in "abs/src/check/effects.rs";
    /// A scheduler is skipped like any other annotation.
    AnnotationsSkipped in "abs/src/parser/annotations.rs";
    /// A loop that is left and entered again counts as one that is never left.
    ExitsForgotten in "abs/src/actors/hangs/roles.rs";
    /// A task that waits for ever does not count as hanging if others go on.
    WaitersBesideOthers in "abs/src/actors/hangs.rs";
    /// Where memory may be used again, its free and the allocation that gets it commute.
    FreesCommuteWithReuse in "vm/src/machine/reuse.rs";
    /// What happens before the free of memory need not happen before what is done with it when it is used again.
    ReuseTeachesNothing in "vm/src/machine/reuse.rs";
    /// A compare-exchange that fails has compared no addresses.
    FailedExchangesCompareNothing in "vm/src/serve.rs";
    /// A reallocation never leaves an object where it is.
    ReallocationsAlwaysMove in "vm/src/machine/reuse.rs";
    /// An object gets the place of a freed one of whatever size.
    AnySizeFits in "vm/src/memory.rs";
    /// Constructors are ordered as they are declared.
    ConstructorsAsDeclared in "abs/src/check/instances.rs";
}

#[cfg(all(test, feature = "hooks"))]
mod tests {
    use super::Bug;
    use std::path::Path;

    #[test]
    fn each_is_made_in_one_line_of_its_file() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
        for bug in Bug::ALL {
            let text = std::fs::read_to_string(crates.join(bug.place())).expect("a file");
            let question = format!("planted::bug!({})", bug.name());
            assert_eq!(text.matches(&question).count(), 1, "{bug:?} in {}", bug.place());
            assert!(bug.about().ends_with('.'), "{bug:?}: a sentence");
        }
    }
}
