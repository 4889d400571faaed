// A process that can be killed before or after any step outside itself: a transaction, a read, a request to the
// gateway or a carrier. Once dead, it gets no more results and sends nothing; what was done stays done, and another
// process recovers. A simulation can also decide when each step runs, and make the database fail at one.
import { BackgroundWork } from '../../src/application/background-work.ts';
import { Turns } from '../../src/application/bookings/turns.ts';
import type {
  App,
  CarrierBooking,
  Connections,
  Gateway,
  LiveCarrier,
  Store,
} from '../../src/application/ports.ts';
import { isWired, wireUp } from './carriers/wired-carrier.ts';

type Death = { atStep: number; when: 'before' | 'after' };

export type Mortal = {
  app: App;
  /** Resolves when the process dies. */
  died: Promise<'died'>;
  /** The number of steps taken so far. */
  steps(): number;
};

export type Fate = {
  death?: Death | undefined;
  /** Resolves when the next step may run. */
  turn?: () => Promise<void>;
  /** Called when the process dies. */
  onDeath?: () => void;
  /** Loses the database before a transaction, or after its commit, when only the result is lost. */
  losesDatabase?: () => 'before' | 'after' | undefined;
};

export function mortal(app: App, { death, turn, onDeath, losesDatabase }: Fate): Mortal {
  const { promise: died, resolve: die } = Promise.withResolvers<'died'>();
  let steps = 0;
  let isDead = false;
  const never = <Result>(): Promise<Result> => new Promise<Result>(() => {});
  const kill = <Result>(): Promise<Result> => {
    isDead = true;
    die('died');
    onDeath?.();
    return never();
  };
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isDead) return await never();
    await turn?.();
    if (isDead) return await never();
    steps += 1;
    const isLast = steps === death?.atStep;
    if (isLast && death?.when === 'before') return await kill();
    const result = await work();
    if (isLast) return await kill();
    return isDead ? await never() : result;
  };
  const stepping = <Thing extends object>(thing: Thing): Thing =>
    new Proxy(thing, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        return typeof value === 'function'
          ? (...values: unknown[]) => step(async () => await value.apply(target, values))
          : value;
      },
    });

  const { store } = app;
  const mortalStore: Store = {
    ...store,
    bookings: stepping(store.bookings),
    payments: stepping(store.payments),
    paymentMethods: stepping(store.paymentMethods),
    credit: stepping(store.credit),
    declarations: stepping(store.declarations),
    notifiedCarriers: stepping(store.notifiedCarriers),
    idempotency: stepping(store.idempotency),
    sentConsignments: stepping(store.sentConsignments),
    certificationRuns: stepping(store.certificationRuns),
    webhookDeliveries: stepping(store.webhookDeliveries),
    transaction: (work) =>
      step(async () => {
        const loss = losesDatabase?.();
        if (loss === 'before') throw new Error('the database is away');
        const result = await store.transaction(work);
        if (loss === 'after') throw new Error('the connection was lost after the commit');
        return result;
      }),
  };
  const gateway: Gateway = { ...stepping(app.gateway), name: app.gateway.name };
  for (const question of ['charge', 'findCharge', 'refund', 'findRefund'] as const) {
    const ask = app.gateway[question] as (request: never) => Promise<never>;
    Object.assign(gateway, { [question]: (request: never) => step(() => ask(request)) });
  }
  const mortalBooking = ({ book, find }: CarrierBooking): CarrierBooking => ({
    book: (request) => step(() => book(request)),
    find: (request) => step(() => find(request)),
  });
  // For a wired carrier, every request and every stored row is a step, and the connection dies with the process.
  const wire = app.carriers.live.find(isWired);
  const wired =
    wire === undefined
      ? undefined
      : wireUp({
          books: wire.books,
          sent: mortalStore.sentConsignments,
          clock: app.clock,
          step,
        });
  const mortalCarrier = (carrier: LiveCarrier): LiveCarrier => {
    if (wired !== undefined && isWired(carrier))
      return { ...carrier, carrierBooking: wired.carrierBooking };
    return carrier.carrierBooking === undefined
      ? carrier
      : { ...carrier, carrierBooking: mortalBooking(carrier.carrierBooking) };
  };
  const trial: Connections['trial'] = async (account) => {
    const opened = await app.connections.trial(account);
    return (
      opened && { ...opened, converse: (about, talk) => step(() => opened.converse(about, talk)) }
    );
  };
  return {
    app: {
      ...app,
      connections: {
        ...app.connections,
        trial,
        ...(wired === undefined ? {} : { cancel: wired.cancel }),
      },
      background: new BackgroundWork(app.log),
      // These locks are in the process's memory and end with it.
      bookingTurns: new Turns(),
      store: mortalStore,
      webhooks: stepping(app.webhooks),
      gateway,
      carriers: {
        ...app.carriers,
        live: app.carriers.live.map(mortalCarrier),
        liveOf: async (owner) => (await app.carriers.liveOf(owner)).map(mortalCarrier),
      },
    },
    died,
    steps: () => steps,
  };
}
