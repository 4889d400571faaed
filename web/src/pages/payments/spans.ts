// How far back a list of money goes.

export const spans = [
  { value: 'week', label: 'The last week' },
  { value: '1', label: 'The last month' },
  { value: '3', label: 'Three months' },
  { value: '12', label: 'Twelve months' },
  { value: '0', label: 'Everything' },
];

const daysOfWeek = 7;

/** The first day of a span that ends today, `2026-02-28`; blank for the beginning. A month without such a day has its last. */
export function firstDay(span: string, today: Date): string {
  if (span === '0') return '';
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  if (span === 'week') return written(new Date(year, month, day - daysOfWeek));
  const back = month - Number(span);
  const lastOfMonth = new Date(year, back + 1, 0).getDate();
  return written(new Date(year, back, Math.min(day, lastOfMonth)));
}

/** By the clock on the wall: in UTC a morning in Australia is still the day before. */
function written(day: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
