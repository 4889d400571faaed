// Requests and answers as plain values, without sockets, media types or any carrier's field names.

export type Call = {
  readonly method: string;
  readonly path: string;
  /** Values of the path's `:name` segments. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Names are in lower case; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text parsed as JSON; undefined if it is not JSON. */
  readonly body: unknown;
  /** The carrier's own address, for URLs inside its answers. */
  readonly baseUrl: string;
  /** 100, unless a `wrong-price` fault is set. */
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
