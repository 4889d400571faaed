// Every page of the members area, with the steps that wait until it is complete. pages.test.ts sets up the data on
// the pages.
import { join } from 'node:path';
import { shippedCarriersDir } from '../../src/adapters/carriers/open-carriers.ts';
import { fillQuote } from '../support/pages/quote-form.ts';
import { heading, type Step, words } from './page-steps.ts';

const zoomCard = join(shippedCarriersDir, 'zoom2u/cards/SAMPLE-Z2U-KM/card.json');

export const everyPage: readonly Step[] = [
  { name: 'sign-in', path: '/sign-in', as: 'visitor', shows: heading('Sign in') },
  { name: 'sign-up', path: '/sign-up', as: 'visitor', shows: heading('Create an account') },
  {
    name: 'forgotten password',
    path: '/forgot-password',
    as: 'visitor',
    shows: words('Ask its operator for a link'),
  },
  {
    name: 'reset password',
    path: '/reset-password#token',
    as: 'visitor',
    shows: heading('Set a new password'),
  },
  {
    name: 'confirm e-mail',
    path: '/confirm-email#token',
    as: 'visitor',
    shows: heading('Confirm your e-mail address'),
  },
  {
    name: 'accepting a quote',
    path: '/accept-quote#token',
    as: 'visitor',
    shows: async (page) => {
      await page.getByText('This offer has ended or has been changed').waitFor();
    },
  },
  {
    name: 'accept an invitation',
    path: '/accept-invitation#token',
    as: 'visitor',
    shows: heading('Accept the invitation'),
  },
  {
    name: 'an unknown address',
    path: '/nowhere',
    as: 'visitor',
    shows: heading('There is nothing here'),
  },
  {
    name: 'quote',
    path: '/quote',
    as: 'jane',
    shows: async (page) => {
      await fillQuote(page);
      await page.getByRole('button', { name: 'Get quotes' }).click();
      await page.waitForURL('**/quote?booking=*');
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
      await page.getByRole('table', { name: 'Price breakdown' }).waitFor();
      await page.getByRole('button', { name: /gave no price/ }).click();
    },
  },
  {
    name: 'pasting items',
    path: '/quote',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
      await page.getByLabel('Rows').fill('1\tBox\t1\t1\t1\t1');
      await page.getByRole('button', { name: 'Add 1 line' }).waitFor();
    },
  },
  { name: 'printers', path: '/printers', as: 'jane', shows: heading('Printers') },
  { name: 'webhooks', path: '/webhooks', as: 'jane', shows: heading('Webhooks') },
  { name: 'bookings', path: '/bookings', as: 'jane', shows: heading('Bookings') },
  {
    name: 'a booking',
    path: '/bookings/1',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('heading', { name: 'Items' }).waitFor();
    },
  },
  {
    name: 'booking a quote',
    path: '/bookings/1/book?carrier=aramex',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: /^Book/ }).waitFor();
    },
  },
  {
    name: 'a confirmed booking',
    path: '/bookings/2',
    as: 'jane',
    shows: async (page) => {
      await page.getByText(/^DEMO-/).waitFor();
    },
  },
  {
    name: 'payments',
    path: '/payments',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('available').waitFor();
    },
  },
  {
    name: 'orders',
    path: '/orders',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('link', { name: 'A-1001' }).waitFor();
    },
  },
  {
    name: 'an order',
    path: '/orders/1',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('heading', { name: 'Items' }).waitFor();
    },
  },
  {
    name: 'importing orders',
    path: '/orders/import',
    as: 'jane',
    shows: async (page) => {
      await page.getByLabel('Or paste it').fill('order_id,suburb,postcode\nA,Perth,6000');
      await page.getByText('Will be saved').waitFor();
    },
  },
  { name: 'address book', path: '/addresses', as: 'jane', shows: heading('Address book') },
  {
    name: 'importing addresses',
    path: '/addresses/import',
    as: 'jane',
    shows: async (page) => {
      await page.getByLabel('Or paste it').fill('name,suburb,postcode\nAnn,Perth,6000');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('Will be added').waitFor();
    },
  },
  { name: 'claims', path: '/claims', as: 'jane', shows: heading('Claims') },
  {
    name: 'tracking',
    path: '/tracking?of=2',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('list', { name: 'Stages' }).waitFor();
    },
  },
  {
    name: 'shipments under way',
    path: '/tracking',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('heading', { name: 'Under way' }).waitFor();
    },
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('Average booking').waitFor();
      await page.getByText('Numbers').first().click();
      await page.getByRole('table', { name: 'Spend by carrier and month' }).waitFor();
    },
  },
  {
    name: 'keys',
    path: '/keys',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('link', { name: 'tilewarehouse.example' }).waitFor();
    },
  },
  {
    name: 'a key’s rules',
    path: '/keys/1',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('tab', { name: 'Rules' }).click();
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByRole('button', { name: 'Always; add a condition' }).click();
    },
  },
  {
    name: 'issues',
    path: '/operator/attention',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Settle booking 4 manually' }).click();
      await page.getByLabel('Consignment note').waitFor();
    },
  },
  {
    name: 'all bookings',
    path: '/operator/bookings',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('link', { name: 'Booking 3' }).waitFor();
    },
  },
  {
    name: 'a booking of any member',
    path: '/operator/bookings/3',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Cancel booking 3' }).waitFor();
      await page.getByRole('heading', { name: 'Items' }).waitFor();
    },
  },
  {
    name: 'cancelling a booking',
    path: '/operator/bookings/3',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Cancel booking 3' }).click();
      await page.getByText(/will be credited to the member’s account/).waitFor();
    },
  },
  {
    name: 'members',
    path: '/operator/members',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('link', { name: 'jane@tilewarehouse.example' }).waitFor();
    },
  },
  {
    name: 'a member',
    path: '/operator/members/1',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Create a link' }).click();
      await page.getByRole('button', { name: 'Copy the link to set a password' }).waitFor();
    },
  },
  {
    name: 'margins',
    path: '/operator/margins',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Add margin' }).click();
      await page.getByText(/^\d+ prices for /).waitFor();
    },
  },
  {
    name: 'carriers',
    path: '/operator/carriers',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('switch', { name: 'Zoom2u' }).first().waitFor();
    },
  },
  {
    name: 'users',
    path: '/users',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Invite a user' }).click();
      await page.getByLabel('E-mail').fill('bob@example.com');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await page.getByText('Pass this link on').waitFor();
    },
  },
  {
    name: 'audit log',
    path: '/audit',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('Signed in').first().waitFor();
    },
  },
  {
    name: 'own carrier accounts',
    path: '/carrier-accounts',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('Connected', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Replace Australia Post' }).click();
      await page.getByLabel('password').waitFor();
    },
  },
  {
    name: 'carrier accounts',
    path: '/operator/accounts',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Connect Hi-Trans Express' }).click();
      await page.getByLabel('password').waitFor();
    },
  },
  {
    name: 'all activity',
    path: '/operator/audit?group=sign_in',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('Signed in').first().waitFor();
    },
  },
  {
    name: 'manifests',
    path: '/operator/manifests',
    as: 'jane',
    shows: async (page) => {
      await page
        .getByRole('link', { name: 'Request PDF from carrier of manifest AP0000002422' })
        .waitFor();
    },
  },
  {
    name: 'calls to carriers',
    path: '/operator/calls?outcome=failed',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('link', { name: /call 1, book Australia Post$/ }).waitFor();
    },
  },
  {
    name: 'a call to a carrier',
    path: '/operator/calls/1',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('region', { name: 'Body' }).waitFor();
    },
  },
  {
    name: 'rate cards',
    path: '/operator/rate-cards',
    as: 'jane',
    shows: async (page) => {
      await page.getByLabel('Carrier', { exact: true }).selectOption('zoom2u');
      await page.getByLabel('Files', { exact: true }).setInputFiles(zoomCard);
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('No mistakes').waitFor();
      await page.getByText('Scheduled', { exact: true }).waitFor();
    },
  },
  {
    name: 'sales',
    path: '/operator/sales',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('row', { name: /^W{60}/ }).waitFor();
    },
  },
  {
    name: 'monthly invoices',
    path: '/operator/monthly-invoices',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('Nothing to invoice').waitFor();
    },
  },
  {
    name: 'carrier invoices',
    path: '/operator/carrier-invoices',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('No carrier invoices').waitFor();
    },
  },
  {
    name: 'adjustments',
    path: '/operator/adjustments',
    as: 'jane',
    shows: async (page) => {
      await page.getByLabel('Or paste it').fill('booking,scanned_weight\n3,12\n77,1');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('Will be applied').waitFor();
    },
  },
  {
    name: 'account',
    path: '/account',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('This one').waitFor();
    },
  },
];
