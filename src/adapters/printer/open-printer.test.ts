// The printer's threads: they draw jobs, a thread that fails or hangs is replaced, and a full queue refuses jobs.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { drawPdf } from '../../../simulator/paper.ts';
import { aConsignment } from '../../../test/support/documents/consignments.ts';
import { labelJob } from '../../../test/support/documents/label-jobs.ts';
import { openPdf } from '../../../test/support/documents/read-document.ts';
import { refusedAs } from '../../../test/support/refused-as.ts';
import { interfaceLimits } from '../../../test/support/test-app.ts';
import type { Printer } from '../../application/ports.ts';
import type { DocumentJob } from '../../domain/documents/document-job.ts';
import { type MemberId, memberId } from '../../domain/members/member.ts';
import { openPrinter, type PrinterOptions } from './open-printer.ts';
import { renderDocument } from './render-document.ts';

const [ann, ben] = [memberId(1), memberId(2)];

const printers: Printer[] = [];
after(() => Promise.all(printers.map((printer) => printer.close())));

function opened(options: Partial<PrinterOptions> = {}): Printer {
  const printer = openPrinter({ threads: 1, ...options });
  printers.push(printer);
  return printer;
}

/** A thread that does what the job's title says. */
const scripted = new URL(
  '../../../test/support/documents/scripted-print-worker.ts',
  import.meta.url,
);
const titled = (title: string): DocumentJob => ({ ...labelJob(aConsignment()), title });

test('a thread draws the same bytes as this process', async () => {
  const job = labelJob(aConsignment());
  assert.deepEqual(
    new Uint8Array(await opened().print(job, ann)),
    new Uint8Array(await renderDocument(job)),
  );
});

test('joins PDF files page by page and rejects only an unreadable one', async () => {
  const job = labelJob(aConsignment());
  const printer = opened();
  const ours = await printer.print(job, ann);
  const theirs = drawPdf([
    { code: 'A1', lines: ['FIRST'] },
    { code: 'A2', lines: ['SECOND'] },
  ]);
  assert.deepEqual(await printer.join([theirs], ann), theirs);
  const pages = await openPdf(await printer.join([theirs, ours, theirs], ann));
  assert.deepEqual(
    pages.map(({ text }) => /FIRST|SECOND/.exec(text)?.[0] ?? 'ours'),
    ['FIRST', 'SECOND', 'ours', 'ours', 'ours', 'FIRST', 'SECOND'],
  );
  assert.deepEqual(
    await printer.join([ours, theirs], ann),
    await printer.join([ours, theirs], ann),
  );
  await assert.rejects(printer.join([ours, Buffer.from('no PDF')], ann), /could not be joined/);
  assert.equal((await openPdf(await printer.join([ours, theirs], ann))).length, 5);
});

