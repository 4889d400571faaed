// Every service that can be quoted, as an operator sees it: which cards price it, which of them is in force today, whether
// it is on, and how it has been answering.
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
  /** The folder its files are in; undefined for one that has none. */
  folder: string | undefined;
  carrier: string;
  label: string;
  mode: string;
  cards: readonly ServiceCard[];
  isSample: boolean;
  origin: Carrier['origin'] | 'live';
  /** Newer files were refused. */
  isStale: boolean;
  isOn: boolean;
  /** The day it was last priced on by a card; undefined while one prices it, will, or none ever did. */
  endedOn: string | undefined;
};

export type ServiceHealth = {
  /** Since this process began, for everybody. */
  answers: Readonly<AnswerCount>;
  /** Undefined for what is priced from cards: there is nobody to wait for. */
  live:
    | {
        isLeftAlone: boolean;
        asked: number;
        failed: number;
        medianMs: number | undefined;
        slowMs: number | undefined;
      }
    | undefined;
};

export async function listServices(
  app: Pick<App, 'carriers' | 'clock' | 'store'>,
): Promise<Service[]> {
  // From the store itself: quotes may go on for a moment with what they knew, whoever has just switched may not.
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

/** `services`: those that are on, as quotes know it. */
export type Courier = { name: string; services: readonly CarrierService[] };

/** Every carrier that has a folder and a service that is on, by the name people know. */
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
