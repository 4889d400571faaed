// A suburb, found while it is typed: by name, postcode or the beginning of either. Countries are found too, for freight
// that leaves Australia. What is typed is asked a moment later, and an answer counts only for the text it was asked for.
// Whoever goes on without choosing gets the best match of all that they typed, or is told that there is none: never the
// place that was there before.
import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ask } from '../api/client.ts';
import type { CountryLocation, Suburb } from '../api/wire.ts';
import { type Settling, useHeldSubmit } from './held-submit.ts';
import { Icon } from './icon.tsx';
import { type Place, placesFound, shown } from './places-found.ts';
import { titleCase } from './title-case.ts';

export type { Place };

type SuburbSearchProps = {
  label: string;
  value: Place;
  onChange: (place: Place) => void;
  error?: string | undefined;
  /** Freight may also leave Australia. */
  offersCountries?: boolean;
  /** Told while the box says something else than `value`, which is then not what the person means. */
  onUnsettled?: ((isUnsettled: boolean) => void) | undefined;
};

const pauseMs = 120;
const mostSuburbs = 12;
const shortestText = 2;

export function SuburbSearch(props: SuburbSearchProps) {
  const { label, value, onChange, error, offersCountries = true, onUnsettled } = props;
  // What is marked outlives the list: a click elsewhere closes that before the box is left.
  const combobox = useCombobox();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  /** Whoever typed it is done with it: the best match is taken as soon as it is known. */
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
    // Without a network it fails, and the box says so; it would wait unseen, and send the form when nobody expects it.
    networkMode: 'always',
  });
  const { data, isFetching } = search;
  const places = placesFound(wanted, data?.locations ?? [], { offersCountries });
  const [best] = places;
  // Until then the list is that of an earlier text: to choose from, but not to be taken for this one.
  const isAnswered = data !== undefined && wanted === typed && !search.isPlaceholderData;
  const isOpenable = wanted.length >= shortestText && text !== undefined;
  const state = ((): Settling => {
    if (text === undefined) return 'settled';
    if (!isDone) return 'typing';
    const isNothing = typed.length < shortestText || (isAnswered && best === undefined);
    return isNothing || (search.isError && !isFetching) ? 'failed' : 'asking';
  })();
  const take = (place: Place | undefined): void => {
    if (place !== undefined) onChange(place);
    setText(undefined);
    setIsDone(false);
    combobox.closeDropdown();
    combobox.resetSelectedOption();
  };
  const leave = (): void => {
    const marked = places[combobox.getSelectedOptionIndex()];
    if (marked !== undefined) {
      take(marked);
      return;
    }
    combobox.closeDropdown();
    if (typed === '' || typed === shown(value)) take(undefined);
    else setIsDone(true);
    if (search.isError) void search.refetch();
  };
  const takeBest = useEffectEvent(() => take(best));
  const isFound = state === 'asking' && isAnswered;
  useEffect(() => {
    if (isFound) takeBest();
  }, [isFound]);
  // What was marked with the arrow keys is not in the new list, or at another place.
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
    <Combobox store={combobox} onOptionSubmit={(name) => take(named(places, name))} shadow="md">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={input}
          label={label}
          placeholder={offersCountries ? 'Suburb, postcode or country' : 'Suburb or postcode'}
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
            // Another window came to the front; the person comes back to where they were.
            if (document.activeElement === event.currentTarget) return;
            if (text !== undefined) leave();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') combobox.resetSelectedOption();
            // Enter takes the best match, as people expect of a search box.
            if (event.key !== 'Enter' || text === undefined) return;
            if (combobox.getSelectedOptionIndex() >= 0) return;
            event.preventDefault();
            leave();
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
          {places.length === 0 && !isFetching && state === 'typing' ? (
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

const notFound = (text: string): string =>
  `Nothing was found for “${text}”. Type a postcode or part of a name and choose from the list.`;
