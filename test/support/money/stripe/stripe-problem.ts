// An error that Stripe answers, in Stripe's own format.

export class StripeProblem extends Error {
  readonly status: number;
  readonly detail: object;
  /**
   * False for invalid requests: Stripe finds them before doing anything, and does not store their answer under the
   * key.
   */
  readonly isRemembered: boolean;

  constructor(
    status: number,
    detail: { type: string; message: string; [more: string]: unknown },
    isStored = false,
  ) {
    super(detail.message);
    this.status = status;
    this.detail = detail;
    this.isRemembered = isStored;
  }
}

export const invalid = (code: string, message: string, more: object = {}): StripeProblem =>
  new StripeProblem(400, { type: 'invalid_request_error', code, message, ...more });

export const missing = (type: string, id: string, param: string): StripeProblem =>
  new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${type}: '${id}'`,
    param,
  });
