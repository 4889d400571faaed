// Builds an item of an order in the domain's form.
import type { OrderItem } from '../../../src/domain/orders/order.ts';

export const twoCartons: OrderItem = {
  packaging: 0,
  quantity: 2,
  weightGrams: 5000,
  lengthTenthMm: 4000,
  widthTenthMm: 3500,
  heightTenthMm: 2500,
  sku: 'SKU-7',
};
