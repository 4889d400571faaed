// Carriers' invoices that the operator checks.
import { queryOptions } from '@tanstack/react-query';
import { ask, prefix } from './client.ts';
import { read, useChange } from './queries.ts';
import type { CarrierInvoice, ListedCarrierInvoice } from './wire.ts';

const path = '/operator/carrier-invoices';
const names = ['carrier invoices'];

export const carrierInvoicesQuery = queryOptions({
  queryKey: names,
  queryFn: read<ListedCarrierInvoice[]>(path),
});

export function carrierInvoiceQuery(id: number) {
  return queryOptions({
    queryKey: [...names, id],
    queryFn: read<CarrierInvoice>(`${path}/${id}`),
  });
}

export const useImportInvoice = () =>
  useChange(names, (body: { carrier: string; number: string; csv: string }) =>
    ask<CarrierInvoice>('POST', path, { body }),
  );

export type LineDecision = {
  lines: readonly number[];
  state: 'open' | 'disputed' | 'accepted';
  charge?: boolean;
};

export const useDecideLines = (id: number) =>
  useChange(names, (body: LineDecision) =>
    ask<CarrierInvoice>('PUT', `${path}/${id}/lines`, { body }),
  );

export const useDeleteInvoice = (id: number) =>
  useChange(names, (_: undefined) => ask<ListedCarrierInvoice[]>('DELETE', `${path}/${id}`));

/** The browser opens it with its session cookie. */
export const disputesUrl = (id: number): string => `${prefix}${path}/${id}/disputes.csv`;
