// Quotes through the whole service with more and more carriers: copies of one shipped carrier under other names, with
// the shipped ones switched off. Every carrier answers, and the booking is stored with all prices.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { sizes } from './effort.ts';
import { atMost, type Curve, type Measured } from './figure.ts';
import { startBenchServer } from './real-server.ts';
import { quoteRequest, uncachedBasket } from './shipments.ts';
import { type Request, throughput } from './side-by-side.ts';

const pattern = 'parca';
/**
 * If carriers slowed each other down, one of 500 would take ten times as long as one of 50. Their cards exceed the
 * processor's caches, which costs two to three times.
 */
const mostShare = 4;
const mostTries = 50;
const tryAgainMs = 100;
const carriersDir = join(import.meta.dirname, '..', 'carriers');

export async function measureCarriers(): Promise<Measured> {
  const points: { size: number; value: number }[] = [];
  for (const size of sizes(10, 50, 100, 200, 500)) {
    process.stdout.write(`  … ${size} carriers\n`);
    points.push({ size, value: await millisecondsPerQuote(size) });
  }
  const curve: Curve = { title: 'a quote of every carrier', over: 'carriers', unit: 'ms', points };
  const [few, some = few] = points;
  const many = points.at(-1);
  if (few === undefined || some === undefined || many === undefined) throw new Error('no points');
  const each = (many.value - few.value) / (many.size - few.size);
  const share = many.value / many.size / (some.value / some.size);
  return {
    figures: [
      { what: 'each carrier more', value: `${(each * 1000).toFixed(1)} µs` },
      atMost(`one of ${many.size} against one of ${some.size}`, share, mostShare, 'times'),
    ],
    curves: [curve],
  };
}

async function millisecondsPerQuote(carriers: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-bench-carriers-'));
  try {
    for (let n = 0; n < carriers; n += 1) copyCarrier(folder, n);
    const server = await startBenchServer({ CARRIERS_DIR: folder });
    try {
      switchShippedOff(server.dataDir);
      const request = quoteRequest(server.key, uncachedBasket);
      await untilQuoted(server.url, request, carriers);
      return 1000 / (await throughput(server.url, request));
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Processes learn of switches a moment later. */
async function untilQuoted(url: string, request: Request, carriers: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { quotes } = (await (await fetch(url + request.path, request)).json()) as {
      quotes: object;
    };
    const quoted = Object.keys(quotes).length;
    if (quoted === carriers) return;
    if (tries === mostTries) throw new Error(`${quoted} of ${carriers} carriers quoted`);
    await delay(tryAgainMs);
  }
}

function copyCarrier(folder: string, n: number): void {
  const id = `bench_${n}`;
  const target = join(folder, id);
  cpSync(join(carriersDir, pattern), target, { recursive: true });
  for (const file of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json')) continue;
    const text = readFileSync(join(target, file), 'utf8');
    writeFileSync(
      join(target, file),
      text
        .replaceAll(`"${pattern}"`, `"${id}"`)
        .replaceAll(/"prefix": "\w+"/g, `"prefix": "B${n}"`),
    );
  }
}

/** As the operator does, without starting the command line for each. */
function switchShippedOff(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'linehaul.db'), { timeout: 10_000 });
  const switchOff = database.prepare('insert into carriers_off (string_id) values (?)');
  for (const entry of readdirSync(carriersDir, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('_')) continue;
    const text = readFileSync(join(carriersDir, entry.name, 'carrier.json'), 'utf8');
    const { services } = JSON.parse(text) as { services: { string_id: string }[] };
    for (const { string_id } of services) switchOff.run(string_id);
  }
  database.exec('update configuration set revision = revision + 1');
  database.close();
}
