//! What `raddle svcomp` takes.

use super::help;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
#[command(after_help = help::SVCOMP)]
pub struct SvcompArguments {
    /// The program: C, or C that is preprocessed already (.i)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The property file (.prp)
    #[arg(long, value_name = "FILE")]
    pub property: PathBuf,

    /// Widths of C types
    #[arg(long, value_enum, ignore_case = true, default_value_t = Widths::Ilp32, value_name = "MODEL")]
    pub data_model: Widths,

    /// Where the witness goes
    #[arg(long, default_value = "witness.yml", value_name = "FILE")]
    pub witness: PathBuf,

    /// Write the witness of a violation in GraphML as well
    #[arg(long, value_name = "FILE")]
    pub graphml: Option<PathBuf>,

    /// Give up after this time: 60s, 5min, 2h
    #[arg(long, value_parser = raddle::units::duration, value_name = "TIME")]
    pub timeout: Option<Duration>,

    /// Give up when the process uses more memory than this: 512MB, 4GB (three quarters of the machine's if not given)
    #[arg(long, value_parser = raddle::units::size, value_name = "SIZE")]
    pub memory: Option<u64>,

    /// How many engines run at the same time (as many as there are processors if not given)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub jobs: Option<u32>,
}

/// The data models, as the competition names them.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Widths {
    /// 32-bit int, long and pointers
    #[value(name = "ILP32")]
    Ilp32,
    /// 64-bit long and pointers
    #[value(name = "LP64")]
    Lp64,
}

impl From<Widths> for ir::DataModel {
    fn from(widths: Widths) -> Self {
        match widths {
            Widths::Ilp32 => ir::DataModel::Ilp32,
            Widths::Lp64 => ir::DataModel::Lp64,
        }
    }
}
