// What follows a delivery: the proof of it, and claims. The operator enters the proof; the member opens claims.
import { Anchor, Button, Group, Image, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { isUndecided } from '../../../../src/domain/claims/claim-state.ts';
import { proofPictureUrl, stateNames, useRemoveProof, useSaveProof } from '../../api/claims.ts';
import type { Booking, OperatorBookingPage } from '../../api/wire.ts';
import { useFields } from '../../parts/fields.ts';
import { when } from '../../parts/figures.tsx';
import { FileButton } from '../../parts/file-button.tsx';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';
import { uploadOf } from '../../parts/uploads.ts';
import { OpenClaim } from '../claims/open-claim.tsx';

type PartProps = { booking: Booking | OperatorBookingPage };

const isBooked = ({ connote, status }: Booking): boolean => connote !== null && status !== 'new';

export function ProofPart({ booking }: PartProps) {
  const isOperator = 'payments' in booking;
  return isBooked(booking) && (isOperator || booking.delivery_proof !== undefined) ? (
    <ProofPanel booking={booking} isOperator={isOperator} />
  ) : null;
}

export function ClaimsPart({ booking }: PartProps) {
  const isOperator = 'payments' in booking;
  return isBooked(booking) && (!isOperator || booking.claims !== undefined) ? (
    <ClaimsPanel booking={booking} isOperator={isOperator} />
  ) : null;
}

type PanelProps = { booking: Booking; isOperator: boolean };

function ProofPanel({ booking, isOperator }: PanelProps) {
  const { id, delivery_proof: proof } = booking;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Panel
      title="Proof of delivery"
      actions={
        isOperator ? (
          <Button size="xs" variant="default" onClick={open}>
            {proof === undefined ? 'Enter proof…' : 'Change proof…'}
          </Button>
        ) : null
      }
    >
      {proof === undefined ? (
        <Text size="sm" c="dimmed">
          Not entered yet. The member and the receiver see it once it is.
        </Text>
      ) : (
        <Stack gap="xs">
          {proof.signed_by === '' ? null : (
            <Text size="sm">
              Signed by {proof.signed_by}
              {proof.signed_at === null ? '' : `, ${when(proof.signed_at)}`}
            </Text>
          )}
          {proof.has_picture ? (
            <Anchor href={proofPictureUrl(id, isOperator)} download size="sm">
              <Image
                src={proofPictureUrl(id, isOperator)}
                alt={`The proof of delivery of booking ${id}`}
                h={160}
                w="auto"
                fit="contain"
              />
              Download the picture
            </Anchor>
          ) : null}
          {proof.url === null ? null : (
            <Anchor href={proof.url} target="_blank" rel="noopener noreferrer" size="sm">
              Open the carrier’s proof
            </Anchor>
          )}
        </Stack>
      )}
      <Modal opened={isOpen} onClose={close} title={`Proof of delivery of booking ${id}`}>
        <ProofForm booking={booking} onLeave={close} />
      </Modal>
    </Panel>
  );
}

function ProofForm({ booking, onLeave }: { booking: Booking; onLeave: () => void }) {
  const { id, delivery_proof: proof } = booking;
  const save = useSaveProof(id);
  const remove = useRemoveProof(id);
  const first = { signed_by: proof?.signed_by ?? '', signed_at: proof?.signed_at ?? '' };
  const { values: body, field } = useFields(first, save.error);
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<unknown>(null);
  const submit = async (): Promise<void> => {
    try {
      const picture = file && (await uploadOf(file));
      await save.mutateAsync(picture === undefined ? body : { ...body, picture });
      onLeave();
    } catch (error) {
      setFault(error);
    }
  };
  return (
    <Form onSubmit={() => void submit()}>
      <TextInput label="Signed by" {...field('signed_by')} />
      <TextInput
        label="Time"
        description="By the clock of the receiver, such as 2026-11-17 14:30"
        {...field('signed_at')}
      />
      <Group gap="xs">
        <FileButton takes="pictures" onChoose={setFile}>
          Choose picture
        </FileButton>
        <Text size="sm" c="dimmed">
          {file?.name ?? (proof?.has_picture ? 'The present picture stays' : 'JPEG or PNG')}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        The member sees all of it. The public tracking page shows the name and the time.
      </Text>
      <Problem error={fault ?? remove.error} />
      <Group justify="space-between">
        {proof?.is_entered !== true ? (
          <span />
        ) : (
          <Button
            size="sm"
            variant="subtle"
            color="red.9"
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: onLeave })}
          >
            Remove proof
          </Button>
        )}
        <FormFoot onLeave={onLeave} verb="Save proof" isPending={save.isPending} />
      </Group>
    </Form>
  );
}

function ClaimsPanel({ booking, isOperator }: PanelProps) {
  const { id, claims = [] } = booking;
  const hasUndecided = claims.some(({ state }) => isUndecided(state));
  return (
    <Panel
      title="Claims"
      about={claims.length === 0 ? 'For damaged, lost or late freight.' : undefined}
      isScreenOnly={claims.length === 0}
      actions={isOperator || hasUndecided ? null : <OpenClaim booking={id} />}
    >
      <Stack gap={4}>
        {claims.map((claim) => (
          <Text size="sm" key={claim.id}>
            <TextLink
              to={isOperator ? '/operator/claims/$id' : '/claims/$id'}
              params={{ id: String(claim.id) }}
            >
              Claim {claim.id}
            </TextLink>
            : {stateNames[claim.state]}
          </Text>
        ))}
      </Stack>
    </Panel>
  );
}
