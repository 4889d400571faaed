// /operator/manifests…, /operator/left-out…: what carriers are handed at the end of the day, now or then, and its documents.
// Tests: contract/operator-manifests.
import { Type } from 'typebox';
import {
  handOverByHand,
  listManifests,
  listWaiting,
  printLodgedManifest,
} from '../../application/manifests/kept-manifests.ts';
import { lodgeManifest } from '../../application/manifests/lodge-manifest.ts';
import { memberId } from '../../domain/members/member.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { referenceParams } from '../bookings/operator-endpoints.ts';
import { mediaTypes, sendDocument } from '../documents/document.ts';
import { FileReply } from '../documents/endpoints.ts';
import { endpoint } from '../server/endpoint.ts';
import {
  HandedOverReply,
  HandOverBody,
  ManifestsReply,
  presentHandedOver,
  presentManifests,
} from './manifest.ts';

export const list = endpoint(
  {
    summary: 'What waits to be handed over to carriers, and the manifests that were lodged',
    reply: ManifestsReply,
  },
  async (app) => presentManifests(await listWaiting(app), await listManifests(app)),
);

export const handOver = endpoint(
  {
    summary: 'Hand over now what waits with one account',
    description: 'Everything that was booked with it and is on no manifest yet.',
    body: HandOverBody,
    reply: HandedOverReply,
  },
  async (app, { body: { carrier, member } }) => {
    const owner = typeof member === 'number' ? memberId(member) : undefined;
    return presentHandedOver(await lodgeManifest(app, { carrier, memberId: owner }));
  },
);

export const document = endpoint(
  {
    summary: 'The document of a manifest',
    description: 'Kept when it was lodged; otherwise the carrier is asked for it again.',
    params: Type.Object({ id: Type.String() }),
    refusals: { 404: 'No such manifest, or its document can not be had' },
    isTagged: true,
    mediaTypes: mediaTypes.pdf,
    reply: FileReply,
  },
  async (app, { params: { id }, reply }) =>
    sendDocument(reply, await printLodgedManifest(app, findRecordNumber(id) ?? 0)),
);

export const handedOver = endpoint(
  {
    summary: 'Note that somebody has handed over a consignment that its carrier did not know',
    description: 'It is put on no manifest any more.',
    params: referenceParams,
    reply: Type.Object({ reference: Type.String() }),
  },
  async (app, { params: { reference } }) => {
    await handOverByHand(app, reference);
    return { reference };
  },
);
