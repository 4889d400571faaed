// Which carriers a list of names means. Shops write string_ids in any case, or the names that people know; a name that
// nobody has here must not become a list that lets no carrier through.
import { refuseInvalid } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';
import type { SettingsWish } from './change-key-settings.ts';

type WithCarriers = Pick<App, 'carriers'>;

export type NamedCouriers = { known: string[]; unknown: string[] };

/** A carrier's own name means all of its services. */
export function matchCouriers(app: WithCarriers, names: readonly string[]): NamedCouriers {
  const byName = couriersByName(app);
  const found = names.map((name) => ({ name, couriers: byName.get(folded(name)) }));
  return {
    known: [...new Set(found.flatMap(({ couriers = [] }) => couriers))],
    unknown: found.flatMap(({ name, couriers }) => (couriers === undefined ? [name] : [])),
  };
}

/** The names in a value of enabled_courier: one, or a list. Undefined where it is neither, or says nothing. */
export function courierNames(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  const isNames = list.every((one): one is string => typeof one === 'string');
  const names = isNames ? list.map((name) => name.trim()).filter((name) => name !== '') : [];
  return names.length === 0 ? undefined : names;
}

/** The wish with string_ids for names; refused where a name means nobody. */
export function withKnownCouriers(app: WithCarriers, wish: SettingsWish): SettingsWish {
  const { parts, fields } = wish;
  const module: unknown = Object(parts).module_setting;
  const names = courierNames(Object(module).enabled_courier);
  return {
    ...(names === undefined
      ? wish
      : {
          ...wish,
          parts: {
            ...Object(parts),
            module_setting: { ...Object(module), enabled_courier: known(app, names) },
          },
        }),
    ...(fields === undefined ? {} : { fields: fields.map((field) => knownField(app, field)) }),
  };
}

export function namesCouriers({ parts, fields = [] }: SettingsWish): boolean {
  return (
    fields.some(([name]) => name === setting) ||
    courierNames(Object(Object(parts).module_setting).enabled_courier) !== undefined
  );
}

const setting = 'enabled_courier';

function knownField(
  app: WithCarriers,
  [name, text]: readonly [name: string, text: string],
): readonly [name: string, text: string] {
  if (name !== setting || text === '') return [name, text];
  let value: unknown = text;
  try {
    if (text.startsWith('[')) value = JSON.parse(text);
  } catch {
    // A text like any other.
  }
  const names = courierNames(value);
  return [name, names === undefined ? text : JSON.stringify(known(app, names))];
}

function known(app: WithCarriers, names: readonly string[]): string[] {
  const { known, unknown } = matchCouriers(app, names);
  if (unknown.length > 0) {
    const all = [...new Set([...couriersByName(app).values()].flat())].sort();
    refuseInvalid(
      unknown.map((name) => ({
        path: ['module_setting', setting],
        sentence: `module_setting.${setting}: there is no carrier ${name}. They are ${all.join(', ')}.`,
      })),
    );
  }
  return known;
}

/** Those that are switched off too: they may be on again tomorrow. */
function couriersByName({ carriers }: WithCarriers): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  const add = (name: string, courier: string): void => {
    const key = folded(name);
    byName.set(key, [...new Set([...(byName.get(key) ?? []), courier])]);
  };
  for (const { terms } of carriers.snapshot().carriers)
    for (const { stringId, label } of terms.services) {
      add(terms.name, stringId);
      add(label, stringId);
      add(`${terms.name} ${label}`, stringId);
    }
  // A string_id means itself alone, whatever else is called so.
  const ids = carriers.snapshot().carriers.flatMap(({ terms }) => terms.services);
  for (const { stringId } of [...ids, ...carriers.live]) byName.set(folded(stringId), [stringId]);
  return byName;
}

/** `Couriers Please`, `COURIERS_PLEASE` and `couriers-please` are one. */
function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
