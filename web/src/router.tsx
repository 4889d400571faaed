// Every page and its address. Pages for members hang under `memberPages`, whose guard requires a session before they
// render. `src/http/server/pages/web-pages.ts` has the same addresses for the server; a test compares them.
import { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  parseSearchWith,
  type ResolveFullPath,
  type ResolveId,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { ApiError } from './api/client.ts';
import { loadPatiently } from './api/connection.ts';
import { sessionQuery } from './api/session.ts';
import { BrokenPage, CrashPage, NotFoundPage } from './pages/lost.tsx';
import {
  addressesSearch,
  auditSearch,
  bookingsSearch,
  bookSearch,
  callsSearch,
  carriersSearch,
  claimsSearch,
  dashboardSearch,
  eventsSearch,
  membersSearch,
  ordersSearch,
  paymentsSearch,
  quoteSearch,
  returnSearch,
  runSheetsSearch,
  salesSearch,
  trackingSearch,
  wholeNumber,
} from './search.ts';
import { Shell } from './shell.tsx';

/** A refusal stays a refusal; only a request that never arrived is retried. */
const mostRetries = 2;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => !(error instanceof ApiError) && count < mostRetries,
    },
    // A change is made now or not at all: never later, when the connection is back.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Ids are numbers: any other address does not exist. */
function numbered({ params }: { params: { id: string } }): void {
  if (wholeNumber(params.id) === undefined) throw notFound();
}

type PageOptions<Search> = { search?: Search; isNumbered?: true };

/**
 * Makes pages under a route: their address, and the file and name of their component. The script is loaded when the page
 * is first opened. One of an earlier release is gone: the browser then reloads.
 */
const pagesUnder =
  <Parent extends AnyRoute>(parent: Parent) =>
  <const Path extends string, Name extends string, Search = undefined>(
    path: Path,
    load: () => Promise<Record<NoInfer<Name>, () => React.ReactNode>>,
    name: Name,
    { search, isNumbered }: PageOptions<Search> = {},
  ) => {
    const options = {
      getParentRoute: () => parent,
      path,
      component: lazyRouteComponent(() => loadPatiently(load), name),
      ...(search === undefined ? {} : { validateSearch: search }),
      ...(isNumbered ? { beforeLoad: numbered } : {}),
    };
    // The library cannot infer a generic address, so its types are given, and the options fit none of them.
    return createRoute<
      unknown,
      Parent,
      Path,
      ResolveFullPath<Parent, Path>,
      string,
      ResolveId<Parent, string, Path>,
      Search
    >(options as never);
  };

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});

const visitorPages = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  errorComponent: CrashPage,
  beforeLoad: async ({ context }) => {
    await context.queries.ensureQueryData(sessionQuery);
  },
});

const memberPages = createRoute({
  getParentRoute: () => root,
  id: 'members',
  component: Shell,
  errorComponent: CrashPage,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (session.member === null) {
      throw redirect({
        to: '/sign-in',
        search: location.href === '/' ? {} : { to: location.href },
      });
    }
  },
});

const home = createRoute({
  getParentRoute: () => memberPages,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { user } = await context.queries.ensureQueryData(sessionQuery);
    throw redirect({ to: user?.role === 'viewer' ? '/bookings' : '/quote' });
  },
});

/** For the operator. The service refuses everyone else. */
const operatorPages = createRoute({
  getParentRoute: () => memberPages,
  id: 'operators',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (!session.is_operator) throw redirect({ to: '/quote' });
    if (session.needs_two_factor) throw redirect({ to: '/account' });
  },
});

const visitorPage = pagesUnder(visitorPages);
const memberPage = pagesUnder(memberPages);
const operatorPage = pagesUnder(operatorPages);

