// A margin on the wire: percent, dollars and days.
import { type Static, Type } from 'typebox';
import type { ListedMargin, ListedMargins } from '../../application/margins/list-margins.ts';
import type { MarginPreview, PreviewedPrice } from '../../application/margins/preview-margin.ts';
import { mostGroupLetters, type NewMargin } from '../../domain/margins/margin.ts';
import { memberId } from '../../domain/members/member.ts';
import { centsFromDecimal, dollars } from '../../domain/money.ts';
import { type AustralianState, australianStates } from '../../domain/places/australian-state.ts';
import { type Issue, refuseInvalid } from '../../domain/refusal.ts';
import { findDayNumber, isoDate } from '../../domain/time/calendar.ts';
import { presentFailure } from '../../wording/quotes.ts';
import { Owner, presentOwner } from '../members/owner.ts';
import { QuoteErrorReply } from '../quotes/quote.ts';
import { australianState, orNull, recordNumber } from '../server/values.ts';

const basisPointsPerPercent = 100;
const mostPercent = 1000;
const mostDollars = 100_000;

const Amount = Type.Number({ minimum: 0, maximum: mostDollars, description: 'Dollars' });
const scope = {
  group: orNull(Type.String({ maxLength: mostGroupLetters, pattern: '\\S' })),
  service: orNull(Type.String({ description: 'string_id' })),
  carrier: orNull(Type.String({ description: 'The carrier’s folder: all of its services' })),
  from_state: orNull(australianState),
  to_state: orNull(australianState),
};
/** Checked by the reader, whose sentence lists the states. */
const sentState = orNull(Type.String({ examples: ['VIC'] }));
const amounts = {
  percent: Type.Number({
    minimum: 0,
    maximum: mostPercent,
    description: 'Of the carrier’s price',
  }),
  fixed: Amount,
  minimum: Amount,
};

export const MarginBody = Type.Object({
  member: Type.Optional(orNull(recordNumber())),
  ...Type.Partial(Type.Object({ ...scope, from_state: sentState, to_state: sentState })).properties,
  ...Type.Partial(Type.Object(amounts)).properties,
  from: Type.String({ description: 'YYYY-MM-DD, the first day' }),
  until: Type.Optional(orNull(Type.String({ description: 'The last day' }))),
});

export const MarginReply = Type.Object(
  {
    id: Type.Integer(),
    member: Owner,
    ...scope,
    ...amounts,
    from: Type.String({ description: 'YYYY-MM-DD' }),
    until: orNull(Type.String()),
    state: Type.Enum(['in_force', 'later', 'ended']),
  },
  { $id: 'Margin' },
);

export const MarginsReply = Type.Object(
  {
    today: Type.String({ description: 'YYYY-MM-DD in Sydney, where the days of margins begin' }),
    margins: Type.Array(MarginReply, { description: 'The most specific first, as they apply' }),
    groups: Type.Array(Type.String(), { description: 'The groups that members are in' }),
  },
  { $id: 'Margins' },
);

const Price = Type.Object({
  total: Type.Number(),
  margin: Type.Number({ description: 'Dollars of it' }),
  by: Type.String({ description: 'The margin that applies; empty for none' }),
});

export const MarginPreviewReply = Type.Object(
  {
    day: Type.String({ description: 'The day whose margins are compared' }),
    member: Owner,
    prices: Type.Array(
      Type.Object({
        carrier: Type.String(),
        carrier_price: Type.Number(),
        before: Price,
        after: Price,
      }),
      { description: 'The cheapest first' },
    ),
    quote_errors: Type.Array(QuoteErrorReply),
  },
  { $id: 'MarginPreview' },
);

export function parseMargin(body: Static<typeof MarginBody>): NewMargin {
  const issues: Issue[] = [];
  const hundredths = (field: 'percent' | 'fixed' | 'minimum'): number => {
    const value = body[field] ?? 0;
    const exact = centsFromDecimal(String(value));
    if (exact === undefined)
      issues.push({ path: [field], problem: 'more_than_two_decimals', value });
    return exact ?? 0;
  };
  const dayOf = (field: 'from' | 'until', text: string): number => {
    const day = findDayNumber(text);
    if (day === undefined) issues.push({ path: [field], problem: 'no_date', value: text });
    return day ?? 0;
  };
  const stateOf = (field: 'from_state' | 'to_state'): AustralianState | undefined => {
    const value = body[field];
    if (value === undefined || value === null) return undefined;
    const state = australianStates.find((one) => one === value);
    if (state === undefined)
      issues.push({ path: [field], problem: 'no_choice', choices: australianStates, value });
    return state;
  };
  if (body.member != null && body.group != null)
    issues.push({ path: ['group'], problem: 'member_and_group' });
  if (body.service != null && body.carrier != null)
    issues.push({ path: ['carrier'], problem: 'service_and_carrier' });
  const margin: NewMargin = {
    customer:
      body.member != null
        ? { memberId: memberId(body.member) }
        : body.group != null
          ? { group: body.group.trim() }
          : undefined,
    carrier:
      body.service != null
        ? { service: body.service }
        : body.carrier != null
          ? { carrier: body.carrier }
          : undefined,
    fromState: stateOf('from_state'),
    toState: stateOf('to_state'),
    basisPoints: hundredths('percent'),
    fixedCents: hundredths('fixed'),
    minimumCents: hundredths('minimum'),
    fromDay: dayOf('from', body.from),
    untilDay: body.until == null ? undefined : dayOf('until', body.until),
  };
  refuseInvalid(issues);
  return margin;
}

export function presentMargins({
  today,
  margins,
  groups,
}: ListedMargins): Static<typeof MarginsReply> {
  return { today: isoDate(today), margins: margins.map(presentMargin), groups: [...groups] };
}

function presentMargin({ margin, member, state }: ListedMargin): Static<typeof MarginReply> {
  const { customer, carrier } = margin;
  return {
    id: margin.id,
    member: presentOwner(member),
    group: customer !== undefined && 'group' in customer ? customer.group : null,
    service: carrier !== undefined && 'service' in carrier ? carrier.service : null,
    carrier: carrier !== undefined && 'carrier' in carrier ? carrier.carrier : null,
    from_state: margin.fromState ?? null,
    to_state: margin.toState ?? null,
    percent: margin.basisPoints / basisPointsPerPercent,
    fixed: dollars(margin.fixedCents),
    minimum: dollars(margin.minimumCents),
    from: isoDate(margin.fromDay),
    until: margin.untilDay === undefined ? null : isoDate(margin.untilDay),
    state,
  };
}

export function presentPreview({
  day,
  member,
  rows,
  failures,
}: MarginPreview): Static<typeof MarginPreviewReply> {
  return {
    day: isoDate(day),
    member: presentOwner(member),
    prices: rows.map(({ carrier, carrierCents, before, after }) => ({
      carrier,
      carrier_price: dollars(carrierCents),
      before: presentPrice(before),
      after: presentPrice(after),
    })),
    quote_errors: failures.map(presentFailure),
  };
}

function presentPrice({ totalCents, marginCents, margin }: PreviewedPrice): Static<typeof Price> {
  return { total: dollars(totalCents), margin: dollars(marginCents), by: margin };
}
