// Which document is drawn next: members take turns by the printing time they use, large documents are drawn in slices,
// and all demos together have one share. The scripted threads take the time that a job's title says.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { aConsignment, aLine } from '../../../test/support/documents/consignments.ts';
import { labelJob } from '../../../test/support/documents/label-jobs.ts';
import type { Printer } from '../../application/ports.ts';
import {
  type DocumentFormat,
  type DocumentJob,
  slicePages,
} from '../../domain/documents/document-job.ts';
import { type MemberId, memberId } from '../../domain/members/member.ts';
import { openPrinter, type PrinterOptions } from './open-printer.ts';
import { renderDocument } from './render-document.ts';

const [ann, ben] = [memberId(1), memberId(2)];

const printers: Printer[] = [];
after(() => Promise.all(printers.map((printer) => printer.close())));

const scripted = new URL(
  '../../../test/support/documents/scripted-print-worker.ts',
  import.meta.url,
);

function opened(options: Partial<PrinterOptions> = {}): Printer {
  const printer = openPrinter({ threads: 1, worker: scripted, ...options });
  printers.push(printer);
  return printer;
}

type Labels = { pieces?: number; isDemo?: boolean; format?: DocumentFormat };

function labels(title: string, { pieces = 1, isDemo = false, format }: Labels = {}): DocumentJob {
  const consignment = aConsignment({ isDemo, items: [aLine({ quantity: pieces })] });
  return { ...labelJob(consignment, format === undefined ? {} : { format }), title };
}

const text = async (printed: Promise<Uint8Array>) => Buffer.from(await printed).toString();

/** Records the order in which documents are finished. */
function noting(printer: Printer) {
  const done: string[] = [];
  const print = async (job: DocumentJob, member: MemberId | undefined): Promise<void> => {
    await printer.print(job, member);
    done.push(job.title);
  };
  return { done, print };
}

describe('turns at the printer', () => {
  test('draws a large document in slices, with labels of other members in between', async () => {
    const printer = opened();
    const { done, print } = noting(printer);
    const large = text(printer.print(labels('large', { pieces: 2 * slicePages + 1 }), ann));
    void large.then(() => done.push('large'));
    await Promise.all([...['b1', 'b2', 'b3'].map((title) => print(labels(title), ben)), large]);
    assert.deepEqual(done, ['b1', 'b2', 'b3', 'large']);
    const [end, more] = [slicePages, 2 * slicePages];
    assert.equal(
      await large,
      `large 1-${end}|large ${end + 1}-${more}|large ${more + 1}-${more + 1}`,
    );
  });

  test('a member with much printing time waits for a member with little', async () => {
    const { done, print } = noting(opened());
    await Promise.all([
      ...['a1', 'a2', 'a3'].map((name) => print(labels(`${name} costs 100`), ann)),
      ...Array.from({ length: 20 }, (_, n) => print(labels(`b${n + 1} costs 10`), ben)),
    ]);
    const names = done.map((title) => title.split(' ')[0]);
    // Each of Ann's documents costs as much as ten of Ben's.
    assert.equal(names.indexOf('a1'), 0);
    assert.equal(names.indexOf('a2'), 11);
    assert.equal(names.indexOf('a3'), 22);
  });

  test('a member who was away gets at most one share for the time away', async () => {
    const printer = opened();
    const { done, print } = noting(printer);
    await Promise.all(['a1', 'a2', 'a3'].map((name) => print(labels(`${name} costs 50`), ann)));
    done.length = 0;
    await Promise.all([
      ...Array.from({ length: 10 }, () => print(labels('b costs 10'), ben)),
      ...['a4', 'a5'].map((name) => print(labels(`${name} costs 10`), ann)),
    ]);
    // Only Ann's last document counts against her.
    assert.equal(done.indexOf('a4 costs 10'), 5);
  });

  test('demo documents of several members share one turn', async () => {
    const { done, print } = noting(opened());
    await Promise.all([
      print(labels('first costs 10'), undefined),
      ...[3, 4, 5, 6].map((id) => print(labels(`d${id} costs 10`, { isDemo: true }), memberId(id))),
      ...['b1', 'b2', 'b3', 'b4'].map((name) => print(labels(`${name} costs 10`), ben)),
    ]);
    const letters = done
      .slice(1)
      .map((title) => title[0])
      .join('');
    assert.match(letters, /^(db|bd){4}$/);
  });

  test('limits waiting demo pages for a member and for all, but no other documents', async () => {
    const printer = opened({ mostDemoPages: 100, mostDemoPagesOfMember: 40 });
    const demo = (pieces: number) => labels('demo', { pieces, isDemo: true });
    const refused = (printed: Promise<Uint8Array>) =>
      assert.rejects(printed, { data: { code: 'printer_busy', retryAfterSeconds: 2 } });
    const taken = [printer.print(demo(30), ann)];
    await refused(printer.print(demo(11), ann));
    taken.push(printer.print(demo(10), ann), printer.print(labels('sold', { pieces: 200 }), ann));
    taken.push(printer.print(demo(30), ben));
    await refused(printer.print(demo(31), memberId(3)));
    taken.push(printer.print(demo(30), memberId(3)));
    await refused(printer.print(demo(1), memberId(4)));
    await Promise.all(taken);
    await printer.print(demo(1), memberId(4));
    // With an empty queue, a document may exceed the limit.
    await printer.print(demo(150), ann);
  });

  test('stops drawing a document whose client has left', async () => {
    const printer = opened();
    let isGone = false;
    const left = assert.rejects(
      printer.print(labels('left', { pieces: 400 * slicePages }), ann, () => isGone),
      { data: { code: 'printer_busy', retryAfterSeconds: 2 } },
    );
    await printer.print(labels('b1'), ben);
    isGone = true;
    await left;
    assert.equal(await text(printer.print(labels('drawn'), ann)), 'drawn slices: 2');
  });

  test('a failing slice ends its own document only', async () => {
    const printer = opened();
    const failing = printer.print(labels('refuse', { pieces: 4 * slicePages }), ann);
    const other = printer.print(labels('echo', { pieces: 2 * slicePages }), ben);
    await assert.rejects(failing, /could not be drawn: on purpose/);
    assert.match(await text(other), /^echo 1-\d+\|echo /);
  });
});

for (const format of ['pdf', 'zpl'] as const)
  test(`slices of a ${format} add up to the bytes of the whole`, async () => {
    const printer = openPrinter({ threads: 2 });
    printers.push(printer);
    const pieces = 2 * slicePages + 3;
    const words = { name: '王小明 (Zoë)', company: 'Κεραμικά Αθηνών' };
    const base = aConsignment({ isDemo: true, items: [aLine({ quantity: pieces })] });
    const one = { ...base, receiver: { ...base.receiver, ...words } };
    const [set] = labelJob(one, { format }).sets;
    const job = labelJob(aConsignment(), { format });
    assert.ok(set);
    const whole = { ...job, sets: [...job.sets, set, ...job.sets] };
    assert.deepEqual(
      new Uint8Array(await printer.print(whole, ann)),
      new Uint8Array(await renderDocument(whole)),
    );
  });
