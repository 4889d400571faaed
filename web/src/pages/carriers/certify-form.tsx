// Starts a certification: the freight to try, and which of the steps that cost money may be taken.
import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  certificationPlanQuery,
  stepName,
  useStartCertification,
} from '../../api/certifications.ts';
import { refusalOf } from '../../api/client.ts';
import type { CertificationPlan, CertificationRequest } from '../../api/wire.ts';
import { fieldsOf } from '../../parts/fields.ts';
import { useFirstMistake } from '../../parts/first-mistake.ts';
import { Form } from '../../parts/form.tsx';
import { Panel } from '../../parts/page.tsx';
import type { Place } from '../../parts/places-found.ts';
import { Loading, Problem } from '../../parts/states.tsx';
import { SuburbSearch } from '../../parts/suburb-search.tsx';

type Operation = CertificationPlan['steps'][number]['operation'];
type End = Place & { street: string };
type Freight = {
  sender: End;
  receiver: End;
  weight: string | number;
  length: string | number;
  width: string | number;
  height: string | number;
};

const nowhere: End = {
  country: 'AU',
  countryName: 'Australia',
  suburb: '',
  postcode: '',
  state: '',
  street: '',
};
const oneCarton: Freight = {
  sender: nowhere,
  receiver: nowhere,
  weight: 3,
  length: 30,
  width: 20,
  height: 15,
};
const measures = [
  ['weight', 'Weight, kg'],
  ['length', 'Length, cm'],
  ['width', 'Width, cm'],
  ['height', 'Height, cm'],
] as const;

export function CertifyForm({ carrier }: { carrier: string }) {
  const [isOwn, setIsOwn] = useState(false);
  const [freight, setFreight] = useState(oneCarton);
  const [connote, setConnote] = useState('');
  const [confirmed, setConfirmed] = useState<ReadonlySet<Operation>>(new Set());
  const form = useRef<HTMLFormElement>(null);
  const start = useStartCertification(carrier);
  const body = requestOf(isOwn ? freight : undefined, connote);
  const [planned] = useDebouncedValue(
    isPlaced(freight) || !isOwn ? JSON.stringify(body) : '{}',
    300,
  );
  const plan = useQuery(
    certificationPlanQuery(carrier, JSON.parse(planned) as CertificationRequest),
  );
  const error = start.error ?? plan.error;
  const refusal = refusalOf(error);
  useFirstMistake(form, start.error);
  const steps = plan.data?.steps ?? [];
  const takesBookings = steps.some(({ operation }) => operation === 'book');
  const tracks = steps.some(({ operation }) => operation === 'track');
  return (
    <Panel title="New run">
      <Form
        ref={form}
        onSubmit={() => start.mutate({ ...body, confirmed: [...confirmed] })}
        gap="md"
      >
        <div>
          <Text size="sm" fw={500} id="freight">
            Freight
          </Text>
          <SegmentedControl
            aria-labelledby="freight"
            value={isOwn ? 'own' : 'usual'}
            data={[
              { value: 'usual', label: 'Usual lanes and items' },
              { value: 'own', label: 'My own' },
            ]}
            onChange={(value) => setIsOwn(value === 'own')}
          />
        </div>
        {isOwn ? <FreightFields freight={freight} onChange={setFreight} error={error} /> : null}
        {tracks && !takesBookings ? (
          <TextInput
            label="Consignment to track"
            description="This carrier takes no bookings. Without a number, tracking is skipped."
            maw={320}
            value={connote}
            onChange={(event) => setConnote(event.currentTarget.value)}
          />
        ) : null}
        {plan.isPending ? <Loading what="the plan" /> : null}
        <Steps steps={steps} confirmed={confirmed} onConfirm={setConfirmed} />
        {refusal?.body.errors === undefined ? <Problem error={error} /> : null}
        <Group>
          <Button type="submit" loading={start.isPending}>
            Start certification
          </Button>
        </Group>
      </Form>
    </Panel>
  );
}

function FreightFields(props: {
  freight: Freight;
  onChange: (freight: Freight) => void;
  error: unknown;
}) {
  const { freight, onChange, error } = props;
  const put = (change: Partial<Freight>): void => onChange({ ...freight, ...change });
  const { field, wrong } = fieldsOf(freight, put, error, (name) => `items.0.${name}`);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(['sender', 'receiver'] as const).map((end) => (
          <Stack key={end} gap="xs">
            <SuburbSearch
              label={end === 'sender' ? 'From' : 'To'}
              value={freight[end]}
              error={wrong(`${end}.suburb`) ?? wrong(`${end}.postcode`) ?? wrong('lane')}
              onChange={(place) => put({ [end]: { ...place, street: freight[end].street } })}
            />
            <TextInput
              label={end === 'sender' ? 'Street of the sender' : 'Street of the receiver'}
              description="Optional. Some carriers look it up."
              value={freight[end].street}
              error={wrong(`${end}.address`)}
              onChange={(event) => {
                put({ [end]: { ...freight[end], street: event.currentTarget.value } });
              }}
            />
          </Stack>
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {measures.map(([name, label]) => (
          <NumberInput key={name} label={label} min={0} hideControls {...field(name)} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

/** Harmless steps are always taken; the others only with a tick. */
function Steps(props: {
  steps: CertificationPlan['steps'];
  confirmed: ReadonlySet<Operation>;
  onConfirm: (confirmed: ReadonlySet<Operation>) => void;
}) {
  const { steps, confirmed, onConfirm } = props;
  return (
    <Stack gap="xs" role="group" aria-label="Steps">
      <Text size="sm" fw={500}>
        Steps
      </Text>
      {[...steps.entries()].map(([n, { operation, title, warning }]) =>
        warning === null ? (
          <Text key={n} size="sm">
            {n + 1}. {stepName(title)}
          </Text>
        ) : (
          <Checkbox
            key={n}
            label={`${n + 1}. ${stepName(title)}`}
            description={`${warning} Without a tick it is skipped.`}
            checked={confirmed.has(operation)}
            onChange={({ currentTarget: { checked } }) => {
              const others = [...confirmed].filter((one) => one !== operation);
              onConfirm(new Set(checked ? [...others, operation] : others));
            }}
          />
        ),
      )}
    </Stack>
  );
}

const isPlaced = ({ sender, receiver }: Freight): boolean =>
  [sender, receiver].every(({ suburb, country }) => suburb !== '' || country !== 'AU');

function requestOf(freight: Freight | undefined, connote: string): CertificationRequest {
  const tracked = connote.trim() === '' ? {} : { connote: connote.trim() };
  if (freight === undefined) return tracked;
  const { sender, receiver, weight, length, width, height } = freight;
  return {
    ...tracked,
    sender: addressOf(sender),
    receiver: addressOf(receiver),
    items: [{ description: 'Carton', quantity: 1, weight, length, width, height }],
  };
}

function addressOf({ country, suburb, postcode, state, street }: End) {
  return { type: 'business' as const, country, suburb, postcode, state, address: street };
}
