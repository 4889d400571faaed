// The link of an invitation, for an installation that sends no e-mails.
import { Stack, Text } from '@mantine/core';
import type { Invited } from '../../api/wire.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { day } from '../../parts/figures.tsx';

export function PassOnLink({ invited: { email, url, expires_at } }: { invited: Invited }) {
  if (url === null) return null;
  return (
    <Stack gap="xs" p="md" role="status">
      <Text size="sm">
        This service sends no e-mails. Pass this link on to {email}: it works once, until{' '}
        {day(expires_at)}, and is shown only now.
      </Text>
      <CopyField value={url} label={`link for ${email}`} />
    </Stack>
  );
}
