// Times as orders show them: `YYYY-MM-DD HH:MM:SS` in Sydney time (interface-gaps.md, "Times of a booking"). A
// client's time without an offset stays as it was written.
import { clockTime, isoDate, twoDigits } from '../../domain/time/calendar.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { findInstant, findWrittenTime } from '../../domain/time/instant-text.ts';
import { clockText } from '../../domain/time/timestamp.ts';

export function findClockText(text: string): string | undefined {
  const written = findWrittenTime(text);
  if (written?.offset === undefined) {
    return written === undefined
      ? undefined
      : `${isoDate(written.day)} ${clockTime(written.minute)}:${twoDigits(written.seconds)}`;
  }
  const instant = findInstant(text, homeZone);
  return instant === undefined ? undefined : clockText(instant, homeZone);
}
