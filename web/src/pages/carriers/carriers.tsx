// Every service that can be quoted: whether it is enabled, its rate card and how reliably it answers. Refreshes while
// it is open.
import { Badge, Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { fullName } from '../../api/carriers.ts';
import { isNamed, servicesQuery, useSwitchService } from '../../api/operator.ts';
import type { Service } from '../../api/wire.ts';
import { plural } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Awaiting, Empty, Problem } from '../../parts/states.tsx';

export function CarriersPage() {
  const { data, error, refetch } = useQuery(servicesQuery);
  const { q = '' } = useSearch({ from: '/members/operators/operator/carriers' });
  const navigate = useNavigate();
  const shown = data?.filter((service) => isNamed(service, q));
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
        onSearch={(text) =>
          void navigate({ to: '/operator/carriers', search: { q: text }, replace: true })
        }
      />
      <Awaiting of={{ data, error, refetch }} what="carriers" />
      {shown === undefined ? null : (
        <Panel flush>
          {shown.length === 0 ? (
            <Empty icon="truck" title="No such carrier">
              Search for part of a carrier’s or a service’s name, or its string_id.
            </Empty>
          ) : (
            <ServiceTable services={shown} />
          )}
        </Panel>
      )}
    </Page>
  );
}

function ServiceTable({ services }: { services: readonly Service[] }) {
  const change = useSwitchService();
  return (
    <>
      <Problem error={change.error} />
      <ListTable
        rows={services}
        keyOf={(service) => service.string_id}
        columns={[
          {
            heading: 'On',
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
            heading: 'Service',
            cell: (service) => <b>{fullName(service)}</b>,
            below: (service) => <span className="mono">{service.string_id}</span>,
          },
          { heading: 'Rate card in force', cell: (service) => <CardCell service={service} /> },
          { heading: 'Health', cell: (service) => <Health service={service} /> },
        ]}
      />
    </>
  );
}

function CardCell({ service }: { service: Service }) {
  const inForce = service.cards.find(({ is_in_force }) => is_in_force);
  const next = service.cards.filter(({ is_in_force }) => !is_in_force).length;
  return (
    <>
      <Text size="sm">{inForce?.code ?? (service.origin === 'live' ? 'Live prices' : 'None')}</Text>
      <Group gap={6}>
        {inForce === undefined ? null : (
          <Text size="xs" c="dimmed" className="mono">
            {inForce.version}
          </Text>
        )}
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
            and {plural(next, 'other card')}
          </Text>
        )}
      </Group>
    </>
  );
}

const percents = new Intl.NumberFormat('en-AU', { style: 'percent', maximumFractionDigits: 1 });

function Health({ service: { answers, live } }: { service: Service }) {
  const asked = answers.priced + answers.no_service + answers.failed;
  return (
    <>
      {live === null ? null : (
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
      )}
      <Text size="xs" c="dimmed" className="figures">
        {asked === 0
          ? 'No requests since the start'
          : `Priced ${percents.format(answers.priced / asked)} of ${asked}${answers.failed === 0 ? '' : `, ${answers.failed} failed`}`}
      </Text>
    </>
  );
}
