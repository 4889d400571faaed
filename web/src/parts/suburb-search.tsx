// A suburb, found while it is typed: by name, postcode or the beginning of either. Countries are found too, for freight
// that leaves Australia. What is typed is asked a moment later, and answers to what is no longer typed are dropped.
import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/client.ts';
import type { CountryLocation, Suburb } from '../api/wire.ts';
import { Icon } from './icon.tsx';
import { titleCase } from './title-case.ts';

export type Place = {
  country: string;
  countryName: string;
  suburb: string;
  postcode: string;
  state: string;
};

type SuburbSearchProps = {
  label: string;
  value: Place;
  onChange: (place: Place) => void;
  error?: string | undefined;
  /** Freight may also leave Australia. */
  offersCountries?: boolean;
};

const pauseMs = 120;
const mostShown = 12;

export function SuburbSearch(props: SuburbSearchProps) {
  const { label, value, onChange, error, offersCountries = true } = props;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState<string>();
  const [wanted] = useDebouncedValue((text ?? '').trim(), pauseMs);
  const { data, isFetching } = useQuery({
    queryKey: ['suburbs', wanted],
    queryFn: ({ signal }) =>
      ask<{ locations: (Suburb | CountryLocation)[] }>(
        'GET',
        `/locations/search?limit=${mostShown}&q=${encodeURIComponent(wanted)}`,
        { signal },
      ),
    enabled: wanted.length >= 2,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  const places = (data?.locations ?? [])
    .map(placeFrom)
    .filter((place) => offersCountries || place.country === 'AU')
    .slice(0, mostShown);
  const isOpenable = wanted.length >= 2 && text !== undefined;
  const choose = (name: string): void => {
    const place = places.find((one) => shown(one) === name);
    if (place !== undefined) onChange(place);
    setText(undefined);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={label}
          placeholder={offersCountries ? 'Suburb, postcode or country' : 'Suburb or postcode'}
          value={text ?? shown(value)}
          error={error}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          leftSection={<Icon name="search" size={16} />}
          rightSection={isFetching && isOpenable ? <Loader size={14} /> : null}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            // Typed but not chosen: the one and only match is what was meant.
            const [only] = places;
            if (text !== undefined && only !== undefined && isMeant(only, text)) onChange(only);
            setText(undefined);
            combobox.closeDropdown();
          }}
          onKeyDown={(event) => {
            // Enter takes the best match, as people expect of a search box.
            const [best] = places;
            if (event.key !== 'Enter' || text === undefined) return;
            if (combobox.getSelectedOptionIndex() >= 0 || best === undefined) return;
            event.preventDefault();
            choose(shown(best));
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpenable}>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={label}>
          {places.map((place) => (
            <Combobox.Option value={shown(place)} key={shown(place)}>
              {place.country === 'AU' ? (
                <>
                  <Text span size="sm" fw={500}>
                    {titleCase(place.suburb)}
                  </Text>{' '}
                  <Text span size="sm" c="dimmed">
                    {place.state} {place.postcode}
                  </Text>
                </>
              ) : (
                <Text span size="sm">
                  {place.countryName}{' '}
                  <Text span size="sm" c="dimmed">
                    overseas
                  </Text>
                </Text>
              )}
            </Combobox.Option>
          ))}
          {places.length === 0 && !isFetching ? (
            <Combobox.Empty>Nothing found. Try the postcode.</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function placeFrom(found: Suburb | CountryLocation): Place {
  return 'country_code' in found
    ? {
        country: found.country_code,
        countryName: found.country_name,
        suburb: '',
        postcode: '',
        state: '',
      }
    : {
        country: 'AU',
        countryName: 'Australia',
        suburb: found.locality,
        postcode: found.postcode,
        state: found.state,
      };
}

export function shown(place: Place): string {
  if (place.country !== 'AU') return place.countryName;
  return [titleCase(place.suburb), place.state, place.postcode]
    .filter((part) => part !== '')
    .join(' ');
}

function isMeant(place: Place, text: string): boolean {
  const plain = text.trim().toUpperCase();
  return plain === place.suburb || plain === place.postcode || plain === shown(place).toUpperCase();
}
