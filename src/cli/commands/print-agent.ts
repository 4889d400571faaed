// `linehaul print-agent`: prints labels at the shop. It needs neither the database nor the settings of the server.
import { type Command, InvalidArgumentError } from 'commander';
import { type AgentWay, usualPort } from '../../domain/printers/label-printer.ts';

type AgentSettings = { server: string; tokenFile: string } & AgentWay;

type Options = { server: string; tokenFile: string; tcp?: Tcp; device?: string; cups?: string };
type Tcp = { host: string; port: number };

export function addPrintAgentCommand(
  program: Command,
  run: (settings: AgentSettings) => Promise<void>,
): void {
  const command: Command = program
    .command('print-agent')
    .description('print labels at the shop: fetches them from the server, without a database here')
    .requiredOption(
      '--server <url>',
      'address of the server, such as https://freight.example',
      address,
    )
    .requiredOption('--token-file <file>', 'file with the token from the Printers page')
    .option('--tcp <host:port>', 'a label printer on the network; without a port: 9100', tcp)
    .option('--device <path>', 'a device file, such as /dev/usb/lp0')
    .option('--cups <queue>', 'a CUPS queue, printed to with lp -o raw')
    .addHelpText(
      'after',
      '\nName one of --tcp, --device and --cups. Stop it with Ctrl+C. Labels that it could not print stay in the queue.',
    )
    .action(async (options: Options) => {
      const { server, tokenFile } = options;
      const ways = waysOf(options);
      const [way] = ways;
      if (way === undefined || ways.length > 1)
        command.error('error: name one of --tcp, --device and --cups', { exitCode: 2 });
      await run({ server, tokenFile, ...way });
    });
}

function waysOf({ tcp: printer, device, cups }: Options): AgentWay[] {
  return [
    ...(printer === undefined ? [] : [{ way: 'tcp' as const, ...printer }]),
    ...(device === undefined ? [] : [{ way: 'device' as const, path: device }]),
    ...(cups === undefined ? [] : [{ way: 'cups' as const, queue: cups }]),
  ];
}

function address(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Use an address that begins with https:// or http://.');
  return text.replace(/\/+$/, '');
}

function tcp(text: string): Tcp {
  const [, bracketed, plain, port = String(usualPort)] =
    /^(?:\[([\da-f:.]+)\]|([^\s:/]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new InvalidArgumentError('Use a host and port, such as 192.168.10.21:9100.');
  return { host, port: Number(port) };
}
