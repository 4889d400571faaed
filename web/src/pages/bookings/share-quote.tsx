// Asks somebody else to accept this offer: creates a link that books it for the member, to copy or to send by e-mail.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useWithdrawQuoteLinks } from '../../api/bookings.ts';
import { useSession } from '../../api/session.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { when } from '../../parts/figures.tsx';
import { Problem } from '../../parts/states.tsx';
import type { useBookForm } from './use-book-form.ts';

type ShareQuoteProps = { form: ReturnType<typeof useBookForm>; bookingId: number };

export function ShareQuote({ form, bookingId }: ShareQuoteProps) {
  const { sharing } = form;
  const { member } = useSession();
  const withdraw = useWithdrawQuoteLinks(bookingId);
  const shared = sharing.data;
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        loading={sharing.isPending}
        disabled={form.isPending}
        onClick={form.share}
      >
        {shared === undefined ? 'Ask for approval' : 'Create another link'}
      </Button>
      {shared === undefined ? (
        <Text size="xs" c="dimmed">
          Creates a link. Its receiver sees this offer and can book it for you.
        </Text>
      ) : (
        <>
          <CopyField value={shared.url} label="the link" />
          <Text size="xs" c="dimmed">
            Accepting it books and charges as chosen here. It ends {when(shared.expires_at)}, or
            when you change this quote.
          </Text>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              component="a"
              href={mailOf(shared.url, bookingId, member?.company_name ?? '')}
            >
              Send by e-mail
            </Button>
            <Button
              size="xs"
              variant="subtle"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate(undefined, { onSuccess: sharing.reset })}
            >
              Withdraw link
            </Button>
          </Group>
          <Problem error={withdraw.error} />
        </>
      )}
    </Stack>
  );
}

/** Opens the person's own mail program, so that the answer comes back to them. */
function mailOf(url: string, bookingId: number, company: string): string {
  const subject = `Freight quote ${bookingId}${company === '' ? '' : ` from ${company}`}`;
  const body = `Please look at this freight quote and accept it if it suits you:\n\n${url}\n`;
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
