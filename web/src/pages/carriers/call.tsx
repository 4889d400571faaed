// One call to a carrier: the request and the answer, as far as they are stored.

import { Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useAccountName } from '../../api/carrier-accounts.ts';
import { callQuery } from '../../api/operator.ts';
import type { CarrierCall } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { whenExactly } from '../../parts/figures.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting } from '../../parts/states.tsx';
import { Outcome } from './calls.tsx';

export function CallPage() {
  const { id } = useParams({ from: '/members/operators/operator/calls/$id' });
  const { data, error, refetch } = useQuery(callQuery(id));
  const nameOf = useAccountName();
  return (
    <Page
      title={
        data === undefined
          ? `Call ${id}`
          : `${nameOf(data.carrier)} · ${data.operation.replace('_', ' ')}`
      }
      above={<BackLink to="/operator/calls">Carrier calls</BackLink>}
      about={data === undefined ? undefined : whenExactly(data.at)}
    >
      <Awaiting of={{ data, error, refetch }} what="the call" />
      {data === undefined ? null : <CallParts call={data} />}
    </Page>
  );
}

function CallParts({ call }: { call: CarrierCall }) {
  return (
    <>
      <Panel title="Outcome">
        <Group gap="lg">
          <Outcome call={call} />
          <Text size="sm" className="figures">
            {call.took_ms} ms
          </Text>
          {call.reference === '' ? null : (
            <TextLink
              to="/operator/calls"
              search={{ booking: Number.parseInt(call.reference, 10) || undefined }}
              size="sm"
            >
              Everything about booking {call.reference}
            </TextLink>
          )}
          {call.member === null ? null : (
            <TextLink to="/operator/members/$id" params={{ id: String(call.member) }} size="sm">
              With the own account of member {call.member}
            </TextLink>
          )}
          {call.request_id === '' ? null : (
            <Text size="sm">
              For request <span className="mono">{call.request_id}</span>
            </Text>
          )}
        </Group>
      </Panel>
      <Panel title="Sent" about={<span className="breaking">{`${call.method} ${call.url}`}</span>}>
        <Body text={call.sent} />
      </Panel>
      <Panel title="Received">
        <Body text={call.received} />
      </Panel>
    </>
  );
}

function Body({ text }: { text: string }) {
  if (text === '') return <Text c="dimmed">Nothing.</Text>;
  return (
    <Code
      block
      tabIndex={0}
      role="region"
      aria-label="Body"
      style={{ maxHeight: 420, overflow: 'auto' }}
    >
      {readable(text)}
    </Code>
  );
}

/** Indents JSON. Other text and truncated text stay as they are. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
