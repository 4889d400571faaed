// linehaul key add | list | set | regenerate | settings | delete

import { type Command, InvalidArgumentError } from 'commander';
import {
  changeCourierSettings,
  changeKeySettings,
  readKeySettings,
  strangeFields,
} from '../../application/keys/change-key-settings.ts';
import {
  addKey,
  deleteKey,
  listKeys,
  regenerateKey,
  setKeyActive,
} from '../../application/keys/manage-keys.ts';
import { namesCouriers } from '../../application/keys/named-couriers.ts';
import type { SettingsDocument, SettingsInput } from '../../application/keys/settings-document.ts';
import { getMember } from '../../application/members/find-member.ts';
import {
  type ApiKey,
  isModuleType,
  keyId,
  type ModuleType,
  moduleTypes,
} from '../../domain/keys/api-key.ts';
import { addCommand, type Context, memberFlag, onOff, recorded, wholeNumber } from '../command.ts';
import { readJsonFile } from '../named-files.ts';
import { type AsJson, type Output, tableOr } from '../output.ts';

const theKey = ['--id <number>', 'the key', wholeNumber] as const;

export function addKeyCommands(program: Command, context: Context): void {
  const key = program.command('key').description('API keys: how shops and programs sign in');

  addCommand(key, 'add', 'make a key for a member; the key is shown once')
    .requiredOption(memberFlag, 'the member it belongs to')
    .option('--type <type>', Object.keys(moduleTypes).join(', '), moduleType, 'custom_site')
    .option('--site <name>', 'site domain or name', '')
    .option('--demo', 'every booking confirmed with it is a demo')
    .action((options: AsJson & { member: string; type: ModuleType; site: string; demo?: true }) =>
      context.withAccounts(options, async (app, output) => {
        const member = await getMember(app, options.member);
        const { type: moduleType, site, demo } = options;
        const isDemo = demo === true;
        const detail = { module_type: moduleType, site, demo_mode: isDemo };
        const added = await recorded(
          app,
          'add_key',
          { member: options.member, detail },
          () => addKey(app, { memberId: member.id, moduleType, site, isDemo }),
          ({ id }) => ({ added: id }),
        );
        output.result(added, `Key ${added.id} for ${member.email}, shown this once:\n${added.key}`);
      }),
    );

  addCommand(key, 'list', 'list keys; secrets are not kept, only their beginnings')
    .option(memberFlag, 'only the keys of this member')
    .action((options: AsJson & { member?: string }) =>
      context.withAccounts(options, async (app, output) => {
        const { member } = options;
        const owner = member === undefined ? 'any' : (await getMember(app, member)).id;
        const keys = await listKeys(app, owner);
        output.result(
          keys.map(presentKey),
          tableOr(keys, 'No keys yet. Make one with "linehaul key add --member E".', {
            id: (one) => one.id,
            member: (one) => one.memberId,
            key: (one) => `${one.prefix}…`,
            type: (one) => one.moduleType,
            site: (one) => one.site,
            status: (one) => (one.isActive ? 'on' : 'off'),
            mode: (one) => (one.isDemo ? 'demo' : 'live'),
          }),
        );
      }),
    );

  addCommand(key, 'set', 'switch a key on or off')
    .requiredOption(...theKey)
    .requiredOption('--status <on|off>', 'an inactive key is rejected', onOff)
    .action((options: AsJson & { id: number; status: boolean }) =>
      context.withAccounts(options, async (app, output) => {
        const { id, status } = options;
        const changed = await recorded(
          app,
          'change_key',
          { thing: id, detail: { active: status } },
          () => setKeyActive(app, keyId(id), status),
        );
        output.result(
          presentKey(changed),
          `Key ${changed.id} is ${changed.isActive ? 'on' : 'off'}.`,
        );
      }),
    );

  addCommand(key, 'regenerate', 'give a key a new secret; the old one stops working at once')
    .requiredOption(...theKey)
    .action((options: AsJson & { id: number }) =>
      context.withAccounts(options, async (app, output) => {
        const made = await recorded(app, 'regenerate_key', { thing: options.id }, () =>
          regenerateKey(app, keyId(options.id)),
        );
        output.result(made, `Key ${made.id} has a new secret, shown this once:\n${made.key}`);
      }),
    );

  addCommand(key, 'settings', "show or change a key's configuration")
    .requiredOption(...theKey)
    .option(
      '--set <field=value>',
      'one field of module_setting; may be repeated, an empty value removes it',
      field,
    )
    .option('--file <file.json>', 'module_setting, warehouses, rules, package_type_rules')
    .action((options: AsJson & { id: number; set?: [string, string][]; file?: string }) => {
      const id = keyId(options.id);
      const isChange = options.set !== undefined || options.file !== undefined;
      const input: SettingsInput = {
        ...(options.file === undefined ? {} : { parts: readJsonFile(options.file) }),
        ...(options.set === undefined ? {} : { fields: options.set }),
      };
      const show = (document: SettingsDocument, output: Output): void => {
        const { prices_agreed: isAgreed = false, ...settings } = document;
        if (settings.rules.length > 0) output.note(whosePrices(isAgreed));
        for (const name of strangeFields(input)) output.warn(keptForOthers(name));
        output.result(settings, JSON.stringify(settings, undefined, 2));
      };
      // Carriers are checked by name, which takes longer to open.
      if (isChange && namesCouriers(input))
        return context.withApp(options, async (app, output) =>
          show(
            await recorded(app, 'change_key_settings', { thing: id }, () =>
              changeCourierSettings(app, id, input, 'operator'),
            ),
            output,
          ),
        );
      return context.withAccounts(options, async (app, output) =>
        show(
          isChange
            ? await recorded(app, 'change_key_settings', { thing: id }, () =>
                changeKeySettings(app, id, input),
              )
            : await readKeySettings(app, id),
          output,
        ),
      );
    });

  addCommand(key, 'delete', 'delete a key with its settings')
    .requiredOption(...theKey)
    .action((options: AsJson & { id: number }) =>
      context.withAccounts(options, async (app, output) => {
        await recorded(app, 'remove_key', { thing: options.id }, () =>
          deleteKey(app, keyId(options.id)),
        );
        output.result({ id: options.id, deleted: true }, `Key ${options.id} is deleted.`);
      }),
    );
}

function whosePrices(isAgreed: boolean): string {
  return isAgreed
    ? 'The operator has set these rules: a price that they make lower is what the member pays.'
    : 'The member has set these rules: buyers see a price that they make lower, and the member pays the one before. To agree to it, give the rules again with --file.';
}

function keptForOthers(name: string): string {
  return `module_setting.${name} means nothing here; it is kept for the shop's plug-in. Remove it with --set ${name}=`;
}

/** Collects repeated `--set NAME=VALUE`. */
function field(text: string, before: [string, string][] = []): [string, string][] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('Write it like quote_diplay=display_all.');
  return [...before, [text.slice(0, equals), text.slice(equals + 1)]];
}

function moduleType(text: string): ModuleType {
  if (isModuleType(text)) return text;
  throw new InvalidArgumentError(`Say one of ${Object.keys(moduleTypes).join(', ')}.`);
}

function presentKey(key: ApiKey) {
  return {
    id: key.id,
    member_id: key.memberId,
    prefix: key.prefix,
    type: key.moduleType,
    site: key.site,
    status: key.isActive ? 'on' : 'off',
    demo: key.isDemo,
    created: new Date(key.createdAtMs).toISOString(),
  };
}
