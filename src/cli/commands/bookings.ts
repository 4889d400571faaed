// linehaul booking set | adjust | cancel | returned
import { type Command, InvalidArgumentError } from 'commander';
import { adjustBooking } from '../../application/bookings/adjust-booking.ts';
import { cancelBooking } from '../../application/bookings/cancel-booking.ts';
import { readOperatorPage } from '../../application/bookings/read-booking-page.ts';
import { setBookingStatus } from '../../application/bookings/set-booking-status.ts';
import {
  markRefundPaid,
  refundOfBooking,
  unmarkRefundPaid,
} from '../../application/payments/mark-refund-paid.ts';
import type { CancelWay } from '../../application/ports.ts';
import {
  type Booking,
  type BookingStatus,
  bookingId,
  bookingStatuses,
} from '../../domain/bookings/booking.ts';
import { statusesByHand, statusTitle } from '../../domain/bookings/booking-status.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { manualRequestsOf } from '../../domain/bookings/manual-requests.ts';
import { writtenMoney } from '../../domain/documents/written.ts';
import { dollars } from '../../domain/money.ts';
import { paymentName } from '../../domain/payments/payment.ts';
import type { TrackingStage } from '../../domain/tracking/stage.ts';
import { addCommand, amountCents, type Context, recorded, wholeNumber } from '../command.ts';
import { type AsJson, inWords } from '../output.ts';

const heaviestKg = 1_000_000;
const theBooking = ['--id <number>', 'the booking', wholeNumber] as const;

export function addBookingCommands(program: Command, context: Context): void {
  const booking = program.command('booking').description('manage bookings');

  addCommand(booking, 'set', "change a booking's status; cancelled refunds it and is final")
    .requiredOption(...theBooking)
    .requiredOption('--status <status>', statusesByHand.join(', '), bookingStatus)
    .option('--connote <number>', 'the connote, if you booked it with the carrier yourself')
    .action((options: AsJson & { id: number; status: BookingStatus; connote?: string }) =>
      context.withApp(options, async (app, output) => {
        const { status, connote } = options;
        const moved = await recorded(
          app,
          'set_booking_status',
          { thing: options.id, detail: { status, connote } },
          () => setBookingStatus(app, bookingId(options.id), { status, connote }),
        );
        output.result(
          presentBooking(moved),
          `Booking ${moved.id} is ${statusTitle(moved.status)}.`,
        );
      }),
    );

  addCommand(
    booking,
    'adjust',
    "record the carrier's scanned weight and additional charges, and charge the member",
  )
    .requiredOption(...theBooking)
    .option('--scanned-weight <kg>', 'weight that the carrier measured', kilograms)
    .option('--additional-charges <amount>', 'all additional charges, in dollars', amountCents)
    .action(
      async (
        options: AsJson & { id: number; scannedWeight?: number; additionalCharges?: number },
        command: Command,
      ) => {
        const { scannedWeight: scannedGrams, additionalCharges: additionalCents } = options;
        if (scannedGrams === undefined && additionalCents === undefined)
          command.error('error: use --scanned-weight, --additional-charges, or both');
        await context.withApp(options, async (app, output) => {
          const input = { scannedGrams, additionalCents };
          const detail = {
            scanned_weight: scannedGrams === undefined ? undefined : scannedGrams / gramsPerKg,
            additional_charges:
              additionalCents === undefined ? undefined : dollars(additionalCents),
          };
          const adjusted = await recorded(
            app,
            'adjust_booking',
            { thing: options.id, detail },
            () => adjustBooking(app, bookingId(options.id), input),
          );
          const { scanned_weight } = presentBooking(adjusted);
          output.result(
            presentBooking(adjusted),
            `Booking ${adjusted.id}: scanned ${scanned_weight} kg, additional charges ${writtenMoney(adjusted.additionalCents ?? 0)}.`,
          );
        });
      },
    );

  addCommand(
    booking,
    'cancel',
    'cancel a booking, with its carrier where possible, and refund the payment',
  )
    .requiredOption(...theBooking)
    .action((options: AsJson & { id: number }) =>
      context.withApp(options, async (app, output) => {
        // Read first: a cancelled booking has no shipment report.
        const before = await readOperatorPage(app, bookingId(options.id));
        const { stage, cancelWay } = before;
        const cancelled = await recorded(app, 'cancel_booking', { thing: options.id }, () =>
          cancelBooking(app, bookingId(options.id)),
        );
        if (stage !== undefined) output.warn(underWayWarning(cancelled, stage));
        output.result(
          presentBooking(cancelled),
          `Booking ${cancelled.id} is cancelled; ${refundWords(before)}. ${carrierSentences[cancelWay]}${pickupSentence(cancelled)}`,
        );
      }),
    );

  addReturned(booking, context);
}

