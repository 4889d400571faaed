// Runs the print agent until a signal stops it.
import { readFileSync } from 'node:fs';
import type { AgentWay } from '../../domain/printers/label-printer.ts';
import { type Deliver, deliverByTcp, deliverToCups, deliverToDevice } from './deliver.ts';
import { runAgent } from './run-agent.ts';

export async function startAgent(settings: {
  server: string;
  tokenFile: string;
  way: AgentWay;
}): Promise<void> {
  const { server, tokenFile, way } = settings;
  const token = readFileSync(tokenFile, 'utf8').trim();
  const stopping = new AbortController();
  // A second signal ends the process, even if a device blocks.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const deliver = deliverer(way, stopping.signal);
  const note = (text: string): void => void process.stderr.write(`${text}\n`);
  await runAgent({ server, token, deliver, note, stop: stopping.signal });
}

function deliverer(way: AgentWay, stop: AbortSignal): Deliver {
  switch (way.way) {
    case 'tcp':
      return deliverByTcp(way.host, way.port, stop);
    case 'device':
      return deliverToDevice(way.path);
    case 'cups':
      return deliverToCups(way.queue);
  }
}
