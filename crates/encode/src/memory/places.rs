//! Where an address can point to: the places that an access to it can go to.

use super::{Kind, Meaning, Objects, Values};
use crate::edge::Unsupported;
use ir::{DataModel, FunctionId, Program};
use smt::{Term, Terms};

/// An access that may go to more places than this is not modelled.
const MOST_CANDIDATES: usize = 2_000;

/// What is known of terms and objects.
pub struct Where<'a> {
    /// The terms.
    pub terms: &'a Terms,
    /// What they can stand for.
    pub meaning: &'a mut Meaning,
    /// The objects.
    pub objects: &'a Objects,
    /// How addresses are made.
    pub model: DataModel,
}

impl Where<'_> {
    /// The objects and offsets that an access may go to.
    pub fn places(&mut self, address: Term, size: u8, write: bool) -> Result<Vec<(u32, u32)>, Unsupported> {
        let mut places = Vec::new();
        match self.meaning.of(self.terms, self.objects, address) {
            Values::Known(addresses) => {
                for it in addresses {
                    let (object, offset) = self.model.unpack(it);
                    if self.fits(object, offset, size, write) {
                        places.push((object, offset as u32));
                    }
                }
            }
            Values::Any(objects) if objects.is_empty() => {
                return Err(Unsupported::new("an address that is computed from numbers"));
            }
            Values::Any(objects) => {
                let (modulus, remainder) = self.meaning.residue(self.terms, self.objects, address);
                let step = u32::from(self.model.alignment(size));
                for object in objects {
                    let length = self.objects.get(object).size;
                    for offset in (0..length).step_by(step as usize) {
                        let matches = modulus == 0 || offset % modulus == remainder % modulus;
                        if matches && self.fits(object, offset.into(), size, write) {
                            places.push((object, offset));
                        }
                        if places.len() > MOST_CANDIDATES {
                            return Err(Unsupported::new("an unknown index into a large array"));
                        }
                    }
                }
            }
        }
        Ok(places)
    }

    /// The objects that an address may be that of the beginning of.
    pub fn objects(&mut self, address: Term) -> Vec<u32> {
        let mut objects: Vec<u32> = match self.meaning.of(self.terms, self.objects, address) {
            Values::Any(objects) => objects,
            Values::Known(values) => values.into_iter().filter_map(|it| self.objects.of_address(it)).collect(),
        };
        objects.sort_unstable();
        objects.dedup();
        objects
    }

    /// The functions that an address may be that of.
    pub fn functions(&mut self, program: &Program, address: Term) -> Result<Vec<FunctionId>, Unsupported> {
        let objects = match self.meaning.of(self.terms, self.objects, address) {
            Values::Known(values) => values.into_iter().filter_map(|it| self.objects.of_address(it)).collect(),
            Values::Any(objects) if objects.is_empty() => {
                return Err(Unsupported::new("a call of a function that is not known"));
            }
            Values::Any(objects) => objects,
        };
        Ok(objects.into_iter().filter_map(|it| program.function_of_object(it)).collect())
    }

    fn fits(&self, object: u32, offset: i64, size: u8, write: bool) -> bool {
        let it = self.objects.get(object);
        let allowed = match it.kind {
            Kind::Nothing => false,
            Kind::Constant(_) => !write,
            Kind::Global(_) | Kind::ThreadLocal(_) | Kind::Heap | Kind::Slot | Kind::Private => true,
        };
        allowed
            && offset >= 0
            && offset as u64 + u64::from(size) <= u64::from(it.size)
            && offset % i64::from(self.model.alignment(size)) == 0
    }
}
