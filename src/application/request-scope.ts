// Which request is being answered, for what is written down far away from it: a call to a carrier names the request it was
// made for. It follows along whatever awaits it; jobs have none.
import { AsyncLocalStorage } from 'node:async_hooks';

const underWay = new AsyncLocalStorage<string>();

export function withinRequest<Result>(id: string, work: () => Result): Result {
  return underWay.run(id, work);
}

/** "" outside of a request. */
export function currentRequestId(): string {
  return underWay.getStore() ?? '';
}
