// linehaul webhook list | add | remove | test | deliveries | replay
import { type Command, InvalidArgumentError } from 'commander';
import { getMember } from '../../application/members/find-member.ts';
import {
  addWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  testWebhook,
} from '../../application/webhooks/manage-webhooks.ts';
import {
  type DeliveryStatus,
  deliveryStatuses,
  type WebhookDelivery,
  webhookDeliveryId,
} from '../../domain/webhooks/webhook-delivery.ts';
import { type WebhookEndpoint, webhookEndpointId } from '../../domain/webhooks/webhook-endpoint.ts';
import { type WebhookEventType, webhookEventTypes } from '../../domain/webhooks/webhook-event.ts';
import { deliverySentence } from '../../wording/webhooks.ts';
import { addCommand, type Context, recorded, theMember, wholeNumber } from '../command.ts';
import { type AsJson, tableOr } from '../output.ts';

const theEndpoint = ['--id <number>', 'the endpoint', wholeNumber] as const;
const shownPage = 1;

type OfMember = AsJson & { member: string };
type OfEndpoint = OfMember & { id: number };
type AddOptions = OfMember & { url: string; description: string; event: WebhookEventType[] };

export function addWebhookCommands(program: Command, context: Context): void {
  const webhook = program
    .command('webhook')
    .description("webhooks: where a member's events are sent");

  addCommand(webhook, 'list', "list a member's endpoints")
    .requiredOption(...theMember)
    .action((options: OfMember) =>
      context.withApp(options, async (app, output) => {
        const { id } = await getMember(app, options.member);
        const endpoints = await listWebhooks(app, id);
        output.result(
          endpoints.map(presentEndpoint),
          tableOr(endpoints, 'No endpoints yet. Add one with "linehaul webhook add".', {
            id: (one) => one.id,
            address: (one) => one.url,
            events: (one) => one.events.join(', ') || 'all',
            state: stateOf,
            waiting: (one) => one.waiting,
          }),
        );
      }),
    );

  addCommand(webhook, 'add', 'add an endpoint; its secret is shown once')
    .requiredOption(...theMember)
    .requiredOption('--url <address>', 'begins with https:// and leads to the internet')
    .option('--description <text>', 'for people', '')
    .option(
      '--event <type>',
      'a type to receive, repeated for more; all when left out',
      eventType,
      [],
    )
    .action((options: AddOptions) =>
      context.withApp(options, async (app, output) => {
        const { id } = await getMember(app, options.member);
        const { url, description, event: events } = options;
        const details = { url, description, events, isEnabled: true };
        const about = { member: options.member };
        const { endpoint, secret } = await recorded(
          app,
          'add_webhook',
          about,
          () => addWebhook(app, id, details),
          (added) => ({ added: added.endpoint.id }),
        );
        output.result(
          { ...presentEndpoint(endpoint), secret },
          `Endpoint ${endpoint.id} is added. Its secret, shown this once: ${secret}`,
        );
      }),
    );

  addCommand(webhook, 'remove', 'delete an endpoint with its deliveries')
    .requiredOption(...theMember)
    .requiredOption(...theEndpoint)
    .action((options: OfEndpoint) =>
      context.withApp(options, async (app, output) => {
        const { id } = await getMember(app, options.member);
        await recorded(app, 'remove_webhook', aboutOf(options), () =>
          removeWebhook(app, id, webhookEndpointId(options.id)),
        );
        output.result({ id: options.id, removed: true }, `Endpoint ${options.id} is deleted.`);
      }),
    );

  addCommand(webhook, 'test', 'send a test event; a running server delivers it')
    .requiredOption(...theMember)
    .requiredOption(...theEndpoint)
    .action((options: OfEndpoint) =>
      context.withApp(options, async (app, output) => {
        const { id } = await getMember(app, options.member);
        const delivery = await recorded(app, 'test_webhook', aboutOf(options), () =>
          testWebhook(app, id, webhookEndpointId(options.id)),
        );
        output.result(presentDelivery(delivery), `Delivery ${delivery.id} waits to be sent.`);
      }),
    );

  addCommand(webhook, 'deliveries', 'list the newest deliveries to an endpoint')
    .requiredOption(...theMember)
    .requiredOption(...theEndpoint)
    .option(`--status <${deliveryStatuses.join('|')}>`, 'only these', deliveryStatus)
    .action((options: OfEndpoint & { status?: DeliveryStatus }) =>
      context.withApp(options, async (app, output) => {
        const { id } = await getMember(app, options.member);
        const { status } = options;
        const page = { status, page: shownPage };
        const found = await listDeliveries(app, id, webhookEndpointId(options.id), page);
        output.result(
          found.map(presentDelivery),
          tableOr(found, 'No deliveries. They are kept for 30 days.', {
            id: (one) => one.id,
            event: (one) => one.type,
            status: (one) => one.status,
            attempts: (one) => one.attempts,
            noted: (one) => instantText(one.createdAtMs),
            problem: (one) => deliverySentence(one.last) ?? '',
          }),
        );
      }),
    );

  addCommand(webhook, 'replay', 'send a delivery again; a running server delivers it')
    .requiredOption(...theMember)
    .requiredOption(...theEndpoint)
    .requiredOption('--delivery <number>', 'the delivery', wholeNumber)
    .action((options: OfEndpoint & { delivery: number }) =>
      context.withApp(options, async (app, output) => {
        const { id } = await getMember(app, options.member);
        const [endpoint, delivery] = [
          webhookEndpointId(options.id),
          webhookDeliveryId(options.delivery),
        ];
        const again = await recorded(app, 'replay_webhook', aboutOf(options), () =>
          replayDelivery(app, id, endpoint, delivery),
        );
        output.result(presentDelivery(again), `Delivery ${again.id} waits to be sent.`);
      }),
    );
}

const aboutOf = ({ id, member }: OfEndpoint) => ({ thing: id, member });

function eventType(text: string, before: WebhookEventType[]): WebhookEventType[] {
  const found = webhookEventTypes.find((type) => type === text);
  if (found === undefined) throw new InvalidArgumentError(`Use ${webhookEventTypes.join(', ')}.`);
  return [...before, found];
}

function deliveryStatus(text: string): DeliveryStatus {
  const found = deliveryStatuses.find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError(`Use ${deliveryStatuses.join(', ')}.`);
  return found;
}

function stateOf({ isEnabled, failingSinceMs }: WebhookEndpoint): string {
  if (!isEnabled) return 'off';
  return failingSinceMs === undefined ? 'on' : 'failing';
}

const instantText = (ms: number): string => new Date(ms).toISOString();

function presentEndpoint(endpoint: WebhookEndpoint) {
  const { id, memberId, url, description, events, waiting } = endpoint;
  return { id, member: memberId, url, description, events, state: stateOf(endpoint), waiting };
}

function presentDelivery(delivery: WebhookDelivery) {
  const { id, messageId, type, status, attempts, createdAtMs, last, body } = delivery;
  return {
    id,
    message_id: messageId,
    type,
    status,
    attempts,
    noted: instantText(createdAtMs),
    problem: deliverySentence(last) ?? null,
    answer_status: last?.answerStatus ?? null,
    answer_body: last?.answerBody ?? '',
    body,
  };
}