function pickupSentence({ confirmation }: Booking): string {
  if (!manualRequestsOf(confirmation).includes('pickup_off')) return '';
  const { pickupNumber = '' } = confirmation ?? {};
  const which = pickupNumber === '' ? '' : ` (${pickupNumber})`;
  return ` Its pickup${which}is still booked. Call the carrier to cancel it.`;
}

const carrierSentences: Readonly<Record<CancelWay, string>> = {
  asked: 'The carrier has cancelled the consignment.',
  by_hand: 'Call the carrier to cancel the consignment.',
  not_with_carrier: 'It was not sent to a carrier.',
};

/** It is cancelled anyway: the operator may know more than the carrier's last scan. */
function underWayWarning({ id }: Booking, stage: TrackingStage): string {
  const where = inWords(stage);
  return stage === 'delivered'
    ? `Warning: tracking says that booking ${id} was delivered. It will be cancelled and refunded anyway.`
    : `Warning: tracking says that the carrier has booking ${id} (${where}). Cancelling does not stop it: call the carrier.`;
}

/** Refunds that the gateway cannot pay, and the operator paid another way. */
function addReturned(booking: Command, context: Context): void {
  addCommand(booking, 'returned', 'record that you paid a refund that the gateway could not pay')
    .requiredOption(...theBooking)
    .option('--note <text>', 'how it was paid, such as "bank transfer 8841"')
    .option('--payment <payment_12>', 'the refund, if the booking has several', paymentNumber)
    .option('--undo', 'undo a mistaken record: the refund is due again')
    .action(async (options: ReturnedOptions, command: Command) => {
      const { id, note, payment, undo } = options;
      if ((note === undefined) === (undo === undefined))
        command.error('error: use --note TEXT, or --undo');
      await context.withApp(options, async (app, output) => {
        const refundId = await refundOfBooking(app, bookingId(id), payment);
        const refund =
          note === undefined
            ? await recorded(app, 'mark_not_refunded', { thing: refundId }, () =>
                unmarkRefundPaid(app, refundId),
              )
            : await recorded(app, 'mark_refunded', { thing: refundId }, () =>
                markRefundPaid(app, refundId, note),
              );
        const { amountCents, status, detail } = refund;
        const amount = `${writtenMoney(amountCents)} of booking ${refund.bookingId}`;
        output.result(
          {
            id: paymentName(refund.id),
            booking_id: refund.bookingId,
            amount: dollars(amountCents),
            status,
            detail,
          },
          status === 'returned' ? `${amount} refunded: ${detail}.` : `${amount} is due again.`,
        );
      });
    });
}

type ReturnedOptions = AsJson & {
  id: number;
  note?: string;
  payment?: number;
  undo?: true;
};

/** As payment list shows it, or the number alone. */
function paymentNumber(text: string): number {
  return wholeNumber(text.replace(/^payment_/, ''));
}

/**
 * Statuses that cannot be set by hand are accepted here, because their refusal explains what to do instead.
 */
function bookingStatus(text: string): BookingStatus {
  const status = bookingStatuses.find((one) => one === text.trim().toLowerCase());
  if (status === undefined)
    throw new InvalidArgumentError(`Use one of ${statusesByHand.join(', ')}.`);
  return status;
}

/** Grams. */
function kilograms(text: string): number {
  const kg = /^\d{1,7}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(kg <= heaviestKg)) throw new InvalidArgumentError('Give kilograms, such as 12.5.');
  return Math.round(kg * gramsPerKg);
}

/** The fields that a member also sees, under the same names. */
function presentBooking(booking: Booking) {
  const { confirmation } = booking;
  return {
    id: booking.id,
    member_id: booking.memberId ?? null,
    status: statusTitle(booking.status),
    courier: confirmation?.carrier ?? null,
    connote: booking.connote ?? null,
    cost: confirmation === undefined ? null : dollars(confirmation.costCents),
    additional_charges: dollars(booking.additionalCents ?? 0),
    scanned_weight: (booking.scannedGrams ?? 0) / gramsPerKg,
    payment_method: confirmation?.funding ?? null,
    pickup_date: confirmation?.pickupDate ?? null,
  };
}

/** The amount and destination of the refund. */
function refundWords(before: { gatewayRefundCents: number; creditRefundCents: number }): string {
  const { gatewayRefundCents: toGateway, creditRefundCents: offCredit } = before;
  const parts = [
    ...(toGateway > 0 ? [`${writtenMoney(toGateway)} will be refunded to the card or wallet`] : []),
    ...(offCredit > 0 ? [`${writtenMoney(offCredit)} will be credited to the credit account`] : []),
  ];
  return parts.join(', ') || 'nothing was paid, so there is no refund';
}
