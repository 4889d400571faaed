// The spelling of place names: one key for all spellings of a name. `St. Kilda`, `SAINT KILDA` and `st kilda` share
// the key `ST KILDA`; `O'Connor` and `OCONNOR` share `OCONNOR`. Keys are only for comparisons; people always see the
// locality's own name.

// Unambiguous words, and the spelling that nearly all names use: Mount is written out, Saint is not. The other
// spellings never occur in a key.
const usualForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    APPT: 'AIRPORT',
    AVE: 'AVENUE',
    BCH: 'BEACH',
    BRDG: 'BRIDGE',
    CK: 'CREEK',
    CRK: 'CREEK',
    CTR: 'CENTRE',
    CTRE: 'CENTRE',
    FT: 'FORT',
    GDN: 'GARDEN',
    GDNS: 'GARDENS',
    GRV: 'GROVE',
    GT: 'GREAT',
    GVE: 'GROVE',
    HBR: 'HARBOUR',
    HDS: 'HEADS',
    HGTS: 'HEIGHTS',
    HLS: 'HILLS',
    HTS: 'HEIGHTS',
    IS: 'ISLAND',
    ISL: 'ISLAND',
    JCT: 'JUNCTION',
    JN: 'JUNCTION',
    JNC: 'JUNCTION',
    JUNC: 'JUNCTION',
    LK: 'LAKE',
    LT: 'LITTLE',
    LWR: 'LOWER',
    MT: 'MOUNT',
    MTN: 'MOUNTAIN',
    NTH: 'NORTH',
    PDE: 'PARADE',
    PK: 'PARK',
    PLNS: 'PLAINS',
    RD: 'ROAD',
    RVR: 'RIVER',
    SAINT: 'ST',
    SPGS: 'SPRINGS',
    SPRGS: 'SPRINGS',
    SQ: 'SQUARE',
    STH: 'SOUTH',
    STN: 'STATION',
    TCE: 'TERRACE',
    UNI: 'UNIVERSITY',
    UPR: 'UPPER',
    VLY: 'VALLEY',
    WTRS: 'WATERS',
    XING: 'CROSSING',
  }),
);

// Words with two readings: `PT COOK` is Point Cook, `PT MACQUARIE` is Port Macquarie. A compass letter stands for its
// word only in a finished name, never in a name that is still being typed.
const ambiguousForms: ReadonlyMap<string, readonly string[]> = new Map([['PT', ['POINT', 'PORT']]]);
const compassForms: ReadonlyMap<string, readonly string[]> = new Map([
  ['N', ['NORTH', 'N']],
  ['S', ['SOUTH', 'S']],
  ['E', ['EAST', 'E']],
  ['W', ['WEST', 'W']],
]);

/** The words of a text: upper case, no accents, no punctuation; apostrophes join. */
export function nameWords(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f'’‘`´ʼ]/g, '')
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();
  return plain === '' ? [] : plain.split(' ');
}

// Nearly all names in the shipped data are their own key. Detecting that quickly halves the start-up time.
const unusualShape = new RegExp(`[^A-Z ]|^ | $|  |\\b(?:${[...usualForms.keys()].join('|')})\\b`);

/** The key that all spellings of a name share. */
export function localityKey(text: string): string {
  return unusualShape.test(text) ? nameWords(text).map(usualForm).join(' ') : text;
}

function usualForm(word: string): string {
  return usualForms.get(word) ?? word;
}

/**
 * Every reading of a name that is still being typed. The last word may be unfinished: `CK` is CREEK or the start of
 * another word; `SAI` will become SAINT, so it is read as the complete word ST, with a closing space.
 */
export function typedReadings(words: readonly string[]): readonly string[] {
  return expand(words, (word, isLast) => {
    const readings = ambiguousForms.get(word) ?? [usualForm(word)];
    if (!isLast) return readings;
    if (word.length >= 3 && 'SAINT'.startsWith(word)) return ['ST ', word];
    return readings.includes(word) ? readings : [...readings, word];
  });
}

/** Every reading of a finished name, as in an address: `N SYDNEY` is NORTH SYDNEY. */
export function finishedReadings(words: readonly string[]): readonly string[] {
  return expand(
    words,
    (word) => ambiguousForms.get(word) ?? compassForms.get(word) ?? [usualForm(word)],
  );
}

// Each ambiguous word doubles the readings; more than these are not worth the work.
const mostReadings = 4;

function expand(
  words: readonly string[],
  readingsOf: (word: string, isLast: boolean) => readonly string[],
): readonly string[] {
  let readings = [''];
  words.forEach((word, position) => {
    const choices = readingsOf(word, position === words.length - 1);
    const separator = position === 0 ? '' : ' ';
    readings = readings
      .flatMap((reading) => choices.map((choice) => reading + separator + choice))
      .slice(0, mostReadings);
  });
  return readings;
}
