// Claims of members: opened and explained by the member, decided by the operator. A claim moves no money: the operator
// credits or pays the accepted amount, and then marks the claim as paid. Notes and files are only ever added.
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import {
  type Claim,
  type ClaimId,
  type ClaimNote,
  type ClaimReason,
  mostDocuments,
  mostNotes,
} from '../../domain/claims/claim.ts';
import { type ClaimState, nextStates } from '../../domain/claims/claim-state.ts';
import { readUploadedFile, type UploadedFile } from '../../domain/documents/uploaded-file.ts';
import type { Member, MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { getBooking, type Reader } from '../bookings/read-bookings.ts';
import type { App, ListedFile, Store } from '../ports.ts';

/** `as: 'operator'` reads and writes every member's claims. */
export type ClaimsActor = { member: Member; as: 'member' | 'operator' };

export type ListedClaim = { claim: Claim; owner: Member | undefined; connote: string | undefined };

export type WholeClaim = ListedClaim & {
  notes: readonly (ClaimNote & { author: Member | undefined })[];
  files: readonly ListedFile[];
};

const claimsPerPage = 50;

export async function listClaims(
  app: App,
  actor: ClaimsActor,
  { state, page }: { state: ClaimState | undefined; page: number },
): Promise<ListedClaim[]> {
  const claims = await app.store.claims.list({
    memberId: ownerOf(actor),
    state,
    limit: claimsPerPage,
    skip: (page - 1) * claimsPerPage,
  });
  return await withBookings(app, claims);
}

/** The claims that wait for the operator, oldest first. */
export async function listUndecided(app: App, limit: number): Promise<ListedClaim[]> {
  const page = { memberId: undefined, state: 'open' as const, limit, skip: 0 };
  return await withBookings(app, await app.store.claims.list({ ...page, isOldestFirst: true }));
}

/** The claims of one booking, newest first. */
export async function claimsOfBooking(
  app: App,
  reader: Reader,
  id: BookingId,
): Promise<readonly Claim[]> {
  return await app.store.claims.list({
    memberId: reader === 'operator' ? undefined : reader.member.id,
    bookingId: id,
    state: undefined,
    limit: claimsPerPage,
    skip: 0,
  });
}

export async function readClaim(app: App, actor: ClaimsActor, id: ClaimId): Promise<WholeClaim> {
  const claim = await app.store.claims.find(id, ownerOf(actor));
  if (claim === undefined) throw new Refusal({ code: 'claim_not_found', id });
  const [[listed], notes, files] = await Promise.all([
    withBookings(app, [claim]),
    app.store.claims.listNotes(id),
    app.store.claims.listFiles(id),
  ]);
  if (listed === undefined) throw new Error(`claim ${id} was not listed`);
  const authors = await app.store.members.findMany([...new Set(notes.map(({ by }) => by))]);
  return {
    ...listed,
    notes: notes.map((note) => ({ ...note, author: authors.get(note.by) })),
    files,
  };
}

export type NewClaim = {
  bookingId: number;
  reason: ClaimReason;
  claimedCents: Cents;
  note: string;
};

export async function openClaim(app: App, member: Member, input: NewClaim): Promise<ClaimId> {
  const id = bookingId(input.bookingId);
  return await app.store.transaction(async (store) => {
    const booking = await getBooking({ store }, { member }, id);
    if (booking.status === 'new' || booking.connote === undefined)
      refuseInvalid([{ path: ['booking_id'], problem: 'no_confirmed_booking', booking: id }]);
    const nowMs = app.clock.nowMs();
    const claim = await store.claims.add({
      bookingId: id,
      memberId: member.id,
      state: 'open',
      reason: input.reason,
      claimedCents: input.claimedCents,
      acceptedCents: undefined,
      openedAtMs: nowMs,
      changedAtMs: nowMs,
    });
    if (claim === undefined) throw new Refusal({ code: 'claim_undecided', bookingId: id });
    const { id: by } = member;
    const text = input.note;
    await store.claims.addNote(claim, { atMs: nowMs, by, isOperator: false, state: 'open', text });
    return claim;
  });
}

export async function addClaimNote(
  app: App,
  actor: ClaimsActor,
  id: ClaimId,
  text: string,
): Promise<void> {
  await app.store.transaction(async (store) => {
    await getLocked(store, actor, id);
    await note(app, store, actor, { id, text, state: undefined });
  });
}

export async function addClaimDocument(
  app: App,
  actor: ClaimsActor,
  id: ClaimId,
  { name, content }: { name: string; content: string },
): Promise<void> {
  const file = readUploadedFile(name, content);
  if ('problem' in file) refuseInvalid([{ path: ['content'], ...file }]);
  await app.store.transaction(async (store) => {
    await getLocked(store, actor, id);
    if ((await store.claims.listFiles(id)).length >= mostDocuments)
      refuseInvalid([{ path: ['content'], problem: 'claim_full', most: mostDocuments }]);
    const nowMs = app.clock.nowMs();
    await store.claims.addFile(id, file as UploadedFile, actor.member.id, nowMs);
  });
}

export async function readClaimDocument(
  app: App,
  actor: ClaimsActor,
  id: ClaimId,
  file: number,
): Promise<UploadedFile> {
  const claim = await app.store.claims.find(id, ownerOf(actor));
  if (claim === undefined) throw new Refusal({ code: 'claim_not_found', id });
  const found = await app.store.claims.findFile(id, file);
  if (found === undefined) throw new Refusal({ code: 'file_not_found' });
  return found;
}

export type ClaimMove = {
  state: ClaimState;
  /** For an accepted claim: what will be paid. */
  acceptedCents: Cents | undefined;
  note: string;
};

/** Only the operator decides. */
export async function moveClaim(
  app: App,
  operator: Member,
  id: ClaimId,
  { state, acceptedCents, note: text }: ClaimMove,
): Promise<void> {
  const actor = { member: operator, as: 'operator' } as const;
  await app.store.transaction(async (store) => {
    const claim = await getLocked(store, actor, id);
    if (!nextStates(claim.state).includes(state))
      throw new Refusal({ code: 'claim_move', id, from: claim.state, to: state });
    if (state === 'accepted' && acceptedCents === undefined)
      refuseInvalid([{ path: ['accepted_amount'], problem: 'missing' }]);
    const isMoved = await store.claims.move(id, {
      state,
      acceptedCents: amountIn(state, claim, acceptedCents),
      changedAtMs: app.clock.nowMs(),
    });
    if (!isMoved) throw new Refusal({ code: 'claim_undecided', bookingId: claim.bookingId });
    await note(app, store, actor, { id, text, state });
  });
}

function amountIn(
  state: ClaimState,
  { acceptedCents: before }: Claim,
  given: Cents | undefined,
): Cents | undefined {
  if (state === 'accepted') return given;
  return state === 'paid' ? before : undefined;
}

async function note(
  app: App,
  store: Store,
  { member, as }: ClaimsActor,
  { id, text, state }: { id: ClaimId; text: string; state: ClaimState | undefined },
): Promise<void> {
  // A full claim can still be decided.
  if (state === undefined && (await store.claims.listNotes(id)).length >= mostNotes)
    refuseInvalid([{ path: ['note'], problem: 'claim_full', most: mostNotes }]);
  const [atMs, by] = [app.clock.nowMs(), member.id];
  await store.claims.addNote(id, { atMs, by, isOperator: as === 'operator', state, text });
}

async function getLocked(store: Store, actor: ClaimsActor, id: ClaimId): Promise<Claim> {
  const claim = await store.claims.lock(id, ownerOf(actor));
  if (claim === undefined) throw new Refusal({ code: 'claim_not_found', id });
  return claim;
}

const ownerOf = ({ member, as }: ClaimsActor): MemberId | undefined =>
  as === 'operator' ? undefined : member.id;

async function withBookings(app: App, claims: readonly Claim[]): Promise<ListedClaim[]> {
  const ids = [...new Set(claims.map(({ bookingId: id }) => id))];
  const [bookings, members] = await Promise.all([
    app.store.bookings.listPlain('operator', ids),
    app.store.members.findMany([...new Set(claims.map(({ memberId: id }) => id))]),
  ]);
  const connotes = new Map(bookings.map(({ id, connote }) => [id, connote]));
  return claims.map((claim) => ({
    claim,
    owner: members.get(claim.memberId),
    connote: connotes.get(claim.bookingId),
  }));
}
