// A booking's status in a colour that says whether anything needs doing.
import { Badge } from '@mantine/core';
import { colourOf } from '../api/booking-status.ts';

export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge variant="light" color={colourOf({ status })} autoContrast>
      {status === 'new' ? 'Quoted' : sentenceCase(status)}
    </Badge>
  );
}

/** "Booked Manually" is "Booked manually". */
export function sentenceCase(status: string): string {
  return status.charAt(0) + status.slice(1).toLowerCase();
}
