// The user's saved views of a list, one button each, and a dialog that saves what the list shows now, renames a view or
// deletes one. A view is its address, so that a link shows the same list; its columns are set when it is opened here.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestViewName } from '../../../src/domain/users/saved-view.ts';
import { useRemoveView, useSaveView, viewsQuery } from '../api/saved-views.ts';
import type { SavedView } from '../api/wire.ts';
import { Entry } from './entry.tsx';
import { useFields } from './fields.ts';
import { Form } from './form.tsx';
import { FormFoot } from './form-foot.tsx';
import { Icon } from './icon.tsx';
import { ButtonLink } from './links.tsx';
import { useChosenColumns } from './list-table.tsx';
import { showUndo } from './notices.tsx';
import { Awaiting, Problem } from './states.tsx';

export type SavedViewsProps = {
  /** The name of the list's table, too. */
  list: SavedView['list'];
  /** The page's search, as it is in the address. */
  search: Readonly<Record<string, string | number | undefined>>;
};

export function SavedViews({ list, search }: SavedViewsProps) {
  const { data: views = [] } = useQuery(viewsQuery(list));
  const [columns, setColumns] = useChosenColumns(list);
  const [isOpen, dialog] = useDisclosure(false);
  const shown = { list, search: searchOf(search), columns };
  return (
    <Group gap="xs" role="group" aria-label="Saved views" data-screen>
      {views.map((view) => {
        const isShown = isSame(view.search, shown.search) && isSame(view.columns, columns);
        return (
          <ButtonLink
            key={view.id}
            to="."
            search={view.search as never}
            size="compact-sm"
            variant={isShown ? 'light' : 'default'}
            activeOptions={{ exact: true }}
            onClick={() => setColumns(view.columns)}
          >
            {view.name}
          </ButtonLink>
        );
      })}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<Icon name="plus" size={14} />}
        onClick={dialog.open}
      >
        {views.length === 0 ? 'Save view…' : 'Save or change views…'}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Saved views">
        <ViewsDialog shown={shown} onClose={dialog.close} />
      </Modal>
    </Group>
  );
}

/** The search without its page: a view begins at the first. */
function searchOf({ page: _page, ...search }: SavedViewsProps['search']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function isSame(one: object, other: object): boolean {
  const textOf = (values: object): string => JSON.stringify(Object.entries(values).toSorted());
  return textOf(one) === textOf(other);
}

type ViewsDialogProps = { shown: Omit<SavedView, 'id' | 'name'>; onClose: () => void };

function ViewsDialog({ shown, onClose }: ViewsDialogProps) {
  const views = useQuery(viewsQuery(shown.list));
  const save = useSaveView();
  const remove = useRemoveView();
  const { values, put, field, rest } = useFields({ name: '' }, save.error);
  const { name } = values;
  const [renamed, setRenamed] = useState<SavedView>();
  const isMeant = (view: SavedView): boolean =>
    view.name.toLowerCase() === name.trim().toLowerCase();
  const replaced = views.data?.find((view) => isMeant(view) && view.id !== renamed?.id);
  const again = (view: SavedView): void => save.mutate(withoutId(view));
  const keep = (): void =>
    save.mutate(
      renamed === undefined
        ? { ...shown, name }
        : { ...withoutId(renamed), name, replaces: renamed.id },
      {
        onSuccess: () => {
          if (replaced !== undefined)
            showUndo({
              id: `view ${replaced.id} replaced`,
              message: `${replaced.name} was replaced.`,
              onUndo: () => again(replaced),
            });
          onClose();
        },
      },
    );
  return (
    <Stack>
      <Form onSubmit={keep} gap="sm">
        <TextInput
          key={renamed?.id}
          label={renamed === undefined ? 'Name' : `New name of ${renamed.name}`}
          description={
            renamed === undefined
              ? 'Keeps the filters, the order and the columns shown.'
              : undefined
          }
          required
          maxLength={longestViewName}
          data-autofocus
          autoFocus={renamed !== undefined}
          {...field('name')}
        />
        <Problem error={rest} />
        <FormFoot
          onLeave={onClose}
          wayOut="Close"
          verb={
            renamed !== undefined
              ? 'Rename view'
              : replaced === undefined
                ? 'Save view'
                : 'Replace view'
          }
          isPending={save.isPending}
        />
      </Form>
      <Problem error={remove.error} />
      <Awaiting of={views} what="views" />
      <section aria-label="Your views">
        {views.data?.map((view) => (
          <Entry
            key={view.id}
            actions={
              <>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Rename ${view.name}`}
                  onClick={() => {
                    setRenamed(view);
                    put({ name: view.name });
                  }}
                >
                  Rename
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Delete ${view.name}`}
                  onClick={() =>
                    remove.mutate(view.id, {
                      onSuccess: () =>
                        showUndo({
                          id: `view ${view.id} deleted`,
                          message: `${view.name} was deleted.`,
                          onUndo: () => again(view),
                        }),
                    })
                  }
                >
                  Delete
                </Button>
              </>
            }
          >
            <Text fw={600}>{view.name}</Text>
          </Entry>
        ))}
      </section>
    </Stack>
  );
}

const withoutId = ({ id: _id, ...view }: SavedView): Omit<SavedView, 'id'> => view;
