// The payment methods for booking many orders at once, and the default one.
import { useQuery } from '@tanstack/react-query';
import { useOwnServices } from '../../api/carrier-accounts.ts';
import { creditQuery, methodsQuery } from '../../api/payments.ts';
import { useSession } from '../../api/session.ts';
import { billedByCarrier, likelyPayment } from '../bookings/payment-part.tsx';

export function useWaysToPay() {
  const { may_book_live: mayBookLive } = useSession();
  const credit = useQuery(creditQuery);
  const methods = useQuery(methodsQuery);
  const ownServices = useOwnServices();
  const isLoaded =
    credit.data !== undefined && methods.data !== undefined && ownServices.data !== undefined;
  return {
    isLoaded,
    needed: [credit, methods, ownServices],
    likely: isLoaded ? likelyPayment(credit.data, methods.data, mayBookLive) : 'demo',
    choices: [
      ...(mayBookLive && credit.data?.has_account === true
        ? [{ value: 'credit', label: 'Credit account' }]
        : []),
      ...(mayBookLive ? (methods.data ?? []) : []).map(({ id, masked_label }) => ({
        value: id,
        label: masked_label,
      })),
      ...(mayBookLive && (ownServices.data?.size ?? 0) > 0
        ? [{ value: billedByCarrier, label: 'Own accounts with carriers' }]
        : []),
      { value: 'demo', label: 'Demo' },
    ],
    ownServices: ownServices.data,
    /** The credit account's available credit in dollars. */
    creditLeft: credit.data?.available ?? 0,
  };
}

export type WaysToPay = ReturnType<typeof useWaysToPay>;
