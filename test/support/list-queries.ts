// `sort` and `since` parameters of lists, as existing clients send them.

export const ascendingSorts = [
  'asc',
  'ASC',
  'imported_time asc',
  'imported_time ASC',
  'imported_time:asc',
  'imported_time,asc',
  'booking_time asc',
  'booking_time  asc ',
  'booking_time_asc',
];

export const descendingSorts = [
  'desc',
  'imported_time',
  'booking_time',
  'imported_time desc',
  'booking_time DESC',
  '-imported_time',
];

export const unreadSorts = [
  'sideways',
  'price asc',
  'imported_time sideways',
  'asc desc',
  '1',
  '%',
];

/** Times before anything was stored. */
export const longAgo = [
  '2020-01-01 00:00:00',
  '2020-01-01  00:00:00',
  ' 2020-01-01 00:00:00 ',
  '1970-01-01  00:00:00',
  '1970-01-01 00:00:00',
  '1970-01-01',
  '1970-01-01T00:00:00+0000',
  '1970-01-01\t00:00:00',
];

export const unreadSinces = [
  'yesterday',
  'null',
  '0',
  '0000-00-00 00:00:00',
  '2026-02-30',
  '2026-11-15T25:00:00',
  '2026-11-15tomorrow',
];
