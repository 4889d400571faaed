// Request → plan: blanks filled from the key's settings, suburbs matched to localities, packaging types known, items
// boxed if the key says so; one frozen Shipment that every carrier is asked about. Everything that can be refused is
// refused here, before any carrier is asked: first every wrong field (400), then every number out of range (422).

import { type KeySettings, noSettings } from '../../domain/accounts/key-settings.ts';
import {
  type BookingDetails,
  type BookingItem,
  itemRangeIssues,
  mostDeclaredCents,
  pieceCount,
} from '../../domain/bookings/booking.ts';
import type { Address } from '../../domain/places/address.ts';
import { findState } from '../../domain/places/australian-state.ts';
import { type PricingTerms, pricingTerms } from '../../domain/quotes/pricing.ts';
import { fingerprintOf } from '../../domain/quotes/quote-fingerprint.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import type { CarrierSnapshot } from '../../domain/rating/carrier-snapshot.ts';
import { type Issue, Refusal } from '../../domain/refusal.ts';
import { civilDateOf, type DayNumber } from '../../domain/time/calendar.ts';
import { type PickupMoment, pickupMoment } from '../../domain/time/pickup.ts';
import type { Caller } from '../caller.ts';
import type { App } from '../ports.ts';
import { completeItems } from './complete-items.ts';
import { completeSender, matchAddress } from './match-address.ts';
import type { QuoteRequest } from './quote-request.ts';
import { shipmentOfBooking } from './shipment-of-booking.ts';

export type QuotePlan = {
  /** All carriers as they were when this quote began; they never change, whatever is reloaded meanwhile. */
  carriers: CarrierSnapshot;
  /** The name under which carriers' answers to this shipment are remembered. */
  fingerprint: string;
  details: BookingDetails;
  shipment: Shipment;
  /** The day at the pickup address, as rate cards count days: yyyymmdd. */
  day: number;
  pickup: PickupMoment;
  settings: KeySettings;
  pricing: PricingTerms;
  /** After the key's top-up of a zero value. */
  warrantyCents: number;
  usesCache: boolean;
  showsTiers: boolean;
};

export function planQuote(app: App, caller: Caller, request: QuoteRequest): QuotePlan {
  const settings = caller.kind === 'key' ? caller.settings : noSettings;
  const issues: Issue[] = [...(request.issues ?? [])];
  const replacedPaths: string[] = [];
  const items = completeItems(request.items, settings, issues, replacedPaths);
  const sender = completeSender(app, request.sender, settings, issues, replacedPaths);
  const receiver =
    request.receiver === undefined
      ? undefined
      : matchAddress(app, request.receiver, 'receiver', issues);
  if (issues.length > 0 || sender === undefined || receiver === undefined) {
    throw new Refusal({ code: 'validation', issues: firstOfEachPlace(issues), replacedPaths });
  }
  refuseOutOfRange(items, request);

  const details = detailsFrom(request, sender, receiver, items);
  const shipment = shipmentOfBooking(details, settings.module.boxing);
  const pickup = pickupMoment(app.pickups, pickupPlace(sender), app.clock.nowMs());
  const member = caller.kind === 'anonymous' ? undefined : caller.member;
  const carriers = app.carriers.snapshot();
  const day = cardDay(pickup.today);
  return {
    carriers,
    fingerprint: fingerprintOf(shipment, carriers.version, day),
    details,
    shipment,
    day,
    pickup,
    settings,
    pricing: pricingTerms(settings, member?.discountBasisPoints ?? 0, {
      receiverPostcode: receiver.postcode,
      receiverState: receiver.state,
      weightKg4: shipment.weightGrams * 10,
      // As ordered: a shop's rule speaks of what its customer bought, not of the cartons it was boxed in.
      pieces4: pieceCount(items) * 10_000,
      skus: request.items.map(({ sku }) => sku).filter((sku) => sku !== ''),
    }),
    warrantyCents:
      request.includesWarranty && request.declaredCents === 0
        ? (settings.module.insuranceCents ?? 0)
        : request.declaredCents,
    usesCache: request.usesCache,
    showsTiers: member?.hasMultipickup ?? false,
  };
}

/** What could not be read is also missing; one sentence for each place is enough, and none for the parts of a wrong whole. */
function firstOfEachPlace(issues: readonly Issue[]): Issue[] {
  const wrong = new Set<string>();
  return issues.filter(({ path }) => {
    const names = path.map((_name, n) => path.slice(0, n + 1).join('/'));
    if (wrong.has('') || names.some((name) => wrong.has(name))) return false;
    wrong.add(path.join('/'));
    return true;
  });
}

function refuseOutOfRange(items: readonly BookingItem[], request: QuoteRequest): void {
  const issues = itemRangeIssues(items, request.itemLines);
  if (request.declaredCents < 0 || request.declaredCents > mostDeclaredCents) {
    issues.push({
      path: ['declared_value'],
      sentence: 'declared_value must be from 0 to 1000000.',
    });
  }
  if (issues.length > 0) throw new Refusal({ code: 'values_out_of_range', issues });
}

function detailsFrom(
  request: QuoteRequest,
  sender: Address,
  receiver: Address,
  items: readonly BookingItem[],
): BookingDetails {
  const { declaredCents, includesWarranty, tailgatePickup, tailgateDelivery } = request;
  const {
    authorityToLeave,
    usesCache,
    description,
    specialInstructions,
    pickupInstructions,
    notifications,
    referrer,
    requestingSite,
  } = request;
  return {
    sender,
    receiver,
    items,
    declaredCents,
    includesWarranty,
    tailgatePickup,
    tailgateDelivery,
    authorityToLeave,
    usesCache,
    description,
    specialInstructions,
    pickupInstructions,
    notifications,
    referrer,
    requestingSite,
  };
}

/** Abroad, the carrier's Australian office takes the order: Sydney's clock and calendar count. */
function pickupPlace({ country, state, postcode, suburb }: Address) {
  const known = country === 'AU' ? findState(state) : undefined;
  return known === undefined
    ? { state: 'NSW' as const, postcode: '2000' }
    : { state: known, postcode, suburb };
}

function cardDay(today: DayNumber): number {
  const { year, month, day } = civilDateOf(today);
  return year * 10_000 + month * 100 + day;
}
