// The form of a carrier account with the fields that its carrier needs. Credentials are sent once and never returned.
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { AccountField } from '../../api/wire.ts';
import { useFirstMistake } from '../../parts/first-mistake.ts';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Problem } from '../../parts/states.tsx';

type AccountFormProps = {
  fields: readonly AccountField[];
  error: unknown;
  isPending: boolean;
  onSubmit: (account: Record<string, string>) => void;
  onLeave: () => void;
  children?: ReactNode;
};

export function AccountForm(props: AccountFormProps) {
  const { fields, error, isPending, onSubmit, onLeave, children } = props;
  const [given, setGiven] = useState<Record<string, string>>({});
  const problems = problemsOf(error, fields);
  const form = useRef<HTMLFormElement>(null);
  useFirstMistake(form, error);
  return (
    <form
      ref={form}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const filled = Object.entries(given).filter(([, value]) => value.trim() !== '');
        onSubmit(Object.fromEntries(filled));
      }}
    >
      <Stack>
        {fields.map(({ name, label, is_secret, is_required, choices }) =>
          choices !== undefined ? (
            <NativeSelect
              key={name}
              label={humanLabel(label)}
              error={problems.get(name)}
              value={given[name] ?? choices[0] ?? ''}
              data={choices.map((value) => ({ value, label: humanLabel(value) }))}
              onChange={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
            />
          ) : (
            <TextInput
              key={name}
              label={humanLabel(label)}
              description={is_required ? undefined : 'Optional'}
              error={problems.get(name)}
              type={is_secret ? 'password' : 'text'}
              autoComplete="off"
              required={is_required}
              value={given[name] ?? ''}
              onChange={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
            />
          ),
        )}
        {children}
        {problems.size > 0 ? null : <Problem error={error} />}
        <FormFoot onLeave={onLeave} verb="Test and connect" isPending={isPending} />
      </Stack>
    </form>
  );
}

/** Connectors describe their fields as part of a sentence: "its password", "the 10-digit account number". */
function humanLabel(label: string): string {
  const plain = label.replace(/^(?:the|its|your) /, '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A refusal of the account has sentences that begin with a field's name: shows each beside its field. */
function problemsOf(error: unknown, fields: readonly AccountField[]): Map<string, string> {
  const errors = error instanceof ApiError ? error.body.errors : undefined;
  const sentences = (errors as { account?: unknown } | undefined)?.account;
  const problems = new Map<string, string>();
  for (const sentence of Array.isArray(sentences) ? sentences.map(String) : []) {
    const field = fields.find(({ name }) => sentence.startsWith(`${name} `));
    // A sentence without a field is shown below the form.
    if (field === undefined) return new Map();
    problems.set(field.name, sentenceOf(field, sentence.slice(field.name.length + 1)));
  }
  return problems;
}

/** Labels that explain instead of naming do not fit into a sentence. */
const longestName = 40;

function sentenceOf({ label }: AccountField, said: string): string {
  // The field's own label names what is missing.
  const rest = said.replace(/^is missing: .*$/, 'is missing').replace(/[.]$/, '');
  const name = label.length > longestName || /[,;:(]/.test(label) ? 'This' : humanLabel(label);
  return `${name} ${rest}.`;
}
