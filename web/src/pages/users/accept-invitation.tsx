// Accepts an invitation with its link. The link's secret is behind the # of the address, which browsers never send to a
// server.
import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refusalOf } from '../../api/client.ts';
import { useAcceptInvitation } from '../../api/session.ts';
import { Form } from '../../parts/form.tsx';
import { Problem } from '../../parts/states.tsx';
import { NewPasswordField } from '../members/sign-in-fields.tsx';
import { VisitorPage } from '../members/visitor-page.tsx';

export function AcceptInvitationPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const accept = useAcceptInvitation();
  const wrong = refusalOf(accept.error)?.field('password');
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
          accept.mutate({ token, password }, { onSuccess: () => void navigate({ to: '/' }) })
        }
      >
        {wrong === undefined ? <Problem error={accept.error} /> : null}
        <NewPasswordField
          label="Password"
          value={password}
          error={wrong}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={accept.isPending}>
          Accept
        </Button>
      </Form>
    </VisitorPage>
  );
}
