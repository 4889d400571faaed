// Draws values that a published schema allows, with fast-check and nothing but the document. Where a text must name
// something that exists, such as a suburb, the schema has `examples`; fields of one example belong together.
import fc from 'fast-check';
import { checkOf, followed, type Schema } from './document.ts';

type Example = Readonly<Record<string, unknown>>;

/** Lists get at most this many entries above their minimum. Long lists have a test of their own. */
const furtherEntries = 2;
const maxDrawnLength = 300;

export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const allows = checkOf(schema);
  // Rules between fields (dependentSchemas) are checked after drawing.
  return draw(schema, { isFull: false }).filter(allows);
}

/** Draws values that have every field. */
export function fullValuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return draw(schema, { isFull: true });
}

type Drawing = { isFull: boolean; example?: Example | undefined; name?: string };

function draw(referring: Schema, drawing: Drawing): fc.Arbitrary<unknown> {
  const { isFull, example, name = '' } = drawing;
  const schema = followed(referring);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.properties !== undefined) return drawObject(schema, isFull);
  if (schema.examples !== undefined) {
    return example !== undefined && Object.hasOwn(example, name)
      ? fc.constant(example[name])
      : fc.constantFrom(...schema.examples);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => draw(choice, drawing)));
  switch (schema.type) {
    case 'array': {
      const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
      const maxLength = Math.min(maxItems, minItems + furtherEntries);
      const minLength = isFull ? Math.max(1, minItems) : minItems;
      return fc.array(draw(items, { isFull }), { minLength, maxLength });
    }
    case 'object':
      return fc.constant({});
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'null':
      return fc.constant(null);
    default:
      return drawText(schema);
  }
}

function drawObject(
  { properties = {}, required = [], examples }: Schema,
  isFull: boolean,
): fc.Arbitrary<unknown> {
  const fields = (example?: Example) =>
    fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [
          name,
          draw(part, { isFull, example, name }),
        ]),
      ),
      { requiredKeys: isFull ? Object.keys(properties) : required },
    );
  if (examples === undefined) return fields();
  return fc.constantFrom(...(examples as Example[])).chain(fields);
}

function drawText({ format, pattern, maxLength = maxDrawnLength }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return drawDate().map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time') return drawDate().map((date) => date.toISOString());
  if (format === 'email') return fc.emailAddress().filter((email) => email.length <= maxLength);
  if (pattern?.startsWith('^') === true) return fc.stringMatching(new RegExp(pattern));
  const longest = Math.min(maxLength, maxDrawnLength);
  const text = fc.oneof(
    fc.string({ maxLength: longest }),
    fc.string({ minLength: longest, maxLength: longest }),
  );
  if (pattern === undefined) return text;
  const form = new RegExp(pattern, 'u');
  return text.filter((drawn) => form.test(drawn));
}

function drawDate(): fc.Arbitrary<Date> {
  return fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2035-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
}
