//! How files are written: as a whole or not at all.
//!
//! Everything that is written goes to a new file beside the old one first, under a name that nobody else has, and takes the place
//! of the old one when it is complete. So whoever is killed in between leaves the old file as it was, and of two that
//! write to the same path at the same time the last one wins, with a file that is entirely its own.
//!
//! What is no plain file (a terminal, a pipe, a device) cannot be replaced and is written as it is. So is a file in
//! a folder that nothing can be added to. A link stays a link, and what it leads to is replaced. Permissions are kept.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Links that lead to links are followed so often.
const MOST_LINKS: usize = 40;

/// Writes a file such that it has either these bytes or what it had before, whatever happens.
///
/// # Errors
/// If the file cannot be written; it is then what it was before.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomically_with(path, |out| out.write_all(bytes))
}

/// The same for somebody who writes bit by bit.
///
/// # Errors
/// If the file cannot be written, or `write` says so; it is then what it was before.
pub fn write_atomically_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let Some(place) = Place::find(path)? else {
        return write_buffered(&mut File::create(path)?, write);
    };
    let mut beside = match place.file_beside() {
        Ok(file) => file,
        // A file that may be changed in a folder that may not.
        Err(error) if error.kind() == ErrorKind::PermissionDenied && place.old.is_some() => {
            return write_buffered(&mut File::create(path)?, write);
        }
        Err(error) => return Err(error),
    };
    write_buffered(beside.as_file_mut(), write)?;
    // Lest the name be there before the contents if the machine stops.
    beside.as_file().sync_all()?;
    match beside.persist(&place.target) {
        Ok(_) => Ok(()),
        // Somebody else's file in a folder where everybody has only their own (`/tmp`).
        Err(failed) if failed.error.kind() == ErrorKind::PermissionDenied && place.old.is_some() => {
            io::copy(&mut failed.file.reopen()?, &mut File::create(path)?).map(|_| ())
        }
        Err(failed) => Err(failed.error),
    }
}

/// Why a file cannot be written, as far as that can be known without doing so.
pub fn obstacle(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() {
        return Some("is a folder".to_owned());
    }
    if !folder.is_dir() {
        return Some("is in a folder that does not exist".to_owned());
    }
    let place = match Place::find(path) {
        Ok(place) => place?,
        Err(error) => return Some(format!("cannot be written: {error}")),
    };
    match place.file_beside() {
        Err(error) if place.old.is_none() => Some(format!("cannot be written: {error}")),
        _ => None,
    }
}

fn write_buffered(file: &mut File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.flush()
}

/// A plain file that can be replaced, or will be one.
struct Place {
    /// Behind all links.
    target: PathBuf,
    /// What is there now.
    old: Option<Metadata>,
}

