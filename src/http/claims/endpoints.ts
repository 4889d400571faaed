// /claims… of members and /operator/claims… of operators, over their own or every member's claims.
// Tests: contract/claims.
import { Type } from 'typebox';
import {
  addClaimDocument,
  addClaimNote,
  type ClaimsActor,
  listClaims,
  moveClaim,
  openClaim,
  readClaim,
  readClaimDocument,
} from '../../application/claims/claims.ts';
import { type ClaimId, claimId } from '../../domain/claims/claim.ts';
import { claimStates } from '../../domain/claims/claim-state.ts';
import { DocumentReader } from '../../domain/document-reader.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { FileBody, fileBodyBytes, fileTypes, sendFile } from '../documents/uploaded-file.ts';
import { type Call, endpoint, signedIn } from '../server/endpoint.ts';
import { PageParam } from '../server/list-query.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import {
  ClaimReply,
  MoveBody,
  NewClaimBody,
  NoteBody,
  parseMove,
  parseNewClaim,
  parseNote,
  presentClaim,
  presentWholeClaim,
  WholeClaimReply,
} from './claim.ts';

const params = Type.Object({ id: Type.String() });
const fileParams = Type.Object({ id: Type.String(), document: Type.String() });
const noClaim = { when: 'No such claim', example: 'claim_not_found' } as const;

const actorOf = ({ caller, as }: Pick<Call, 'caller' | 'as'>): ClaimsActor => ({
  member: signedIn(caller).member,
  as,
});

function theClaim(id: string): ClaimId {
  return claimId(getRecordNumber(id, { code: 'claim_not_found', id: 0 }));
}

export const list = endpoint(
  {
    summary: 'Claims',
    description: 'Newest first, 50 a page.',
    query: Type.Object({
      state: Type.Optional(Type.Enum([...claimStates, ''])),
      page: Type.Optional(PageParam.blankOrSchema),
    }),
    reply: Type.Array(ClaimReply),
  },
  async (app, call) => {
    const { state, page } = call.query;
    const found = await listClaims(app, actorOf(call), {
      state: state || undefined,
      page: PageParam.read(page || '1'),
    });
    return found.map(presentClaim);
  },
);

export const read = endpoint(
  {
    summary: 'A claim with its notes and documents',
    params,
    refusals: { 404: noClaim },
    reply: WholeClaimReply,
  },
  async (app, call) =>
    presentWholeClaim(await readClaim(app, actorOf(call), theClaim(call.params.id))),
);

export const addNote = endpoint(
  {
    summary: 'Add a note to a claim',
    params,
    body: NoteBody,
    readsBodyItself: true,
    refusals: { 404: noClaim },
    reply: WholeClaimReply,
  },
  async (app, call) => {
    const [actor, id] = [actorOf(call), theClaim(call.params.id)];
    await addClaimNote(app, actor, id, parseNote(call.body));
    return presentWholeClaim(await readClaim(app, actor, id));
  },
);

export const addDocument = endpoint(
  {
    summary: 'Add a document to a claim',
    description: 'A picture or a PDF. Its content decides its type.',
    params,
    body: FileBody,
    readsBodyItself: true,
    bodyLimitBytes: fileBodyBytes,
    refusals: { 404: noClaim },
    reply: WholeClaimReply,
  },
  async (app, call) => {
    const [actor, id] = [actorOf(call), theClaim(call.params.id)];
    const reader = new DocumentReader(call.body);
    reader.require('content');
    const name = reader.text('name');
    const content = reader.text('content', fileBodyBytes);
    refuseInvalid(reader.issues);
    await addClaimDocument(app, actor, id, { name, content });
    return presentWholeClaim(await readClaim(app, actor, id));
  },
);

export const document = endpoint(
  {
    summary: 'A document of a claim',
    params: fileParams,
    mediaTypes: fileTypes,
    refusals: { 404: noClaim },
    reply: Type.String(),
  },
  async (app, call) => {
    const { id, document } = call.params;
    const file = getRecordNumber(document, { code: 'file_not_found' });
    const found = await readClaimDocument(app, actorOf(call), theClaim(id), file);
    return sendFile(call.reply, found);
  },
);

export const open = endpoint(
  {
    summary: 'Open a claim',
    description: 'For a booking of yours. A booking has at most one undecided claim.',
    body: NewClaimBody,
    readsBodyItself: true,
    stores: true,
    refusals: {
      404: 'No such booking of yours',
      409: { when: 'The booking has an undecided claim', example: 'claim_undecided' },
    },
    reply: WholeClaimReply,
  },
  async (app, call) => {
    const actor = actorOf(call);
    const id = await openClaim(app, actor.member, parseNewClaim(call.body));
    return presentWholeClaim(await readClaim(app, actor, id));
  },
);

export const move = endpoint(
  {
    summary: 'Move a claim to another state',
    description: 'An accepted claim has the amount that is paid. Moving it moves no money.',
    params,
    body: MoveBody,
    readsBodyItself: true,
    refusals: {
      404: noClaim,
      409: { when: 'The claim cannot be moved there', example: 'claim_move' },
    },
    reply: WholeClaimReply,
  },
  async (app, call) => {
    const actor = actorOf(call);
    const id = theClaim(call.params.id);
    await moveClaim(app, actor.member, id, parseMove(call.body));
    return presentWholeClaim(await readClaim(app, actor, id));
  },
);
