//! Reads C files and prints their diagnostics: `front [--ilp32] [--tree] [-Dx…] files…`.

use std::path::Path;

fn main() {
    let mut options = c::Options::default();
    let (mut files, mut print, mut only_tree) = (Vec::new(), false, false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--ilp32" => options.model = ir::DataModel::Ilp32,
            "--print" => print = true,
            "--tree" => only_tree = true,
            it if it.starts_with('-') => options.flags.push(argument),
            _ => files.push(argument),
        }
    }
    let mut failed = 0;
    for file in &files {
        let tree = c::with_tree(c::Input::File(Path::new(file)), &options, |unit, _| {
            if print {
                println!("{unit:#?}");
            }
            Some((unit.sources.clone(), unit.approximations.clone()))
        });
        let (sources, diagnostics) = match tree {
            Ok(((sources, _), _)) if !only_tree => match c::load(Path::new(file), &options) {
                Ok(loaded) => (sources, loaded.warnings),
                Err(failure) => (failure.sources, failure.diagnostics),
            },
            Ok(((sources, _), warnings)) => (sources, warnings),
            Err(failure) => (failure.sources, failure.diagnostics),
        };
        failed += usize::from(diagnostics.has_errors());
        for it in diagnostics.iter() {
            println!("{}: {:?} {}: {}", sources.describe(it.span), it.severity, it.code.0, it.message);
            if let Some(line) = sources.line(it.span) {
                println!(
                    "    {line}\n    {}{}",
                    " ".repeat(it.span.column as usize - 1),
                    "^".repeat(it.span.length as usize)
                );
            }
        }
    }
    println!("{} files, {failed} failed", files.len());
}
