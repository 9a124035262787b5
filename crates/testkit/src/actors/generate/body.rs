//! The statements of a body.

use super::{Effect, Head, Plan, Statement, Style, Type, Variable};
use fastrand::Rng;

/// A variable that can be used, and whether it is a field.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub variable: Variable,
    pub is_field: bool,
    /// A loop counter is not assigned to.
    is_fixed: bool,
}

pub(super) struct Writer<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) plan: &'a Plan,
    pub(super) known: Vec<Known>,
    /// `None`: the main block.
    pub(super) class: Option<usize>,
    /// Methods from this one on may be called.
    first: usize,
    /// The method returns an integer.
    pub(super) returns: bool,
    is_init: bool,
    budget: u32,
    cost: u32,
    /// How often what is being written runs.
    times: u32,
    names: u32,
    depth: u32,
    /// Fields that are futures and have been assigned to before.
    pub(super) assigned: Vec<String>,
}

impl<'a> Writer<'a> {
    fn new(rng: &'a mut Rng, plan: &'a Plan, class: Option<usize>, first: usize, budget: u32) -> Self {
        let mut known = Vec::new();
        if let Some(class) = class {
            let outline = &plan.classes[class];
            let fields = outline.parameters.iter().chain(outline.fields.iter().map(|it| &it.0));
            known = fields.map(|it| Known { variable: it.clone(), is_field: true, is_fixed: false }).collect();
        }
        Writer {
            rng,
            plan,
            known,
            class,
            first,
            returns: false,
            is_init: false,
            budget,
            cost: 1,
            times: 1,
            names: 0,
            depth: 0,
            assigned: Vec::new(),
        }
    }

    /// The body of a method, and what a call of it costs.
    pub fn method(rng: &'a mut Rng, plan: &'a Plan, index: usize, budget: u32) -> (Vec<Statement>, u32) {
        let head = &plan.heads[index];
        let mut writer = Writer::new(rng, plan, Some(head.class), index + 1, budget);
        writer.returns = head.returns;
        let parameters = head.parameters.iter().cloned();
        writer.known.extend(parameters.map(|variable| Known { variable, is_field: false, is_fixed: false }));
        let count = writer.rng.usize(1..=4);
        let mut body = writer.statements(count);
        if head.returns {
            let answer = writer.integer_effect();
            body.push(Statement::Return(answer));
        }
        let cost = writer.cost;
        (body, cost)
    }

    /// An init block: nothing in it waits.
    pub fn init(rng: &'a mut Rng, plan: &'a Plan, class: usize) -> Vec<Statement> {
        let mut writer = Writer::new(rng, plan, Some(class), 0, 3);
        writer.is_init = true;
        let mut body = vec![writer.assignment()];
        if writer.rng.u32(0..4) == 0 {
            body.push(Statement::Assign(
                plan.classes[class].fields[0].0.name.clone(),
                Effect::Pure("random(2)".into()),
            ));
        }
        let passive: Vec<usize> = (0..plan.classes.len()).filter(|&it| !plan.classes[it].is_active).collect();
        let is_made = writer.rng.bool();
        if let Some(other) = writer.rng.choice(passive).filter(|_| is_made) {
            let local = writer.rng.bool();
            body.push(writer.declare_new(other, local));
            if let Some(head) = plan.heads.iter().find(|it| it.class == other && it.cost <= 3) {
                let target = writer.names_of(Type::Object(other)).pop().unwrap_or_default();
                let call = writer.call_of(target, head, None);
                body.push(Statement::Effect(call));
            }
        }
        let own: Vec<Head> = plan.heads.iter().filter(|it| it.class == class && it.name != "run").cloned().collect();
        if let Some(head) = own.first().filter(|it| it.cost <= 3 && writer.rng.bool()) {
            let arguments = writer.arguments(&head.parameters);
            let method = head.name.clone();
            body.push(Statement::Effect(Effect::Async { awaits: false, target: "this".into(), method, arguments }));
        }
        body
    }

