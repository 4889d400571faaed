// The base of every command file: the program that it adds itself to, and a way to run with the composed App. Options
// that people often mistype are checked here, before anything is opened.
import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type CommandChange,
  type CommandEnding,
  recordCommand,
} from '../application/audit/record-command.ts';
import type { AccountsApp, App } from '../application/ports.ts';
import { centsFromDecimal } from '../domain/money.ts';
import { findDayNumber } from '../domain/time/calendar.ts';
import type { AsJson, Output } from './output.ts';

export type Context = {
  /** Opens accounts for one task and closes them again. */
  withAccounts(
    options: AsJson,
    work: (app: AccountsApp, output: Output) => Promise<void>,
  ): Promise<void>;
  /** The same with carriers and places, which takes longer to open. */
  withApp(options: AsJson, work: (app: App, output: Output) => Promise<void>): Promise<void>;
};

/** As the audit log and versions of rate cards name it. */
export function commandLineUser(): string {
  try {
    return `command line (${userInfo().username})`;
  } catch {
    // A container may run under an id without a name.
    return 'command line';
  }
}

/** Makes a change and records it in the audit log. */
export const recorded = <Result>(
  app: AccountsApp,
  action: CommandChange['action'],
  about: Omit<CommandChange, 'action' | 'by'>,
  work: () => Promise<Result>,
  endingOf?: (result: Result) => CommandEnding,
): Promise<Result> =>
  recordCommand(app, { ...about, action, by: commandLineUser() }, work, endingOf);

/** Adds a command that can answer as JSON. */
export function addCommand(parent: Command, name: string, about: string): Command {
  const command = parent.command(name).description(about);
  return command.option('--json', 'print one JSON value on standard output');
}

export const memberFlag = '--member <e-mail or id>';
export const theMember = [memberFlag, 'the member'] as const;

/** For an option that may be repeated. */
export function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

export function onOff(text: string): boolean {
  if (text === 'on') return true;
  if (text === 'off') return false;
  throw new InvalidArgumentError('Use on or off.');
}

/** A day, such as 2027-01-04. */
export function calendarDay(text: string): string {
  if (findDayNumber(text) !== undefined) return text;
  throw new InvalidArgumentError('Give a day of the calendar, such as 2027-01-04.');
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Use a whole number.');
  return Number(text);
}

export function amountCents(text: string): number {
  const cents = centsFromDecimal(text);
  if (cents === undefined || cents < 0) {
    throw new InvalidArgumentError('Use an amount in dollars, such as 500 or 99.95.');
  }
  return cents;
}

/** "12.5" percent as 1250 hundredths of a percent. */
export function percentBasisPoints(text: string): number {
  const hundredths = centsFromDecimal(text);
  if (hundredths === undefined || hundredths < 0 || hundredths > 10_000) {
    throw new InvalidArgumentError('Use a percentage from 0 to 100.');
  }
  return hundredths;
}
