// A sender or receiver on the wire: texts are "" and never null, because typed clients depend on it.
import { type Static, Type } from 'typebox';
import type { Address } from '../../domain/places/address.ts';

const parts = {
  name: Type.String(),
  company_name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  address: Type.String(),
  suburb: Type.String(),
  postcode: Type.String(),
  state: Type.String(),
  country: Type.String(),
  type: Type.String(),
};

export const AddressReply = Type.Object({ id: Type.Integer(), ...parts }, { $id: 'Address' });

/** Of a quote that is not stored: there is nothing that an id could name. */
export const UnstoredAddressReply = Type.Object(parts);

export function presentAddress(address: Address, id: number): Static<typeof AddressReply> {
  return { id, ...presentUnstoredAddress(address) };
}

export function presentUnstoredAddress(address: Address): Static<typeof UnstoredAddressReply> {
  return {
    name: address.name,
    company_name: address.companyName,
    email: address.email,
    phone: address.phone,
    address: address.street,
    suburb: address.suburb,
    postcode: address.postcode,
    state: address.state,
    country: address.country,
    type: address.type,
  };
}
