// linehaul tracking add | list | remove | import FILE
import { closeSync, createReadStream, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { addTrackingEvent } from '../../application/tracking/add-event.ts';
import { type ImportedLine, importEvents } from '../../application/tracking/import-events.ts';
import {
  listTrackingEvents,
  removeTrackingEvent,
} from '../../application/tracking/remove-event.ts';
import { CsvDecoder, type CsvFault } from '../../domain/csv/csv-file.ts';
import { csvText } from '../../domain/csv/csv-text.ts';
import { descriptionOfEvent, placeOfEvent } from '../../domain/tracking/carrier-event.ts';
import { findStage, stageCode, trackingStages } from '../../domain/tracking/stage.ts';
import { describeFault } from '../../wording/csv.ts';
import { problemSentence } from '../../wording/problems.ts';
import { situationPhrase } from '../../wording/tracking.ts';
import { addCommand, type Context, recorded, wholeNumber } from '../command.ts';
import { getFile } from '../named-files.ts';
import { type AsJson, inWords, type Output, tableOr } from '../output.ts';

type AddOptions = AsJson & {
  booking: number;
  status: (typeof trackingStages)[number];
  description: string;
  location: string;
  at?: string;
  piece?: number;
};

const theBooking = ['--booking <id>', 'the booking', wholeNumber] as const;

export function addTrackingCommands(program: Command, context: Context): void {
  const tracking = program.command('tracking').description('manage tracking events');

  addCommand(tracking, 'add', 'add a tracking event')
    .requiredOption(...theBooking)
    .requiredOption('--status <code>', stageList(), stage)
    .requiredOption('--description <text>', 'description for people')
    .requiredOption('--location <place>', 'place, such as "MELBOURNE VIC"')
    .option(
      '--at <time>',
      'time in ISO 8601; without an offset, local time of the place; default now',
    )
    .option('--piece <number>', 'piece of the consignment; default all pieces', wholeNumber)
    .action((options: AddOptions) =>
      context.withApp(options, async (app, output) => {
        const { isNew, tracked } = await recorded(
          app,
          'add_tracking_event',
          { thing: options.booking, detail: { status: options.status } },
          () =>
            addTrackingEvent(app, {
              bookingId: options.booking,
              stage: options.status,
              description: options.description,
              location: options.location,
              at: options.at,
              piece: options.piece,
            }),
        );
        const { report, connote } = tracked;
        output.result(
          {
            booking_id: tracked.bookingId,
            connote,
            added: isNew,
            status: stageCode(report.stage) ?? 0,
            state: report.state,
          },
          `${isNew ? 'Added' : 'Already recorded'}. ${connote} is now: ${situationPhrase(report)}.`,
        );
      }),
    );

  addListAndRemove(tracking, context);

  addCommand(
    tracking,
    'import',
    'import tracking events from a CSV file; repeated lines are skipped',
  )
    .argument(
      '<file>',
      'columns booking or connote; status or description; at, or date and time; optionally location, piece, carrier',
    )
    .option('--refused <file>', 'save refused lines and their reasons to this CSV file')
    .action(async (file: string, options: AsJson & { refused?: string }) => {
      refuseUnlessPossible(file, options.refused);
      // Read to the end before anything is stored: a half-imported file would have to be sorted out by hand.
      for await (const _ of textOf(file));
      await context.withApp(options, async (app, output) => {
        const list = refusedList(output, options.refused);
        const report = await recorded(app, 'import_tracking_events', {}, () =>
          importEvents(app, textOf(file, output.progress('Importing')), list.add),
        );
        list.end();
        output.result(
          { ...report, refused_lines: list.first },
          `Lines: ${report.lines}. New: ${report.added}, already recorded: ${report.known}, refused: ${report.refused}.`,
        );
        if (report.refused > 0) process.exitCode = 1;
      });
    });
}

function addListAndRemove(tracking: Command, context: Context): void {
  addCommand(tracking, 'list', "list a shipment's tracking events, newest first")
    .requiredOption(...theBooking)
    .action((options: AsJson & { booking: number }) =>
      context.withApp(options, async (app, output) => {
        const listed = (await listTrackingEvents(app, options.booking)).map((event) => ({
          id: event.id,
          at: event.occurredAtMs === undefined ? null : new Date(event.occurredAtMs).toISOString(),
          piece: event.piece ?? null,
          stage: event.stage,
          description: descriptionOfEvent(event),
          location: placeOfEvent(event),
          reported_by: event.reportedBy,
        }));
        output.result(
          listed,
          tableOr(listed, 'No events yet.', {
            event: (one) => one.id,
            when: (one) => one.at ?? '',
            piece: (one) => (one.piece === null ? '' : String(one.piece)),
            stage: (one) => inWords(one.stage),
            what: (one) => one.description,
            where: (one) => one.location,
            by: (one) => (one.reported_by === 'person' ? 'a person' : 'the carrier'),
          }),
        );
      }),
    );

  addCommand(tracking, 'remove', 'remove an event that was entered by mistake')
    .requiredOption(...theBooking)
    .requiredOption('--event <id>', 'id from "tracking list"')
    .action((options: AsJson & { booking: number; event: string }) =>
      context.withApp(options, async (app, output) => {
        const input = { bookingId: options.booking, event: options.event };
        const about = { thing: options.booking };
        const { unsent, tracked } = await recorded(app, 'remove_tracking_event', about, () =>
          removeTrackingEvent(app, input),
        );
        const { report, connote } = tracked;
        const mails =
          unsent.length === 0
            ? ''
            : ` Cancelled unsent e-mails: ${unsent.map(inWords).join(', ')}.`;
        output.result(
          {
            booking_id: tracked.bookingId,
            connote,
            removed: options.event,
            status: stageCode(report.stage) ?? 0,
            state: report.state,
            mails_withheld: unsent,
          },
          `Removed. ${connote} is now: ${situationPhrase(report)}.${mails}`,
        );
      }),
    );
}

function stageList(): string {
  return trackingStages.map((one) => `${stageCode(one)} ${inWords(one)}`).join(', ');
}

function stage(text: string): AddOptions['status'] {
  const found = findStage(text);
  if (found === undefined) throw new InvalidArgumentError(`Use one of ${stageList()}.`);
  return found;
}

function refuseUnlessPossible(file: string, refused: string | undefined): void {
  getFile(file);
  if (refused !== undefined && existsSync(refused)) {
    throw new Error(`${refused} already exists. Choose a new file for the refused lines.`);
  }
}

/** The file's text in pieces, with a progress bar. */
async function* textOf(
  file: string,
  showShare: (share: number) => void = () => undefined,
): AsyncGenerator<string> {
  const { size } = statSync(file);
  const decoder = new CsvDecoder();
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 });
  for await (const chunk of stream) {
    const text = decoder.decode(chunk as Buffer);
    if (typeof text !== 'string') throw fileError(file, text);
    yield text;
    // Shown once the piece has been processed. The last step is the end itself.
    showShare(Math.min(0.99, stream.bytesRead / Math.max(1, size)));
  }
  const fault = decoder.end();
  if (fault !== undefined) throw fileError(file, fault);
  showShare(1);
}

