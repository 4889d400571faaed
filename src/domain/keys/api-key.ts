// An API key: the credentials of a shop or program that acts for its member. Only the secret's hash is stored;
// `prefix` is its first characters, by which people recognise the key.

import type { MemberId } from '../members/member.ts';
import type { Issue } from '../refusal.ts';

export type KeyId = number & { readonly brand: 'KeyId' };

export const keyId = (id: number): KeyId => id as KeyId;

/** The beginning of every key, so that people and secret scanners recognise a leaked one. */
export const keyMark = 'lh_';

/**
 * The platforms of a key, with the numbers that the interface shows as `module_type_id`. WooCommerce's plug-in
 * accepts only 0 and 1: interface-gaps.md, "Numbers of module types".
 */
export const moduleTypes = {
  custom_site: 0,
  wordpress: 1,
  shopify: 2,
  magento: 3,
} as const;

export type ModuleType = keyof typeof moduleTypes;

export type ApiKey = {
  id: KeyId;
  memberId: MemberId;
  prefix: string;
  moduleType: ModuleType;
  /** Site domain or name, also shown as the booker of the key's bookings. */
  site: string;
  isActive: boolean;
  /** Every confirmation with this key is a demo. */
  isDemo: boolean;
  createdAtMs: number;
};

export const keyPrefixLength = 8;
const longestSite = 255;

/** The name of a key without a site. It shows no part of the secret, because other people may read it. */
export const numberedKey = (id: KeyId): string => `API key ${id}`;

export function isModuleType(text: string): text is ModuleType {
  return Object.hasOwn(moduleTypes, text);
}

export function siteIssues(site: string): Issue[] {
  return site.length > longestSite
    ? [{ path: ['site'], problem: 'site_too_long', most: longestSite }]
    : [];
}
