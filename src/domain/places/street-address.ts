// Splits a street line into unit, number, name and type. Keeps all typed text: unknown parts stay in the unit (a
// building's name) or in the street. `address-line.ts` finds the suburb.

import { postBoxNames } from './post-box.ts';
import { streetSuffixOf, streetTypeOf } from './street-type.ts';

export type StreetAddress = Readonly<{
  /** `4`, `Shop 5`, `Suite 301, Level 3`; a plain number is a unit, flat or apartment. */
  unit: string;
  /** `12`, `12A`, `12-14`, `Lot 7`. */
  streetNumber: string;
  /** `Smith`, `St Georges`, `The Esplanade`, `PO Box 123`. */
  street: string;
  /** `Street`, `Terrace`, `Street North`; empty if the name has no type. */
  streetType: string;
}>;

export const noStreet: StreetAddress = { unit: '', streetNumber: '', street: '', streetType: '' };

// Words before the number of a part of a building. The plain ones are dropped: `4/12 Smith St`.
const plainUnits = 'UNIT U UN FLAT FLT F APT APARTMENT AP TOWNHOUSE TH'.split(' ');
const namedUnits: ReadonlyMap<string, string> = new Map(
  (
    'BAY BAY,BLDG BUILDING,BLK BLOCK,BLOCK BLOCK,BUILDING BUILDING,DOCK DOCK,FACTORY FACTORY,' +
    'FCTY FACTORY,FLOOR FLOOR,FL FLOOR,HANGAR HANGAR,KIOSK KIOSK,L LEVEL,LEVEL LEVEL,LVL LEVEL,' +
    'LV LEVEL,OFFICE OFFICE,PENTHOUSE PENTHOUSE,RM ROOM,ROOM ROOM,SHED SHED,SHOP SHOP,SHP SHOP,' +
    'SITE SITE,STALL STALL,STE SUITE,STUDIO STUDIO,SUITE SUITE,TENANCY TENANCY,TOWER TOWER,' +
    'VILLA VILLA,WAREHOUSE WAREHOUSE,WHSE WAREHOUSE'
  )
    .split(',')
    .map((pair) => pair.split(' '))
    .map(([short = '', long = '']) => [short, titleCase(long)]),
);

const unitShape = /^(?:\d+[A-Z]?|[A-Z]\d*|[A-Z]{1,2}\d+[A-Z]?)$/i;
const streetNumberShape = /^\d+[A-Z]?(?:-\d+[A-Z]?)?$/i;
const unitAndNumberShape =
  /^([A-Z]{0,2}\d+[A-Z]?(?:-\d+[A-Z]?)?|[A-Z])\/(\d+[A-Z]?(?:-\d+[A-Z]?)?)$/i;
// Roadside boxes are written like post office boxes.
const boxShape = new RegExp(
  String.raw`^(${postBoxNames}|care po|rmb|rsd)(?:\s+|(?=\d))(\w+(?: \d+)?)$`,
  'i',
);

/** Splits the line before the suburb. Never fails: at worst the whole line is the street. */
export function parseStreet(line: string): StreetAddress {
  const text = tidy(line);
  const box = boxShape.exec(text.replaceAll(',', ' ').replaceAll(/\s+/g, ' '));
  if (box !== null) return { ...noStreet, street: `${boxName(box[1])} ${box[2]?.toUpperCase()}` };
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const front = readFront(words);
  if (front === undefined) return { ...noStreet, ...readName(words) };
  const unit = front.parts.length > 1 ? front.parts.map(namedUnit).join(', ') : front.parts[0];
  return { unit: unit ?? '', streetNumber: front.number, ...readName(front.rest) };
}

/** The line in printed form: `4/12 Smith Street`, `Shop 5, 12 Smith Street`. */
export function formatStreet(address: StreetAddress): string {
  const { unit, streetNumber, street, streetType } = address;
  const isPlain = unitShape.test(unit) && streetNumber !== '' && !streetNumber.startsWith('Lot');
  const name = [street, streetType].filter((part) => part !== '').join(' ');
  const number = isPlain ? `${unit}/${streetNumber}` : streetNumber;
  const line = [number, name].filter((part) => part !== '').join(' ');
  return [isPlain ? '' : namedUnit(unit), line].filter((part) => part !== '').join(', ');
}

/** True for a post office box or a similar box, which has no street. */
export function isBox({ street, streetNumber }: StreetAddress): boolean {
  return streetNumber === '' && boxShape.test(street);
}

// A bare number needs the word Unit, unless it is directly before the street number.
function namedUnit(unit: string): string {
  return unitShape.test(unit) ? `Unit ${unit}` : unit;
}

