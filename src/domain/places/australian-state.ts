// The eight Australian states and territories, and the state of a postcode. A postcode alone cannot decide, because
// seventeen postcodes cross a border. The range table below is only for addresses without a known locality.

/**
 * In alphabetical order, on which the prepared file of places depends. Rate cards use another order:
 * `rateCardStates`.
 */
export const australianStates = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;

export type AustralianState = (typeof australianStates)[number];

const stateNames: Readonly<Record<AustralianState, string>> = {
  ACT: 'AUSTRALIAN CAPITAL TERRITORY',
  NSW: 'NEW SOUTH WALES',
  NT: 'NORTHERN TERRITORY',
  QLD: 'QUEENSLAND',
  SA: 'SOUTH AUSTRALIA',
  TAS: 'TASMANIA',
  VIC: 'VICTORIA',
  WA: 'WESTERN AUSTRALIA',
};

/** The state that an upper-case word or phrase names (`NSW`, `NEW SOUTH WALES`), otherwise undefined. */
export function findState(text: string): AustralianState | undefined {
  return australianStates.find((state) => state === text || stateNames[state] === text);
}

/** The states whose abbreviation starts with these letters: `N` may become NSW or NT. */
export function statesStartingWith(letters: string): readonly AustralianState[] {
  return australianStates.filter((state) => state.startsWith(letters));
}

// First and last postcode of each range, both included. Post office boxes and large receivers
// have ranges of their own (0200, 0900, 1000, 58xx, 68xx, 78xx, 8000, 9000). Islands and bases
// belong to the state that posts to them: Lord Howe 2898 and Norfolk 2899 to NSW, Christmas 6798
// and Cocos 6799 to WA, the Antarctic bases 7151 to TAS.
const postcodeRanges: readonly (readonly [first: number, last: number, state: AustralianState])[] =
  [
    [200, 299, 'ACT'],
    [800, 999, 'NT'],
    [1000, 2599, 'NSW'],
    [2600, 2618, 'ACT'],
    [2619, 2899, 'NSW'],
    [2900, 2920, 'ACT'],
    [2921, 2999, 'NSW'],
    [3000, 3999, 'VIC'],
    [4000, 4999, 'QLD'],
    [5000, 5999, 'SA'],
    [6000, 6999, 'WA'],
    [7000, 7999, 'TAS'],
    [8000, 8999, 'VIC'],
    [9000, 9999, 'QLD'],
  ];

/** The state whose range contains the postcode; undefined for other text and unused ranges. */
export function stateOfPostcode(postcode: string): AustralianState | undefined {
  if (!isPostcode(postcode)) return undefined;
  const value = Number(postcode);
  return postcodeRanges.find(([first, last]) => value >= first && value <= last)?.[2];
}

/** Four digits. Postcodes are text everywhere, because Darwin's 0800 begins with a zero. */
export function isPostcode(text: string): boolean {
  return /^\d{4}$/.test(text);
}
