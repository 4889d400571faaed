// Random stories from a seed: processes confirm, cancel, adjust and recover members' bookings while the gateway, the
// carrier and the database fail and processes die. One process takes one step at a time, in a random order, so a seed
// always gives the same story. At the end everything works again, recovery runs until nothing is left, and the books
// must balance.

import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { finishCancellations } from '../../src/application/jobs/finish-cancellations.ts';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import type { App } from '../../src/application/ports.ts';
import type { BookingId } from '../../src/domain/bookings/booking.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { minuteMs } from '../../src/domain/time/durations.ts';
import type { BookingAct } from './carriers/scripted-booking.ts';
import { wireActs, wireCarrier } from './carriers/wired-carrier.ts';
import { bookableCarrier, cardCarrier, type MoneyWorld } from './money/money-world.ts';
import type { Act } from './money/scripted-gateway.ts';
import { type Fate, mortal } from './mortal-app.ts';

/** Pseudo-random numbers from a seed (mulberry32). */
class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to `below - 1`. */
  whole(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  chance(percent: number): boolean {
    return this.whole(100) < percent;
  }

  one<Thing>(things: readonly Thing[]): Thing {
    const thing = things[this.whole(things.length)];
    if (thing === undefined) throw new Error('nothing to draw from');
    return thing;
  }
}

/** Runs one step of one process at a time, in random order. */
class Turns {
  readonly #draw: Draw;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #bug: unknown;
  #quiet: (() => void) | undefined;

  readonly #passTime: () => void;

  /** `passTime` runs between steps, so that a slow process may look dead. */
  constructor(draw: Draw, passTime: () => void) {
    this.#draw = draw;
    this.#passTime = passTime;
  }

  begin(process: (part: Required<Pick<Fate, 'turn' | 'onDeath'>>) => Promise<void>): void {
    this.#running += 1;
    let isOver = false;
    const end = (): void => {
      if (!isOver) this.#rest();
      isOver = true;
    };
    process({ turn: this.#turn, onDeath: end }).then(end, (error: unknown) => {
      this.#bug = error;
      end();
    });
  }

