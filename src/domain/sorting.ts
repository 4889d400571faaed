// The fields by which people sort lists, and keys that sort texts as people read them.

/** Descending is exactly the opposite of ascending, also among equals. */
export type Sorting<By extends string> = { by: By; isDescending: boolean };

export const orderSorts = ['imported', 'number', 'receiver', 'value', 'status'] as const;
export type OrderSorting = Sorting<(typeof orderSorts)[number]>;

export const memberSorts = ['email', 'company', 'owes', 'discount'] as const;
export type MemberSorting = Sorting<(typeof memberSorts)[number]>;

export const callSorts = ['at', 'carrier', 'status', 'took'] as const;
export type CallSorting = Sorting<(typeof callSorts)[number]>;

const digitsInKey = 12;
/** Longer texts differ early enough. */
const longestKey = 120;

/** Sorts without case and accents, and numbers by their value: A-9 before A-10. */
export function sortKey(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(digitsInKey, '0'))
    .slice(0, longestKey);
}
