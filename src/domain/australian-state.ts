// The states and territories by their postal codes, in the order in which they are listed to people.
// Neither time zones (time-zone.ts) nor postcodes belong here.

export const AUSTRALIAN_STATES = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const;

export type AustralianState = (typeof AUSTRALIAN_STATES)[number];

export function findState(text: string): AustralianState | undefined {
  const code = text.trim().toUpperCase();
  return AUSTRALIAN_STATES.find((state) => state === code);
}
