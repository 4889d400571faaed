// Binds a form's fields to a record of values: what each input shows, its change, and the refusal's sentence beside it.
import { useState } from 'react';
import { refusalOf } from '../api/client.ts';
import { plainWords } from './plain-words.ts';

/** New values, or a function of the present ones. */
type Change<Values> = Partial<Values> | ((now: Values) => Partial<Values>);

/**
 * Fields of values that the form itself keeps. Only values that an input shows belong here: `rest` counts on a
 * sentence beside each.
 */
export function useFields<Values extends object>(first: Values | (() => Values), error: unknown) {
  const [values, setValues] = useState(first);
  const put = (change: Change<Values>): void =>
    setValues((now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) }));
  return { values, put, ...fieldsOf(values, put, error) };
}

/** `pathOf`: the refusal's name of a field, where it differs. */
export function fieldsOf<Values extends object>(
  values: Values,
  put: (change: Partial<Values>) => void,
  error: unknown,
  pathOf: (name: keyof Values & string) => string = (name) => name,
) {
  const refusal = refusalOf(error);
  const wrong = (path: string): string | undefined =>
    path === 'email' && refusal?.code === 'email_taken'
      ? refusal.message
      : plainWords(refusal?.field(path));
  const names = Object.keys(values) as (keyof Values & string)[];
  return {
    wrong,
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      error: wrong(pathOf(name)),
      /** Takes an input's event, or the value itself. */
      onChange: (next: unknown) =>
        put({ [name]: isEvent(next) ? next.currentTarget.value : next } as Partial<Values>),
    }),
    /** For a checkbox or a switch. */
    check: (name: keyof Values & string) => ({
      checked: values[name] === true,
      onChange: ({ currentTarget: { checked } }: { currentTarget: { checked: boolean } }) =>
        put({ [name]: checked } as Partial<Values>),
    }),
    /** The error, unless a field shows it. */
    rest: names.some((name) => wrong(pathOf(name)) !== undefined) ? null : error,
  };
}

const isEvent = (next: unknown): next is { currentTarget: { value: string } } =>
  typeof next === 'object' && next !== null && 'currentTarget' in next;
