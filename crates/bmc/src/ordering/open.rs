//! Which sources are still open: neither true nor false.
//!
//! A read has a row of bits with the clocks of the writes that it may still read from, a write one with the clocks of
//! the reads that may still read from it. When a row of the happens-before relation has grown, one operation on words
//! says which open sources that can concern, and these are few: an open source from a clock before the read is one that
//! is not known to be overwritten. Looking at all sources of a read instead took half of the time on threads that all
//! use the same two cells.
//!
//! If a bit stands for several sources (a clock with two reads of a cell, or with two writes of which one happens), it
//! stays set; whoever looks at the sources of a bit checks whether they are open.

use super::lists::Lists;
use super::tables::{Access, Source};

/// Bits for one side of the sources: for each event, the clocks at the other side.
pub(super) struct Side {
    /// By event: where its words start.
    starts: Vec<u32>,
    /// By word of an event: which word of a row of clocks.
    words: Vec<u32>,
    /// By word of an event: the clocks with a source.
    all: Vec<u64>,
    /// By word of an event: the clocks with an open source.
    open: Vec<u64>,
    /// By word of an event: where its sources start in the list of the event, one for each bit; nothing if some share a
    /// bit.
    first: Vec<Option<u32>>,
    /// By source: its word; nothing if it shares its bit.
    word_of: Vec<Option<u32>>,
}

impl Side {
    /// `sources_of` has the sources of each event, sorted by the clock at the other side.
    fn new(events: usize, sources_of: &Lists, sources: &[Source], clock: impl Fn(&Source) -> u32) -> Side {
        let mut side = Side {
            starts: vec![0],
            words: Vec::new(),
            all: Vec::new(),
            open: Vec::new(),
            first: Vec::new(),
            word_of: vec![None; sources.len()],
        };
        for event in 0..events as u32 {
            let start = side.words.len();
            let mut previous: Option<u32> = None;
            for place in sources_of.range(event) {
                let source = sources_of.at(place);
                let clock_here = clock(&sources[source as usize]);
                if side.words.len() == start || side.words.last() != Some(&(clock_here / 64)) {
                    side.words.push(clock_here / 64);
                    side.all.push(0);
                    side.first.push(Some(place as u32));
                }
                let word = side.words.len() - 1;
                match previous.filter(|it| clock(&sources[*it as usize]) == clock_here) {
                    Some(other) => {
                        side.word_of[other as usize] = None;
                        side.first[word] = None;
                    }
                    None => side.word_of[source as usize] = Some(word as u32),
                }
                side.all[word] |= 1 << (clock_here % 64);
                previous = Some(source);
            }
            side.starts.push(side.words.len() as u32);
        }
        side.open.clone_from(&side.all);
        side
    }

    /// The words of an event.
    pub(super) fn range(&self, event: u32) -> std::ops::Range<usize> {
        self.starts[event as usize] as usize..self.starts[event as usize + 1] as usize
    }

    /// The open clocks of a word that are in a row.
    pub(super) fn hits(&self, place: usize, row: &[u64]) -> u64 {
        self.open[place] & row[self.words[place] as usize]
    }

    /// Which word of a row a place stands for.
    pub(super) fn word(&self, place: usize) -> u32 {
        self.words[place]
    }

    /// Where, in the list of the event, the source of a clock is, if no two share a bit here.
    pub(super) fn source_at(&self, place: usize, clock: u32) -> Option<usize> {
        let below = self.all[place] & ((1 << (clock % 64)) - 1);
        self.first[place].map(|it| it as usize + below.count_ones() as usize)
    }

    fn set(&mut self, source: u32, clock: u32, is_open: bool) {
        if let Some(word) = self.word_of[source as usize] {
            let bit = 1 << (clock % 64);
            if is_open {
                self.open[word as usize] |= bit;
            } else {
                self.open[word as usize] &= !bit;
            }
        }
    }
}

/// Both sides.
pub(super) struct Open {
    /// By read: the clocks of writes.
    pub(super) of_read: Side,
    /// By write: the clocks of reads.
    pub(super) of_write: Side,
}

impl Open {
    pub(super) fn new(
        writes: &[Access],
        reads: &[Access],
        sources: &[Source],
        of_write: &Lists,
        of_read: &Lists,
    ) -> Open {
        Open {
            of_read: Side::new(reads.len(), of_read, sources, |it| it.from),
            of_write: Side::new(writes.len(), of_write, sources, |it| it.to),
        }
    }

    /// A source has become true or false, or neither again.
    pub(super) fn set(&mut self, index: u32, source: &Source, is_open: bool) {
        self.of_read.set(index, source.from, is_open);
        self.of_write.set(index, source.to, is_open);
    }
}
