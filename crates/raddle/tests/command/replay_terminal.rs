//! Walking through a run on a terminal: what is seen, and that the terminal is given back. Only where the modes of a terminal can
//! be looked at from its other end.

use crate::common::{command, raddle};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Stdio};

/// A terminal with a session on it.
struct Terminal {
    master: File,
    child: Child,
    seen: String,
    modes: LocalModes,
    _folder: tempfile::TempDir,
}

fn terminal() -> Terminal {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = folder.path().join("t.json").display().to_string();
    assert_eq!(raddle(&["check", "examples/account.c", "--save-trace", &trace]).code, 10);
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master).and_then(|()| unlockpt(&master)).expect("it is ours");
    let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("a plain name");
    let slave = File::options().read(true).write(true).open(name).expect("the other end");
    let size = Winsize { ws_row: 30, ws_col: 90, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&slave, size).expect("a size");
    let modes = tcgetattr(&master).expect("modes").local_modes;
    let end = || Stdio::from(slave.try_clone().expect("one more"));
    let child = command(&["replay", "--interactive", &trace])
        .env_remove("NO_COLOR")
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .expect("the command runs");
    Terminal { master: master.into(), child, seen: String::new(), modes, _folder: folder }
}

impl Terminal {
    fn modes(&self) -> LocalModes {
        tcgetattr(&self.master).expect("modes").local_modes
    }

    /// Reads until this is seen, or there is nothing more.
    fn see(&mut self, text: &str) {
        let mut bytes = [0; 4096];
        while text.is_empty() || !self.seen.contains(text) {
            match self.master.read(&mut bytes) {
                Ok(count) if count > 0 => self.seen.push_str(&String::from_utf8_lossy(&bytes[..count])),
                Ok(_) | Err(_) if text.is_empty() => return,
                Ok(_) | Err(_) => panic!("`{text}` is not seen in {:?}", self.seen),
            }
        }
    }

    /// Presses keys, and waits until something is seen that was not there before.
    fn press(&mut self, keys: &str, text: &str) {
        self.seen.clear();
        self.master.write_all(keys.as_bytes()).expect("it is read");
        self.see(text);
    }

    /// Waits for the end; the exit code.
    fn end(mut self) -> (Option<i32>, String) {
        self.see("");
        let code = self.child.wait().expect("it ends").code();
        assert_eq!(self.modes(), self.modes, "the terminal is what it was");
        let left = self.seen.find("\x1b[?25h\x1b[?1049l").map(|at| self.seen[at..].to_owned());
        (code, left.expect("the screen is given back"))
    }
}

#[test]
fn keys_walk_through_a_run() {
    let mut terminal = terminal();
    terminal.see("start · 11 steps");
    assert!(!terminal.modes().contains(LocalModes::ICANON), "keys come one by one");
    terminal.press(" ", "step 1 of 11");
    terminal.press("\x1b[C", "step 2 of 11");
    terminal.press("\x1b[D", "step 1 of 11");
    terminal.press("cb", ":c b");
    terminal.press("\r", "\x1b[1;33m* balance   30     T1 in step 6\x1b[0m");
    terminal.press("9\r", "step 9 of 11");
    terminal.press("G", "✗ assertion `balance >= 0` failed in main");
    terminal.press("?", "c NAME");
    terminal.master.write_all(b"q").expect("it is read");
    let (code, left) = terminal.end();
    assert_eq!(code, Some(10));
    assert!(left.ends_with("REPLAY: FALSE(reach)\r\n"), "{left:?}");
}

#[test]
fn an_interrupt_gives_the_terminal_back() {
    let mut terminal = terminal();
    terminal.see("start · 11 steps");
    terminal.master.write_all(b"\x03").expect("it is read");
    assert_eq!(terminal.end().0, Some(10));
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let mut terminal = terminal();
    terminal.see("start · 11 steps");
    let status = std::process::Command::new("kill").arg(terminal.child.id().to_string()).status();
    assert!(status.is_ok_and(|it| it.success()));
    assert_eq!(terminal.end().0, Some(130));
}
