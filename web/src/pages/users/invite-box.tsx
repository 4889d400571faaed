// Invites a person by e-mail, or with a link to pass on.
import { Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { refusalOf } from '../../api/client.ts';
import { useInvite } from '../../api/users.ts';
import type { Role } from '../../api/wire.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { plainWords } from '../../parts/plain-words.ts';
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

function InviteForm({ onClose }: { onClose: () => void }) {
  const invite = useInvite();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('booker');
  const refusal = refusalOf(invite.error);
  const wrong = refusal?.code === 'email_taken' ? refusal.message : refusal?.field('email');
  if (invite.isSuccess)
    return invite.data.url === null ? (
      <Text size="sm" role="status">
        We sent {invite.data.email} a link to choose a password. It works for seven days.
      </Text>
    ) : (
      <PassOnLink invited={invite.data} />
    );
  return (
    <Form onSubmit={() => invite.mutate({ email, role })}>
      <TextInput
        label="E-mail"
        type="email"
        required
        data-autofocus
        value={email}
        error={plainWords(wrong)}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <NativeSelect
        label="Role"
        description="Viewers read, bookers also quote and book, admins also manage users, keys, cards and details."
        data={roleOptions}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
      />
      {wrong === undefined ? <Problem error={invite.error} /> : null}
      <FormFoot onLeave={onClose} verb="Invite" isPending={invite.isPending} />
    </Form>
  );
}
