// A JSON file with the line and column of every value. Strict JSON: no comments, no trailing commas, no repeated keys.

import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isNestedDeeper } from '../../../domain/json-nesting.ts';
import type { Place, Problems } from './problem.ts';

export type JsonPath = readonly (string | number)[];

/** Keeps a hostile file from exhausting the stack. */
const deepestNesting = 32;

export class JsonDocument {
  readonly file: string;
  /** Undefined when the file is not JSON. */
  readonly value: unknown;
  readonly #source: string;
  readonly #root: Node | undefined;
  readonly #lineStarts: readonly number[];
  readonly #unknown: JsonPath[] = [];

  private constructor(file: string, source: string, root: Node | undefined) {
    this.file = file;
    this.#source = source;
    this.#root = root;
    this.#lineStarts = lineStartsOf(source);
    this.value = root === undefined ? undefined : plainValue(root);
    if (root === undefined) this.markUnknown([]);
  }

  static parse(text: string, file: string, problems: Problems): JsonDocument {
    const source = text.replace(/^\uFEFF/, '');
    // Checked before parsing, because the parser recurses.
    if (isNestedDeeper(source, deepestNesting)) {
      problems.error('json_too_deep', { file, line: 1, column: 1 }, '', 'nested too deeply');
      return new JsonDocument(file, source, undefined);
    }
    const errors: ParseError[] = [];
    const root = parseTree(source, errors, { disallowComments: true, allowTrailingComma: false });
    const isBroken = errors.length > 0 || root === undefined;
    const document = new JsonDocument(file, source, isBroken ? undefined : root);
    // Later errors usually follow from the first.
    for (const { error, offset, length } of errors.slice(0, 1)) {
      const found = source.slice(offset, offset + Math.max(length, 1));
      const place = document.#placeAt(offset);
      problems.error('json_syntax', place, found, `not valid JSON: ${describeError(error)}`);
    }
    if (root === undefined && errors.length === 0) {
      problems.error('json_syntax', { file, line: 1, column: 1 }, '', 'the file is empty');
    }
    if (!isBroken && root !== undefined) document.#reportDuplicateKeys(root, problems);
    return document;
  }

  /** Where the value at `path` starts, or its closest existing parent. */
  place(path: JsonPath): Place {
    const place = this.#placeAt(this.#find(path).offset);
    const named = path.length === 0 ? place : { ...place, field: path.join('.') };
    return this.isPartlyUnknown(path) ? { ...named, isUnknown: true } : named;
  }

  /** Records that a mistake at `path` has been reported, so its value cannot be used. */
  markUnknown(path: JsonPath): void {
    this.#unknown.push(path);
  }

  /** Whether a reported mistake hides the value at `path`: checks that depend on it would only repeat the mistake. */
  isUnknown(path: JsonPath): boolean {
    return this.#unknown.some((above) =>
      above.every((step, index) => String(step) === String(path[index])),
    );
  }

  /** Whether a reported mistake hides the value at `path` or any part of it. */
  isPartlyUnknown(path: JsonPath): boolean {
    return (
      this.isUnknown(path) ||
      this.#unknown.some((below) =>
        path.every((step, index) => String(step) === String(below[index])),
      )
    );
  }

  /** Undefined if there is no value at `path`. */
  valueAt(path: JsonPath): unknown {
    let value = this.value;
    for (const step of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
        return undefined;
      value = Reflect.get(value, step);
    }
    return value;
  }

  placeOfKey(path: JsonPath): Place {
    const node = this.#find(path);
    const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    return this.#placeAt((key ?? node).offset);
  }

  /** The place of a character of the string at `path`; escapes are counted. */
  placeInText(path: JsonPath, offset: number): Place {
    const node = this.#find(path);
    if (node.type !== 'string') return this.#placeAt(node.offset);
    let at = node.offset + 1;
    for (let passed = 0; passed < offset; passed += 1) {
      if (this.#source[at] !== '\\') at += 1;
      else at += this.#source[at + 1] === 'u' ? 6 : 2;
    }
    return this.#placeAt(at);
  }

  #find(path: JsonPath): { readonly offset: number } & Partial<Node> {
    let node = this.#root;
    if (node === undefined) return { offset: 0 };
    for (const step of path) {
      const next = childOf(node, step);
      if (next === undefined) return node;
      node = next;
    }
    return node;
  }

  #placeAt(offset: number): Place {
    let line = 0;
    let high = this.#lineStarts.length;
    while (high - line > 1) {
      const middle = (line + high) >>> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) line = middle;
      else high = middle;
    }
    const column = offset - (this.#lineStarts[line] ?? 0) + 1;
    return { file: this.file, line: line + 1, column };
  }

  #reportDuplicateKeys(node: Node, problems: Problems): void {
    const seen = new Set<unknown>();
    for (const child of node.children ?? []) {
      const key = child.type === 'property' ? child.children?.[0] : undefined;
      if (key !== undefined) {
        if (seen.has(key.value)) {
          const place = this.#placeAt(key.offset);
          problems.error('json_duplicate_key', place, key.value, 'this key is given twice');
        }
        seen.add(key.value);
      }
      this.#reportDuplicateKeys(child, problems);
    }
  }
}

function childOf(node: Node, step: string | number): Node | undefined {
  if (node.type === 'array') return node.children?.[Number(step)];
  if (node.type !== 'object') return undefined;
  return node.children?.find((property) => property.children?.[0]?.value === step)?.children?.[1];
}

function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children = [] }) => {
      const [key, value] = children;
      return [String(key?.value), value === undefined ? undefined : plainValue(value)];
    }),
  );
}

function lineStartsOf(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

/** `CommaExpected` as "comma expected". */
function describeError(error: number): string {
  return printParseErrorCode(error)
    .replace(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase();
}
