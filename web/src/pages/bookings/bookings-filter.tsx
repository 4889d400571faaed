// Filters for the list of bookings, and the filtered list as a file. The filters are in the page's address, so that a
// reload, the back button and a link show the same list.
import { Button, Group } from '@mantine/core';
import { statusChoices } from '../../api/booking-status.ts';
import { bookingsFile, type Reader } from '../../api/bookings.ts';
import { DaySpan } from '../../parts/day-span.tsx';
import { DownloadButton } from '../../parts/download-button.tsx';
import { FilterSelect } from '../../parts/filter-select.tsx';
import { sentenceCase } from '../../parts/status-badge.tsx';
import type { BookingFilter } from '../../search.ts';
import { useCarrierChoices } from '../keys/carriers-part.tsx';
import { MemberSelect } from '../members/member-select.tsx';
import classes from './bookings.module.css';

type FilterPartProps = {
  filter: BookingFilter;
  reader: Reader;
  /** `isTyped`: partial input, which should not become an entry in the browser's history. */
  onChange: (filter: BookingFilter, how: { isTyped: boolean }) => void;
  /** False for search results, which cannot be downloaded. */
  hasFile: boolean;
};

export function FilterPart({ filter, reader, onChange, hasFile }: FilterPartProps) {
  const { carrier, status, from, to } = filter;
  const put = (change: BookingFilter, how = { isTyped: false }): void =>
    onChange({ ...filter, ...change }, how);
  return (
    <Group className={classes.filter} role="group" aria-label="Filters" data-screen>
      {reader === 'operator' ? (
        <MemberSelect value={filter.member} onChange={(member) => put({ member })} />
      ) : null}
      <FilterSelect
        label="Carrier"
        className={classes.carrier}
        value={carrier}
        all="Any"
        data={useCarriersWith(carrier)}
        onChange={(next) => put({ carrier: next })}
      />
      <FilterSelect
        label="Status"
        value={status}
        all="Any"
        data={statusChoices.map(({ value, title }) => ({ value, label: sentenceCase(title) }))}
        onChange={(next) => put({ status: next })}
      />
      <DaySpan
        days={{ from, to }}
        labels={{ from: 'Booked from', to: 'Booked until' }}
        onChange={(days) => put(days, { isTyped: true })}
      />
      <Group gap="xs" className={classes.filterEnd}>
        {isFiltered(filter) ? (
          <Button variant="subtle" color="gray" onClick={() => onChange({}, { isTyped: false })}>
            Clear
          </Button>
        ) : null}
        {hasFile ? <DownloadButton href={bookingsFile(filter)}>Download CSV</DownloadButton> : null}
      </Group>
    </Group>
  );
}

export const isFiltered = (filter: BookingFilter): boolean =>
  Object.values(filter).some((part) => part !== undefined);

/** Adds the chosen carrier even if it is not offered any more. */
function useCarriersWith(chosen: string | undefined): { value: string; label: string }[] {
  const choices = [...useCarrierChoices(), { value: 'demo', label: 'Demo courier' }];
  const isOffered = chosen === undefined || choices.some(({ value }) => value === chosen);
  return isOffered ? choices : [...choices, { value: chosen, label: chosen }];
}
