//! A session with somebody: keys and screens on a terminal, lines of text otherwise. Beside `main.rs` the only file that prints.
//!
//! Whatever happens, the terminal is given back as it was: at the end, on a panic, and when the process is told to end.

use crate::say;
use raddle::replay::session::{Going, Session};
use std::io::{BufRead, IsTerminal};

/// How large a screen is that nobody knows.
const WIDTH: usize = 100;
const HEIGHT: usize = 32;

/// Goes on until the user has seen enough.
pub fn walk(session: &mut Session<'_>, colour: bool) {
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    #[cfg(unix)]
    if is_terminal && screen::walk(session, colour) {
        return;
    }
    let _ = is_terminal;
    by_lines(session, colour);
}

/// Commands are lines, and every answer is printed below the one before.
fn by_lines(session: &mut Session<'_>, colour: bool) {
    say(&session.view(WIDTH, HEIGHT, colour));
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if session.obey(&line) == Going::Over {
            break;
        }
        say(&format!("\n{}", session.view(WIDTH, HEIGHT, colour)));
    }
    say("\n");
}

#[cfg(unix)]
mod screen {
    use super::{HEIGHT, WIDTH, say};
    use raddle::replay::session::keys::{Keyboard, decode};
    use raddle::replay::session::{Going, Session};
    use rustix::termios::{self, InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios};
    use std::io::{Read, Write, stdin, stdout};
    use std::sync::{Mutex, PoisonError};

    /// How the terminal was before, as long as it is ours.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    const HINT: &str = "n on · p back · g start · G end · c variable · t thread · v variables · ? help · q quit";

    /// The terminal, until this is dropped.
    struct Terminal;

    impl Terminal {
        /// Takes the terminal: keys come one by one, and there is a screen of our own.
        fn take() -> Option<Terminal> {
            let before = termios::tcgetattr(stdin()).ok()?;
            let mut raw = before.clone();
            raw.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
            raw.input_modes -= InputModes::ICRNL | InputModes::IXON;
            // A read ends after a fifth of a second, so that a screen of another size is noticed.
            raw.special_codes[SpecialCodeIndex::VMIN] = 0;
            raw.special_codes[SpecialCodeIndex::VTIME] = 2;
            *BEFORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(before);
            let terminal = Terminal;
            termios::tcsetattr(stdin(), OptionalActions::Flush, &raw).ok()?;
            say("\x1b[?1049h\x1b[?25l");
            Some(terminal)
        }
    }

    impl Drop for Terminal {
        fn drop(&mut self) {
            give_back();
        }
    }

    /// Makes the terminal what it was, if it is ours.
    fn give_back() {
        let before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(before) = before {
            say("\x1b[?25h\x1b[?1049l");
            // Before anything goes to standard error, which is the same screen.
            let _ = stdout().flush();
            let _ = termios::tcsetattr(stdin(), OptionalActions::Flush, &before);
        }
    }

    /// Walks by keys; `false` if the terminal cannot be had.
    pub fn walk(session: &mut Session<'_>, colour: bool) -> bool {
        let Some(_terminal) = Terminal::take() else { return false };
        // The message of a panic would go to a screen that is left at once.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            hook(panic);
        }));
        let _ = ctrlc::set_handler(|| {
            give_back();
            std::process::exit(130);
        });
        let mut keyboard = Keyboard::default();
        let mut bytes = [0; 64];
        let mut shown = None;
        loop {
            let size = size();
            if shown != Some(size) {
                draw(session, &keyboard, size, colour);
                shown = Some(size);
            }
            let Ok(count) = stdin().lock().read(&mut bytes) else { return true };
            for key in decode(&bytes[..count]) {
                shown = None;
                if keyboard.press(key).is_some_and(|line| session.obey(&line) == Going::Over) {
                    return true;
                }
            }
        }
    }

    /// Columns and rows.
    fn size() -> (usize, usize) {
        match termios::tcgetwinsize(stdout()) {
            Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col.into(), size.ws_row.into()),
            Ok(_) | Err(_) => (WIDTH, HEIGHT),
        }
    }

    fn draw(session: &Session<'_>, keyboard: &Keyboard, (width, height): (usize, usize), colour: bool) {
        let mut text = "\x1b[H".to_owned();
        for line in session.view(width, height.saturating_sub(1), colour).lines() {
            text.push_str(line);
            text.push_str("\x1b[K\r\n");
        }
        text.push_str(&format!("\x1b[J\x1b[{height};1H"));
        match keyboard.line() {
            Some(line) => {
                let line: String = line.chars().take(width.saturating_sub(2)).collect();
                text.push_str(&format!(":{line}\x1b[?25h"));
            }
            None => {
                let hint: String = HINT.chars().take(width).collect();
                text.push_str(&format!("{}\x1b[?25l", if colour { format!("\x1b[2m{hint}\x1b[0m") } else { hint }));
            }
        }
        say(&text);
        let _ = stdout().flush();
    }
}