const visitorArea = visitorPages.addChildren([
  visitorPage('/sign-in', () => import('./pages/members/sign-in.tsx'), 'SignInPage', {
    search: returnSearch,
  }),
  visitorPage('/sign-up', () => import('./pages/members/sign-up.tsx'), 'SignUpPage', {
    search: returnSearch,
  }),
  visitorPage(
    '/forgot-password',
    () => import('./pages/members/forgot-password.tsx'),
    'ForgotPasswordPage',
  ),
  visitorPage(
    '/reset-password',
    () => import('./pages/members/reset-password.tsx'),
    'ResetPasswordPage',
  ),
  visitorPage('/confirm-email', () => import('./pages/confirm-email.tsx'), 'ConfirmEmailPage'),
  visitorPage('/accept-quote', () => import('./pages/quotes/accept-quote.tsx'), 'AcceptQuotePage'),
  visitorPage(
    '/accept-invitation',
    () => import('./pages/users/accept-invitation.tsx'),
    'AcceptInvitationPage',
  ),
]);

const operatorArea = operatorPages.addChildren([
  operatorPage('/operator/attention', () => import('./pages/issues/issues.tsx'), 'IssuesPage'),
  operatorPage(
    '/operator/bookings',
    () => import('./pages/bookings/bookings.tsx'),
    'BookingsPage',
    { search: bookingsSearch },
  ),
  operatorPage(
    '/operator/bookings/$id',
    () => import('./pages/bookings/booking.tsx'),
    'OperatorBookingPage',
    { isNumbered: true },
  ),
  operatorPage(
    '/operator/run-sheets',
    () => import('./pages/bookings/run-sheets.tsx'),
    'RunSheetsPage',
    { search: runSheetsSearch },
  ),
  operatorPage('/operator/members', () => import('./pages/members/members.tsx'), 'MembersPage', {
    search: membersSearch,
  }),
  operatorPage('/operator/members/$id', () => import('./pages/members/member.tsx'), 'MemberPage'),
  operatorPage('/operator/audit', () => import('./pages/audit/audit.tsx'), 'AuditPage', {
    search: auditSearch,
  }),
  operatorPage('/operator/sales', () => import('./pages/reports/sales.tsx'), 'SalesPage', {
    search: salesSearch,
  }),
  operatorPage('/operator/margins', () => import('./pages/margins/margins.tsx'), 'MarginsPage'),
  operatorPage(
    '/operator/monthly-invoices',
    () => import('./pages/payments/monthly-invoices.tsx'),
    'MonthlyInvoicesPage',
  ),
  operatorPage(
    '/operator/carrier-invoices',
    () => import('./pages/carrier-invoices/carrier-invoices.tsx'),
    'CarrierInvoicesPage',
  ),
  operatorPage(
    '/operator/carrier-invoices/$id',
    () => import('./pages/carrier-invoices/carrier-invoice.tsx'),
    'CarrierInvoicePage',
    { isNumbered: true },
  ),
  operatorPage(
    '/operator/carriers',
    () => import('./pages/carriers/carriers.tsx'),
    'CarriersPage',
    { search: carriersSearch },
  ),
  operatorPage(
    '/operator/accounts',
    () => import('./pages/carriers/carrier-accounts.tsx'),
    'HouseAccountsPage',
  ),
  operatorPage(
    '/operator/accounts/$id',
    () => import('./pages/carriers/certify.tsx'),
    'CertifyPage',
  ),
  operatorPage('/operator/tracking', () => import('./pages/tracking/events.tsx'), 'EventsPage', {
    search: eventsSearch,
  }),
  operatorPage('/operator/claims', () => import('./pages/claims/claims.tsx'), 'ClaimsPage', {
    search: claimsSearch,
  }),
  operatorPage('/operator/claims/$id', () => import('./pages/claims/claim.tsx'), 'ClaimPage', {
    isNumbered: true,
  }),
  operatorPage(
    '/operator/manifests',
    () => import('./pages/manifests/manifests.tsx'),
    'ManifestsPage',
  ),
  operatorPage('/operator/calls', () => import('./pages/carriers/calls.tsx'), 'CallsPage', {
    search: callsSearch,
  }),
  operatorPage('/operator/calls/$id', () => import('./pages/carriers/call.tsx'), 'CallPage'),
  operatorPage(
    '/operator/rate-cards',
    () => import('./pages/rate-cards/rate-cards.tsx'),
    'RateCardsPage',
  ),
  operatorPage(
    '/operator/adjustments',
    () => import('./pages/bookings/adjustments.tsx'),
    'AdjustmentsPage',
  ),
]);

