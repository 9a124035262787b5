//! From text to an expression: C's operators with their precedence, numbers, names, members and elements, casts to integers.

use super::{Binary, Expression, Part, Type, Unary, Value};
use ir::DataModel;

/// Reads an expression, or says what is wrong with it.
pub fn parse(text: &str, model: DataModel) -> Result<Expression, String> {
    let mut reader = Reader { words: words(text)?, at: 0, model, depth: 0 };
    let expression = reader.conditional()?;
    match reader.peek() {
        None => Ok(expression),
        Some(word) => Err(format!("`{word}` is not expected here")),
    }
}

/// How deep parentheses and operators may be nested.
const DEEPEST: u32 = 200;

struct Reader<'t> {
    words: Vec<&'t str>,
    at: usize,
    model: DataModel,
    depth: u32,
}

/// Operators of two operands by precedence, the weakest first.
const LEVELS: [&[(&str, Binary)]; 10] = [
    &[("||", Binary::Or)],
    &[("&&", Binary::And)],
    &[("|", Binary::BitOr)],
    &[("^", Binary::BitXor)],
    &[("&", Binary::BitAnd)],
    &[("==", Binary::Equal), ("!=", Binary::Different)],
    &[("<", Binary::Less), ("<=", Binary::LessOrEqual), (">", Binary::Greater), (">=", Binary::GreaterOrEqual)],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[("*", Binary::Multiply), ("/", Binary::Divide), ("%", Binary::Remainder)],
];

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.words.get(self.at).copied()
    }

    fn take(&mut self, word: &str) -> bool {
        let is_it = self.peek() == Some(word);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.take(word) {
            return Ok(());
        }
        Err(match self.peek() {
            Some(found) => format!("`{word}` is missing before `{found}`"),
            None => format!("`{word}` is missing at the end"),
        })
    }

    fn conditional(&mut self) -> Result<Expression, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("it is nested too deeply".to_owned());
        }
        let condition = self.binary(0)?;
        let expression = if self.take("?") {
            let yes = self.conditional()?;
            self.expect(":")?;
            Expression::Conditional(Box::new(condition), Box::new(yes), Box::new(self.conditional()?))
        } else {
            condition
        };
        self.depth -= 1;
        Ok(expression)
    }

    fn binary(&mut self, level: usize) -> Result<Expression, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(&(_, operator)) = operators.iter().find(|it| Some(it.0) == self.peek()) {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, String> {
        let operators = [("-", Unary::Minus), ("!", Unary::Not), ("~", Unary::Complement)];
        if let Some(&(_, operator)) = operators.iter().find(|it| Some(it.0) == self.peek()) {
            self.at += 1;
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err("it is nested too deeply".to_owned());
            }
            let operand = self.unary()?;
            self.depth -= 1;
            return Ok(Expression::Unary(operator, Box::new(operand)));
        }
        if self.take("+") {
            return self.unary();
        }
        if self.take("(") {
            if let Some(of) = self.type_name() {
                self.expect(")")?;
                return Ok(Expression::Cast(of, Box::new(self.unary()?)));
            }
            let inner = self.conditional()?;
            self.expect(")")?;
            return Ok(inner);
        }
        self.primary()
    }

    fn primary(&mut self) -> Result<Expression, String> {
        let Some(word) = self.peek() else { return Err("it ends too early".to_owned()) };
        self.at += 1;
        if word == "\\result" {
            return Ok(Expression::Result);
        }
        if word.starts_with(|it: char| it.is_ascii_digit()) {
            return number(word, self.model).map(Expression::Number);
        }
        if let Some(character) = word.strip_prefix('\'') {
            let value = character.strip_suffix('\'').and_then(|it| it.chars().next()).filter(|_| word.len() == 3);
            let value = value.ok_or_else(|| format!("{word} is not understood"))?;
            return Ok(Expression::Number(Value::new(u32::from(value).into(), Type::INT)));
        }
        if !word.starts_with(|it: char| it.is_alphabetic() || it == '_') {
            return Err(format!("`{word}` is not expected here"));
        }
        match word {
            "true" | "TRUE" => return Ok(Expression::Number(Value::new(1, Type::INT))),
            "false" | "FALSE" | "NULL" => return Ok(Expression::Number(Value::new(0, Type::INT))),
            _ => {}
        }
        let mut parts = Vec::new();
        loop {
            if self.take(".") {
                let name = self.peek().ok_or("the name of a member is missing")?;
                self.at += 1;
                parts.push(Part::Member(name.to_owned()));
            } else if self.take("[") {
                parts.push(Part::Element(Box::new(self.conditional()?)));
                self.expect("]")?;
            } else if self.peek().is_some_and(|it| it == "->" || it == "(") {
                return Err(format!("`{}` behind `{word}` is not evaluated", self.words[self.at]));
            } else {
                return Ok(Expression::Variable(word.to_owned(), parts));
            }
        }
    }

    /// The name of an integer type, if one comes next.
    fn type_name(&mut self) -> Option<Type> {
        const WORDS: [&str; 7] = ["signed", "unsigned", "char", "short", "int", "long", "_Bool"];
        let from = self.at;
        while self.peek().is_some_and(|it| WORDS.contains(&it)) {
            self.at += 1;
        }
        let words = &self.words[from..self.at];
        if words.is_empty() {
            return None;
        }
        let has = |word: &str| words.contains(&word);
        let longs = words.iter().filter(|&&it| it == "long").count();
        let bits = match longs {
            _ if has("char") || has("_Bool") => 8,
            _ if has("short") => 16,
            0 => 32,
            1 if self.model == DataModel::Ilp32 => 32,
            _ => 64,
        };
        Some(Type { bits, signed: !has("unsigned") && !has("_Bool") })
    }
}

