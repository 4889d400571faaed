// A print worker that follows commands in the document's title; `costs 50` sets the time that it reports.
import { parentPort, threadId } from 'node:worker_threads';
import type { PrintAnswer, PrintStep } from '../../../src/adapters/printer/print-worker.ts';
import type { DocumentJob } from '../../../src/domain/documents/document-job.ts';

let slices = 0;

parentPort?.on('message', (step: PrintStep) => {
  if (step.kind === 'join') return;
  const { title } = step.job;
  const tookMs = Number(/costs (\d+)/.exec(title)?.[1] ?? 0);
  const answer = (words: string, isWorn = false): void => {
    const output = new TextEncoder().encode(words);
    parentPort?.postMessage({ output, tookMs, isWorn } satisfies PrintAnswer);
  };
  if (step.kind === 'part') slices += 1;
  switch (title) {
    case 'refuse':
      parentPort?.postMessage({ problem: 'on purpose', isWorn: false } satisfies PrintAnswer);
      return;
    case 'exit':
      process.exit(1);
      return;
    case 'throw':
      throw new Error('on purpose');
    case 'hang':
      return;
    case 'wear':
      answer('worn', true);
      return;
    case 'thread':
      answer(String(threadId));
      return;
    case 'drawn':
      answer(`drawn slices: ${slices}`);
      return;
    default:
      answer(wordsOf(step, title));
  }
});

function wordsOf(step: Exclude<PrintStep, { kind: 'join' }>, title: string): string {
  if (step.kind === 'finish')
    return step.parts.map((part) => new TextDecoder().decode(part as Uint8Array)).join('|');
  return step.kind === 'part' ? `${title} ${piecesOf(step.job)}` : title;
}

function piecesOf(job: DocumentJob): string {
  const pieces = job.kind === 'labels' ? job.sets.map((set) => set.pieces) : [];
  return pieces.map((range) => `${range?.first}-${range?.last}`).join(',');
}
