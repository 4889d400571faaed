// Australia Post's numbering: article numbers with their check digit, and what the two codes of its label hold. Only
// used with the merchant identifier that Australia Post issued, which the connote begins with.

import { checkDigit } from '../bookings/connote.ts';
import type { IssuedIdentifiers } from '../rate-cards/carrier-terms.ts';
import { gs1Data } from './gs1.ts';
import type { MatrixCode } from './layout.ts';

/** The trade item number that Australia Post's articles are sold under. */
const gtin = '99312650999998';
/** Payment is made on account. */
const paidCode = '0';

export type AuspostProduct = Extract<IssuedIdentifiers, { kind: 'auspost' }>['products'][string];

/** `2JD5418133` + article 01 + product 00087 + service 09 → `2JD541813301000870900`. */
export function auspostArticle(connote: string, article: number, codes: AuspostProduct): string {
  const body = `${connote}${String(article).padStart(2, '0')}${codes.product}${codes.service}${paidCode}`;
  return body + checkDigit(body, 'mod10');
}

export type AuspostFacts = {
  connote: string;
  article: number;
  codes: AuspostProduct;
  postcode: string;
  /** `YYMMDDHHMMSS` */
  stamp: string;
};

export function auspostCodes(facts: AuspostFacts): {
  article: string;
  linear: string;
  matrix: MatrixCode;
} {
  const article = auspostArticle(facts.connote, facts.article, facts.codes);
  const elements = [
    { ai: '01', data: gtin },
    { ai: '91', data: article },
  ];
  return {
    article,
    linear: gs1Data(elements),
    // No delivery point is known, so its element (92) is left out; a false one would misroute.
    matrix: {
      symbology: 'gs1_datamatrix',
      data: gs1Data([
        ...elements,
        { ai: '420', data: facts.postcode },
        { ai: '8008', data: facts.stamp },
      ]),
    },
  };
}