/// An integer constant with the type that C gives it.
fn number(word: &str, model: DataModel) -> Result<Value, String> {
    let bad = || format!("`{word}` is not an integer");
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = word[digits.len()..].to_lowercase();
    let (digits, radix) = match digits {
        it if it.starts_with("0x") || it.starts_with("0X") => (&it[2..], 16),
        it if it.starts_with("0b") || it.starts_with("0B") => (&it[2..], 2),
        it if it.len() > 1 && it.starts_with('0') => (&it[1..], 8),
        it => (it, 10),
    };
    let number = i128::from_str_radix(digits, radix).map_err(|_| bad())?;
    let long = if model == DataModel::Ilp32 { 32 } else { 64 };
    let least = match suffix.matches('l').count() {
        0 => 32,
        1 => long,
        _ => 64,
    };
    let is_unsigned = suffix.contains('u');
    let fits = |of: &Type| Value::new(number, *of).number == number;
    let signs: &[bool] = if is_unsigned {
        &[false]
    } else if radix == 10 {
        &[true]
    } else {
        &[true, false]
    };
    let types = [32, 64].into_iter().filter(|&it| it >= least);
    let mut types = types.flat_map(|bits| signs.iter().map(move |&signed| Type { bits, signed }));
    // Solvers print the smallest number as if there were a wider type.
    let of = types.find(fits).or_else(|| Some(Type { bits: 64, signed: false }).filter(fits)).ok_or_else(bad)?;
    Ok(Value::new(number, of))
}

/// The words of an expression.
fn words(text: &str) -> Result<Vec<&str>, String> {
    const OPERATORS: [&str; 11] = ["||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "->", "++", "--"];
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |it: char| it.is_alphanumeric() || it == '_';
        let length = if is_word(first) {
            rest.find(|it| !is_word(it)).unwrap_or(rest.len())
        } else if rest.starts_with("\\result") {
            "\\result".len()
        } else if first == '\'' {
            rest[1..].find('\'').map_or(rest.len(), |it| it + 2)
        } else if let Some(operator) = OPERATORS.iter().find(|it| rest.starts_with(**it)) {
            operator.len()
        } else if "+-*/%<>!~&|^?:()[].".contains(first) {
            1
        } else {
            return Err(format!("`{first}` is not expected in an expression"));
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Ok(words)
}
