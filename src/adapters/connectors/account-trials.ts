// Tries accounts with carriers, the operator's and members', before they are kept and whenever somebody asks: one harmless
// call over a line and a breaker of its own, so that trying disturbs nobody who quotes.
import type {
  CarrierAccountOf,
  CheckMoment,
  Connections,
  Connector,
} from '../../application/ports.ts';
import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { accountProblems, completeAccount, type GivenAccount } from './carrier-account.ts';
import { CarrierLine, type LineParts } from './carrier-line.ts';

type TrialParts = {
  line: LineParts;
  moment(): CheckMoment;
  connectorOf(carrier: string): Connector | undefined;
  /** Where the operator says that a carrier is: also for members, who may not say. */
  addressesOf(carrier: string): GivenAccount | undefined;
  findAccount(account: CarrierAccountOf): Promise<GivenAccount | undefined>;
};

type Trials = Pick<Connections, 'problems' | 'check' | 'discover'>;

export function accountTrials(parts: TrialParts): Trials {
  const { connectorOf } = parts;
  const lineWith = (
    connector: Connector,
    { memberId: owner }: CarrierAccountOf,
    given: GivenAccount,
  ): CarrierLine => {
    const addresses = owner === undefined ? undefined : parts.addressesOf(connector.carrier);
    const account = completeAccount(connector, { ...addresses, ...given });
    return new CarrierLine(connector, account, { ...parts.line, owner });
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
      return await check(lineWith(connector, of, account), parts.moment());
    },
    discover: async (of, given) => {
      const connector = connectorOf(of.carrier);
      const { discover } = connector ?? {};
      if (connector === undefined || discover === undefined) return {};
      const found = await lineWith(connector, of, given).hold(
        { operation: 'check', reference: '' },
        (_connector, account) => discover(account),
      );
      const isGiven = (name: string): boolean => (given[name]?.trim() ?? '') !== '';
      return Object.fromEntries(Object.entries(found).filter(([name]) => !isGiven(name)));
    },
  };
}

async function check(
  line: CarrierLine,
  moment: CheckMoment,
): Promise<{ isWell: boolean; sentence: string }> {
  try {
    const sentence = await line.hold({ operation: 'check', reference: '' }, (connector, account) =>
      connector.check(account, moment),
    );
    return { isWell: true, sentence };
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    return { isWell: false, sentence: describeTrouble(error) };
  }
}
