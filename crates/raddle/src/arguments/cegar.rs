//! What the engine `cegar` takes.

use cegar::{Cone, Domain, Initial, Order, Reduction};
use clap::Args;
use event::Property;
use raddle::cegar::{CONES, Cegar, DOMAINS, INITIALS, ORDERS, REDUCTIONS};

/// Why loops have no bound.
pub const NO_UNROLLING: &str = "--unroll does not go with the engine `cegar`: it follows loops to their end";

#[derive(Args)]
pub struct CegarArguments {
    /// What `cegar` keeps of values: explicit (the values of some variables), predicates (which of some conditions hold),
    /// product (both, the default)
    #[arg(long, value_parser = domain, value_name = "WHAT")]
    domain: Option<Domain>,

    /// Which threads `cegar` lets make a step in a state: none (all; no reduction), static (as few as the accesses of the
    /// program allow), abstract (as few as accesses to what is tracked allow, the default)
    #[arg(long, value_parser = reduction, value_name = "NAME")]
    por: Option<Reduction>,

    /// Which assignments `cegar` looks at, its cone of influence: none (all), static (those that can decide a branch
    /// anywhere), dynamic (those that can decide one from here on, by what is tracked; the default)
    #[arg(long, value_parser = cone, value_name = "NAME")]
    coi: Option<Cone>,

    /// Which state `cegar` looks at next: depth (the newest, the default), breadth (the oldest)
    #[arg(long, value_parser = order, value_name = "ORDER")]
    waitlist: Option<Order>,

    /// What `cegar` tracks at first: empty (nothing, the default), assumes (the conditions of all branches)
    #[arg(long, value_parser = initial, value_name = "WHAT")]
    initial: Option<Initial>,
}

impl CegarArguments {
    /// Which of them are given.
    pub fn given(&self) -> [(bool, &'static str); 5] {
        [
            (self.domain.is_some(), "--domain"),
            (self.por.is_some(), "--por"),
            (self.coi.is_some(), "--coi"),
            (self.waitlist.is_some(), "--waitlist"),
            (self.initial.is_some(), "--initial"),
        ]
    }

    /// What they mean.
    pub fn settings(&self) -> Cegar {
        Cegar {
            domain: self.domain.unwrap_or_default(),
            reduction: self.por.unwrap_or_default(),
            cone: self.coi.unwrap_or_default(),
            order: self.waitlist.unwrap_or_default(),
            initial: self.initial.unwrap_or_default(),
        }
    }
}

/// Why a property cannot be asked of it.
pub fn objection(property: Property) -> String {
    format!(
        "the engine `cegar` proves `reach` only; ask for `{property}` with --engine auto (the default), explore, ordering or \
         peephole"
    )
}

fn domain(text: &str) -> Result<Domain, String> {
    super::named(&DOMAINS, text)
}

fn reduction(text: &str) -> Result<Reduction, String> {
    super::named(&REDUCTIONS, text)
}

fn cone(text: &str) -> Result<Cone, String> {
    super::named(&CONES, text)
}

fn order(text: &str) -> Result<Order, String> {
    super::named(&ORDERS, text)
}

fn initial(text: &str) -> Result<Initial, String> {
    super::named(&INITIALS, text)
}
