// Parts of shop settings documents, and the settings that they parse to.
import assert from 'node:assert/strict';
import {
  emptyDocument,
  readSettings,
  type SettingsDocument,
} from '../../src/application/keys/settings-document.ts';

export type Parts = Partial<SettingsDocument>;

export const read = (parts: Parts) => readSettings({ ...emptyDocument, ...parts });

/** Parses a valid document. */
export function settingsOf(parts: Parts) {
  const { settings, issues } = read(parts);
  assert.deepEqual(issues, []);
  return settings;
}
export const moduleOf = (module_setting: Record<string, unknown>) =>
  settingsOf({ module_setting }).module;
export const rule = (change: Record<string, unknown>): Parts => ({
  rules: [{ action: { type: 'free' }, ...change }],
});
export const condition = (field: unknown, operator: unknown, value?: unknown): Parts =>
  rule({ conditions: [{ field, operator, value }] });
export const conditionOf = (...given: Parameters<typeof condition>) =>
  settingsOf(condition(...given)).rules[0]?.conditions[0];
