// Another system's rate file → a carrier's card: read, fitted to the carrier's services and zones, checked as the
// server loads it, compared with current prices, and published as a whole. Nothing is written when a line is refused
// (unless the operator allows it), when the card has errors, or on a dry run.
import type { CardDefinition } from '../../domain/rate-cards/card-definition.ts';
import type { CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import { Findings, type RefusedLine } from '../../domain/rate-cards/import/findings.ts';
import { withKnownZones, withOneCubic } from '../../domain/rate-cards/import/fit-lanes.ts';
import { cardFormats } from '../../domain/rate-cards/import/formats.ts';
import type { CardReading, ImportedLane } from '../../domain/rate-cards/import/imported-lane.ts';
import {
  type MatchedServices,
  matchServices,
} from '../../domain/rate-cards/import/match-services.ts';
import { readTable } from '../../domain/rate-cards/import/source-table.ts';
import {
  readZoneTable,
  type ZoneRow,
  zoneRowsOf,
} from '../../domain/rate-cards/import/zone-rows.ts';
import { clashesOf } from '../carriers/carrier-clashes.ts';
import { carrierJson, servicesOf, textOf } from '../carriers/carrier-json.ts';
import {
  type CardImport,
  type Fitted,
  type MadeFiles,
  makeCarrierFiles,
} from '../carriers/make-carrier-files.ts';
import type { CarrierDrafts, CarrierInUse, DraftCheck, DraftProblem } from '../ports.ts';
import { type PricePreview, previewPrices } from './preview-prices.ts';

export type ImportApp = {
  drafts: CarrierDrafts;
  /** The carriers in use. */
  snapshot: CarrierSnapshot;
  /** Today in Sydney, such as `2026-11-16`. */
  today: string;
  /** Who imports, as the versions name them. */
  by: string;
};

export type ImportReport = {
  /** While there are questions, the rest of the report is empty. */
  questions: Findings['questions'];
  lines: { read: number; used: number; refused: number; leftOut: number };
  /** The first of them. */
  refused: readonly RefusedLine[];
  notes: Findings['notes'];
  cards: MadeFiles['cards'];
  /** Mistakes in the files to be written, with their places in the source file if they have one. */
  problems: readonly DraftProblem[];
  previews: readonly PricePreview[];
  isRefused: boolean;
  isWritten: boolean;
  /** The number of the version that was added. */
  version: number | undefined;
};

export async function importRateCards(
  app: ImportApp,
  request: CardImport,
  progress: (share: number) => void = () => undefined,
): Promise<ImportReport> {
  const findings = new Findings();
  const reading = cardFormats[request.format](request.files, request.choices, findings, (share) =>
    progress(share * 0.6),
  );
  const inUse = await app.drafts.inUse(request.carrier, request.holdsFrom);
  const fitted = fit(reading, inUse, request, findings);
  const made =
    fitted.lanes.length === 0
      ? undefined
      : makeCarrierFiles(app.today, fitted, inUse, request, findings);
  const base = {
    questions: findings.questions,
    lines: countLines(reading, fitted.lanes, findings),
    refused: findings.refused,
    notes: findings.notes,
  };
  if (made === undefined || findings.questions.length > 0 || findings.isHopeless)
    return {
      ...base,
      cards: [],
      problems: [],
      previews: [],
      isRefused: true,
      isWritten: false,
      version: undefined,
    };
  progress(0.7);
  const draft = {
    folder: request.carrier,
    files: made.files,
    isWhole: true as const,
    over: inUse?.files ?? new Map<string, string>(),
    holdsFrom: request.holdsFrom,
  };
  const check = await app.drafts.check(draft);
  progress(0.9);
  const problems = problemsOf(app, request.carrier, check, made.places);
  const isRefused =
    (findings.refusedLines > 0 && !request.skipsRefused) ||
    check.isRefused ||
    problems.some(({ severity }) => severity === 'error');
  const previews =
    check.carrier === undefined
      ? []
      : previewPrices(app, check.carrier, [...fitted.matched.ids.values()], firstDayOf(request));
  const isWritten = !isRefused && !request.isDryRun;
  const version = isWritten
    ? await app.drafts.publish(draft, { by: app.by, note: request.note })
    : undefined;
  progress(1);
  return { ...base, cards: made.cards, problems, previews, isRefused, isWritten, version };
}

/** The first day with the new prices. */
function firstDayOf({ validFrom = '', holdsFrom = '' }: CardImport): string | undefined {
  const last = validFrom > holdsFrom ? validFrom : holdsFrom;
  return last === '' ? undefined : last;
}

function fit(
  reading: CardReading,
  inUse: CarrierInUse | undefined,
  request: CardImport,
  findings: Findings,
): Fitted {
  const terms = carrierJson(inUse, findings, request.carrier);
  const matched = matchServices(
    reading.lanes,
    {
      carrier: request.carrier,
      carrierName: request.carrierName ?? textOf(terms.name) ?? request.carrier,
      known: servicesOf(terms),
      choices: request.services,
      mode: request.mode,
    },
    findings,
  );
  const zones = findZones(reading, matched, inUse, request, findings);
  const named = reading.lanes.filter(({ service }) => matched.ids.has(service.text));
  const lanes = withOneCubic(withKnownZones(named, zones, findings), findings);
  return { lanes, zones, matched, reading };
}

function findZones(
  reading: CardReading,
  matched: MatchedServices,
  inUse: CarrierInUse | undefined,
  request: CardImport,
  findings: Findings,
): readonly ZoneRow[] {
  const given = request.zoneFiles.flatMap((file) => {
    const table = readTable(file, findings);
    return table === undefined ? [] : readZoneTable(table, findings);
  });
  if (request.zoneFiles.length > 0) return given;
  if (reading.zones.length > 0) return reading.zones;
  const ids = new Set(matched.ids.values());
  const prices = ({ services }: CardDefinition): boolean => services.some(({ id }) => ids.has(id));
  const card =
    inUse?.cards.find(({ code }) => code === request.like) ??
    inUse?.cards.findLast(prices) ??
    inUse?.cards[0];
  if (card === undefined) {
    const place = { file: request.files[0]?.name ?? '', line: 0, column: 0 };
    findings.refuseFile(place, '', { mistake: 'zones_missing' });
    return [];
  }
  findings.note({ note: 'zones_of_card', card: card.code });
  return zoneRowsOf(card.zones, `${request.carrier}/cards/${card.code}`);
}

function problemsOf(
  { snapshot }: ImportApp,
  folder: string,
  { carrier, problems }: DraftCheck,
  places: MadeFiles['places'],
): DraftProblem[] {
  const clashes = carrier === undefined ? [] : clashesOf(snapshot, folder, carrier);
  return [...problems, ...clashes].map((problem) => {
    const from = places.get(problem.file.slice(folder.length + 1))?.[problem.line - 2];
    // Zones that came from a card in use have no line in a source.
    return from === undefined || from.line === 0 ? problem : { ...problem, ...from };
  });
}

function countLines(
  { lines, leftOut }: CardReading,
  lanes: readonly ImportedLane[],
  findings: Findings,
): ImportReport['lines'] {
  const used = new Set(
    lanes.flatMap(({ places }) => places.map(({ file, line }) => `${file}\n${line}`)),
  );
  return { read: lines, used: used.size, refused: findings.refusedLines, leftOut };
}
