// A booking's documents, and a public link to its label for people without an account.
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasLabels } from '../../api/bookings.ts';
import {
  type BookingDocument,
  documentUrl,
  hasLostLabel,
  shareLabel,
  travelDocuments,
  withdrawLinks,
} from '../../api/documents.ts';
import { useInvoiceName } from '../../api/session.ts';
import type { Booking, OperatorBookingPage } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { DocumentLinks } from '../../parts/document-links.tsx';
import { when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { LostLabel } from '../../parts/lost-label.tsx';
import { Panel } from '../../parts/page.tsx';
import { PrintOn } from '../../parts/print-on.tsx';
import { Problem } from '../../parts/states.tsx';

export function DocumentsPart({ booking }: { booking: Booking | OperatorBookingPage }) {
  const isOperator = 'payments' in booking;
  const isSent = hasLabels(booking);
  const isOwnAccount = booking.payment_method === 'own_account';
  const invoice = useInvoiceName();
  // A cancelled booking keeps its invoice, which shows the refund. A demo is free, and the carrier itself invoices
  // bookings on the member's own account.
  const hasInvoice = booking.connote !== null && booking.courier !== 'demo' && !isOwnAccount;
  const shown: BookingDocument[] = [
    ...(isSent ? travelDocuments(booking) : []),
    ...(hasInvoice ? [{ kind: 'invoice' as const, name: invoice }] : []),
  ];
  const isLost = isSent && hasLostLabel(booking);
  if (shown.length === 0 && !isLost) return null;
  const links = (
    <DocumentLinks
      documents={shown}
      urlOf={({ kind, query }) => documentUrl(booking.id, kind, query, isOperator)}
    />
  );
  return (
    <Panel title="Documents" isScreenOnly>
      <Stack>
        {isOperator || !isSent || isLost ? (
          <Group gap="xs">{links}</Group>
        ) : (
          <PublicLink id={booking.id}>
            {links}
            <PrintOn ids={[booking.id]} size="sm" />
          </PublicLink>
        )}
        {isLost ? <LostLabel isOwnAccount={isOwnAccount || isOperator} /> : null}
      </Stack>
    </Panel>
  );
}

type PublicLinkProps = {
  id: number;
  /** The documents' buttons, which stand in the same row. */
  children: ReactNode;
};

/**
 * Anyone with the link can print the label until it expires or is withdrawn. The link appears below the buttons, which
 * keep their places.
 */
function PublicLink({ id, children }: PublicLinkProps) {
  const share = useMutation({ mutationFn: () => shareLabel(id) });
  const withdraw = useMutation({
    mutationFn: () => withdrawLinks(id),
    onSuccess: () => {
      share.reset();
      notifications.show({
        message: 'All earlier public links have stopped working.',
        color: 'eucalypt',
      });
    },
  });
  return (
    <>
      <Group gap="xs">
        {children}
        <Button
          variant="subtle"
          size="sm"
          leftSection={<Icon name="link" size={16} />}
          loading={share.isPending}
          onClick={() => share.mutate()}
        >
          Create public link
        </Button>
        <ConfirmButton
          variant="subtle"
          size="sm"
          title="Withdraw all public links to this label?"
          about="Existing links stop working. You can create a new link afterwards."
          verb="Withdraw links"
          wayOut="Keep links"
          isPending={withdraw.isPending}
          error={withdraw.error}
          onConfirm={() => withdraw.mutateAsync()}
        >
          Withdraw links…
        </ConfirmButton>
      </Group>
      <Problem error={share.error} />
      {share.data === undefined ? null : (
        <div>
          <CopyField value={share.data.url} label="the public link" />
          <Text size="sm" c="dimmed" mt={4}>
            Anyone with this link can print the label until {when(share.data.expires_at)}.
          </Text>
        </div>
      )}
    </>
  );
}
