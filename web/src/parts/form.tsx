// A form that its page submits, with its fields one below the other.
import { Stack, type StackProps } from '@mantine/core';
import type { Ref } from 'react';

type FormProps = Omit<StackProps, 'onSubmit' | 'ref'> & {
  onSubmit: () => void;
  ref?: Ref<HTMLFormElement>;
};

export function Form({ onSubmit, ref, ...stack }: FormProps) {
  return (
    <form
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack {...stack} />
    </form>
  );
}
