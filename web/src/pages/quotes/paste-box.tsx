// A dialog for pasted spreadsheet cells, with a preview before the lines are added.
import { Button, Group, List, Modal, Stack, Table, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { plural } from '../../parts/figures.tsx';
import { type PastedItem, parsePasted } from './paste.ts';

type PasteBoxProps = {
  isOpen: boolean;
  packagings: readonly string[];
  onClose: () => void;
  onTake: (items: PastedItem[]) => void;
};

const mostPreviewed = 8;

export function PasteBox({ isOpen, packagings, onClose, onTake }: PasteBoxProps) {
  const [text, setText] = useState('');
  const { items, problems } = parsePasted(text, packagings);
  const close = (): void => {
    setText('');
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={close} title="Paste from a spreadsheet" size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          Columns in this order: quantity, packaging, weight (kg), length, width, height (cm). With
          a first row of names, any order will do.
        </Text>
        <Textarea
          label="Rows"
          autosize
          minRows={5}
          maxRows={10}
          data-autofocus
          spellCheck={false}
          classNames={{ input: 'mono' }}
          placeholder={'2\tCarton\t12.5\t40\t30\t30\n1\tPallet\t250\t120\t120\t100'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {problems.length === 0 ? null : (
          <div role="alert">
            <Text size="sm" fw={600} c="red">
              Not taken:
            </Text>
            <List size="sm" c="red">
              {problems.slice(0, mostPreviewed).map((problem) => (
                <List.Item key={problem}>{problem}</List.Item>
              ))}
              {problems.length > mostPreviewed ? (
                <List.Item>and {problems.length - mostPreviewed} more.</List.Item>
              ) : null}
            </List>
          </div>
        )}
        {items.length === 0 ? null : <Preview items={items} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={items.length === 0}
            onClick={() => {
              onTake(items);
              close();
            }}
          >
            {items.length === 0 ? 'Add lines' : `Add ${plural(items.length, 'line')}`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Preview({ items }: { items: readonly PastedItem[] }) {
  return (
    <>
      <Table className="figures" fz="sm">
        <Table.Thead>
          <Table.Tr>
            {['Qty', 'Packaging', 'kg', 'L', 'W', 'H'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.slice(0, mostPreviewed).map((item) => (
            <Table.Tr key={item.line}>
              <Table.Td>{item.quantity}</Table.Td>
              <Table.Td>{item.packaging}</Table.Td>
              <Table.Td>{item.weight}</Table.Td>
              <Table.Td>{item.length}</Table.Td>
              <Table.Td>{item.width}</Table.Td>
              <Table.Td>{item.height}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {items.length > mostPreviewed ? (
        <Text size="sm" c="dimmed" mt={4}>
          and {plural(items.length - mostPreviewed, 'more line', 'more lines')}
        </Text>
      ) : null}
    </>
  );
}
