// A button that chooses a file: a picture, or also a PDF.
import { Button } from '@mantine/core';
import { type ChangeEvent, useRef } from 'react';
import { Icon } from './icon.tsx';

type FileButtonProps = {
  children: string;
  takes: 'pictures' | 'documents';
  isPending?: boolean;
  onChoose: (file: File) => void;
};

const accepted = {
  pictures: 'image/jpeg,image/png',
  documents: 'image/jpeg,image/png,application/pdf',
};

export function FileButton({ children, takes, isPending = false, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    if (file !== undefined) onChoose(file);
    // Lets the person choose the same file again.
    currentTarget.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accepted[takes]}
        className="visually-hidden"
        aria-label={children}
        tabIndex={-1}
        onChange={take}
      />
      <Button
        variant="default"
        size="sm"
        loading={isPending}
        leftSection={<Icon name="upload" size={16} />}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
