//! A machine for one thread that knows no memory: what visible operations answer is a function of how many there were
//! before. Two programs of the same behaviour show the same events for the same answers, which is what passes promise.
//! It shares `fold::unary` and `fold::binary` with the code under test, which have tests of their own.

use ir::passes::{fold, walk};
use ir::*;

/// What a run showed, and whether it came to an end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Run {
    /// Visible operations with the values of their operands, and the end.
    pub events: Vec<String>,
    /// Whether it ended before the fuel did.
    pub ended: bool,
    /// How many steps it took.
    pub steps: u32,
}

/// The result of the `n`-th visible operation, any bits; or that the run should end here.
pub type Answer<'a> = dyn FnMut(usize, &Operation, Width) -> Option<u64> + 'a;

/// Runs the entry function.
pub fn run<'p>(program: &'p Program, fuel: u32, answer: &'p mut Answer<'p>) -> Run {
    let mut machine = Machine { program, steps: 0, fuel, events: Vec::new(), answer };
    let entry = &program.functions[program.entry.index()];
    let zeros = vec![0; entry.parameters as usize];
    let ended = match machine.call(entry, zeros) {
        Ok(value) => {
            machine.events.push(format!("return {value:?}"));
            true
        }
        Err(End::Stop) => true,
        Err(End::Fuel) => false,
    };
    Run { events: machine.events, ended, steps: machine.steps }
}

/// The value of an expression of the entry function, or the fault.
pub fn evaluate(program: &Program, registers: &[u64], expr: &Expr) -> Result<u64, Vec<String>> {
    let mut answer = |_: usize, _: &Operation, _: Width| None;
    let mut machine = Machine { program, steps: 0, fuel: 0, events: Vec::new(), answer: &mut answer };
    let function = &program.functions[program.entry.index()];
    machine.value(function, registers, expr).map_err(|_| machine.events)
}

enum End {
    Stop,
    Fuel,
}

struct Machine<'p> {
    program: &'p Program,
    steps: u32,
    fuel: u32,
    events: Vec<String>,
    answer: &'p mut Answer<'p>,
}

impl<'p> Machine<'p> {
    fn stop<T>(&mut self, event: String) -> Result<T, End> {
        self.events.push(event);
        Err(End::Stop)
    }

    fn call(&mut self, function: &'p Function, mut registers: Vec<u64>) -> Result<Option<u64>, End> {
        registers.resize(function.registers.len(), 0);
        let mut at = function.entry;
        loop {
            self.steps += 1;
            if self.steps > self.fuel {
                return Err(End::Fuel);
            }
            let leaving = function.leaving(at);
            let edge = match walk::condition(&leaving[0].guard) {
                None => &leaving[0],
                Some(condition) if self.value(function, &registers, condition)? == 1 => &leaving[0],
                Some(_) => &leaving[1],
            };
            let mut values = Vec::new();
            for operand in walk::operands(&edge.action) {
                values.push(self.value(function, &registers, operand)?);
            }
            let result = match &edge.action {
                Action::Skip => None,
                Action::Assign(..) => Some(values[0]),
                Action::Return(_) => return Ok(values.first().copied()),
                Action::Stop(stop) => return self.stop(format!("stop {:?} {values:?}", std::mem::discriminant(stop))),
                Action::Call { callee: Callee::Direct(callee), .. } => {
                    self.call(&self.program.functions[callee.index()], values)?
                }
                Action::Call { callee: Callee::Indirect(_), .. } => return self.stop(format!("indirect {values:?}")),
                Action::Visible(operation) => {
                    self.events.push(format!("{:?} {values:?}", std::mem::discriminant(operation)));
                    match walk::written(&edge.action) {
                        None => None,
                        Some(dest) => {
                            let width = function.registers[dest.index()].width;
                            let answer = (self.answer)(self.events.len(), operation, width);
                            Some(answer.ok_or(End::Fuel)? & width.mask())
                        }
                    }
                }
            };
            if let (Some(dest), Some(result)) = (walk::written(&edge.action), result) {
                registers[dest.index()] = result;
            }
            at = edge.to;
        }
    }

    fn value(&mut self, function: &Function, registers: &[u64], expr: &Expr) -> Result<u64, End> {
        let width = |expr: &Expr| function.width_of(expr, self.program.model);
        match expr {
            Expr::Const(_, value) => Ok(*value),
            Expr::Register(register) => Ok(registers[register.index()]),
            Expr::Address(base, offset) => {
                let object = match base {
                    Base::Global(global) => self.program.global_object(*global),
                    Base::Function(function) => self.program.function_object(*function),
                    Base::Slot(slot) => 1000 + slot.0,
                };
                Ok(self.program.model.pack(object, *offset))
            }
            Expr::Unary(operator, operand) => {
                let width = width(operand);
                let operand = self.value(function, registers, operand)?;
                match fold::unary(*operator, width, operand) {
                    Some(value) => Ok(value),
                    None => self.stop(format!("fault {operator:?} {operand}")),
                }
            }
            Expr::Binary(operator, left, right) => {
                let width = width(left);
                let left = self.value(function, registers, left)?;
                let right = self.value(function, registers, right)?;
                match fold::binary(*operator, width, left, right) {
                    Some(value) => Ok(value),
                    None => self.stop(format!("fault {operator:?} {left} {right}")),
                }
            }
            Expr::Extend { signed, to, operand } => {
                let from = width(operand);
                Ok(fold::extend(*signed, from, *to, self.value(function, registers, operand)?))
            }
            Expr::Truncate(to, operand) => Ok(self.value(function, registers, operand)? & to.mask()),
            Expr::Convert { conversion, to, operand } => {
                let from = width(operand);
                let operand = self.value(function, registers, operand)?;
                match fold::convert(*conversion, from, *to, operand) {
                    Some(value) => Ok(value),
                    None => self.stop(format!("fault {conversion:?} {operand}")),
                }
            }
            Expr::Select(condition, yes, no) => {
                let side = if self.value(function, registers, condition)? == 1 { yes } else { no };
                self.value(function, registers, side)
            }
        }
    }
}
