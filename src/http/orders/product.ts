// Products on the wire, as the WooCommerce plug-in sends them. A shop without products sends an empty list instead of
// an object.
import { type Static, Type } from 'typebox';
import { DocumentReader, longestLine } from '../../domain/document-reader.ts';
import {
  longestProductDescription,
  mostProductsAtOnce,
  type Product,
} from '../../domain/orders/product.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { neededText, sentText } from '../server/values.ts';

export const ProductReply = Type.Object(
  {
    product_sku: Type.String(),
    title: Type.String(),
    description: Type.String(),
  },
  { $id: 'Product' },
);

export const ProductsBody = Type.Object(
  {
    products: Type.Array(
      Type.Object(
        {
          product_sku: neededText(),
          title: Type.Optional(sentText(longestLine)),
          description: Type.Optional(sentText(longestProductDescription)),
        },
        { $id: 'ProductInput' },
      ),
      { maxItems: mostProductsAtOnce },
    ),
  },
  { $id: 'ProductList' },
);

export function parseProducts(body: unknown): Product[] {
  const reader = new DocumentReader(Array.isArray(body) ? { products: body } : body);
  const products = reader.list('products', mostProductsAtOnce);
  if (products !== undefined && products.count > mostProductsAtOnce)
    reader.complain(
      'products',
      `has ${products.count} entries; send at most ${mostProductsAtOnce} at a time.`,
    );
  const read = (products?.entries ?? []).map((entry) => {
    entry.require('product_sku');
    return {
      sku: entry.text('product_sku'),
      title: entry.text('title', 1000),
      description: entry.text('description', longestProductDescription),
    };
  });
  refuseInvalid(reader.issues);
  return read;
}

export function presentProduct({ sku, title, description }: Product): Static<typeof ProductReply> {
  return { product_sku: sku, title, description };
}
