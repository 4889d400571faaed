// Addresses of the members area's pages. Each is answered with the same page, whose script shows the content. The
// browser's own list is `web/src/router.tsx`; a test compares the two.

/** Shown without the navigation of the members area. */
export const visitorPages: readonly string[] = [
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
];

export const webPages: readonly string[] = [
  '/',
  ...visitorPages,
  '/quote',
  '/bookings',
  '/bookings/:id',
  '/bookings/:id/book',
  '/orders',
  '/orders/import',
  '/orders/:id',
  '/addresses',
  '/addresses/import',
  '/tracking',
  '/dashboard',
  '/payments',
  '/keys',
  '/keys/:id',
  '/carrier-accounts',
  '/account',
  '/operator/attention',
  '/operator/bookings',
  '/operator/bookings/:id',
  '/operator/run-sheets',
  '/operator/members',
  '/operator/members/:id',
  '/operator/carriers',
  '/operator/accounts',
  '/operator/tracking',
  '/operator/manifests',
  '/operator/calls',
  '/operator/calls/:id',
  '/operator/rate-cards',
  '/operator/adjustments',
];
