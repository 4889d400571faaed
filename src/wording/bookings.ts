// Bookings: what is wrong with a request.
import { packagingTypes } from '../domain/bookings/item.ts';
import type { Problem } from '../domain/problem.ts';
import { csvMessage } from './csv.ts';
import type { ProblemSentences } from './problem-sentences.ts';

export const bookingsProblems = {
  too_many_lines: (data, field) =>
    `${field} has ${data.lines} lines; at most ${data.most} fit in a booking.`,
  too_many_pieces: (data, field) =>
    `${field} hold ${data.pieces} pieces; at most ${data.most} fit in a booking.`,
  line_numbers_used_up: (data, field) =>
    `${field} have been added to this booking ${data.most} times, which is the limit. Create a new booking.`,
  carrier_has_no_quote: (data, field) =>
    `${field} ${data.carrier} did not quote for this booking. ${
      data.offered.length === 0
        ? 'No carrier did; change its addresses or items to get new quotes.'
        : `Choose one of ${data.offered.join(', ')}.`
    }`,
  tier_not_offered: (data, field) =>
    data.offered.length === 0
      ? `${field} ${data.tier}: ${data.carrier} offers no tiers here. Leave ${field} out.`
      : `${field} ${data.tier} is not a tier of ${data.carrier}. Choose one of ${data.offered.join(', ')}, or leave it out.`,
  pickup_date_closed: (data, field) =>
    `${field} ${data.date} ${closedBecause(data)}. ${
      data.open.length === 0 ? 'Ask for new quotes.' : `Choose one of ${data.open.join(', ')}.`
    }`,
  pickup_time_passed: (data, field) =>
    `${field} ${data.time} has passed on ${data.date}. Choose a time that ends by ${data.until}, or another day.`,
  no_time_window: (data, field) =>
    `${field} "${data.value}" is not a time window. Send HH:MM-HH:MM, such as 10:00-15:00.`,
  outside_pickup_hours: (data, field) =>
    `${field} ${data.value} is outside the carrier's hours. Choose a time from ${data.from} to ${data.to}.`,
  contact_missing: (data, field) =>
    `${field}: ${data.carrier} accepts no booking without ${contactWords[field.split('.')[1] ?? ''] ?? field}. ${
      data.isStored
        ? 'Nothing was charged; update the booking, then confirm.'
        : 'Nothing was stored; send it with the booking.'
    }`,
  show_with_filter: (data, field) =>
    `${field} ${data.value} cannot be narrowed by carrier, status, from or to. Leave those out, or send show=booked.`,
  no_such_item: (data, field) =>
    `${field} ${data.item} is not an item of this booking; its items are ${firstItems(data.items)}. Leave the id out to add an item.`,
  item_named_twice: (_data, field) => `${field} names an item twice.`,
  csv_syntax: (data) =>
    `Line ${data.line}, column ${data.column}: ${csvMessage({ code: data.fault })}.`,
  csv_names_no_booking: () => 'The first line must name a column "booking" or "connote".',
  csv_names_no_amount: () =>
    'The first line must name "scanned_weight", "additional_charges" or both.',
  too_many_presets: ({ most }) =>
    `You already have ${most} presets, which is the limit. Remove one that is not in use.`,
  csv_too_long: (data) => `The file has ${data.lines} lines; send at most ${data.most} at a time.`,
  no_weight: (data, field) =>
    `${field} "${data.value}" is not a weight in kilograms, such as 12.5.`,
  no_amount: (data, field) =>
    `${field} "${data.value}" is not an amount in dollars and whole cents, such as 18.40.`,
  no_booking_number: (data) => `"${data.value}" is not the number of a booking.`,
  line_adjusts_nothing: () => 'There is neither a weight nor a charge on this line.',
  line_names_no_booking: () => 'The line names neither a booking nor a connote. Add one.',
  connote_unknown: (data) => `No booking has the connote ${data.connote}.`,
  connote_shared: (data) => `Several bookings have the connote ${data.connote}; name the booking.`,
  adjusted_before: (data) => `An earlier line already adjusts booking ${data.booking}.`,
  default_missing: (_data, field) =>
    `${field} is missing. Send it, or use an API key that has a default for it.`,
  no_packaging: ({ value }, field) =>
    value === ''
      ? `${field} is missing. Send a packaging type: ${packagingNames()}.`
      : `${field} "${value}" is not a packaging type. Use one of ${packagingNames()}.`,
  no_notice_needed: ({ booking }) =>
    `The operator does not have to notify the carrier of booking ${booking}.`,
  pickup_moved: ({ booking, date }) =>
    `The pickup of booking ${booking} is on ${date} now. Tell the carrier the new day, then reload the list and mark it.`,
  connote_form: ({ most }) =>
    `A connote has 1 to ${most} letters, digits and signs, without spaces.`,
  connote_missing: () => 'Enter the connote that the carrier gave this booking.',
} satisfies Partial<ProblemSentences>;
const itemsNamed = 12;

function firstItems(items: readonly number[]): string {
  const more = items.length - itemsNamed;
  return `${items.slice(0, itemsNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function closedBecause({
  why,
  carrier,
  until,
}: Extract<Problem, { problem: 'pickup_date_closed' }>): string {
  switch (why) {
    case 'no_date':
      return 'is not a date. Send YYYY-MM-DD';
    case 'passed':
      return 'has passed';
    case 'not_collected':
      return `is not a day on which ${carrier} collects`;
    case 'too_late':
      return `is too late: ${carrier} collects until ${until} that day`;
  }
}

/** The address details that a carrier requires, by field. */
const contactWords: Readonly<Record<string, string>> = {
  name: 'a name or company_name',
  address: 'a street address',
  phone: 'a phone number',
  email: 'an e-mail',
};

const packagingNames = (): string => packagingTypes.map(({ name }) => name).join(', ');
