// The available credit of an account, in figures and as a bar. Without a limit there is nothing to measure.
import { Group, Progress, Stack, Text } from '@mantine/core';
import { money, owed } from './figures.tsx';

type Credit = { limit: number; used: number; available: number };

export function CreditGauge({ credit: { limit, used, available } }: { credit: Credit }) {
  if (limit === 0)
    return (
      <Stack gap={0}>
        <Text fw={650} fz="xl">
          No credit limit
        </Text>
        {used === 0 ? null : (
          <Text c="dimmed" className="figures">
            {used < 0 ? owed(used) : `${money(used)} owed`}
          </Text>
        )}
      </Stack>
    );
  const share = Math.round(Math.min(100, Math.max(0, (100 * used) / limit)));
  const words =
    used < 0
      ? `${owed(used)}, with a limit of ${money(limit)}`
      : `${money(used)} of ${money(limit)} used`;
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
          {words}
        </Text>
      </Group>
      <Progress.Root size="md">
        <Progress.Section
          value={share}
          withAria={false}
          role="progressbar"
          aria-label="Used of the credit limit"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share}
          aria-valuetext={words}
        />
      </Progress.Root>
    </Stack>
  );
}
