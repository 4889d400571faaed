// Changes to a key's configuration: parts of the document replaced, or single fields of `module_setting` set. Nothing is
// stored unless the whole result is right.
//
// A rule can make a price lower, down to nothing. Set by the operator, that is what the member pays; set by the member, it is
// what the shop's buyers see: the document remembers whose its prices are.
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
  type SettingsWish,
} from './settings-document.ts';
import { lengthIssues } from './settings-limits.ts';

export async function readKeySettings(app: AccountsApp, id: KeyId): Promise<SettingsDocument> {
  const document = await app.store.keys.findSettings(id);
  if (document === undefined) throw new Refusal({ code: 'key_not_found', id });
  return document;
}

/** By the operator. Couriers that it names (`namesCouriers`) are believed to be there. */
export async function changeKeySettings(
  app: AccountsApp,
  id: KeyId,
  wish: SettingsWish,
): Promise<SettingsDocument> {
  return await changeDocument(app, id, (before) => asAgreed(before, wish));
}

/** By the operator, who may call couriers by the names that people know. */
export async function changeCourierSettings(
  app: App,
  id: KeyId,
  wish: SettingsWish,
): Promise<SettingsDocument> {
  return await changeDocument(app, id, (before) =>
    asAgreed(before, withKnownCouriers(app, wish, before)),
  );
}

function asAgreed(before: SettingsDocument, wish: SettingsWish): SettingsDocument {
  const wanted = changed(before, wish);
  return bringsRules(wish) ? { ...wanted, prices_agreed: true } : wanted;
}

/** By the member whose key it is. */
export async function changeOwnKeySettings(
  app: App,
  member: Member,
  id: KeyId,
  wish: SettingsWish,
): Promise<SettingsDocument> {
  return await changeDocument(app, id, (before) =>
    asSetBy(member, before, changed(before, withKnownCouriers(app, wish, before))),
  );
}

/** An operator's own keys are the operator's; anybody else who changes prices changes what buyers see. */
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

/** All that prices are made by (`pricing.ts`), however it is spelt: a form gives texts for figures. */
function pricesOf(document: SettingsDocument): unknown[] {
  const { rules, module } = readSettings(document).settings;
  return [rules, module.surchargeCents, module.carrierSurcharges];
}

/** Only rules make a price lower. Whoever changes something else has not agreed to those that are there. */
function bringsRules({ parts }: SettingsWish): boolean {
  return 'rules' in Object(parts);
}

/**
 * The only way in: nothing is stored that could not be read again. The key is held from the reading on, so that of two
 * changes at once the second is made of what the first has stored.
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
  { parts, fields = [] }: SettingsWish,
): SettingsDocument {
  return withFields(withParts(document, parts), fields);
}

/** The settings as a quote would use them after such a change. */
export async function tryKeySettings(
  app: App,
  id: KeyId,
  wish: SettingsWish,
): Promise<KeySettings> {
  const before = await readKeySettings(app, id);
  const wanted = changed(before, withKnownCouriers(app, wish, before));
  refuseInvalid(lengthIssues(wanted));
  const { settings, issues } = readSettings(wanted);
  refuseInvalid(issues);
  return settings;
}

function withParts(document: SettingsDocument, parts: unknown): SettingsDocument {
  if (parts === undefined) return document;
  if (typeof parts !== 'object' || parts === null || Array.isArray(parts)) {
    refuseInvalid([
      { path: [], sentence: `The settings must be an object with ${documentParts.join(', ')}.` },
    ]);
  }
  const given = parts as Record<string, unknown>;
  const unknown = Object.keys(given).filter((name) => !documentParts.some((part) => part === name));
  refuseInvalid(
    unknown.slice(0, mostIssues).map((name) => ({
      path: [name],
      sentence: `${name} is not a part of the settings; they are ${documentParts.join(', ')}.`,
    })),
  );
  for (const part of documentParts) {
    const value = given[part];
    if (value === undefined) continue;
    const isRight =
      part === 'module_setting'
        ? typeof value === 'object' && value !== null && !Array.isArray(value)
        : Array.isArray(value);
    if (!isRight) {
      refuseInvalid([
        {
          path: [part],
          sentence: `${part} must be ${part === 'module_setting' ? 'an object' : 'a list'}.`,
        },
      ]);
    }
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

/** Names of fields that mean nothing here, and are kept for whoever they mean something to. */
export function strangeFields({ fields = [] }: SettingsWish): string[] {
  return fields.flatMap(([name, text]) => (text === '' || settableNames.has(name) ? [] : [name]));
}

/** Set by hand, a name that is nearly one is a slip; the correct spelling of a misspelt name most of all. */
function refuseSlips(fields: readonly (readonly [string, string])[]): void {
  refuseInvalid(
    strangeFields({ fields }).flatMap((name) => {
      const known = [...settableNames];
      const meant =
        known.find((one) => isRespelt(name, one)) ?? known.find((one) => isSlipOf(name, one));
      if (meant === undefined) return [];
      return {
        path: ['module_setting', name],
        sentence: `module_setting.${name}: there is no such setting. ${meant} is meant.`,
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

/** `["a","b"]` and `{"x":1}` are meant as JSON; `3000` and `on` as text, which the reader understands as well. */
function jsonOrText(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
