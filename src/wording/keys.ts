// API keys and their settings: what is wrong with a request.
import type { ProblemSentences } from './problem-sentences.ts';

export const keysProblems = {
  site_too_long: (data) => `The site name is longer than ${data.most} characters.`,
  too_many_keys: (data) =>
    `You already have ${data.most} API keys, which is the limit. Delete a key that is not in use.`,
  settings_no_object: ({ parts }) => `The settings must be an object with ${parts.join(', ')}.`,
  unknown_part: ({ parts }, field) =>
    `${field} is not a part of the settings; they are ${parts.join(', ')}.`,
  no_such_setting: ({ meant }, field) =>
    `${field}: there is no such setting. Did you mean ${meant}?`,
  unknown_couriers: ({ names, known }, field) =>
    `${field}: there is no carrier ${names.slice(0, mostNamed).join(', ')}. They are ${known.join(', ')}.`,
  action_missing: (_data, field) => `${field} is missing. A rule needs an action.`,
  action_value_missing: ({ action }, field) =>
    `${field} is missing. A ${action.replace('_', ' ')} needs a value.`,
  operator_unfit: ({ of }, field) => `${field} must be in or eq for ${of}.`,
  no_rule_value: ({ of, value }, field) => `${field} has "${value}", which is not a ${of}.`,
  no_range: ({ of }, field) => `${field} must be two ${of}s, [from, to], for between.`,
  number_of_values: ({ of, operator }, field) => `${field} must be a ${of} for ${operator}.`,
  box_size_missing: (_data, field) =>
    `${field} is on, but box_length, box_width or box_height is missing.`,
  warehouse_field_missing: (_data, field) => `${field} is missing. A warehouse needs it.`,
  above_max_weight: (_data, field) => `${field} is greater than max_weight.`,
  too_many_entries: ({ entries, most }, field) =>
    `${field}: may have at most ${most} entries; it has ${entries}.`,
} satisfies Partial<ProblemSentences>;

/** Limits the names in a message. */
const mostNamed = 10;
