//! What people and their scripts are used to from other checkers: other words for options of ours, and another exit code.

use super::{AskedReduction, Model};
use clap::Args;
use explore::Reduction;

#[derive(Args)]
pub struct HabitArguments {
    /// Exit with 42 instead of 10 if something is violated, as Nidhugg and GenMC do
    #[arg(long = "exit-42")]
    exit_42: bool,

    /// Let memory be sequentially consistent. It always is: this is for scripts that say so
    #[arg(long)]
    sc: bool,

    #[command(flatten)]
    reduction: ReductionWord,
}

/// Nidhugg's words for `--reduction`.
#[derive(Args)]
#[group(multiple = false, conflicts_with = "reduction")]
struct ReductionWord {
    /// The same as --reduction source
    #[arg(long, hide = true)]
    source: bool,

    /// The same as --reduction optimal
    #[arg(long, hide = true)]
    optimal: bool,

    /// The same as --reduction observers
    #[arg(long, hide = true)]
    observers: bool,
}

/// CBMC's words for `--data-model`.
#[derive(Args)]
#[group(multiple = false, conflicts_with = "data_model")]
pub struct WidthWord {
    /// The same as --data-model ilp32
    #[arg(long = "32")]
    ilp32: bool,

    /// The same as --data-model lp64
    #[arg(long = "64")]
    lp64: bool,
}

impl HabitArguments {
    /// The exit code that says that something is violated.
    pub fn unsafe_exit(&self) -> u8 {
        if self.exit_42 { raddle::exit::UNSAFE_ELSEWHERE } else { raddle::exit::UNSAFE }
    }

    /// The reduction that one of the words stands for.
    pub(super) fn reduction(&self) -> Option<AskedReduction> {
        let ReductionWord { source, optimal, observers } = self.reduction;
        let words = [(source, Reduction::Source), (optimal, Reduction::Optimal), (observers, Reduction::Observers)];
        words.into_iter().find(|it| it.0).map(|it| AskedReduction::One(it.1))
    }
}

impl WidthWord {
    /// The data model that one of the words stands for.
    pub(super) fn model(&self) -> Option<Model> {
        let words = [(self.ilp32, Model::Ilp32), (self.lp64, Model::Lp64)];
        words.into_iter().find(|it| it.0).map(|it| it.1)
    }
}
