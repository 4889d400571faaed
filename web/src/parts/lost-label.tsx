// In the place of a label that is its carrier's own and can not be had from here: whoever packs must not look for it.
import { Text } from '@mantine/core';
import { FreightDesk } from './freight-desk.tsx';

/** `isOwnAccount`: whoever reads this has the account with the carrier, and so its pages. */
export function LostLabel({ isOwnAccount }: { isOwnAccount: boolean }) {
  return (
    <Text size="sm">
      {isOwnAccount ? (
        'The label is the carrier’s own and can not be had from here. Print it on the carrier’s pages.'
      ) : (
        <>
          The carrier prints this label itself, and it can’t be downloaded here. Ask <FreightDesk />{' '}
          for it.
        </>
      )}
    </Text>
  );
}
