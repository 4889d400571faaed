// The member's logo, colour and texts on the tracking page and in e-mails to receivers, with a preview.
import {
  Button,
  ColorInput,
  FileInput,
  Group,
  SimpleGrid,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ask } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import type { Branding } from '../../api/wire.ts';
import { useFields } from '../../parts/fields.ts';
import { useFirstMistake } from '../../parts/first-mistake.ts';
import { Form } from '../../parts/form.tsx';
import { Panel } from '../../parts/page.tsx';
import { Awaiting, Problem } from '../../parts/states.tsx';
import classes from './branding-panel.module.css';

const queryKey = ['branding'];

export function BrandingPanel() {
  const branding = useQuery({ queryKey, queryFn: read<Branding>('/member/branding') });
  return (
    <Panel
      title="Tracking page and e-mails"
      about="What your receivers see once they have given the delivery postcode, and in e-mails about shipments. Demo bookings are not branded."
    >
      <Awaiting of={branding} what="your branding" />
      {branding.data === undefined ? null : <BrandingForm saved={branding.data} />}
    </Panel>
  );
}

/** A new logo as a data address; null removes the logo. */
type NewLogo = string | null | undefined;

function BrandingForm({ saved }: { saved: Branding }) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [logo, setLogo] = useState<NewLogo>();
  const save = useMutation({
    mutationFn: (body: object) => ask<Branding>('PUT', '/member/branding', { body }),
    onSuccess: (now) => {
      queries.setQueryData(queryKey, now);
      setLogo(undefined);
      notifications.show({ message: 'Your branding is saved.' });
    },
  });
  const { name, colour, message, contact } = saved;
  const {
    values: texts,
    field,
    wrong,
    rest,
  } = useFields({ name, colour, message, contact }, save.error);
  useFirstMistake(form, save.error);
  const submit = (): void =>
    save.mutate({ ...texts, ...(logo === undefined ? {} : { logo: logo && base64Of(logo) }) });
  const shownLogo = logo === undefined ? saved.logo_url : logo;
  return (
    <Form ref={form} onSubmit={submit}>
      <Problem error={wrong('logo') === undefined ? rest : null} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Name"
          description="Shown without a logo, and to screen readers"
          maxLength={60}
          {...field('name')}
        />
        <ColorInput
          label="Colour"
          description="Dark enough for white text"
          placeholder="None"
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          {...field('colour')}
        />
        <Textarea
          label="Message"
          description="Above the shipment"
          autosize
          maxLength={300}
          {...field('message')}
        />
        <Textarea
          label="Contact"
          description="Where receivers ask about the goods"
          autosize
          maxLength={300}
          {...field('contact')}
        />
        <FileInput
          label="Logo"
          description="PNG or JPEG, at most 200 kB"
          placeholder={shownLogo === null ? 'Choose a file' : 'Choose another file'}
          accept="image/png,image/jpeg"
          error={wrong('logo')}
          onChange={(file) =>
            void (file === null ? setLogo(undefined) : readFile(file).then(setLogo))
          }
        />
        <div>
          {shownLogo === null ? null : (
            <Button variant="default" mt={46} onClick={() => setLogo(null)}>
              Remove logo
            </Button>
          )}
        </div>
      </SimpleGrid>
      <div>
        <Text size="sm" fw={500} mb={4}>
          Preview
        </Text>
        <Preview {...texts} logo={shownLogo} />
      </div>
      <Group>
        <Button type="submit" loading={save.isPending}>
          Save branding
        </Button>
      </Group>
    </Form>
  );
}

function Preview(props: {
  name: string;
  colour: string;
  message: string;
  contact: string;
  logo: string | null;
}) {
  const { name, colour, message, contact, logo } = props;
  return (
    <div className={classes.preview}>
      <div
        className={classes.band}
        data-plain={colour === '' || undefined}
        style={colour === '' ? undefined : { background: colour }}
      >
        {logo === null ? name || 'The name of this service' : <img src={logo} alt={name} />}
      </div>
      {message === '' ? null : <p>{message}</p>}
      <p>
        <b>Out for delivery</b>
      </p>
      {contact === '' ? null : <p>Questions about the goods? {contact}</p>}
    </div>
  );
}

function readFile(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}

const base64Of = (dataAddress: string): string => dataAddress.slice(dataAddress.indexOf(',') + 1);
