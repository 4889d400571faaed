// The display name of a carrier that can be connected.
import { Badge, Text } from '@mantine/core';
import { useCarrierName } from '../api/carriers.ts';
import type { AccountField } from '../api/wire.ts';

type Account = {
  carrier: string;
  services: readonly string[];
  fields: readonly AccountField[];
};

export function useAccountNames(): (account: Account) => {
  carrier: string;
  services: string[];
  fields: AccountField[];
} {
  const nameOf = useCarrierName();
  return ({ carrier, services, fields }) => ({
    carrier: nameOf(services[0] ?? carrier).carrier,
    services: services
      .map((stringId) => nameOf(stringId).service)
      .filter((service) => service !== ''),
    fields: fields.map((field) => ({ ...field, label: withNames(field.label, services, nameOf) })),
  });
}

/** Labels name services by their string_ids. */
function withNames(
  label: string,
  services: readonly string[],
  nameOf: ReturnType<typeof useCarrierName>,
): string {
  return services.reduce((text, stringId) => {
    const { carrier, service } = nameOf(stringId);
    return text.replace(new RegExp(`\\b${stringId}\\b`, 'g'), service === '' ? carrier : service);
  }, label);
}

export function AccountName({ account }: { account: Account }) {
  const { carrier, services } = useAccountNames()(account);
  return (
    <>
      <Text size="sm" fw={600}>
        {carrier}
      </Text>
      <Text size="xs" c="dimmed">
        {services.join(', ')}
      </Text>
    </>
  );
}

export function ConnectedBadge({ isConnected }: { isConnected: boolean }) {
  return isConnected ? (
    <Badge variant="light" color="eucalypt" miw="max-content">
      Connected
    </Badge>
  ) : (
    <Badge variant="default" miw="max-content">
      Not connected
    </Badge>
  );
}
