//! Makes a text small that shows something: stretches of lines, tokens and bytes are left out as long as it still does.

use super::mutate::tokens;

/// A way to take a text apart.
type Split = fn(&[u8]) -> Vec<&[u8]>;

/// A smaller text for which `shows` holds, as it does for `text`; it is asked at most `tries` times.
pub fn minimise(text: &[u8], mut tries: usize, shows: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let split: [Split; 3] = [|it| it.split_inclusive(|it| *it == b'\n').collect(), tokens, |it| it.chunks(1).collect()];
    let mut best = text.to_vec();
    for parts in split {
        let whole = best.clone();
        let mut kept = parts(&whole);
        let mut size = kept.len().div_ceil(2);
        while size > 0 {
            let mut start = 0;
            let before = kept.len();
            while start < kept.len() && tries > 0 {
                let end = (start + size).min(kept.len());
                let smaller = [&kept[..start], &kept[end..]].concat();
                tries -= 1;
                if shows(&smaller.concat()) {
                    kept = smaller;
                } else {
                    start = end;
                }
            }
            // Another round with single parts as long as it helps.
            if size > 1 || kept.len() == before || tries == 0 {
                size = if size == 1 { 0 } else { size.div_ceil(2).min(size - 1) };
            }
        }
        best = kept.concat();
    }
    best
}
