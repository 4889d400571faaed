// Limits of texts and lists in requests. Sizes are checked first, so that an oversized value is neither searched nor
// matched. A text whose shape has no limit gets the usual one; for bodies that an endpoint reads itself, `DocumentReader`
// applies it.
import type { TSchema } from 'typebox';
import { longestText } from '../../domain/document-reader.ts';
import { type Issue, mostIssues } from '../../domain/refusal.ts';

/** The parts of a schema that lead to its texts and lists. */
type Shape = {
  type?: string;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  anyOf?: readonly Shape[];
  items?: Shape;
  properties?: Readonly<Record<string, Shape>>;
};
type Path = readonly string[];

/** Once a list or an object is too large, its parts are not checked. */
export type LargeParts = { issues: Issue[]; hasList: boolean };

export const nothingLarge: LargeParts = { issues: [], hasList: false };

/** An issue for each oversized value. Parts that the shape leaves open are checked by the endpoint. */
export function largeParts(value: unknown, schema: TSchema): LargeParts {
  const found: LargeParts = { issues: [], hasList: false };
  collect(value, schema as Shape, [], found);
  return found;
}

function collect(value: unknown, shape: Shape, path: Path, found: LargeParts): void {
  if (found.issues.length >= mostIssues) return;
  for (const choice of shape.anyOf ?? []) collect(value, choice, path, found);
  if (typeof value === 'string') {
    if (shape.type === 'string')
      check(value.length, shape.maxLength ?? longestText, 'characters', path, found);
  } else if (Array.isArray(value)) {
    if (!check(value.length, shape.maxItems, 'entries', path, found)) return;
    const { items } = shape;
    if (items === undefined) return;
    for (const [n, entry] of value.entries()) collect(entry, items, [...path, String(n)], found);
  } else if (typeof value === 'object' && value !== null) {
    const { maxProperties, properties = {} } = shape;
    if (maxProperties !== undefined)
      if (!check(Object.keys(value).length, maxProperties, 'fields', path, found)) return;
    for (const [name, part] of Object.entries(properties))
      if (Object.hasOwn(value, name))
        collect((value as Record<string, unknown>)[name], part, [...path, name], found);
  }
}

function check(
  size: number,
  most: number | undefined,
  unit: 'characters' | 'entries' | 'fields',
  path: Path,
  found: LargeParts,
): boolean {
  if (most === undefined || size <= most) return true;
  const name = path.length === 0 ? 'The body' : path.join('.');
  found.hasList ||= unit !== 'characters';
  found.issues.push({
    path,
    sentence: `${name} must have at most ${most} ${unit}; it has ${size}.`,
  });
  return false;
}
