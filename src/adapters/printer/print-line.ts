// The queue of documents that wait for a thread. Members take turns by the printing time they use. All demos share
// one turn, because they are free and can be numerous. The fuller the queue, the fewer documents a member may add:
// never more waiting than there are places left, which reserves the last places for members with few documents.
import type { MemberId } from '../../domain/members/member.ts';
import { Shares } from './shares.ts';

export type LineLimits = {
  mostWaiting: number;
  mostWaitingOfMember: number;
  mostDemoPages: number;
  mostDemoPagesOfMember: number;
};

/** Without a member, the document is the service's own. */
export type QueuedDocument = { member: MemberId | undefined; isDemo: boolean; pages: number };

const demos = 'demos';

export class PrintLine<Document extends QueuedDocument> {
  readonly #limits: LineLimits;
  readonly #turns = new Shares<MemberId | typeof demos | undefined>();
  readonly #turnsOfDemos = new Shares<MemberId | undefined>();
  #waiting: Document[] = [];

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  isFullFor(document: QueuedDocument): boolean {
    const { mostWaiting, mostWaitingOfMember } = this.#limits;
    const { member } = document;
    const left = mostWaiting - this.#waiting.length;
    const own =
      member === undefined ? 0 : this.#waiting.filter((one) => one.member === member).length;
    if (left <= 0 || own >= Math.min(mostWaitingOfMember, left)) return true;
    return document.isDemo && this.#hasTooManyDemoPages(document);
  }

  /** A demo of any length is accepted while no other demo waits. */
  #hasTooManyDemoPages({ member, pages }: QueuedDocument): boolean {
    const { mostDemoPages, mostDemoPagesOfMember } = this.#limits;
    const waiting = this.#waiting.filter(({ isDemo }) => isDemo);
    if (waiting.length === 0) return false;
    const left = mostDemoPages - pagesOf(waiting);
    const own = pagesOf(waiting.filter((one) => one.member === member));
    return own + pages > Math.min(mostDemoPagesOfMember, left);
  }

  add(document: Document): void {
    this.#enter(document);
    this.#waiting.push(document);
  }

  /** Adds the document before the others of its member. */
  addFirst(document: Document): void {
    this.#enter(document);
    this.#waiting.unshift(document);
  }

  #enter(document: Document): void {
    this.#turns.enter(turnOf(document));
    if (document.isDemo) this.#turnsOfDemos.enter(document.member);
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** The document whose turn it is. It stays in the queue. */
  next(): Document | undefined {
    const turn = this.#turns.next(new Set(this.#waiting.map(turnOf)));
    const ready = this.#waiting.filter((one) => turnOf(one) === turn);
    if (turn !== demos) return ready[0];
    const member = this.#turnsOfDemos.next(new Set(ready.map((one) => one.member)));
    return ready.find((one) => one.member === member);
  }

  charge(document: Document, cost: number): void {
    this.#turns.charge(turnOf(document), cost);
    if (document.isDemo) this.#turnsOfDemos.charge(document.member, cost);
  }

  remove(document: Document): void {
    this.#waiting = this.#waiting.filter((one) => one !== document);
  }

  /** Removes and returns all documents that match; the others keep their places. */
  takeAll(isTaken: (document: Document) => boolean): Document[] {
    const taken = this.#waiting.filter(isTaken);
    if (taken.length > 0) this.#waiting = this.#waiting.filter((one) => !taken.includes(one));
    return taken;
  }
}

function turnOf({ member, isDemo }: QueuedDocument): MemberId | typeof demos | undefined {
  return isDemo ? demos : member;
}

function pagesOf(documents: readonly QueuedDocument[]): number {
  return documents.reduce((sum, { pages }) => sum + pages, 0);
}
