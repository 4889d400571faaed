// Claims on the wire.
import { type Static, Type } from 'typebox';
import type {
  ClaimMove,
  ListedClaim,
  NewClaim,
  WholeClaim,
} from '../../application/claims/claims.ts';
import { claimReasons, longestNote, mostClaimedCents } from '../../domain/claims/claim.ts';
import { claimStates, nextStates } from '../../domain/claims/claim-state.ts';
import { DocumentReader } from '../../domain/document-reader.ts';
import { type Cents, dollars } from '../../domain/money.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { Owner, presentOwner } from '../members/owner.ts';
import { instant, orNull, wordOf } from '../server/values.ts';

const State = wordOf(claimStates);

export const ClaimReply = Type.Object(
  {
    id: Type.Integer(),
    booking_id: Type.Integer(),
    connote: orNull(Type.String()),
    state: State,
    reason: wordOf(claimReasons),
    claimed_amount: Type.Number(),
    accepted_amount: orNull(Type.Number(), { description: 'Null until it is accepted' }),
    opened_at: instant(),
    changed_at: instant(),
    member: Owner,
  },
  { $id: 'Claim' },
);

export const WholeClaimReply = Type.Object(
  {
    ...ClaimReply.properties,
    next_states: Type.Array(State, { description: 'To which the operator may move it' }),
    notes: Type.Array(
      Type.Object({
        at: instant(),
        by: Type.String({ description: 'An e-mail' }),
        is_operator: Type.Boolean(),
        state: orNull(State, { description: 'The state that it was moved to' }),
        text: Type.String(),
      }),
      { description: 'Oldest first' },
    ),
    documents: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        media_type: Type.String(),
        size: Type.Integer({ description: 'Bytes' }),
        added_at: instant(),
      }),
    ),
  },
  { $id: 'WholeClaim' },
);

export const NewClaimBody = Type.Object({
  booking_id: Type.Integer(),
  reason: wordOf(claimReasons),
  amount: Type.Number({ description: 'AUD' }),
  note: Type.String({ description: 'What happened' }),
});

export const NoteBody = Type.Object({ note: Type.String() });

export const MoveBody = Type.Object({
  state: State,
  accepted_amount: Type.Optional(Type.Number({ description: 'With accepted: what is paid' })),
  note: Type.Optional(Type.String()),
});

export function parseNewClaim(body: unknown): NewClaim {
  const reader = new DocumentReader(body);
  reader.require('booking_id', 'amount', 'note');
  const claim = {
    bookingId: reader.wholeNumber('booking_id') ?? 0,
    reason: reader.choice('reason', claimReasons),
    claimedCents: amountOf(reader, 'amount'),
    note: reader.text('note', longestNote),
  };
  refuseInvalid(reader.issues);
  return { ...claim, reason: claim.reason ?? 'other', claimedCents: claim.claimedCents ?? 0 };
}

export function parseNote(body: unknown): string {
  const reader = new DocumentReader(body);
  reader.require('note');
  const note = reader.text('note', longestNote);
  refuseInvalid(reader.issues);
  return note;
}

export function parseMove(body: unknown): ClaimMove {
  const reader = new DocumentReader(body);
  const state = reader.choice('state', claimStates);
  const acceptedCents = amountOf(reader, 'accepted_amount');
  const note = reader.text('note', longestNote);
  refuseInvalid(reader.issues);
  return { state: state ?? 'open', acceptedCents, note };
}

/** More than nothing, and no more than goods can be worth. */
function amountOf(reader: DocumentReader, field: string): Cents | undefined {
  const cents = reader.cents(field);
  if (cents === undefined || (cents > 0 && cents <= mostClaimedCents)) return cents;
  return reader.complain(field, { problem: 'outside', from: 0.01, to: dollars(mostClaimedCents) });
}

export function presentClaim({ claim, owner, connote }: ListedClaim): Static<typeof ClaimReply> {
  const { acceptedCents } = claim;
  return {
    id: claim.id,
    booking_id: claim.bookingId,
    connote: connote ?? null,
    state: claim.state,
    reason: claim.reason,
    claimed_amount: dollars(claim.claimedCents),
    accepted_amount: acceptedCents === undefined ? null : dollars(acceptedCents),
    opened_at: timestampWithColon(claim.openedAtMs, homeZone),
    changed_at: timestampWithColon(claim.changedAtMs, homeZone),
    member: presentOwner(owner),
  };
}

export function presentWholeClaim(whole: WholeClaim): Static<typeof WholeClaimReply> {
  return {
    ...presentClaim(whole),
    next_states: [...nextStates(whole.claim.state)],
    notes: whole.notes.map(({ atMs, author, isOperator, state, text }) => ({
      at: timestampWithColon(atMs, homeZone),
      by: author?.email ?? '',
      is_operator: isOperator,
      state: state ?? null,
      text,
    })),
    documents: whole.files.map(({ id, name, mediaType, size, addedAtMs }) => ({
      id,
      name,
      media_type: mediaType,
      size,
      added_at: timestampWithColon(addedAtMs, homeZone),
    })),
  };
}