describe('with scripted threads', () => {
  const text = async (printed: Promise<Uint8Array>) => Buffer.from(await printed).toString();

  test('returns each job its own document', async () => {
    const printer = opened({ threads: 2, worker: scripted });
    const titles = Array.from({ length: 20 }, (_, n) => `echo ${n}`);
    const answers = await Promise.all(
      titles.map((title) => text(printer.print(titled(title), ann))),
    );
    assert.deepEqual(answers, titles);
  });

  test('fails only the job that cannot be drawn', async () => {
    const printer = opened({ worker: scripted });
    const [bad, good] = await Promise.allSettled([
      printer.print(titled('refuse'), ann),
      text(printer.print(titled('echo after'), ann)),
    ]);
    assert.equal(bad.status, 'rejected');
    assert.match(String(bad.reason), /could not be drawn: on purpose/);
    assert.deepEqual(good, { status: 'fulfilled', value: 'echo after' });
  });

  test('a thread that dies fails only its own job and is replaced', async () => {
    const printer = opened({ worker: scripted });
    await assert.rejects(printer.print(titled('exit'), ann), /thread ended/);
    await assert.rejects(printer.print(titled('throw'), ann), /thread failed/);
    assert.equal(await text(printer.print(titled('echo still here'), ann)), 'echo still here');
  });

  test('gives up on a thread that hangs', async () => {
    const printer = opened({ worker: scripted, stepMs: 50 });
    await assert.rejects(printer.print(titled('hang'), ann), /longer than 50 ms/);
    const patient = opened({ worker: scripted });
    assert.equal(await text(patient.print(titled('echo on'), ann)), 'echo on');
  });

  test('replaces a worn thread with a new one', async () => {
    const printer = opened({ worker: scripted });
    const first = await text(printer.print(titled('thread'), ann));
    assert.equal(await text(printer.print(titled('thread'), ann)), first);
    await printer.print(titled('wear'), ann);
    assert.notEqual(await text(printer.print(titled('thread'), ann)), first);
  });

  test('rejects a job when the queue is full, and accepts jobs again afterwards', async () => {
    const printer = opened({ worker: scripted, mostWaiting: 2 });
    const jobs = ['a', 'b', 'c', 'd'].map((title) =>
      text(printer.print(titled(`echo ${title}`), undefined)),
    );
    const settled = await Promise.allSettled(jobs);
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
    );
    const refused = settled[3];
    assert.ok(refused?.status === 'rejected');
    assert.equal(refused.reason.data.code, 'printer_busy');
    assert.equal(await text(printer.print(titled('echo e'), ann)), 'echo e');
  });

  test('draws as many jobs at once as a key may request', async () => {
    const printer = opened({ worker: scripted });
    const titles = Array.from({ length: interfaceLimits.v4Concurrent }, (_, n) => `echo ${n}`);
    const answers = titles.map((title) => text(printer.print(titled(title), ann)));
    assert.deepEqual(await Promise.all(answers), titles);
  });

  test('serves members in turn, even if one of them has many jobs waiting', async () => {
    const printer = opened({ worker: scripted });
    const done: string[] = [];
    const print = async (title: string, member: MemberId | undefined) =>
      done.push(await text(printer.print(titled(title), member)));
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((title) => print(title, ann)),
      ...['b1', 'b2'].map((title) => print(title, ben)),
      print('ours', undefined),
    ]);
    assert.deepEqual(done, ['a1', 'b1', 'ours', 'a2', 'b2', 'a3', 'a4']);
  });

  test("limits one member's waiting jobs while others still print", async () => {
    const printer = opened({ worker: scripted, mostWaitingOfMember: 2 });
    const ofAnn = ['a', 'b', 'c', 'd'].map((title) => text(printer.print(titled(title), ann)));
    const ofBen = text(printer.print(titled('e'), ben));
    const ours = ['f', 'g', 'h'].map((title) => text(printer.print(titled(title), undefined)));
    const settled = await Promise.allSettled(ofAnn);
    assert.deepEqual(
      settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.data.code)),
      ['a', 'b', 'c', 'printer_busy'],
    );
    assert.equal(await ofBen, 'e');
    assert.deepEqual(await Promise.all(ours), ['f', 'g', 'h']);
    assert.equal(await text(printer.print(titled('i'), ann)), 'i');
  });

  test('members who fill the queue still leave a place for the next one', async () => {
    const printer = opened({ worker: scripted, mostWaiting: 12, mostWaitingOfMember: 4 });
    const first = printer.print(titled('first'), undefined);
    const ofMembers = [1, 2, 3].map((id) =>
      Array.from({ length: 6 }, () => text(printer.print(titled('echo'), memberId(id)))),
    );
    const late = text(printer.print(titled('late'), memberId(4)));
    const counts = await Promise.all(
      ofMembers.map(async (jobs) => {
        const settled = await Promise.allSettled(jobs);
        return settled.filter(({ status }) => status === 'fulfilled').length;
      }),
    );
    assert.deepEqual(counts, [4, 4, 2]);
    assert.equal(await late, 'late');
    await first;
  });

  test('skips jobs whose caller has left and frees their places', async () => {
    const printer = opened({ worker: scripted, mostWaiting: 2 });
    let isGone = false;
    const first = text(printer.print(titled('thread'), ben));
    const left = [1, 2].map((id) =>
      assert.rejects(
        printer.print(titled('exit'), memberId(id), () => isGone),
        refusedAs('printer_busy'),
      ),
    );
    await assert.rejects(printer.print(titled('echo'), memberId(3)), refusedAs('printer_busy'));
    isGone = true;
    const last = text(printer.print(titled('thread'), memberId(3)));
    await Promise.all(left);
    assert.equal(await last, await first, 'the skipped job ended the thread');
  });

  test('a closed printer rejects further jobs', async () => {
    const printer = opened({ worker: scripted });
    const hanging = assert.rejects(printer.print(titled('hang'), ann), /closed/);
    await printer.close();
    await hanging;
    await assert.rejects(printer.print(titled('echo'), ann), /closed/);
  });
});
