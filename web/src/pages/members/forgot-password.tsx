// A forgotten password: the service e-mails a link, or without a mail server the operator creates one.
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Form } from '../../parts/form.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/states.tsx';
import { EmailField } from './sign-in-fields.tsx';
import { VisitorPage } from './visitor-page.tsx';

export function ForgotPasswordPage() {
  const { sends_mails: isMailed } = useSession();
  return (
    <VisitorPage title="Forgotten the password?">
      {isMailed ? <AskForLink /> : <AskOperator />}
      <Text size="sm">
        <TextLink to="/sign-in">Back to signing in</TextLink>
      </Text>
    </VisitorPage>
  );
}

function AskForLink() {
  const [email, setEmail] = useState('');
  const reset = useMutation({
    mutationFn: () => ask('POST', '/password-resets', { body: { email } }),
  });
  if (reset.isSuccess) {
    return (
      <Text role="status">
        If there is an account for {email}, a link to set a new password is on its way. It works for
        an hour.
      </Text>
    );
  }
  return (
    <Form onSubmit={reset.mutate}>
      <Problem error={reset.error} />
      <EmailField
        description="We send a link to set a new one."
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={reset.isPending}>
        Send the link
      </Button>
    </Form>
  );
}

function AskOperator() {
  return (
    <Text>
      This service sends no e-mails. Ask its operator for a link to set a new password, and give
      them the e-mail address of your account.
    </Text>
  );
}
