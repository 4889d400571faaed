// A request that Stripe does not carry out, in the form in which it says so.

export class StripeProblem extends Error {
  readonly status: number;
  readonly detail: object;
  /** Problems of the request itself are found before anything is done, so they are not remembered by its key. */
  readonly isRemembered: boolean;

  constructor(
    status: number,
    detail: { type: string; message: string; [more: string]: unknown },
    isRemembered = false,
  ) {
    super(detail.message);
    this.status = status;
    this.detail = detail;
    this.isRemembered = isRemembered;
  }
}

export const invalid = (code: string, message: string, more: object = {}): StripeProblem =>
  new StripeProblem(400, { type: 'invalid_request_error', code, message, ...more });

export const missing = (what: string, id: string, param: string): StripeProblem =>
  new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });
