//! Random valid programs: any graph, also irreducible ones, with well-typed edges; calls go to later functions only.

use fastrand::Rng;
use ir::*;
use source::{Sources, Span};

/// What to put into a program.
#[derive(Clone, Copy)]
pub struct Recipe {
    /// How many functions.
    pub functions: u32,
    /// How many locations each may have.
    pub locations: u32,
    /// Whether expressions may fault.
    pub faults: bool,
    /// How many of a hundred actions are choices, and how many are assumptions.
    pub choices: u32,
}

const WIDTHS: [Width; 5] = [Width(1), Width(4), Width(8), Width(32), Width(64)];

/// A random valid program.
pub fn program(random: &mut Rng, recipe: Recipe) -> Program {
    let shape = Shape::Int { bits: 64, signed: true };
    let name = "g".to_owned();
    let global = Global { name, shape, init: Init::default(), constant: false, thread_local: false, span: Span::NONE };
    // The last function first, so that the others know what they call.
    let mut functions: Vec<Function> = Vec::new();
    for index in (0..recipe.functions).rev() {
        let function = Typed { random, recipe, registers: Vec::new() }.function(index, &functions);
        functions.insert(0, function);
    }
    Program {
        model: DataModel::Lp64,
        sources: Sources::new(),
        globals: vec![global],
        functions,
        entry: FunctionId(0),
        runner: None,
        approximations: Vec::new(),
        may_leak: false,
    }
}

/// A random well-typed expression of a function.
pub fn expr(random: &mut Rng, recipe: Recipe, function: &Function) -> (Width, Expr) {
    let width = *random.choice(&WIDTHS).unwrap();
    let depth = random.u32(2..9);
    (width, Typed { random, recipe, registers: function.registers.clone() }.expr(width, depth))
}

struct Typed<'r> {
    random: &'r mut Rng,
    recipe: Recipe,
    registers: Vec<Register>,
}

