// The member's address book: search, add, change and remove addresses.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { addressesQuery, useRemoveAddress, useSaveAddress } from '../../api/addresses.ts';
import type { SavedAddress } from '../../api/wire.ts';
import { kindName } from '../../parts/address-kind.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { Listed, useListSearch } from '../../parts/listed.tsx';
import { showFailed, showUndo } from '../../parts/notices.tsx';
import { Page } from '../../parts/page.tsx';
import { byName } from '../../parts/pager.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { Empty } from '../../parts/states.tsx';
import { useAskedToAdd } from '../../parts/use-asked-to-add.ts';
import { AddressBox } from './address-box.tsx';

export function AddressesPage() {
  const search = useSearch({ from: '/members/addresses' });
  const { put, ...shown } = useListSearch(search);
  const addresses = useQuery(addressesQuery(search));
  const [edited, setEdited] = useState<SavedAddress | 'new'>();
  useAskedToAdd(() => setEdited('new'));
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
      Add address
    </Button>
  );
  return (
    <Page
      title="Address book"
      about="Search it while you type a sender or receiver in a quote."
      actions={
        <>
          <ButtonLink
            to="/addresses/import"
            variant="default"
            leftSection={<Icon name="upload" size={16} />}
          >
            Import CSV
          </ButtonLink>
          {add}
        </>
      }
    >
      <SearchField
        aria-label="Search the address book"
        placeholder="Name, company, suburb or postcode"
        w={360}
        value={search.q}
        onSearch={(q) => put({ q }, true)}
      />
      <Listed
        {...shown}
        of={addresses}
        rows={addresses.data}
        what="addresses"
        keyOf={({ id }) => id}
        columns={columnsWith(setEdited)}
        pageOrder={byName}
        empty={<Nothing isSearch={search.q !== undefined} />}
      />
      <AddressBox edited={edited} onClose={() => setEdited(undefined)} />
    </Page>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  if (isSearch)
    return (
      <Empty icon="search" title="Nothing found">
        Search for the first letters of words of a name, a company, a street or a suburb, or for a
        postcode.
      </Empty>
    );
  return (
    <Empty icon="home" title="No addresses yet">
      Add the places that you send to often, or import them from a CSV file.
    </Empty>
  );
}

const columnsWith = (onEdit: (address: SavedAddress) => void): Column<SavedAddress>[] => [
  {
    heading: 'Name',
    kind: 'written',
    cell: (address) => <b>{titleOf(address)}</b>,
    below: (address) => (address.company_name === '' ? '' : address.name),
  },
  {
    heading: 'Address',
    kind: 'written',
    cell: ({ address }) => address,
    below: (address) => `${placeLine(address)}, ${kindName(address.type).toLowerCase()}`,
  },
  {
    heading: 'Contact',
    kind: 'short',
    cell: ({ phone }) => phone,
    below: ({ email }) => email,
  },
  {
    heading: 'Instructions',
    kind: 'written',
    cell: ({ instructions }) => (
      <Text size="sm" lineClamp={2}>
        {instructions}
      </Text>
    ),
  },
  {
    heading: 'Actions',
    kind: 'actions',
    cell: (address) => <AddressActions address={address} onEdit={() => onEdit(address)} />,
  },
];

const titleOf = (address: SavedAddress): string => address.company_name || address.name;

function AddressActions({ address, onEdit }: { address: SavedAddress; onEdit: () => void }) {
  const { id, ...body } = address;
  const remove = useRemoveAddress();
  const restore = useSaveAddress(undefined);
  const title = titleOf(address);
  const removeWithUndo = (): void =>
    remove.mutate(id, {
      onSuccess: () =>
        showUndo({
          id: `address ${id}`,
          message: `${title} is removed.`,
          onUndo: () => restore.mutate(body, { onError: showFailed }),
        }),
      onError: showFailed,
    });
  return (
    <Group gap={4} wrap="nowrap">
      <Button size="compact-sm" variant="default" aria-label={`Change ${title}`} onClick={onEdit}>
        Change
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Remove ${title}`}
        loading={remove.isPending}
        onClick={removeWithUndo}
      >
        Remove
      </Button>
    </Group>
  );
}
