// The pieces of the benchmark. Each returns figures; goals are ratios wherever a yardstick runs beside it.
import { setTimeout as delay } from 'node:timers/promises';
import { measureBookingSearch } from './booking-search.ts';
import { measureConfirms } from './confirms.ts';
import { many } from './effort.ts';
import { atLeast, atMost, type Figure, type Measured } from './figure.ts';
import { measureBookings } from './growth-bookings.ts';
import { measureCardSize } from './growth-card.ts';
import { measureCarriers } from './growth-carriers.ts';
import { measureItems } from './growth-items.ts';
import { measureMembers } from './growth-members.ts';
import { measureConcurrentStreams } from './growth-streams.ts';
import { measureHalfLoad } from './half-load.ts';
import { measureLabels } from './labels.ts';
import { measureLive } from './live.ts';
import { measureLocalitySearch } from './locality-search.ts';
import { measureMemory } from './memory.ts';
import { measurePacking } from './packing.ts';
import { measurePickup } from './pickup.ts';
import { measureProcesses } from './processes.ts';
import { median } from './quantile.ts';
import { measureDisturbance } from './quotes-while-printing.ts';
import { measureRating } from './rating.ts';
import { rawQuotes } from './raw-quotes.ts';
import { startBenchServer } from './real-server.ts';
import { quoteRequest, sydneyToMelbourne, uncachedBasket } from './shipments.ts';
import { compareWithBare } from './side-by-side.ts';
import { measureSlowCarriers } from './slow-carriers.ts';
import { measureTrackingImport } from './tracking-import.ts';

const leastMemberRatio = 0.45;
const longestStartMs = 1_000;
const mostMegabytesAtRest = 150;
const restMs = 3_000;
/** The median counts: a single start depends on the machine's state at that moment. */
const measuredStarts = many(5, 1);

const leastSearchRatio = 0.35;
const slowestMedianSearchMs = 0.2;
const slowestP99SearchMs = 1;
const mostLocalityMegabytes = 40;
const longestLocalityLoadMs = 150;
const leastConfirmRatio = 0.5;
const leastQuoteRatio = 0.6;
const leastUncachedRatio = 0.4;
const slowestEngineMicroseconds = 100;
const slowestBoxingMs = 1;
const slowestPickupMicroseconds = 20;
const mostGrowth = 1.2;
const slowCarrierCount = 30;
const slowCarrierMs = 500;
const longestSlowQuoteMs = 550;
const mostQuoteMegabytes = 300;
const trackingLines = many(100_000, 2_000);
const longestImportSeconds = 30;
const mostImportGrowth = 1.3;
const leastLabelRatio = 0.5;
const mostDisturbance = 1.25;

/** In running order. The name selects a piece; the sentence is shown in docs/internals/performance.md. */
export const pieces: readonly Piece[] = [
  piece(
    'member',
    'The smallest request: a key is checked, a limit counted, a line logged.',
    member,
  ),
  piece('locations', 'Suburb search while a person types.', locations),
  piece('engine', 'Rating alone, without HTTP and database.', engine),
  piece(
    'boxing',
    'Orders packed into cartons, from a shop’s to the largest that is taken.',
    boxing,
  ),
  piece('pickup dates', 'Every carrier’s next pickup dates, as a quote has them.', pickup),
  piece('slow carriers', 'Live carriers are asked together.', slowCarriers),
  piece('live', 'Live carriers over real connections, many quotes together.', measureLive),
  piece(
    'quotes',
    'Every carrier answered, every booking stored durably; one process, SQLite.',
    quotes,
  ),
  piece(
    'confirms',
    'On credit, durable, beside the same statements without the service.',
    confirms,
  ),
  {
    name: 'processes',
    about: 'Throughput of one, two and four processes.',
    measure: measureProcesses,
  },
  piece('tracking', "A carrier's report, read twice.", tracking),
  piece('labels', 'Drawn from bookings, beside a PDF library.', labels),
  { name: 'half load', about: 'Latency when there is room.', measure: measureHalfLoad },
  { name: 'growth carriers', about: 'More carriers.', measure: measureCarriers },
  { name: 'growth card size', about: 'Longer rate cards.', measure: measureCardSize },
  { name: 'growth items', about: 'More lines in a booking.', measure: measureItems },
  { name: 'growth bookings', about: 'A longer history.', measure: measureBookings },
  {
    name: 'searches',
    about: 'Searches among a million confirmed bookings, in the store alone.',
    measure: measureBookingSearch,
  },
  { name: 'growth members', about: 'More members.', measure: measureMembers },
  {
    name: 'growth streams',
    about: 'More simultaneous streams.',
    measure: measureConcurrentStreams,
  },
  { name: 'memory', about: 'Ten minutes of quotes at half load.', measure: measureMemory },
];

export type Piece = { name: string; about: string; measure(): Promise<Measured> };

function piece(name: string, about: string, measure: () => Promise<Figure[]>): Piece {
  return { name, about, measure: async () => ({ figures: await measure() }) };
}

