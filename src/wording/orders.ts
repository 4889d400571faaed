// Orders and products: what is wrong with a request, and what an order lacks.
import type { ProblemSentences } from './problem-sentences.ts';

export const ordersProblems = {
  too_many_products: (data, field) =>
    `${field}: with these you would have more than ${data.most} products.`,
  booking_cancelled: (data, field) =>
    `${field}: booking ${data.booking} is cancelled. Quote again and send the id of the new booking.`,
  no_such_booking: (data, field) =>
    `${field}: you have no booking ${data.booking}. Send the id of one of your bookings, or leave the field out.`,
  other_booking_unsettled: (data, field) =>
    `${field}: the payment of booking ${data.booking} of this order is not settled yet. Wait for its outcome before you attach another booking.`,
  booking_attached: (data, field) =>
    `${field}: booking ${data.booking} is already attached to order ${data.order}. Quote again and send the id of the new booking.`,
  order_name_fixed: (data, field) =>
    `${field} can't be changed; this order's is ${data.value}. Create a new order instead.`,
  receiver_unknown: ({ part }) => `The ${receiverWords[part]} is not known.`,
  items_missing: () => 'There are no items.',
  item_unknown: (_data, field) => `${field} is not known.`,
} satisfies Partial<ProblemSentences>;

const receiverWords = {
  name: 'name of the receiver',
  street: 'street address',
  suburb: 'suburb',
  postcode: 'postcode',
};
