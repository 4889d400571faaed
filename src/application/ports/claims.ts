// What use cases need for claims, proofs of delivery, and the files that people upload for them.
import type { BookingId } from '../../domain/bookings/booking.ts';
import type { Claim, ClaimId, ClaimNote } from '../../domain/claims/claim.ts';
import type { ClaimState } from '../../domain/claims/claim-state.ts';
import type { UploadedFile } from '../../domain/documents/uploaded-file.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';

export type ListedFile = Pick<UploadedFile, 'name' | 'mediaType'> & {
  id: number;
  size: number;
  addedAtMs: number;
};

export type Claims = {
  /** Undefined, without a write, if the booking has an undecided claim. */
  add(claim: Omit<Claim, 'id'>): Promise<ClaimId | undefined>;
  /** Locks the claim until the transaction ends. */
  lock(id: ClaimId, ofMember: MemberId | undefined): Promise<Claim | undefined>;
  find(id: ClaimId, ofMember: MemberId | undefined): Promise<Claim | undefined>;
  /** Newest first unless `isOldestFirst`. */
  list(page: {
    isOldestFirst?: boolean;
    memberId: MemberId | undefined;
    bookingId?: BookingId | undefined;
    state: ClaimState | undefined;
    limit: number;
    skip: number;
  }): Promise<Claim[]>;
  /** False, without a write, if it would be a second undecided claim of its booking. */
  move(
    id: ClaimId,
    change: { state: ClaimState; acceptedCents: Cents | undefined; changedAtMs: number },
  ): Promise<boolean>;
  addNote(id: ClaimId, note: ClaimNote): Promise<void>;
  /** Oldest first. */
  listNotes(id: ClaimId): Promise<ClaimNote[]>;
  addFile(id: ClaimId, file: UploadedFile, by: MemberId, nowMs: number): Promise<void>;
  listFiles(id: ClaimId): Promise<ListedFile[]>;
  findFile(id: ClaimId, file: number): Promise<UploadedFile | undefined>;
};

/** The name of the person who signed, the time, a picture, and the carrier's document: at least one of them. */
export type DeliveryProof = {
  signedBy: string;
  signedAtMs: number | undefined;
  /** The address of the carrier's document or picture. */
  url?: string;
  /** What the operator entered replaces the carrier's name and time. */
  isEntered: boolean;
  /** Whether there is a picture. */
  hasPicture: boolean;
};

export type DeliveryProofs = {
  /** Replaces an earlier proof. An undefined picture keeps the present one. */
  save(
    bookingId: BookingId,
    proof: Pick<DeliveryProof, 'signedBy' | 'signedAtMs'> & { picture: UploadedFile | undefined },
    by: MemberId,
    nowMs: number,
  ): Promise<void>;
  find(bookingId: BookingId): Promise<DeliveryProof | undefined>;
  findPicture(bookingId: BookingId): Promise<UploadedFile | undefined>;
  /** Removes what the operator entered. */
  remove(bookingId: BookingId): Promise<boolean>;
  /** Keeps what the carrier says; a later report changes only what it has. */
  report(
    bookingId: BookingId,
    proof: { signedBy: string; signedAtMs: number | undefined; url: string },
  ): Promise<void>;
  forgetReport(bookingId: BookingId): Promise<void>;
};
