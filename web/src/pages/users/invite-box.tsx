// Invites a person by e-mail, or with a link to pass on.
import { Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useInvite } from '../../api/users.ts';
import type { Role } from '../../api/wire.ts';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Problem } from '../../parts/states.tsx';
import { PassOnLink } from './pass-on-link.tsx';
import { roleOptions } from './roles.ts';

export function InviteBox({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Invite a user">
      <InviteForm onClose={onClose} />
    </Modal>
  );
}

const blank = { email: '', role: 'booker' as Role };

function InviteForm({ onClose }: { onClose: () => void }) {
  const invite = useInvite();
  const { values, field, rest } = useFields(blank, invite.error);
  if (invite.isSuccess)
    return invite.data.url === null ? (
      <Text size="sm" role="status">
        We sent {invite.data.email} a link to choose a password. It works for seven days.
      </Text>
    ) : (
      <PassOnLink invited={invite.data} />
    );
  return (
    <Form onSubmit={() => invite.mutate(values)}>
      <TextInput label="E-mail" type="email" required data-autofocus {...field('email')} />
      <NativeSelect
        label="Role"
        description="Viewers read, bookers also quote and book, admins also manage users, keys, cards and details."
        data={roleOptions}
        {...field('role')}
      />
      <Problem error={rest} />
      <FormFoot onLeave={onClose} verb="Invite" isPending={invite.isPending} />
    </Form>
  );
}
