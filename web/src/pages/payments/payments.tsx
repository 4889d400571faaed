// A member's payments: the credit account and its statement, saved cards, and every charge and refund.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { creditQuery } from '../../api/payments.ts';
import { CreditGauge } from '../../parts/credit-gauge.tsx';
import { owed } from '../../parts/figures.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { RoleGate } from '../../parts/role-gate.tsx';
import { Awaiting } from '../../parts/states.tsx';
import { BalancePart } from './balance-part.tsx';
import { ChargesPart } from './charges-part.tsx';
import { MethodsPart } from './methods-part.tsx';
import { StatementPart } from './statement-part.tsx';

export function PaymentsPage() {
  return (
    <Page title="Payments and credit">
      <CreditPart />
      <RoleGate needs="admin">
        <MethodsPart />
      </RoleGate>
      <StatementPart />
      <ChargesPart />
    </Page>
  );
}

function CreditPart() {
  const { data, error, refetch } = useQuery(creditQuery);
  return (
    <Panel title="Credit account">
      <Awaiting of={{ data, error, refetch }} what="the account" />
      {data?.has_account === false && data.used !== 0 ? (
        <Text mb="xs">
          <Text span fw={650} fz="xl" className="figures">
            {owed(data.used)}
          </Text>{' '}
          {data.used > 0 ? 'owed for later carrier charges' : 'after later carrier charges'}
        </Text>
      ) : null}
      {data?.has_account === false ? (
        <Text c="dimmed" size="sm">
          You have no credit account. Your freight desk can open one; bookings are then billed to it
          unless you choose a card.
        </Text>
      ) : null}
      {data?.has_account === true ? <CreditGauge credit={data} /> : null}
      <BalancePart />
    </Panel>
  );
}
