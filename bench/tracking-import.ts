// Time and memory of `linehaul tracking import` for a carrier's large report, and proof that reading it again adds
// nothing. The command runs as an operator runs it, on a database with as many shipments as lines need.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { finished } from 'node:stream/promises';
import { linehaul } from '../test/support/components/program.ts';
import { seedBookings } from './seed-bookings.ts';

export type ImportMeasurement = {
  added: number;
  seconds: number;
  mostMegabytes: number;
};

const eventsOfShipment = 5;
const statuses = ['Booked', 'Picked up', 'Arrived at depot', 'Out for delivery', 'Delivered'];
const launcher = join(import.meta.dirname, '..', 'bin', 'linehaul.js');
const sampleMs = 50;

/** The same report twice, one after the other. */
export async function measureTrackingImport(lines: number): Promise<ImportMeasurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-bench-'));
  try {
    await linehaul({ DATA_DIR: dataDir }, 'migrate');
    const database = join(dataDir, 'linehaul.db');
    const shipments = Math.ceil(lines / eventsOfShipment);
    seedBookings(database, shipments);
    seedShipments(database);
    const file = join(dataDir, 'report.csv');
    await writeReport(file, lines, shipments);
    return [await runImport(dataDir, file), await runImport(dataDir, file)];
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

function seedShipments(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`
    insert into shipments (booking_id, member_id, connote, connote_key, carrier, pieces, is_demo, notifies_by_email,
      begun_at_ms, expected_date, stage, poll_at_ms, failed_polls)
    select id, member_id, 'BEN' || id, 'BEN' || id, 'tnt_road_express', 1, 0, 0, 0, null, 'pending', null, 0 from bookings
  `);
  database.close();
}

/** All events of one day, as carriers send them: a shipment's lines are far apart. */
async function writeReport(file: string, lines: number, shipments: number): Promise<void> {
  const report = createWriteStream(file);
  report.write('connote,status,description,location,at\n');
  for (let line = 0; line < lines; line += 1) {
    const step = Math.floor(line / shipments);
    const text = `BEN${(line % shipments) + 1},${statuses[step]},"Scan ${line}, depot 7",MELBOURNE VIC,2020-11-1${step} 09:00\n`;
    if (!report.write(text)) await once(report, 'drain');
  }
  report.end();
  await finished(report);
}

async function runImport(dataDir: string, file: string): Promise<ImportMeasurement> {
  const began = performance.now();
  const child = spawn(process.execPath, [launcher, 'tracking', 'import', file, '--json'], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let mostMegabytes = 0;
  const sampler = setInterval(() => {
    mostMegabytes = Math.max(mostMegabytes, peakMegabytes(child.pid ?? 0));
  }, sampleMs);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await once(child, 'close');
  clearInterval(sampler);
  const { added } = JSON.parse(printed) as { added: number };
  return { added, seconds: (performance.now() - began) / 1000, mostMegabytes };
}

/** On Linux, of a running process; 0 elsewhere. The launcher runs the program in its own process. */
function peakMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
