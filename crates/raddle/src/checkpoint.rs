//! Explorations that are interrupted and go on later: what is written to a file, and whether it belongs to what is asked.
//!
//! A file is a line that says what it is, a checksum, and the exploration: a fingerprint of the program and of all options that
//! decide what is explored, how far threads are followed, what has been found, and what is left to do. It is replaced as a whole
//! (`files.rs`): whoever is killed leaves the one before.

use crate::deepen::Stage;
use crate::files::write_atomically;
use explore::Snapshot;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The first line of every file; the number changes with what follows it.
const HEAD: &[u8] = b"raddle checkpoint 3\n";
/// How often a file is written.
const PERIOD: Duration = Duration::from_secs(60);
/// How long a checksum is.
const CHECKSUM: usize = 32;

/// What is checked, in short: the same for the same question only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Of texts, in this order, which say all that matters.
    pub fn of(parts: &[&str]) -> Fingerprint {
        let mut digest = Sha256::new();
        for part in parts {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part.as_bytes());
        }
        digest.update(env!("CARGO_PKG_VERSION").as_bytes());
        Fingerprint(digest.finalize().into())
    }
}

/// A file that holds an exploration.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    fingerprint: Fingerprint,
    left: Option<(Stage, Snapshot)>,
    period: Duration,
    /// Why it could not be written, the last time.
    failure: Mutex<Option<String>>,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    fingerprint: Fingerprint,
    stage: Stage,
    snapshot: Snapshot,
}

impl Checkpoint {
    /// An exploration that begins, and is kept in a file.
    pub fn new(path: &Path, fingerprint: Fingerprint) -> Checkpoint {
        Checkpoint { path: path.to_owned(), fingerprint, left: None, period: PERIOD, failure: Mutex::new(None) }
    }

    /// The same, written so often.
    pub fn every(self, period: Duration) -> Checkpoint {
        Checkpoint { period, ..self }
    }

    /// How often it is written.
    pub(crate) fn period(&self) -> Duration {
        self.period
    }

    /// An exploration that goes on from what is in one file, and is kept in another, or the same.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or belongs to another question.
    pub fn resume(from: &Path, path: &Path, fingerprint: Fingerprint) -> Result<Checkpoint, String> {
        let name = from.display();
        let bytes = std::fs::read(from).map_err(|error| format!("{name}: {error}"))?;
        let saved = decode(&bytes).map_err(|why| format!("{name}: {why}"))?;
        if saved.fingerprint != fingerprint {
            return Err(format!(
                "{name}: this is a checkpoint of another program, or of other options; give the same files, flags, \
                 `--property`, `--reduction`, and bounds as in the run that has written it"
            ));
        }
        let left = Some((saved.stage, saved.snapshot));
        Ok(Checkpoint { left, ..Checkpoint::new(path, fingerprint) })
    }

    /// How far the run before had come.
    pub(crate) fn reached(&self) -> Option<Stage> {
        self.left.as_ref().map(|it| it.0)
    }

    /// What the run before has left to do at a stage.
    pub(crate) fn left_at(&self, stage: Stage) -> Option<Snapshot> {
        self.left.as_ref().filter(|it| it.0 == stage).map(|it| it.1.clone())
    }

    /// Writes down how far an exploration has come. If that is not possible, it goes on all the same.
    pub(crate) fn keep(&self, stage: Stage, snapshot: &Snapshot) {
        let saved = Saved { fingerprint: self.fingerprint, stage, snapshot: snapshot.clone() };
        let written =
            encode(&saved).and_then(|bytes| write_atomically(&self.path, &bytes).map_err(|it| it.to_string()));
        let failure = written.err().map(|why| format!("{}: {why}", self.path.display()));
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = failure;
    }

    /// Why the file could not be written, if so.
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn encode(saved: &Saved) -> Result<Vec<u8>, String> {
    let body = postcard::to_stdvec(saved).map_err(|it| it.to_string())?;
    let checksum: [u8; CHECKSUM] = Sha256::digest(&body).into();
    Ok([HEAD, &checksum, &body].concat())
}

fn decode(bytes: &[u8]) -> Result<Saved, String> {
    let rest = bytes.strip_prefix(HEAD).ok_or("this is not a checkpoint of this version of Raddle")?;
    let damaged = "this checkpoint is damaged";
    let (checksum, body) = rest.split_at_checked(CHECKSUM).ok_or(damaged)?;
    if Sha256::digest(body).as_slice() != checksum {
        return Err(damaged.to_owned());
    }
    postcard::from_bytes(body).map_err(|_| damaged.to_owned())
}
