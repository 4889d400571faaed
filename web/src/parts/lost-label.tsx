// In the place of a label that is its carrier's own and can not be had from here: whoever packs must not look for it.
import { Text } from '@mantine/core';

export function LostLabel() {
  return (
    <Text size="sm">
      The label is the carrier’s own and can not be had from here. Print it on the carrier’s pages.
    </Text>
  );
}
