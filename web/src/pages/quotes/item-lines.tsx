// The items, one line per kind. A line can be copied; spreadsheet cells can be pasted into any field or into the paste
// dialog.
import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { type ClipboardEvent, useRef } from 'react';
import type { ApiError } from '../../api/client.ts';
import { usePackagingTypes } from '../../api/packaging.ts';
import { kilograms, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { lineKey } from '../../parts/line-key.ts';
import { AddLine, RemoveLine } from '../../parts/lines.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { blankItem, type DraftItem, totalsOf } from './draft.ts';
import classes from './item-lines.module.css';
import { isTable, mostLines, type PastedItem, parsePasted } from './paste.ts';
import { PasteBox } from './paste-box.tsx';

/** Longer lists scroll in a frame of their own. */
const manyLines = 12;

type ItemLinesProps = {
  items: DraftItem[];
  refusal: ApiError | undefined;
  onChange: (items: DraftItem[]) => void;
};

export function ItemLines({ items, refusal, onChange }: ItemLinesProps) {
  const packagings = usePackagingTypes();
  const [isPasting, pasting] = useDisclosure(false);
  const list = useRef<HTMLDivElement>(null);
  const put = (n: number, change: Partial<DraftItem>): void =>
    onChange(items.map((item, at) => (at === n ? { ...item, ...change } : item)));
  const add = (item: DraftItem, at = items.length): void => {
    onChange(items.toSpliced(at, 0, item));
    requestAnimationFrame(() => {
      list.current?.children[at]?.querySelector<HTMLElement>('select, input')?.focus();
    });
  };
  /** Pasted lines replace an empty line. Returns how many fitted. */
  const addLines = (pasted: readonly PastedItem[], at = items.length): number => {
    const kept = items.filter((item) => !isBlank(item));
    const fresh = pasted.map(({ line: _line, ...item }) => ({ ...item, key: lineKey() }));
    const taken = fresh.slice(0, Math.max(0, mostLines - kept.length));
    onChange(kept.toSpliced(Math.min(at, kept.length), 0, ...taken));
    return taken.length;
  };
  const paste = (event: ClipboardEvent, n: number): void => {
    const text = event.clipboardData.getData('text/plain');
    if (!isTable(text)) return;
    event.preventDefault();
    const { items: pasted, problems } = parsePasted(text, packagings);
    pasteNotice(pasted, addLines(pasted, n), problems);
  };
  const wholeProblem = plainWords(refusal?.field('items'));
  return (
    <Stack gap="sm">
      <div ref={list} className={classes.lines} data-many={items.length > manyLines || undefined}>
        {items.map((item, n) => (
          <Line
            key={item.key}
            n={n}
            item={item}
            packagings={packagings}
            refusal={refusal}
            canRemove={items.length > 1}
            onChange={(change) => put(n, change)}
            onPaste={(event) => paste(event, n)}
            onCopy={() => add({ ...item, key: lineKey() }, n + 1)}
            onRemove={() => onChange(items.toSpliced(n, 1))}
          />
        ))}
      </div>
      {wholeProblem === undefined ? null : (
        <Text size="sm" c="red" role="alert">
          {wholeProblem}
        </Text>
      )}
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <AddLine onAdd={() => add(blankItem())} isFull={items.length >= mostLines}>
            Add a line
          </AddLine>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<Icon name="paste" size={14} />}
            onClick={pasting.open}
          >
            Paste from a spreadsheet
          </Button>
        </Group>
        <Totals items={items} />
      </Group>
      <PasteBox
        isOpen={isPasting}
        packagings={packagings}
        onClose={pasting.close}
        onTake={(pasted) => {
          const taken = addLines(pasted);
          if (taken < pasted.length) pasteNotice(pasted, taken);
        }}
      />
    </Stack>
  );
}

/** Reports lines that did not fit. */
function pasteNotice(
  pasted: readonly PastedItem[],
  taken: number,
  problems: readonly string[] = [],
): void {
  const room =
    taken === pasted.length
      ? []
      : [
          `${plural(taken, 'line')} of ${pasted.length} pasted: a quote can have ${mostLines} lines.`,
        ];
  const left = [...room, ...problems];
  notifications.show(
    left.length === 0
      ? { message: `${plural(taken, 'line')} pasted.` }
      : { color: 'red', title: 'Some lines were not pasted', message: left.join(' ') },
  );
}

type LineProps = {
  n: number;
  item: DraftItem;
  packagings: readonly string[];
  refusal: ApiError | undefined;
  canRemove: boolean;
  onChange: (change: Partial<DraftItem>) => void;
  onPaste: (event: ClipboardEvent) => void;
  onCopy: () => void;
  onRemove: () => void;
};

function Line(props: LineProps) {
  const { n, item, packagings, refusal, canRemove, onChange, onPaste, onCopy, onRemove } = props;
  const wrong = (field: string): string | undefined =>
    plainWords(refusal?.field(`items.${n}.${field}`));
  const figure = (field: 'quantity' | 'weight' | 'length' | 'width' | 'height', label: string) => (
    <TextInput
      label={label}
      aria-label={`${label}, line ${n + 1}`}
      inputMode={field === 'quantity' ? 'numeric' : 'decimal'}
      size="sm"
      value={item[field]}
      error={wrong(field)}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      onPaste={onPaste}
      className={classes[field]}
    />
  );
  return (
    <fieldset className={classes.line}>
      <legend className="visually-hidden">Line {n + 1}</legend>
      <NativeSelect
        label="Packaging"
        aria-label={`Packaging, line ${n + 1}`}
        size="sm"
        data={
          packagings.includes(item.packaging) ? [...packagings] : [item.packaging, ...packagings]
        }
        value={item.packaging}
        error={wrong('description')}
        onChange={(event) => onChange({ packaging: event.currentTarget.value })}
        className={classes.packaging}
      />
      {figure('quantity', 'Qty')}
      {figure('weight', 'Each, kg')}
      {figure('length', 'Length, cm')}
      {figure('width', 'Width, cm')}
      {figure('height', 'Height, cm')}
      <div className={classes.actions}>
        <Tooltip label="Copy this line">
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={onCopy}
            aria-label={`Copy line ${n + 1}`}
          >
            <Icon name="copy" size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Remove this line">
          <RemoveLine label={`Remove line ${n + 1}`} disabled={!canRemove} onRemove={onRemove} />
        </Tooltip>
      </div>
    </fieldset>
  );
}

function Totals({ items }: { items: readonly DraftItem[] }) {
  const { pieces, weight } = totalsOf(items);
  return (
    <Text size="sm" c="dimmed" className="figures">
      {plural(pieces, 'piece')}, {kilograms(weight)}
    </Text>
  );
}

function isBlank({ weight, length, width, height }: DraftItem): boolean {
  return weight === '' && length === '' && width === '' && height === '';
}
