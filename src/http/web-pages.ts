// Addresses of the members area's pages: each is answered with the same page, whose script shows what belongs there. The
// browser's own list is `web/src/router.tsx`; a test compares the two.
export const webPages: readonly string[] = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/quote',
  '/bookings',
  '/bookings/:id',
  '/bookings/:id/book',
  '/orders',
  '/orders/import',
  '/orders/:id',
  '/tracking',
  '/dashboard',
  '/payments',
  '/keys',
  '/keys/:id',
  '/account',
];
