// Certifies a house account: what proves each operation, a new run, how far it is, and the runs before it.
import { Alert, Badge, Button, Group, List, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { houseAccountsQuery, useAccountName } from '../../api/carrier-accounts.ts';
import {
  type CertificationRun,
  certificationFile,
  certificationsQuery,
  isUnderWay,
  stepName,
  useStopCertification,
} from '../../api/certifications.ts';
import type { HouseAccount } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { DownloadButton } from '../../parts/download-button.tsx';
import { day, when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { RoleGate } from '../../parts/role-gate.tsx';
import { Awaiting, Empty, Problem } from '../../parts/states.tsx';
import { CertifyForm } from './certify-form.tsx';

export function CertifyPage() {
  const { id } = useParams({ from: '/members/operators/operator/accounts/$id' });
  const name = useAccountName()(id);
  const accounts = useQuery(houseAccountsQuery);
  const certifications = useQuery(certificationsQuery(id));
  const account = accounts.data?.find(({ carrier }) => carrier === id);
  const [latest, ...earlier] = certifications.data?.runs ?? [];
  useFreshStandings(latest);
  return (
    <Page
      title={`Certify ${name}`}
      about="Tries every operation with your account: prices, a booking with its label, tracking and a manifest. It cancels what it books, and charges no member. Use an account with the carrier’s test system."
      above={<BackLink to="/operator/accounts">House accounts</BackLink>}
    >
      <Awaiting of={accounts} what="the account" />
      <Awaiting of={certifications} what="the certifications" />
      {accounts.data !== undefined && account === undefined ? (
        <Panel flush>
          <Empty icon="link" title="No such carrier">
            Choose a carrier among the house accounts.
          </Empty>
        </Panel>
      ) : null}
      {account === undefined || certifications.data === undefined ? null : (
        <>
          {latest === undefined ? null : <Run carrier={id} run={latest} />}
          <Panel title="Operations" flush>
            <Operations operations={account.operations} />
          </Panel>
          {account.connected_at === null ? (
            <Panel flush>
              <Empty icon="link" title="Not connected">
                Connect the account first, on the page of house accounts.
              </Empty>
            </Panel>
          ) : isUnderWay(latest) ? null : (
            <RoleGate needs="admin">
              <CertifyForm key={latest?.id} carrier={id} />
            </RoleGate>
          )}
          {earlier.length === 0 ? null : <Earlier carrier={id} runs={earlier} />}
        </>
      )}
    </Page>
  );
}

/** The results of an account change when its run ends. */
function useFreshStandings(latest: CertificationRun | undefined): void {
  const queries = useQueryClient();
  const state = latest?.state;
  useEffect(() => {
    if (state === undefined) return;
    void queries.invalidateQueries({ queryKey: houseAccountsQuery.queryKey });
  }, [queries, state]);
}

type Operation = HouseAccount['operations'][number];

const isCertified = ({ outcome, certified_at }: Operation): boolean =>
  certified_at !== null && outcome !== 'skipped';

function Operations({ operations }: { operations: HouseAccount['operations'] }) {
  return (
    <ListTable
      rows={operations}
      keyOf={({ operation }) => operation}
      columns={[
        { heading: 'Operation', cell: ({ operation }) => operation },
        {
          heading: 'Standing',
          cell: (one) =>
            isCertified(one) ? (
              <Badge variant="light" color={one.outcome === 'ok' ? 'eucalypt' : 'red'}>
                {one.outcome === 'ok' ? 'Certified' : 'Failed'}
              </Badge>
            ) : (
              <Badge variant="light" color="ochre">
                Never certified
              </Badge>
            ),
          below: (one) => {
            if (isCertified(one) && one.outcome === 'failed') return one.reason;
            return one.recordings > 0 ? 'Proven on recorded answers' : '';
          },
        },
        {
          heading: 'Date',
          cell: (one) => (isCertified(one) && one.certified_at ? day(one.certified_at) : '–'),
        },
      ]}
    />
  );
}

const stateWords = {
  running: 'Under way',
  stopping: 'Stopping: what was booked is cancelled first',
  complete: 'Complete',
  failed: 'Ended early',
  died: 'The server stopped before the run ended',
} as const;

const outcomes = {
  ok: { color: 'eucalypt', words: 'Worked' },
  failed: { color: 'red', words: 'Failed' },
  skipped: { color: 'gray', words: 'Skipped' },
} as const;

function Run({ carrier, run }: { carrier: string; run: CertificationRun }) {
  const stop = useStopCertification(carrier);
  const isOn = isUnderWay(run);
  const current = isOn ? run.steps.findIndex(({ outcome }) => outcome === null) : -1;
  return (
    <Panel
      title={isOn ? 'Run under way' : 'Last run'}
      about={`${stateWords[run.state]}. Started ${when(run.begun_at)}.`}
      actions={
        isOn ? (
          <Button
            variant="default"
            loading={stop.isPending}
            disabled={run.state === 'stopping'}
            onClick={() => stop.mutate(undefined)}
          >
            Stop the run
          </Button>
        ) : (
          <Group gap="xs">
            <FileLink carrier={carrier} run={run.id} file="report.md">
              Download report
            </FileLink>
            <FileLink carrier={carrier} run={run.id} file="recordings.zip">
              Download recordings
            </FileLink>
          </Group>
        )
      }
      flush
    >
      <Problem error={stop.error} />
      {run.state === 'failed' ? (
        <Problem error={new Error(run.message)} title="The run ended early" />
      ) : null}
      {isOn ? null : <Left left={run.left} />}
      <ListTable
        rows={[...run.steps.entries()]}
        keyOf={([n]) => n}
        columns={[
          { heading: 'Step', cell: ([, { title }]) => stepName(title) },
          {
            heading: 'Result',
            kind: 'short',
            cell: ([n, { outcome }]) =>
              outcome === null ? (
                <Text size="sm" c="dimmed" role={n === current ? 'status' : undefined}>
                  {n === current ? 'Under way…' : isOn ? 'Waiting' : 'Not tried'}
                </Text>
              ) : (
                <Badge variant="light" color={outcomes[outcome].color}>
                  {outcomes[outcome].words}
                </Badge>
              ),
          },
          {
            heading: 'Reason',
            kind: 'written',
            cell: ([, { reason }]) => (
              <Text size="sm" c="dimmed">
                {reason}
              </Text>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Left({ left }: { left: readonly string[] }) {
  if (left.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="alert" />}
      title="May still be with the carrier"
      role="alert"
    >
      <List size="sm">
        {left.map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        Cancel it with the carrier.
      </Text>
    </Alert>
  );
}

function Earlier({ carrier, runs }: { carrier: string; runs: readonly CertificationRun[] }) {
  return (
    <Panel title="Earlier runs" flush>
      <ListTable
        rows={runs}
        keyOf={({ id }) => id}
        columns={[
          { heading: 'Started', cell: (run) => when(run.begun_at) },
          {
            heading: 'Result',
            cell: ({ state, steps }) => {
              const failed = steps.filter(({ outcome }) => outcome === 'failed').length;
              return `${stateWords[state]}${failed === 0 ? '' : `, ${failed} failed`}`;
            },
          },
          {
            heading: 'May still be with the carrier',
            cell: ({ left }) => (left.length === 0 ? '–' : left.join(', ')),
          },
          {
            heading: 'Actions',
            kind: 'actions',
            cell: ({ id }) => (
              <FileLink carrier={carrier} run={id} file="report.md">
                Download report
              </FileLink>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function FileLink(props: {
  carrier: string;
  run: number;
  file: 'report.md' | 'recordings.zip';
  children: string;
}) {
  const { carrier, run, file, children } = props;
  return (
    <DownloadButton href={certificationFile(carrier, run, file)} size="compact-sm">
      {children}
    </DownloadButton>
  );
}
