// A member's saved cards and wallets: add, set as default, remove.
import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import {
  methodsQuery,
  paymentSetupQuery,
  useAddTestCard,
  useMakeDefault,
  useOpenCardPage,
  useRemoveMethod,
  useSaveFromCardPage,
} from '../../api/payments.ts';
import type { PaymentSetup } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Entry } from '../../parts/entry.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/page.tsx';
import { Awaiting, Loading, Problem } from '../../parts/states.tsx';

/** The behaviour of each of the built-in gateway's test cards. */
const testCards = [
  { token: 'tok_ok', label: 'A card that pays' },
  { token: 'tok_declined', label: 'A card that is declined' },
  { token: 'tok_insufficient_funds', label: 'A card without funds' },
  { token: 'tok_expired', label: 'An expired card' },
  { token: 'tok_timeout', label: 'A card that times out' },
];

export function MethodsPart() {
  const methods = useQuery(methodsQuery);
  const setup = useQuery(paymentSetupQuery);
  const add = useAddTestCard();
  // The browser opens the gateway's page, which returns to this one.
  const open = useOpenCardPage();
  const makeDefault = useMakeDefault();
  const remove = useRemoveMethod();
  const takesTestCards = setup.data?.takes_test_cards === true;
  const save = (token: string): void => {
    const before = methods.data ?? [];
    add.mutate(token, {
      onSuccess: ({ id, masked_label: label }) => {
        // The list stays the same, so a notification confirms the result.
        const isKnown = before.some((method) => method.id === id);
        if (isKnown)
          notifications.show({ message: `${label} is saved already.`, color: 'eucalypt' });
      },
    });
  };
  return (
    <Panel
      title="Saved cards and wallets"
      actions={
        takesTestCards ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />}>
                Add a test card
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {testCards.map(({ token, label }) => (
                <Menu.Item key={token} onClick={() => save(token)}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : setup.data?.has_card_page === true ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            loading={open.isPending || open.isSuccess}
            onClick={() => open.mutate(undefined, { onSuccess: ({ url }) => location.assign(url) })}
          >
            Add a card
          </Button>
        ) : null
      }
    >
      <CardFromPage isAlone={methods.data !== undefined || methods.error !== null} />
      <Awaiting of={methods} what="cards and wallets" />
      <Problem
        error={setup.error}
        title="How to add cards could not be loaded"
        onRetry={() => void setup.refetch()}
      />
      <Problem error={add.error} />
      <Problem error={open.error} />
      <Problem error={makeDefault.error} />
      {methods.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {noneSaved(setup.data)}
        </Text>
      ) : null}
      {methods.data?.map((method) => (
        <Entry
          key={method.id}
          actions={
            <>
              {method.is_default ? null : (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Make default: ${method.masked_label}`}
                  onClick={() => makeDefault.mutate(method.id)}
                >
                  Make default
                </Button>
              )}
              <ConfirmButton
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove ${method.masked_label}`}
                title={`Remove ${method.masked_label}?`}
                about="It cannot be charged after this. To use it again, save it again."
                verb="Remove it"
                isPending={remove.isPending}
                error={remove.error}
                onConfirm={() => remove.mutateAsync(method.id)}
              >
                Remove
              </ConfirmButton>
            </>
          }
        >
          <Group gap="xs">
            <Group gap="xs" wrap="nowrap" className="unbroken">
              <Icon name="payments" />
              <Text fw={600}>{method.masked_label}</Text>
            </Group>
            {method.is_default ? (
              <Badge size="sm" variant="light">
                Default
              </Badge>
            ) : null}
          </Group>
        </Entry>
      ))}
    </Panel>
  );
}

function noneSaved(setup: PaymentSetup | undefined): string {
  if (setup === undefined) return 'No saved cards.';
  if (setup.takes_test_cards)
    return 'No saved cards. This service runs with the test gateway: add a test card to see how paying works. No money moves, and test cards cannot pay for connected carriers.';
  return setup.has_card_page
    ? 'No saved cards. You add cards on Stripe’s page. A saved card is charged only when you choose it.'
    : 'No saved cards. Your freight desk can save a card for you. A saved card is charged only when you choose it.';
}

/**
 * After the gateway's page, the address contains its session's id. Saves the card once, with a retry after an error.
 * The loading state is shown only if nothing else on the page is loading.
 */
function CardFromPage({ isAlone }: { isAlone: boolean }) {
  const { card } = useSearch({ from: '/members/payments' });
  const navigate = useNavigate();
  const { mutate, isPending, error } = useSaveFromCardPage();
  const save = (session: string): void =>
    mutate(session, {
      onSuccess: ({ masked_label: label }) => {
        notifications.show({ message: `${label} is saved.`, color: 'eucalypt' });
        void navigate({ to: '/payments', search: {}, replace: true });
      },
    });
  const begin = useEffectEvent(save);
  useEffect(() => {
    if (card !== undefined) begin(card);
  }, [card]);
  if (isPending) return isAlone ? <Loading what="the card" /> : null;
  if (card === undefined || error === null) return null;
  return <Problem error={error} title="The card was not saved" onRetry={() => save(card)} />;
}
