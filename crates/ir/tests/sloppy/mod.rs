//! Random structures of the representation. They make no sense as programs; if `wild`, ids and widths are not even in
//! range. What they are good for is what must hold for *any* structure.

use fastrand::Rng;
use ir::*;
use source::{FileId, Sources, Span};

/// A random structure.
pub fn program(random: &mut Rng, wild: bool) -> Program {
    let mut sources = Sources::new();
    for index in 0..random.usize(..3) {
        sources.add(&format!("{}{index}", name(random)), None);
    }
    let counts = [random.u32(..4), 1 + random.u32(..3), 0, 0];
    let mut it = Sloppy { random, wild, counts };
    let globals = (0..counts[0]).map(|index| it.global(index)).collect();
    let functions = (0..counts[1]).map(|index| it.function(index)).collect();
    let entry = FunctionId(it.id(1));
    let approximations = (0..it.random.usize(..3)).map(|_| name(it.random)).collect();
    let model = if it.random.bool() { DataModel::Lp64 } else { DataModel::Ilp32 };
    // In the text a function is the entry or the runner, not both.
    let runner = Some(FunctionId(it.id(1))).filter(|runner| *runner != entry && it.random.bool());
    let may_leak = it.random.bool();
    Program { model, sources, globals, functions, entry, runner, approximations, may_leak }
}

struct Sloppy<'r> {
    random: &'r mut Rng,
    wild: bool,
    /// Of globals, functions, registers, slots.
    counts: [u32; 4],
}

fn name(random: &mut Rng) -> String {
    let characters: Vec<char> = "abzAZ_09.:: @%$\"\\\n\r\tü\u{0}\u{7f}漢-{".chars().collect();
    (0..random.usize(..6)).map(|_| *random.choice(&characters).unwrap()).collect()
}

