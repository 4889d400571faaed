// The latest calls with a key, so that developers see which failed and why. Refreshes every few seconds while it is
// open.
import { Badge, Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { keyCallsQuery } from '../../api/keys.ts';
import type { KeyCall } from '../../api/wire.ts';
import { whenExactly } from '../../parts/figures.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Empty } from '../../parts/states.tsx';

const columns: Column<KeyCall>[] = [
  { heading: 'When', cell: ({ at }) => whenExactly(at) },
  {
    heading: 'Request',
    cell: ({ method, path, why }) => (
      <>
        <span className="mono">
          {method} {path}
        </span>
        {why === null ? null : <Text size="sm">{why}</Text>}
      </>
    ),
  },
  {
    heading: 'Status',
    cell: ({ status }) => (
      <Badge variant="light" color={status < 400 ? 'eucalypt' : 'red'} autoContrast>
        {status}
      </Badge>
    ),
    below: ({ refusal }) => refusal?.replaceAll('_', ' '),
  },
  { heading: 'Took', kind: 'figure', cell: ({ ms }) => `${ms} ms` },
  { heading: 'Request id', kind: 'code', cell: (call) => call.request_id },
];

export function Calls({ keyId }: { keyId: number }) {
  const calls = useQuery(keyCallsQuery(keyId));
  return (
    <Listed
      of={calls}
      rows={calls.data}
      what="calls"
      keyOf={(call) => `${call.request_id} ${call.at}`}
      columns={columns}
      empty={
        <Empty icon="clock" title="No calls yet">
          The last hundred requests made with this key appear here, each with its status and, when
          it was refused, why. Try it with <Code>GET /api/v5/member</Code>.
        </Empty>
      }
    />
  );
}
