// The shape of a carrier's answer: its fields and the types of their values, without the values. Compares an answer with
// recorded ones.

type FieldType = 'object' | 'text' | 'number' | 'true or false';
export type AnswerShape = ReadonlyMap<string, FieldType>;

/** A list of one may be written as its single entry, so both have the same shape. Empty fields have no type. */
export function shapeOf(
  value: unknown,
  path = '',
  shape = new Map<string, FieldType>(),
): AnswerShape {
  if (Array.isArray(value)) for (const one of value) shapeOf(one, path, shape);
  else if (typeof value === 'object' && value !== null) {
    if (path !== '') shape.set(path, 'object');
    for (const [name, part] of Object.entries(value))
      shapeOf(part, path === '' ? name : `${path}.${name}`, shape);
  } else if (path !== '' && value !== null && value !== undefined) shape.set(path, typeOf(value));
  return shape;
}

function typeOf(value: unknown): FieldType {
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'true or false' : 'text';
}

/** A request's method and path without its query and numbers: the same for every consignment. */
export function requestTemplate(request: string): string {
  const [method = '', path = ''] = request.split(' ');
  const steps = (path.split('?')[0] ?? '').split('/');
  return `${method} ${steps.map((step) => (/\d/.test(step) ? '#' : step)).join('/')}`;
}

export type ShapeDifference = {
  path: string;
  difference: 'missing' | 'new' | 'another type';
  detail: string;
};

/**
 * `missing`: in every recorded answer, but not in this one. `new`: in none of them; without the fields inside a new field.
 */
export function shapeDifferences(
  shape: AnswerShape,
  recorded: readonly AnswerShape[],
): ShapeDifference[] {
  const known = new Map<string, Set<FieldType>>();
  for (const one of recorded)
    for (const [path, type] of one) known.set(path, (known.get(path) ?? new Set()).add(type));
  const missing = [...known.keys()].filter(
    (path) => !shape.has(path) && recorded.every((one) => one.has(path)),
  );
  const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));
  const isInside = (path: string, paths: (parent: string) => boolean): boolean =>
    parentOf(path) !== '' && paths(parentOf(path));
  return [
    ...missing
      .filter((path) => !isInside(path, (parent) => missing.includes(parent)))
      .map((path): ShapeDifference => ({ path, difference: 'missing', detail: '' })),
    ...[...shape].flatMap(([path, type]): ShapeDifference[] => {
      const types = known.get(path);
      if (types?.has(type)) return [];
      if (types !== undefined)
        return [
          { path, difference: 'another type', detail: `${type}, not ${[...types].join(' or ')}` },
        ];
      const isInNew = isInside(path, (parent) => shape.has(parent) && !known.has(parent));
      return isInNew ? [] : [{ path, difference: 'new', detail: type }];
    }),
  ];
}
