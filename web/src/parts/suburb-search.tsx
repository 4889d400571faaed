// A search for suburbs by name, postcode or their beginning, and for countries if freight may leave Australia. It
// searches shortly after the last key and ignores answers for earlier text. Leaving the field without a choice takes
// the best match for the whole text or reports that there is none; it never keeps the previous place. With `onSaved`
// it also searches the member's address book.
import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressesQuery } from '../api/addresses.ts';
import { ask } from '../api/client.ts';
import type { CountryLocation, SavedAddress, Suburb } from '../api/wire.ts';
import { type Settling, useHeldSubmit } from './held-submit.ts';
import { Icon } from './icon.tsx';
import { placeLine } from './place-line.ts';
import { type Place, placesFound, shown } from './places-found.ts';
import { titleCase } from './title-case.ts';

export type { Place };

type SuburbSearchProps = {
  label: string;
  value: Place;
  onChange: (place: Place) => void;
  error?: string | undefined;
  /** Freight may leave Australia. */
  offersCountries?: boolean;
  /**
   * Called with true when the person starts to type, and with false once the text is settled. Until then `value` is
   * outdated.
   */
  onUnsettled?: ((isUnsettled: boolean) => void) | undefined;
  /** Offers addresses of the address book too. */
  onSaved?: ((address: SavedAddress) => void) | undefined;
};

const pauseMs = 120;
const mostSuburbs = 12;
const mostSaved = 5;
const shortestText = 2;

export function SuburbSearch(props: SuburbSearchProps) {
  const { label, value, onChange, error, offersCountries = true, onUnsettled, onSaved } = props;
  // Keeps the marked row after a click elsewhere has closed the list.
  const combobox = useCombobox();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  /** The person has left the field: take the best match as soon as it is known. */
  const [isDone, setIsDone] = useState(false);
  const typed = (text ?? '').trim();
  const [paused] = useDebouncedValue(typed, pauseMs);
  const wanted = isDone ? typed : paused;
  const search = useQuery({
    queryKey: ['suburbs', wanted],
    queryFn: ({ signal }) =>
      ask<{ locations: (Suburb | CountryLocation)[] }>(
        'GET',
        `/locations/search?limit=${mostSuburbs}&q=${encodeURIComponent(wanted)}`,
        { signal },
      ),
    enabled: wanted.length >= shortestText,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    // Without a network the search fails at once and the box says so; a paused search would submit the form later,
    // unexpectedly.
    networkMode: 'always',
  });
  const book = useQuery({
    ...addressesQuery({ q: wanted, limit: mostSaved }),
    enabled: onSaved !== undefined && wanted.length >= shortestText,
    networkMode: 'always',
  });
  const saved = wanted.length >= shortestText ? (book.data ?? []) : [];
  const { data, isFetching } = search;
  const places = placesFound(wanted, data?.locations ?? [], { offersCountries });
  const [best] = places;
  // Until the answer arrives, the list belongs to an earlier text: the person may choose from it, but it gives no best
  // match.
  const isAnswered =
    data !== undefined && wanted === typed && !search.isPlaceholderData && !book.isFetching;
  const isOpenable = wanted.length >= shortestText && text !== undefined;
  const state = ((): Settling => {
    if (text === undefined) return 'settled';
    if (!isDone) return 'typing';
    const isNothing =
      typed.length < shortestText || (isAnswered && best === undefined && saved.length === 0);
    return isNothing || (search.isError && !isFetching) ? 'failed' : 'asking';
  })();
  const take = (place: Place | undefined): void => {
    if (place !== undefined) onChange(place);
    setText(undefined);
    setIsDone(false);
    combobox.closeDropdown();
    combobox.resetSelectedOption();
  };
  const takeSaved = (address: SavedAddress): void => {
    onSaved?.(address);
    take(undefined);
  };
  const leave = (): void => {
    const at = combobox.getSelectedOptionIndex();
    const address = saved[at];
    if (address !== undefined) {
      takeSaved(address);
      return;
    }
    const marked = places[at - saved.length];
    if (marked !== undefined) {
      take(marked);
      return;
    }
    combobox.closeDropdown();
    if (typed === '' || typed === shown(value)) take(undefined);
    else setIsDone(true);
    if (search.isError) void search.refetch();
  };
  const takeBest = useEffectEvent(() => {
    const [address] = saved;
    if (best === undefined && address !== undefined) takeSaved(address);
    else take(best);
  });
  const isFound = state === 'asking' && isAnswered;
  useEffect(() => {
    if (isFound) takeBest();
  }, [isFound]);
  // The row marked with the arrow keys may have moved or gone.
  const forgetMarked = useEffectEvent((_: typeof data) => combobox.resetSelectedOption());
  useEffect(() => forgetMarked(data), [data]);
  const tellUnsettled = useEffectEvent((is: boolean) => onUnsettled?.(is));
  const isUnsettled = state !== 'settled';
  useEffect(() => {
    if (!isUnsettled) return;
    tellUnsettled(true);
    return () => tellUnsettled(false);
  }, [isUnsettled]);
  useHeldSubmit(input, state, leave);
  const problem = search.isError ? search.error.message : notFound(typed);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(name) => {
        const address = saved.find((one) => savedName(one) === name);
        if (address === undefined) take(named(places, name));
        else takeSaved(address);
      }}
      shadow="md"
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={input}
          label={label}
          placeholder={placeholderFor(offersCountries, onSaved !== undefined)}
          value={text ?? shown(value)}
          error={state === 'failed' ? problem : error}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          leftSection={<Icon name="search" size={16} />}
          rightSection={isFetching && isOpenable ? <Loader size={14} /> : null}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setIsDone(false);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => {
            // Another window got the focus; the person will return to this field.
            if (document.activeElement === event.currentTarget) return;
            if (text !== undefined) leave();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') combobox.resetSelectedOption();
            // Enter takes the best match.
            if (event.key !== 'Enter' || text === undefined) return;
            if (combobox.getSelectedOptionIndex() >= 0) return;
            event.preventDefault();
            leave();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpenable}>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={label}>
          {saved.map((address) => (
            <Combobox.Option value={savedName(address)} key={savedName(address)}>
              <Text span size="sm" fw={500}>
                {address.company_name || address.name}
              </Text>{' '}
              <Text span size="sm" c="dimmed">
                {[address.address, placeLine(address)].filter((part) => part !== '').join(', ')}
              </Text>
            </Combobox.Option>
          ))}
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
                <>
                  <Text span size="sm" fw={500}>
                    {place.countryName}
                  </Text>{' '}
                  <Text span size="sm" c="dimmed">
                    overseas
                  </Text>
                </>
              )}
            </Combobox.Option>
          ))}
          {places.length === 0 && saved.length === 0 && !isFetching && state === 'typing' ? (
            <Combobox.Empty>
              {search.isError ? search.error.message : 'Nothing found. Try the postcode.'}
            </Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const named = (places: readonly Place[], name: string): Place | undefined =>
  places.find((place) => shown(place) === name);

function placeholderFor(offersCountries: boolean, searchesBook: boolean): string {
  if (searchesBook) return 'Suburb, postcode, country or saved name';
  return offersCountries ? 'Suburb, postcode or country' : 'Suburb or postcode';
}

const savedName = ({ id }: SavedAddress): string => `address ${id}`;

const notFound = (text: string): string =>
  `Nothing was found for “${text}”. Type a postcode or part of a name and choose from the list.`;
