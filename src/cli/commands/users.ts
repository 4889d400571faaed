// linehaul user add | list | set | remove
import { type Command, InvalidArgumentError } from 'commander';
import { getMember } from '../../application/members/find-member.ts';
import { getUser } from '../../application/users/find-user.ts';
import {
  addUser,
  changeUser,
  listUsers,
  removeUser,
} from '../../application/users/manage-users.ts';
import { type Role, roles } from '../../domain/users/role.ts';
import type { User } from '../../domain/users/user.ts';
import { addCommand, type Context, memberFlag, recorded, theMember } from '../command.ts';
import { type AsJson, tableOr } from '../output.ts';

const theUser = ['--user <e-mail or id>', 'the user'] as const;
const rolesText = roles.join('|');
/** 96 bits, in few enough characters to read out. */
const madeUpPasswordBytes = 12;

type AddOptions = AsJson & { member: string; email: string; role: Role; password?: string };
type SetOptions = AsJson & { user: string; role?: Role; password?: string; twoFactor: boolean };

export function addUserCommands(program: Command, context: Context): void {
  const user = program.command('user').description('users: the people who sign in for a member');

  addCommand(user, 'add', 'add a user to a member')
    .requiredOption(...theMember)
    .requiredOption('--email <e-mail>', 'e-mail to sign in with')
    .option(`--role <${rolesText}>`, 'what the user may do', role, 'booker')
    .option('--password <password>', 'password; one is made up and shown when left out')
    .action((options: AddOptions) =>
      context.withAccounts(options, async (app, output) => {
        const { id } = await getMember(app, options.member);
        const madeUp =
          options.password === undefined ? app.secrets.randomText(madeUpPasswordBytes) : undefined;
        const added = await recorded(
          app,
          'add_user',
          { member: options.member, detail: { role: options.role } },
          () => addUser(app, id, options, options.password ?? madeUp ?? ''),
          (user) => ({ added: user.id }),
        );
        output.result(
          { ...presentUser(added), ...(madeUp === undefined ? {} : { password: madeUp }) },
          `User ${added.id} (${added.email}) is added.${madeUp === undefined ? '' : ` Password, shown this once: ${madeUp}`}`,
        );
      }),
    );

  addCommand(user, 'list', 'list users')
    .option(memberFlag, 'only those of this member')
    .action((options: AsJson & { member?: string }) =>
      context.withAccounts(options, async (app, output) => {
        const { member } = options;
        const of = member === undefined ? undefined : (await getMember(app, member)).id;
        const users = await listUsers(app, of);
        output.result(
          users.map(presentUser),
          tableOr(users, 'No users yet. Each member has one: see "linehaul member add".', {
            id: (one) => one.id,
            member: (one) => one.memberId,
            'e-mail': (one) => one.email,
            role: (one) => one.role,
            'two factors': (one) => (one.hasTwoFactor ? 'on' : 'off'),
          }),
        );
      }),
    );

  addCommand(user, 'set', 'change what a user may do, or how the user signs in')
    .requiredOption(...theUser)
    .option(`--role <${rolesText}>`, 'what the user may do', role)
    .option('--password <password>', 'a new password; every device is signed out')
    .option('--no-two-factor', 'switch two-factor sign-in off, for a user who lost the phone')
    .action((options: SetOptions, command: Command) => {
      if (options.role === undefined && options.password === undefined && options.twoFactor)
        command.error('error: no change given; see --help');
      return context.withAccounts(options, async (app, output) => {
        const found = await getUser(app, options.user);
        const { role: newRole, password, twoFactor } = options;
        const detail = { role: newRole };
        const changed = await recorded(app, 'change_user', { thing: found.id, detail }, () =>
          changeUser(app, found, { role: newRole, password, isTwoFactorOff: !twoFactor }),
        );
        output.result(presentUser(changed), `User ${changed.id} (${changed.email}) is changed.`);
      });
    });

  addCommand(user, 'remove', 'remove a user; every device is signed out')
    .requiredOption(...theUser)
    .action((options: AsJson & { user: string }) =>
      context.withAccounts(options, async (app, output) => {
        const found = await getUser(app, options.user);
        await recorded(app, 'remove_user', { thing: found.id }, () => removeUser(app, found));
        output.result(
          { id: found.id, removed: true },
          `User ${found.id} (${found.email}) is removed.`,
        );
      }),
    );
}

function role(text: string): Role {
  const found = roles.find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError(`Use ${roles.join(', ')}.`);
  return found;
}

function presentUser({ id, memberId, email, role: itsRole, hasTwoFactor }: User) {
  const twoFactor = hasTwoFactor ? 'on' : 'off';
  return { id, member: memberId, email, role: itsRole, two_factor: twoFactor };
}
