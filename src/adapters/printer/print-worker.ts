// A printer thread: takes one step at a time and answers with its bytes. It runs at a lower priority than the thread
// that answers requests, so that a hundred labels do not delay a quote.
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { DocumentJob } from '../../domain/documents/document-job.ts';
import { joinPdfs } from './join-pdfs.ts';
import {
  type DocumentPart,
  drawPart,
  finishDocument,
  renderDocument,
  sharedFonts,
} from './render-document.ts';

/** Draw a whole document, draw a slice, assemble slices, or join files. */
export type PrintStep =
  | { kind: 'whole' | 'part'; job: DocumentJob }
  | { kind: 'finish'; job: Pick<DocumentJob, 'title'>; parts: readonly DocumentPart[] }
  | { kind: 'join'; files: readonly Uint8Array[] };

export type PrintAnswer =
  | { output: DocumentPart; tookMs: number; isWorn: boolean }
  | { problem: string; isWorn: boolean };

/** Fonts are never released, so a thread with more files than this asks to be replaced. */
const mostFontFiles = 64;

// On other systems this would lower the priority of the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', (step: PrintStep) => {
  void answer(step);
});

async function answer(step: PrintStep): Promise<void> {
  const beganMs = performance.now();
  try {
    const output = await outputOf(step);
    const isWorn = step.kind !== 'join' && (await sharedFonts()).loadedFiles() > mostFontFiles;
    const tookMs = performance.now() - beganMs;
    parentPort?.postMessage({ output, tookMs, isWorn } satisfies PrintAnswer, memoryOf(output));
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ problem, isWorn: true } satisfies PrintAnswer);
  }
}

async function outputOf(step: PrintStep): Promise<DocumentPart> {
  switch (step.kind) {
    case 'whole':
      return new Uint8Array(await renderDocument(step.job));
    case 'part': {
      const part = await drawPart(step.job);
      return 'pages' in part ? part : new Uint8Array(part);
    }
    case 'finish':
      return new Uint8Array(await finishDocument(step.job, step.parts));
    case 'join':
      return new Uint8Array(await joinPdfs(step.files));
  }
}

/** Buffers to transfer instead of copying. Each output has its own buffer. */
function memoryOf(output: DocumentPart): ArrayBuffer[] {
  const owned = 'pages' in output ? output.pages.map(({ content }) => content) : [output];
  return owned.map(({ buffer }) => buffer as ArrayBuffer);
}