function fileError(file: string, fault: CsvFault): Error {
  return new Error(`${file}${fault.line === 0 ? '' : `:${fault.line}`}: ${describeFault(fault)}`);
}

/** As many as a person reads; all of them are in the --refused file. */
const mostShown = 1000;

function refusedList(output: Output, file: string | undefined) {
  const first: { line: number; column: string | null; reason: string }[] = [];
  const target = file === undefined ? undefined : openSync(file, 'wx');
  const write = (row: readonly (string | number | null)[]): void => {
    if (target !== undefined) writeSync(target, csvText([row]));
  };
  write(['line', 'column', 'reason']);
  let count = 0;
  return {
    first,
    add: (imported: ImportedLine): void => {
      if (imported.outcome !== 'refused') return;
      const { line, column = null, problem } = imported;
      const reason = problemSentence(problem, column ?? '');
      count += 1;
      write([line, column, reason]);
      if (count <= mostShown) first.push({ line, column, reason });
    },
    end: (): void => {
      if (target !== undefined) closeSync(target);
      // Mistakes in a line are known before its booking is looked up, so they are sorted by line.
      first.sort((one, other) => one.line - other.line);
      for (const { line, column, reason } of first)
        output.note(`line ${line}${column === null ? '' : `, ${column}`}: ${reason}`);
      if (count > mostShown) output.note(`… and ${count - mostShown} more lines were refused.`);
    },
  };
}
