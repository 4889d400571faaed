// Every page and its address. Pages for members hang under `memberPages`, whose guard requires a session before they
// render. `src/http/server/pages/web-pages.ts` has the same addresses for the server; a test compares them.
import { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  parseSearchWith,
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

/** A page's script is loaded when it is first opened. One of an earlier release is gone: the browser then reloads. */
const lazyPage = <Name extends string>(
  load: () => Promise<Record<NoInfer<Name>, () => React.ReactNode>>,
  name: Name,
) => lazyRouteComponent(() => loadPatiently(load), name);

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

const signIn = createRoute({
  getParentRoute: () => visitorPages,
  path: '/sign-in',
  validateSearch: returnSearch,
  component: lazyPage(() => import('./pages/members/sign-in.tsx'), 'SignInPage'),
});
const signUp = createRoute({
  getParentRoute: () => visitorPages,
  path: '/sign-up',
  validateSearch: returnSearch,
  component: lazyPage(() => import('./pages/members/sign-up.tsx'), 'SignUpPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => visitorPages,
  path: '/forgot-password',
  component: lazyPage(() => import('./pages/members/forgot-password.tsx'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => visitorPages,
  path: '/reset-password',
  component: lazyPage(() => import('./pages/members/reset-password.tsx'), 'ResetPasswordPage'),
});
const confirmEmail = createRoute({
  getParentRoute: () => visitorPages,
  path: '/confirm-email',
  component: lazyPage(() => import('./pages/confirm-email.tsx'), 'ConfirmEmailPage'),
});

const acceptInvitation = createRoute({
  getParentRoute: () => visitorPages,
  path: '/accept-invitation',
  component: lazyPage(() => import('./pages/users/accept-invitation.tsx'), 'AcceptInvitationPage'),
});

const acceptQuote = createRoute({
  getParentRoute: () => visitorPages,
  path: '/accept-quote',
  component: lazyPage(() => import('./pages/quotes/accept-quote.tsx'), 'AcceptQuotePage'),
});

/** Ids are numbers: any other address does not exist. */
function numbered({ params }: { params: { id: string } }): void {
  if (wholeNumber(params.id) === undefined) throw notFound();
}

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
const quote = createRoute({
  getParentRoute: () => memberPages,
  path: '/quote',
  validateSearch: quoteSearch,
  component: lazyPage(() => import('./pages/quotes/quote.tsx'), 'QuotePage'),
});
const bookings = createRoute({
  getParentRoute: () => memberPages,
  path: '/bookings',
  validateSearch: bookingsSearch,
  component: lazyPage(() => import('./pages/bookings/bookings.tsx'), 'BookingsPage'),
});
const booking = createRoute({
  getParentRoute: () => memberPages,
  path: '/bookings/$id',
  beforeLoad: numbered,
  component: lazyPage(() => import('./pages/bookings/booking.tsx'), 'BookingPage'),
});
const book = createRoute({
  getParentRoute: () => memberPages,
  path: '/bookings/$id/book',
  beforeLoad: numbered,
  validateSearch: bookSearch,
  component: lazyPage(() => import('./pages/bookings/book.tsx'), 'BookPage'),
});
const dashboard = createRoute({
  getParentRoute: () => memberPages,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: lazyPage(() => import('./pages/reports/dashboard.tsx'), 'DashboardPage'),
});
const payments = createRoute({
  getParentRoute: () => memberPages,
  path: '/payments',
  validateSearch: paymentsSearch,
  component: lazyPage(() => import('./pages/payments/payments.tsx'), 'PaymentsPage'),
});
const orders = createRoute({
  getParentRoute: () => memberPages,
  path: '/orders',
  validateSearch: ordersSearch,
  component: lazyPage(() => import('./pages/orders/orders.tsx'), 'OrdersPage'),
});
const orderImport = createRoute({
  getParentRoute: () => memberPages,
  path: '/orders/import',
  component: lazyPage(() => import('./pages/orders/import.tsx'), 'ImportPage'),
});
const order = createRoute({
  getParentRoute: () => memberPages,
  path: '/orders/$id',
  beforeLoad: numbered,
  component: lazyPage(() => import('./pages/orders/order.tsx'), 'OrderPage'),
});
const addresses = createRoute({
  getParentRoute: () => memberPages,
  path: '/addresses',
  validateSearch: addressesSearch,
  component: lazyPage(() => import('./pages/addresses/addresses.tsx'), 'AddressesPage'),
});
const addressImport = createRoute({
  getParentRoute: () => memberPages,
  path: '/addresses/import',
  component: lazyPage(() => import('./pages/addresses/import.tsx'), 'AddressImportPage'),
});
const claims = createRoute({
  getParentRoute: () => memberPages,
  path: '/claims',
  validateSearch: claimsSearch,
  component: lazyPage(() => import('./pages/claims/claims.tsx'), 'ClaimsPage'),
});
const claim = createRoute({
  getParentRoute: () => memberPages,
  path: '/claims/$id',
  beforeLoad: numbered,
  component: lazyPage(() => import('./pages/claims/claim.tsx'), 'ClaimPage'),
});
const tracking = createRoute({
  getParentRoute: () => memberPages,
  path: '/tracking',
  validateSearch: trackingSearch,
  component: lazyPage(() => import('./pages/tracking/tracking.tsx'), 'TrackingPage'),
});
const keys = createRoute({
  getParentRoute: () => memberPages,
  path: '/keys',
  component: lazyPage(() => import('./pages/keys/keys.tsx'), 'KeysPage'),
});
const key = createRoute({
  getParentRoute: () => memberPages,
  path: '/keys/$id',
  beforeLoad: numbered,
  component: lazyPage(() => import('./pages/keys/key.tsx'), 'KeyPage'),
});
const printers = createRoute({
  getParentRoute: () => memberPages,
  path: '/printers',
  component: lazyPage(() => import('./pages/printers/printers.tsx'), 'PrintersPage'),
});
const ownAccounts = createRoute({
  getParentRoute: () => memberPages,
  path: '/carrier-accounts',
  component: lazyPage(() => import('./pages/carriers/carrier-accounts.tsx'), 'OwnAccountsPage'),
});
const users = createRoute({
  getParentRoute: () => memberPages,
  path: '/users',
  component: lazyPage(() => import('./pages/users/users.tsx'), 'UsersPage'),
});
const audit = createRoute({
  getParentRoute: () => memberPages,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyPage(() => import('./pages/audit/audit.tsx'), 'AuditPage'),
});
const account = createRoute({
  getParentRoute: () => memberPages,
  path: '/account',
  component: lazyPage(() => import('./pages/members/account.tsx'), 'AccountPage'),
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
const issues = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/attention',
  component: lazyPage(() => import('./pages/issues/issues.tsx'), 'IssuesPage'),
});
const allBookings = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/bookings',
  validateSearch: bookingsSearch,
  component: lazyPage(() => import('./pages/bookings/bookings.tsx'), 'BookingsPage'),
});
const anyBooking = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/bookings/$id',
  beforeLoad: numbered,
  component: lazyPage(() => import('./pages/bookings/booking.tsx'), 'OperatorBookingPage'),
});
const runSheets = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/run-sheets',
  validateSearch: runSheetsSearch,
  component: lazyPage(() => import('./pages/bookings/run-sheets.tsx'), 'RunSheetsPage'),
});
const members = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/members',
  validateSearch: membersSearch,
  component: lazyPage(() => import('./pages/members/members.tsx'), 'MembersPage'),
});
const member = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/members/$id',
  component: lazyPage(() => import('./pages/members/member.tsx'), 'MemberPage'),
});
const allActivity = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/audit',
  validateSearch: auditSearch,
  component: lazyPage(() => import('./pages/audit/audit.tsx'), 'AuditPage'),
});
const sales = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/sales',
  validateSearch: salesSearch,
  component: lazyPage(() => import('./pages/reports/sales.tsx'), 'SalesPage'),
});
const margins = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/margins',
  component: lazyPage(() => import('./pages/margins/margins.tsx'), 'MarginsPage'),
});
const carriers = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/carriers',
  validateSearch: carriersSearch,
  component: lazyPage(() => import('./pages/carriers/carriers.tsx'), 'CarriersPage'),
});
const accounts = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/accounts',
  component: lazyPage(() => import('./pages/carriers/carrier-accounts.tsx'), 'HouseAccountsPage'),
});
const certify = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/accounts/$id',
  component: lazyPage(() => import('./pages/carriers/certify.tsx'), 'CertifyPage'),
});
const events = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/tracking',
  validateSearch: eventsSearch,
  component: lazyPage(() => import('./pages/tracking/events.tsx'), 'EventsPage'),
});
const allClaims = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/claims',
  validateSearch: claimsSearch,
  component: lazyPage(() => import('./pages/claims/claims.tsx'), 'ClaimsPage'),
});
const anyClaim = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/claims/$id',
  beforeLoad: numbered,
  component: lazyPage(() => import('./pages/claims/claim.tsx'), 'ClaimPage'),
});
const manifests = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/manifests',
  component: lazyPage(() => import('./pages/manifests/manifests.tsx'), 'ManifestsPage'),
});
const calls = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/calls',
  validateSearch: callsSearch,
  component: lazyPage(() => import('./pages/carriers/calls.tsx'), 'CallsPage'),
});
const call = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/calls/$id',
  component: lazyPage(() => import('./pages/carriers/call.tsx'), 'CallPage'),
});
const rateCards = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/rate-cards',
  component: lazyPage(() => import('./pages/rate-cards/rate-cards.tsx'), 'RateCardsPage'),
});
const monthlyInvoices = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/monthly-invoices',
  component: lazyPage(() => import('./pages/payments/monthly-invoices.tsx'), 'MonthlyInvoicesPage'),
});
const carrierInvoices = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/carrier-invoices',
  component: lazyPage(
    () => import('./pages/carrier-invoices/carrier-invoices.tsx'),
    'CarrierInvoicesPage',
  ),
});
const carrierInvoice = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/carrier-invoices/$id',
  beforeLoad: numbered,
  component: lazyPage(
    () => import('./pages/carrier-invoices/carrier-invoice.tsx'),
    'CarrierInvoicePage',
  ),
});
const adjustments = createRoute({
  getParentRoute: () => operatorPages,
  path: '/operator/adjustments',
  component: lazyPage(() => import('./pages/bookings/adjustments.tsx'), 'AdjustmentsPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    visitorPages.addChildren([
      signIn,
      signUp,
      forgotPassword,
      resetPassword,
      confirmEmail,
      acceptQuote,
      acceptInvitation,
    ]),
    memberPages.addChildren([
      home,
      quote,
      bookings,
      booking,
      book,
      orders,
      orderImport,
      order,
      addresses,
      addressImport,
      claims,
      claim,
      tracking,
      dashboard,
      payments,
      keys,
      key,
      printers,
      ownAccounts,
      users,
      audit,
      account,
      operatorPages.addChildren([
        issues,
        allBookings,
        anyBooking,
        runSheets,
        members,
        member,
        allActivity,
        sales,
        margins,
        monthlyInvoices,
        carrierInvoices,
        carrierInvoice,
        carriers,
        accounts,
        certify,
        events,
        allClaims,
        anyClaim,
        manifests,
        calls,
        call,
        rateCards,
        adjustments,
      ]),
    ]),
  ]),
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
