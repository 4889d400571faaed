// The message for each invalid value in a request.
import type { Problem } from '../domain/problem.ts';
import type { Issue } from '../domain/refusal.ts';

export function issueSentence(issue: Issue): string {
  return 'sentence' in issue ? issue.sentence : problemSentence(issue.path.join('.'), issue);
}

function problemSentence(field: string, data: Problem): string {
  switch (data.problem) {
    case 'missing':
      return `${field} is missing${data.unread === undefined ? '' : `; ${data.unread} is not read here`}. Send it.`;
    case 'not_positive':
      return `${field} must be greater than 0.`;
    case 'below_least':
      return `${field} must be at least ${data.least}.`;
    case 'above_most':
      return `${field} must be at most ${data.most} ${data.unit}.`;
    case 'outside':
      return `${field} must be from ${data.from} to ${data.to}.`;
    case 'too_many_lines':
      return `${field} has ${data.lines} lines; at most ${data.most} fit in a booking.`;
    case 'too_many_pieces':
      return `${field} hold ${data.pieces} pieces; at most ${data.most} fit in a booking.`;
    case 'line_numbers_used_up':
      return `${field} have been added to this booking ${data.most} times, which is the limit. Create a new booking.`;
    case 'carrier_has_no_quote':
      return `${field} ${data.carrier} did not quote for this booking. ${
        data.offered.length === 0
          ? 'No carrier did; change its addresses or items to get new quotes.'
          : `Choose one of ${data.offered.join(', ')}.`
      }`;
    case 'tier_not_offered':
      return data.offered.length === 0
        ? `${field} ${data.tier}: ${data.carrier} offers no tiers here. Leave ${field} out.`
        : `${field} ${data.tier} is not a tier of ${data.carrier}. Choose one of ${data.offered.join(', ')}, or leave it out.`;
    case 'pickup_date_closed':
      return `${field} ${data.date} ${closedBecause(data)}. ${
        data.open.length === 0 ? 'Ask for new quotes.' : `Choose one of ${data.open.join(', ')}.`
      }`;
    case 'pickup_time_passed':
      return `${field} ${data.time} has passed on ${data.date}. Choose a time that ends by ${data.until}, or another day.`;
    case 'no_time_window':
      return `${field} "${data.value}" is not a time window. Send HH:MM-HH:MM, such as 10:00-15:00.`;
    case 'outside_pickup_hours':
      return `${field} ${data.value} is outside the carrier's hours. Choose a time from ${data.from} to ${data.to}.`;
    case 'method_not_saved':
      return `${field} ${data.method} is not one of your saved payment methods. Send one that GET members/payment-methods lists.`;
    case 'no_email':
      return `"${data.value}" is not an e-mail address. Give one like jane@example.com.`;
    case 'no_country_code':
      return `"${data.value}" is not a country's code. Give its two letters, such as AU.`;
    case 'too_long':
      return `The ${field.replaceAll('_', ' ')} has ${data.length} characters; at most ${data.most} are allowed.`;
    case 'site_too_long':
      return `The site name is longer than ${data.most} characters.`;
    case 'reference_unfit':
      return `A reference has at most ${data.most} characters and no control characters.`;
    case 'password_empty':
      return 'The password is empty. Give at least one character.';
    case 'password_too_long':
      return `The password has more than ${data.most} characters. Give a shorter one.`;
    case 'password_too_short':
      return `The password has ${data.length} characters. Give at least ${data.least}; a few words are easy to remember.`;
    case 'password_is_email':
      return 'The password is the e-mail address. Give another.';
    case 'not_current_password':
      return 'This is not your current password.';
    case 'discount_outside':
      return 'A discount is between 0 and 100 percent.';
    case 'own_demotion':
      return 'Another operator has to do this to your own account.';
    case 'last_operator':
      return 'No operator would be left. Make another member an operator first.';
    case 'too_many_keys':
      return `You already have ${data.most} API keys, which is the limit. Delete a key that is not in use.`;
    case 'too_many_products':
      return `${field}: with these you would have more than ${data.most} products.`;
    case 'booking_cancelled':
      return `${field}: booking ${data.booking} is cancelled. Quote again and send the id of the new booking.`;
    case 'no_such_booking':
      return `${field}: you have no booking ${data.booking}. Send the id of one of your bookings, or leave the field out.`;
    case 'other_booking_unsettled':
      return `${field}: the payment of booking ${data.booking} of this order is not settled yet. Wait for its outcome before you attach another booking.`;
    case 'booking_attached':
      return `${field}: booking ${data.booking} is already attached to order ${data.order}. Quote again and send the id of the new booking.`;
    case 'order_name_fixed':
      return `${field} can't be changed; this order's is ${data.value}. Create a new order instead.`;
    case 'no_date':
      return `${field} "${data.value}" is not a date. Send YYYY-MM-DD.`;
    case 'date_passed':
      return `${field} ${data.value} has passed. Send ${data.next} or a later day, or leave it out.`;
    case 'contact_missing':
      return `${field}: ${data.carrier} accepts no booking without ${contactWords[field.split('.')[1] ?? ''] ?? field}. ${
        data.isStored
          ? 'Nothing was charged; update the booking, then confirm.'
          : 'Nothing was stored; send it with the booking.'
      }`;
    case 'show_with_filter':
      return `${field} ${data.value} cannot be narrowed by carrier, status, from or to. Leave those out, or send show=booked.`;
    case 'no_carriers_folder':
      return 'There is no folder for carriers of your own. Set CARRIERS_DIR and restart, or copy the files yourself.';
    case 'files_have_mistakes':
      return 'These files have mistakes and would not be used. Check them first.';
    case 'folder_name':
      return 'A carrier’s folder is named in small letters, digits, - and _.';
    case 'number_of_files':
      return `Send 1 to ${data.most} files.`;
    case 'no_such_item':
      return `${field} ${data.item} is not an item of this booking; its items are ${firstItems(data.items)}. Leave the id out to add an item.`;
    case 'item_named_twice':
      return `${field} names an item twice.`;
    case 'csv_syntax':
      return `Line ${data.line}, column ${data.column}: ${data.message}.`;
    case 'csv_empty':
      return 'The file is empty.';
    case 'csv_unknown_column':
      return `The column "${data.column}" is not known; columns are ${data.columns.join(', ')}.`;
    case 'csv_names_no_booking':
      return 'The first line must name a column "booking" or "connote".';
    case 'csv_names_no_amount':
      return 'The first line must name "scanned_weight", "additional_charges" or both.';
    case 'csv_too_long':
      return `The file has ${data.lines} lines; send at most ${data.most} at a time.`;
    case 'no_weight':
      return `${field} "${data.value}" is not a weight in kilograms, such as 12.5.`;
    case 'no_amount':
      return `${field} "${data.value}" is not an amount in dollars and whole cents, such as 18.40.`;
    case 'no_booking_number':
      return `"${data.value}" is not the number of a booking.`;
    case 'line_adjusts_nothing':
      return 'There is neither a weight nor a charge on this line.';
    case 'line_names_no_booking':
      return 'The line names neither a booking nor a connote.';
    case 'connote_unknown':
      return `No booking has the connote ${data.connote}.`;
    case 'connote_shared':
      return `Several bookings have the connote ${data.connote}; name the booking.`;
    case 'adjusted_before':
      return `An earlier line already adjusts booking ${data.booking}.`;
    case 'file_path':
      return `"${data.value}" is not the path of a JSON or CSV file in a carrier’s folder.`;
  }
}

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
