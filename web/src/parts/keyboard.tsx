// Keys of every page: the one that opens the command palette, also while a person types; those of lists, where j and k
// move from row to row, Enter opens one, x selects it and / searches; and ?, which shows these keys. All rest while a
// dialog is open.
import { Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
export const paletteKey = isMac ? '⌘ K' : 'Ctrl K';

const keys = [
  [paletteKey, 'Search or jump to a page'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row, or not'],
  ['/', 'Search'],
  ['?', 'Show these keys'],
] as const;

export function Keyboard({ onPalette }: { onPalette: () => void }) {
  const [isHelpShown, help] = useDisclosure(false);
  const { open } = help;
  const openPalette = useEffectEvent(onPalette);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isDialogOpen()) return;
      if (isPaletteKey(event)) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping()) return;
      const act = actions[event.key];
      if (event.key === '?') open();
      else if (act === undefined) return;
      else act();
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
  return (
    <Modal opened={isHelpShown} onClose={help.close} title="Keys">
      <Table>
        <Table.Tbody>
          {keys.map(([key, words]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">
                <Kbd>{key}</Kbd>
              </Table.Th>
              <Table.Td>{words}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey;

const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** A checkbox is no field to type into. */
const isTyping = (): boolean =>
  document.activeElement?.matches('input:not([type="checkbox"]), textarea, select') === true;

const currentRow = () => document.activeElement?.closest('[data-row-of-list]') ?? null;

function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row-of-list]')];
  const current = currentRow();
  const at = current === null ? -1 : rows.indexOf(current as HTMLElement);
  const next = rows[Math.max(0, at + step)];
  (next?.querySelector<HTMLElement>('[data-opens-row]') ?? next)?.focus();
}

const actions: Readonly<Record<string, () => void>> = {
  j: () => move(1),
  k: () => move(-1),
  x: () => currentRow()?.querySelector<HTMLElement>('[data-kind="choose"] input')?.click(),
  '/': () => document.querySelector<HTMLElement>('[data-searches]')?.focus(),
};
