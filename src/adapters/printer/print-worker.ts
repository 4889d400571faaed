// A thread of the printer: takes one job at a time and answers with its bytes. It runs with less priority than the thread
// that answers requests, so that a hundred labels do not make a quote wait.
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { DocumentJob } from '../../domain/documents/document-job.ts';
import { joinPdfs } from './join-pdfs.ts';
import { renderDocument, sharedFonts } from './render-document.ts';

/** A document to draw, or files to put behind each other. */
export type PrintJob = DocumentJob | { join: readonly Uint8Array[] };

export type PrintAnswer =
  | { bytes: Uint8Array<ArrayBuffer>; isWorn: boolean }
  | { problem: string; isWorn: boolean };

/** Fonts are never given back: past this many files the thread asks to be replaced. */
const mostFontFiles = 64;

// Elsewhere than on Linux this would slow the whole process down.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', (job: PrintJob) => {
  void answer(job);
});

async function answer(job: PrintJob): Promise<void> {
  try {
    const isJoin = 'join' in job;
    // A copy with memory of its own, which is handed over rather than copied again.
    const bytes = new Uint8Array(isJoin ? await joinPdfs(job.join) : await renderDocument(job));
    const isWorn = !isJoin && (await sharedFonts()).loadedFiles() > mostFontFiles;
    parentPort?.postMessage({ bytes, isWorn } satisfies PrintAnswer, [bytes.buffer]);
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ problem, isWorn: true } satisfies PrintAnswer);
  }
}
