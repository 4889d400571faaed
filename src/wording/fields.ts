// What is wrong with the value of a field, of any noun.
import { shownValue } from '../domain/shown-value.ts';
import { csvFix, csvMessage } from './csv.ts';
import type { ProblemSentences } from './problem-sentences.ts';

export const fieldsProblems = {
  missing: (data, field) =>
    `${field} is missing${data.unread === undefined ? '' : `; ${data.unread} is not read here`}. Send it.`,
  not_positive: (_data, field) => `${field} must be greater than 0.`,
  below_least: (data, field) => `${field} must be at least ${data.least}.`,
  above_most: (data, field) => `${field} must be at most ${data.most} ${data.unit}.`,
  outside: (data, field) => `${field} must be from ${data.from} to ${data.to}.`,
  no_email: (data) => `"${data.value}" is not an e-mail address. Give one like jane@example.com.`,
  no_country_code: (data) =>
    `"${data.value}" is not a country's code. Give its two letters, such as AU.`,
  too_long: (data, field) =>
    `The ${field.replaceAll('_', ' ')} has ${data.length} characters; at most ${data.most} are allowed.`,
  no_date: (data, field) => `${field} "${data.value}" is not a date. Send YYYY-MM-DD.`,
  date_passed: (data, field) =>
    `${field} ${data.value} has passed. Send ${data.next} or a later day, or leave it out.`,
  no_object: ({ value }, field) =>
    `${field === '' ? 'The body' : field} must be a JSON object; it is ${shownValue(value)}.`,
  no_text: ({ value, form }, field) =>
    `${field} must be a text; it is ${shownValue(value)}.${form === '' ? '' : ` Send ${form}.`}`,
  too_many_digits: (_data, field) =>
    `${field} has too many digits for a number. Send it as a text.`,
  text_too_long: ({ length, most }, field) =>
    `${field} must have at most ${most} characters; it has ${length}.`,
  choice_missing: ({ choices }, field) => `${field} is missing. Send one of ${choices.join(', ')}.`,
  no_choice: ({ choices, value }, field) =>
    `${field} must be one of ${choices.join(', ')}; it is ${shownValue(value)}.`,
  no_flag: ({ value }, field) => `${field} must be true or false; it is ${shownValue(value)}.`,
  no_number: ({ value }, field) => `${field} must be a number; it is ${shownValue(value)}.`,
  number_outside: ({ from, to, value }, field) =>
    `${field} must be a number from ${from} to ${to}; it is ${shownValue(value)}.`,
  no_price: ({ value }, field) =>
    `${field} must be an amount such as 4.50, not below zero; it is ${shownValue(value)}.`,
  no_whole_number: ({ value }, field) => `${field} must be a whole number; it is ${value}.`,
  no_list: ({ value }, field) => `${field} must be a list; it is ${shownValue(value)}.`,
  ids_missing: ({ most }, field) => `${field} is missing. Send a list of 1 to ${most} ids.`,
  no_ids: ({ most, value }, field) =>
    `${field} must be a list of 1 to ${most} ids; it is ${shownValue(value)}.`,
  number_of_ids: ({ most, count }, field) =>
    `${field} must hold 1 to ${most} ids; it holds ${count}.`,
  no_booking_id: ({ value }, field) =>
    `${field} must be the number of a booking; it is ${shownValue(value)}.`,
  csv_unreadable: ({ fault: code }) => {
    const message = csvMessage({ code });
    return `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${csvFix({ code })}`.trimEnd();
  },
  csv_file_empty: ({ columns }) =>
    `The file is empty. Its first line names the columns. ${knownColumns(columns)}`,
  csv_column_unknown: ({ column, columns }) =>
    `Unknown column "${column}". ${knownColumns(columns)}`,
  csv_column_twice: ({ column }) => `The column "${column}" occurs twice.`,
  number_of_fields: ({ fields, columns }) =>
    `The line has ${fields} fields, but the header has ${columns}. Quote a field that contains a comma.`,
} satisfies Partial<ProblemSentences>;

const knownColumns = (columns: readonly string[]): string =>
  `Known columns are ${columns.join(', ')}.`;
