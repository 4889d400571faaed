// Terms besides the freight: value, warranty, loading and handover.
import { Alert, Button, Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { longestDescription } from '../../api/bookings.ts';
import type { ApiError } from '../../api/client.ts';
import { fieldsOf } from '../../parts/fields.ts';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/page.tsx';
import type { Draft } from './draft.ts';
import { accepted, acceptWords, loadingPrompts } from './loading-prompts.ts';

type TermsProps = {
  draft: Draft;
  refusal: ApiError | undefined;
  onChange: (part: Partial<Draft>) => void;
};

/** What the service calls a term. */
const pathOf = (name: string): string => (name === 'declaredValue' ? 'declared_value' : name);

export function TermsPart({ draft, refusal, onChange }: TermsProps) {
  const { field, check } = fieldsOf(draft, onChange, refusal, pathOf);
  return (
    <Panel title="Terms">
      <Stack gap="sm">
        <TextInput
          label="Contents"
          placeholder="Ceramic tiles"
          maxLength={longestDescription}
          {...field('description')}
          value={draft.description ?? ''}
        />
        <Group align="flex-end" gap="md" wrap="wrap">
          <TextInput
            label="Value of the goods"
            leftSection="$"
            inputMode="decimal"
            placeholder="0"
            w={160}
            {...field('declaredValue')}
          />
          <Switch
            label="Warranty"
            description="Cover up to this value where a carrier offers it; its fee is part of the price"
            {...check('hasWarranty')}
          />
        </Group>
        <Group gap="md">
          <Checkbox label="Tailgate at pickup" {...check('tailgatePickup')} />
          <Checkbox label="Tailgate at delivery" {...check('tailgateDelivery')} />
          <Checkbox label="Authority to leave" {...check('authorityToLeave')} />
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
