// An API key: how a shop or a program signs in for its member. The secret itself is never kept,
// only its hash; `prefix` is the short beginning by which a person recognises it.

import type { MemberId } from '../members/member.ts';
import type { Issue } from '../refusal.ts';

export type KeyId = number & { readonly brand: 'KeyId' };

export const keyId = (id: number): KeyId => id as KeyId;

/** Every key begins so: people and programs that look for lost secrets know it at sight. */
export const keyMark = 'lh_';

/**
 * The platforms a key can be made for, with the number the interface shows as `module_type_id`. WooCommerce's plug-in
 * takes a key for its own only if that is 0 or 1: interface-gaps.md, "Numbers of module types".
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
  /** Site domain or name; it also names who booked. */
  site: string;
  isActive: boolean;
  /** Every confirm with this key is a demo booking. */
  isDemo: boolean;
  createdAtMs: number;
};

export const keyPrefixLength = 8;
const longestSite = 255;

/** What a key without a site is called where others may read it; its secret is not to be shown, not even in part. */
export const numberedKey = (id: KeyId): string => `API key ${id}`;

export function isModuleType(text: string): text is ModuleType {
  return Object.hasOwn(moduleTypes, text);
}

export function siteIssues(site: string): Issue[] {
  return site.length > longestSite
    ? [{ path: ['site'], problem: 'site_too_long', most: longestSite }]
    : [];
}
