// /operator/manifests…, /operator/left-out…: lodges manifests with carriers and lists them.
// Tests: contract/operator-manifests.
import { Type } from 'typebox';
import {
  listManifests,
  listWaiting,
  markManifested,
  printLodgedManifest,
} from '../../application/manifests/kept-manifests.ts';
import { lodgeManifest } from '../../application/manifests/lodge-manifest.ts';
import { memberId } from '../../domain/members/member.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { mediaTypes, sendDocument } from '../documents/document.ts';
import { FileReply } from '../documents/endpoints.ts';
import { referenceParams } from '../issues/endpoints.ts';
import { endpoint } from '../server/endpoint.ts';
import {
  LodgeBody,
  LodgedReply,
  ManifestsReply,
  presentLodged,
  presentManifests,
} from './manifest.ts';

export const list = endpoint(
  {
    summary: 'Consignments waiting for a manifest, and the manifests that were lodged',
    reply: ManifestsReply,
  },
  async (app) => presentManifests(await listWaiting(app), await listManifests(app)),
);

export const lodge = endpoint(
  {
    summary: 'Lodge the manifests of one carrier account',
    description:
      'They list every consignment booked with the account that is not on a manifest yet.',
    body: LodgeBody,
    reply: LodgedReply,
  },
  async (app, { body: { carrier, member } }) => {
    const owner = typeof member === 'number' ? memberId(member) : undefined;
    return presentLodged(await lodgeManifest(app, { carrier, memberId: owner }));
  },
);

export const document = endpoint(
  {
    summary: 'The document of a manifest',
    description: 'Stored when the manifest was lodged; otherwise requested from the carrier again.',
    params: Type.Object({ id: Type.String() }),
    refusals: { 404: 'No such manifest, or the carrier does not provide its document' },
    isTagged: true,
    mediaTypes: mediaTypes.pdf,
    reply: FileReply,
  },
  async (app, { params: { id }, reply }) =>
    sendDocument(reply, await printLodgedManifest(app, findRecordNumber(id) ?? 0)),
);

export const closeLeftOut = endpoint(
  {
    summary: 'Mark a consignment that its carrier did not know as manifested by hand',
    description: 'Later manifests skip it.',
    params: referenceParams,
    reply: Type.Object({ reference: Type.String() }),
  },
  async (app, { params: { reference } }) => {
    await markManifested(app, reference);
    return { reference };
  },
);
