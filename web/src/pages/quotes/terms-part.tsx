// Terms besides the freight: value, warranty, loading and handover.
import { Alert, Button, Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { longestDescription } from '../../api/bookings.ts';
import type { ApiError } from '../../api/client.ts';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/page.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import type { Draft } from './draft.ts';
import { accepted, acceptWords, loadingPrompts } from './loading-prompts.ts';

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
            description="Cover up to this value where a carrier offers it; its fee is part of the price"
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
        {loadingPrompts(draft).map((prompt) => (
          <Alert
            key={`${prompt.kind} ${prompt.side}`}
            color="ochre"
            role="status"
            p="xs"
            icon={<Icon name="info" />}
          >
            <Group justify="space-between" gap="xs">
              <Text size="sm">{prompt.words}</Text>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => onChange(accepted(prompt, draft))}
              >
                {acceptWords(prompt)}
              </Button>
            </Group>
          </Alert>
        ))}
      </Stack>
    </Panel>
  );
}
