// Refuses carrier files that use another carrier's string_id, because the server would leave one of the two out.
import type { Carrier, CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import type { DraftProblem } from '../ports.ts';

export function clashesOf(
  snapshot: CarrierSnapshot,
  folder: string,
  carrier: Carrier,
): DraftProblem[] {
  return carrier.terms.services.flatMap(({ stringId }) => {
    const owner = snapshot.find(stringId)?.carrier.terms.id;
    if (owner === undefined || owner === folder) return [];
    return [
      {
        severity: 'error' as const,
        code: 'string_id_taken',
        file: `${folder}/carrier.json`,
        line: 0,
        column: 0,
        value: stringId,
        message: `this string_id belongs to the carrier ${owner}`,
      },
    ];
  });
}
