// A box whose text is searched for a moment after it was typed, and stands in the address of the page. An address that
// changes otherwise, by the menu, a filter or the way back, is what the box says from then on: what was typed and not
// yet searched for is dropped, so that a list and the box over it never tell different things.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

/** How long nothing more is typed before it is searched for. */
export const searchPauseMs = 250;

type SearchFieldProps = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'placeholder' | 'inputMode' | 'w'
> & {
  /** What the address says. */
  value: string | undefined;
  /** Puts it into the address. */
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
    // More may have been typed since it was searched for.
    if (isOwn) return;
    search.cancel();
    setText(value);
  }, [address, value, search]);
  return (
    <TextInput
      leftSection={<Icon name="search" size={16} />}
      maw="100%"
      {...input}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
