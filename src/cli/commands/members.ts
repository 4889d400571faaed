// linehaul member add | list | set | reset
import { type Command, InvalidArgumentError } from 'commander';
import { secretLink } from '../../application/mail/mail-link.ts';
import { changeMember, type MemberInput } from '../../application/members/change-member.ts';
import { makeReset, resetLastsMs } from '../../application/members/change-password.ts';
import { listMembers } from '../../application/members/list-members.ts';
import { registerMember } from '../../application/members/register-member.ts';
import type { Member } from '../../domain/members/member.ts';
import { australianStates, findState, isPostcode } from '../../domain/places/australian-state.ts';
import { hourMs } from '../../domain/time/durations.ts';
import {
  addCommand,
  type Context,
  onOff,
  percentBasisPoints,
  recorded,
  theMember,
} from '../command.ts';
import { type AsJson, tableOr } from '../output.ts';

type AddOptions = AsJson & {
  email: string;
  password?: string;
  company: string;
  firstName: string;
  lastName: string;
  phone: string;
  suburb: string;
  postcode: string;
  state: string;
  country: string;
};

type SetOptions = AsJson & {
  member: string;
  account?: boolean;
  liveBooking?: boolean;
  multipickup?: boolean;
  ownCarriers?: boolean;
  discount?: number;
  operator?: boolean;
  password?: string;
};

export function addMemberCommands(
  program: Command,
  context: Context,
  publicUrl: () => string,
): void {
  const member = program
    .command('member')
    .description('members: the businesses that quote and book');

  addCommand(member, 'add', 'register a member')
    .requiredOption('--email <e-mail>', 'e-mail to sign in with')
    .option('--password <password>', 'password; one is made up and shown when left out')
    .option('--company <name>', 'company name', '')
    .option('--first-name <name>', 'first name', '')
    .option('--last-name <name>', 'last name', '')
    .option('--phone <number>', 'phone number', '')
    .option('--suburb <suburb>', 'suburb', '')
    .option('--postcode <postcode>', 'postcode', '')
    .option('--state <state>', 'state', '')
    .option('--country <code>', 'two-letter country code', 'AU')
    .action((options: AddOptions, command: Command) => {
      const mistake = addressMistake(options);
      if (mistake !== undefined) command.error(`error: ${mistake}`);
      return context.withAccounts(options, async (app, output) => {
        const details = detailsFrom(options);
        const added = await recorded(
          app,
          'add_member',
          {},
          () => registerMember(app, details, options.password),
          (member) => ({ added: member.id }),
        );
        const { id, email, password } = added;
        output.result(
          added,
          `Member ${id} (${email}) is registered.${password === undefined ? '' : ` Password, shown this once: ${password}`}`,
        );
      });
    });

  addCommand(member, 'list', 'list all members').action((options: AsJson) =>
    context.withAccounts(options, async (app, output) => {
      const members = await listMembers(app);
      output.result(
        members.map(presentMember),
        tableOr(members, 'No members yet. Register one with "linehaul member add --email E".', {
          id: (one) => one.id,
          'e-mail': (one) => one.email,
          company: (one) => one.companyName,
          account: (one) => (one.isOpen ? 'open' : 'closed'),
          'live booking': (one) => (one.mayBookLive ? 'on' : 'off'),
          multipickup: (one) => (one.hasMultipickup ? 'on' : 'off'),
          'own carriers': (one) => ownAccountsOf(one),
          discount: (one) => `${one.discountBasisPoints / 100} %`,
          operator: (one) => (one.isOperator ? 'yes' : ''),
        }),
      );
    }),
  );

  addCommand(member, 'set', "change a member's account")
    .requiredOption(...theMember)
    .option('--account <open|closed>', 'a closed account cannot sign in', accountState)
    .option('--live-booking <on|off>', 'whether the member may make live bookings', onOff)
    .option('--multipickup <on|off>', 'whether frequent rates are offered', onOff)
    .option(
      '--own-carriers <on|off>',
      'whether the member may connect, and is quoted by, own accounts with carriers',
      onOff,
    )
    .option('--discount <percent>', 'taken off every carrier price', percentBasisPoints)
    .option('--operator <on|off>', 'whether the member sees the operator area', onOff)
    .option('--password <password>', 'a new password; every device is signed out')
    .action(async (options: SetOptions, command: Command) => {
      const input = inputFrom(options);
      if (Object.values(input).every((value) => value === undefined))
        command.error('error: no change given; see --help');
      await context.withAccounts(options, async (app, output) => {
        const changed = await recorded(
          app,
          'change_member',
          { thing: options.member, detail: detailOf(input) },
          () => changeMember(app, options.member, input),
        );
        output.result(
          presentMember(changed),
          `Member ${changed.id} (${changed.email}) is changed.`,
        );
      });
    });

  addCommand(member, 'reset', 'make a link with which a member sets a new password')
    .requiredOption(...theMember)
    .action((options: AsJson & { member: string }) =>
      context.withAccounts(options, async (app, output) => {
        const { user, token, expiresAtMs } = await recorded(
          app,
          'create_reset_link',
          { thing: options.member },
          () => makeReset(app, options.member, resetLastsMs.handedOver),
        );
        const { memberId, email } = user;
        const url = secretLink(publicUrl(), 'reset-password', token);
        output.result(
          { id: memberId, email, url, expires_at: new Date(expiresAtMs).toISOString() },
          `With this link ${email} sets a new password. It works once, for ${resetLastsMs.handedOver / hourMs} hours:\n${url}`,
        );
      }),
    );
}

