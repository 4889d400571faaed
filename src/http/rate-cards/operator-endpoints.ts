// /operator/rate-cards…: a carrier's new files, checked, published and scheduled, and the versions of its files.
// Tests: contract/rate-card-versions.
import { Type } from 'typebox';
import { type Caller, userOf } from '../../application/caller.ts';
import {
  checkVersion,
  listVersions,
  readVersion,
  rollBack,
  withdrawVersion,
} from '../../application/rate-cards/card-versions.ts';
import { publishDraft, tryDraft } from '../../application/rate-cards/try-draft.ts';
import { zipOf } from '../carriers/zip.ts';
import { endpoint } from '../server/endpoint.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import { presentVersions, VersionsReply } from './card-version.ts';
import {
  DraftBody,
  DraftReply,
  mostDraftBytes,
  PublishBody,
  PublishedReply,
  parseDraft,
  presentDraft,
} from './draft.ts';

// Tests: contract/rate-cards.
export const check = endpoint(
  {
    summary: 'Check a carrier’s new files, and compare their prices',
    description:
      'Every mistake with its place, and the new prices of recently quoted shipments. Files that are not sent stay as they are. Changes nothing.',
    body: DraftBody,
    bodyLimitBytes: mostDraftBytes,
    reply: DraftReply,
  },
  async (app, { body }) => presentDraft(await tryDraft(app, parseDraft(body))),
);

// Tests: contract/rate-cards.
export const publish = endpoint(
  {
    summary: 'Publish a carrier’s new files',
    description:
      'Adds a version, unless the files have mistakes. It holds from the next quote on, or from a later day; quotes that were given keep their price.',
    body: PublishBody,
    bodyLimitBytes: mostDraftBytes,
    reply: PublishedReply,
  },
  async (app, { body, caller }) => {
    const note = body.note?.trim();
    const publication = { by: person(caller), note: note === '' ? undefined : note };
    const report = await publishDraft(app, parseDraft(body), publication);
    return { ...presentDraft(report), version: report.version };
  },
);

const params = Type.Object({
  id: Type.String({ description: 'The carrier’s folder, such as tnt' }),
});
const versionParams = Type.Object({
  ...params.properties,
  version: Type.String({ description: 'The number of the version' }),
});

export const versions = endpoint(
  {
    summary: 'Versions of a carrier’s rate cards',
    description:
      'The newest first. Every version is kept. Files that were changed in CARRIERS_DIR itself are a version, too.',
    params,
    refusals: { 404: { when: 'there is no such carrier', example: 'unknown_carrier' } },
    reply: VersionsReply,
  },
  async (app, { params: { id } }) => presentVersions(await listVersions(app, id)),
);

const noVersion = {
  404: { when: 'there is no such version', example: 'rate_card_version_not_found' },
} as const;

export const compare = endpoint(
  {
    summary: 'Compare a version’s prices with those in use',
    description: 'On recently quoted shipments. Changes nothing.',
    params: versionParams,
    refusals: noVersion,
    reply: DraftReply,
  },
  async (app, { params: call }) => presentDraft(await checkVersion(app, call.id, numberOf(call))),
);

export const rollback = endpoint(
  {
    summary: 'Roll back to a version',
    description:
      'Adds a version with the same files, which holds from the next quote on. Scheduled versions stay scheduled.',
    params: versionParams,
    needsNoBody: true,
    refusals: noVersion,
    reply: Type.Object({ version: Type.Integer({ description: 'The number of the new version' }) }),
  },
  async (app, { params: call, caller }) => ({
    version: await rollBack(app, call.id, numberOf(call), person(caller)),
  }),
);

export const withdraw = endpoint(
  {
    summary: 'Withdraw a scheduled version',
    description: 'It stays in the list and never holds.',
    params: versionParams,
    refusals: {
      ...noVersion,
      409: { when: 'it is not scheduled', example: 'rate_card_version_not_scheduled' },
    },
    reply: VersionsReply,
  },
  async (app, { params: call, caller }) => {
    await withdrawVersion(app, call.id, numberOf(call), person(caller));
    return presentVersions(await listVersions(app, call.id));
  },
);

export const files = endpoint(
  {
    summary: 'The files of a version as a ZIP file',
    description: 'In the carrier’s folder, as they are uploaded.',
    params: versionParams,
    mediaTypes: ['application/zip'],
    refusals: noVersion,
    reply: Type.String({ description: 'The file' }),
  },
  async (app, { params: call, reply }) => {
    const texts = await readVersion(app, call.id, numberOf(call));
    const name = `${call.id}-version-${numberOf(call)}.zip`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    reply.type('application/zip');
    return zipOf(new Map([...texts].map(([path, text]) => [`${call.id}/${path}`, text])));
  },
);

const numberOf = ({ id, version }: { id: string; version: string }): number =>
  getRecordNumber(version, { code: 'rate_card_version_not_found', carrier: id, number: 0 });

const person = (caller: Caller): string => userOf(caller).email;
