// Lodges a manifest for one carrier account and shows its number.

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useAccountName } from '../../api/carrier-accounts.ts';
import { useLodgeManifest } from '../../api/operator.ts';
import type { LodgedManifests, Manifests } from '../../api/wire.ts';
import { plural } from '../../parts/figures.tsx';
import { Problem } from '../../parts/states.tsx';

type Account = Pick<Manifests['waiting'][number], 'carrier' | 'member'>;

export function LodgeButton({ account: { carrier, member } }: { account: Account }) {
  const nameOf = useAccountName();
  const lodge = useLodgeManifest();
  const whose = member === null ? '' : `, account of ${member.email}`;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Lodge manifest: ${nameOf(carrier)}${whose}`}
        loading={lodge.isPending}
        // Not a callback of the mutation, which would not run: the row with this button disappears when no
        // consignment is waiting.
        onClick={() =>
          lodge.mutateAsync({ carrier, member: member?.id ?? null }).then(
            (lodged) =>
              notifications.show({
                message: wordsFor(lodged),
                color: isComplete(lodged) ? 'eucalypt' : 'ochre',
              }),
            () => undefined,
          )
        }
      >
        Lodge manifest
      </Button>
      <Problem error={lodge.error} />
    </>
  );
}

const isComplete = ({ consignments, left_out }: LodgedManifests): boolean =>
  consignments > 0 && left_out.length === 0;

function wordsFor({ manifest_ids, consignments, left_out }: LodgedManifests): string {
  const leftOut =
    left_out.length === 0
      ? ''
      : ` The carrier does not know ${left_out.join(', ')}, so the manifest leaves them out.`;
  return consignments === 0
    ? `No manifest was lodged.${leftOut}`
    : `${plural(consignments, 'consignment is', 'consignments are')} on manifest ${manifest_ids.join(', ')}.${leftOut}`;
}
