// Where a CSV comes from: a file or pasted text, with a template of the columns. The page reads it.
import { Button, Group, Textarea } from '@mantine/core';
import { type ChangeEvent, useRef } from 'react';
import { DownloadButton } from './download-button.tsx';
import { Icon } from './icon.tsx';

type CsvSourceProps = {
  text: string;
  onChange: (text: string) => void;
  template: { fileName: string; text: string };
  /** What the columns mean, where the name is not enough. */
  about?: string | undefined;
  /** The current text is being processed. */
  isLocked?: boolean;
};

export function CsvSource(props: CsvSourceProps) {
  const { text, onChange, template, about, isLocked = false } = props;
  const file = useRef<HTMLInputElement>(null);
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [chosen] = currentTarget.files ?? [];
    // The dialog was closed without a choice: keep the current text.
    if (chosen === undefined) return;
    onChange(await chosen.text());
    // Lets the person choose the same file again after correcting it.
    currentTarget.value = '';
  };
  return (
    <>
      <Group>
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv,text/plain"
          className="visually-hidden"
          aria-label="CSV file"
          tabIndex={-1}
          onChange={(event) => void take(event)}
        />
        <Button
          leftSection={<Icon name="upload" size={16} />}
          disabled={isLocked}
          onClick={() => file.current?.click()}
        >
          Choose a file
        </Button>
        <DownloadButton
          fileName={template.fileName}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(template.text)}`}
        >
          Template
        </DownloadButton>
      </Group>
      <Textarea
        label="Or paste it"
        description={about}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        readOnly={isLocked}
        classNames={{ input: 'mono' }}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
