// The request that is being answered, for code far away from it: a call to a carrier is logged with the id of its
// request. It also knows whether anything was written for the request (from then on a retry is not safe) and whether
// the client is still connected. It follows asynchronous calls; jobs have none.
import { AsyncLocalStorage } from 'node:async_hooks';

/** The client's connection; destroyed once the client has left. */
type Client = { readonly destroyed: boolean };

/** Referenced by long-lived objects such as database connections, so it must stay small. */
type Request = { id: string; client: Client | undefined; hasWritten: boolean };

const underWay = new AsyncLocalStorage<Request>();

export function withinRequest<Result>(id: string, work: () => Result, client?: Client): Result {
  return underWay.run({ id, client, hasWritten: false }, work);
}

/** Returns whether the client of this request has disconnected. */
export function clientGone(): () => boolean {
  const client = underWay.getStore()?.client;
  return () => client?.destroyed === true;
}

/** "" outside a request. */
export function currentRequestId(): string {
  return underWay.getStore()?.id ?? '';
}

export function noteWritten(): void {
  const request = underWay.getStore();
  if (request !== undefined) request.hasWritten = true;
}

/** A job has no client. */
export function hasWritten(): boolean {
  return underWay.getStore()?.hasWritten ?? false;
}

/** Writes of `work` do not count as an effect of the request. */
export async function withoutEffect<Result>(work: () => Promise<Result>): Promise<Result> {
  const request = underWay.getStore();
  if (request === undefined) return await work();
  const hadWritten = request.hasWritten;
  const result = await work();
  request.hasWritten = hadWritten;
  return result;
}
