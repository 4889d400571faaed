// A document on its way through the printer: its steps and the parts already drawn. A short document is one step. A
// longer one is drawn in slices, which several threads may draw in parallel, and then assembled.

import {
  type DocumentFormat,
  type DocumentJob,
  isDemoJob,
  pageCount,
  slicesOf,
} from '../../domain/documents/document-job.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { PrintStep } from './print-worker.ts';
import type { DocumentPart } from './render-document.ts';

/** The estimated cost of a page in milliseconds, charged until the thread reports the real time. */
const usualPageMs: Record<DocumentFormat, number> = { pdf: 1, zpl: 1, png: 25 };
const usualFinishMs = 10;
const usualJoinMs = 50;

export type TaskStep = { step: PrintStep; usualMs: number; keep(output: DocumentPart): void };

type Outcome = { resolve(bytes: Uint8Array): void; reject(error: Error): void };
type Waiting = Outcome & { member: MemberId | undefined; isGone(): boolean };

export class PrintTask {
  readonly member: MemberId | undefined;
  readonly isDemo: boolean;
  readonly pages: number;
  readonly isGone: () => boolean;
  readonly #outcome: Outcome;
  readonly #steps: TaskStep[];
  isSettled = false;

  private constructor(
    { member, isGone, resolve, reject }: Waiting,
    { isDemo, pages }: { isDemo: boolean; pages: number },
    stepsOf: (task: PrintTask) => TaskStep[],
  ) {
    this.member = member;
    this.isGone = isGone;
    this.#outcome = { resolve, reject };
    this.isDemo = isDemo;
    this.pages = pages;
    this.#steps = stepsOf(this);
  }

  static draw(job: DocumentJob, waiting: Waiting): PrintTask {
    const facts = { isDemo: isDemoJob(job), pages: pageCount(job) };
    return new PrintTask(waiting, facts, (task) => {
      const slices = slicesOf(job);
      if (slices.length > 1) return task.#drawSlices(job, slices);
      return [task.#lastStep({ kind: 'whole', job }, pageCount(job) * usualPageMs[job.format])];
    });
  }

  static join(files: readonly Uint8Array[], waiting: Waiting): PrintTask {
    const facts = { isDemo: false, pages: files.length };
    return new PrintTask(waiting, facts, (task) => [
      task.#lastStep({ kind: 'join', files }, usualJoinMs),
    ]);
  }

  /** Whether a step is ready to start. The final step appears only after all slices are drawn. */
  get hasStep(): boolean {
    return this.#steps.length > 0;
  }

  takeStep(): TaskStep | undefined {
    return this.#steps.shift();
  }

  fail(error: Error): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#outcome.reject(error);
  }

  #succeed(output: DocumentPart): void {
    if (this.isSettled) return;
    this.isSettled = true;
    if (output instanceof Uint8Array) this.#outcome.resolve(output);
    else this.#outcome.reject(new Error('a document was not put together'));
  }

  #lastStep(step: PrintStep, usualMs: number): TaskStep {
    return { step, usualMs, keep: (output) => this.#succeed(output) };
  }

  #drawSlices(job: DocumentJob, slices: readonly DocumentJob[]): TaskStep[] {
    const drawn = new Map<number, DocumentPart>();
    const finish = (): void => {
      const parts = slices.flatMap((_, n) => drawn.get(n) ?? []);
      const { title } = job;
      this.#steps.push(this.#lastStep({ kind: 'finish', job: { title }, parts }, usualFinishMs));
    };
    return slices.map((slice, n) => ({
      step: { kind: 'part', job: slice },
      usualMs: pageCount(slice) * usualPageMs[job.format],
      keep: (output) => {
        drawn.set(n, output);
        if (drawn.size === slices.length) finish();
      },
    }));
  }
}
