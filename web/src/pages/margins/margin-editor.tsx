// The form of one margin, beside a preview of prices with it.
import {
  Autocomplete,
  Button,
  Group,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { australianStates } from '../../../../src/domain/places/australian-state.ts';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { useSaveMargin } from '../../api/margins.ts';
import { servicesQuery } from '../../api/operator.ts';
import type { Service } from '../../api/wire.ts';
import { DayField } from '../../parts/day-field.tsx';
import { fieldsOf } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';
import { MemberSelect } from '../members/member-select.tsx';
import { bodyOf, type MarginDraft } from './margin-draft.ts';
import { MarginPreviewPart } from './margin-preview.tsx';
import classes from './margins.module.css';

const amount = { min: 0, decimalScale: 2 };
const dollars = { ...amount, prefix: '$', max: 100_000 };
const anywhereOr = [{ value: '', label: 'Anywhere' }, ...australianStates];

/** What the service calls a field of the draft. */
const pathOf = (name: string): string =>
  ({ fromState: 'from_state', toState: 'to_state' })[name] ?? name;

type MarginEditorProps = {
  initial: MarginDraft;
  groups: readonly string[];
  onClose: () => void;
};

export function MarginEditor({ initial, groups, onClose }: MarginEditorProps) {
  const [draft, setDraft] = useState(initial);
  const save = useSaveMargin();
  const { data: services = [] } = useQuery(servicesQuery);
  const nameOf = useCarrierName();
  const put = (change: Partial<MarginDraft>): void => {
    setDraft({ ...draft, ...change });
    save.reset();
  };
  const { field, wrong } = fieldsOf(draft, put, save.error, pathOf);
  const body = bodyOf(draft);
  const submit = (): void => {
    if (body === undefined) return;
    save.mutate(
      { id: draft.id, body },
      {
        onSuccess: () => {
          notifications.show({ message: 'Saved.', color: 'eucalypt' });
          onClose();
        },
      },
    );
  };
  return (
    <Panel title={draft.id === undefined ? 'New margin' : `Margin ${draft.id}`}>
      <div className={classes.columns}>
        <Form onSubmit={submit} gap="sm">
          <Stack gap={6}>
            <SegmentedControl
              aria-label="Customer"
              value={draft.audience}
              onChange={field('audience').onChange}
              data={[
                { value: 'everyone', label: 'Every member' },
                { value: 'group', label: 'A group' },
                { value: 'member', label: 'A member' },
              ]}
            />
            {draft.audience === 'group' ? (
              <Autocomplete
                label="Group"
                description="Set a member’s group on the member’s page"
                maxLength={60}
                data={[...groups]}
                {...field('group')}
              />
            ) : null}
            {draft.audience === 'member' ? (
              <MemberSelect placeholder="Choose" {...field('member')} />
            ) : null}
          </Stack>
          <Select
            label="Carrier"
            placeholder="Every carrier"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Every carrier' }}
            nothingFoundMessage="No carrier found"
            data={carrierChoices(services, (id) => fullName(nameOf(id)))}
            value={draft.carrier || null}
            error={wrong('carrier') ?? wrong('service')}
            onChange={(carrier) => put({ carrier: carrier ?? '' })}
          />
          <Group grow align="flex-start">
            <NativeSelect label="From" data={anywhereOr} {...field('fromState')} />
            <NativeSelect label="To" data={anywhereOr} {...field('toState')} />
          </Group>
          <Group grow align="flex-start">
            <NumberInput label="Percent" suffix=" %" max={1000} {...amount} {...field('percent')} />
            <NumberInput label="Fixed amount" {...dollars} {...field('fixed')} />
            <NumberInput label="At least" {...dollars} {...field('minimum')} />
          </Group>
          <Group grow align="flex-start">
            <DayField label="First day" value={draft.from} onChange={(from) => put({ from })} />
            <DayField
              label="Last day (optional)"
              value={draft.until}
              onChange={(until) => put({ until })}
            />
          </Group>
          <Problem error={save.error} />
          <Group>
            <Button type="submit" disabled={body === undefined} loading={save.isPending}>
              Save margin
            </Button>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </Form>
        <MarginPreviewPart body={body} replaces={draft.id} member={draft.member} />
      </div>
    </Panel>
  );
}

function carrierChoices(services: readonly Service[], nameOf: (stringId: string) => string) {
  const byFolder = Map.groupBy(
    services.filter(({ folder }) => folder !== null),
    ({ folder }) => folder,
  );
  return [
    {
      group: 'All services of a carrier',
      items: [...byFolder].map(([folder, [first]]) => ({
        value: `carrier ${folder}`,
        label: `${first?.carrier ?? folder}, all services`,
      })),
    },
    {
      group: 'One service',
      items: services.map(({ string_id }) => ({
        value: `service ${string_id}`,
        label: nameOf(string_id),
      })),
    },
  ];
}
