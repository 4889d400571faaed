// Terms besides the freight: value, warranty, loading and handover.
import { Checkbox, Group, Stack, Switch, TextInput } from '@mantine/core';
import { longestDescription } from '../../api/bookings.ts';
import type { ApiError } from '../../api/client.ts';
import { Panel } from '../../parts/page.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import type { Draft } from './draft.ts';

type TermsProps = {
  draft: Draft;
  refusal: ApiError | undefined;
  onChange: (part: Partial<Draft>) => void;
};

export function TermsPart({ draft, refusal, onChange }: TermsProps) {
  return (
    <Panel title="Terms">
      <Stack gap="sm">
        <TextInput
          label="Contents"
          placeholder="Ceramic tiles"
          maxLength={longestDescription}
          value={draft.description ?? ''}
          error={plainWords(refusal?.field('description'))}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <Group align="flex-end" gap="md" wrap="wrap">
          <TextInput
            label="Value of the goods"
            leftSection="$"
            inputMode="decimal"
            placeholder="0"
            w={160}
            value={draft.declaredValue}
            error={plainWords(refusal?.field('declared_value'))}
            onChange={(event) => onChange({ declaredValue: event.currentTarget.value })}
          />
          <Switch
            label="Warranty"
            description="Covers the value, where carriers offer it"
            checked={draft.hasWarranty}
            onChange={(event) => onChange({ hasWarranty: event.currentTarget.checked })}
          />
        </Group>
        <Group gap="md">
          <Checkbox
            label="Tailgate at pickup"
            checked={draft.tailgatePickup}
            onChange={(event) => onChange({ tailgatePickup: event.currentTarget.checked })}
          />
          <Checkbox
            label="Tailgate at delivery"
            checked={draft.tailgateDelivery}
            onChange={(event) => onChange({ tailgateDelivery: event.currentTarget.checked })}
          />
          <Checkbox
            label="Authority to leave"
            checked={draft.authorityToLeave}
            onChange={(event) => onChange({ authorityToLeave: event.currentTarget.checked })}
          />
        </Group>
      </Stack>
    </Panel>
  );
}
