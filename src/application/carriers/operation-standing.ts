// How far each operation of a carrier is proven: on recorded answers of other accounts, and certified with the operator's own.
import {
  type App,
  type CarrierOperation,
  type Certification,
  type Connector,
  capabilitiesOf,
} from '../ports.ts';

export type OperationStanding = {
  operation: CarrierOperation;
  /** How many recorded answers prove it. */
  recordings: number;
  /** The last result with the connected account; undefined if it was never certified. */
  certified: Pick<Certification, 'outcome' | 'reason' | 'atMs'> | undefined;
};

/** By carrier. Results with an account that was connected before the present one do not count. */
export async function listStandings(
  app: App,
): Promise<ReadonlyMap<string, readonly OperationStanding[]>> {
  const [accounts, certifications] = await Promise.all([
    app.store.carrierAccounts.list(undefined),
    app.store.certifications.list(),
  ]);
  const standings = app.connections.connectors.map(async (connector) => {
    const account = accounts.find(({ carrier }) => carrier === connector.carrier);
    const results = certifications.filter(
      ({ carrier, atMs }) =>
        account !== undefined && carrier === connector.carrier && atMs >= account.connectedAtMs,
    );
    return [connector.carrier, await standingsOf(app, connector, results)] as const;
  });
  return new Map(await Promise.all(standings));
}

async function standingsOf(
  app: App,
  connector: Connector,
  results: readonly Certification[],
): Promise<OperationStanding[]> {
  const recorded = await app.connections.recordedAnswers(connector.carrier);
  return capabilitiesOf(connector).map((operation) => ({
    operation,
    recordings: recorded.filter((one) => one.operation === operation).length,
    certified: results.find((one) => one.operation === operation),
  }));
}
