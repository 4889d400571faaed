// The terms shared by all selected orders: pickup address, carrier, payment, warranty and notifications for
// receivers.
import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useMember, useSession } from '../../api/session.ts';
import type { Order } from '../../api/wire.ts';
import { fieldsOf } from '../../parts/fields.ts';
import { money, plural } from '../../parts/figures.tsx';
import { useFirstMistake } from '../../parts/first-mistake.ts';
import { isPhone, phoneProblem } from '../../parts/phone.ts';
import { ProblemOfAny } from '../../parts/states.tsx';
import { SuburbSearch } from '../../parts/suburb-search.tsx';
import type { Contact } from '../bookings/contacts.ts';
import { useCarrierChoices } from '../keys/carriers-part.tsx';
import { likelyRule, sumOf } from './book-many.ts';
import { movedTo, type Pickup } from './pickup.ts';
import type { WaysToPay } from './use-ways-to-pay.ts';

export type Asked = {
  pickup: Pickup;
  rule: string;
  payment: string;
  hasWarranty: boolean;
  notifiesReceivers: boolean;
};

type AskStepProps = {
  orders: readonly Order[];
  asked: Asked;
  ways: WaysToPay;
  isBusy: boolean;
  onChange: (part: Partial<Asked>) => void;
  onClose: () => void;
  onAsk: () => void;
};

export function AskStep({ orders, asked, ways, isBusy, onChange, onClose, onAsk }: AskStepProps) {
  const { place, contact } = asked.pickup;
  const member = useMember();
  const { sends_mails: sendsMails } = useSession();
  const carriers = useCarrierChoices();
  /** The contact before the person started to type another place. */
  const contactBefore = useRef(contact);
  const say = (part: Partial<Contact>): void =>
    onChange({ pickup: { place, contact: { ...contact, ...part } } });
  const { field, check } = fieldsOf(asked, onChange, null);
  const ofContact = fieldsOf(contact, say, null);
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const gaps = gapsIn(asked.pickup);
  // A new object after each press of the button, so that the focus moves to the first mistake again.
  const [pressed, setPressed] = useState<object>();
  useFirstMistake(form, pressed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(gaps).length === 0) onAsk();
    else setPressed({});
  };
  const shown = isChecked ? gaps : {};
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <SuburbSearch
          label="Pick up from"
          value={place}
          offersCountries={false}
          error={shown.place}
          onChange={(other) =>
            onChange({
              pickup: movedTo(asked.pickup, { ...place, ...other }, member, contactBefore.current),
            })
          }
          onUnsettled={(isUnsettled) => {
            if (isUnsettled) contactBefore.current = contact;
          }}
        />
        <Group grow align="flex-start">
          <TextInput label="Name" {...ofContact.field('name')} />
          <TextInput label="Phone" type="tel" {...ofContact.field('phone')} error={shown.phone} />
        </Group>
        <TextInput label="Street" {...ofContact.field('address')} error={shown.street} />
        <NativeSelect
          label="Carrier"
          {...field('rule')}
          data={[
            ...(likelyRule(orders) === 'buyers'
              ? [{ value: 'buyers', label: 'The buyer’s choice, else the cheapest' }]
              : []),
            { value: 'cheapest', label: 'The cheapest' },
            { value: 'fastest', label: 'The fastest' },
            ...carriers,
          ]}
        />
        <NativeSelect label="Payment" {...field('payment')} data={ways.choices} />
        <WarrantySwitch
          orders={orders}
          isOn={asked.hasWarranty}
          onChange={(hasWarranty) => onChange({ hasWarranty })}
        />
        {sendsMails ? (
          <Switch
            label="E-mail tracking updates to receivers"
            description="Where their parcel is; only where an order has an e-mail address"
            {...check('notifiesReceivers')}
          />
        ) : null}
        <Text size="sm" c="dimmed">
          Each order is quoted for its first pickup day. You see the prices before anything is
          booked.
        </Text>
        <ProblemOfAny of={ways.needed} />
        <Group justify="flex-end">
          <Text size="sm" role="status">
            {hindranceOf(asked.pickup, ways)}
          </Text>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!ways.isLoaded} loading={isBusy}>
            Get prices
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Gaps = { place?: string; street?: string; phone?: string };

/** What is missing or wrong, beside its field. */
function gapsIn({ place, contact }: Pickup): Gaps {
  return {
    ...(place.suburb === '' ? { place: 'The suburb is missing.' } : {}),
    ...(contact.address.trim() === '' ? { street: 'The street is missing.' } : {}),
    ...(contact.phone.trim() === '' || isPhone(contact.phone) ? {} : { phone: phoneProblem }),
  };
}

/** Why there can be no prices yet. */
function hindranceOf({ place }: Pickup, ways: WaysToPay): string {
  if (ways.needed.some(({ error }) => error !== null)) return 'Load your payment methods first.';
  if (!ways.isLoaded) return 'Loading your payment methods…';
  return place.suburb === '' ? 'Say where the orders are picked up first.' : '';
}

type WarrantySwitchProps = {
  orders: readonly Order[];
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** Only goods with a known value can be covered. */
function WarrantySwitch({ orders, isOn, onChange }: WarrantySwitchProps) {
  const worths = orders.map(({ sale_price }) => sale_price).filter((worth) => worth > 0);
  const isOffered = worths.length > 0;
  return (
    <Switch
      label="Warranty"
      description={
        isOffered
          ? `Cover for the ${money(sumOf(worths))} that the goods of ${plural(worths.length, 'order')} are worth, where carriers offer it`
          : 'None of these orders has a declared value'
      }
      disabled={!isOffered}
      checked={isOffered && isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
