// Refusals as /openapi.json publishes them: one shape for each kind of body that v5 renders.
import { Type } from 'typebox';
import { QuoteReply } from '../quotes/quote.ts';
import { wordOf } from './values.ts';

const fields = {
  error: Type.String({ description: 'A code to branch on.' }),
  message: Type.String({ description: 'A sentence for a person.' }),
};

/** A limit answers with the code only. */
export const ErrorReply = Type.Object(
  { error: fields.error, message: Type.Optional(fields.message) },
  { $id: 'Error' },
);

const issues = {
  ...fields,
  errors: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'By field, nested as the request is: lists of sentences, such as {"receiver": {"suburb": ["…"]}}.',
  }),
};

export const ValidationErrorReply = Type.Object(issues, { $id: 'ValidationError' });

export const StreamValidationErrorReply = Type.Object(
  {
    ...issues,
    value: Type.Unknown({ description: 'The value at the first problem.' }),
    replaced_paths: Type.Array(Type.String(), {
      description: "Fields that were left blank and filled from the key's settings.",
    }),
  },
  { $id: 'StreamValidationError' },
);

const keptBooking = {
  booking_id: Type.Optional(
    Type.Integer({
      description: 'The booking created in the same call. It is kept, unpaid.',
    }),
  ),
};

/** Refusals of creating and paying in one call, after the booking was created. */
export const UnpaidBookingReply = Type.Object(
  { ...fields, ...keptBooking },
  { $id: 'UnpaidBooking' },
);

export const PaymentErrorReply = Type.Object(
  {
    ...fields,
    ...keptBooking,
    payment_error: Type.Object({
      code: Type.String(),
      user_message: Type.String(),
      method: Type.String({ description: 'The saved payment method that was to be charged.' }),
      log_id: Type.Integer(),
    }),
  },
  { $id: 'PaymentError' },
);

export const AccessErrorReply = Type.Object(
  {
    ...fields,
    access_error: Type.Object({
      code: wordOf(['NO_PAYMENT_METHOD', 'CREDIT_LIMIT_REACHED', 'API_ACCESS_DISABLED']),
      user_message: Type.String(),
    }),
  },
  { $id: 'AccessError' },
);

export const QuoteConflictReply = Type.Object(
  {
    ...fields,
    courier: Type.Optional(Type.String({ description: 'The carrier with the expired quote.' })),
    quote: Type.Optional(
      Type.Union([QuoteReply, Type.Null()], {
        description:
          'The carrier’s current price, with quote_expired; null if it does not quote any more.',
      }),
    ),
  },
  { $id: 'QuoteConflict' },
);

export const BookingsErrorReply = Type.Object(
  {
    ...fields,
    booking_ids: Type.Optional(Type.Array(Type.Integer(), { description: 'Those it is about.' })),
  },
  { $id: 'BookingsError' },
);

export const QuotesLimitedReply = Type.Object(
  {
    ...ErrorReply.properties,
    window_seconds: Type.Optional(
      Type.Integer({
        description:
          'With rate_limited_anonymous_quotes: how long the window of quotes without a key is.',
      }),
    ),
  },
  { $id: 'QuotesLimited' },
);

export const V4TooManyReply = Type.Object(
  { message: fields.message, code: Type.Integer({ description: 'Always 429.' }) },
  { $id: 'TooMany' },
);
