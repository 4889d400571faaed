// Carriers' services in the operator's area.
import { type Static, Type } from 'typebox';
import type { Service, ServiceHealth } from '../../application/carriers/list-services.ts';
import { serviceBeside } from '../../domain/rate-cards/service-name.ts';

const MaybeDay = Type.Union([Type.String(), Type.Null()], {
  description: 'YYYY-MM-DD; null if it has no first or last day',
});
const MaybeMs = Type.Union([Type.Integer(), Type.Null()]);

export const ServiceReply = Type.Object(
  {
    string_id: Type.String(),
    folder: Type.Union([Type.String(), Type.Null()]),
    carrier: Type.String(),
    service: Type.String({ description: 'Beside its carrier’s name; blank when that says it all' }),
    mode: Type.String(),
    origin: Type.String({ description: 'shipped, operator or live' }),
    is_sample: Type.Boolean({ description: 'Its prices are invented.' }),
    is_stale: Type.Boolean({ description: 'Newer files were refused.' }),
    is_on: Type.Boolean(),
    cards: Type.Array(
      Type.Object({
        code: Type.String(),
        version: Type.String(),
        valid_from: MaybeDay,
        valid_to: MaybeDay,
        is_in_force: Type.Boolean(),
      }),
    ),
    answers: Type.Object(
      {
        priced: Type.Integer(),
        no_service: Type.Integer(),
        failed: Type.Integer(),
      },
      { description: 'In all processes, since the answering process started' },
    ),
    live: Type.Union([
      Type.Object({
        is_left_alone: Type.Boolean({
          description: 'It failed so often that it is skipped for a while.',
        }),
        asked: Type.Integer({ description: 'The last answers, at most 100' }),
        failed: Type.Integer({ description: 'Of these' }),
        p50_ms: MaybeMs,
        p95_ms: MaybeMs,
        max_ms: MaybeMs,
      }),
      Type.Null(),
    ]),
  },
  { $id: 'Service' },
);

export function presentService(
  service: Service,
  { answers, live }: ServiceHealth,
): Static<typeof ServiceReply> {
  return {
    string_id: service.stringId,
    folder: service.folder ?? null,
    carrier: service.carrier,
    service: serviceBeside(service.carrier, service.label),
    mode: service.mode,
    origin: service.origin,
    is_sample: service.isSample,
    is_stale: service.isStale,
    is_on: service.isOn,
    cards: service.cards.map((card) => ({
      code: card.code,
      version: card.version,
      valid_from: dayText(card.validFrom),
      valid_to: dayText(card.validTo),
      is_in_force: card.isInForce,
    })),
    answers: { priced: answers.quoted, no_service: answers.absent, failed: answers.failed },
    live:
      live === undefined
        ? null
        : {
            is_left_alone: live.isLeftAlone,
            asked: live.asked,
            failed: live.failed,
            p50_ms: live.p50Ms ?? null,
            p95_ms: live.p95Ms ?? null,
            max_ms: live.maxMs ?? null,
          },
  };
}

/** 20261116 → 2026-11-16. Any other number means that the period has no start or no end. */
function dayText(day: number): string | null {
  const [, year, month, date] = /^([12]\d{3})(\d\d)(\d\d)$/.exec(String(day)) ?? [];
  return year === undefined ? null : `${year}-${month}-${date}`;
}
