// Code 128, the bars of every label: encodes a text as widths of bars and spaces. Mixes sets B (all printable ASCII) and C
// (pairs of digits) for the shortest symbol. Sizes in millimetres are decided elsewhere.
//
// Example: "AB1234" is Start B, A, B, Code C, 12, 34, check, Stop: 8 symbols, 90 modules.

/**
 * Function 1: at the beginning it makes the symbol GS1-128; elsewhere it ends a GS1 element of variable length.
 */
export const fnc1 = '\u00f1';

/** Widths of each symbol's three bars and three spaces, in modules; the last is Stop. */
const patterns =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231
   113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211
   212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131
   113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
   314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211
   241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
   214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214
   211232 2331112`.split(/\s+/);

type CodeSet = 'B' | 'C';

const startValue: Record<CodeSet, number> = { B: 104, C: 105 };
/** The symbol that switches to each set. */
const changeValue: Record<CodeSet, number> = { B: 100, C: 99 };
const fnc1Value = 102;
const stopValue = 106;
const checkModulus = 103;
const modulesPerSymbol = 11;
const stopModules = 13;
/** Hand-held scanners do not read longer symbols; GS1 allows 48 characters of data. */
const longestText = 80;

/** White on each side of the symbol, in modules. */
export const code128Quiet = 10;

export type Code128 = {
  /** Bar, space, bar … beginning and ending with a bar, in modules. */
  widths: readonly number[];
  /** Width of the whole symbol without quiet zones. */
  modules: number;
};

export function code128(text: string): Code128 {
  const values = valuesOf(text);
  const check = values.reduce((sum, value, n) => sum + value * Math.max(1, n), 0) % checkModulus;
  const widths = [...values, check, stopValue].flatMap((value) => {
    const pattern = patterns[value];
    if (pattern === undefined) throw new Error(`Code 128 has no symbol ${value}`);
    return Array.from(pattern, Number);
  });
  return { widths, modules: modulesOf(values.length) };
}

/** The width of a text's symbol in modules, without building the symbol. */
export function code128Modules(text: string): number {
  return modulesOf(valuesOf(text).length);
}

function modulesOf(values: number): number {
  return (values + 1) * modulesPerSymbol + stopModules;
}

function valuesOf(text: string): number[] {
  const characters = Array.from(text);
  return stretchesOf(characters).flatMap(({ set, from, to }, part) => {
    const values = [part === 0 ? startValue[set] : changeValue[set]];
    for (let n = from; n < to; ) {
      const step = stepIn(set, characters, n);
      if (step === undefined) throw new Error(`Code 128 went wrong at ${n} of "${text}"`);
      values.push(step.value);
      n += step.taken;
    }
    return values;
  });
}

/** A part of the text that is encoded in one set; the ends are character positions. */
type Stretch = { set: CodeSet; from: number; to: number };

/** The shortest encoding of the text. */
function stretchesOf(characters: readonly string[]): Stretch[] {
  if (characters.length === 0 || characters.length > longestText)
    throw new Error(`Code 128 takes 1 to ${longestText} characters, not ${characters.length}`);
  const fewest = fewestSymbols(characters);
  const at = (set: CodeSet, n: number): number => fewest[set][n] ?? Number.POSITIVE_INFINITY;
  let set: CodeSet = at('C', 0) <= at('B', 0) ? 'C' : 'B';
  const stretches: Stretch[] = [];
  let from = 0;
  let n = 0;
  const close = (): void => {
    stretches.push({ set, from, to: n });
    from = n;
  };
  while (n < characters.length) {
    const step = stepIn(set, characters, n);
    if (step !== undefined && at(set, n) === 1 + at(set, n + step.taken)) {
      n += step.taken;
    } else {
      close();
      set = set === 'B' ? 'C' : 'B';
    }
  }
  close();
  return stretches;
}

/** The fewest symbols from each position to the end, in either set. */
function fewestSymbols(characters: readonly string[]): Record<CodeSet, number[]> {
  const fewest: Record<CodeSet, number[]> = { B: [], C: [] };
  fewest.B[characters.length] = 0;
  fewest.C[characters.length] = 0;
  for (let n = characters.length - 1; n >= 0; n -= 1) {
    const straight = (set: CodeSet): number => {
      const step = stepIn(set, characters, n);
      return step === undefined
        ? Number.POSITIVE_INFINITY
        : 1 + (fewest[set][n + step.taken] ?? Number.POSITIVE_INFINITY);
    };
    const [inB, inC] = [straight('B'), straight('C')];
    fewest.B[n] = Math.min(inB, 1 + inC);
    fewest.C[n] = Math.min(inC, 1 + inB);
  }
  return fewest;
}

/**
 * The symbol for the characters at the position, and how many it covers; undefined if the set cannot encode them.
 */
function stepIn(
  set: CodeSet,
  characters: readonly string[],
  n: number,
): { value: number; taken: number } | undefined {
  const character = characters[n] ?? '';
  if (character === fnc1) return { value: fnc1Value, taken: 1 };
  if (set === 'C') {
    const pair = character + (characters[n + 1] ?? '');
    return /^\d\d$/.test(pair) ? { value: Number(pair), taken: 2 } : undefined;
  }
  const code = character.charCodeAt(0);
  if (code < 32 || code > 126) throw new Error(`Code 128 cannot hold "${character}"`);
  return { value: code - 32, taken: 1 };
}
