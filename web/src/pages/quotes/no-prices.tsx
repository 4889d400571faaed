// The carriers without a price, grouped by reason, failures first.
import { Button, Collapse, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { fullName, useCarrierName, useInternationalServices } from '../../api/carriers.ts';
import type { QuoteError } from '../../api/wire.ts';
import { plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { withoutCode } from '../../parts/plain-words.ts';
import { groupErrors } from './market.ts';
import classes from './quote-list.module.css';

type NoPricesProps = {
  errors: readonly QuoteError[];
  /** The shipment stays in one country. */
  isDomestic: boolean;
  startsOpen: boolean;
};

const none: ReadonlySet<string> = new Set();

export function NoPrices({ errors, isDomestic, startsOpen }: NoPricesProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const nameOf = useCarrierName();
  const id = useId();
  const international = useInternationalServices();
  const abroadOnly = isDomestic ? international : none;
  const groups = groupErrors(errors, abroadOnly);
  const ours = groups
    .filter(({ isOurs }) => isOurs)
    .reduce((sum, group) => sum + group.errors.length, 0);
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        px={8}
        classNames={{ root: classes.reveal ?? '', label: classes.revealWords ?? '' }}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        leftSection={<Icon name={ours > 0 ? 'alert' : 'info'} size={16} />}
        rightSection={<Icon name="down" size={14} />}
      >
        {plural(errors.length, 'carrier service')} gave no price
        {ours > 0 ? `, ${ours} of them unexpectedly` : ''}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <Stack gap="md" p="xs">
          {groups.map((group) => (
            <div key={group.title}>
              <Text size="sm" fw={600}>
                {group.title}
              </Text>
              <ul className={classes.reasons}>
                {group.errors.map((error) => (
                  <li key={error.courier}>
                    <span>{fullName(nameOf(error.courier))}</span>
                    {abroadOnly.has(error.courier) ? null : (
                      <Text span c="dimmed" size="sm">
                        {withoutCode(error.message)}
                      </Text>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}
