// The contents, and instructions for drivers and the receiver.
import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { longestReference } from '../../../../src/domain/bookings/booking.ts';
import { longestDescription } from '../../api/bookings.ts';
import type { ApiError } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import type { Booking } from '../../api/wire.ts';
import { fieldsOf } from '../../parts/fields.ts';
import { Panel } from '../../parts/page.tsx';

export type Details = Pick<
  Booking,
  'description' | 'pickup_instructions' | 'special_instructions' | 'notifications'
> & { customer_reference: string };

type DetailsPartProps = {
  details: Details;
  refusal: ApiError | undefined;
  onChange: (details: Details) => void;
};

export function DetailsPart({ details, refusal, onChange }: DetailsPartProps) {
  const { sends_mails: sendsMails } = useSession();
  const put = (change: Partial<Details>): void => onChange({ ...details, ...change });
  const { field } = fieldsOf(details, put, refusal);
  return (
    <Panel title="Good to know">
      <Stack>
        <TextInput
          label="Your reference"
          description="A purchase order or job number, printed on the label and the invoice"
          maxLength={longestReference}
          {...field('customer_reference')}
        />
        <TextInput
          label="Contents"
          description="For the carrier and its driver"
          placeholder="Ceramic tiles"
          maxLength={longestDescription}
          {...field('description')}
        />
        <Textarea
          label="For the driver at pickup"
          autosize
          minRows={1}
          {...field('pickup_instructions')}
        />
        <Textarea
          label="For the driver at delivery"
          autosize
          minRows={1}
          {...field('special_instructions')}
        />
        {sendsMails ? (
          <Checkbox
            label="E-mail tracking updates to the receiver"
            checked={details.notifications.email}
            onChange={(event) =>
              put({
                notifications: { ...details.notifications, email: event.currentTarget.checked },
              })
            }
          />
        ) : null}
      </Stack>
    </Panel>
  );
}
