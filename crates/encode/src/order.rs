//! What is always before what: the order of units that holds in every execution, closed under transitivity.

/// For each unit the units that come after it.
pub struct Order {
    words: usize,
    bits: Vec<u64>,
}

impl Order {
    /// Of edges between so many units that have no cycle.
    pub fn new(units: u32, edges: &[(u32, u32)]) -> Order {
        let count = units as usize;
        let words = count.div_ceil(64);
        let mut order = Order { words, bits: vec![0; words * count] };
        let mut after: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut open = vec![0u32; count];
        for &(from, to) in edges {
            after[from as usize].push(to);
            open[to as usize] += 1;
        }
        let mut ready: Vec<u32> = (0..units).filter(|it| open[*it as usize] == 0).collect();
        let mut sorted = Vec::with_capacity(count);
        while let Some(unit) = ready.pop() {
            sorted.push(unit);
            for &next in &after[unit as usize] {
                open[next as usize] -= 1;
                if open[next as usize] == 0 {
                    ready.push(next);
                }
            }
        }
        debug_assert!(sorted.len() == count, "units are ordered without cycles");
        for &unit in sorted.iter().rev() {
            for &next in &after[unit as usize] {
                order.add(unit, next);
            }
        }
        order
    }

    fn add(&mut self, unit: u32, next: u32) {
        let (unit, next) = (unit as usize, next as usize);
        for word in 0..self.words {
            let more = self.bits[next * self.words + word];
            self.bits[unit * self.words + word] |= more;
        }
        self.bits[unit * self.words + next / 64] |= 1 << (next % 64);
    }

    /// Whether one unit comes before another in every execution.
    pub fn before(&self, unit: u32, other: u32) -> bool {
        let other = other as usize;
        self.bits[unit as usize * self.words + other / 64] >> (other % 64) & 1 == 1
    }
}
