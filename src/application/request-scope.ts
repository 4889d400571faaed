// Which request is being answered, for what is written down far away from it: a call to a carrier names the request it was
// made for. And whether anything was written for it already: then nobody may be told any more that nothing was done. And
// whether its client still waits. It follows along whatever awaits it; jobs have none.
import { AsyncLocalStorage } from 'node:async_hooks';

/** The connection to whoever asked; destroyed once they are gone. */
type Client = { readonly destroyed: boolean };

/** Held by whatever was begun for it, a connection to the database perhaps: nothing large, and no request as a whole. */
type Request = { id: string; client: Client | undefined; hasWritten: boolean };

const underWay = new AsyncLocalStorage<Request>();

export function withinRequest<Result>(id: string, work: () => Result, client?: Client): Result {
  return underWay.run({ id, client, hasWritten: false }, work);
}

/** Tells, whenever it is asked, whether the client of this request has gone away. */
export function clientGone(): () => boolean {
  const client = underWay.getStore()?.client;
  return () => client?.destroyed === true;
}

/** "" outside of a request. */
export function currentRequestId(): string {
  return underWay.getStore()?.id ?? '';
}

export function noteWritten(): void {
  const request = underWay.getStore();
  if (request !== undefined) request.hasWritten = true;
}

/** Of a job nobody asks. */
export function hasWritten(): boolean {
  return underWay.getStore()?.hasWritten ?? false;
}

/** What is written by `work` has no effect of its own: if nothing else is done, nothing was. */
export async function withoutEffect<Result>(work: () => Promise<Result>): Promise<Result> {
  const request = underWay.getStore();
  if (request === undefined) return await work();
  const hadWritten = request.hasWritten;
  const result = await work();
  request.hasWritten = hadWritten;
  return result;
}
