// What a row of the route table leads to: the shapes of request and answer, side by side with the
// function that answers. Shapes are TypeBox schemas: they check requests, serialise answers and are
// published in the OpenAPI document.
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Caller, SignedInCaller } from '../../application/caller.ts';
import type { App } from '../../application/ports.ts';
import type { Generation } from './generation.ts';
import type { AnyCode } from './refusals.ts';

export type Shapes = {
  summary: string;
  description?: string;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The body's shape is published, but the endpoint reads it itself, forgiving what real clients send. */
  readsBodyItself?: true;
  /** Says all that has to be said by being asked: no body, and one of nothing that is called JSON, are the same. */
  needsNoBody?: true;
  /** Clients send the very same body again and again: it is read once, and what was read is frozen. */
  isRepeated?: true;
  /** Its refusals of a request also show the value that was rejected, and what was replaced by the key's settings. */
  showsRejected?: true;
  /** How large its body may be, where the usual limit is too small. */
  bodyLimitBytes?: number;
  /** Makes a record: its success is 201. */
  stores?: true;
  /** Removes a record: its success is 204 without a body. */
  removes?: true;
  /** Further successes with the same body, and when. */
  successes?: Partial<Record<200 | 202, string>>;
  /** Its answers have an ETag: whoever has the same already is told so, 304. */
  isTagged?: true;
  /** What it may answer instead, besides what every route may; published in the OpenAPI document. */
  refusals?: Partial<Record<402 | 403 | 404 | 409 | 422, RefusalShown>>;
  /** Changes something although it is a GET, as clients know it: whoever only asks with HEAD whether it is there is refused. */
  changes?: true;
  /** Published with HEAD too: clients ask so whether it is there. (Whatever is only read with GET answers HEAD.) */
  isAskedWithHead?: true;
  /** Takes the Idempotency-Key header. */
  takesIdempotencyKey?: true;
  /** Also answered as a page to those who prefer text/html to JSON. */
  hasPage?: true;
  /** Not JSON: the media types that the answer may have. */
  mediaTypes?: readonly string[];
  /** An example of an answer that is not JSON but can be read as text. */
  example?: string;
  /** One shape, or two where they differ; which a generation has is its `bodies`. */
  reply: TSchema | { v4: TSchema; v5: TSchema };
  /** For answers that anybody may keep: what the data's version is, so that they can be asked for again cheaply. */
  version?: (app: App) => string;
  /** Plug-ins read it with every page: the caller may keep the answer for a minute, and has it tagged. */
  isKeptByCaller?: true;
  /** With a version: there is but one answer, whatever is asked, and never a refusal. Kept however large it is. */
  hasOneAnswer?: true;
};

/**
 * In the option `published` of a part of a query or a path: how /openapi.json shows it where the check says less. All of
 * them arrive as text, and some that are needed are missed by the use-case, which can say what to send.
 */
export type Published = { schema?: object; isRequired?: true };

/**
 * When it is given; with a shape where its body says more than the usual one of its status, and with the refusal that stands
 * as its example.
 */
export type RefusalShown = string | { when: string; reply?: TSchema; example?: AnyCode };

export function replyShape(shapes: Shapes, bodies: Generation['bodies']): TSchema {
  return 'v4' in shapes.reply && 'v5' in shapes.reply ? shapes.reply[bodies] : shapes.reply;
}

type Reply<Shape extends Shapes['reply']> = Shape extends { v4: infer V4; v5: infer V5 }
  ? (V4 extends TSchema ? Static<V4> : never) | (V5 extends TSchema ? Static<V5> : never)
  : Shape extends TSchema
    ? Static<Shape>
    : never;

type Part<Schema extends TSchema | undefined> = Schema extends TSchema ? Static<Schema> : undefined;

export type Call<Shape extends Shapes = Shapes> = {
  caller: Caller;
  generation: Generation;
  params: Part<Shape['params']>;
  query: Part<Shape['query']>;
  body: Part<Shape['body']>;
  reply: FastifyReply;
  publicUrl: string;
  /** The client's, as far as it is known, as limits count it. */
  address: string;
};

/** An answer that is written already: JSON of the endpoint's reply shape, in parts that are never copied together. */
export class JsonBytes {
  readonly beginning: Buffer;
  readonly rest: Buffer;

  constructor(beginning: Buffer, rest: Buffer) {
    this.beginning = beginning;
    this.rest = rest;
  }
}

/** The client has what it asks for: 304. An empty body would be announced with a length, which is the document's to HTTP. */
export const notModified = Symbol('not modified');

export type Endpoint = {
  shapes: Shapes;
  answer(app: App, call: Call): Promise<unknown>;
};

export function endpoint<const Shape extends Shapes>(
  shapes: Shape,
  answer: (
    app: App,
    call: Call<Shape>,
  ) => Promise<Reply<Shape['reply']> | JsonBytes | Buffer | Readable | typeof notModified>,
): Endpoint {
  // The server has checked the parts against these very shapes before it calls.
  return { shapes, answer: (app, call) => answer(app, call as unknown as Call<Shape>) };
}

/** The caller of a row that asks for credentials; anything else is a mistake in the route table. */
export function signedIn(caller: Caller): SignedInCaller {
  if (caller.kind === 'anonymous') throw new Error('This route must be mounted with `key` access.');
  return caller;
}
