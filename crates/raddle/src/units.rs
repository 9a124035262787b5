//! Durations and sizes as people write them: `60s`, `5min`, `4GB`.

use std::time::Duration;

/// `500ms`, `60s`, `60`, `5min`, `2h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time; use ms, s, min or h")),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|_| format!("`{text}` is too long"))
}

/// `512MB`, `4GB`, `4GiB`; a number alone is bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text)?;
    let bytes: f64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "kib" => 1024.0,
        "m" | "mb" => 1e6,
        "mib" => 1024.0 * 1024.0,
        "g" | "gb" => 1e9,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(format!("`{unit}` is not a unit of size; use kB, MB, GB, KiB, MiB or GiB")),
    };
    let bytes = number * bytes;
    if bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(format!("`{text}` is too large")) }
}

fn split(text: &str) -> Result<(f64, &str), String> {
    let text = text.trim();
    let end = text.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(text.len());
    let number = text[..end].parse().map_err(|_| format!("`{text}` does not begin with a number"))?;
    Ok((number, text[end..].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_people_write_them() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("1.5min"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250 ms"), Ok(Duration::from_millis(250)));
        assert_eq!(size("4GB"), Ok(4_000_000_000));
        assert_eq!(size("1KiB"), Ok(1024));
        for bad in ["", "s", "-1s", "3 parsecs", "1e999999s"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
        assert!(size("99999999999999999GB").is_err());
    }
}
