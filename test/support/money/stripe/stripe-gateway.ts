// The Stripe adapter with a local Stripe, a real store and a clock that tests move. `restart` opens it again like a
// new process, which knows only what is stored.
import {
  openStripe,
  type StripeGateway,
} from '../../../../src/adapters/payments/stripe/open-stripe.ts';
import type { StripeBounds } from '../../../../src/adapters/payments/stripe/stripe-client.ts';
import { systemSecrets } from '../../../../src/adapters/system.ts';
import type { ChargeMethod, ChargeRequest, Gateway } from '../../../../src/application/ports.ts';
import { openTestStore, type Setup, setups } from '../../setups.ts';
import { type LogLine, recordingLog } from '../../test-logs.ts';
import { aCharge, janesEmail } from '../charges.ts';
import { webhookSecret } from './signed-event.ts';
import type { Behaviour } from './stripe-objects.ts';
import { type Fault, StripeServer, secretKey } from './stripe-server.ts';

/** A busy machine answers late too, so only tests of silence use this short timeout. */
const soonMs = 1_500;

export class StripeUnderTest {
  readonly server: StripeServer;
  readonly log: LogLine[] = [];
  nowMs = 1_794_700_000_000;
  readonly #place: Awaited<ReturnType<Setup['makePlace']>>;
  readonly #bounds: Partial<StripeBounds>;
  readonly #opened: (() => Promise<void>)[] = [];
  #gateway: StripeGateway | undefined;
  #impatient: StripeGateway | undefined;
  #keys = 0;

  private constructor(
    server: StripeServer,
    place: Awaited<ReturnType<Setup['makePlace']>>,
    bounds: Partial<StripeBounds>,
  ) {
    this.server = server;
    this.#place = place;
    this.#bounds = bounds;
  }

  static async start(
    bounds: Partial<StripeBounds> = {},
    setup: Setup | undefined = setups[0],
  ): Promise<StripeUnderTest> {
    if (setup === undefined) throw new Error('there is always a setup');
    const under = new StripeUnderTest(await StripeServer.start(), await setup.makePlace(), bounds);
    await under.restart();
    return under;
  }

  get opened(): StripeGateway {
    if (this.#gateway === undefined) throw new Error('it was opened by start');
    return this.#gateway;
  }

  get gateway(): Gateway {
    return this.opened.gateway;
  }

  async restart(key = secretKey): Promise<Gateway> {
    this.#gateway = await this.#open(key, this.#bounds);
    return this.#gateway.gateway;
  }

  /**
   * The gateway for tests of this fault. Silence would last for ever, so it gets a gateway with a short timeout.
   */
  async asking(fault: Fault): Promise<Gateway> {
    if (fault !== 'silent' && fault !== 'done_then_silent') return this.gateway;
    this.#impatient ??= await this.#open(secretKey, { ...this.#bounds, silenceMs: soonMs });
    return this.#impatient.gateway;
  }

  async #open(key: string, bounds: Partial<StripeBounds>): Promise<StripeGateway> {
    const log = recordingLog();
    const store = await openTestStore(this.#place, log);
    const gateway = openStripe(
      {
        secretKey: key,
        webhookSecret,
        version: '0.0.0-test',
        server: this.server.address,
        bounds,
      },
      {
        attempts: store.gatewayAttempts,
        clock: { nowMs: () => this.nowMs },
        secrets: systemSecrets,
        log: { ...log, warn: this.#noted('warn'), error: this.#noted('error') },
      },
    );
    this.#opened.push(async () => {
      gateway.close();
      await store.close();
    });
    return gateway;
  }

  #noted(level: string) {
    return (fields: object, message: string): void => {
      this.log.push({ level, message, fields });
    };
  }

  /** A charge to a method saved for Jane, with a new key. */
  async newCharge(behaviour: Behaviour = { does: 'accept' }): Promise<ChargeRequest> {
    const token = this.server.account.addMethod('card', behaviour, {
      brand: 'visa',
      last4: '4242',
    });
    return await this.chargeTo('card', token);
  }

  async chargeTo(kind: ChargeMethod['kind'], token: string): Promise<ChargeRequest> {
    const { memberId: member } = aCharge;
    const saved = await this.gateway.saveMethod({
      kind,
      token,
      memberId: member,
      email: janesEmail,
    });
    this.#keys += 1;
    const method = { kind, token: saved.token, customer: saved.customer };
    return { ...aCharge, key: `charge-${this.#keys}`, method };
  }

  /** How many times Stripe took money for this charge. */
  timesCharged({ key }: Pick<ChargeRequest, 'key'>): number {
    const { account } = this.server;
    return account.taken.filter((id) => account.intent(id).metadata.linehaul_key === key).length;
  }

  async close(): Promise<void> {
    for (const close of this.#opened) await close();
    await this.server.close();
    await this.#place.remove();
  }
}
