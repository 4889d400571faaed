// A claim: what is claimed, its documents and its history. The member adds to it; the operator also decides it.
import { Anchor, Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type ClaimState,
  claimDocumentUrl,
  claimQuery,
  reasonNames,
  stateNames,
  useAddClaimDocument,
  useAddClaimNote,
  useMoveClaim,
} from '../../api/claims.ts';
import type { WholeClaim } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { Fact } from '../../parts/fact.tsx';
import { useFields } from '../../parts/fields.ts';
import { money, when } from '../../parts/figures.tsx';
import { FileButton } from '../../parts/file-button.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useIsOperator } from '../../parts/is-operator.ts';
import { TextLink } from '../../parts/links.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Problem } from '../../parts/states.tsx';
import { OwnerLink } from '../members/owner-link.tsx';
import { ClaimBadge } from './claim-badge.tsx';

type PartProps = { claim: WholeClaim };

export function ClaimPage() {
  const isOperator = useIsOperator();
  const id = Number(useParams({ strict: false }).id);
  const { data: claim, error, refetch } = useQuery(claimQuery(id, isOperator));
  return (
    <Page
      title={`Claim ${id}`}
      above={
        isOperator ? (
          <BackLink to="/operator/claims">All claims</BackLink>
        ) : (
          <BackLink to="/claims">Claims</BackLink>
        )
      }
      actions={claim && <ClaimBadge state={claim.state} />}
    >
      <Awaiting of={{ data: claim, error, refetch }} what="the claim" />
      {claim === undefined ? null : (
        <>
          <Facts claim={claim} />
          {isOperator && claim.next_states.length > 0 ? <Decision claim={claim} /> : null}
          <Documents claim={claim} />
          <History claim={claim} />
        </>
      )}
    </Page>
  );
}

function Facts({ claim }: PartProps) {
  const isOperator = useIsOperator();
  const booking = String(claim.booking_id);
  return (
    <Panel>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="lg">
        {isOperator ? (
          <Fact name="Member">
            <OwnerLink owner={claim.member} />
          </Fact>
        ) : null}
        <Fact name="Booking">
          {isOperator ? (
            <TextLink to="/operator/bookings/$id" params={{ id: booking }}>
              {booking}
            </TextLink>
          ) : (
            <TextLink to="/bookings/$id" params={{ id: booking }}>
              {booking}
            </TextLink>
          )}
        </Fact>
        <Fact name="Consignment note">{claim.connote ?? 'None'}</Fact>
        <Fact name="Reason">{reasonNames[claim.reason]}</Fact>
        <Fact name="Claimed">{money(claim.claimed_amount)}</Fact>
        {claim.accepted_amount === null ? null : (
          <Fact name={claim.state === 'paid' ? 'Paid' : 'Accepted'}>
            {money(claim.accepted_amount)}
          </Fact>
        )}
        <Fact name="Opened">{when(claim.opened_at)}</Fact>
      </SimpleGrid>
    </Panel>
  );
}

const moveVerbs: Readonly<Record<ClaimState, string>> = {
  open: 'Open again',
  sent_to_carrier: 'Mark as sent to carrier',
  accepted: 'Accept claim',
  rejected: 'Reject claim',
  paid: 'Mark as paid',
};

function Decision({ claim }: { claim: WholeClaim }) {
  const move = useMoveClaim(claim.id);
  const first = { accepted_amount: String(claim.claimed_amount), note: '' };
  const { values, put, field } = useFields(first, move.error);
  const { accepted_amount, note } = values;
  const mayAccept = claim.next_states.includes('accepted');
  return (
    <Panel
      title="Decision"
      about="The member reads the note. Marking a claim moves no money: credit or pay the member first."
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {mayAccept ? (
            <TextInput
              label="Accepted amount"
              leftSection="$"
              inputMode="decimal"
              {...field('accepted_amount')}
            />
          ) : null}
          <Textarea label="Note for the member" autosize minRows={1} {...field('note')} />
        </SimpleGrid>
        <Problem error={move.error} />
        <Group gap="xs">
          {claim.next_states.map((state) => (
            <Button
              key={state}
              size="sm"
              variant={state === 'accepted' || state === 'paid' ? 'filled' : 'default'}
              loading={move.isPending && move.variables.state === state}
              disabled={move.isPending}
              onClick={() =>
                move.mutate(
                  { state, note, ...(state === 'accepted' ? { accepted_amount } : {}) },
                  // A next note may be written while this one is being sent.
                  { onSuccess: () => put((now) => (now.note === note ? { note: '' } : {})) },
                )
              }
            >
              {moveVerbs[state]}
            </Button>
          ))}
        </Group>
      </Stack>
    </Panel>
  );
}

function Documents({ claim }: PartProps) {
  const isOperator = useIsOperator();
  const add = useAddClaimDocument(claim.id, isOperator);
  return (
    <Panel
      title="Documents"
      about="Pictures of the damage, the invoice of the goods, a repair quote: JPEG, PNG or PDF, up to 4 MB each."
      actions={
        <FileButton takes="documents" isPending={add.isPending} onChoose={add.mutate}>
          Add document
        </FileButton>
      }
    >
      <Stack gap="xs">
        <Problem error={add.error} />
        {claim.documents.length === 0 ? (
          <Text size="sm" c="dimmed">
            No documents yet.
          </Text>
        ) : null}
        {claim.documents.map(({ id, name, size, added_at }) => (
          <Group key={id} gap="xs" wrap="nowrap">
            <Icon name="document" size={16} />
            <Anchor href={claimDocumentUrl(claim.id, id, isOperator)} download={name} size="sm">
              {name}
            </Anchor>
            <Text size="xs" c="dimmed">
              {Math.max(1, Math.round(size / 1024))} kB, {when(added_at)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

function History({ claim }: PartProps) {
  const isOperator = useIsOperator();
  const add = useAddClaimNote(claim.id, isOperator);
  const [note, setNote] = useState('');
  return (
    <Panel title="History">
      <Stack>
        {claim.notes.map((one) => (
          <div key={`${one.at} ${one.state} ${one.text}`}>
            <Text size="sm" fw={600}>
              {one.state === null ? 'Note' : stateNames[one.state]}
            </Text>
            <Text size="xs" c="dimmed">
              {when(one.at)} by {one.is_operator && !isOperator ? 'your freight desk' : one.by}
            </Text>
            {one.text === '' ? null : (
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {one.text}
              </Text>
            )}
          </div>
        ))}
        <Form
          onSubmit={() =>
            add.mutate(note, { onSuccess: () => setNote((now) => (now === note ? '' : now)) })
          }
        >
          <Textarea
            label="Add a note"
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Problem error={add.error} />
          <Group>
            <Button
              type="submit"
              size="sm"
              variant="default"
              loading={add.isPending}
              disabled={note.trim() === ''}
            >
              Add note
            </Button>
          </Group>
        </Form>
      </Stack>
    </Panel>
  );
}
