//! One child process: its output, its time, its peak memory, and its end when it takes too long.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Why a process is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It came to its end.
    Itself,
    /// It was killed because its time was up.
    TimedOut,
    /// It was killed because the user wants to stop.
    Interrupted,
}

/// A process that is over.
#[derive(Debug)]
pub struct Finished {
    /// Why.
    pub ended: Ended,
    /// How it ended.
    pub status: ExitStatus,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Wall time from start to end.
    pub seconds: f64,
    /// Time of the processor, its children's included as far as it has waited for them. Nothing if the system does not
    /// tell. It is only its own if no other child of ours ends at the same time: runs come one after the other.
    pub cpu_seconds: Option<f64>,
    /// The largest resident memory that was seen, without its children. It is sampled, so it is a lower bound.
    pub peak_kilobytes: Option<u64>,
}

/// Runs a command to its end, to the limit, or to the interrupt.
pub fn run(mut command: Command, limit: Duration, interrupt: &AtomicBool) -> std::io::Result<Finished> {
    in_its_own_group(&mut command);
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (open, news) = channel();
    let stdout = collect(child.stdout.take(), open.clone());
    let stderr = collect(child.stderr.take(), open);
    let mut peak_kilobytes = None;
    let ended = loop {
        // A process that has ended says nothing about its memory any more.
        peak_kilobytes = peak_memory(child.id()).or(peak_kilobytes);
        if has_ended(&mut child)? {
            break Ended::Itself;
        }
        if interrupt.load(Ordering::Relaxed) {
            break Ended::Interrupted;
        }
        let elapsed = start.elapsed();
        if elapsed >= limit {
            break Ended::TimedOut;
        }
        // Who closes both streams is about to end: from then on we look every millisecond.
        let pause = (elapsed / 10).clamp(Duration::from_millis(1), Duration::from_millis(20));
        if news.recv_timeout(pause.min(limit - elapsed)) == Err(RecvTimeoutError::Disconnected) {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    if ended != Ended::Itself {
        kill(&mut child);
    }
    let before = processor_time_of_children();
    let status = child.wait()?;
    let cpu_seconds = processor_time_of_children().zip(before).map(|(after, before)| after - before);
    // A grandchild may hold the streams open for ever; what it writes is not waited for.
    while news.recv_timeout(Duration::from_secs(1)).is_ok() {}
    Ok(Finished { ended, status, stdout: text(&stdout), stderr: text(&stderr), seconds, cpu_seconds, peak_kilobytes })
}

/// Reads a stream on a thread of its own; `open` is dropped at the end of the stream.
fn collect(stream: Option<impl Read + Send + 'static>, open: Sender<()>) -> Arc<Mutex<Vec<u8>>> {
    let bytes = Arc::new(Mutex::new(Vec::new()));
    let (Some(mut stream), shared) = (stream, bytes.clone()) else { return bytes };
    std::thread::spawn(move || {
        let _open = open;
        let mut buffer = [0; 8192];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            if let Ok(mut bytes) = shared.lock() {
                bytes.extend_from_slice(&buffer[..count]);
            }
        }
    });
    bytes
}

fn text(bytes: &Mutex<Vec<u8>>) -> String {
    bytes.lock().map_or_else(|_| String::new(), |it| String::from_utf8_lossy(&it).into_owned())
}

/// The largest resident memory of a running process so far, where the system tells.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let value = status.lines().find_map(|it| it.strip_prefix("VmHWM:"))?;
    value.trim().strip_suffix(" kB")?.parse().ok()
}

/// The time that all children that were waited for, and the children that they have waited for, have had of the processor.
/// It is finer than what `/proc` tells, which cuts four figures down to hundredths of a second.
#[cfg(unix)]
fn processor_time_of_children() -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Some(seconds(usage.user_time()) + seconds(usage.system_time()))
}

#[cfg(not(unix))]
fn processor_time_of_children() -> Option<f64> {
    None
}

/// Whether a child has come to its end. It is not waited for, so it can still be asked about itself.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> std::io::Result<bool> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> std::io::Result<bool> {
    Ok(child.try_wait()?.is_some())
}

/// What a child starts (a compiler, the program below `perf`) must not outlive it, or it disturbs the next measurement.
#[cfg(unix)]
fn in_its_own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(unix)]
fn kill(child: &mut Child) {
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), rustix::process::Signal::KILL);
}

#[cfg(not(unix))]
fn in_its_own_group(_: &mut Command) {}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Finished {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, limit, &AtomicBool::new(false)).expect("a shell")
    }

    #[test]
    fn both_streams_and_the_end() {
        let finished = shell("echo out; echo err >&2; exit 3", Duration::from_secs(60));
        assert_eq!((finished.ended, finished.status.code()), (Ended::Itself, Some(3)));
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("out\n", "err\n"));
    }

    #[test]
    fn the_time_of_the_processor() {
        let finished = shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done", Duration::from_secs(60));
        // Other tests may have children that end at the same time, so there is no upper bound.
        assert!(finished.cpu_seconds.is_some_and(|it| it > 0.001), "{finished:?}");
    }

    #[test]
    fn the_whole_group_ends_with_the_time() {
        let start = Instant::now();
        let finished = shell("echo begun; sleep 600 & sleep 600", Duration::from_secs(2));
        assert_eq!((finished.ended, finished.stdout.as_str()), (Ended::TimedOut, "begun\n"));
        assert!(start.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn an_interrupt_is_obeyed() {
        let mut command = Command::new("sleep");
        command.arg("600");
        let finished = run(command, Duration::from_secs(600), &AtomicBool::new(true)).expect("a process");
        assert_eq!(finished.ended, Ended::Interrupted);
    }
}
