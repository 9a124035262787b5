//! Program transformations.
