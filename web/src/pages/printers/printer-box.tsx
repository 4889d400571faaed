// The form of a label printer, and the token of its print agent, which is shown once.
import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useAddPrinter, useChangePrinter } from '../../api/printers.ts';
import type { ApiKey, ChangedPrinter, LabelPrinter, PrinterDetails } from '../../api/wire.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/states.tsx';

type PrinterBoxProps = {
  /** Undefined for a new one. */
  printer: LabelPrinter | undefined;
  keys: readonly ApiKey[];
  /** Empty if the server connects to no printers. */
  ports: readonly number[];
  onClose: () => void;
  onChanged: (changed: ChangedPrinter) => void;
};

export function PrinterBox({ printer, keys, ports, onClose, onChanged }: PrinterBoxProps) {
  const [usualPort = 9100] = ports;
  const add = useAddPrinter();
  const change = useChangePrinter(printer?.id ?? 0);
  const save = printer === undefined ? add : change;
  const first: Required<Omit<PrinterDetails, 'key_ids'>> = {
    name: printer?.name ?? '',
    reach: printer?.reach ?? 'agent',
    host: printer?.host ?? '',
    port: printer?.port ?? usualPort,
    automatic: printer?.automatic ?? 'never',
  };
  const [keyIds, setKeyIds] = useState(printer?.key_ids ?? []);
  const { values: input, put, field, rest } = useFields(first, save.error);
  return (
    <Modal opened onClose={onClose} title={printer === undefined ? 'Add a printer' : printer.name}>
      <Form onSubmit={() => save.mutate({ ...input, key_ids: keyIds }, { onSuccess: onChanged })}>
        <Problem error={rest} />
        <TextInput
          label="Name"
          description="Where it stands, such as Packing bench."
          required
          withAsterisk={false}
          data-autofocus
          maxLength={60}
          {...field('name')}
        />
        <Radio.Group label="How labels reach it" {...field('reach')}>
          <Stack gap={8} mt={6}>
            <Radio
              value="agent"
              label="Print agent"
              description="A computer beside the printer runs linehaul print-agent."
            />
            <Radio
              value="tcp"
              label="Network"
              disabled={ports.length === 0}
              description={
                ports.length === 0
                  ? 'Off: the operator of this server has not allowed a network for printers.'
                  : 'The server connects to the printer’s address.'
              }
            />
          </Stack>
        </Radio.Group>
        {input.reach === 'tcp' ? (
          <Group align="flex-start" gap="sm" wrap="nowrap">
            <TextInput
              label="Address"
              placeholder="192.168.10.21"
              required
              withAsterisk={false}
              flex={1}
              {...field('host')}
            />
            <NumberInput
              label="Port"
              hideControls
              w={96}
              min={1}
              max={65_535}
              {...field('port')}
              onChange={(port) => put({ port: Number(port) })}
            />
          </Group>
        ) : null}
        <Radio.Group label="Print after booking" {...field('automatic')}>
          <Stack gap={8} mt={6}>
            <Radio value="never" label="No" />
            <Radio value="every" label="Every booking" />
            <Radio value="keys" label="Bookings of chosen API keys" disabled={keys.length === 0} />
          </Stack>
        </Radio.Group>
        {input.automatic === 'keys' ? (
          <Checkbox.Group
            label="API keys"
            value={keyIds.map(String)}
            onChange={(ids) => setKeyIds(ids.map(Number))}
          >
            <Stack gap={8} mt={6}>
              {keys.map(({ id, site }) => (
                <Checkbox key={id} value={String(id)} label={site || `Key ${id}`} />
              ))}
            </Stack>
          </Checkbox.Group>
        ) : null}
        <Text size="sm" c="dimmed">
          Demo bookings print on request only.
        </Text>
        <FormFoot
          onLeave={onClose}
          verb={printer === undefined ? 'Add printer' : 'Save printer'}
          isPending={save.isPending}
        />
      </Form>
    </Modal>
  );
}

export function TokenBox({ made, onClose }: { made: ChangedPrinter; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Token of the print agent"
      size="lg"
      closeOnClickOutside={false}
    >
      <Stack>
        <Alert color="ochre" variant="light" icon={<Icon name="alert" />}>
          Copy it now. We don’t store it and can’t show it again.
        </Alert>
        <CopyField value={made.token ?? ''} label="the token" />
        <Text size="sm">
          On the computer beside the printer, save it in a file named <code>token</code> and run:
        </Text>
        <CopyField
          value={`npx linehaul print-agent --server ${window.location.origin} --token-file token --tcp 192.168.10.21`}
          label="the command"
        />
        <Text size="sm" c="dimmed">
          Put your printer’s address in place of 192.168.10.21, or use <code>--device</code> or{' '}
          <code>--cups</code>.
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
