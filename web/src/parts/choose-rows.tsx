// Row selection for bulk actions: one checkbox above the list, and one in each row.
import { Checkbox, Table } from '@mantine/core';
import { chooseAllWords, type Head } from './list-table.tsx';

export type Chosen = {
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
};

/** The checkbox in the column's head: selects all `ids`, or none of them; other rows stay as they are. */
export function chooseAll(
  label: string,
  ids: readonly number[],
  { chosen, onChoose }: Chosen,
): Head {
  const isAll = ids.length > 0 && ids.every((id) => chosen.has(id));
  return {
    key: 'choose',
    width: 40,
    children: (
      <Checkbox
        label={<span className={chooseAllWords}>{label}</span>}
        disabled={ids.length === 0}
        checked={isAll}
        onChange={() => {
          const others = [...chosen].filter((one) => !ids.includes(one));
          onChoose(new Set(isAll ? others : [...others, ...ids]));
        }}
      />
    ),
  };
}

export function ChooseCell(props: Chosen & { id: number; label: string; isOffered: boolean }) {
  const { id, label, isOffered, chosen, onChoose } = props;
  return (
    <Table.Td data-plain>
      <Checkbox
        aria-label={label}
        disabled={!isOffered}
        checked={chosen.has(id)}
        onChange={({ currentTarget: { checked } }) => {
          const others = [...chosen].filter((one) => one !== id);
          onChoose(new Set(checked ? [...others, id] : others));
        }}
      />
    </Table.Td>
  );
}
