//! What a witness says about itself: for which program it is, who has made it, and when.
//!
//! The time is the one thing in all of Raddle's output that is not the same in every run, because the format asks for it.
//! `SOURCE_DATE_EPOCH` (seconds since 1970) fixes it. The number of a witness is made of its contents, and so always the same.

use crate::bench::date;
use report::witness::{Metadata, Producer, Task};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// SHA-256 of bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|it| format!("{it:02x}")).collect()
}

/// SHA-256 of a file; nothing if it cannot be read.
pub fn hash_of(path: &Path) -> String {
    std::fs::read(path).map_or_else(|_| String::new(), |it| sha256(&it))
}

/// The task of a program.
pub fn task(files: &[String], specification: String, model: ir::DataModel) -> Task {
    Task {
        input_files: files.to_vec(),
        input_file_hashes: files.iter().map(|it| (it.clone(), hash_of(Path::new(it)))).collect(),
        specification,
        data_model: data_model(model).to_owned(),
    }
}

/// A data model as witnesses name it.
pub fn data_model(model: ir::DataModel) -> &'static str {
    match model {
        ir::DataModel::Lp64 => "LP64",
        ir::DataModel::Ilp32 => "ILP32",
    }
}

/// Metadata without a number; [`numbered`] gives it one.
pub fn metadata(format_version: &str, task: Task) -> Metadata {
    Metadata {
        format_version: format_version.to_owned(),
        uuid: String::new(),
        creation_time: time(seconds()),
        producer: Producer { name: "Raddle".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        task,
    }
}

/// Gives a witness a number that depends on nothing but its contents, without the time: a UUID of version 8.
pub fn numbered(metadata: Metadata, write: impl Fn(Metadata) -> String) -> Metadata {
    let timeless = Metadata { creation_time: String::new(), uuid: String::new(), ..metadata.clone() };
    let hash = sha256(write(timeless).as_bytes());
    let variant = char::from_digit(u32::from(u8::from_str_radix(&hash[16..17], 16).unwrap_or(0) & 3 | 8), 16);
    let uuid = format!(
        "{}-{}-8{}-{}{}-{}",
        &hash[..8],
        &hash[8..12],
        &hash[13..16],
        variant.unwrap_or('8'),
        &hash[17..20],
        &hash[20..32]
    );
    Metadata { uuid, ..metadata }
}

fn seconds() -> u64 {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|it| it.trim().parse().ok());
    fixed.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs()))
}

/// A time in UTC as ISO 8601 writes it.
fn time(seconds: u64) -> String {
    let (day, rest) = (date::on(seconds), seconds % 86_400);
    format!("{day}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_hashes() {
        assert_eq!(time(1_700_000_000), "2023-11-14T22:13:20Z");
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn the_number_depends_on_the_contents_and_not_on_the_time() {
        let at = |time: &str, version: &str| {
            let metadata =
                Metadata { creation_time: time.to_owned(), format_version: version.to_owned(), ..Metadata::default() };
            numbered(metadata, |it| format!("{it:?}")).uuid
        };
        assert_eq!(at("1", "2.2"), at("2", "2.2"));
        assert_ne!(at("1", "2.2"), at("1", "2.1"));
        let parts: Vec<usize> = at("", "").split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12]);
    }
}
