// Sends labels of bookings to one of the member's label printers; nothing for members without one.
import { Button, type ButtonProps, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { printersQuery, usePrintOn } from '../api/printers.ts';
import { plural } from './figures.tsx';
import { Icon } from './icon.tsx';

type PrintOnProps = ButtonProps & { ids: readonly number[] };

export function PrintOn({ ids, ...button }: PrintOnProps) {
  const { data } = useQuery(printersQuery);
  const print = usePrintOn();
  const [first, ...others] = data?.printers ?? [];
  if (first === undefined) return null;
  const printOn = ({ id, name }: typeof first): void =>
    print.mutate(
      { printer: id, ids },
      {
        onSuccess: (count) =>
          notifications.show({
            color: 'eucalypt',
            message: `${plural(count, 'label')} queued for ${name}. See Printers for the queue.`,
          }),
        onError: ({ message }) =>
          notifications.show({ color: 'red', title: 'Not printed', message }),
      },
    );
  const look = {
    variant: 'default',
    leftSection: <Icon name="printer" size={14} />,
    loading: print.isPending,
    ...button,
  };
  if (others.length === 0)
    return (
      <Button {...look} onClick={() => printOn(first)}>
        Print on {first.name}
      </Button>
    );
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button {...look} rightSection={<Icon name="down" size={14} />}>
          Print on…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[first, ...others].map((printer) => (
          <Menu.Item key={printer.id} onClick={() => printOn(printer)}>
            {printer.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
