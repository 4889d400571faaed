// The operator's margins: which customers, carriers and lanes they hold for and from which day. A margin is edited beside
// a preview of real prices, and a deleted one can be restored.
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { marginsQuery, useDeleteMargin, useSaveMargin } from '../../api/margins.ts';
import { servicesQuery } from '../../api/operator.ts';
import type { Margin, Margins } from '../../api/wire.ts';
import { day, money, unrounded } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Empty, Problem } from '../../parts/states.tsx';
import { OwnerLink } from '../members/owner-link.tsx';
import { bodyAgain, draftOf, type MarginDraft, newDraft } from './margin-draft.ts';
import { MarginEditor } from './margin-editor.tsx';

export function MarginsPage() {
  const { data, error, refetch } = useQuery(marginsQuery);
  const [draft, setDraft] = useState<MarginDraft>();
  const top = useRef<HTMLDivElement>(null);
  const edit = (next: MarginDraft): void => {
    setDraft(next);
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <Page
      title="Margins"
      about="What is added to carriers’ prices. The most specific margin applies: first by customer, then by carrier, then by lane. Quotes keep the price they were given."
      actions={
        data === undefined ? null : (
          <Button
            leftSection={<Icon name="plus" size={16} />}
            disabled={draft !== undefined}
            onClick={() => edit(newDraft(data.today))}
          >
            Add margin
          </Button>
        )
      }
    >
      <div ref={top}>
        {draft === undefined || data === undefined ? null : (
          <MarginEditor
            key={draft.id ?? 'new'}
            initial={draft}
            groups={data.groups}
            onClose={() => setDraft(undefined)}
          />
        )}
      </div>
      <Awaiting of={{ data, error, refetch }} what="margins" />
      {data === undefined ? null : (
        <MarginList
          margins={data.margins}
          edited={draft?.id}
          onEdit={(margin) => edit(draftOf(margin))}
        />
      )}
    </Page>
  );
}

type MarginListProps = {
  margins: Margins['margins'];
  edited: number | undefined;
  onEdit: (margin: Margin) => void;
};

function MarginList({ margins, edited, onEdit }: MarginListProps) {
  const remove = useDeleteMargin();
  const restore = useSaveMargin();
  const [deleted, setDeleted] = useState<Margin>();
  return (
    <>
      {deleted === undefined ? null : (
        <Group gap="xs" role="status">
          <Text size="sm">Margin {deleted.id} is deleted.</Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={restore.isPending}
            onClick={() =>
              restore.mutate(
                { id: undefined, body: bodyAgain(deleted) },
                { onSuccess: () => setDeleted(undefined) },
              )
            }
          >
            Undo
          </Button>
        </Group>
      )}
      <Problem error={remove.error ?? restore.error} />
      <Panel flush>
        {margins.length === 0 ? (
          <Empty icon="payments" title="No margins">
            Members pay what carriers charge, less their discount. Add a margin to sell at another
            price.
          </Empty>
        ) : (
          <ListTable
            rows={margins}
            keyOf={({ id }) => id}
            columns={[
              { heading: 'Customer', cell: (margin) => <Customer margin={margin} /> },
              { heading: 'Carrier', cell: (margin) => <Carrier margin={margin} /> },
              { heading: 'Lane', cell: laneOf },
              { heading: 'Margin', cell: amountOf },
              { heading: 'Days', cell: (margin) => <Days margin={margin} /> },
              {
                heading: 'Actions',
                kind: 'actions',
                cell: (margin) => (
                  <Group gap={4} wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={edited === margin.id}
                      aria-label={`Edit margin ${margin.id}`}
                      onClick={() => onEdit(margin)}
                    >
                      Edit
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red.9"
                      disabled={edited === margin.id || remove.isPending}
                      aria-label={`Delete margin ${margin.id}`}
                      onClick={() =>
                        remove.mutate(margin.id, { onSuccess: () => setDeleted(margin) })
                      }
                    >
                      Delete
                    </Button>
                  </Group>
                ),
              },
            ]}
          />
        )}
      </Panel>
    </>
  );
}

function Customer({ margin: { member, group } }: { margin: Margin }) {
  if (member !== null) return <OwnerLink owner={member} />;
  return group === null ? 'Every member' : `Group ${group}`;
}

function Carrier({ margin: { service, carrier } }: { margin: Margin }) {
  const nameOf = useCarrierName();
  const { data: services = [] } = useQuery(servicesQuery);
  if (service !== null) return fullName(nameOf(service));
  if (carrier === null) return 'Every carrier';
  return services.find(({ folder }) => folder === carrier)?.carrier ?? carrier;
}

function laneOf({ from_state: from, to_state: to }: Margin): string {
  if (from === null && to === null) return 'Every lane';
  return `${from ?? 'Anywhere'} → ${to ?? 'anywhere'}`;
}

function amountOf({ percent, fixed, minimum }: Margin): string {
  const parts = [
    ...(percent === 0 ? [] : [`${unrounded(percent)} %`]),
    ...(fixed === 0 ? [] : [money(fixed)]),
  ];
  const added = parts.length === 0 ? 'None' : parts.join(' + ');
  return minimum === 0 ? added : `${added}, at least ${money(minimum)}`;
}

const stateWords = { in_force: 'In force', later: 'Later', ended: 'Ended' } as const;
const stateColors = { in_force: 'eucalypt', later: 'blue', ended: 'gray' } as const;

function Days({ margin: { from, until, state } }: { margin: Margin }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Badge size="sm" variant="light" color={stateColors[state]} autoContrast>
        {stateWords[state]}
      </Badge>
      <Text size="sm">
        {until === null ? `from ${day(from)}` : `${day(from)} to ${day(until)}`}
      </Text>
    </Group>
  );
}
