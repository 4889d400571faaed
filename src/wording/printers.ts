// Label printers: what is wrong with a request, and why a label was not printed.
import type { PrintReason, PrintTrouble } from '../domain/printers/label-printer.ts';
import type { ProblemSentences } from './problem-sentences.ts';

export const printersProblems = {
  too_many_printers: (data) =>
    `You already have ${data.most} label printers, which is the limit. Delete one that is not in use.`,
  no_host: ({ value }) =>
    `"${value}" is not a host name or IP address. Write it without a port, such as 192.168.10.21.`,
  network_printers_off: () =>
    'This server does not connect to printers. Use the print agent, or ask the operator to allow your printer’s network.',
  printer_address_not_allowed: ({ value }) =>
    `The operator does not allow printers at ${value}. Use the print agent, or ask the operator to allow the address.`,
  printer_port_not_allowed: ({ ports }) =>
    `The port must be ${ports.join(' or ')}. The operator allows no other port.`,
  no_such_key: ({ key }) => `You have no API key ${key}.`,
} satisfies Partial<ProblemSentences>;

const sentences: Readonly<Record<PrintReason, (detail: string) => string>> = {
  unreachable: (detail) => `The printer cannot be reached (${detail}).`,
  cut_off: (detail) => `The printer stopped in the middle of a label (${detail}).`,
  not_allowed: () =>
    'The host name does not lead to an address that the operator allows for printers.',
  no_zpl: (detail) =>
    detail === ''
      ? 'The carrier’s label is only available on the carrier’s own pages. Print it there.'
      : `The carrier issues its label as ${detail} only, which a label printer cannot read. Open the label and print it from your computer.`,
  no_label: () => 'The carrier’s label is not available at the moment.',
  cancelled: () => 'The booking is cancelled.',
  unconfirmed: () => 'The booking is not confirmed.',
  drawing: () => 'The label could not be drawn because of a fault on our side.',
};

/** Why a label was not printed, or not yet. */
export function printTroubleSentence({ reason, detail }: PrintTrouble): string {
  return sentences[reason](detail);
}
