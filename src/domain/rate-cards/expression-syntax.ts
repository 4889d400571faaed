// The `when` grammar of rate cards: numbers, names, quoted text, + - * /, comparisons, && || ! and parentheses.
// Turns text into a tree with the position of every part; expression.ts checks the names. There are no function calls and no
// property access, because a card is data.

import { type Decimal4, parseDecimal4 } from '../decimal.ts';

type ArithmeticOperator = '+' | '-' | '*' | '/';
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
type LogicalOperator = '&&' | '||';

type Binary = {
  readonly left: Syntax;
  readonly right: Syntax;
  /** Position of the operator in the text. */
  readonly offset: number;
};

export type ArithmeticSyntax = Binary & {
  readonly kind: 'arithmetic';
  readonly operator: ArithmeticOperator;
};

export type ComparisonSyntax = Binary & {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
};

type LogicalSyntax = Binary & {
  readonly kind: 'logical';
  readonly operator: LogicalOperator;
};

export type Syntax =
  | { readonly kind: 'number'; readonly value: Decimal4; readonly offset: number }
  | { readonly kind: 'text'; readonly value: string; readonly offset: number }
  | { readonly kind: 'name'; readonly name: string; readonly offset: number }
  | { readonly kind: 'negate' | 'not'; readonly operand: Syntax; readonly offset: number }
  | ArithmeticSyntax
  | ComparisonSyntax
  | LogicalSyntax;

/** A mistake in an expression and its position, counted from 0. */
export class ExpressionError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'ExpressionError';
    this.offset = offset;
  }
}

/** Both bounds keep a hostile card from exhausting the stack. */
const mostCharacters = 1000;
const deepestNesting = 50;

type Token = {
  readonly kind: 'number' | 'text' | 'name' | 'operator' | 'end';
  readonly text: string;
  readonly offset: number;
};

const tokenShape =
  /\s+|(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<text>'[^']*'|"[^"]*")|(?<operator>&&|\|\||[=!<>]=|[-+*/()!<>])/uy;

function tokenise(source: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < source.length) {
    tokenShape.lastIndex = offset;
    const match = tokenShape.exec(source);
    if (match === null) throw unexpectedCharacter(source, offset);
    const { number, name, text, operator } = match.groups ?? {};
    if (number !== undefined) tokens.push({ kind: 'number', text: number, offset });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, offset });
    else if (text !== undefined) tokens.push({ kind: 'text', text: text.slice(1, -1), offset });
    else if (operator !== undefined) tokens.push({ kind: 'operator', text: operator, offset });
    offset = tokenShape.lastIndex;
  }
  tokens.push({ kind: 'end', text: '', offset });
  return tokens;
}

function unexpectedCharacter(source: string, offset: number): ExpressionError {
  const character = String.fromCodePoint(source.codePointAt(offset) ?? 0);
  if (character === "'" || character === '"') {
    return new ExpressionError('this quotation mark is never closed', offset);
  }
  const hints: Record<string, string> = {
    '=': ' (equality is written ==)',
    '&': ' ("and" is written &&)',
    '|': ' ("or" is written ||)',
  };
  return new ExpressionError(`unexpected "${character}"${hints[character] ?? ''}`, offset);
}

/** The tree of one expression; throws ExpressionError and nothing else. */
export function parseExpression(source: string): Syntax {
  if (source.length > mostCharacters) {
    throw new ExpressionError(`longer than ${mostCharacters} characters`, mostCharacters);
  }
  const parser = new Parser(tokenise(source));
  return parser.parseAll();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parseAll(): Syntax {
    const tree = this.#or();
    const rest = this.#peek();
    if (rest.kind !== 'end') {
      throw new ExpressionError(`unexpected "${rest.text}" after the expression`, rest.offset);
    }
    return tree;
  }

  #or(): Syntax {
    let left = this.#and();
    for (let token = this.#take('||'); token !== undefined; token = this.#take('||')) {
      const right = this.#and();
      left = { kind: 'logical', operator: '||', left, right, offset: token.offset };
    }
    return left;
  }

  #and(): Syntax {
    let left = this.#comparison();
    for (let token = this.#take('&&'); token !== undefined; token = this.#take('&&')) {
      const right = this.#comparison();
      left = { kind: 'logical', operator: '&&', left, right, offset: token.offset };
    }
    return left;
  }

  #comparison(): Syntax {
    const left = this.#sum();
    const token = this.#take('==', '!=', '<=', '>=', '<', '>');
    if (token === undefined) return left;
    const right = this.#sum();
    const next = this.#peek();
    if (['==', '!=', '<=', '>=', '<', '>'].includes(next.text) && next.kind === 'operator') {
      throw new ExpressionError('comparisons cannot be chained; join them with &&', next.offset);
    }
    const operator = token.text as ComparisonOperator;
    return { kind: 'comparison', operator, left, right, offset: token.offset };
  }

  #sum(): Syntax {
    let left = this.#product();
    for (let token = this.#take('+', '-'); token !== undefined; token = this.#take('+', '-')) {
      const right = this.#product();
      const operator = token.text as ArithmeticOperator;
      left = { kind: 'arithmetic', operator, left, right, offset: token.offset };
    }
    return left;
  }

  #product(): Syntax {
    let left = this.#unary();
    for (let token = this.#take('*', '/'); token !== undefined; token = this.#take('*', '/')) {
      const right = this.#unary();
      const operator = token.text as ArithmeticOperator;
      left = { kind: 'arithmetic', operator, left, right, offset: token.offset };
    }
    return left;
  }

  #unary(): Syntax {
    const token = this.#take('-', '!');
    if (token === undefined) return this.#primary();
    this.#descend(token);
    const operand = this.#unary();
    this.#depth -= 1;
    return { kind: token.text === '-' ? 'negate' : 'not', operand, offset: token.offset };
  }

  #primary(): Syntax {
    const token = this.#peek();
    this.#at += 1;
    const { offset } = token;
    if (token.kind === 'number') {
      const value = parseDecimal4(token.text);
      if (value === undefined) {
        throw new ExpressionError(`"${token.text}" has more than four decimals`, offset);
      }
      return { kind: 'number', value, offset };
    }
    if (token.kind === 'text') return { kind: 'text', value: token.text, offset };
    if (token.kind === 'name') return { kind: 'name', name: token.text, offset };
    if (token.kind === 'operator' && token.text === '(') return this.#parenthesis(token);
    if (token.kind === 'end') {
      throw new ExpressionError('the expression ends where a value should stand', offset);
    }
    throw new ExpressionError(`unexpected "${token.text}" where a value should stand`, offset);
  }

  #parenthesis(open: Token): Syntax {
    this.#descend(open);
    const inner = this.#or();
    if (this.#take(')') === undefined) {
      throw new ExpressionError('this parenthesis is never closed', open.offset);
    }
    this.#depth -= 1;
    return inner;
  }

  #descend(token: Token): void {
    this.#depth += 1;
    if (this.#depth > deepestNesting) {
      throw new ExpressionError(`nested more than ${deepestNesting} deep`, token.offset);
    }
  }

  #peek(): Token {
    const token = this.#tokens[this.#at];
    if (token !== undefined) return token;
    throw new ExpressionError('the expression ends where a value should stand', 0);
  }

  #take(...operators: readonly string[]): Token | undefined {
    const token = this.#peek();
    if (token.kind !== 'operator' || !operators.includes(token.text)) return undefined;
    this.#at += 1;
    return token;
  }
}
