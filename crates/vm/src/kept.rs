//! Thread states that are kept for good, so that no thread computes the same twice.
//!
//! What a thread does next depends on its state and the answer to its request alone. Executions have most of their
//! threads' histories in common, so each state remembers where an answer has led: a tree, whose roots are the beginnings of
//! threads. A step along the tree runs no code and copies nothing.

use crate::machine::Version;

/// A kept state by number.
pub(crate) type KeptId = u32;
const NONE: KeptId = KeptId::MAX;
/// No more is kept than these.
const MOST_WORDS: usize = 1 << 20;
const MOST_STATES: usize = 1 << 17;
/// Requests with more different answers than this are not worth remembering.
const MOST_ANSWERS: u8 = 16;

#[derive(Debug, Default)]
pub(crate) struct Kept {
    versions: Vec<Version>,
    words: Vec<u64>,
    links: Vec<Link>,
    roots: Vec<(Beginning, KeptId)>,
}

/// What the first state of a thread depends on: the thread, its function, its argument, the steps that led to it.
pub(crate) type Beginning = (event::ThreadId, u32, u64, u32);

#[derive(Clone, Copy, Debug)]
struct Link {
    /// The answer that led here.
    answer: u64,
    /// Where the last answer that was given here has led.
    child: KeptId,
    /// Another answer that was given to the same request.
    sibling: KeptId,
    children: u8,
}

impl Kept {
    #[inline]
    pub fn version(&self, id: KeptId) -> &Version {
        &self.versions[id as usize]
    }

    /// The words of a state.
    pub fn words(&self, id: KeptId) -> &[u64] {
        let version = &self.versions[id as usize];
        &self.words[version.start..version.start + version.length]
    }

    /// Where an answer has led from a state.
    #[inline]
    pub fn next(&self, id: KeptId, answer: u64) -> Option<KeptId> {
        let mut child = self.links[id as usize].child;
        while let Some(link) = self.links.get(child as usize) {
            if link.answer == answer {
                return Some(child);
            }
            child = link.sibling;
        }
        None
    }

    /// Keeps where an answer leads from a state, unless there is too much already.
    pub fn add(&mut self, from: KeptId, answer: u64, version: Version, words: &[u64]) -> Option<KeptId> {
        if self.links[from as usize].children >= MOST_ANSWERS {
            return None;
        }
        let sibling = self.links[from as usize].child;
        let id = self.push(Link { answer, child: NONE, sibling, children: 0 }, version, words)?;
        self.links[from as usize].child = id;
        self.links[from as usize].children += 1;
        Some(id)
    }

    /// The first state of a thread.
    pub fn root(&self, beginning: Beginning) -> Option<KeptId> {
        self.roots.iter().find(|it| it.0 == beginning).map(|it| it.1)
    }

    /// Keeps the first state of a thread, unless there is too much already.
    pub fn add_root(&mut self, beginning: Beginning, version: Version, words: &[u64]) -> Option<KeptId> {
        let id = self.push(Link { answer: 0, child: NONE, sibling: NONE, children: 0 }, version, words)?;
        self.roots.push((beginning, id));
        Some(id)
    }

    fn push(&mut self, link: Link, version: Version, words: &[u64]) -> Option<KeptId> {
        if self.versions.len() >= MOST_STATES || self.words.len() + words.len() > MOST_WORDS {
            return None;
        }
        let id = self.versions.len() as KeptId;
        self.versions.push(Version { start: self.words.len(), length: words.len(), ..version });
        self.words.extend_from_slice(words);
        self.links.push(link);
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Trail;
    use crate::thread::Outcome;
    use event::{End, ThreadId};

    fn version(steps: u32) -> Version {
        Version {
            start: 0,
            length: 0,
            thread: ThreadId(1),
            steps,
            outcome: Outcome::Ended(End::Returned),
            at: None,
            from: 0,
            trail: Trail::Effect,
        }
    }

    #[test]
    fn an_answer_leads_where_it_led_before() {
        let mut kept = Kept::default();
        let beginning = (ThreadId(1), 2, 3, 0);
        assert_eq!(kept.root(beginning), None);
        let root = kept.add_root(beginning, version(1), &[7]).expect("there is room");
        let one = kept.add(root, 10, version(2), &[8, 9]).expect("there is room");
        let other = kept.add(root, 11, version(2), &[]).expect("there is room");
        assert_eq!((kept.root(beginning), kept.root((ThreadId(1), 2, 4, 0))), (Some(root), None));
        assert_eq!([kept.next(root, 10), kept.next(root, 11), kept.next(root, 12)], [Some(one), Some(other), None]);
        assert_eq!(kept.next(one, 10), None);
        assert_eq!((kept.words(root), kept.words(one), kept.version(one).steps), (&[7][..], &[8, 9][..], 2));
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let mut kept = Kept::default();
        let root = kept.add_root((ThreadId(0), 0, 0, 0), version(1), &[]).expect("there is room");
        assert!((0..100).all(|it| kept.add(root, it, version(2), &[]).is_some() == (it < u64::from(MOST_ANSWERS))));
        let many = vec![0; MOST_WORDS + 1];
        assert_eq!(kept.add_root((ThreadId(2), 0, 0, 0), version(1), &many), None);
    }
}
