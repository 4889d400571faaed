// How a row names its carrier account. Keys cannot contain null, so the owner of a house account is stored as 0.
import type { CarrierAccountOf } from '../../../application/ports.ts';
import { memberId } from '../../../domain/members/member.ts';

export type AccountKey = { carrier: string; account_member_id: number };

export const houseOwner = 0;

export function accountKey({ carrier, memberId: owner }: CarrierAccountOf): AccountKey {
  return { carrier, account_member_id: owner ?? houseOwner };
}

export function accountOfKey({ carrier, account_member_id: owner }: AccountKey): CarrierAccountOf {
  return { carrier, ...(owner === houseOwner ? {} : { memberId: memberId(owner) }) };
}
