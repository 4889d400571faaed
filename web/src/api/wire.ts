// What the service says, as types: taken from the shapes that the service itself checks and publishes, so that a change
// there that the pages have not followed does not compile. The only file of the members area that looks into src.
import type { Static } from 'typebox';
import type * as accountKey from '../../../src/http/wire/account-key.ts';
import type * as address from '../../../src/http/wire/address.ts';
import type * as booking from '../../../src/http/wire/booking.ts';
import type * as credit from '../../../src/http/wire/credit.ts';
import type * as item from '../../../src/http/wire/item.ts';
import type * as location from '../../../src/http/wire/location.ts';
import type * as member from '../../../src/http/wire/member.ts';
import type * as order from '../../../src/http/wire/order.ts';
import type * as paymentMethod from '../../../src/http/wire/payment-method.ts';
import type * as quote from '../../../src/http/wire/quote.ts';
import type * as session from '../../../src/http/wire/session.ts';
import type * as tracking from '../../../src/http/wire/tracking.ts';

export type Session = Static<typeof session.SessionReply>;
export type OpenSession = Static<typeof session.OpenSessionReply>;
export type Member = Static<typeof member.MemberReply>;
export type AccountKey = Static<typeof accountKey.AccountKeyReply>;
export type NewAccountKey = Static<typeof accountKey.NewAccountKeyReply>;
export type KeyCall = Static<typeof accountKey.KeyCallReply>;
export type KeySettings = Static<typeof accountKey.SettingsReply>;
export type Booking = Static<typeof booking.BookingReply>;
export type Address = Static<typeof address.AddressReply>;
export type Item = Static<typeof item.ItemReply>;
export type Quote = Static<typeof quote.QuoteReply>;
export type QuoteError = Static<typeof quote.QuoteErrorReply>;
export type Breakdown = Static<typeof quote.BreakdownReply>;
export type Suburb = Static<typeof location.RankedSuburb>;
export type CountryLocation = Static<typeof location.CountryLocation>;
export type Country = Static<typeof location.CountryReply>;
export type PaymentMethod = Static<typeof paymentMethod.PaymentMethodReply>;
export type PaymentSetup = { gateway: string; takes_test_cards: boolean };
export type Credit = Static<typeof credit.CreditReply>;
export type Statement = Static<typeof credit.StatementReply>;
export type Payment = Static<typeof credit.PaymentReply>;
export type Order = Static<typeof order.DetailedOrderReply>;
export type Tracking = Static<typeof tracking.TrackingReply>;
