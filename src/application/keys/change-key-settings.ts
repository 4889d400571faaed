// Changes a key's configuration: replaces parts of the document, or sets single fields of `module_setting`. Nothing
// is stored unless the whole result is valid.
//
// A rule can lower a price, even to zero. If the operator set it, the member pays that price; if the member set it,
// only the shop's buyers see it. The document records who set its prices.
import { isDeepStrictEqual } from 'node:util';
import type { KeyId } from '../../domain/keys/api-key.ts';
import type { KeySettings } from '../../domain/keys/key-settings.ts';
import type { Member } from '../../domain/members/member.ts';
import { slipMatch, slipsBetween } from '../../domain/places/misspelling.ts';
import { mostIssues, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { AccountsApp, App } from '../ports.ts';
import { withKnownCouriers } from './named-couriers.ts';
import { settableNames } from './setting-names.ts';
import {
  documentParts,
  readSettings,
  type SettingsDocument,
  type SettingsInput,
} from './settings-document.ts';
import { lengthIssues } from './settings-limits.ts';

export async function readKeySettings(app: AccountsApp, id: KeyId): Promise<SettingsDocument> {
  const document = await app.store.keys.findSettings(id);
  if (document === undefined) throw new Refusal({ code: 'key_not_found', id });
  return document;
}

/** A change by the operator. Carrier names in it (`namesCouriers`) are not checked. */
export async function changeKeySettings(
  app: AccountsApp,
  id: KeyId,
  input: SettingsInput,
): Promise<SettingsDocument> {
  return await changeDocument(app, id, (before) => asAgreed(before, input));
}

/**
 * A change by the operator or by the member who owns the key, with carriers by their display names or string_ids.
 */
export async function changeCourierSettings(
  app: App,
  id: KeyId,
  input: SettingsInput,
  by: Member | 'operator',
): Promise<SettingsDocument> {
  return await changeDocument(app, id, (before) => {
    const known = withKnownCouriers(app, input, before);
    return by === 'operator'
      ? asAgreed(before, known)
      : asSetBy(by, before, changed(before, known));
  });
}

function asAgreed(before: SettingsDocument, input: SettingsInput): SettingsDocument {
  const after = changed(before, input);
  return bringsRules(input) ? { ...after, prices_agreed: true } : after;
}

/**
 * Prices on an operator's own keys are agreed; any other member who changes prices only changes what buyers see.
 */
export function asSetBy(
  { isOperator }: Member,
  before: SettingsDocument,
  after: SettingsDocument,
): SettingsDocument {
  if (isOperator) return { ...after, prices_agreed: true };
  if (isDeepStrictEqual(pricesOf(before), pricesOf(after))) return after;
  const { prices_agreed: _before, ...others } = after;
  return others;
}

/** Every setting that affects prices (`pricing.ts`), parsed, because forms send numbers as texts. */
function pricesOf(document: SettingsDocument): unknown[] {
  const { rules, module } = readSettings(document).settings;
  return [rules, module.surchargeCents, module.carrierSurcharges];
}

/** Only rules can lower a price, so an operator's change of another part does not agree to existing rules. */
function bringsRules({ parts }: SettingsInput): boolean {
  return 'rules' in Object(parts);
}

/**
 * Every change goes through here, so that only valid documents are stored. The key is locked before it is read, so
 * that of two simultaneous changes the second builds on the first.
 */
export async function changeDocument(
  app: AccountsApp,
  id: KeyId,
  change: (before: SettingsDocument) => SettingsDocument,
): Promise<SettingsDocument> {
  return await app.store.transaction(async ({ keys }) => {
    const before = await keys.lockSettings(id);
    if (before === undefined) throw new Refusal({ code: 'key_not_found', id });
    const document = change(before);
    refuseInvalid(lengthIssues(document));
    refuseInvalid(readSettings(document).issues);
    await keys.changeSettings(id, document);
    return document;
  });
}

function changed(
  document: SettingsDocument,
  { parts, fields = [] }: SettingsInput,
): SettingsDocument {
  return withFields(withParts(document, parts), fields);
}

/** The settings that quotes would use after this change. */
export async function tryKeySettings(
  app: App,
  id: KeyId,
  input: SettingsInput,
): Promise<KeySettings> {
  const before = await readKeySettings(app, id);
  const wanted = changed(before, withKnownCouriers(app, input, before));
  refuseInvalid(lengthIssues(wanted));
  const { settings, issues } = readSettings(wanted);
  refuseInvalid(issues);
  return settings;
}

function withParts(document: SettingsDocument, parts: unknown): SettingsDocument {
  if (parts === undefined) return document;
  if (typeof parts !== 'object' || parts === null || Array.isArray(parts)) {
    refuseInvalid([{ path: [], problem: 'settings_no_object', parts: documentParts }]);
  }
  const given = parts as Record<string, unknown>;
  const unknown = Object.keys(given).filter((name) => !documentParts.some((part) => part === name));
  refuseInvalid(
    unknown.slice(0, mostIssues).map((name) => ({
      path: [name],
      problem: 'unknown_part',
      parts: documentParts,
    })),
  );
  for (const part of documentParts) {
    const value = given[part];
    if (value === undefined) continue;
    const isModule = part === 'module_setting';
    const isRight = isModule
      ? typeof value === 'object' && value !== null && !Array.isArray(value)
      : Array.isArray(value);
    if (!isRight)
      refuseInvalid([{ path: [part], problem: isModule ? 'no_object' : 'no_list', value }]);
  }
  return { ...document, ...(given as Partial<SettingsDocument>) };
}

function withFields(
  document: SettingsDocument,
  fields: readonly (readonly [string, string])[],
): SettingsDocument {
  if (fields.length === 0) return document;
  refuseSlips(fields);
  const module = { ...document.module_setting };
  for (const [name, text] of fields) {
    if (text === '') delete module[name];
    else module[name] = jsonOrText(text);
  }
  return { ...document, module_setting: module };
}

/** Unknown fields, which are stored because plug-ins may use them. */
export function strangeFields({ fields = [] }: SettingsInput): string[] {
  return fields.flatMap(([name, text]) => (text === '' || settableNames.has(name) ? [] : [name]));
}

/**
 * In a manual change, a name that is close to a known one is a typing mistake, especially the correct spelling of a
 * misspelt name.
 */
function refuseSlips(fields: readonly (readonly [string, string])[]): void {
  refuseInvalid(
    strangeFields({ fields }).flatMap((name) => {
      const known = [...settableNames];
      const meant =
        known.find((one) => isRespelt(name, one)) ?? known.find((one) => isSlipOf(name, one));
      if (meant === undefined) return [];
      return {
        path: ['module_setting', name],
        problem: 'no_such_setting',
        meant,
      };
    }),
  );
}

const isRespelt = (name: string, known: string): boolean =>
  name.toLowerCase().replaceAll(/[\s_-]+/g, '') === known.replaceAll('_', '');

function isSlipOf(name: string, known: string): boolean {
  const words = name.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  const knownWords = known.replaceAll('_', ' ');
  return slipMatch(words, knownWords) === 'whole' || slipsBetween(words, knownWords) !== undefined;
}

/**
 * Texts such as `["a","b"]` and `{"x":1}` are JSON; others such as `3000` and `on` stay texts, which the reader
 * accepts too.
 */
function jsonOrText(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
