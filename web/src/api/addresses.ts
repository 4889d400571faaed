// The member's address book.
import { ask } from './client.ts';
import { searchQuery, useChange } from './queries.ts';
import type { AddressesImport, SavedAddress } from './wire.ts';

const names = ['addresses'];

export type AddressSearch = {
  q?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
};

export const addressesQuery = (search: AddressSearch) =>
  searchQuery<SavedAddress[]>(names, '/addresses', search);

export type AddressBody = Omit<SavedAddress, 'id'>;

/** Without an id, a new address. */
export const useSaveAddress = (id: number | undefined) =>
  useChange(names, (body: AddressBody) =>
    id === undefined
      ? ask<SavedAddress>('POST', '/addresses', { body })
      : ask<SavedAddress>('PUT', `/addresses/${id}`, { body }),
  );

export const useRemoveAddress = () =>
  useChange(names, (id: number) => ask('DELETE', `/addresses/${id}`));

export const usePreviewAddresses = () =>
  useChange([], (csv: string) =>
    ask<AddressesImport>('POST', '/addresses/preview', { body: { csv } }),
  );

export const useImportAddresses = () =>
  useChange(names, (csv: string) =>
    ask<AddressesImport>('POST', '/addresses/import', { body: { csv } }),
  );
