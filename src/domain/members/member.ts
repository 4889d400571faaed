// A member: the business that quotes, books and pays. Its money (credit, cards) is kept elsewhere.
import type { Issue } from '../refusal.ts';

export type MemberId = number & { readonly brand: 'MemberId' };

export const memberId = (id: number): MemberId => id as MemberId;

export type Member = {
  id: MemberId;
  email: string;
  companyName: string;
  firstName: string;
  lastName: string;
  phone: string;
  suburb: string;
  postcode: string;
  state: string;
  country: string;
  /** A closed account's credentials are rejected; its records stay. */
  isOpen: boolean;
  /** Off: the operator blocks all live bookings of this member. */
  mayBookLive: boolean;
  /** May use the frequent rates of the carriers that offer them. */
  hasMultipickup: boolean;
  /** May connect their own carrier accounts and get quotes from them. */
  mayConnectCarriers: boolean;
  /**
   * The number of the member's own carrier accounts that are stored, including those that may not be used at present.
   */
  ownAccounts: number;
  /** A discount on every carrier price, in hundredths of a percent. */
  discountBasisPoints: number;
  /** The group of members that margins may name; "" for none. */
  group: string;
  /** The member is an operator and sees the operator area. */
  isOperator: boolean;
};

/** Whether quotes may use the member's own carrier accounts. */
export function usesOwnAccounts({ mayConnectCarriers, ownAccounts }: Member): boolean {
  return mayConnectCarriers && ownAccounts > 0;
}

/** The details that members enter themselves; all but the e-mail may be blank. */
export type MemberDetails = Pick<
  Member,
  | 'email'
  | 'companyName'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'suburb'
  | 'postcode'
  | 'state'
  | 'country'
>;

const longestDetail = 255;
// Deliberately loose: only the mail server knows which addresses exist. A colon would end the name in Basic
// credentials, so such a member could never sign in.
const emailShape = /^[^\s@:]+@[^\s@:]+$/;
const countryShape = /^([A-Za-z]{2})?$/;

/** E-mails are compared without case, because people do not remember how they typed theirs. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

export function memberDetailIssues(details: MemberDetails): Issue[] {
  const issues: Issue[] = [];
  if (!emailShape.test(details.email))
    issues.push({ path: ['email'], problem: 'no_email', value: details.email });
  if (!countryShape.test(details.country))
    issues.push({ path: ['country'], problem: 'no_country_code', value: details.country });
  for (const [name, { length }] of Object.entries(details)) {
    const field = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (length > longestDetail)
      issues.push({ path: [field], problem: 'too_long', length, most: longestDetail });
  }
  return issues;
}

/** For the e-mail that a user signs in with. */
export function emailIssues(email: string): Issue[] {
  const path = ['email'];
  if (!emailShape.test(email)) return [{ path, problem: 'no_email', value: email }];
  const { length } = email;
  return length > longestDetail ? [{ path, problem: 'too_long', length, most: longestDetail }] : [];
}

export const longestPassword = 1024;
/** For passwords chosen in the browser. An operator on the command line may set any password. */
const shortestChosenPassword = 10;

export function passwordIssues(password: string): Issue[] {
  const path = ['password'];
  if (password.length === 0) return [{ path, problem: 'password_empty' }];
  return password.length > longestPassword
    ? [{ path, problem: 'password_too_long', most: longestPassword }]
    : [];
}

/** Requires a minimum length and rejects the most obvious passwords. */
export function chosenPasswordIssues(password: string, email: string): Issue[] {
  const issues = passwordIssues(password);
  if (issues.length > 0) return issues;
  const path = ['password'];
  const { length } = password;
  if (length < shortestChosenPassword)
    return [{ path, problem: 'password_too_short', length, least: shortestChosenPassword }];
  return emailKey(password) === emailKey(email) ? [{ path, problem: 'password_is_email' }] : [];
}
