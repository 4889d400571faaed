// Settles a booking whose result only a person can check: the operator enters the result and the connote.
import { Select, TextInput } from '@mantine/core';
import { useSetStatus } from '../../api/operator.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Problem } from '../../parts/states.tsx';

const results = [
  { value: 'booked_manually', label: 'Booked manually' },
  { value: 'confirmed', label: 'Confirmed by the carrier' },
  { value: 'reviewed', label: 'Reviewed' },
  { value: 'request_failed', label: 'Request failed' },
];

export function SettleButton({ id }: { id: number }) {
  return (
    <DialogButton
      size="compact-sm"
      aria-label={`Settle booking ${id} manually`}
      title={`Settle booking ${id} manually`}
      dialog={(close) => <SettleForm id={id} onLeave={close} />}
    >
      Settle…
    </DialogButton>
  );
}

function SettleForm({ id, onLeave }: { id: number; onLeave: () => void }) {
  const setResult = useSetStatus(id);
  const { values, field, rest } = useFields(
    { status: 'booked_manually', connote: '' },
    setResult.error,
  );
  const connote = values.connote.trim();
  const submit = (): void =>
    setResult.mutate(
      { status: values.status, ...(connote === '' ? {} : { connote }) },
      { onSuccess: onLeave },
    );
  return (
    <Form onSubmit={submit}>
      <Select label="Result" data={results} allowDeselect={false} {...field('status')} />
      <TextInput
        label="Consignment note"
        description="As printed on the carrier’s label"
        {...field('connote')}
      />
      <Problem error={rest} />
      <FormFoot onLeave={onLeave} verb="Save" isPending={setResult.isPending} />
    </Form>
  );
}
