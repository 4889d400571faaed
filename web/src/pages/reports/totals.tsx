// The figures at the head of a report.
import { SimpleGrid, type SimpleGridProps, Text } from '@mantine/core';
import classes from './dashboard.module.css';

type TotalsProps = Required<Pick<SimpleGridProps, 'cols'>> & {
  shown: readonly { name: string; value: string }[];
};

export function Totals({ cols, shown }: TotalsProps) {
  return (
    <SimpleGrid component="dl" cols={cols} spacing="md" className={classes.totals}>
      {shown.map(({ name, value }) => (
        <div key={name} className={classes.total}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" className={`${classes.value} figures`}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
