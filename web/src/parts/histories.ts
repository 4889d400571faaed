// Tracking histories of a consignment and its pieces, without repetition.
import type { Tracking } from '../api/wire.ts';

type Events = Tracking['items'][number]['events'];

export type History = { name: string; events: Events };

/** One entry for each different history; pieces with the consignment's own history are not named. */
export function historiesOf({ items }: Pick<Tracking, 'items'>): History[] {
  const groups = Map.groupBy(
    items.filter(({ events }) => events.length > 0),
    ({ events }) =>
      JSON.stringify(
        events.map(({ occurredAt, status, description, location }) => [
          ...[occurredAt, status, description, location],
        ]),
      ),
  );
  return [...groups.values()].map((alike) => ({
    name: nameOf(alike.map(({ label }) => label)),
    events: alike[0]?.events ?? [],
  }));
}

const pieceOf = /^(.*) piece (\d+) of (\d+)$/;

function nameOf(labels: readonly string[]): string {
  const pieces = labels.map((label) => pieceOf.exec(label));
  const [whole] = labels.filter((_label, n) => pieces[n] === null);
  const [first = null] = pieces;
  if (whole !== undefined || first === null) return whole ?? '';
  const [, connote, , all] = first;
  const numbers = pieces.map((piece) => piece?.[2]);
  return `${connote} ${numbers.length === 1 ? 'piece' : 'pieces'} ${numbers.join(', ')} of ${all}`;
}
