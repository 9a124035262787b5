//! Small orders by hand, as in the paper.
