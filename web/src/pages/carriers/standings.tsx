// What proves each operation of a carrier: certified with the connected account, or recorded answers of other accounts.
import { Badge, List, Text } from '@mantine/core';
import type { HouseAccount } from '../../api/wire.ts';
import { day } from '../../parts/figures.tsx';

type Standing = HouseAccount['operations'][number];

/** A line for each operation of a connected account; in brief for a carrier that is not connected. */
export function Standings(props: { operations: readonly Standing[]; isConnected: boolean }) {
  const { operations, isConnected } = props;
  if (!isConnected) return <Brief operations={operations} />;
  const isCertified = operations.some(({ outcome }) => outcome === 'ok' || outcome === 'failed');
  return (
    <>
      {isCertified ? null : (
        <Badge variant="light" color="ochre" miw="max-content">
          Never certified
        </Badge>
      )}
      <List listStyleType="none" size="xs" aria-label="What proves each operation">
        {operations.map((one) => (
          <List.Item key={one.operation}>
            <Text span size="xs" fw={600}>
              {one.operation}
            </Text>{' '}
            <Proof standing={one} />
          </List.Item>
        ))}
      </List>
    </>
  );
}

function Proof({ standing }: { standing: Standing }) {
  const { outcome, certified_at, reason, recordings } = standing;
  if (certified_at === null || outcome === 'skipped')
    return (
      <Text span size="xs" c="dimmed">
        {recordings > 0 ? 'Proven on recorded answers' : 'Unproven'}
      </Text>
    );
  return (
    <>
      <Badge variant="light" color={outcome === 'ok' ? 'eucalypt' : 'red'} miw="max-content">
        {outcome === 'ok' ? 'Certified' : 'Failed'} {day(certified_at)}
      </Badge>
      {outcome === 'ok' ? null : (
        <Text span size="xs" c="dimmed">
          {' '}
          {reason}
        </Text>
      )}
    </>
  );
}

function Brief({ operations }: { operations: readonly Standing[] }) {
  const named = (title: string, some: readonly Standing[]) =>
    some.length === 0 ? null : (
      <Text size="xs">
        {title}: {some.map(({ operation }) => operation).join(', ')}
      </Text>
    );
  return (
    <>
      {named(
        'Proven on recorded answers',
        operations.filter(({ recordings }) => recordings > 0),
      )}
      {named(
        'Unproven',
        operations.filter(({ recordings }) => recordings === 0),
      )}
    </>
  );
}