/** Whether own accounts are allowed, and how many there are. */
function ownAccountsOf({ mayConnectCarriers, ownAccounts: kept }: Member): string {
  return `${mayConnectCarriers ? 'on' : 'off'}${kept === 0 ? '' : ` (${kept})`}`;
}

function accountState(text: string): boolean {
  if (text === 'open') return true;
  if (text === 'closed') return false;
  throw new InvalidArgumentError('Use open or closed.');
}

function detailsFrom(options: AddOptions) {
  return {
    email: options.email,
    companyName: options.company,
    firstName: options.firstName,
    lastName: options.lastName,
    phone: options.phone,
    suburb: options.suburb,
    postcode: options.postcode,
    state: options.state,
    country: options.country,
  };
}

function inputFrom(options: SetOptions): MemberInput {
  return {
    isOpen: options.account,
    mayBookLive: options.liveBooking,
    hasMultipickup: options.multipickup,
    mayConnectCarriers: options.ownCarriers,
    discountBasisPoints: options.discount,
    isOperator: options.operator,
    password: options.password,
  };
}

/** What the audit log stores of a change. */
const detailOf = ({ discountBasisPoints, ...input }: MemberInput) => ({
  is_open: input.isOpen,
  may_book_live: input.mayBookLive,
  has_multipickup: input.hasMultipickup,
  may_connect_carriers: input.mayConnectCarriers,
  is_operator: input.isOperator,
  discount: discountBasisPoints === undefined ? undefined : discountBasisPoints / 100,
});

function presentMember(member: Member) {
  return {
    id: member.id,
    email: member.email,
    company: member.companyName,
    first_name: member.firstName,
    last_name: member.lastName,
    phone: member.phone,
    suburb: member.suburb,
    postcode: member.postcode,
    state: member.state,
    country: member.country,
    account: member.isOpen ? 'open' : 'closed',
    live_booking: member.mayBookLive ? 'on' : 'off',
    multipickup: member.hasMultipickup ? 'on' : 'off',
    own_carriers: member.mayConnectCarriers ? 'on' : 'off',
    own_accounts: member.ownAccounts,
    discount: member.discountBasisPoints / 100,
    operator: member.isOperator ? 'on' : 'off',
  };
}

/** Of the given fields; other countries have other postcodes and states. */
function addressMistake({ postcode, state, country }: AddOptions): string | undefined {
  if (country.toUpperCase() !== 'AU') return undefined;
  if (postcode !== '' && !isPostcode(postcode))
    return `${postcode} is no Australian postcode: those have four digits`;
  if (state !== '' && findState(state.toUpperCase()) === undefined)
    return `${state} is no Australian state: say one of ${australianStates.join(', ')}`;
  return undefined;
}
