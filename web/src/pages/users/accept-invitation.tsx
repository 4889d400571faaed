// Accepts an invitation with its link. The link's secret is behind the # of the address, which browsers never send to a
// server.
import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAcceptInvitation } from '../../api/session.ts';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { Problem } from '../../parts/states.tsx';
import { NewPasswordField } from '../members/sign-in-fields.tsx';
import { VisitorPage } from '../members/visitor-page.tsx';

export function AcceptInvitationPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const navigate = useNavigate();
  const accept = useAcceptInvitation();
  const { values, field, rest } = useFields({ password: '' }, accept.error);
  if (token === '')
    return (
      <VisitorPage title="This link is incomplete">
        <Text>Open the whole link that you received, or ask for a new invitation.</Text>
      </VisitorPage>
    );
  return (
    <VisitorPage
      title="Accept the invitation"
      about="Choose a password. You sign in with it and the e-mail address that was invited."
    >
      <Form
        onSubmit={() =>
          accept.mutate({ token, ...values }, { onSuccess: () => void navigate({ to: '/' }) })
        }
      >
        <Problem error={rest} />
        <NewPasswordField label="Password" {...field('password')} />
        <Button type="submit" size="md" loading={accept.isPending}>
          Accept
        </Button>
      </Form>
    </VisitorPage>
  );
}