impl Place {
    /// Where a path leads; `None` if there is something that cannot be replaced.
    fn find(path: &Path) -> io::Result<Option<Place>> {
        let mut target = path.to_owned();
        for _ in 0..MOST_LINKS {
            // What a process has open (`/dev/stdout`) is more than the file that it leads to.
            if ["/dev/fd", "/proc"].iter().any(|it| target.starts_with(it)) {
                return Ok(None);
            }
            match target.symlink_metadata() {
                Ok(found) if found.is_symlink() => {
                    let next = std::fs::read_link(&target)?;
                    // A path that is not relative replaces all of it.
                    target = target.parent().unwrap_or(Path::new("")).join(next);
                }
                Ok(found) if found.is_file() => {
                    // Who may not write to the old file may not replace it either.
                    OpenOptions::new().write(true).open(&target)?;
                    return Ok(Some(Place { target, old: Some(found) }));
                }
                Ok(_) => return Ok(None),
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Some(Place { target, old: None })),
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many links"))
    }

    /// A new file in the same folder, which goes away with its owner.
    fn file_beside(&self) -> io::Result<tempfile::NamedTempFile> {
        let folder = self.target.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = self.target.file_name().unwrap_or_default().to_string_lossy();
        let file = tempfile::Builder::new()
            .prefix(&format!(".{}.", beginning(&name)))
            .suffix(".tmp")
            .permissions(usual_permissions(folder)?)
            .tempfile_in(folder)?;
        if let Some(old) = &self.old {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(file)
    }
}

/// As much of a name as leaves room for more: most file systems take 255 bytes.
fn beginning(name: &str) -> &str {
    let end = (0..=name.len().min(200)).rev().find(|it| name.is_char_boundary(*it)).unwrap_or(0);
    &name[..end]
}

/// What a new file may be used for, before the user's mask takes some of it away.
#[cfg(unix)]
fn usual_permissions(_: &Path) -> io::Result<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Ok(Permissions::from_mode(0o666))
}

/// As the folder allows.
#[cfg(not(unix))]
fn usual_permissions(folder: &Path) -> io::Result<Permissions> {
    Ok(folder.metadata()?.permissions())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<_> = entries.map(|it| it.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("answer.html");
        for text in ["the first and longer one", "second"] {
            write_atomically(&path, text.as_bytes()).expect("a file");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
        }
        assert_eq!(names(folder.path()), ["answer.html"]);
    }

    #[test]
    fn what_fails_half_way_leaves_the_old_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("old");
        std::fs::write(&path, "old").expect("a file");
        let result = write_atomically_with(&path, |out| {
            out.write_all(&[b'x'; 100_000])?;
            Err(io::Error::other("no"))
        });
        assert!(result.is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "old");
        assert_eq!(names(folder.path()), ["old"]);
    }

    #[test]
    fn obstacles_are_known_before() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(obstacle(&folder.path().join("new")), None);
        assert_eq!(obstacle(folder.path()).as_deref(), Some("is a folder"));
        let far = folder.path().join("missing").join("new");
        assert_eq!(obstacle(&far).as_deref(), Some("is in a folder that does not exist"));
        assert!(write_atomically(&far, b"").is_err());
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn names_as_long_as_can_be_are_names() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("ö".repeat(127));
        write_atomically(&path, b"x").expect("a file");
        assert_eq!(std::fs::read(&path).expect("a file"), b"x");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).expect("a folder");
        let (near, far) = (folder.path().join("near"), inner.join("far"));
        symlink("inner/middle", &near).expect("a link");
        symlink("far", inner.join("middle")).expect("a link");
        // A link that leads nowhere yet, then one to a file with permissions of its own.
        write_atomically(&near, b"1").expect("a file");
        assert_eq!(std::fs::read(&far).expect("a file"), b"1");
        std::fs::set_permissions(&far, Permissions::from_mode(0o640)).expect("permissions");
        write_atomically(&near, b"2").expect("a file");
        assert_eq!(std::fs::read(&far).expect("a file"), b"2");
        assert_eq!(far.metadata().expect("a file").permissions().mode() & 0o777, 0o640);
        assert!(near.symlink_metadata().expect("a link").is_symlink());
        assert_eq!(names(&inner), ["far", "middle"]);
        symlink("round", folder.path().join("round")).expect("a link");
        assert!(write_atomically(&folder.path().join("round"), b"3").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn new_files_are_as_other_programs_make_them() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (ours, other) = (folder.path().join("ours"), folder.path().join("other"));
        write_atomically(&ours, b"").expect("a file");
        std::fs::write(&other, b"").expect("a file");
        let mode = |path: &Path| path.metadata().expect("a file").permissions().mode();
        assert_eq!(mode(&ours), mode(&other));
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_and_stay() {
        write_atomically(Path::new("/dev/null"), b"gone").expect("the device takes everything");
        assert!(!Path::new("/dev/null").metadata().expect("a device").is_file());
        assert_eq!(obstacle(Path::new("/dev/null")), None);
    }
}
