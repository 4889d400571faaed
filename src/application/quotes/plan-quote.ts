// Turns a request into a plan: fills blanks from the key's settings, matches suburbs, finds packaging types, boxes
// items and freezes one Shipment for all carriers. Everything that can be rejected is rejected here, before a carrier
// is asked: wrong fields first (400), then numbers out of range (422). People see both together.

import {
  type BookingDetails,
  type BookingItem,
  declaredValueIssues,
  itemRangeIssues,
  pieceCount,
} from '../../domain/bookings/booking.ts';
import { freezeAll } from '../../domain/frozen.ts';
import { type Boxing, chooseWarehouse, type KeySettings } from '../../domain/keys/key-settings.ts';
import type { MarginTable } from '../../domain/margins/margin.ts';
import { type Member, type MemberId, usesOwnAccounts } from '../../domain/members/member.ts';
import type { Address } from '../../domain/places/address.ts';
import { type AustralianState, findState } from '../../domain/places/australian-state.ts';
import { type MarginOf, type PricingTerms, pricingTerms } from '../../domain/quotes/pricing.ts';
import { fingerprintOf } from '../../domain/quotes/quote-fingerprint.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import { dayOfNumber } from '../../domain/rate-cards/card-day.ts';
import type { CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import {
  firstOfEachPlace,
  type Issue,
  mostIssues,
  Refusal,
  refuseInvalid,
} from '../../domain/refusal.ts';
import { type PickupMoment, pickupMoment } from '../../domain/time/pickup.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import { type Caller, settingsOf } from '../caller.ts';
import type { App } from '../ports.ts';
import { completeItems, refusedPlaces } from './complete-items.ts';
import { completeReceiver, completeSender } from './match-address.ts';
import { packItems } from './pack-items.ts';
import type { QuoteKeys } from './quote-cache.ts';
import type { QuoteRequest } from './quote-request.ts';
import { shipmentOfBooking } from './shipment-of-booking.ts';

export type QuotePlan = QuoteKeys & {
  /** All carriers when this quote began; a reload does not change them. */
  carriers: CarrierSnapshot;
  /** The margins in force when this quote began. */
  margins: MarginTable;
  details: BookingDetails;
  shipment: Shipment;
  /** The day at the pickup address in the form of rate cards: yyyymmdd. */
  day: number;
  pickup: PickupMoment;
  settings: KeySettings;
  pricing: PricingTerms;
  /** Includes the key's top-up of a zero value. */
  warrantyCents: number;
  showsTiers: boolean;
  /** The member whose own carrier accounts are asked; undefined without any. */
  ownerId: MemberId | undefined;
  /** The carrier chosen by the buyer of the booking's order: asked and shown regardless of the key's settings. */
  selectedCarrier: string | undefined;
};

/** Caches the last plan of each repeated request, for one caller, one minute and one set of carriers. */
const plans = new WeakMap<QuoteRequest, { plan: QuotePlan; caller: Caller; minute: number }>();

type Checks = {
  /** Names numbers out of range together with wrong fields, for a person who corrects a form. */
  showsAllAtOnce?: boolean;
};

export function planQuote(
  app: App,
  caller: Caller,
  request: QuoteRequest,
  checks: Checks = {},
): QuotePlan {
  if (!Object.isFrozen(request)) return createPlan(app, caller, request, checks);
  const cached = plans.get(request);
  // Cut-offs fall on full minutes, so a plan cannot change within one.
  const minute = Math.floor(app.clock.nowMs() / 60_000);
  if (
    cached?.minute === minute &&
    cached.caller === caller &&
    cached.plan.carriers === app.carriers.snapshot() &&
    cached.plan.margins === app.margins.at(app.clock.nowMs())
  )
    return cached.plan;
  const plan = Object.freeze(createPlan(app, caller, request, checks));
  freezeAll(plan.details);
  plans.set(request, { plan, caller, minute });
  return plan;
}

function createPlan(
  app: App,
  caller: Caller,
  request: QuoteRequest,
  { showsAllAtOnce = false }: Checks,
): QuotePlan {
  const settings = settingsOf(caller);
  const issues: Issue[] = [...(request.issues ?? [])];
  const replacedPaths: string[] = [];
  const refused = refusedPlaces(issues);
  const blanks = new Set<Issue>();
  const items = completeItems(request.items, settings, { issues, blanks, replacedPaths, refused });
  const skus = request.items.map(({ sku }) => sku);
  const warehouse = request.sender === undefined ? chooseWarehouse(settings, skus) : undefined;
  const sender =
    warehouse === 'several'
      ? undefined
      : completeSender(app, request.sender, warehouse, issues, replacedPaths);
  const receiver =
    request.receiver === undefined
      ? undefined
      : completeReceiver(app, request.receiver, settings, issues, replacedPaths);
  if (issues.length === 0 && warehouse === 'several')
    throw new Refusal({ code: 'several_warehouses' });
  if (warehouse === undefined && request.sender === undefined && isOfShop(caller, request))
    refuseWithoutWarehouse(firstOfEachPlace(issues), blanks, replacedPaths);
  const outOfRange = [
    ...itemRangeIssues(items, request.itemLines),
    ...declaredValueIssues(request.declaredCents, request.declaredField),
  ];
  if (issues.length > 0 && showsAllAtOnce) issues.push(...outOfRange);
  refuseInvalid(firstOfEachPlace(issues), replacedPaths);
  if (sender === undefined || receiver === undefined)
    throw new Error('an address is missing although nothing was wrong with the request');
  refuseOutOfRange(outOfRange, replacedPaths);
  return planDetails(app, caller, detailsFrom(request, sender, receiver, items), skus);
}

/** A plug-in's cart, whose buyer reads the refusal. */
function isOfShop(caller: Caller, { requestingSite }: QuoteRequest): boolean {
  return (
    caller.kind === 'key' && (caller.key.moduleType !== 'custom_site' || requestingSite !== '')
  );
}

/**
 * The shop's owner forgot the warehouse, and perhaps the default sizes: the buyer can do nothing about either. Blank sizes
 * are named at the sender, because plug-ins tell the buyer of any problem at `items` that the product is invalid.
 */
function refuseWithoutWarehouse(
  issues: readonly Issue[],
  blanks: ReadonlySet<Issue>,
  replacedPaths: readonly string[],
): never {
  const unset: Issue = {
    path: ['sender'],
    problem: 'key_without_warehouse',
    lacksSizes: blanks.size > 0,
  };
  const others = issues.filter((one) => one.path[0] !== 'sender' && !blanks.has(one));
  throw new Refusal({
    code: 'validation',
    issues: [...others, unset].slice(-mostIssues),
    ...(others.length === 0 ? { isForBuyer: true } : {}),
    replacedPaths,
  });
}

/** Plans complete details by the caller's settings; also used to quote a booking again. */
export function planDetails(
  app: App,
  caller: Caller,
  unpacked: BookingDetails,
  skus: readonly string[],
  selectedCarrier?: string,
): QuotePlan {
  const settings = settingsOf(caller);
  const details = withPacked(unpacked, settings.module.boxing);
  const { sender, receiver, items, declaredCents, includesWarranty } = details;
  const shipment = shipmentOfBooking(details);
  const nowMs = app.clock.nowMs();
  const pickup = pickupMoment(app.pickups, pickupPlace(sender), nowMs);
  const margins = app.margins.at(nowMs);
  const member = caller.kind === 'anonymous' ? undefined : caller.member;
  const carriers = app.carriers.snapshot();
  const day = dayOfNumber(pickup.today);
  const plan = {
    carriers,
    margins,
    fingerprint: fingerprintOf(shipment, carriers.version, day),
    details,
    shipment,
    day,
    pickup,
    settings,
    pricing: pricingTerms(
      settings,
      member?.discountBasisPoints ?? 0,
      {
        receiverPostcode: receiver.postcode,
        receiverState: receiver.state,
        weightKg4: shipment.weightGrams * 10,
        // As ordered: a shop's rules count the items that its customer bought, not the cartons.
        pieces4: pieceCount(items) * 10_000,
        skus: skus.filter((sku) => sku !== ''),
      },
      marginsOf(member, details, margins, carriers),
    ),
    warrantyCents:
      includesWarranty && declaredCents === 0
        ? (settings.module.insuranceCents ?? 0)
        : declaredCents,
    showsTiers: member?.hasMultipickup ?? false,
    ownerId: member !== undefined && usesOwnAccounts(member) ? member.id : undefined,
    selectedCarrier,
  };
  return { ...plan, marketKey: marketKeyOf(caller, plan) };
}

function marginsOf(
  member: Member | undefined,
  { sender, receiver }: Pick<BookingDetails, 'sender' | 'receiver'>,
  margins: MarginTable,
  carriers: CarrierSnapshot,
): MarginOf | undefined {
  const find = margins.finderFor({
    memberId: member?.id,
    group: member?.group ?? '',
    fromState: stateOf(sender),
    toState: stateOf(receiver),
  });
  return find && ((service) => find(service, carriers.find(service)?.carrier.terms.id));
}

function stateOf({ country, state }: Address): AustralianState | undefined {
  return country === 'AU' ? findState(state) : undefined;
}

const callerNumbers = new WeakMap<Caller, number>();
let lastCallerNumber = 0;

function numberOf(caller: Caller): number {
  let number = callerNumbers.get(caller);
  if (number === undefined) {
    lastCallerNumber += 1;
    number = lastCallerNumber;
    callerNumbers.set(caller, number);
  }
  return number;
}

/** The caller, the minute, the margins, and everything else that decides a price or a pickup date. */
function marketKeyOf(caller: Caller, plan: Omit<QuotePlan, 'marketKey'>): string {
  const { pickup, details, pricing, margins, selectedCarrier = '', fingerprint } = plan;
  const { pieces4, skus } = pricing.facts;
  const terms = JSON.stringify([details.includesWarranty, pieces4, skus, selectedCarrier]);
  return `${numberOf(caller)} ${margins.number} ${pickup.today} ${pickup.minute} ${terms} ${fingerprint}`;
}

/** Boxes by these settings and ignores earlier boxing. */
function withPacked(details: BookingDetails, boxing: Boxing | undefined): BookingDetails {
  const packed = boxing === undefined ? undefined : packItems(details.items, boxing);
  if (packed !== undefined) return { ...details, packed };
  if (details.packed === undefined) return details;
  const { packed: _before, ...unpacked } = details;
  return unpacked;
}

/** Rejects readable numbers that no carrier could accept, after every wrong field. */
export function refuseOutOfRange(
  issues: readonly Issue[],
  replacedPaths: readonly string[] = [],
): void {
  if (issues.length > 0) throw new Refusal({ code: 'values_out_of_range', issues, replacedPaths });
}

/** The parts of the request that are stored, with the matched addresses and items. */
function detailsFrom(
  request: QuoteRequest,
  sender: Address,
  receiver: Address,
  items: readonly BookingItem[],
): BookingDetails {
  const { sender: _from, receiver: _to, items: _sent, ...rest } = request;
  const { itemLines: _lines, declaredField: _field, issues: _issues, ...kept } = rest;
  return { sender, receiver, items, ...kept };
}
