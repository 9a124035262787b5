//! Our own standard headers, put in front of the system's so that sizes and names are ours on every machine.

use std::io;
use std::path::Path;

/// Name and text of every header. `gnu/stubs.h` and the two data models are not meant for users.
const HEADERS: &[(&str, &str)] = &[
    ("assert.h", include_str!("../headers/assert.h")),
    ("byteswap.h", include_str!("../headers/byteswap.h")),
    ("ctype.h", include_str!("../headers/ctype.h")),
    ("endian.h", include_str!("../headers/endian.h")),
    ("errno.h", include_str!("../headers/errno.h")),
    ("float.h", include_str!("../headers/float.h")),
    ("fcntl.h", include_str!("../headers/fcntl.h")),
    ("genmc.h", include_str!("../headers/genmc.h")),
    ("gnu/stubs.h", include_str!("../headers/stubs.h")),
    ("inttypes.h", include_str!("../headers/inttypes.h")),
    ("limits.h", include_str!("../headers/limits.h")),
    ("math.h", include_str!("../headers/math.h")),
    ("malloc.h", include_str!("../headers/malloc.h")),
    ("pthread.h", include_str!("../headers/pthread.h")),
    ("raddle/ilp32.h", include_str!("../headers/ilp32.h")),
    ("raddle/lp64.h", include_str!("../headers/lp64.h")),
    ("sched.h", include_str!("../headers/sched.h")),
    ("semaphore.h", include_str!("../headers/semaphore.h")),
    ("signal.h", include_str!("../headers/signal.h")),
    ("stdarg.h", include_str!("../headers/stdarg.h")),
    ("stdatomic.h", include_str!("../headers/stdatomic.h")),
    ("stdbool.h", include_str!("../headers/stdbool.h")),
    ("stddef.h", include_str!("../headers/stddef.h")),
    ("stdint.h", include_str!("../headers/stdint.h")),
    ("stdio.h", include_str!("../headers/stdio.h")),
    ("stdlib.h", include_str!("../headers/stdlib.h")),
    ("string.h", include_str!("../headers/string.h")),
    ("threads.h", include_str!("../headers/threads.h")),
    ("strings.h", include_str!("../headers/strings.h")),
    ("sys/stat.h", include_str!("../headers/sys/stat.h")),
    ("sys/time.h", include_str!("../headers/sys/time.h")),
    ("sys/types.h", include_str!("../headers/sys/types.h")),
    ("time.h", include_str!("../headers/time.h")),
    ("unistd.h", include_str!("../headers/unistd.h")),
];

/// Writes all headers into a directory.
pub(crate) fn write_to(directory: &Path) -> io::Result<()> {
    for (name, text) in HEADERS {
        let path = directory.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(())
}

/// The text of one of our headers.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    HEADERS.iter().find(|it| it.0 == name).map(|it| it.1)
}
