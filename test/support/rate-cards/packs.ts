// The files of a small carrier for tests of loading and checking. A mark ¦ in a changed file stands before the place
// where the problem must be reported.

import { loadCarriers } from '../../../src/adapters/carriers/loading/load-carriers.ts';
import type { Problem } from '../../../src/adapters/carriers/loading/problem.ts';

const placeMark = '¦';

const carrierJson = `{
  "format": "carrier/1",
  "id": "acme",
  "name": "Acme Freight",
  "services": [
    { "id": "road", "string_id": "acme_road", "label": "Acme Road", "mode": "road" },
    { "id": "air", "string_id": "acme_air", "label": "Acme Air", "mode": "air" }
  ],
  "pickup": { "cutoffs": { "default": "14:00" }, "window": { "from": "13:00", "to": "17:00" } }
}
`;

const cardJson = `{
  "format": "ratecard/1",
  "code": "CARD",
  "carrier": "acme",
  "services": [{ "id": "road" }],
  "currency": "AUD",
  "prices": "ex_gst",
  "gst_rate": "0.10",
  "valid_from": "2026-01-01",
  "valid_to": null,
  "weight": {
    "method": "consignment",
    "cubic_factor": "250",
    "cubic_rules": [{ "when": "l > 120", "factor": "333" }],
    "round": { "at": "consignment", "mode": "up", "step": "1" }
  },
  "zones": { "file": "zones.csv", "unserved": ["6000-6999"] },
  "lanes": { "file": "lanes.csv", "direction": "one_way" },
  "limits": { "max_item_kg": "30", "item_types": ["Carton", "Pallet"] },
  "fuel": [{ "percent": "17.5", "from": "2026-01-05" }],
  "surcharges": [
    { "code": "RESI", "when": "receiver_type=='residential'", "amount": "6.50" },
    { "code": "LONG", "group": "size", "scope": "item", "when": "l >= 120", "amount": "8", "per": "item" },
    { "code": "AREA", "table": "areas.csv" }
  ],
  "groups": { "size": "max" },
  "warranty": { "kind": "tiered", "cap": "1500", "tiers": [{ "up_to": "500", "fee": "0" }, { "up_to": "1500", "fee": "6" }] },
  "connote": { "prefix": "ACM", "digits": 6, "start": 1, "end": 999999 }
}
`;

const zonesCsv = `zone,postcode_from,postcode_to,suburb,state,parent,pickup,delivery
MEL,3000,3207,,VIC,,1,1
NSW2,2640,2649,,NSW,NSW,0,1
NSW2,2640,2640,ALBURY,NSW,NSW,1,1
DRW,0800,0832,,NT,,1,1
`;

const lanesCsv = `service,from_zone,to_zone,to_suburb,item_type,basic,basic_includes,minimum,maximum,unit,per,break_mode,breaks
road,MEL,NSW2,,,8.40,,12.60,90,kg,,whole,100:0.42|500:0.36|*:0.31!bump
road,MEL,DRW,,,20,,,,kg,,cumulative,5:1.50|10:1.25|*:1.00
road,MEL,NSW2,,pallet,,,,,pallet,,whole,2:90|*:80
`;

const areasCsv = `code,postcode_from,postcode_to,suburb,side,amount,per,per_kg,fuel
ONFWD,0810,0832,,delivery,12,consignment,0.10,1
ONFWD,0822,0822,TIWI ISLANDS,delivery,40,consignment,,1
`;

const transitCsv = `from_zone,to_zone,min,max
MEL,NSW2,1,2
MEL,DRW,4,6
`;

const fuelCsv = `percent,from,to,when
16,2025-12-01,2025-12-31,
22,2026-01-05,,to_state=='NT'
`;

export const cardFolder = 'acme/cards/CARD';

/** Files of a valid carrier: short names with path and content. */
export const goodPack = {
  carrier: ['acme/carrier.json', carrierJson],
  card: [`${cardFolder}/card.json`, cardJson],
  zones: [`${cardFolder}/zones.csv`, zonesCsv],
  lanes: [`${cardFolder}/lanes.csv`, lanesCsv],
  areas: [`${cardFolder}/areas.csv`, areasCsv],
  transit: [`${cardFolder}/transit.csv`, transitCsv],
  fuel: [`${cardFolder}/fuel.csv`, fuelCsv],
} as const satisfies Record<string, readonly [string, string]>;

export type PackFile = keyof typeof goodPack;

export function goodFiles(): Map<string, string> {
  return new Map(Object.values(goodPack));
}

/** The files with one text replaced; fails if the text is not there. */
export function changed(file: PackFile, before: string, after: string): Map<string, string> {
  const files = goodFiles();
  const [path, content] = goodPack[file];
  if (!content.includes(before)) throw new Error(`${path} does not contain ${before}`);
  files.set(
    path,
    content.replace(before, () => after),
  );
  return files;
}

export type Expected = {
  readonly code: string;
  readonly value: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
};

/** Loads the files; returns the problems and the position of the mark. */
export function problemsOf(marked: ReadonlyMap<string, string>): {
  readonly problems: readonly Problem[];
  readonly mark: Pick<Expected, 'file' | 'line' | 'column'> | undefined;
} {
  let mark: Pick<Expected, 'file' | 'line' | 'column'> | undefined;
  const files = new Map<string, string>();
  for (const [path, content] of marked) {
    const at = content.indexOf(placeMark);
    if (at >= 0) {
      const before = content.slice(0, at).split('\n');
      mark = { file: path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    }
    files.set(path, content.replace(placeMark, ''));
  }
  const problems = [...loadCarriers(files).values()].flatMap((folder) => folder.problems);
  return { problems, mark };
}
