// linehaul carrier manifest ID | manifests [ID]: lodges, lists and prints manifests.
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { listManifests, printManifestOf } from '../../application/manifests/kept-manifests.ts';
import { lodgeManifest } from '../../application/manifests/lodge-manifest.ts';
import { getMember } from '../../application/members/find-member.ts';
import type { App, CarrierAccountOf } from '../../application/ports.ts';
import { addCommand, type Context, recorded } from '../command.ts';
import { refuseUnlessFolder } from '../named-files.ts';
import { type AsJson, colours, type Output, tableOr } from '../output.ts';

type ManifestOptions = AsJson & { member?: string; output?: string; id?: string };

export function addManifestCommands(
  carrier: Command,
  context: Context,
  memberOption: readonly [string, string],
): void {
  addCommand(
    carrier,
    'manifest',
    'lodge a manifest of everything booked with a carrier that is not on one yet',
  )
    .argument('<id>', 'as "carrier list" shows it')
    .option('--output <file>', "where the carrier's own summary goes, if it gives one")
    .option('--id <manifest>', 'only the summary of one that was lodged before')
    .option(...memberOption)
    .action((id: string, options: ManifestOptions) =>
      context.withApp(options, async (app, output) => {
        const { member } = options;
        const memberId = member === undefined ? undefined : (await getMember(app, member)).id;
        const account = { carrier: id, memberId };
        // Check the folder first: a lodged manifest cannot be undone if its document then cannot be written.
        if (options.output !== undefined) refuseUnlessFolder(options.output);
        if (options.id === undefined) await lodge(app, output, account, options.output);
        else await printAgain(app, output, account, { id: options.id, file: options.output });
      }),
    );

  addCommand(carrier, 'manifests', 'list the manifests that were lodged, newest first')
    .argument('[id]', 'only this carrier')
    .action((id: string | undefined, options: AsJson) =>
      context.withApp(options, async (app, output) => {
        const listed = (await listManifests(app, id)).map((one) => ({
          carrier: one.carrier,
          member: one.member?.email ?? null,
          manifest_id: one.manifestId,
          lodged_at: new Date(one.lodgedAtMs).toISOString(),
          consignments: one.consignments,
          has_document: one.hasDocument,
        }));
        output.result(
          listed,
          tableOr(listed, 'No manifests lodged yet.', {
            lodged: (one) => one.lodged_at,
            carrier: (one) => one.carrier,
            whose: (one) => one.member ?? 'the operator',
            manifest: (one) => one.manifest_id,
            consignments: (one) => String(one.consignments),
            '': (one) =>
              one.has_document ? '' : colours.dim('its document is still to be fetched'),
          }),
        );
      }),
    );
}

async function lodge(
  app: App,
  output: Output,
  account: CarrierAccountOf,
  file: string | undefined,
): Promise<void> {
  const { carrier, memberId } = account;
  const about = {
    member: memberId === undefined ? undefined : String(memberId),
    detail: { carrier },
  };
  const { manifestIds, consignments, unknown, documents } = await recorded(
    app,
    'lodge_manifest',
    about,
    () => lodgeManifest(app, account),
  );
  const isMissing = documents.length < manifestIds.length && file !== undefined;
  const missing = isMissing ? ' The carrier gave no summary.' : '';
  const connotes = unknown.map(({ connote }) => connote);
  const leftOut =
    connotes.length === 0
      ? ''
      : `\nLeft out, because the carrier does not know them: ${connotes.join(', ')}. Cancel their bookings, or settle it with the carrier.`;
  output.result(
    { carrier: account.carrier, manifest_ids: manifestIds, consignments, unknown: connotes },
    consignments === 0
      ? `No manifest was lodged: no ${connotes.length === 0 ? '' : 'other '}consignments are waiting.${leftOut}`
      : `Lodged manifest ${manifestIds.join(', ')} with ${consignments} consignments.${missing}${leftOut}`,
  );
  const [first, ...others] = documents;
  if (first !== undefined && file !== undefined)
    writeFileSync(file, others.length === 0 ? first : await app.printer.join(documents, undefined));
}

async function printAgain(
  app: App,
  output: Output,
  account: CarrierAccountOf,
  { id, file }: { id: string; file: string | undefined },
): Promise<void> {
  const { bytes, name } = await printManifestOf(app, account, id);
  const target = file ?? `${name}.pdf`;
  writeFileSync(target, bytes);
  output.result({ carrier: account.carrier, manifest_id: id, file: target }, `${target} written.`);
}