  #turn = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    this.#rest();
    await promise;
  };

  /** Called when a process has finished, died or waits for its next step. */
  #rest(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#quiet?.();
  }

  /** Runs until every process has finished or died. */
  async run(): Promise<void> {
    for (;;) {
      if (this.#running > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#quiet = resolve;
        await promise;
        this.#quiet = undefined;
      }
      if (this.#bug !== undefined) throw this.#bug;
      if (this.#waiting.length === 0) return;
      this.#passTime();
      const [next] = this.#waiting.splice(this.#draw.whole(this.#waiting.length), 1);
      this.#running += 1;
      next?.();
    }
  }
}

const gatewayActs: readonly Act[] = [
  'lost_request',
  'lost_answer',
  'throws',
  'hangs',
  'hangs_after',
];
const bookingActs: readonly BookingAct[] = [
  'rejects',
  'lost_request',
  'lost_answer',
  'throws',
  'hangs',
];

export type Story = { confirmed: number; died: number; settledLater: number };

/** The carriers of a story and the gateway's possible failures. */
export type Plot = {
  carriers: readonly string[];
  gatewayActs: readonly Act[];
  /** How often time passes between two steps, and by how much at most. */
  pauses: { percent: number; mostMs: number };
};

/** Its live carrier books in a single step and answers at once or never. */
export const scriptedPlot: Plot = {
  carriers: [cardCarrier, bookableCarrier],
  gatewayActs,
  pauses: { percent: 10, mostMs: 2 * minuteMs },
};
/** Its carrier is behind a real connector, where booking takes several steps. Only the clock moves time. */
export const overTheWire: Plot = {
  carriers: [cardCarrier, wireCarrier, wireCarrier, wireCarrier],
  gatewayActs: gatewayActs.filter((act) => act !== 'hangs' && act !== 'hangs_after'),
  pauses: { percent: 25, mostMs: 6 * minuteMs },
};

export async function tellStory(
  world: MoneyWorld,
  seed: number,
  plot: Plot = scriptedPlot,
): Promise<Story> {
  const draw = new Draw(seed);
  const story: Story = { confirmed: 0, died: 0, settledLater: 0 };
  world.begin();
  injectFaults(world, draw, plot);
  for (let n = 0; n <= draw.whole(2); n += 1)
    await world.addMember(draw.chance(20) ? undefined : draw.whole(9_000), {
      isOwn: draw.chance(25),
    });
  const ids: BookingId[] = [];
  for (let n = 0; n < 1 + draw.whole(6); n += 1) {
    const price = draw.chance(5) ? 0 : 1 + draw.whole(4_000);
    ids.push(await world.addBooking(draw.one(world.members), price));
  }
  for (let round = 0; round < 1 + draw.whole(4); round += 1) {
    const turns = new Turns(draw, () => {
      if (draw.chance(plot.pauses.percent)) world.t.advanceClock(draw.whole(plot.pauses.mostMs));
    });
    for (let n = 0; n < 1 + draw.whole(4); n += 1) {
      const fate = drawFate(draw);
      turns.begin(({ turn, onDeath }) => {
        const dies = (): void => {
          story.died += 1;
          onDeath();
        };
        return act(world, draw, plot, ids, { ...fate, turn, onDeath: dies });
      });
    }
    await turns.run();
    world.t.advanceClock(draw.whole(10) * minuteMs);
  }
  story.confirmed = world.acknowledged.size;
  behave(world);
  await world.recover();
  await world.assertBooks();
  for (const id of ids) {
    const booking = await world.app.store.bookings.findForAnyMember(id);
    if (booking?.status === 'confirmed' && !world.acknowledged.has(id)) story.settledLater += 1;
  }
  return story;
}

function drawFate(draw: Draw): Fate {
  return {
    death: draw.chance(35)
      ? { atStep: 1 + draw.whole(14), when: draw.one(['before', 'after']) }
      : undefined,
    losesDatabase: () => (draw.chance(4) ? draw.one(['before', 'after'] as const) : undefined),
  };
}

/** One action of a process. Refusals and database failures are expected; any other error is a bug. */
async function act(
  world: MoneyWorld,
  draw: Draw,
  { carriers }: Plot,
  ids: readonly BookingId[],
  fate: Fate,
): Promise<void> {
  const id = draw.one(ids);
  const kind = draw.whole(10);
  if (kind < 6) {
    const carrier = draw.one(carriers);
    const funding = draw.one(['credit', 'credit', 'card', 'card', 'demo'] as const);
    const outcome = await world.confirm(id, { carrier, funding }, fate);
    if (outcome.kind === 'failed') expectLoss(outcome.error);
    return;
  }
  const { app, died } = mortal(world.app, fate);
  const work = operation(app, draw, kind, id).catch(expectLoss);
  await Promise.race([work, died]);
}

async function operation(app: App, draw: Draw, kind: number, id: BookingId): Promise<void> {
  if (kind === 7) await finishCancellations(app);
  if (kind < 8) await recoverConfirmations(app, 1);
  else if (kind === 8) await cancelBooking(app, id);
  else {
    const additionalCents = draw.whole(500);
    await adjustBooking(app, id, { scannedGrams: undefined, additionalCents });
  }
}

function expectLoss(error: unknown): void {
  const isExpected =
    error instanceof Refusal ||
    (error instanceof Error && /database is away|lost after the commit/.test(error.message));
  if (!isExpected) throw error;
}

function injectFaults(world: MoneyWorld, draw: Draw, plot: Plot): void {
  world.gateway.choose = (question) => {
    if (question === 'charge' && draw.chance(12)) return 'declines';
    return draw.chance(25) ? draw.one(plot.gatewayActs) : 'works';
  };
  world.carrierBooking.choose = (question) => {
    const acts = question === 'book' ? bookingActs : bookingActs.slice(1);
    return draw.chance(30) ? draw.one(acts) : 'works';
  };
  world.books.choose = () => (draw.chance(35) ? draw.one(wireActs) : 'works');
}

function behave(world: MoneyWorld): void {
  world.gateway.choose = () => 'works';
  world.carrierBooking.choose = () => 'works';
  world.books.choose = () => 'works';
}
