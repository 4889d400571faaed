// How a carrier's documents are made: its label layout, whether it takes manifests, and the identifiers it has issued to the
// operator. Identifiers that do not fit the carrier's own numbering are mistakes, because no sorter could read them.

import type {
  ConnoteTerms,
  DepotRange,
  DocumentTerms,
  IssuedIdentifiers,
} from '../../domain/rate-cards/carrier-terms.ts';
import type { DocumentsFile } from './carrier-schema.ts';
import type { JsonDocument } from './json-document.ts';
import type { CarrierSource } from './parse-card.ts';
import type { Problems } from './problem.ts';

/** Digits of a connote after the identifier it begins with. */
const auspostDigits = 7;
const starTrackDigits = 8;
const depotShape = /^[A-Z0-9]{1,4}$/;

export type DocumentsSource = {
  document: JsonDocument;
  carrier: Pick<CarrierSource, 'terms' | 'document'>;
  connote: ConnoteTerms | undefined;
  /** Whether a mistake in the connote has been reported. */
  isConnoteUnknown: boolean;
};

export function parseDocuments(
  file: DocumentsFile,
  source: DocumentsSource,
  problems: Problems,
): DocumentTerms {
  return {
    label: file.label ?? 'generic',
    manifest: file.manifest ?? false,
    issued: parseIssued(file, source, problems),
  };
}

function parseIssued(
  file: DocumentsFile,
  source: DocumentsSource,
  problems: Problems,
): IssuedIdentifiers | undefined {
  const { auspost, startrack, gs1_prefix: prefix } = file;
  if (auspost !== undefined) {
    checkNumbering('auspost', 'mlid', auspost.mlid, auspostDigits, source, problems);
    checkServices('auspost', auspost.products, source, problems);
    return { kind: 'auspost', products: auspost.products };
  }
  if (startrack !== undefined) {
    const { despatch_id: id, products } = startrack;
    checkNumbering('startrack', 'despatch_id', id, starTrackDigits, source, problems);
    checkServices('startrack', products, source, problems);
    return {
      kind: 'startrack',
      payerAccount: startrack.payer_account,
      senderAccount: startrack.sender_account,
      products,
      depots: Object.entries(startrack.depots).flatMap(([depot, ranges]) =>
        depotRanges(depot, ranges, source.document, problems),
      ),
    };
  }
  return prefix === undefined ? undefined : { kind: 'gs1', prefix };
}

/** The connote must begin with the identifier and be as long as the carrier numbers. */
function checkNumbering(
  key: 'auspost' | 'startrack',
  field: string,
  id: string,
  digits: number,
  { document, connote, isConnoteUnknown }: DocumentsSource,
  problems: Problems,
): void {
  const fits = connote?.prefix === id && connote.digits === digits && connote.check === 'none';
  if (fits || isConnoteUnknown) return;
  const message = `connotes must be this and ${digits} digits without a check digit; set "connote" so`;
  problems.error(
    'issued_id_not_in_connote',
    document.place(['documents', key, field]),
    id,
    message,
  );
}

function checkServices(
  key: 'auspost' | 'startrack',
  products: Readonly<Record<string, unknown>>,
  { document, carrier }: DocumentsSource,
  problems: Problems,
): void {
  for (const service of Object.keys(products)) {
    if (carrier.terms.services.some(({ id }) => id === service)) continue;
    if (carrier.document.isPartlyUnknown(['services'])) return;
    const place = document.placeOfKey(['documents', key, 'products', service]);
    problems.error('unknown_service', place, service, 'carrier.json has no service of this id');
  }
}

function depotRanges(
  depot: string,
  ranges: readonly string[],
  document: JsonDocument,
  problems: Problems,
): DepotRange[] {
  const path = ['documents', 'startrack', 'depots', depot];
  if (!depotShape.test(depot)) {
    const message = 'a depot is one to four capital letters or digits';
    problems.error('bad_depot', document.placeOfKey(path), depot, message);
  }
  return ranges.map((range, n) => {
    const [from = '', to = from] = range.split('-');
    if (from > to) {
      const message = 'the range ends before it starts';
      problems.error('range_reversed', document.place([...path, n]), range, message);
    }
    return { depot, from, to };
  });
}
