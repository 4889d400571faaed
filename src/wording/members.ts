// Members and sign-in: what is wrong with a request.
import type { ProblemSentences } from './problem-sentences.ts';

export const membersProblems = {
  password_empty: () => 'The password is empty. Give at least one character.',
  password_too_long: (data) =>
    `The password has more than ${data.most} characters. Give a shorter one.`,
  password_too_short: (data) =>
    `The password has ${data.length} characters. Give at least ${data.least}; a few words are easy to remember.`,
  password_is_email: () => 'The password is the e-mail address. Give another.',
  not_current_password: () => 'This is not your current password.',
  no_colour: ({ value }) => `"${value}" is not a colour. Give it as #1b7454.`,
  colour_too_light: ({ contrast, least }) =>
    `White text on this colour has a contrast of ${contrast.toFixed(1)} to 1. Choose a darker one: at least ${least} to 1.`,
  logo_no_picture: () =>
    'The logo is not a PNG or JPEG picture. An SVG file is not accepted, because it may contain scripts: save it as PNG.',
  logo_too_large: ({ bytes, most }) =>
    `The logo has ${Math.ceil(bytes / 1000)} kB. Give at most ${most / 1000} kB.`,
  logo_size: ({ width, height, most }) =>
    `The logo has ${width} × ${height} pixels. Give 1 to ${most} on each side.`,
  discount_outside: () => 'A discount is between 0 and 100 percent.',
  own_demotion: () => 'Another operator has to do this to your own account.',
  last_operator: () => 'No operator would be left. Make another member an operator first.',
} satisfies Partial<ProblemSentences>;
