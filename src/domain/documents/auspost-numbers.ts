// Australia Post's numbering: article numbers with their check digit, and the contents of the two codes on its label.
// Used only with the merchant identifier that Australia Post issued, which begins the connote.

import { checkDigit } from '../bookings/connote.ts';
import type { IssuedIdentifiers } from '../rate-cards/carrier-terms.ts';
import { gs1Data } from './gs1.ts';
import type { MatrixCode } from './layout.ts';

/** The trade item number of Australia Post's articles. */
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
    // The delivery point is unknown, so its element (92) is left out; a wrong one would misroute the article.
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
