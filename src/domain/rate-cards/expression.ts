// `when` expressions, compiled once into closures: names are checked, types are checked, quoted text becomes a
// position in the set it is compared with (zones, states, packaging …), so that rating compares integers only.
// Numbers keep four decimals at every step. There is no eval and nothing here can loop.

import { mulDivHalfUp, one4 } from '../decimal.ts';
import {
  type ArithmeticSyntax,
  type ComparisonOperator,
  type ComparisonSyntax,
  ExpressionError,
  parseExpression,
  type Syntax,
} from './expression-syntax.ts';
import {
  diagonalSquaredMm2,
  findRuleName,
  type RuleContext,
  type RuleStage,
  ruleNames,
  type SymbolSet,
} from './rule-context.ts';

export type Predicate = (context: RuleContext) => boolean;

/** Finds the position of a quoted text in a set; undefined when the set has no such member. */
export type SymbolFinder = (set: SymbolSet, text: string) => number | undefined;

export type CompiledExpression = {
  readonly test: Predicate;
  /** Names used, for checks such as "needs the distance". */
  readonly names: ReadonlySet<string>;
};

type NumberReader = (context: RuleContext) => number;

type Compiled =
  | { readonly type: 'number'; readonly read: NumberReader; readonly constant?: number }
  | { readonly type: 'boolean'; readonly read: Predicate }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: SymbolSet; readonly read: NumberReader };

type Scope = {
  readonly stage: RuleStage;
  readonly find: SymbolFinder;
  readonly names: Set<string>;
};

/** Throws ExpressionError, with the offset of the offending part, when the text is not a valid rule. */
export function compileExpression(
  source: string,
  stage: RuleStage,
  find: SymbolFinder,
): CompiledExpression {
  const syntax = parseExpression(source);
  const scope: Scope = { stage, find, names: new Set() };
  const compiled = compile(syntax, scope);
  if (compiled.type !== 'boolean') {
    throw new ExpressionError(`a rule must be true or false, this is ${say(compiled)}`, 0);
  }
  return { test: compiled.read, names: scope.names };
}

function compile(syntax: Syntax, scope: Scope): Compiled {
  switch (syntax.kind) {
    case 'number': {
      const { value } = syntax;
      return { type: 'number', read: () => value, constant: value };
    }
    case 'text':
      return { type: 'text', value: syntax.value };
    case 'name':
      return compileName(syntax.name, syntax.offset, scope);
    case 'negate':
      return compileNegate(syntax.operand, scope);
    case 'not': {
      const { read } = expectBoolean(syntax.operand, scope);
      return { type: 'boolean', read: (c) => !read(c) };
    }
    case 'arithmetic':
      return compileArithmetic(syntax, scope);
    case 'comparison':
      return compileComparison(syntax, scope);
    case 'logical': {
      const { read: left } = expectBoolean(syntax.left, scope);
      const { read: right } = expectBoolean(syntax.right, scope);
      const read: Predicate =
        syntax.operator === '&&' ? (c) => left(c) && right(c) : (c) => left(c) || right(c);
      return { type: 'boolean', read };
    }
  }
}

function compileName(name: string, offset: number, scope: Scope): Compiled {
  if (name === 'true') return { type: 'boolean', read: () => true };
  if (name === 'false') return { type: 'boolean', read: () => false };
  const known = findRuleName(name, scope.stage);
  if (known === undefined) {
    const elsewhere = findRuleName(name, 'item') ?? findRuleName(name, 'consignment');
    const why =
      elsewhere === undefined
        ? `unknown name "${name}"; known here: ${ruleNames(scope.stage).join(', ')}`
        : `"${name}" is not known at this point of the computation`;
    throw new ExpressionError(why, offset);
  }
  scope.names.add(name);
  return known;
}

function compileNegate(operand: Syntax, scope: Scope): Compiled {
  const { read, constant } = expectNumber(operand, scope);
  if (constant !== undefined) return { type: 'number', read: () => -constant, constant: -constant };
  return { type: 'number', read: (c) => -read(c) };
}

function compileArithmetic(syntax: ArithmeticSyntax, scope: Scope): Compiled {
  const left = expectNumber(syntax.left, scope);
  const right = expectNumber(syntax.right, scope);
  const read = arithmetic(syntax, left.read, right);
  if (left.constant === undefined || right.constant === undefined) return { type: 'number', read };
  // Both sides are constants, so the readers never look at the context they are given.
  const constant = constantOf(syntax.operator, left.constant, right.constant);
  return { type: 'number', read: () => constant, constant };
}

function arithmetic(
  syntax: ArithmeticSyntax,
  left: NumberReader,
  right: { readonly read: NumberReader; readonly constant?: number },
): NumberReader {
  const { read } = right;
  switch (syntax.operator) {
    case '+':
      return (c) => left(c) + read(c);
    case '-':
      return (c) => left(c) - read(c);
    case '*':
      return (c) => mulDivHalfUp(left(c), read(c), one4);
    case '/': {
      // Only a constant is known not to be zero for every shipment.
      const divisor = right.constant;
      if (divisor === undefined || divisor <= 0) {
        throw new ExpressionError('can divide by a positive number only', syntax.right.offset);
      }
      return (c) => mulDivHalfUp(left(c), one4, divisor);
    }
  }
}

function constantOf(operator: '+' | '-' | '*' | '/', left: number, right: number): number {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  return operator === '*' ? mulDivHalfUp(left, right, one4) : mulDivHalfUp(left, one4, right);
}