const memberArea = memberPages.addChildren([
  home,
  memberPage('/quote', () => import('./pages/quotes/quote.tsx'), 'QuotePage', {
    search: quoteSearch,
  }),
  memberPage('/bookings', () => import('./pages/bookings/bookings.tsx'), 'BookingsPage', {
    search: bookingsSearch,
  }),
  memberPage('/bookings/$id', () => import('./pages/bookings/booking.tsx'), 'BookingPage', {
    isNumbered: true,
  }),
  memberPage('/bookings/$id/book', () => import('./pages/bookings/book.tsx'), 'BookPage', {
    search: bookSearch,
    isNumbered: true,
  }),
  memberPage('/orders', () => import('./pages/orders/orders.tsx'), 'OrdersPage', {
    search: ordersSearch,
  }),
  memberPage('/orders/import', () => import('./pages/orders/import.tsx'), 'ImportPage'),
  memberPage('/orders/$id', () => import('./pages/orders/order.tsx'), 'OrderPage', {
    isNumbered: true,
  }),
  memberPage('/addresses', () => import('./pages/addresses/addresses.tsx'), 'AddressesPage', {
    search: addressesSearch,
  }),
  memberPage(
    '/addresses/import',
    () => import('./pages/addresses/import.tsx'),
    'AddressImportPage',
  ),
  memberPage('/claims', () => import('./pages/claims/claims.tsx'), 'ClaimsPage', {
    search: claimsSearch,
  }),
  memberPage('/claims/$id', () => import('./pages/claims/claim.tsx'), 'ClaimPage', {
    isNumbered: true,
  }),
  memberPage('/tracking', () => import('./pages/tracking/tracking.tsx'), 'TrackingPage', {
    search: trackingSearch,
  }),
  memberPage('/dashboard', () => import('./pages/reports/dashboard.tsx'), 'DashboardPage', {
    search: dashboardSearch,
  }),
  memberPage('/payments', () => import('./pages/payments/payments.tsx'), 'PaymentsPage', {
    search: paymentsSearch,
  }),
  memberPage('/keys', () => import('./pages/keys/keys.tsx'), 'KeysPage'),
  memberPage('/keys/$id', () => import('./pages/keys/key.tsx'), 'KeyPage', {
    isNumbered: true,
  }),
  memberPage('/printers', () => import('./pages/printers/printers.tsx'), 'PrintersPage'),
  memberPage('/webhooks', () => import('./pages/webhooks/webhooks.tsx'), 'WebhooksPage'),
  memberPage(
    '/carrier-accounts',
    () => import('./pages/carriers/carrier-accounts.tsx'),
    'OwnAccountsPage',
  ),
  memberPage('/users', () => import('./pages/users/users.tsx'), 'UsersPage'),
  memberPage('/audit', () => import('./pages/audit/audit.tsx'), 'AuditPage', {
    search: auditSearch,
  }),
  memberPage('/account', () => import('./pages/members/account.tsx'), 'AccountPage'),
  operatorArea,
]);

export const router = createRouter({
  routeTree: root.addChildren([visitorArea, memberArea]),
  context: { queries },
  // Plain values in the address: ?q=623634, not ?q="623634".
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  // A page that breaks leaves the navigation in place.
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The booking's page was opened by booking. */
    isJustBooked?: true;
    /** The page opens its dialog for a new record. */
    isAdding?: true | undefined;
  }
  // Without `type`: this merges with the library's own declaration.
  interface Register {
    router: typeof router;
  }
}