    /// The main block: objects, then calls.
    pub fn main(rng: &'a mut Rng, plan: &'a Plan, budget: u32) -> Vec<Statement> {
        let mut writer = Writer::new(rng, plan, None, 0, budget);
        let mut body = Vec::new();
        let mut order: Vec<usize> = (0..plan.classes.len()).collect();
        if writer.rng.u32(0..3) == 0 {
            let again = writer.rng.choice(order.clone());
            order.extend(again);
        }
        for class in order {
            let local = writer.rng.u32(0..10) == 0;
            body.push(writer.declare_new(class, local));
        }
        let mut misses = 0;
        while writer.cost < writer.budget && misses < 4 {
            let before = writer.cost;
            let statement = if writer.rng.u32(0..4) > 0 { writer.call() } else { Some(writer.statement()) };
            body.extend(statement);
            misses += u32::from(writer.cost == before);
        }
        body
    }

    fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}v{}", self.names)
    }

    fn spend(&mut self, cost: u32) {
        self.cost += cost * self.times;
    }

    fn can_spend(&self, cost: u32) -> bool {
        self.cost + cost * self.times <= self.budget + 1
    }

    fn statements(&mut self, count: usize) -> Vec<Statement> {
        let scope = self.known.len();
        let mut body = Vec::new();
        for _ in 0..count {
            let statement = self.statement();
            let ends = matches!(statement, Statement::Throw(_) | Statement::Return(_));
            body.push(statement);
            if ends {
                break;
            }
        }
        if self.depth > 0 {
            self.known.truncate(scope);
        }
        body
    }

    /// The statements of something inside.
    fn block(&mut self, most: usize) -> Vec<Statement> {
        self.depth += 1;
        let scope = self.known.len();
        let count = self.rng.usize(1..=most);
        let body = self.statements(count);
        self.known.truncate(scope);
        self.depth -= 1;
        body
    }

    fn statement(&mut self) -> Statement {
        if self.plan.circles && !self.is_init && self.depth < 2 && self.rng.u32(0..6) == 0 {
            return self.circle(self.depth);
        }
        let is_deep = self.depth >= 2;
        let roll = self.rng.u32(0..100);
        if self.rng.u32(0..3) > 0 {
            match self.plan.style {
                Style::Mixed => {}
                Style::Conditions if roll < 55 => return self.assignment(),
                Style::Conditions => return self.wait(),
                Style::Futures if roll < 40 => return self.call().unwrap_or_else(|| self.wait()),
                Style::Futures if roll < 65 => return self.wait(),
                Style::Futures => return self.answer().unwrap_or_else(|| self.assignment()),
            }
        }
        match roll {
            0..=25 => self.assignment(),
            26..=47 => self.call().unwrap_or_else(|| self.assignment()),
            48..=59 => self.wait(),
            60..=65 => self.answer().unwrap_or_else(|| self.assignment()),
            66..=69 if self.can_spend(1) => {
                self.spend(1);
                Statement::Suspend
            }
            70..=75 if !is_deep => {
                let condition = self.condition();
                let then = self.block(2);
                let otherwise = if self.rng.bool() { self.block(2) } else { Vec::new() };
                Statement::If(condition, then, otherwise)
            }
            76..=77 if !is_deep => self.repeat(),
            78..=85 if !is_deep => self.attempt(),
            86..=88 => Statement::Assert(self.condition()),
            90 => Statement::Throw(self.exception()),
            92..=93 if self.returns => Statement::Return(Effect::Pure(self.integer())),
            94..=95 => {
                let variable = Variable { of: Type::Int, name: self.name("r") };
                self.spend(1);
                self.known.push(Known { variable: variable.clone(), is_field: false, is_fixed: false });
                Statement::Declare(variable, Effect::Pure("random(2)".to_owned()))
            }
            96..=99 => {
                let choices: Vec<usize> =
                    (0..self.plan.classes.len()).filter(|&it| !self.plan.classes[it].is_active).collect();
                match self.rng.choice(&choices) {
                    Some(&class) => {
                        let local = self.rng.bool();
                        self.declare_new(class, local)
                    }
                    None => self.assignment(),
                }
            }
            _ => self.assignment(),
        }
    }

    fn repeat(&mut self) -> Statement {
        let counter = self.name("i");
        let variable = Variable { of: Type::Int, name: counter.clone() };
        self.known.push(Known { variable, is_field: false, is_fixed: true });
        self.times *= 2;
        let body = self.block(2);
        self.times /= 2;
        Statement::Repeat(counter, 2, body)
    }

    /// A loop that may be gone round for ever, in which others have a turn. Nothing in it makes states without number.
    fn circle(&mut self, depth: u32) -> Statement {
        let condition = if self.rng.u32(0..3) == 0 { "True".to_owned() } else { self.condition() };
        self.spend(1);
        if self.rng.u32(0..4) == 0 {
            if let Some(body) = self.left_and_entered() {
                return Statement::While(condition, body);
            }
        }
        let mut body = Vec::new();
        if self.rng.bool() {
            body.extend(self.toggle());
        }
        match self.rng.u32(0..8) {
            0..=1 if depth < 2 => body.push(self.circle(depth + 1)),
            2 if self.class.is_some() => {
                let answer = if self.returns { self.integer() } else { "Unit".to_owned() };
                body.push(Statement::If(self.condition(), vec![Statement::Return(Effect::Pure(answer))], Vec::new()));
            }
            3 => body.push(Statement::If(self.condition(), vec![Statement::Throw(self.exception())], Vec::new())),
            4 => {
                let thrown = Statement::If(self.condition(), vec![Statement::Throw(self.exception())], Vec::new());
                let (body_of_try, arms) =
                    (vec![self.circle(2), thrown], vec![("_".to_owned(), vec![Statement::Suspend])]);
                body.push(Statement::Try { body: body_of_try, arms, finally: Vec::new() });
            }
            _ => {}
        }
        body.push(match self.rng.u32(0..4) {
            0 => Statement::Await(vec![self.condition()]),
            _ => Statement::Suspend,
        });
        if self.rng.bool() {
            body.extend(self.toggle());
        }
        Statement::While(condition, body)
    }

    /// Statements that others have a turn in only inside of another loop, which is left.
    fn left_and_entered(&mut self) -> Option<Vec<Statement>> {
        let counters = self.known.iter().filter(|it| !it.is_fixed && it.variable.of == Type::Int);
        let counters: Vec<String> = counters.map(|it| it.variable.name.clone()).collect();
        let counter = self.rng.choice(counters)?;
        let set = |value: &str| Statement::Assign(counter.clone(), Effect::Pure(value.to_owned()));
        Some(match self.rng.u32(0..3) {
            0 => {
                let inner = vec![Statement::Suspend, Statement::Throw("Oops(1)".to_owned())];
                let inner = vec![Statement::While("True".to_owned(), inner)];
                vec![Statement::Try { body: inner, arms: vec![("_".to_owned(), vec![set("1")])], finally: Vec::new() }]
            }
            1 => vec![set("0"), Statement::While(format!("{counter} == 0"), vec![set("1"), Statement::Suspend])],
            _ => vec![set("0"), Statement::While(format!("{counter} == 0"), vec![Statement::Suspend, set("1")])],
        })
    }

    /// Changes a variable to one of two values.
    fn toggle(&mut self) -> Option<Statement> {
        let is_free = |it: &&Known| !it.is_fixed && matches!(it.variable.of, Type::Int | Type::Bool);
        let candidates: Vec<Known> = self.known.iter().filter(is_free).cloned().collect();
        let Known { variable, .. } = self.rng.choice(candidates)?;
        let value = match (variable.of, self.rng.u32(0..4)) {
            (Type::Bool, 0) => "True".to_owned(),
            (Type::Bool, _) => format!("!{}", variable.name),
            (_, 0) => "0".to_owned(),
            (_, 1) => "1".to_owned(),
            (_, _) => format!("if {0} == 0 then 1 else 0", variable.name),
        };
        Some(Statement::Assign(variable.name, Effect::Pure(value)))
    }

    fn attempt(&mut self) -> Statement {
        let body = self.block(3);
        let mut arms = Vec::new();
        for _ in 0..self.rng.usize(1..=2) {
            let pattern = match self.rng.u32(0..8) {
                0 => "DivisionByZeroException",
                1 => "NullPointerException",
                2 => "AssertionFailException",
                3 => "Oops(1)",
                4 => "Oops(_)",
                _ => "_",
            };
            arms.push((pattern.to_owned(), self.block(2)));
        }
        let finally = if self.rng.u32(0..3) == 0 { self.block(1) } else { Vec::new() };
        Statement::Try { body, arms, finally }
    }

    fn exception(&mut self) -> String {
        match self.rng.u32(0..3) {
            0 => "DivisionByZeroException".to_owned(),
            1 => format!("Oops({})", self.integer()),
            _ => "Oops(1)".to_owned(),
        }
    }

    /// Mostly fields, since they are what others notice.
    fn assignment(&mut self) -> Statement {
        let fields_only = self.rng.u32(0..4) > 0;
        let candidates: Vec<Known> =
            self.known.iter().filter(|it| !it.is_fixed && (it.is_field || !fields_only)).cloned().collect();
        let Some(Known { variable, .. }) = self.rng.choice(candidates) else {
            let variable = Variable { of: Type::Int, name: self.name("l") };
            let value = self.integer();
            self.known.push(Known { variable: variable.clone(), is_field: false, is_fixed: false });
            return Statement::Declare(variable, Effect::Pure(value));
        };
        let own = variable.name.clone();
        let toggles = self.plan.style == Style::Conditions && self.rng.bool();
        let value = match variable.of {
            Type::Int if toggles => match self.rng.u32(0..4) {
                0 => Effect::Pure("0".to_owned()),
                1 => Effect::Pure("1".to_owned()),
                _ => Effect::Pure(format!("1 - {own}")),
            },
            Type::Bool if toggles => Effect::Pure(format!("!{own}")),
            Type::Int if self.rng.u32(0..3) == 0 => Effect::Pure(format!("2 * {own} + 1")),
            Type::Int if self.rng.u32(0..2) == 0 => Effect::Pure(format!("{own} + 1")),
            Type::Int if !self.is_init => self.integer_effect(),
            other => Effect::Pure(self.value(other)),
        };
        Statement::Assign(own, value)
    }

    /// An integer that may come from elsewhere.
    fn integer_effect(&mut self) -> Effect {
        match self.rng.u32(0..10) {
            0..=1 => match self.pick(Type::Future) {
                Some(future) => {
                    self.spend(1);
                    Effect::Get(future)
                }
                None => Effect::Pure(self.integer()),
            },
            2..=3 => match self.target(true) {
                Some((target, head)) => {
                    let way = self.rng.u32(0..3);
                    self.call_of(target, &head, Some(way))
                }
                None => Effect::Pure(self.integer()),
            },
            _ => Effect::Pure(self.integer()),
        }
    }

    /// Some object and method that can be called.
    fn target(&mut self, returns: bool) -> Option<(String, Head)> {
        if self.is_init {
            return None;
        }
        let heads: Vec<Head> = self.plan.heads[self.first..]
            .iter()
            .filter(|it| it.name != "run" && (it.returns || !returns) && self.can_spend(it.cost))
            .cloned()
            .collect();
        let mut candidates = Vec::new();
        let allows_null = self.rng.u32(0..12) == 0;
        for head in heads {
            let is_there = |it: &Variable| match it.of {
                Type::Int | Type::Bool => true,
                Type::Object(class) => self.class == Some(class) || !self.names_of(it.of).is_empty(),
                Type::Future => !self.names_of(it.of).is_empty(),
            };
            if !allows_null && !head.parameters.iter().all(is_there) {
                continue;
            }
            candidates.extend(self.names_of(Type::Object(head.class)).into_iter().map(|it| (it, head.clone())));
            if self.class == Some(head.class) {
                candidates.push(("this".to_owned(), head));
            }
        }
        self.rng.choice(candidates)
    }

    /// A call: 0 is `o.m()`, 1 is `await o!m()`, none of them is `o!m()`.
    fn call_of(&mut self, target: String, head: &Head, way: Option<u32>) -> Effect {
        let arguments = self.arguments(&head.parameters);
        let method = head.name.clone();
        match way {
            None => {
                self.spend(head.cost);
                Effect::Async { awaits: false, target, method, arguments }
            }
            Some(0) => {
                self.spend(head.cost);
                Effect::Sync { target, method, arguments }
            }
            Some(_) => {
                self.spend(head.cost + 1);
                Effect::Async { awaits: true, target, method, arguments }
            }
        }
    }

    fn arguments(&mut self, parameters: &[Variable]) -> Vec<String> {
        parameters.iter().map(|it| self.value(it.of)).collect()
    }

    fn call(&mut self) -> Option<Statement> {
        let (target, head) = self.target(false)?;
        let way = self.rng.u32(0..20);
        if way < 3 {
            return Some(Statement::Effect(self.call_of(target, &head, Some(way))));
        }
        let call = self.call_of(target, &head, None);
        if !head.returns || self.rng.u32(0..5) < 2 {
            return Some(Statement::Effect(call));
        }
        let fields: Vec<Known> =
            self.known.iter().filter(|it| it.is_field && it.variable.of == Type::Future).cloned().collect();
        match self.rng.choice(fields) {
            Some(field) if self.rng.bool() => {
                self.assigned.push(field.variable.name.clone());
                Some(Statement::Assign(field.variable.name, call))
            }
            _ => {
                let variable = Variable { of: Type::Future, name: self.name("f") };
                self.known.push(Known { variable: variable.clone(), is_field: false, is_fixed: false });
                Some(Statement::Declare(variable, call))
            }
        }
    }

    fn wait(&mut self) -> Statement {
        if self.is_init || !self.can_spend(1) {
            return self.assignment();
        }
        self.spend(1);
        let future = self.pick(Type::Future).map(|it| format!("{it}?"));
        let roll = if self.plan.style == Style::Conditions { self.rng.u32(4..12) } else { self.rng.u32(0..8) };
        match (future, roll) {
            (Some(future), 0..=3) => Statement::Await(vec![future]),
            (Some(future), 4) => {
                let condition = self.condition();
                Statement::Await(if self.rng.bool() { vec![future, condition] } else { vec![condition, future] })
            }
            (Some(future), 5) => {
                let other = self.pick(Type::Future).map(|it| format!("{it}?"));
                Statement::Await([future].into_iter().chain(other).collect())
            }
            _ => Statement::Await(vec![self.condition()]),
        }
    }

    /// `f.get`
    fn answer(&mut self) -> Option<Statement> {
        let future = self.pick(Type::Future)?;
        self.spend(1);
        let get = Effect::Get(future);
        Some(match self.rng.u32(0..3) {
            0 => Statement::Effect(get),
            1 => match self.known.iter().find(|it| it.is_field && it.variable.of == Type::Int) {
                Some(field) => Statement::Assign(field.variable.name.clone(), get),
                None => Statement::Effect(get),
            },
            _ => {
                let variable = Variable { of: Type::Int, name: self.name("g") };
                self.known.push(Known { variable: variable.clone(), is_field: false, is_fixed: false });
                Statement::Declare(variable, get)
            }
        })
    }

    fn declare_new(&mut self, class: usize, local: bool) -> Statement {
        let parameters = self.plan.classes[class].parameters.clone();
        let arguments = self.arguments(&parameters);
        let variable = Variable { of: Type::Object(class), name: self.name("o") };
        self.known.push(Known { variable: variable.clone(), is_field: false, is_fixed: false });
        let starts: u32 =
            self.plan.heads.iter().filter(|it| it.class == class && it.name == "run").map(|it| it.cost).sum();
        self.spend(starts);
        Statement::Declare(variable, Effect::New { local, class, arguments })
    }
}
