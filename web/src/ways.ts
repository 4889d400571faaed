// The pages and actions to which the menu and the command palette lead, each for the users who may use it.
import { useMay, useSession } from './api/session.ts';
import type { Role } from './api/wire.ts';
import type { IconName } from './parts/icon.tsx';

export type Way = {
  to:
    | '/quote'
    | '/bookings'
    | '/orders'
    | '/orders/import'
    | '/addresses'
    | '/addresses/import'
    | '/claims'
    | '/operator/claims'
    | '/tracking'
    | '/dashboard'
    | '/payments'
    | '/keys'
    | '/printers'
    | '/webhooks'
    | '/users'
    | '/audit'
    | '/account'
    | '/carrier-accounts'
    | '/operator/attention'
    | '/operator/bookings'
    | '/operator/run-sheets'
    | '/operator/members'
    | '/operator/audit'
    | '/operator/sales'
    | '/operator/margins'
    | '/operator/carriers'
    | '/operator/accounts'
    | '/operator/tracking'
    | '/operator/manifests'
    | '/operator/calls'
    | '/operator/rate-cards'
    | '/operator/monthly-invoices'
    | '/operator/carrier-invoices'
    | '/operator/adjustments';
  name: string;
  icon: IconName;
  needs?: Exclude<Role, 'viewer'>;
  /** Opens the page's dialog for a new record. */
  isAdding?: true;
};

const membersPages: readonly Way[] = [
  { to: '/quote', name: 'Quote', icon: 'quote', needs: 'booker' },
  { to: '/bookings', name: 'Bookings', icon: 'bookings' },
  { to: '/orders', name: 'Orders', icon: 'orders' },
  { to: '/addresses', name: 'Address book', icon: 'home' },
  { to: '/tracking', name: 'Tracking', icon: 'tracking' },
  { to: '/claims', name: 'Claims', icon: 'shield' },
  { to: '/dashboard', name: 'Dashboard', icon: 'chart' },
  { to: '/payments', name: 'Payments', icon: 'payments' },
  { to: '/keys', name: 'API keys', icon: 'keys' },
  { to: '/printers', name: 'Printers', icon: 'printer' },
  { to: '/webhooks', name: 'Webhooks', icon: 'bolt' },
  { to: '/users', name: 'Users', icon: 'account' },
  { to: '/audit', name: 'Audit log', icon: 'clock', needs: 'admin' },
];

/** Shown to members who may connect carrier accounts, or still have some. */
const ownAccounts: Way = { to: '/carrier-accounts', name: 'Carrier accounts', icon: 'link' };

const operatorPages: readonly Way[] = [
  { to: '/operator/attention', name: 'Issues', icon: 'alert' },
  { to: '/operator/bookings', name: 'All bookings', icon: 'bookings' },
  { to: '/operator/run-sheets', name: 'Run sheets', icon: 'truck' },
  { to: '/operator/members', name: 'Members', icon: 'account' },
  { to: '/operator/audit', name: 'All activity', icon: 'clock', needs: 'admin' },
  { to: '/operator/monthly-invoices', name: 'Monthly invoices', icon: 'document' },
  { to: '/operator/sales', name: 'Sales', icon: 'chart' },
  { to: '/operator/margins', name: 'Margins', icon: 'payments' },
  { to: '/operator/carriers', name: 'Carriers', icon: 'truck' },
  { to: '/operator/accounts', name: 'House accounts', icon: 'link' },
  { to: '/operator/tracking', name: 'Tracking events', icon: 'tracking' },
  { to: '/operator/claims', name: 'All claims', icon: 'shield' },
  { to: '/operator/manifests', name: 'Manifests', icon: 'document' },
  { to: '/operator/calls', name: 'Carrier calls', icon: 'clock' },
  { to: '/operator/rate-cards', name: 'Rate cards', icon: 'tag' },
  { to: '/operator/carrier-invoices', name: 'Carrier invoices', icon: 'document' },
  { to: '/operator/adjustments', name: 'Adjustments', icon: 'operator' },
];

/** Reached from the person's menu. */
const account: Way = { to: '/account', name: 'Your account', icon: 'account' };

const membersActions: readonly Way[] = [
  { to: '/quote', name: 'New quote', icon: 'plus', needs: 'booker' },
  { to: '/orders/import', name: 'Import orders', icon: 'upload', needs: 'booker' },
  { to: '/addresses', name: 'Add address', icon: 'plus', needs: 'booker', isAdding: true },
  { to: '/addresses/import', name: 'Import addresses', icon: 'upload', needs: 'booker' },
  { to: '/keys', name: 'Create an API key', icon: 'plus', needs: 'admin', isAdding: true },
  { to: '/printers', name: 'Add a printer', icon: 'plus', needs: 'admin', isAdding: true },
  { to: '/webhooks', name: 'Add a webhook endpoint', icon: 'plus', needs: 'admin', isAdding: true },
  { to: '/users', name: 'Invite a user', icon: 'plus', needs: 'admin', isAdding: true },
];

const operatorActions: readonly Way[] = [
  { to: '/operator/members', name: 'Add a member', icon: 'plus', needs: 'admin', isAdding: true },
];

export type Ways = {
  /** The member's own pages. */
  own: readonly Way[];
  /** Empty for everyone but the operator. */
  operator: readonly Way[];
  account: Way;
  actions: readonly Way[];
};

export function useWays(): Ways {
  const { is_operator: isOperator, may_connect_carriers, own_carriers } = useSession();
  const may = { booker: useMay('booker'), admin: useMay('admin') };
  const isAllowed = ({ needs }: Way): boolean => needs === undefined || may[needs];
  const hasOwn = may_connect_carriers || own_carriers > 0;
  return {
    own: [...membersPages, ...(hasOwn ? [ownAccounts] : [])].filter(isAllowed),
    operator: isOperator ? operatorPages.filter(isAllowed) : [],
    account,
    actions: [...membersActions, ...(isOperator ? operatorActions : [])].filter(isAllowed),
  };
}