impl Sloppy<'_> {
    fn chance(&mut self, percent: u32) -> bool {
        self.random.u32(..100) < percent
    }

    fn is_wild(&mut self) -> bool {
        self.wild && self.chance(3)
    }

    fn name(&mut self, index: u32) -> String {
        if self.is_wild() { "same".to_owned() } else { format!("{}{index}", name(self.random)) }
    }

    fn id(&mut self, table: usize) -> u32 {
        if self.is_wild() {
            return *self.random.choice(&[self.counts[table], 77, u32::MAX]).unwrap();
        }
        self.random.u32(..self.counts[table].max(1))
    }

    fn register(&mut self) -> RegisterId {
        RegisterId(self.id(2))
    }

    fn number(&mut self) -> u32 {
        if self.chance(80) { self.random.u32(..40) } else { self.random.u32(..) }
    }

    fn word(&mut self) -> u64 {
        match self.random.u8(..4) {
            0 => self.random.u64(..10),
            1 => self.random.u64(..10).wrapping_neg(),
            2 => 1 << self.random.u32(..64),
            _ => self.random.u64(..),
        }
    }

    fn width(&mut self) -> Width {
        if self.is_wild() {
            return *self.random.choice(&[Width(0), Width(65), Width(255)]).unwrap();
        }
        *self.random.choice(&[Width(1), Width(3), Width(8), Width(16), Width(32), Width(63), Width(64)]).unwrap()
    }

    fn span(&mut self) -> Span {
        if self.chance(50) {
            return Span::NONE;
        }
        Span { file: FileId(self.number()), line: self.number(), column: self.number(), length: self.number() }
    }

    fn shape(&mut self, depth: u32) -> Shape {
        match self.random.u8(..if depth == 0 { 4 } else { 7 }) {
            0 => Shape::Int { bits: self.width().0, signed: self.random.bool() },
            1 => Shape::Pointer,
            2 => Shape::Mutex,
            3 => Shape::Bytes(self.number()),
            4 | 5 => Shape::Array(Box::new(self.shape(depth - 1)), self.number()),
            _ => {
                let fields = (0..self.random.usize(..4)).map(|_| Field {
                    name: name(self.random),
                    offset: self.number(),
                    shape: self.shape(depth - 1),
                });
                let fields = fields.collect();
                Shape::Record { size: self.number(), align: self.number(), fields }
            }
        }
    }

    fn base(&mut self) -> Base {
        match self.random.u8(..3) {
            0 if self.counts[0] > 0 || self.wild => Base::Global(GlobalId(self.id(0))),
            1 if self.counts[3] > 0 || self.wild => Base::Slot(SlotId(self.id(3))),
            _ => Base::Function(FunctionId(self.id(1))),
        }
    }

    fn global(&mut self, index: u32) -> Global {
        let shape = self.shape(2);
        let length = match self.random.u8(..4) {
            0 => 0,
            1 => self.random.usize(..9),
            _ => shape.size(DataModel::Lp64).min(20) as usize,
        };
        let ascii = self.random.bool();
        let bytes = (0..length).map(|_| if ascii { self.random.u8(..128) } else { self.random.u8(..) }).collect();
        let count = if self.chance(30) { self.random.usize(..3) } else { 0 };
        let addresses = (0..count).map(|_| (self.number(), self.base(), self.word() as i64)).collect();
        let (name, constant) = (format!("g{}", self.name(index)), self.random.bool());
        let thread_local = self.random.u8(0..8) == 0;
        Global { name, shape, init: Init { bytes, addresses }, constant, thread_local, span: self.span() }
    }

    fn function(&mut self, index: u32) -> Function {
        self.counts[2] = 1 + self.random.u32(..4);
        self.counts[3] = self.random.u32(..3);
        let registers = (0..self.counts[2]).map(|index| Register {
            name: self.name(index),
            width: self.width(),
            kind: *self.random.choice(&[Kind::Signed, Kind::Unsigned, Kind::Float]).unwrap(),
        });
        let registers: Vec<Register> = registers.collect();
        let slots = (0..self.counts[3]).map(|index| Slot {
            name: self.name(index),
            shape: self.shape(1),
            escapes: self.random.bool(),
            zeroed: self.random.bool(),
            span: self.span(),
        });
        let slots = slots.collect();
        let result = if self.random.bool() { Some(self.width()) } else { None };
        let edges: Vec<Edge> = (0..self.random.usize(..6)).map(|_| self.edge()).collect();
        let function = Function {
            name: format!("f{}", self.name(index)),
            parameters: self.random.u32(..if self.wild { 9 } else { self.counts[2] + 1 }),
            result,
            library: self.random.bool(),
            registers,
            slots,
            locations: self.number(),
            entry: Location(self.random.u32(..5)),
            edges,
            span: self.span(),
        };
        self.counts[3] = 0;
        function
    }

    fn edge(&mut self) -> Edge {
        let guard = match self.random.u8(..3) {
            0 => Guard::If(self.expr(2)),
            1 => Guard::Unless(self.expr(2)),
            _ => Guard::Always,
        };
        let from = Location(self.random.u32(..6));
        let to = if self.random.bool() { from } else { Location(self.random.u32(..6)) };
        Edge { from, to, guard, action: self.action(), span: self.span() }
    }

    fn action(&mut self) -> Action {
        match self.random.u8(..16) {
            0 => Action::Skip,
            1 => Action::Return(if self.random.bool() { Some(self.expr(2)) } else { None }),
            2 => Action::Stop(match self.random.u8(..6) {
                0 => Stop::Assume,
                1 => Stop::Cut,
                2 => Stop::Exit,
                3 => Stop::ThreadExit(self.expr(2)),
                4 => {
                    let kind = Misuse::ALL[self.random.usize(..Misuse::ALL.len())];
                    Stop::Misuse(Misused { kind, text: name(self.random) })
                }
                _ => Stop::Fail(name(self.random)),
            }),
            3 => Action::Call {
                dest: if self.random.bool() { Some(self.register()) } else { None },
                callee: if self.random.bool() {
                    Callee::Direct(FunctionId(self.id(1)))
                } else {
                    Callee::Indirect(self.expr(1))
                },
                arguments: (0..self.random.usize(..3)).map(|_| self.expr(2)).collect(),
            },
            4 | 5 => Action::Assign(self.register(), self.expr(3)),
            _ => Action::Visible(self.operation()),
        }
    }

    fn operation(&mut self) -> Operation {
        use Operation::*;
        let sizes = [Bytes(1), Bytes(2), Bytes(4), Bytes(8)];
        let size = if self.is_wild() { Bytes(33) } else { *self.random.choice(&sizes).unwrap() };
        let (dest, address) = (self.register(), self.expr(2));
        let (order, failure) = (self.order(), self.order());
        match self.random.u8(..20) {
            0 => Load { dest, address, size, order },
            1 => Store { address, value: self.expr(2), size, order },
            2 => {
                use ir::Update::*;
                let update = *self
                    .random
                    .choice(&[Exchange, Add, Subtract, And, Or, Xor, Nand, AddIfFits, SubtractIfFits])
                    .unwrap();
                Update { dest, address, update, operand: self.expr(2), size, order }
            }
            3 => {
                let (expected, desired, weak) = (self.expr(2), self.expr(2), self.random.bool());
                CompareExchange { dest, address, expected, desired, size, order, failure, weak }
            }
            4 => Fence(order),
            5 => Lock { dest: self.random.bool().then_some(dest), mutex: address },
            6 => TryLock { dest, mutex: address },
            7 => Unlock { dest: self.random.bool().then_some(dest), mutex: address },
            8 => InitMutex { mutex: address, kind: self.expr(1) },
            9 => DestroyMutex(address),
            10 => Spawn {
                dest,
                function: address,
                argument: self.expr(1),
                place: if self.random.bool() { Some(self.expr(1)) } else { None },
            },
            11 => Join { dest: if self.random.bool() { Some(dest) } else { None }, thread: address },
            12 => AtomicBegin { quiet: self.random.bool() },
            13 => AtomicEnd,
            14 if self.random.bool() => Choose { dest, domain: Domain::Any },
            14 => Choose { dest, domain: Domain::Range { low: self.word(), high: self.word() } },
            15 if self.random.bool() => Reallocate { dest, address, size: self.expr(1) },
            15 => {
                let zeroed = self.random.bool();
                let shape = self.random.bool().then(|| Box::new(self.shape(0)));
                Allocate { dest, size: address, zeroed, automatic: !zeroed && self.random.bool(), shape }
            }
            16 if self.counts[3] > 0 && self.random.bool() => OpenSlot(SlotId(self.id(3))),
            16 if self.counts[3] > 0 => CloseSlot(SlotId(self.id(3))),
            17 => Detach(address),
            18 if self.random.bool() => CurrentThread { dest },
            18 if self.random.bool() => Extent { dest, address },
            18 => {
                Doubt { dest, about: *self.random.choice(&ir::Doubt::ALL).unwrap(), left: address, right: self.expr(1) }
            }
            _ if self.random.bool() => Release(address),
            _ => Free(address),
        }
    }

    fn order(&mut self) -> Order {
        use Order::*;
        let all = [NonAtomic, Relaxed, Consume, Acquire, Release, AcquireRelease, SequentiallyConsistent];
        *self.random.choice(&all).unwrap()
    }

    fn expr(&mut self, depth: u32) -> Expr {
        use Binary::*;
        match self.random.u8(..if depth == 0 { 3 } else { 8 }) {
            0 => Expr::Const(self.width(), self.word()),
            1 => Expr::Register(self.register()),
            2 => Expr::Address(self.base(), if self.random.bool() { 0 } else { self.word() as i64 }),
            3 => {
                let all = [
                    Unary::Not,
                    Unary::Negate,
                    Unary::NegateSigned,
                    Unary::FloatSquareRoot,
                    Unary::FloatFloor,
                    Unary::FloatCeiling,
                    Unary::FloatTruncate,
                    Unary::FloatRound,
                    Unary::FloatRoundEven,
                ];
                let operator = *self.random.choice(&all).unwrap();
                Expr::unary(operator, self.expr(depth - 1))
            }
            4 | 5 => {
                let all = [
                    Add,
                    Subtract,
                    Multiply,
                    AddSigned,
                    SubtractSigned,
                    MultiplySigned,
                    DivideUnsigned,
                    DivideSigned,
                    RemainderUnsigned,
                    RemainderSigned,
                    And,
                    Or,
                    Xor,
                    ShiftLeft,
                    ShiftLeftSigned,
                    ShiftRight,
                    ShiftRightSigned,
                    Equal,
                    NotEqual,
                    Less,
                    LessEqual,
                    LessSigned,
                    LessEqualSigned,
                    FloatAdd,
                    FloatSubtract,
                    FloatMultiply,
                    FloatDivide,
                    FloatRemainder,
                    FloatEqual,
                    FloatLess,
                    FloatLessEqual,
                ];
                Expr::binary(*self.random.choice(&all).unwrap(), self.expr(depth - 1), self.expr(depth - 1))
            }
            6 if self.random.bool() => {
                Expr::Extend { signed: self.random.bool(), to: self.width(), operand: Box::new(self.expr(depth - 1)) }
            }
            6 if self.random.bool() => {
                let all = [
                    Conversion::FloatToFloat,
                    Conversion::SignedToFloat,
                    Conversion::UnsignedToFloat,
                    Conversion::FloatToSigned,
                    Conversion::FloatToUnsigned,
                ];
                let conversion = *self.random.choice(&all).unwrap();
                Expr::Convert { conversion, to: self.width(), operand: Box::new(self.expr(depth - 1)) }
            }
            6 => Expr::Truncate(self.width(), Box::new(self.expr(depth - 1))),
            _ => {
                let (condition, yes, no) = (self.expr(depth - 1), self.expr(depth - 1), self.expr(depth - 1));
                Expr::Select(Box::new(condition), Box::new(yes), Box::new(no))
            }
        }
    }
}
