// Shown instead of a carrier's label that is not available here.
import { Text } from '@mantine/core';
import { FreightDesk } from './freight-desk.tsx';

/** `isOwnAccount`: the reader owns the carrier account, and can use the carrier's website. */
export function LostLabel({ isOwnAccount }: { isOwnAccount: boolean }) {
  return (
    <Text size="sm">
      {isOwnAccount ? (
        'The carrier prints this label itself, and it can’t be downloaded here. Print it on the carrier’s website.'
      ) : (
        <>
          The carrier prints this label itself, and it can’t be downloaded here. Ask <FreightDesk />{' '}
          for it.
        </>
      )}
    </Text>
  );
}
