// Every service that can be quoted, for operators: its cards, the card in force today, whether it is switched on, and
// its recent answers.
import type { HealthReading } from '../../domain/carriers/carrier-health.ts';
import { cardInForce, pricesService } from '../../domain/rate-cards/card-choice.ts';
import { homeCardDay } from '../../domain/rate-cards/card-day.ts';
import { endedOn } from '../../domain/rate-cards/card-outlook.ts';
import type { Carrier } from '../../domain/rate-cards/carrier-snapshot.ts';
import type { CarrierService } from '../../domain/rate-cards/carrier-terms.ts';
import type { AnswerCount, App } from '../ports.ts';

type ServiceCard = {
  code: string;
  version: string;
  /** yyyymmdd. */
  validFrom: number;
  validTo: number;
  isInForce: boolean;
};

export type Service = {
  stringId: string;
  /** The carrier's folder; undefined for a service without files. */
  folder: string | undefined;
  carrier: string;
  label: string;
  mode: string;
  cards: readonly ServiceCard[];
  isSample: boolean;
  origin: Carrier['origin'] | 'live';
  /** The carrier's latest files were refused, so older ones are in use. */
  isStale: boolean;
  isOn: boolean;
  /** The last day on which a card priced it; undefined if a card prices it now or will, or none ever did. */
  endedOn: string | undefined;
};

export type ServiceHealth = {
  /** For all members, since this process started. */
  answers: Readonly<AnswerCount>;
  /** Undefined for a service that is priced from cards only. */
  live: (HealthReading & { isLeftAlone: boolean }) | undefined;
};

/** Services that carry only between countries. */
export function internationalServices(app: Pick<App, 'carriers'>): string[] {
  return app.carriers
    .snapshot()
    .carriers.flatMap(({ terms }) => terms.services)
    .filter(({ mode }) => mode === 'international')
    .map(({ stringId }) => stringId);
}

export async function listServices(
  app: Pick<App, 'carriers' | 'clock' | 'store'>,
): Promise<Service[]> {
  // Read from the store, because the cached copy that quotes use may not show the operator's own change yet.
  const off = new Set(await app.store.carrierSwitches.listOff());
  const day = homeCardDay(app.clock.nowMs());
  const listed: Service[] = app.carriers.snapshot().carriers.flatMap((carrier) =>
    carrier.terms.services.map((service) => {
      const cards = cardsOf(carrier, service, day);
      return {
        stringId: service.stringId,
        folder: carrier.terms.id,
        carrier: carrier.terms.name,
        label: service.label,
        mode: service.mode,
        cards,
        isSample: carrier.terms.isSample,
        origin: carrier.origin,
        isStale: carrier.isStale,
        isOn: !off.has(service.stringId),
        endedOn: endedOn(cards, day),
      };
    }),
  );
  const known = new Set(listed.map(({ stringId }) => stringId));
  for (const { stringId, mode } of app.carriers.live) {
    if (known.has(stringId)) continue;
    listed.push({
      stringId,
      folder: undefined,
      carrier: stringId,
      label: '',
      mode,
      cards: [],
      isSample: false,
      origin: 'live',
      isStale: false,
      isOn: !off.has(stringId),
      endedOn: undefined,
    });
  }
  return listed;
}

/** `services`: those that are switched on, according to this process's cached copy. */
export type Courier = { name: string; services: readonly CarrierService[] };

/** Carriers that have a folder and at least one service switched on, by the carrier's display name. */
export function listCouriers({ carriers }: Pick<App, 'carriers'>): Courier[] {
  const off = carriers.switchedOff();
  return carriers
    .snapshot()
    .carriers.map(({ terms: { name, services } }) => ({
      name,
      services: services.filter(({ stringId }) => !off.has(stringId)),
    }))
    .filter(({ services }) => services.length > 0);
}

export function healthOfService(app: App, stringId: string): ServiceHealth {
  const isLive = app.carriers.live.some((carrier) => carrier.stringId === stringId);
  return {
    answers: app.carrierAnswers.totalOf(stringId),
    live: isLive
      ? {
          isLeftAlone: app.carriers.breakerOf(stringId).isOpen(app.clock.nowMs()),
          ...app.carriers.healthOf(stringId).read(),
        }
      : undefined,
  };
}

function cardsOf(carrier: Carrier, { id }: CarrierService, day: number): ServiceCard[] {
  const inForce = cardInForce(carrier.cards, id, day);
  return carrier.cards
    .filter((card) => pricesService(card, id))
    .map((card) => ({
      code: card.definition.code,
      version: card.definition.version,
      validFrom: card.definition.validFrom,
      validTo: card.definition.validTo,
      isInForce: card === inForce,
    }));
}