function compileComparison(syntax: ComparisonSyntax, scope: Scope): Compiled {
  const left = compile(syntax.left, scope);
  const right = compile(syntax.right, scope);
  const { operator, offset } = syntax;
  if (left.type === 'number' && right.type === 'number') {
    const exact = compareDiagonal(syntax, left.constant, right.constant);
    const general =
      right.constant === undefined
        ? compareNumbers(operator, left.read, right.read)
        : compareWithConstant(operator, left.read, right.constant);
    return { type: 'boolean', read: exact ?? general };
  }
  if (operator !== '==' && operator !== '!=') {
    throw new ExpressionError(
      `${operator} compares numbers, not ${say(left)} with ${say(right)}`,
      offset,
    );
  }
  if (left.type === 'boolean' && right.type === 'boolean') {
    const [a, b] = [left.read, right.read];
    return {
      type: 'boolean',
      read: operator === '==' ? (c) => a(c) === b(c) : (c) => a(c) !== b(c),
    };
  }
  return { type: 'boolean', read: compareSymbols(syntax, left, right, scope) };
}

function compareSymbols(
  syntax: ComparisonSyntax,
  left: Compiled,
  right: Compiled,
  scope: Scope,
): Predicate {
  const a = symbolOf(left, right, syntax.left.offset, scope);
  const b = symbolOf(right, left, syntax.right.offset, scope);
  if (a === undefined || b === undefined) {
    throw new ExpressionError(`cannot compare ${say(left)} with ${say(right)}`, syntax.offset);
  }
  const isEqual = syntax.operator === '==';
  if (typeof a === 'number') return compareWithPosition(b, a, isEqual);
  if (typeof b === 'number') return compareWithPosition(a, b, isEqual);
  return isEqual ? (c) => a(c) === b(c) : (c) => a(c) !== b(c);
}

/** At least one side is read from the shipment, because two quoted texts are rejected. */
function compareWithPosition(
  side: NumberReader | number,
  position: number,
  isEqual: boolean,
): Predicate {
  if (typeof side === 'number') return () => (side === position) === isEqual;
  return isEqual ? (c) => side(c) === position : (c) => side(c) !== position;
}

/** One side of an equality: how to read it, or the position of a quoted text in the set of the other side. */
function symbolOf(
  side: Compiled,
  other: Compiled,
  offset: number,
  scope: Scope,
): NumberReader | number | undefined {
  if (side.type === 'number' || side.type === 'boolean') return undefined;
  if (side.type !== 'text') {
    return other.type === side.type || other.type === 'text' ? side.read : undefined;
  }
  if (other.type === 'number' || other.type === 'boolean' || other.type === 'text') {
    return undefined;
  }
  const position = scope.find(other.type, side.value);
  if (position === undefined) {
    throw new ExpressionError(`"${side.value}" is no known ${setName(other.type)}`, offset);
  }
  return position;
}

/** The most common comparison, `l > 120`, with one call less on the hot path. */
function compareWithConstant(
  operator: ComparisonOperator,
  a: NumberReader,
  constant: number,
): Predicate {
  switch (operator) {
    case '==':
      return (c) => a(c) === constant;
    case '!=':
      return (c) => a(c) !== constant;
    case '<':
      return (c) => a(c) < constant;
    case '<=':
      return (c) => a(c) <= constant;
    case '>':
      return (c) => a(c) > constant;
    case '>=':
      return (c) => a(c) >= constant;
  }
}

function compareNumbers(operator: ComparisonOperator, a: NumberReader, b: NumberReader): Predicate {
  switch (operator) {
    case '==':
      return (c) => a(c) === b(c);
    case '!=':
      return (c) => a(c) !== b(c);
    case '<':
      return (c) => a(c) < b(c);
    case '<=':
      return (c) => a(c) <= b(c);
    case '>':
      return (c) => a(c) > b(c);
    case '>=':
      return (c) => a(c) >= b(c);
  }
}

/** Compares `diag` with a constant through their squares; undefined for any other comparison. */
function compareDiagonal(
  syntax: ComparisonSyntax,
  leftConstant: number | undefined,
  rightConstant: number | undefined,
): Predicate | undefined {
  const isDiagonal = (side: Syntax): boolean => side.kind === 'name' && side.name === 'diag';
  // Millimetres squared times a million equal ten-thousandths of a centimetre squared.
  const diagonal: NumberReader = (c) => diagonalSquaredMm2(c) * 1_000_000;
  if (isDiagonal(syntax.left) && isSquarable(rightConstant)) {
    const square = rightConstant * rightConstant;
    return compareNumbers(syntax.operator, diagonal, () => square);
  }
  if (isDiagonal(syntax.right) && isSquarable(leftConstant)) {
    const square = leftConstant * leftConstant;
    return compareNumbers(syntax.operator, () => square, diagonal);
  }
  return undefined;
}

function isSquarable(constant: number | undefined): constant is number {
  return constant !== undefined && constant >= 0 && Number.isSafeInteger(constant * constant);
}

function expectNumber(
  syntax: Syntax,
  scope: Scope,
): { readonly read: NumberReader; readonly constant?: number } {
  const compiled = compile(syntax, scope);
  if (compiled.type === 'number') return compiled;
  throw new ExpressionError(`expected a number, this is ${say(compiled)}`, syntax.offset);
}

function expectBoolean(syntax: Syntax, scope: Scope): { readonly read: Predicate } {
  const compiled = compile(syntax, scope);
  if (compiled.type === 'boolean') return compiled;
  throw new ExpressionError(`expected true or false, this is ${say(compiled)}`, syntax.offset);
}

function say(compiled: Compiled): string {
  if (compiled.type === 'number') return 'a number';
  if (compiled.type === 'boolean') return 'true or false';
  if (compiled.type === 'text') return `the text "${compiled.value}"`;
  return `a ${setName(compiled.type)}`;
}

function setName(set: SymbolSet): string {
  if (set === 'packaging') return 'packaging type';
  return set === 'family' ? 'packaging family' : set === 'party' ? 'address type' : set;
}
