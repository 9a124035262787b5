//! What the engine `peephole` takes.

use bmc::peephole::{Form, Rules, Scheduler, Window};
use clap::Args;
use raddle::peephole::{FORMS, Peephole, RULES};

#[derive(Args)]
pub struct PeepholeArguments {
    /// Let `peephole` look at executions of at most K steps (more and more, until none is longer, if not given)
    #[arg(long, value_name = "K")]
    depth: Option<u32>,

    /// Which steps count as independent to `peephole`, so that one order of them is enough: none, static (by the text of the
    /// program), simple (accesses to other places), full (also where values do not matter)
    #[arg(long, value_parser = rules, value_name = "NAME")]
    scheduler: Option<Rules>,

    /// How `peephole` says so to the solver: pairs, merged, dependent
    #[arg(long, value_parser = form, value_name = "HOW")]
    constraints: Option<Form>,

    /// Let `peephole` look at all steps since, and not only at the last one: leaves fewer interleavings of three and more
    /// threads
    #[arg(long)]
    chains: bool,
}

impl PeepholeArguments {
    /// Which of them are given.
    pub fn given(&self) -> [(bool, &'static str); 4] {
        [
            (self.depth.is_some(), "--depth"),
            (self.scheduler.is_some(), "--scheduler"),
            (self.constraints.is_some(), "--constraints"),
            (self.chains, "--chains"),
        ]
    }

    /// What they mean.
    pub fn settings(&self) -> Peephole {
        let usual = Scheduler::default();
        Peephole {
            scheduler: Scheduler {
                rules: self.scheduler.unwrap_or(usual.rules),
                form: self.constraints.unwrap_or(usual.form),
                window: if self.chains { Window::Chain } else { usual.window },
            },
            depth: self.depth,
        }
    }
}

fn rules(text: &str) -> Result<Rules, String> {
    super::named(&RULES, text)
}

fn form(text: &str) -> Result<Form, String> {
    super::named(&FORMS, text)
}
