// A value under its name.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="div" fw={600} className="figures">
        {children}
      </Text>
    </div>
  );
}
