// A thread of the printer: takes one job at a time and answers with its bytes. It runs with less priority than the thread
// that answers requests, so that a hundred labels do not make a quote wait.
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

/** A document drawn whole, a slice of one, its slices put together, or files put behind each other. */
export type PrintStep =
  | { kind: 'whole' | 'part'; job: DocumentJob }
  | { kind: 'finish'; job: Pick<DocumentJob, 'title'>; parts: readonly DocumentPart[] }
  | { kind: 'join'; files: readonly Uint8Array[] };

export type PrintAnswer =
  | { output: DocumentPart; tookMs: number; isWorn: boolean }
  | { problem: string; isWorn: boolean };

/** Fonts are never given back: past this many files the thread asks to be replaced. */
const mostFontFiles = 64;

// Elsewhere than on Linux this would slow the whole process down.
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

/** What is handed over rather than copied: each has memory of its own. */
function memoryOf(output: DocumentPart): ArrayBuffer[] {
  const owned = 'pages' in output ? output.pages.map(({ content }) => content) : [output];
  return owned.map(({ buffer }) => buffer as ArrayBuffer);
}
