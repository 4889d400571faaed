// The places that a shop sends from, for requests without a sender.
import {
  Badge,
  Button,
  Group,
  Modal,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useRef, useState } from 'react';
import { AddressKindControl } from '../../parts/address-kind.tsx';
import { Entry } from '../../parts/entry.tsx';
import { useFirstMistake } from '../../parts/first-mistake.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { AddLine, RemoveLine } from '../../parts/lines.tsx';
import { Panel } from '../../parts/page.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { SuburbSearch } from '../../parts/suburb-search.tsx';
import type { PartProps, Warehouse } from './settings-draft.ts';

type Open = { at: number; warehouse: Warehouse };

export function WarehousesPart({ draft, refusal, onChange }: PartProps) {
  const [open, setOpen] = useState<Open>();
  const { warehouses } = draft;
  const hasDefault = warehouses.some((one) => one.is_default === true);
  const put = (next: readonly Warehouse[]): void =>
    onChange({ ...draft, warehouses: next.map((one, n) => ({ ...one, id: n + 1 })) });
  return (
    <Panel title="Warehouses" about="A request without a sender leaves from the default warehouse.">
      <Stack gap={0}>
        {warehouses.length === 0 ? (
          <Text size="sm" c="dimmed" mb="sm">
            No warehouse. Shop plug-ins that send no sender cannot get quotes without one.
          </Text>
        ) : null}
        {warehouses.map((one, n) => {
          const name = one.name || `Warehouse ${n + 1}`;
          const isDefault = one.is_default === true || (!hasDefault && n === 0);
          return (
            <Entry
              key={`${one.id} ${one.name}`}
              actions={
                <>
                  {isDefault ? null : (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={`Make default: ${name}`}
                      onClick={() =>
                        put(warehouses.map((each, at) => ({ ...each, is_default: at === n })))
                      }
                    >
                      Make default
                    </Button>
                  )}
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Change ${name}`}
                    onClick={() => setOpen({ at: n, warehouse: one })}
                  >
                    Change
                  </Button>
                  <RemoveLine
                    label={`Delete ${name}`}
                    onRemove={() => put(warehouses.toSpliced(n, 1))}
                  />
                </>
              }
            >
              <Group gap="xs">
                <Text fw={600} size="sm">
                  {name}
                </Text>
                {isDefault ? (
                  <Badge size="sm" variant="light">
                    Default
                  </Badge>
                ) : null}
              </Group>
              <Text size="sm">
                {[one.address, `${one.suburb ?? ''} ${one.state ?? ''} ${one.postcode ?? ''}`]
                  .filter((line) => line !== undefined && line.trim() !== '')
                  .join(', ')}
              </Text>
              {['suburb', 'postcode'].map((field) => {
                const problem = refusal?.field(`warehouses.${n}.${field}`);
                return problem === undefined ? null : (
                  <Text key={field} size="sm" c="red" role="alert">
                    {plainWords(problem)}
                  </Text>
                );
              })}
            </Entry>
          );
        })}
        <div>
          <AddLine
            onAdd={() =>
              setOpen({
                at: warehouses.length,
                warehouse: { country: 'AU', type: 'business', is_default: warehouses.length === 0 },
              })
            }
          >
            Add a warehouse
          </AddLine>
        </div>
      </Stack>
      {open === undefined ? null : (
        <WarehouseBox
          warehouse={open.warehouse}
          onClose={() => setOpen(undefined)}
          onTake={(warehouse) => {
            put(warehouses.toSpliced(open.at, 1, warehouse));
            setOpen(undefined);
          }}
        />
      )}
    </Panel>
  );
}

const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === '';

type WarehouseBoxProps = {
  warehouse: Warehouse;
  onClose: () => void;
  onTake: (warehouse: Warehouse) => void;
};

function WarehouseBox({ warehouse: given, onClose, onTake }: WarehouseBoxProps) {
  const [warehouse, setWarehouse] = useState(given);
  const [mistake, setMistake] = useState<Error>();
  const form = useRef<HTMLFormElement>(null);
  useFirstMistake(form, mistake);
  // The search sets both fields; a warehouse sent by a plug-in may have only one.
  const hasNoSuburb = isBlank(warehouse.suburb) || isBlank(warehouse.postcode);
  const put = (change: Partial<Warehouse>): void => setWarehouse({ ...warehouse, ...change });
  const input = (field: keyof Warehouse & string, label: string) => (
    <TextInput
      label={label}
      value={String(warehouse[field] ?? '')}
      onChange={(event) => put({ [field]: event.currentTarget.value })}
    />
  );
  const submit = (): void => {
    if (!hasNoSuburb) onTake(warehouse);
    else setMistake(new Error('Choose the suburb it sends from. Quotes need it.'));
  };
  return (
    <Modal opened onClose={onClose} title="Warehouse" size="lg">
      <Form ref={form} onSubmit={submit}>
        {input('name', 'Name')}
        {input('address', 'Street')}
        <SuburbSearch
          label="Suburb"
          offersCountries={false}
          error={hasNoSuburb ? mistake?.message : undefined}
          value={{
            country: 'AU',
            countryName: 'Australia',
            suburb: warehouse.suburb ?? '',
            postcode: warehouse.postcode ?? '',
            state: warehouse.state ?? '',
          }}
          onChange={({ suburb, postcode, state }) =>
            put({ suburb, postcode, state, country: 'AU' })
          }
        />
        <AddressKindControl
          aria-label="Kind of address"
          value={warehouse.type ?? 'business'}
          onChange={(type) => put({ type })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {input('company_name', 'Company')}
          {input('contact_name', 'Contact')}
          {input('phone', 'Phone')}
          {input('email', 'E-mail')}
        </SimpleGrid>
        <Textarea
          label="Products kept here"
          description="One SKU per line. With several warehouses, an order ships from the warehouse that stocks all its products. The default warehouse stocks all unlisted products."
          autosize
          minRows={2}
          maxRows={8}
          value={(warehouse.skus ?? []).join('\n')}
          onChange={(event) => put({ skus: event.currentTarget.value.split('\n') })}
        />
        <FormFoot onLeave={onClose} verb="Save" />
      </Form>
    </Modal>
  );
}
