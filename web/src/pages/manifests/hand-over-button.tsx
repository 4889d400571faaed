// Hands over what waits with one account, and says on which manifest it is.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useAccountName, useHandOver } from '../../api/operator.ts';
import type { HandedOver, Manifests } from '../../api/wire.ts';
import { plural } from '../../parts/figures.tsx';
import { Problem } from '../../parts/states.tsx';

type Account = Pick<Manifests['waiting'][number], 'carrier' | 'member'>;

export function HandOverButton({ account: { carrier, member } }: { account: Account }) {
  const nameOf = useAccountName();
  const handOver = useHandOver();
  const whose = member === null ? '' : `, account of ${member.email}`;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Hand over now: ${nameOf(carrier)}${whose}`}
        loading={handOver.isPending}
        // Not as a callback of the mutation: once nothing waits any more, the row with this button may be gone.
        onClick={() =>
          handOver.mutateAsync({ carrier, member: member?.id ?? null }).then(
            (lodged) =>
              notifications.show({
                message: wordsFor(lodged),
                color: isComplete(lodged) ? 'eucalypt' : 'ochre',
              }),
            () => undefined,
          )
        }
      >
        Hand over now
      </Button>
      <Problem error={handOver.error} />
    </>
  );
}

const isComplete = ({ consignments, left_out }: HandedOver): boolean =>
  consignments > 0 && left_out.length === 0;

function wordsFor({ manifest_id, consignments, left_out }: HandedOver): string {
  const leftOut =
    left_out.length === 0 ? '' : ` The carrier does not know ${left_out.join(', ')}: left out.`;
  return consignments === 0
    ? `Nothing was handed over.${leftOut}`
    : `${plural(consignments, 'consignment is', 'consignments are')} on manifest ${manifest_id}.${leftOut}`;
}
