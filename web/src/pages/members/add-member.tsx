// The operator adds a member. The member sets a password with a link, which the operator creates on the member's
// page.
import { Button, Modal, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useAddMember } from '../../api/operator.ts';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/states.tsx';
import { useAskedToAdd } from '../../parts/use-asked-to-add.ts';

const blank = { email: '', company_name: '', first_name: '', last_name: '', phone: '' };

export function AddMember() {
  const [isOpen, { open, close }] = useDisclosure(false);
  useAskedToAdd(open);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        Add a member
      </Button>
      <Modal opened={isOpen} onClose={close} title="Add a member">
        <MemberForm onLeave={close} />
      </Modal>
    </>
  );
}

function MemberForm({ onLeave }: { onLeave: () => void }) {
  const navigate = useNavigate();
  const add = useAddMember();
  const { values: given, field } = useFields(blank, add.error);
  const submit = (): void => {
    void add.mutateAsync(given).then(
      ({ id }) => navigate({ to: '/operator/members/$id', params: { id: String(id) } }),
      () => undefined,
    );
  };
  return (
    <Form onSubmit={submit}>
      <TextInput label="E-mail" {...field('email')} type="email" required data-autofocus />
      <TextInput label="Company" {...field('company_name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="First name" {...field('first_name')} />
        <TextInput label="Last name" {...field('last_name')} />
      </SimpleGrid>
      <TextInput label="Phone" {...field('phone')} type="tel" />
      <Text size="sm" c="dimmed">
        Then create a link on their page for setting a password.
      </Text>
      <Problem error={add.error} />
      <FormFoot onLeave={onLeave} verb="Add" isPending={add.isPending} />
    </Form>
  );
}
