// Resolves the carrier names in a key's settings (enabled_courier, courier_settings and rules) to string_ids. Shops
// write string_ids in any case, or display names. An unknown name is reported, because it would become a list that
// excludes every carrier, or a surcharge that never applies.
import { correctedCourier } from '../../domain/carriers/courier-id.ts';
import type { Path } from '../../domain/document-reader.ts';
import { type Issue, mostIssues, refuseInvalid } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';
import type { SettingsDocument, SettingsInput } from './settings-document.ts';

type WithCarriers = Pick<App, 'carriers'>;

export type NamedCouriers = { known: string[]; unknown: string[] };

/**
 * A carrier's name stands for all of its services. One text may contain several names, separated by commas.
 */
export function matchCouriers(app: WithCarriers, names: readonly string[]): NamedCouriers {
  return matched(couriersByName(app), names);
}

function matched(byName: CouriersByName, names: readonly string[]): NamedCouriers {
  const found = names
    .flatMap((name) => (byName.has(folded(name)) ? [name] : name.split(',')))
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => ({ name, couriers: byName.get(folded(name)) }));
  return {
    known: [...new Set(found.flatMap(({ couriers = [] }) => couriers))],
    unknown: found.flatMap(({ name, couriers }) => (couriers === undefined ? [name] : [])),
  };
}

/** The names in a text or a list of texts; undefined for other values and without any name. */
export function courierNames(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  const isNames = list.every((one): one is string => typeof one === 'string');
  const names = isNames ? list.map((name) => name.trim()).filter((name) => name !== '') : [];
  return names.length === 0 ? undefined : names;
}

/**
 * Replaces names by string_ids and refuses unknown names. An unknown name that is stored already may stay: its
 * carrier may have been removed since, and an unrelated change must not fail because of it.
 */
export function withKnownCouriers(
  app: WithCarriers,
  { parts, fields }: SettingsInput,
  stored: SettingsDocument,
): SettingsInput {
  const byName = couriersByName(app);
  const before = new Set(namesIn(stored));
  const issues: Issue[] = [];
  const known: Known = (names, path) => {
    const { known, unknown } = matched(byName, names);
    const wrong = unknown.filter((name) => !before.has(name));
    if (wrong.length > 0 && issues.length < mostIssues)
      issues.push(unknownIssue(wrong, byName, path));
    return [...known, ...unknown];
  };
  const input: SettingsInput = {
    ...(parts === undefined ? {} : { parts: withKnownParts(parts, known) }),
    ...(fields === undefined ? {} : { fields: fields.map((field) => knownField(field, known)) }),
  };
  refuseInvalid(issues);
  return input;
}

/**
 * A value of courier_settings by string_id, and the unknown names, which are left out; undefined for an invalid
 * value.
 */
export function knownCourierSettings(
  app: WithCarriers,
  value: unknown,
): { known: Record<string, unknown>; unknown: string[] } | undefined {
  if (!isRecord(value)) return undefined;
  const byName = couriersByName(app);
  const strangers: string[] = [];
  const known = withKnownKeys(value, (names) => {
    const { known, unknown } = matched(byName, names);
    strangers.push(...unknown);
    return known;
  });
  return { known, unknown: strangers };
}

/** Whether the change contains carrier names. */
export function namesCouriers({ parts, fields = [] }: SettingsInput): boolean {
  return (
    fields.some(([name]) => name === 'enabled_courier' || name === 'courier_settings') ||
    namesIn(Object(parts)).length > 0
  );
}

/** Returns the string_ids of these names, and unknown names unchanged. */
type Known = (names: readonly string[], path: Path) => string[];

function namesIn({ module_setting, rules }: Partial<Record<string, unknown>>): string[] {
  const { enabled_courier, courier_settings } = Object(module_setting);
  const listed: unknown[] = Array.isArray(rules) ? rules : [];
  return [
    ...(courierNames(enabled_courier) ?? []),
    ...Object.keys(isRecord(courier_settings) ? courier_settings : {}),
    ...listed.flatMap((rule) => courierNames(Object(rule).couriers) ?? []),
  ];
}

/** Invalid parts stay unchanged; the document's reader reports them. */
function withKnownParts(parts: unknown, known: Known): unknown {
  if (!isRecord(parts)) return parts;
  const { module_setting: module, rules } = parts;
  return {
    ...parts,
    ...(isRecord(module) ? { module_setting: withKnownModule(module, known) } : {}),
    ...(Array.isArray(rules)
      ? { rules: rules.map((rule, n) => withKnownRule(rule, ['rules', n, 'couriers'], known)) }
      : {}),
  };
}

function withKnownModule(module: Record<string, unknown>, known: Known): Record<string, unknown> {
  const { enabled_courier, courier_settings } = module;
  const names = courierNames(enabled_courier);
  return {
    ...module,
    ...(names === undefined ? {} : { enabled_courier: known(names, enabledPath) }),
    ...(isRecord(courier_settings)
      ? { courier_settings: withKnownKeys(courier_settings, known) }
      : {}),
  };
}

const enabledPath: Path = ['module_setting', 'enabled_courier'];

function withKnownRule(rule: unknown, path: Path, known: Known): unknown {
  const names = courierNames(Object(rule).couriers);
  return names === undefined ? rule : { ...Object(rule), couriers: known(names, path) };
}

/** An entry under a service's own string_id takes precedence over one under its carrier's name. */
function withKnownKeys(settings: Record<string, unknown>, known: Known): Record<string, unknown> {
  const renamed = new Map<string, unknown>();
  for (const [name, entry] of Object.entries(settings))
    for (const courier of known([name], ['module_setting', 'courier_settings', name]))
      if (courier === name || !renamed.has(courier)) renamed.set(courier, entry);
  return Object.fromEntries(renamed);
}

function knownField(
  [name, text]: readonly [name: string, text: string],
  known: Known,
): readonly [name: string, text: string] {
  if (text === '' || !(name === 'enabled_courier' || name === 'courier_settings'))
    return [name, text];
  let value: unknown = text;
  try {
    if (/^[[{]/.test(text)) value = JSON.parse(text);
  } catch {
    // Invalid JSON is treated as plain text.
  }
  const after = withKnownModule({ [name]: value }, known)[name];
  return [name, typeof after === 'string' ? after : JSON.stringify(after)];
}

function unknownIssue(names: readonly string[], byName: CouriersByName, path: Path): Issue {
  const known = [...new Set([...byName.values()].flat())].sort();
  return { path, problem: 'unknown_couriers', names, known };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type CouriersByName = ReadonlyMap<string, string[]>;

/** Includes services that are switched off, because they may be switched on again. */
function couriersByName({ carriers }: WithCarriers): CouriersByName {
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
  // A string_id stands for its own service only, even if another service has the same name.
  const ids = carriers.snapshot().carriers.flatMap(({ terms }) => terms.services);
  for (const { stringId } of [...ids, ...carriers.live]) byName.set(folded(stringId), [stringId]);
  return byName;
}

/** Makes `Couriers Please`, `COURIERS_PLEASE` and `couriers-please` equal. */
function folded(name: string): string {
  return correctedCourier(name.toLowerCase()).replaceAll(/[^a-z0-9]/g, '');
}