impl Typed<'_> {
    fn function(&mut self, index: u32, later: &[Function]) -> Function {
        // One register of each width at least, and some more.
        let widths: Vec<Width> =
            WIDTHS.into_iter().chain((0..3).map(|_| *self.random.choice(&WIDTHS).unwrap())).collect();
        let register = |(index, width)| Register { name: format!("r{index}"), width, kind: Kind::Signed };
        self.registers = widths.into_iter().enumerate().map(register).collect();
        let locations = self.random.u32(2..=self.recipe.locations);
        let result = if self.random.bool() { Some(*self.random.choice(&WIDTHS).unwrap()) } else { None };
        let mut edges = Vec::new();
        for from in (0..locations).map(Location) {
            let mut edge = |it: &mut Self, guard: Guard| {
                let action = it.action(index, later, result);
                let to = Location(it.random.u32(..locations));
                let mut edge = Edge { from, to, guard, action, span: Span::NONE };
                if edge.ends() {
                    edge.to = from;
                }
                edges.push(edge);
            };
            if self.random.u8(..3) == 0 || self.recipe.choices > 0 && self.random.bool() {
                let condition = self.expr(Width::BOOL, 3);
                edge(self, Guard::If(condition.clone()));
                edge(self, Guard::Unless(condition));
            } else {
                edge(self, Guard::Always);
            }
        }
        Function {
            name: format!("f{index}"),
            parameters: self.random.u32(..3),
            result,
            library: false,
            registers: std::mem::take(&mut self.registers),
            slots: Vec::new(),
            locations,
            entry: Location(self.random.u32(..locations)),
            edges,
            span: Span::NONE,
        }
    }

    fn register(&mut self, width: Width) -> RegisterId {
        let fitting: Vec<usize> = (0..self.registers.len()).filter(|it| self.registers[*it].width == width).collect();
        RegisterId(*self.random.choice(&fitting).unwrap() as u32)
    }

    fn action(&mut self, index: u32, later: &[Function], result: Option<Width>) -> Action {
        if self.random.u32(..100) < self.recipe.choices {
            let dest = self.register(Width(4));
            return Action::Visible(Operation::Choose { dest, domain: Domain::Any });
        }
        if self.random.u32(..100) < self.recipe.choices {
            return Action::Stop(Stop::Assume);
        }
        match self.random.u8(..20) {
            0 => Action::Return(result.map(|it| self.expr(it, 2))),
            1 => match self.random.u8(..4) {
                0 => Action::Stop(Stop::Assume),
                1 => Action::Stop(Stop::Exit),
                2 => Action::Stop(Stop::Fail("x".to_owned())),
                _ => Action::Stop(Stop::ThreadExit(self.expr(Width(64), 2))),
            },
            2..=5 => Action::Skip,
            6..=11 => self.assign(),
            12 if !later.is_empty() => {
                let callee = self.random.usize(..later.len());
                let function = &later[callee];
                let parameters = &function.registers[..function.parameters as usize];
                let arguments = parameters.iter().map(|it| self.expr(it.width, 2)).collect();
                let dest = function.result.filter(|_| self.random.bool()).map(|it| self.register(it));
                let callee = Callee::Direct(FunctionId(index + 1 + callee as u32));
                Action::Call { dest, callee, arguments }
            }
            12..=14 => {
                let (width, address) = (*self.random.choice(&WIDTHS[2..]).unwrap(), self.expr(Width(64), 2));
                let (dest, size) = (self.register(width), Bytes(width.0 / 8));
                Action::Visible(Operation::Load { dest, address, size, order: Order::NonAtomic })
            }
            15..=16 => {
                let (width, address) = (*self.random.choice(&WIDTHS[2..]).unwrap(), self.expr(Width(64), 2));
                let (value, size) = (self.expr(width, 2), Bytes(width.0 / 8));
                Action::Visible(Operation::Store { address, value, size, order: Order::NonAtomic })
            }
            17 => Action::Visible(Operation::Fence(Order::Acquire)),
            _ => self.assign(),
        }
    }

    fn assign(&mut self) -> Action {
        let width = *self.random.choice(&WIDTHS).unwrap();
        let depth = self.random.u32(..4);
        Action::Assign(self.register(width), self.expr(width, depth))
    }

    /// A comparison of a register that may have been chosen.
    fn question(&mut self) -> Expr {
        use Binary::*;
        let mut operand = Expr::Register(self.register(Width(4)));
        let mut width = Width(4);
        if self.random.u8(..3) == 0 {
            operand = Expr::binary(Add, operand, Expr::constant(width, self.random.u64(..)));
        }
        if self.random.u8(..3) == 0 {
            width = Width(8);
            operand = Expr::Extend { signed: self.random.bool(), to: width, operand: Box::new(operand) };
        }
        let operator = *self.random.choice(&[Equal, NotEqual, Less, LessEqual, LessSigned, LessEqualSigned]).unwrap();
        let value = if self.random.bool() { 0 } else { self.random.u64(..) };
        let (left, right) = (operand, Expr::constant(width, value));
        if self.random.bool() { Expr::binary(operator, left, right) } else { Expr::binary(operator, right, left) }
    }

    /// A well-typed expression with floating point on the outside.
    fn float(&mut self, width: Width, depth: u32) -> Expr {
        use Binary::*;
        match self.random.u8(..3) {
            0 => {
                let all = [FloatAdd, FloatSubtract, FloatMultiply, FloatDivide, FloatRemainder];
                let operator = *self.random.choice(&all).unwrap();
                Expr::binary(operator, self.expr(width, depth - 1), self.expr(width, depth - 1))
            }
            1 => {
                let operator = *self.random.choice(&[FloatEqual, FloatLess, FloatLessEqual]).unwrap();
                let condition = Expr::binary(operator, self.expr(width, depth - 1), self.expr(width, depth - 1));
                Expr::Extend { signed: false, to: width, operand: Box::new(condition) }
            }
            _ => {
                let all = [Conversion::SignedToFloat, Conversion::UnsignedToFloat, Conversion::FloatToSigned];
                let count = if self.recipe.faults { 3 } else { 2 };
                let conversion = *self.random.choice(&all[..count]).unwrap();
                Expr::Convert { conversion, to: width, operand: Box::new(self.expr(width, depth - 1)) }
            }
        }
    }

    /// A well-typed expression of this width.
    fn expr(&mut self, width: Width, depth: u32) -> Expr {
        use Binary::*;
        if width == Width::BOOL && depth > 0 && self.recipe.choices > 0 && self.random.bool() {
            return self.question();
        }
        match self.random.u8(..if depth == 0 { 4 } else { 12 }) {
            0 => Expr::constant(width, self.random.u64(..3)),
            1 => {
                let near = [0, 1, width.mask(), width.mask() / 2, width.mask() / 2 + 1, self.random.u64(..)];
                Expr::constant(width, *self.random.choice(&near).unwrap())
            }
            2 if width == Width(64) => Expr::Address(Base::Global(GlobalId(0)), self.random.i64(-9..9)),
            2 | 3 => Expr::Register(self.register(width)),
            4 => {
                let all = [Unary::Not, Unary::Negate, Unary::NegateSigned];
                let count = if self.recipe.faults { 3 } else { 2 };
                Expr::unary(*self.random.choice(&all[..count]).unwrap(), self.expr(width, depth - 1))
            }
            5 if matches!(width.0, 32 | 64) => self.float(width, depth),
            5 | 6 if width == Width::BOOL => {
                let operand = *self.random.choice(&WIDTHS).unwrap();
                let all = [Equal, NotEqual, Less, LessEqual, LessSigned, LessEqualSigned];
                let operator = *self.random.choice(&all).unwrap();
                Expr::binary(operator, self.expr(operand, depth - 1), self.expr(operand, depth - 1))
            }
            7 | 8 => {
                let wider: Vec<Width> = WIDTHS.into_iter().filter(|it| *it > width).collect();
                let narrower: Vec<Width> = WIDTHS.into_iter().filter(|it| *it < width).collect();
                match (self.random.choice(&wider), self.random.choice(&narrower)) {
                    (_, Some(from)) if self.random.bool() => {
                        let operand = Box::new(self.expr(*from, depth - 1));
                        Expr::Extend { signed: self.random.bool(), to: width, operand }
                    }
                    (Some(from), _) => Expr::Truncate(width, Box::new(self.expr(*from, depth - 1))),
                    _ => self.expr(width, depth - 1),
                }
            }
            9 => {
                let condition = self.expr(Width::BOOL, depth - 1);
                let (yes, no) = (self.expr(width, depth - 1), self.expr(width, depth - 1));
                Expr::Select(Box::new(condition), Box::new(yes), Box::new(no))
            }
            _ => {
                let all = [
                    Add,
                    Subtract,
                    Multiply,
                    And,
                    Or,
                    Xor,
                    AddSigned,
                    SubtractSigned,
                    MultiplySigned,
                    DivideUnsigned,
                    DivideSigned,
                    RemainderUnsigned,
                    RemainderSigned,
                    ShiftLeft,
                    ShiftLeftSigned,
                    ShiftRight,
                    ShiftRightSigned,
                ];
                let count = if self.recipe.faults { all.len() } else { 6 };
                let operator = *self.random.choice(&all[..count]).unwrap();
                Expr::binary(operator, self.expr(width, depth - 1), self.expr(width, depth - 1))
            }
        }
    }
}
