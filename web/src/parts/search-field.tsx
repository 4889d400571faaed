// A search box that keeps its text in the page's address and searches shortly after the last key. When the address
// changes otherwise, by the menu, a filter or the Back button, the box follows and drops text that was not searched
// yet.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

/** The pause after the last key before the search starts. */
export const searchPauseMs = 250;

type SearchFieldProps = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'placeholder' | 'inputMode' | 'w'
> & {
  /** The text in the address. */
  value: string | undefined;
  /** Writes the text to the address. */
  onSearch: (text: string | undefined) => void;
};

export function SearchField({ value = '', onSearch, ...input }: SearchFieldProps) {
  const address = useSearch({ strict: false });
  const [text, setText] = useState(value);
  const followed = useRef(address);
  const sought = useRef<string>(undefined);
  const search = useDebouncedCallback((wanted: string) => {
    sought.current = wanted;
    onSearch(wanted || undefined);
  }, searchPauseMs);
  useEffect(() => {
    if (address === followed.current) return;
    const isOwn = value === sought.current;
    followed.current = address;
    sought.current = undefined;
    // The person may have typed more since the search started.
    if (isOwn) return;
    search.cancel();
    setText(value);
  }, [address, value, search]);
  return (
    <TextInput
      leftSection={<Icon name="search" size={16} />}
      maw="100%"
      data-screen
      data-searches
      {...input}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
