// A booking's status in a colour that says whether anything needs doing.
import { Badge } from '@mantine/core';

const colours: Readonly<Record<string, string>> = {
  new: 'gray',
  Confirmed: 'eucalypt',
  'Booked Manually': 'eucalypt',
  Reviewed: 'eucalypt',
  Paid: 'eucalypt',
  'Request Sent': 'blue',
  'Pending Payment': 'ochre',
  'Pending Review': 'ochre',
  'Request Failed': 'red',
  Cancelled: 'gray',
};

export function StatusBadge({ status }: { status: string }) {
  const colour = colours[status] ?? 'gray';
  return (
    <Badge variant="light" color={colour} autoContrast>
      {status === 'new' ? 'Quoted' : sentenceCase(status)}
    </Badge>
  );
}

function sentenceCase(status: string): string {
  return status.charAt(0) + status.slice(1).toLowerCase();
}
