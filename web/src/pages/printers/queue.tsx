// The queue of a member's labels, newest first: what was printed, what waits and why, with reprints.
import { Badge, Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type JobsShown, printJobsQuery, useCancelJob, useReprint } from '../../api/printers.ts';
import type { LabelPrinter, PrintJob } from '../../api/wire.ts';
import { when } from '../../parts/figures.tsx';
import { RowLink } from '../../parts/list-table.tsx';
import { Listed } from '../../parts/listed.tsx';
import { showFailed } from '../../parts/notices.tsx';
import { Empty } from '../../parts/states.tsx';

const all = '';

export function Queue({ printers }: { printers: readonly LabelPrinter[] }) {
  const [shown, setShown] = useState<JobsShown>({ page: 1 });
  const jobs = useQuery(printJobsQuery(shown));
  return (
    <Listed
      of={jobs}
      rows={jobs.data}
      what="labels"
      page={shown.page}
      onPage={(page) => setShown({ ...shown, page })}
      empty={<NoLabels status={shown.status} />}
      title="Queue"
      about="Labels of the last 30 days."
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Labels shown"
          value={shown.status ?? all}
          onChange={(status) =>
            setShown({
              page: 1,
              status: status === all ? undefined : (status as PrintJob['status']),
            })
          }
          data={[
            { value: all, label: 'All' },
            { value: 'waiting', label: 'Waiting' },
            { value: 'failed', label: 'Failed' },
          ]}
        />
      }
      keyOf={({ id }) => id}
      columns={[
        {
          heading: 'Label',
          cell: ({ booking_id: booking }) =>
            booking === null ? (
              'Test label'
            ) : (
              <RowLink to="/bookings/$id" params={{ id: String(booking) }}>
                Booking {booking}
              </RowLink>
            ),
        },
        {
          heading: 'Printer',
          cell: (job) => printers.find(({ id }) => id === job.printer_id)?.name ?? '–',
        },
        {
          heading: 'Status',
          kind: 'written',
          cell: ({ status }) => (
            <Badge variant="light" color={statuses[status].colour} autoContrast>
              {statuses[status].name}
            </Badge>
          ),
          below: ({ status, problem }) => (status === 'cancelled' ? '' : problem),
        },
        { heading: 'Queued', cell: ({ queued }) => when(queued) },
        { heading: 'Actions', kind: 'actions', cell: (job) => <JobActions job={job} /> },
      ]}
    />
  );
}

function NoLabels({ status }: Pick<JobsShown, 'status'>) {
  if (status === 'waiting')
    return (
      <Empty icon="check" title="No label waits">
        Everything is printed.
      </Empty>
    );
  if (status === 'failed')
    return (
      <Empty icon="check" title="No label failed">
        A label that could not be printed appears here with the reason.
      </Empty>
    );
  return (
    <Empty icon="printer" title="No labels yet">
      Print a test label, or the labels of a booking.
    </Empty>
  );
}

const statuses: Readonly<Record<PrintJob['status'], { name: string; colour: string }>> = {
  waiting: { name: 'Waiting', colour: 'ochre' },
  sent: { name: 'Sent', colour: 'eucalypt' },
  failed: { name: 'Failed', colour: 'red' },
  cancelled: { name: 'Cancelled', colour: 'gray' },
};

function JobActions({ job }: { job: PrintJob }) {
  const reprint = useReprint();
  const cancel = useCancelJob();
  const { booking_id: booking, status } = job;
  const what = booking === null ? 'test label' : `booking ${booking}`;
  return status === 'waiting' ? (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={cancel.isPending}
      aria-label={`Cancel: ${what}`}
      onClick={() => cancel.mutate(job.id, { onError: showFailed })}
    >
      Cancel
    </Button>
  ) : (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={reprint.isPending}
      aria-label={`Print again: ${what}`}
      onClick={() => reprint.mutate(job.id, { onError: showFailed })}
    >
      Print again
    </Button>
  );
}
