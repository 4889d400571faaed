// Confirms an e-mail address with a link. Opening the link changes nothing: mail scanners open every link they see.
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/client.ts';
import { ButtonLink, TextLink } from '../parts/links.tsx';
import { Problem } from '../parts/states.tsx';
import { VisitorPage } from './members/visitor-page.tsx';

export function ConfirmEmailPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const confirm = useMutation({
    mutationFn: () => ask<{ email: string }>('POST', '/members/confirm', { body: { token } }),
  });
  if (confirm.isSuccess)
    return (
      <VisitorPage title="Your e-mail address is confirmed">
        <Text>Sign in with {confirm.data.email} and your password.</Text>
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </VisitorPage>
    );
  if (token === '')
    return (
      <VisitorPage title="This link is incomplete">
        <Text>
          Open the whole link from the e-mail, or <TextLink to="/sign-up">sign up again</TextLink>.
        </Text>
      </VisitorPage>
    );
  return (
    <VisitorPage
      title="Confirm your e-mail address"
      about="Only confirm if you entered this address yourself."
    >
      <Stack>
        <Problem error={confirm.error} />
        <Button size="md" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm e-mail address
        </Button>
      </Stack>
    </VisitorPage>
  );
}