/** Capitalises a name for printing: `Smith`, `McKinnon`, `O'Connell`, `42nd`. */
export function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(
      /(^|[\s\-/(&])([a-z])/g,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
    .replaceAll(
      /\b(O'|D'|Mc)([a-z])/g,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

// Removes spaces inside numbers, number signs, full stops and `care of`, which carry no information.
function tidy(line: string): string {
  return line
    .replace(/^\s*(?:c\/[-o]|care of)\s+/i, '')
    .replaceAll(/[\r\n;]+/g, ', ')
    .replaceAll(/’/g, "'")
    .replaceAll(
      /(\d[a-z]?)\s*([-–/])\s*(?=\d)/gi,
      (_, before: string, sign: string) => before + (sign === '/' ? '/' : '-'),
    )
    .replaceAll(/\bno\.?\s*(?=\d)/gi, '')
    .replaceAll('#', ' ')
    .replaceAll(/\.(?=\s|,|$)/g, '')
    .trim();
}

type Front = { parts: readonly string[]; number: string; rest: readonly string[] };

// Everything before the street's name: units, a building's name, the number. Undefined if there is neither unit nor
// number.
function readFront(words: readonly string[]): Front | undefined {
  const parts: string[] = [];
  let building: string[] = [];
  let rest = words;
  let withoutNumber: Front | undefined;
  while (rest.length > 0) {
    const unit = readUnit(rest);
    const number = unit === undefined ? readNumber(rest, parts.length > 0) : undefined;
    if (unit !== undefined || number !== undefined) {
      if (building.length > 0) parts.push(titleCase(building.join(' ')));
      building = [];
    }
    if (number !== undefined) return { ...number, parts: [...parts, ...number.parts] };
    if (unit !== undefined) {
      parts.push(unit.text);
      rest = unit.rest;
      withoutNumber = { parts: [...parts], number: '', rest };
      continue;
    }
    // In `Smith St 12` the number is at the end, so the words before it are not a building.
    const [word = ''] = rest;
    if (building.length > 0 && streetTypeOf(word) !== undefined) break;
    building.push(word);
    rest = rest.slice(1);
  }
  return withoutNumber;
}

// The street number, and the unit if both are one word. A street name must follow.
function readNumber(words: readonly string[], hasUnit: boolean): Front | undefined {
  const [first = '', second = '', third] = words.map((word) => word.toUpperCase());
  const [, unit, number] = unitAndNumberShape.exec(first) ?? [];
  if (unit !== undefined && number !== undefined && second !== '') {
    return { parts: [unit], number, rest: words.slice(1) };
  }
  if (first === 'LOT' && /\d/.test(second)) {
    return { parts: [], number: `Lot ${second}`, rest: words.slice(2) };
  }
  // `4 12 Smith St`: of two numbers in a row, the first is the unit.
  if (!hasUnit && unitShape.test(first) && streetNumberShape.test(second) && third !== undefined) {
    return { parts: [first], number: second, rest: words.slice(2) };
  }
  if (streetNumberShape.test(first) && second !== '') {
    return { parts: [], number: first, rest: words.slice(1) };
  }
  return undefined;
}

// `Unit 4`, `U4`, `Level 3`, `Shop 5`; in `Unit 4/12` the number is left for `readNumber`.
function readUnit(words: readonly string[]): { text: string; rest: readonly string[] } | undefined {
  const fused = /^([A-Z]+)(\d\w*)(?:\/(.+))?$/i.exec(words[0] ?? '');
  const [name = '', id = ''] = fused === null ? words : [fused[1], fused[2]];
  const word = name.toUpperCase();
  const isPlain = plainUnits.includes(word);
  const long = isPlain ? '' : namedUnits.get(word);
  if (long === undefined) return undefined;
  if (fused !== null) {
    const number = fused[3] === undefined ? [] : [fused[3]];
    return { text: unitText(long, id), rest: [...number, ...words.slice(1)] };
  }
  const [own = '', number] = id.split('/');
  if (!unitShape.test(own)) return undefined;
  return {
    text: unitText(long, own),
    rest: [...(number === undefined ? [] : [number]), ...words.slice(2)],
  };
}

function unitText(name: string, id: string): string {
  return [name, id.toUpperCase()].filter((part) => part !== '').join(' ');
}

// The last word that is a street type, unless that leaves no name: The Esplanade, Broadway.
function readName(words: readonly string[]): Pick<StreetAddress, 'street' | 'streetType'> {
  const suffix = words.length > 2 ? streetSuffixOf(words.at(-1) ?? '') : undefined;
  const before = suffix === undefined ? words : words.slice(0, -1);
  const type = streetTypeOf(before.at(-1) ?? '');
  const name = before.slice(0, -1);
  const isBare = name.length === 0 || (name.length === 1 && name[0]?.toUpperCase() === 'THE');
  if (type === undefined || isBare) return { street: titleCase(words.join(' ')), streetType: '' };
  const ending = [type, suffix].filter((part) => part !== undefined).join(' ');
  return { street: titleCase(name.join(' ')), streetType: titleCase(ending) };
}

function boxName(text = ''): string {
  const letters = text.toUpperCase().replaceAll(/[^A-Z]/g, '');
  if (/^G\w*BO?X$/.test(letters)) return 'GPO Box';
  if (/^P\w*BO?X$/.test(letters)) return 'PO Box';
  return letters.length <= 3 ? letters : titleCase(text);
}
