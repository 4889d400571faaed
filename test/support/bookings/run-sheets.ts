// The operator's run sheets over HTTP: pickups to phone through, and marking them as notified.
import type { Visitor } from '../pages/members-area.ts';

export async function listToNotify(operator: Visitor): Promise<{ id: number; unsaid: string[] }[]> {
  const sheets: { pickups: { id: number; unsaid: string[] }[] }[] = (
    await operator.get('/operator/run-sheets')
  ).json();
  return sheets.flatMap(({ pickups }) => pickups);
}

export const markNotified = (operator: Visitor, ids: readonly number[], isNotified = true) =>
  operator.send('PUT', '/operator/notified-carriers', {
    bookings: ids.map((id) => ({ id })),
    is_notified: isNotified,
  });
