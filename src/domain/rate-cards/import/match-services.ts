// Service names of a file → the carrier's services: by the operator's answer, by the same name, or because there is only one. An
// ambiguous name is refused.
import type { CarrierService, ServiceMode } from '../carrier-terms.ts';
import type { Findings } from './findings.ts';
import type { ImportedLane } from './imported-lane.ts';
import { columnName } from './source-table.ts';

export type ServiceChoice = {
  /** The service's name in the file; blank matches any name. */
  readonly source: string;
  readonly stringId: string;
};

export type ServiceNames = {
  readonly carrier: string;
  readonly carrierName: string;
  readonly known: readonly CarrierService[];
  readonly choices: readonly ServiceChoice[];
  /** The mode of new services. */
  readonly mode: ServiceMode;
};

export type MatchedServices = {
  /** Source name → id of the carrier's service; refused names are missing. */
  readonly ids: ReadonlyMap<string, string>;
  /** All services of the carrier, new ones last. */
  readonly services: readonly CarrierService[];
};

export function matchServices(
  lanes: readonly ImportedLane[],
  names: ServiceNames,
  findings: Findings,
): MatchedServices {
  const sources = [...new Set(lanes.map(({ service }) => service.text))];
  const services = [...names.known];
  const ids = new Map<string, string>();
  for (const source of sources) {
    const found = findService(source, sources.length === 1, names, services);
    if (found === undefined) refuseService(source, lanes, names, findings);
    else {
      if (!services.includes(found)) services.push(found);
      ids.set(source, found.id);
      if (columnName(found.stringId) !== columnName(source))
        findings.note({ note: 'service_is', service: source, stringId: found.stringId });
    }
  }
  return { ids, services };
}

function findService(
  source: string,
  isOnly: boolean,
  names: ServiceNames,
  services: readonly CarrierService[],
): CarrierService | undefined {
  const said =
    names.choices.find((choice) => choice.source === source) ??
    (isOnly ? names.choices.find((choice) => choice.source === '') : undefined);
  const { known } = names;
  if (said !== undefined) {
    const same = services.find(({ stringId }) => stringId === said.stringId);
    return same ?? newService(source, said.stringId, isOnly, names, services);
  }
  const name = columnName(source);
  const same = known.find(({ id, stringId, label }) =>
    [id, stringId, label].some((one) => columnName(one) === name),
  );
  if (same !== undefined) return same;
  if (known.length > 0) return known.length === 1 && isOnly ? known[0] : undefined;
  const stringId = isOnly ? names.carrier : `${names.carrier}_${slugOf(source)}`;
  return newService(source, stringId, isOnly, names, services);
}

function newService(
  source: string,
  stringId: string,
  isOnly: boolean,
  { carrierName, known, mode }: ServiceNames,
  services: readonly CarrierService[],
): CarrierService {
  const slug = slugOf(source);
  const isTaken = (id: string): boolean => services.some((one) => one.id === id);
  let id = slug;
  for (let n = 2; isTaken(id); n += 1) id = `${slug}_${n}`;
  const label = isOnly && known.length === 0 ? carrierName : `${carrierName} ${source}`;
  return { id, stringId, label, mode, group: undefined };
}

/** Lower case letters, digits and _, beginning with a letter. */
function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[a-z]/.test(slug) ? slug : `s_${slug}`.replace(/_$/, '');
}

function refuseService(
  source: string,
  lanes: readonly ImportedLane[],
  { carrier, known }: ServiceNames,
  findings: Findings,
): void {
  const mistake = {
    mistake: 'unknown_service',
    service: source,
    carrier,
    known: known.map(({ stringId }) => stringId),
  } as const;
  for (const { service } of lanes)
    if (service.text === source) findings.refuse(service, source, mistake);
}
