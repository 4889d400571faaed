// An endpoint: the shapes of its request and answer beside the function that answers. Shapes are TypeBox schemas:
// they check requests, serialise answers and are published in the OpenAPI document.
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Caller, SignedInCaller } from '../../application/caller.ts';
import type { App, Owner } from '../../application/ports.ts';
import type { Generation } from './generation.ts';
import type { AnyCode } from './refusals.ts';

export type Shapes = {
  summary: string;
  description?: string;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The body in v4's description, if its field names differ. */
  v4Body?: TSchema;
  /**
   * The body's shape is published, but the endpoint reads the body itself and accepts more than the shape allows.
   */
  readsBodyItself?: true;
  /** The request needs no body: an absent body and an empty one labelled as JSON are the same. */
  needsNoBody?: true;
  /** Clients send the same body repeatedly, so it is parsed once and frozen. */
  isRepeated?: true;
  /** Its refusals also show the rejected value, and the fields that the key's settings replaced. */
  showsRejected?: true;
  /** The body's size limit, if the usual limit is too small. */
  bodyLimitBytes?: number;
  /** Creates a record: success is 201. */
  stores?: true;
  /** Further success statuses with the same body, and their conditions. The endpoint sets them on the reply. */
  successes?: Partial<Record<200 | 202, string>>;
  /** Answers have an ETag: a client with the current version gets 304. */
  isTagged?: true;
  /** Possible refusals besides those of every route; published in the OpenAPI document. */
  refusals?: Partial<Record<402 | 403 | 404 | 409 | 422, RefusalShown>>;
  /** A GET that changes something, as clients know it. HEAD is refused. */
  changes?: true;
  /**
   * HEAD is published too, because clients use it to check for existence. (Every plain GET also answers HEAD.)
   */
  allowsHead?: true;
  /** Accepts the Idempotency-Key header. */
  takesIdempotencyKey?: true;
  /** Also answers with a page if the client prefers text/html to JSON. */
  hasPage?: true;
  /** For answers that are not JSON: their possible media types. */
  mediaTypes?: readonly string[];
  /** An example of a text answer that is not JSON. */
  example?: string;
  /** One shape, or two if they differ; the generation's `bodies` chooses. */
  reply: TSchema | { v4: TSchema; v5: TSchema };
  /** For publicly cacheable answers: the version of the data, used as ETag. */
  version?: (app: App) => string;
  /** Plug-ins read it with every page: the caller may cache the answer for a minute, and it has an ETag. */
  isKeptByCaller?: true;
  /** Together with `version`: the same answer for every request, and never a refusal. Cached at any size. */
  hasOneAnswer?: true;
};

/**
 * In the option `published` of a query or path parameter: how /openapi.json shows it where the check is looser.
 * Parameters arrive as text, and some required ones are checked by the use-case, which gives a better message.
 */
export type Published = { schema?: object; isRequired?: true };

/**
 * The condition of a refusal; with a shape if its body says more than usual for its status, and with a code to use as
 * its example.
 */
export type RefusalShown = string | { when: string; reply?: TSchema; example?: AnyCode };

/** The reply of an endpoint that answers with 204. */
export const noBody = Type.Void();

/** The status of a success, unless the endpoint sets one of its `successes`. */
export function successStatus({ stores, reply }: Shapes): 200 | 201 | 204 {
  if (reply === noBody) return 204;
  return stores === true ? 201 : 200;
}

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
  /** `operator` in rows of the operator's area, which reach the records of every member. */
  as: 'member' | 'operator';
  generation: Generation;
  params: Part<Shape['params']>;
  query: Part<Shape['query']>;
  body: Part<Shape['body']>;
  reply: FastifyReply;
  publicUrl: string;
  /** The client address as limits count it, if known. */
  address: string;
};

/**
 * An answer that is already serialised: JSON of the endpoint's reply shape, in parts that are never copied together.
 */
export class JsonBytes {
  readonly beginning: Buffer;
  readonly rest: Buffer;

  constructor(beginning: Buffer, rest: Buffer) {
    this.beginning = beginning;
    this.rest = rest;
  }
}

/**
 * The client has the current version: 304. An empty body would be sent with a Content-Length, which HTTP reads as the
 * document's.
 */
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
  // The server has checked the request against these shapes before it calls.
  return { shapes, answer: (app, call) => answer(app, call as unknown as Call<Shape>) };
}

/** The caller of a row that requires credentials; anything else is a mistake in the route table. */
export function signedIn(caller: Caller): SignedInCaller {
  if (caller.kind === 'anonymous') throw new Error('This route must be mounted with `key` access.');
  return caller;
}

type Authority = Pick<Call, 'as' | 'caller'>;

/** Whose records the request reaches. */
export const readerOf = ({ as, caller }: Authority): SignedInCaller | 'operator' =>
  as === 'operator' ? as : signedIn(caller);

/** The same, by the member's id. */
export const ownerOf = ({ as, caller }: Authority): Owner =>
  as === 'operator' ? as : signedIn(caller).member.id;
