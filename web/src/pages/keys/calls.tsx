// The latest calls with a key, so that developers see which failed and why. Refreshes every few seconds while it is
// open.
import { Badge, Code, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { keyCallsQuery } from '../../api/keys.ts';
import { whenExactly } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';

export function Calls({ keyId }: { keyId: number }) {
  const { data, error, refetch } = useQuery(keyCallsQuery(keyId));
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="calls" />;
  return (
    <Panel flush>
      {data.length === 0 ? (
        <Empty icon="clock" title="No calls yet">
          The last hundred requests made with this key appear here, each with its status and, when
          it was refused, why. Try it with <Code>GET /api/v5/member</Code>.
        </Empty>
      ) : (
        <ListTable heads={['When', 'Request', 'Status', { figure: 'Took' }, 'Request id']} isDense>
          {data.map((call) => (
            <Table.Tr key={`${call.request_id} ${call.at}`}>
              <Table.Td data-label="When">
                <Text size="sm">{whenExactly(call.at)}</Text>
              </Table.Td>
              <Table.Td data-label="Request" className="mono">
                {call.method} {call.path}
                {call.why === null ? null : (
                  <Text size="sm" ff="text" mt={2}>
                    {call.why}
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-label="Status">
                <Badge variant="light" color={call.status < 400 ? 'eucalypt' : 'red'} autoContrast>
                  {call.status}
                </Badge>
                {call.refusal === null ? null : (
                  <Text size="xs" c="dimmed" mt={2}>
                    {call.refusal.replaceAll('_', ' ')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-label="Took" data-figure className="figures">
                {call.ms} ms
              </Table.Td>
              <Table.Td data-label="Request id" className="mono">
                {call.request_id}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Panel>
  );
}
