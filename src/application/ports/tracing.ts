// Traces for a collector, if one is configured: requests, and the parts of them that wait for other systems. A part
// finds its request through the asynchronous context. Details contain neither personal data nor secrets.

export type Tracer = {
  /** Starts a request's span, as a child of the client's span if it sends one. */
  beginRequest(begun: {
    method: string;
    traceparent: string | undefined;
    tracestate: string | undefined;
  }): TracedRequest;
  /** Runs `work` as a child of the current span; a throw marks it as failed. */
  part<Result>(part: TracedPart, work: (own: TracedWork) => Promise<Result>): Promise<Result>;
  /** Records finished work that took this long. Ignored outside a request. */
  took(part: TracedPart, seconds: number): void;
  /** Captures the current span for work that another context will run. */
  keep(): <Result>(work: () => Result) => Result;
  /** Sends buffered spans. */
  close(): Promise<void>;
};

export type TracedRequest = {
  traceId: string;
  within<Result>(work: () => Result): Result;
  end(served: { route: string; status: number; details: TraceDetails }): void;
};

export type TracedPart = {
  name: string;
  /** `outgoing` for a call to another system; `internal` for a group of parts. */
  kind: 'outgoing' | 'internal';
  details: TraceDetails;
};

export type TracedWork = {
  /** Headers for a request to another system, so that its spans continue ours. */
  headers: Readonly<Record<string, string>>;
  tell(details: TraceDetails): void;
};

type TraceDetails = Readonly<Record<string, string | number>>;