/** GET /api/v5/member: the key is checked, the limit counted, the line logged. */
async function member(): Promise<Figure[]> {
  const starts: number[] = [];
  for (let number = 1; number < measuredStarts; number += 1) {
    const other = await startBenchServer();
    starts.push(other.startMs);
    await other.stop();
  }
  const server = await startBenchServer();
  starts.push(server.startMs);
  const startMs = median(starts);
  try {
    // The start frees memory a moment later.
    await delay(restMs);
    const atRest = server.residentMegabytes();
    const read = await compareWithBare(server.url, {
      path: '/api/v5/member',
      headers: { 'Api-key': server.key },
    });
    return [
      {
        what: 'start to /readyz, existing database',
        value: `${startMs.toFixed(0)} ms`,
        goal: `under ${longestStartMs} ms`,
        isMet: startMs < longestStartMs,
      },
      {
        what: 'memory at rest',
        value: `${atRest.toFixed(0)} MB`,
        goal: `under ${mostMegabytesAtRest} MB`,
        isMet: atRest < mostMegabytesAtRest,
      },
      { what: 'bare node:http, same bytes', value: `${read.bare.toFixed(0)} requests/s` },
      { what: 'GET /api/v5/member', value: `${read.real.toFixed(0)} requests/s` },
      atLeast('ratio', read.ratio, leastMemberRatio),
      {
        what: 'latency at full load, median / 99th percentile',
        value: `${read.latencyP50Ms} / ${read.latencyP99Ms} ms`,
      },
      { what: 'memory after the load', value: `${server.residentMegabytes().toFixed(0)} MB` },
    ];
  } finally {
    await server.stop();
  }
}

/** GET /api/v5/locations/search as a person types, through HTTP and in the process alone. */
async function locations(): Promise<Figure[]> {
  const search = await measureLocalitySearch();
  const server = await startBenchServer();
  try {
    const throughHttp = await compareWithBare(server.url, {
      path: '/api/v5/locations/search?q=richm&limit=20',
      headers: { 'Api-key': server.key },
    });
    return [
      atMost(
        'search over all beginnings of names, median',
        search.searchMedianMs,
        slowestMedianSearchMs,
        'ms',
      ),
      atMost('the same, 99th percentile', search.searchP99Ms, slowestP99SearchMs, 'ms'),
      atMost('memory added', search.addedResidentMb, mostLocalityMegabytes, 'MB'),
      atMost('load at start', search.loadMs, longestLocalityLoadMs, 'ms'),
      { what: 'bare node:http, same bytes', value: `${throughHttp.bare.toFixed(0)} requests/s` },
      { what: 'GET /api/v5/locations/search', value: `${throughHttp.real.toFixed(0)} requests/s` },
      atLeast('ratio', throughHttp.ratio, leastSearchRatio),
    ];
  } finally {
    await server.stop();
  }
}

/**
 * POST /api/v5/bookings: every carrier answers, and every booking is stored durably. Once as a shop sends it, whose
 * customers view a basket repeatedly, and once with the cache bypassed, so that every carrier is priced each time.
 */
async function quotes(): Promise<Figure[]> {
  const server = await startBenchServer();
  try {
    const usual = await compareWithBare(server.url, quoteRequest(server.key, sydneyToMelbourne));
    const uncached = await compareWithBare(server.url, quoteRequest(server.key, uncachedBasket));
    // The last stored booking has its prices with it.
    const raw = await rawQuotes(server.dataDir);
    // Bookings are numbered one by one.
    const { path, ...last } = quoteRequest(server.key, sydneyToMelbourne);
    const { id: stored } = (await (await fetch(server.url + path, last)).json()) as { id: number };
    return [
      {
        what: 'bare node:http, same request and bytes',
        value: `${usual.bare.toFixed(0)} requests/s`,
      },
      { what: 'POST /api/v5/bookings', value: `${usual.real.toFixed(0)} requests/s` },
      atLeast('ratio', usual.ratio, leastQuoteRatio),
      { what: 'the same with disable_cache', value: `${uncached.real.toFixed(0)} requests/s` },
      atLeast('ratio with disable_cache', uncached.ratio, leastUncachedRatio),
      {
        what: 'raw prepared statements on SQLite, the same row',
        value: `${raw.toFixed(0)} rows/s`,
      },
      { what: 'ratio with disable_cache to these', value: (uncached.real / raw).toFixed(2) },
      {
        what: 'latency at full load, median / 99th percentile',
        value: `${usual.latencyP50Ms} / ${usual.latencyP99Ms} ms`,
      },
      atMost(`memory after ${stored} quotes`, server.residentMegabytes(), mostQuoteMegabytes, 'MB'),
    ];
  } finally {
    await server.stop();
  }
}

/**
 * POST …/confirm on credit: chosen, billed and numbered in one durable transaction, beside that transaction alone.
 */
