// A booking's status in a colour that shows whether it needs action.
import { Badge } from '@mantine/core';
import { colourOf } from '../api/booking-status.ts';

export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge variant="light" color={colourOf({ status })} autoContrast>
      {status === 'new' ? 'Quoted' : sentenceCase(status)}
    </Badge>
  );
}

/** "Booked Manually" becomes "Booked manually". */
export function sentenceCase(status: string): string {
  return status.charAt(0) + status.slice(1).toLowerCase();
}
