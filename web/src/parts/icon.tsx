// Icons: strokes on a 24-unit square in the colour of the text beside them. Screen readers skip them, because the
// text has the same meaning.

const strokes = {
  quote:
    'M4 7h16M4 12h10M4 17h7 M17.5 14v6 M19.5 15.5c-.4-.7-1.1-1-2-1-1.200 0-2 .5-2 1.300 0 2 4 .8 4 2.700 0 .9-.8 1.500-2 1.500-1 0-1.700-.4-2.100-1.100',
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  bookings: 'M12 3 4 7v10l8 4 8-4V7z M4 7l8 4 8-4 M12 11v10 M8 5l8 4',
  orders: 'M5 7h14l-1 13H6z M9 10V7a3 3 0 0 1 6 0v3',
  tracking:
    'M12 21s7-6.200 7-11a7 7 0 0 0-14 0c0 4.800 7 11 7 11z M12 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  keys: 'M8 19a4 4 0 1 1 0-8 4 4 0 0 1 0 8z M10.900 12.100 19 4 M15.500 7.500l3 3',
  payments:
    'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z M3 10h18 M7 15h3',
  chart: 'M4 20h16 M7 16v-5 M12 16V6 M17 16v-8',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M4.500 20.500a7.500 7.500 0 0 1 15 0',
  operator: 'M5 6h14 M5 12h14 M5 18h14 M9 4v4 M15 10v4 M8 16v4',
  plus: 'M12 5v14 M5 12h14',
  minus: 'M5 12h14',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1z M5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1',
  trash: 'M4 7h16 M10 11v6 M14 11v6 M6 7l1 13h10l1-13 M9 7V4h6v3',
  check: 'M5 12.500 10 17.500 19 7',
  cross: 'M6 6l12 12 M18 6 6 18',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  swap: 'M7 4v16 M7 20l-3-3 M7 20l3-3 M17 20V4 M17 4l-3 3 M17 4l3 3',
  paste:
    'M9 4h6v3H9z M15 5h3a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1h3 M9 12h6 M9 16h4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14z M20 20l-4-4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M12 2v2 M12 20v2 M4.900 4.900l1.400 1.400 M17.700 17.700l1.400 1.400 M2 12h2 M20 12h2 M4.900 19.100l1.400-1.400 M17.700 6.300l1.400-1.400',
  moon: 'M20 14.500A8 8 0 1 1 9.500 4a6.500 6.500 0 0 0 10.500 10.500z',
  signOut: 'M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5 M15 8l4 4-4 4 M19 12H9',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M12 7v5l3 2',
  tag: 'M4 4h8l8 8-8 8-8-8z M8.500 8.500h.01',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  alert: 'M12 4 2.500 20h19z M12 10v4 M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M12 11v5 M12 8h.01',
  document: 'M7 3h7l5 5v13H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z M14 3v5h5 M9 13h7 M9 17h5',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700L12 7 M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700L12 17',
  upload: 'M12 16V4 M7 9l5-5 5 5 M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
  download: 'M12 4v12 M7 11l5 5 5-5 M4 18v1a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-1',
  refresh: 'M20 11a8 8 0 0 0-14.300-4L4 9 M4 4v5h5 M4 13a8 8 0 0 0 14.300 4l1.700-2 M20 20v-5h-5',
  shield: 'M12 3 5 6v6c0 4.500 3 7.500 7 9 4-1.500 7-4.500 7-9V6z M9 12l2 2 4-4',
  printer:
    'M7 9V4h10v5 M7 17H4v-7a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v7h-3 M7 14h10v6H7z M16.500 12h.01',
  truck:
    'M3 6h11v10H3z M14 10h4l3 3v3h-7z M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z M17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
} as const;

export type IconName = keyof typeof strokes;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
