// An Australia Post or StarTrack account: its products and how it numbers articles. Everything else in the protocol
// is the same for both.
import { auspostArticle } from '../../../src/domain/documents/auspost-numbers.ts';
import { starTrackItem } from '../../../src/domain/documents/startrack-numbers.ts';

export type Product = {
  readonly id: string;
  readonly type: string;
  readonly group: string;
  /** The service on the sample card that prices this product. */
  readonly stringId: string;
  readonly needsSignature: boolean;
};

export type Account = {
  readonly carrierName: string;
  readonly number: string;
  readonly apiKey: string;
  readonly password: string;
  readonly products: readonly Product[];
  /** StarTrack's zones need the suburb as well as the postcode. */
  readonly needsSuburb: boolean;
  consignmentNumber(serial: number): string;
  articleNumber(consignment: string, product: Product, n: number): string;
};

const auspostProduct = (
  id: string,
  type: string,
  stringId: string,
  needsSignature: boolean,
): Product => ({
  id,
  type,
  group: stringId === 'auspost_express_eparcel' ? 'Express Post' : 'Parcel Post',
  stringId,
  needsSignature,
});

const starTrackProduct = (id: string, type: string, stringId: string): Product => ({
  id,
  type,
  group: 'StarTrack',
  stringId,
  needsSignature: true,
});

export const auspostAccount: Account = {
  carrierName: 'Australia Post',
  number: '0009990001',
  apiKey: 'sim-auspost-key',
  password: 'sim-auspost-password',
  products: [
    auspostProduct('T28', 'PARCEL POST', 'auspost_regular_eparcel', false),
    auspostProduct('T28S', 'PARCEL POST + SIGNATURE', 'auspost_regular_eparcel', true),
    auspostProduct('E34', 'EXPRESS POST', 'auspost_express_eparcel', false),
    auspostProduct('E34S', 'EXPRESS POST + SIGNATURE', 'auspost_express_eparcel', true),
    // The same services under the codes of newer contracts.
    auspostProduct('7D55', 'PARCEL POST + SIGNATURE', 'auspost_regular_eparcel', true),
    auspostProduct('3J55', 'EXPRESS POST + SIGNATURE', 'auspost_express_eparcel', true),
  ],
  needsSuburb: false,
  consignmentNumber: (serial) => `ZSM${String(serial).padStart(7, '0')}`,
  articleNumber: (consignment, product, n) =>
    auspostArticle(consignment, n, {
      product: product.group === 'Express Post' ? '00096' : '00093',
      service: product.needsSignature ? '09' : '03',
    }),
};

export const starTrackAccount: Account = {
  carrierName: 'StarTrack',
  number: '09990002',
  apiKey: 'sim-startrack-key',
  password: 'sim-startrack-password',
  products: [
    starTrackProduct('EXP', 'EXPRESS', 'startrack_road_express'),
    starTrackProduct('PRM', 'PREMIUM', 'startrack_premium'),
    starTrackProduct('FPP', 'FIXED PRICE PREMIUM', 'startrack_fpp'),
  ],
  needsSuburb: true,
  consignmentNumber: (serial) => `ZSMS${String(serial).padStart(8, '0')}`,
  articleNumber: (consignment, product, n) => starTrackItem(consignment, product.id, n),
};

export function findProduct(account: Account, id: string): Product | undefined {
  return account.products.find((product) => product.id === id);
}
