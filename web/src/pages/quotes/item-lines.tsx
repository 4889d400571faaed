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
import {
  type ClipboardEvent,
  memo,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ApiError } from '../../api/client.ts';
import { usePackagingTypes } from '../../api/packaging.ts';
import { cubicMetres, kilograms, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { lineKey } from '../../parts/line-key.ts';
import { AddLine, RemoveLine } from '../../parts/lines.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { blankItem, type DraftItem, totalsOf, usualKgPerM3 } from './draft.ts';
import classes from './item-lines.module.css';
import { isTable, mostLines, type PastedItem, parsePasted } from './paste.ts';
import { PasteBox } from './paste-box.tsx';
import { Presets } from './presets.tsx';

/** Longer lists scroll in a frame of their own. */
const manyLines = 12;

/** Rows that appear at once; further ones follow while the page keeps answering. */
const rowsAtOnce = 24;

type ChangeItems = (change: (items: DraftItem[]) => DraftItem[]) => void;

type ItemLinesProps = {
  items: DraftItem[];
  refusal: ApiError | undefined;
  /** The same function each time; otherwise every line is rendered again with each key. */
  onChange: ChangeItems;
};

export function ItemLines({ items, refusal, onChange }: ItemLinesProps) {
  const packagings = usePackagingTypes();
  const [isPasting, pasting] = useDisclosure(false);
  const list = useRef<HTMLDivElement>(null);
  const rows = useGrowing(items.length);
  const latest = useRef(items);
  useLayoutEffect(() => {
    latest.current = items;
  });
  const { add, addLines, ofLine } = useMemo(() => {
    const place = (key: string): number => latest.current.findIndex((item) => item.key === key);
    const add = (item: DraftItem, at = latest.current.length): void => {
      onChange((before) => before.toSpliced(at, 0, item));
      requestAnimationFrame(() => {
        list.current?.children[at]?.querySelector<HTMLElement>('select, input')?.focus();
      });
    };
    /** Pasted lines replace an empty line. Returns how many fitted. */
    const addLines = (
      added: readonly Omit<DraftItem, 'key'>[],
      at = latest.current.length,
    ): number => {
      const kept = latest.current.filter((item) => !isBlank(item));
      const fresh = added.map(({ packaging, quantity, weight, length, width, height }) => {
        return { key: lineKey(), packaging, quantity, weight, length, width, height };
      });
      const taken = fresh.slice(0, Math.max(0, mostLines - kept.length));
      onChange(() => kept.toSpliced(Math.min(at, kept.length), 0, ...taken));
      return taken.length;
    };
    const ofLine: OfLine = {
      put: (key, change) =>
        onChange((before) =>
          before.map((item) => (item.key === key ? { ...item, ...change } : item)),
        ),
      copy: (item) => add({ ...item, key: lineKey() }, place(item.key) + 1),
      remove: (key) => onChange((before) => before.filter((item) => item.key !== key)),
      paste: (event, key) => {
        const text = event.clipboardData.getData('text/plain');
        if (!isTable(text)) return;
        event.preventDefault();
        const { items: pasted, problems } = parsePasted(text, packagings);
        pasteNotice(pasted, addLines(pasted, place(key)), problems);
      },
    };
    return { add, addLines, ofLine };
  }, [onChange, packagings]);
  const wholeProblem = plainWords(refusal?.field('items'));
  return (
    <Stack gap="sm">
      <div ref={list} className={classes.lines} data-many={items.length > manyLines || undefined}>
        {items.slice(0, rows).map((item, n) => (
          <Line
            key={item.key}
            n={n}
            item={item}
            packagings={packagings}
            refusal={refusal}
            canRemove={items.length > 1}
            of={ofLine}
          />
        ))}
      </div>
      {wholeProblem === undefined ? null : (
        <Text size="sm" c="red" role="alert">
          {wholeProblem}
        </Text>
      )}
      <Totals items={items} />
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
        <Presets
          items={items}
          isFull={items.length >= mostLines}
          onAdd={(item) => addLines([item])}
        />
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

/** How many rows to show. It stays ahead of the wanted number, so that a single new row appears at once. */
function useGrowing(wanted: number): number {
  const [rows, setRows] = useState(rowsAtOnce);
  useEffect(() => {
    if (rows < wanted + rowsAtOnce) startTransition(() => setRows(rows + rowsAtOnce));
  }, [rows, wanted]);
  return rows;
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

type OfLine = {
  put: (key: string, change: Partial<DraftItem>) => void;
  copy: (item: DraftItem) => void;
  remove: (key: string) => void;
  paste: (event: ClipboardEvent, key: string) => void;
};

type LineProps = {
  n: number;
  item: DraftItem;
  packagings: readonly string[];
  refusal: ApiError | undefined;
  canRemove: boolean;
  of: OfLine;
};

const Line = memo(function Line(props: LineProps) {
  const { n, item, packagings, refusal, canRemove, of: actions } = props;
  const { key } = item;
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
      onChange={(event) => actions.put(key, { [field]: event.currentTarget.value })}
      onPaste={(event) => actions.paste(event, key)}
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
        onChange={(event) => actions.put(key, { packaging: event.currentTarget.value })}
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
            onClick={() => actions.copy(item)}
            aria-label={`Copy line ${n + 1}`}
          >
            <Icon name="copy" size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Remove this line">
          <RemoveLine
            label={`Remove line ${n + 1}`}
            disabled={!canRemove}
            onRemove={() => actions.remove(key)}
          />
        </Tooltip>
      </div>
    </fieldset>
  );
});

function Totals({ items }: { items: readonly DraftItem[] }) {
  const { pieces, weight, volume } = totalsOf(items);
  return (
    <Text size="sm" c="dimmed" className="figures">
      {plural(pieces, 'piece')}, {kilograms(weight)}, {cubicMetres(volume)}{' '}
      <span className="unbroken">
        ({kilograms(Math.round(volume * usualKgPerM3))} cubic at {usualKgPerM3} kg/m³)
      </span>
    </Text>
  );
}

function isBlank({ weight, length, width, height }: DraftItem): boolean {
  return weight === '' && length === '' && width === '' && height === '';
}
