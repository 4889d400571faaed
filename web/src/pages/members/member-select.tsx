// Chooses a member. Searches while the person types, because there may be too many members for a list.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { memberQuery, membersQuery } from '../../api/operator.ts';
import type { ListedMember } from '../../api/wire.ts';
import { searchPauseMs } from '../../parts/search-field.tsx';

type MemberSelectProps = {
  value: number | undefined;
  onChange: (member: number | undefined) => void;
  placeholder?: string;
  error?: string | undefined;
};

export function MemberSelect(props: MemberSelectProps) {
  const { value, onChange, placeholder = 'All', error } = props;
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed, searchPauseMs);
  const { data: found = [] } = useQuery(membersQuery({ q: wanted }));
  const { data: chosen } = useQuery({
    ...memberQuery(String(value)),
    enabled: value !== undefined,
  });
  const listed = chosen === undefined || value === undefined ? found : [chosen, ...found];
  const nameOf = ({ company_name, email }: ListedMember): string =>
    company_name === '' ? email : `${company_name} (${email})`;
  const options = new Map(listed.map((one) => [String(one.id), nameOf(one)]));
  return (
    <Select
      label="Member"
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All members' }}
      w={{ base: '100%', xs: 320 }}
      nothingFoundMessage="No members found"
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      // The service has already searched, including names that are not shown.
      filter={({ options: all }) => all}
      value={value === undefined ? null : String(value)}
      error={error}
      onSearchChange={(next) => setTyped([...options.values()].includes(next) ? '' : next)}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  );
}
