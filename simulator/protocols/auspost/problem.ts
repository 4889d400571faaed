// Refusals of Shipping and Tracking: a list of problems with code, name, message and field.
import { type Answer, json } from '../../exchange.ts';

export type Problem = {
  readonly code: string;
  readonly name: string;
  readonly message: string;
  readonly field?: string;
  readonly context?: Readonly<Record<string, string>>;
};

export const refuse = (problems: readonly Problem[], status = 400): Answer =>
  json({ errors: problems }, status);

export const missingField = (field: string): Problem => ({
  code: '40002',
  name: 'JSON_MANDATORY_FIELD_MISSING',
  message: `The input request is missing the mandatory field with the name ${field}. Please resubmit the request including the required fields and values.`,
  field,
});

export const invalidField = (field: string, message: string): Problem => ({
  code: '40003',
  name: 'INVALID_FIELD',
  message,
  field,
});

export const shipmentNotFound = (id: string): Problem => ({
  code: '44013',
  name: 'SHIPMENT_NOT_FOUND_ERROR',
  message: `The shipment ${id} could not be found.`,
  context: { shipment_id: id },
});

export const noPrice = (productId: string, sentence: string): Problem => ({
  code: '42002',
  name: 'NO_PRICES_FOR_PRODUCT',
  message: `There is no price for the product ${productId}: ${sentence}.`,
  field: 'product_id',
  context: { product_id: productId },
});
