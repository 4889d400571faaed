// What was done, as a link to the thing if it has a page and still exists.
import type { AuditEntry } from '../../api/wire.ts';
import { useIsOperator } from '../../parts/is-operator.ts';
import { TextLink } from '../../parts/links.tsx';

const membersPages = {
  booking: '/bookings/$id',
  order: '/orders/$id',
  key: '/keys/$id',
  claim: '/claims/$id',
} as const;

const operatorPages = {
  booking: '/operator/bookings/$id',
  claim: '/operator/claims/$id',
  member: '/operator/members/$id',
  carrier_account: '/operator/accounts/$id',
  carrier_invoice: '/operator/carrier-invoices/$id',
} as const;

type Address =
  | (typeof membersPages)[keyof typeof membersPages]
  | (typeof operatorPages)[keyof typeof operatorPages];

export function ThingLink({ entry }: { entry: AuditEntry }) {
  const { thing, what } = entry;
  const pages: Readonly<Partial<Record<string, Address>>> = useIsOperator()
    ? operatorPages
    : membersPages;
  const to = thing === null || thing.is_gone ? undefined : pages[thing.kind];
  if (thing === null || to === undefined) return what;
  return (
    <TextLink to={to} params={{ id: thing.id }} size="sm">
      {what}
    </TextLink>
  );
}
