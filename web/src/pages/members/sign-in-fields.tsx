// The e-mail and the new password, with what browsers need to fill them in.
import {
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';

export function EmailField(field: TextInputProps) {
  return (
    <TextInput
      label="E-mail"
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      {...field}
    />
  );
}

export function NewPasswordField(field: PasswordInputProps) {
  return (
    <PasswordInput
      label="New password"
      description="At least 10 characters. A few words are easy to remember."
      autoComplete="new-password"
      required
      withAsterisk={false}
      {...field}
    />
  );
}
