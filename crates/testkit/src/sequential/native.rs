//! Programs compiled by the C compiler of the system: many in one file, as starting it costs more than compiling.
//!
//! The 32-bit model needs a compiler that knows `-m32`, but no 32-bit library: `freestanding.c` has what programs need.

use super::print::{self, OUTPUTS};
use super::syntax::Program;
use ir::DataModel;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Seconds after which a program that runs natively is killed.
const SECONDS: u32 = 20;
const BYTES: usize = OUTPUTS * 8;

/// A compiler and its options.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// `cc`, or what `CC` names.
    name: String,
    /// Besides those that are needed.
    options: Vec<String>,
}

impl Compiler {
    /// The compiler of the system: signed overflow wraps, nothing is optimised.
    pub fn system() -> Compiler {
        let name = std::env::var("CC").ok().filter(|it| !it.trim().is_empty());
        Compiler { name: name.unwrap_or_else(|| "cc".to_owned()), options: vec!["-O0".to_owned()] }
    }

    /// With other options, `-O2` say.
    pub fn with_options(options: &[&str]) -> Compiler {
        Compiler { options: options.iter().map(|it| (*it).to_owned()).collect(), ..Compiler::system() }
    }

    /// Whether programs of this model can be compiled and run; if not, why.
    pub fn supports(&self, model: DataModel) -> Result<(), String> {
        self.run_text(&["unsigned long long p0_out[64];\nvoid p0_run(void) {}\n".to_owned()], model).map(drop)
    }

    /// The bytes of `out` of each program, or why there are none.
    pub fn run(&self, programs: &[&Program]) -> Vec<Result<Vec<u8>, String>> {
        let Some(first) = programs.first() else { return Vec::new() };
        let texts: Vec<String> =
            programs.iter().enumerate().map(|(index, it)| print::text(it, &format!("p{index}_"))).collect();
        match self.run_text(&texts, first.model) {
            Ok(bytes) => bytes.chunks(BYTES).map(|it| Ok(it.to_vec())).collect(),
            Err(message) if programs.len() == 1 => vec![Err(message)],
            // One of them is bad: find out which.
            Err(_) => {
                let (left, right) = programs.split_at(programs.len() / 2);
                let mut all = self.run(left);
                all.extend(self.run(right));
                all
            }
        }
    }

    /// Compiles and runs programs whose names begin with `p0_`, `p1_`, …
    fn run_text(&self, texts: &[String], model: DataModel) -> Result<Vec<u8>, String> {
        let directory = tempfile::Builder::new().prefix("raddle-sequential-").tempdir().map_err(|it| it.to_string())?;
        let (source, binary) = (directory.path().join("all.c"), directory.path().join("all"));
        let mut text = print::prelude(model);
        texts.iter().for_each(|it| text.push_str(it));
        text.push_str(&main(texts.len()));
        if model == DataModel::Ilp32 {
            text.push_str(include_str!("freestanding.c"));
        }
        std::fs::write(&source, text).map_err(|it| it.to_string())?;
        self.compile(&source, &binary, model)?;
        let output = Command::new(&binary).output().map_err(|it| format!("cannot run the program: {it}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !said.is_empty() || output.stdout.len() != texts.len() * BYTES {
            return Err(format!("the native program ends with {}: {said}", output.status));
        }
        Ok(output.stdout)
    }

    fn compile(&self, source: &Path, binary: &Path, model: DataModel) -> Result<(), String> {
        let mut words = self.name.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or("cc"));
        command.args(words).args(["-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing"]).args(&self.options);
        if model == DataModel::Ilp32 {
            command.args(["-m32", "-ffreestanding", "-fno-stack-protector", "-fno-pic", "-no-pie"]);
            command.args(["-nostdlib", "-static"]);
            // As the standard has it: no numbers with more bits than their type.
            command.args(["-msse2", "-mfpmath=sse"]);
        }
        let output = command.arg(source).arg("-o").arg(binary).output();
        let output = output.map_err(|it| format!("cannot start the C compiler `{}`: {it}", self.name))?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("`{}` fails: {}", self.name, String::from_utf8_lossy(&output.stderr)))
    }
}

/// Runs all programs and writes what they have computed as it is in memory.
fn main(programs: usize) -> String {
    let mut text = format!(
        "ptrdiff_t write(int, const void *, size_t);\nunsigned alarm(unsigned);\nint main(void) {{\n  alarm({SECONDS});\n"
    );
    for index in 0..programs {
        write!(text, "  p{index}_run();\n  write(1, p{index}_out, {BYTES});\n").expect("strings take everything");
    }
    text.push_str("  return 0;\n}\n");
    text
}