async function confirms(): Promise<Figure[]> {
  return (await measureConfirms()).flatMap((figures) => [
    {
      what: `raw prepared statements on ${figures.engine}`,
      value: `${figures.raw.toFixed(0)} confirms/s`,
    },
    { what: `confirms on ${figures.engine}`, value: `${figures.real.toFixed(0)} requests/s` },
    atLeast('ratio', figures.ratio, leastConfirmRatio),
    {
      what: 'latency at full load, median / 99th percentile',
      value: `${figures.latencyP50Ms} / ${figures.latencyP99Ms} ms`,
    },
  ]);
}

/** A carrier's report of a hundred thousand lines, read twice; and whether memory grows with its length. */
async function tracking(): Promise<Figure[]> {
  const [few] = await measureTrackingImport(trackingLines / 2);
  const [first, again] = await measureTrackingImport(trackingLines);
  if (few === undefined || first === undefined || again === undefined)
    throw new Error('each report is read twice');
  return [
    atMost(`import of ${trackingLines} lines`, first.seconds, longestImportSeconds, 's'),
    atMost('the same report again', again.seconds, longestImportSeconds, 's'),
    {
      what: 'events added, and added again',
      value: `${first.added}, ${again.added}`,
      goal: 'each once',
      isMet: first.added === trackingLines && again.added === 0,
    },
    { what: 'most memory', value: `${first.mostMegabytes.toFixed(0)} MB` },
    atMost(
      'the same, against half as many lines',
      first.mostMegabytes / few.mostMegabytes,
      mostImportGrowth,
      'times',
    ),
  ];
}

/** A6 labels alone and fifty at once beside the PDF library, and the effect of printing on quotes. */
async function labels(): Promise<Figure[]> {
  const { single, batch } = await measureLabels();
  const server = await startBenchServer();
  try {
    const disturbed = await measureDisturbance(server, uncachedBasket);
    return [
      { what: 'pdfkit, finished layout and codes', value: `${single.theirs.toFixed(0)} labels/s` },
      { what: 'A6 labels from bookings, one core', value: `${single.ours.toFixed(0)} labels/s` },
      atLeast('ratio', single.ratio, leastLabelRatio),
      { what: 'pdfkit, fifty in one document', value: `${batch.theirs.toFixed(0)} labels/s` },
      { what: 'fifty labels in one document', value: `${batch.ours.toFixed(0)} labels/s` },
      atLeast('ratio, fifty at once', batch.ratio, leastLabelRatio),
      {
        what: 'quotes, 99th percentile, nothing printed',
        value: `${disturbed.quietMs.toFixed(1)} ms`,
      },
      {
        what: `the same while ${disturbed.batchesPerSecond.toFixed(1)} batches of fifty a second are printed`,
        value: `${disturbed.printingMs.toFixed(1)} ms`,
      },
      atMost(
        'the one over the other, median of the rounds',
        disturbed.growth,
        mostDisturbance,
        'times',
      ),
    ];
  } finally {
    await server.stop();
  }
}

/** The engine alone: one shipment with every carrier, and with every card's tables grown a hundredfold. */
async function engine(): Promise<Figure[]> {
  const [asShipped, grown] = await measureRating({ carriers: 46, growths: [1, 100] });
  if (asShipped === undefined || grown === undefined)
    throw new Error('two growths, two measurements');
  return [
    atMost(
      `${asShipped.carriers} services, median`,
      asShipped.medianMicroseconds,
      slowestEngineMicroseconds,
      'µs',
    ),
    {
      what: `cards a hundred times as long (${grown.laneRows} lanes)`,
      value: `${grown.medianMicroseconds.toFixed(1)} µs`,
    },
    atMost('growth', grown.medianMicroseconds / asShipped.medianMicroseconds, mostGrowth, 'times'),
  ];
}

async function boxing(): Promise<Figure[]> {
  return measurePacking().map(({ order, pieces: count, cartons, medianMs }, n) =>
    n === 0
      ? atMost(`${order}, median`, medianMs, slowestBoxingMs, 'ms')
      : {
          what: `${order}: ${count} pieces, ${cartons} cartons`,
          value: `${medianMs.toFixed(1)} ms`,
        },
  );
}

async function pickup(): Promise<Figure[]> {
  const figures = await measurePickup();
  return [
    atMost(
      `dates of ${figures.carriers} services for one quote`,
      figures.quoteMicroseconds,
      slowestPickupMicroseconds,
      'µs',
    ),
    {
      what: 'for each, when nothing is remembered',
      value: `${figures.computedMicrosecondsACarrier.toFixed(2)} µs`,
    },
  ];
}

/** Thirty live carriers of half a second each are asked in parallel. */
async function slowCarriers(): Promise<Figure[]> {
  const ms = await measureSlowCarriers(slowCarrierCount, slowCarrierMs);
  return [
    atMost(
      `${slowCarrierCount} live carriers of ${slowCarrierMs} ms, one answer`,
      ms,
      longestSlowQuoteMs,
      'ms',
    ),
  ];
}
