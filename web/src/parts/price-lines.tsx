// The breakdown of a price, line by line, down to its total.
import { Text } from '@mantine/core';
import { useSession } from '../api/session.ts';
import type { Breakdown } from '../api/wire.ts';
import { kilograms, money, unrounded } from './figures.tsx';
import classes from './price-lines.module.css';

export function PriceLines({ breakdown }: { breakdown: Breakdown }) {
  // A member without GST registration charges no GST, but the carrier's GST is part of their price.
  const { is_gst_registered: isGstRegistered } = useSession();
  return (
    <table className={classes.lines}>
      <caption>
        <Text size="xs" c="dimmed" ta="start">
          Price breakdown: {laneOf(breakdown)}
          {kilograms(breakdown.charged_weight)} charged
        </Text>
      </caption>
      <tbody>
        {breakdown.lines.filter(isCharge).map((line) => (
          <tr key={`${line.code} ${line.label} ${line.rate}`}>
            <th scope="row">
              {line.code === 'GST' && !isGstRegistered ? 'GST in the carrier’s price' : line.label}
              <Text span size="xs" c="dimmed">
                {' '}
                {workingOf(line)}
              </Text>
            </th>
            <td>{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{money(breakdown.total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A live carrier's price has no zones. */
function laneOf({ from_zone: from, to_zone: to }: Breakdown): string {
  return from === '' && to === '' ? '' : `${from} → ${to}, `;
}

/** "78 kg × $0.42", "17.5 % of $50.66"; empty for a flat amount. */
function workingOf({ basis, unit, rate, amount }: Breakdown['lines'][number]): string {
  if (amount === 0 || (basis === 1 && unit === 'consignment')) return '';
  return unit === '%'
    ? `${unrounded(rate)} % of ${money(basis)}`
    : `${unrounded(basis)} ${unit} × $${unrounded(rate)}`;
}

/** Leaves out the line which only says that the carrier gave the price. */
function isCharge({ code, amount }: Breakdown['lines'][number]): boolean {
  return code !== 'LIVE' || amount !== 0;
}
