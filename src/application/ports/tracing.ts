// What is told to a collector of traces, where one is configured: requests, and the parts of them that wait for somebody.
// Parts find the request they belong to by themselves, along whatever awaits it. Nothing personal and no secret is a detail.

export type Tracer = {
  /** The span of a request, under the client's own when it sends one. */
  beginRequest(begun: {
    method: string;
    traceparent: string | undefined;
    tracestate: string | undefined;
  }): TracedRequest;
  /** Runs `work` as a part of what is under way; one that throws is marked as failed. */
  part<Result>(part: TracedPart, work: (own: TracedWork) => Promise<Result>): Promise<Result>;
  /** Something that is done already and took so long. Outside a request and its parts nobody hears of it. */
  took(part: TracedPart, seconds: number): void;
  /** For work that somebody else will run: it goes on as a part of what is under way now. */
  keep(): <Result>(work: () => Result) => Result;
  /** Delivers what waits. */
  close(): Promise<void>;
};

export type TracedRequest = {
  traceId: string;
  within<Result>(work: () => Result): Result;
  end(served: { route: string; status: number; details: TraceDetails }): void;
};

export type TracedPart = {
  name: string;
  /** Whether somebody outside is asked; a part that only groups others is ours. */
  kind: 'outgoing' | 'internal';
  details: TraceDetails;
};

export type TracedWork = {
  /** What a request to somebody else carries, so that their spans continue ours. */
  headers: Readonly<Record<string, string>>;
  tell(details: TraceDetails): void;
};

type TraceDetails = Readonly<Record<string, string | number>>;
