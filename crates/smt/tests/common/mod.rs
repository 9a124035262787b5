//! What several tests share: numbers from the environment.

/// The number in the environment variable of this name, or a default.
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

#[allow(dead_code)]
pub mod expression;
