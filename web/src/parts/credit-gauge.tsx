// The available credit of an account, in figures and as a bar.
import { Group, Progress, Stack, Text } from '@mantine/core';
import { money, owed } from './figures.tsx';

type Credit = { limit: number; used: number; available: number };

export function CreditGauge({ credit: { limit, used, available } }: { credit: Credit }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text>
          <Text span fw={650} fz="xl" className="figures">
            {money(available)}
          </Text>{' '}
          available
        </Text>
        <Text c="dimmed" className="figures">
          {used < 0
            ? `${owed(used)}, with a limit of ${money(limit)}`
            : `${money(used)} of ${money(limit)} used`}
        </Text>
      </Group>
      <Progress
        value={available <= 0 ? 100 : Math.max(0, (100 * used) / (used + available))}
        size="md"
        aria-label="Used of the credit limit"
      />
    </Stack>
  );
}
