// The operator adds, changes and deletes margins. A change applies from the next quote; quotes that were given before
// keep their price until they expire, because a booking stores its quotes.
import { type MarginId, marginIssues, type NewMargin } from '../../domain/margins/margin.ts';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';

type MarginsApp = Pick<App, 'store' | 'margins' | 'carriers' | 'log'>;

export async function addMargin(app: MarginsApp, margin: NewMargin): Promise<MarginId> {
  await checkMargin(app, margin);
  const id = await app.store.margins.add(margin);
  await refreshMargins(app);
  return id;
}

export async function changeMargin(
  app: MarginsApp,
  id: MarginId,
  margin: NewMargin,
): Promise<void> {
  await checkMargin(app, margin);
  if (!(await app.store.margins.replace(id, margin)))
    throw new Refusal({ code: 'margin_not_found', id });
  await refreshMargins(app);
}

export async function deleteMargin(app: MarginsApp, id: MarginId): Promise<void> {
  if (!(await app.store.margins.remove(id))) throw new Refusal({ code: 'margin_not_found', id });
  await refreshMargins(app);
}

/** The change is stored, so a failure to read it must not look as if it were not. The next quote reads it again. */
async function refreshMargins({ margins, log }: MarginsApp): Promise<void> {
  try {
    await margins.refresh();
  } catch (error) {
    log.warn({ err: error }, 'a changed margin could not be read; the next quote reads it again');
  }
}

/** A misspelt scope would never hold, and nothing would show it. */
export async function checkMargin(app: MarginsApp, margin: NewMargin): Promise<void> {
  const issues = marginIssues(margin);
  const { customer, carrier } = margin;
  if (customer !== undefined && 'memberId' in customer) {
    const member = await app.store.members.find(customer.memberId);
    if (member === undefined)
      issues.push({ path: ['member'], problem: 'no_such_member', member: customer.memberId });
  }
  refuseInvalid([...issues, ...carrierIssues(app, carrier)]);
}

function carrierIssues(app: MarginsApp, carrier: NewMargin['carrier']): Issue[] {
  if (carrier === undefined) return [];
  const snapshot = app.carriers.snapshot();
  if ('carrier' in carrier) {
    const isKnown = snapshot.carriers.some(({ terms }) => terms.id === carrier.carrier);
    return isKnown
      ? []
      : [{ path: ['carrier'], problem: 'no_such_carrier', carrier: carrier.carrier }];
  }
  const { service } = carrier;
  const isKnown =
    snapshot.find(service) !== undefined ||
    app.carriers.live.some(({ stringId }) => stringId === service);
  return isKnown ? [] : [{ path: ['service'], problem: 'no_such_service', service }];
}
