// One request and its answer as the protocols see them: plain values, no sockets. Every carrier answers in its own
// media type and words; what is here knows none of them.

export type Call = {
  readonly method: string;
  readonly path: string;
  /** What stands at `:name` in the route's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Names in lower case; a header given twice is joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text as JSON; undefined when it is none. */
  readonly body: unknown;
  /** Where this carrier answers, for addresses that an answer holds. */
  readonly baseUrl: string;
  /** 100, unless a fault makes prices wrong. */
  readonly pricePercent: number;
};

export type Answer = {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
};

export const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

export const plain = (text: string, status = 200): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: text,
});

export const xml = (text: string, status = 200): Answer => ({
  status,
  type: 'text/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="utf-8"?>${text}`,
});

export const file = (type: string, body: string | Uint8Array): Answer => ({
  status: 200,
  type,
  body,
});
