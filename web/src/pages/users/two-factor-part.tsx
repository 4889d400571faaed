// Two-factor sign-in of the signed-in user: switched on with an authenticator app, off with the password.
import {
  Alert,
  Button,
  Code,
  Group,
  Modal,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  twoFactorQuery,
  useSetUpTwoFactor,
  useSwitchTwoFactorOff,
  useSwitchTwoFactorOn,
} from '../../api/two-factor.ts';
import type { TwoFactorSetup } from '../../api/wire.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { useFields } from '../../parts/fields.ts';
import { plural } from '../../parts/figures.tsx';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Panel } from '../../parts/page.tsx';
import { Awaiting, Problem } from '../../parts/states.tsx';

export function TwoFactorPart() {
  const { data, error, refetch } = useQuery(twoFactorQuery);
  const setUp = useSetUpTwoFactor();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Panel
      title="Two-factor sign-in"
      about="Besides the password, sign-in asks for a code of an authenticator app on your phone."
    >
      <Awaiting of={{ data, error, refetch }} what="two-factor sign-in" />
      <Problem error={setUp.error} />
      {data === undefined ? null : (
        <Stack gap="sm" align="flex-start">
          {data.is_required && !data.is_on ? (
            <Alert color="ochre" title="Required">
              Operators of this service sign in with two factors. Switch it on to use the operator
              area.
            </Alert>
          ) : null}
          {codes === undefined || !data.is_on ? null : <RecoveryCodes codes={codes} />}
          <Text size="sm">
            {data.is_on
              ? `On. ${plural(data.recovery_codes, 'recovery code is', 'recovery codes are')} left.`
              : 'Off.'}
          </Text>
          {data.is_on ? (
            data.is_required ? null : (
              <DialogButton
                title="Switch two-factor sign-in off"
                dialog={(close) => (
                  <OffForm
                    onLeave={() => {
                      setCodes(undefined);
                      close();
                    }}
                  />
                )}
              >
                Switch off
              </DialogButton>
            )
          ) : (
            <Button loading={setUp.isPending} onClick={() => setUp.mutate()}>
              Switch on
            </Button>
          )}
        </Stack>
      )}
      <Modal
        opened={setUp.data !== undefined}
        onClose={setUp.reset}
        title="Switch two-factor sign-in on"
      >
        {setUp.data === undefined ? null : (
          <OnForm
            setup={setUp.data}
            onLeave={setUp.reset}
            onDone={(made) => {
              setCodes(made);
              setUp.reset();
            }}
          />
        )}
      </Modal>
    </Panel>
  );
}

type OnFormProps = {
  setup: TwoFactorSetup;
  onLeave: () => void;
  onDone: (codes: readonly string[]) => void;
};

function OnForm({ setup: { secret, qr_code }, onLeave, onDone }: OnFormProps) {
  const switchOn = useSwitchTwoFactorOn();
  const first = { code: '', current_password: '' };
  const { values, field, rest } = useFields(first, switchOn.error);
  const submit = (): void =>
    switchOn.mutate(
      { secret, ...values },
      { onSuccess: ({ recovery_codes }) => onDone(recovery_codes) },
    );
  return (
    <Form onSubmit={submit}>
      <Text size="sm">Scan this picture with the app, or enter the key below it.</Text>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr_code)}`}
        alt="QR code for the authenticator app"
        width={200}
        height={200}
        style={{ background: '#fff', borderRadius: 8, alignSelf: 'center' }}
      />
      <CopyField value={secret} label="key" />
      <TextInput
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        {...field('code')}
      />
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        {...field('current_password')}
      />
      <Problem error={rest} />
      <FormFoot onLeave={onLeave} verb="Switch on" isPending={switchOn.isPending} />
    </Form>
  );
}

function OffForm({ onLeave }: { onLeave: () => void }) {
  const switchOff = useSwitchTwoFactorOff();
  const { values, field, rest } = useFields({ current_password: '' }, switchOff.error);
  return (
    <Form onSubmit={() => switchOff.mutate(values.current_password, { onSuccess: onLeave })}>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        {...field('current_password')}
      />
      <Problem error={rest} />
      <FormFoot onLeave={onLeave} verb="Switch off" isPending={switchOff.isPending} />
    </Form>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Alert color="eucalypt" title="Keep these recovery codes" w="100%">
      <Stack gap="xs">
        <Text size="sm">
          Without your phone, each of them signs you in once. Print them or store them in a safe
          place: they are shown only now.
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={4} verticalSpacing={4} maw={440}>
          {codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </SimpleGrid>
        <Group>
          <CopyField value={codes.join(' ')} label="recovery codes" />
        </Group>
      </Stack>
    </Alert>
  );
}
