// Every service that can be quoted: whether it is enabled, its rate card and how reliably it answers. Refreshes while
// it is open.
import { Badge, Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { fullName } from '../../api/carriers.ts';
import { isNamed, servicesQuery, useSwitchService } from '../../api/operator.ts';
import type { Service } from '../../api/wire.ts';
import { plural } from '../../parts/figures.tsx';
import { type Column, RowLink } from '../../parts/list-table.tsx';
import { Listed, useListSearch } from '../../parts/listed.tsx';
import { Page } from '../../parts/page.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Empty, Problem } from '../../parts/states.tsx';

export function CarriersPage() {
  const query = useQuery(servicesQuery);
  const { data } = query;
  const change = useSwitchService();
  const wanted = useSearch({ from: '/members/operators/operator/carriers' });
  const { q = '', sort } = wanted;
  const { put, order } = useListSearch(wanted);
  const shown =
    data === undefined ? undefined : sorted(data, sort).filter((one) => isNamed(one, q));
  return (
    <Page
      title="Carriers"
      about={
        data === undefined
          ? undefined
          : `${plural(data.filter(({ is_on }) => is_on).length, 'service')} of ${data.length} on. Changes apply from the next quote.`
      }
    >
      <SearchField
        aria-label="Search carriers"
        placeholder="Carrier or service"
        w={360}
        value={q}
        onSearch={(text) => put({ q: text }, true)}
      />
      <Listed
        of={query}
        rows={shown}
        what="carriers"
        views={{ list: 'carriers', search: wanted }}
        keyOf={(service) => service.string_id}
        columns={columnsWith(change)}
        order={order}
        isDense
        empty={
          <Empty icon="truck" title="No such carrier">
            Search for part of a carrier’s or a service’s name, or its string_id.
          </Empty>
        }
      >
        <Problem error={change.error} />
      </Listed>
    </Page>
  );
}

/** What a column shows, to sort by. The list is complete, so that the page can sort it. */
const sortValues: Readonly<Record<string, (service: Service) => string | number>> = {
  on: ({ is_on }) => Number(is_on),
  service: (service) => fullName(service).toLowerCase(),
  card: (service) => cardInForce(service)?.code ?? '',
  priced: ({ answers }) => answers.priced / Math.max(1, askedOf(answers)),
};

function sorted(services: readonly Service[], sort = ''): readonly Service[] {
  const value = sortValues[sort.replace(/^-/, '')];
  if (value === undefined) return services;
  const up = services.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    return a === b ? 0 : a < b ? -1 : 1;
  });
  return sort.startsWith('-') ? up.reverse() : up;
}

const cardInForce = ({ cards }: Service) => cards.find(({ is_in_force }) => is_in_force);

const askedOf = ({ priced, no_service, failed }: Service['answers']): number =>
  priced + no_service + failed;

const columnsWith = (change: ReturnType<typeof useSwitchService>): Column<Service>[] => [
  {
    heading: 'Service',
    sort: 'service',
    cell: (service) => (
      <RowLink to="/operator/bookings" search={{ carrier: service.string_id }}>
        {fullName(service)}
      </RowLink>
    ),
    below: (service) => <span className="mono">{service.string_id}</span>,
  },
  {
    heading: 'On',
    sort: 'on',
    cell: (service) => (
      <Switch
        aria-label={`${fullName(service)} on`}
        checked={service.is_on}
        disabled={change.isPending && change.variables.id === service.string_id}
        onChange={(event) =>
          change.mutate({ id: service.string_id, isOn: event.currentTarget.checked })
        }
      />
    ),
  },
  {
    heading: 'Rate card in force',
    sort: 'card',
    cell: (service) =>
      cardInForce(service)?.code ?? (service.origin === 'live' ? 'Live prices' : 'None'),
    below: (service) => <span className="mono">{cardInForce(service)?.version}</span>,
  },
  { heading: 'Prices', kind: 'short', cell: (service) => <Prices service={service} /> },
  { heading: 'Priced', sort: 'priced', cell: (service) => <Priced service={service} /> },
  { heading: 'Live answers', kind: 'short', cell: (service) => <Live service={service} /> },
];

function Prices({ service }: { service: Service }) {
  const next = service.cards.filter(({ is_in_force }) => !is_in_force).length;
  return (
    <Group gap={6}>
      {service.is_sample ? (
        <Badge size="xs" variant="light" color="ochre">
          Sample prices
        </Badge>
      ) : null}
      {service.is_stale ? (
        <Badge size="xs" variant="light" color="red">
          Newer files refused
        </Badge>
      ) : null}
      {next === 0 ? null : (
        <Text size="xs" c="dimmed">
          {plural(next, 'other card')}
        </Text>
      )}
    </Group>
  );
}

const percents = new Intl.NumberFormat('en-AU', { style: 'percent', maximumFractionDigits: 1 });

function Priced({ service: { answers } }: { service: Service }) {
  const asked = askedOf(answers);
  return (
    <Text size="xs" c="dimmed" className="figures">
      {asked === 0
        ? 'No requests since the start'
        : `Priced ${percents.format(answers.priced / asked)} of ${asked}${answers.failed === 0 ? '' : `, ${answers.failed} failed`}`}
    </Text>
  );
}

function Live({ service: { live } }: { service: Service }) {
  if (live === null) return null;
  return (
    <Group gap={6}>
      <Badge size="sm" variant="light" color={live.is_left_alone ? 'red' : 'eucalypt'}>
        {live.is_left_alone ? 'Left alone for a moment' : 'Asked'}
      </Badge>
      {live.asked === 0 ? null : (
        <Text size="xs" className="figures">
          p50 {live.p50_ms} ms, p95 {live.p95_ms} ms, max {live.max_ms} ms of{' '}
          {plural(live.asked, 'answer')}
          {live.failed === 0 ? '' : `, ${live.failed} failed`}
        </Text>
      )}
    </Group>
  );
}
