// What a user may do with a member's records.

/** From the least to the most: each role also allows what those before it allow. */
export const roles = ['viewer', 'booker', 'admin'] as const;
export type Role = (typeof roles)[number];

export function allows(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
