//! What the operating system says about waiting for a processor.
//!
//! A move may come late because the machine was busy: this process or the engine was ready to run and had to wait. Linux
//! counts such waits (`schedstat`). They are reported, and a match may forgive late moves as far as they explain them
//! (`Conditions::forgive_waits`). Elsewhere the waits are unknown and count as zero.

use std::time::Duration;

/// Whether this system tells how long processes wait.
pub const WAITS_ARE_KNOWN: bool = cfg!(target_os = "linux");

/// How long the main thread of a process has waited for a processor in all.
pub(crate) fn process_wait(pid: u32) -> Duration {
    #[cfg(target_os = "linux")]
    if let Ok(text) = std::fs::read_to_string(format!("/proc/{pid}/schedstat")) {
        return parse(&text);
    }
    let _ = pid;
    Duration::ZERO
}

/// Tells how long the calling thread has waited; to be made and asked by one thread.
pub(crate) struct ThreadWait {
    #[cfg(target_os = "linux")]
    file: Option<std::fs::File>,
}

impl ThreadWait {
    pub(crate) fn of_this_thread() -> ThreadWait {
        ThreadWait {
            #[cfg(target_os = "linux")]
            file: std::fs::File::open("/proc/thread-self/schedstat").ok(),
        }
    }

    pub(crate) fn total(&self) -> Duration {
        #[cfg(target_os = "linux")]
        if let Some(file) = &self.file {
            use std::os::unix::fs::FileExt;
            let mut buffer = [0; 96];
            if let Ok(length) = file.read_at(&mut buffer, 0) {
                return parse(&String::from_utf8_lossy(&buffer[..length]));
            }
        }
        Duration::ZERO
    }
}

/// `<nanoseconds run> <nanoseconds waited> <time slices>`
#[cfg(target_os = "linux")]
fn parse(text: &str) -> Duration {
    let waited = text.split_ascii_whitespace().nth(1).and_then(|word| word.parse().ok());
    Duration::from_nanos(waited.unwrap_or(0))
}
