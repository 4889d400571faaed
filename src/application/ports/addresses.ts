// What use cases need for members' address books.
import type {
  SavedAddress,
  SavedAddressDetails,
  SavedAddressId,
} from '../../domain/addresses/saved-address.ts';
import type { MemberId } from '../../domain/members/member.ts';

export type Addresses = {
  /** Adds an address, or replaces the one with the same identity, and returns its id. */
  save(memberId: MemberId, address: SavedAddressDetails, nowMs: number): Promise<SavedAddressId>;
  /** False if the member has no such address. */
  replace(memberId: MemberId, address: SavedAddress, nowMs: number): Promise<boolean>;
  remove(memberId: MemberId, id: SavedAddressId): Promise<boolean>;
  find(memberId: MemberId, id: SavedAddressId): Promise<SavedAddress | undefined>;
  /** The member's addresses with these identities. */
  findAlike(memberId: MemberId, identities: readonly string[]): Promise<SavedAddress[]>;
  count(memberId: MemberId): Promise<number>;
  /** By company or name; with a word that begins with each of these. */
  list(page: {
    memberId: MemberId;
    words: readonly string[];
    limit: number;
    skip: number;
  }): Promise<SavedAddress[]>;
};
