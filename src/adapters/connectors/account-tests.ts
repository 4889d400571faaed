// Tests carrier accounts: before they are stored and on request with one harmless call, or each operation in a trial. A test has
// a connection and a circuit breaker of its own, so that a failure does not affect quotes.
import type {
  CarrierAccountOf,
  CheckMoment,
  Connections,
  Connector,
} from '../../application/ports.ts';
import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { accountProblems, completeAccount, type GivenAccount } from './carrier-account.ts';
import { CarrierConnection, type ConnectionParts } from './carrier-connection.ts';

type TestParts = {
  connectionParts: ConnectionParts;
  moment(): CheckMoment;
  connectorOf(carrier: string): Connector | undefined;
  /** The carrier's address from the house account, also used for members' accounts. */
  addressesOf(carrier: string): GivenAccount | undefined;
  findAccount(account: CarrierAccountOf): Promise<GivenAccount | undefined>;
};

type AccountTests = Pick<Connections, 'problems' | 'check' | 'discover' | 'trial'>;

export function accountTests(parts: TestParts): AccountTests {
  const { connectorOf } = parts;
  const connect = (
    connector: Connector,
    { memberId: owner }: CarrierAccountOf,
    given: GivenAccount,
  ): CarrierConnection => {
    const addresses = owner === undefined ? undefined : parts.addressesOf(connector.carrier);
    const account = completeAccount(connector, { ...addresses, ...given });
    return new CarrierConnection(connector, account, { ...parts.connectionParts, owner });
  };
  return {
    problems: (carrier, given, by) => {
      const connector = connectorOf(carrier);
      return connector === undefined ? [] : accountProblems(connector, given, by);
    },
    check: async (of, given) => {
      const { carrier } = of;
      const connector = connectorOf(carrier);
      const account = given ?? (await parts.findAccount(of));
      if (connector === undefined || account === undefined)
        return { isWell: false, sentence: `${carrier} is not connected.` };
      return await check(connect(connector, of, account), parts.moment());
    },
    trial: async (of) => {
      const connector = connectorOf(of.carrier);
      const given = await parts.findAccount(of);
      if (connector === undefined || given === undefined) return undefined;
      const connection = connect(connector, of, given);
      return {
        connector,
        account: completeAccount(connector, given),
        converse: (about, conversation) => connection.converse(about, () => conversation),
      };
    },
    discover: async (of, given) => {
      const connector = connectorOf(of.carrier);
      const { discover } = connector ?? {};
      if (connector === undefined || discover === undefined) return {};
      const found = await connect(connector, of, given).converse(
        { operation: 'check', reference: '' },
        (_connector, account) => discover(account),
      );
      const isGiven = (name: string): boolean => (given[name]?.trim() ?? '') !== '';
      return Object.fromEntries(Object.entries(found).filter(([name]) => !isGiven(name)));
    },
  };
}

async function check(
  connection: CarrierConnection,
  moment: CheckMoment,
): Promise<{ isWell: boolean; sentence: string }> {
  try {
    const sentence = await connection.converse(
      { operation: 'check', reference: '' },
      (connector, account) => connector.check(account, moment),
    );
    return { isWell: true, sentence };
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    return { isWell: false, sentence: describeTrouble(error) };
  }
}
