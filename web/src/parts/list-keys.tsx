// Keys for lists: j and k move from row to row, Enter opens one, x selects it, / searches, and ? shows these keys. They
// rest while a person types or a dialog is open.
import { Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';

const keys = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row, or not'],
  ['/', 'Search'],
  ['?', 'Show these keys'],
] as const;

export function ListKeys() {
  const [isHelpShown, help] = useDisclosure(false);
  const { open } = help;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy()) return;
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

/** A checkbox is no field to type into. */
function isBusy(): boolean {
  return (
    document.activeElement?.matches('input:not([type="checkbox"]), textarea, select') === true ||
    document.querySelector('[role="dialog"], [role="menu"]') !== null
  );
}

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
  x: () => currentRow()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click(),
  '/': () => document.querySelector<HTMLElement>('[data-searches]')?.focus(),
};
