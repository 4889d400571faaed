// The button and dialog on a booking's page that open a claim.
import { Select, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type NewClaim, reasonNames, useOpenClaim } from '../../api/claims.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Problem } from '../../parts/states.tsx';

export function OpenClaim({ booking }: { booking: number }) {
  return (
    <DialogButton
      size="xs"
      title={`Claim for booking ${booking}`}
      dialog={(close) => <ClaimForm booking={booking} onLeave={close} />}
    >
      Open a claim…
    </DialogButton>
  );
}

function ClaimForm({ booking, onLeave }: { booking: number; onLeave: () => void }) {
  const navigate = useNavigate();
  const claim = useOpenClaim();
  const first: NewClaim = { booking_id: booking, reason: 'damaged', amount: '', note: '' };
  const { values: given, field } = useFields(first, claim.error);
  const submit = (): void => {
    void claim.mutateAsync(given).then(
      ({ id }) => navigate({ to: '/claims/$id', params: { id: String(id) } }),
      () => undefined,
    );
  };
  return (
    <Form onSubmit={submit}>
      <Select
        label="Reason"
        allowDeselect={false}
        data={Object.entries(reasonNames).map(([value, label]) => ({ value, label }))}
        {...field('reason')}
      />
      <TextInput
        label="Amount"
        description="The value of the goods, or the cost of the repair"
        leftSection="$"
        inputMode="decimal"
        {...field('amount')}
      />
      <Textarea label="What happened" autosize minRows={3} {...field('note')} />
      <Problem error={claim.error} />
      <FormFoot onLeave={onLeave} verb="Open claim" isPending={claim.isPending} />
    </Form>
  );
}
