// The part of a carrier's hours in which somebody wants it to come. An end that nobody has chosen is the carrier's own, so
// that whoever chooses nothing asks for nothing.

export type Hours = { from: string; to: string };

/** An end that is not chosen is blank. */
export type WantedHours = { notBefore: string; notAfter: string };

export const anyTime: WantedHours = { notBefore: '', notAfter: '' };

const stepMinutes = 30;

/** What can be chosen: "HH:MM" between the carrier's hours, the second end after the first. */
export function choicesOf(
  { from, to }: Hours,
  { notBefore }: WantedHours,
): { notBefore: string[]; notAfter: string[] } {
  const inside = [];
  const first = Math.floor(minuteOf(from) / stepMinutes + 1) * stepMinutes;
  for (let minute = first; minute < minuteOf(to); minute += stepMinutes)
    inside.push(clockOf(minute));
  return { notBefore: inside, notAfter: inside.filter((time) => time > notBefore) };
}

/** A later beginning may leave nothing of the end that was chosen before. */
export function notBefore(wanted: WantedHours, time: string): WantedHours {
  return { notBefore: time, notAfter: wanted.notAfter > time ? wanted.notAfter : '' };
}

/** As confirming takes it; undefined when any time will do. */
export function pickupTimeOf(
  { from, to }: Hours,
  { notBefore, notAfter }: WantedHours,
): string | undefined {
  if (notBefore === '' && notAfter === '') return undefined;
  return `${notBefore || from}-${notAfter || to}`;
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

function clockOf(minute: number): string {
  const two = (figure: number): string => String(figure).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
