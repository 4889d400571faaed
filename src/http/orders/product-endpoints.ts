// /products: a shop's products by sku.
// Tests: contract/orders-shops.
import { Type } from 'typebox';
import { listProducts, saveProducts } from '../../application/orders/save-products.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { PageParam } from '../server/list-query.ts';
import { ProductReply, ProductsBody, parseProducts, presentProduct } from './product.ts';

export const save = endpoint(
  {
    summary: "Send the shop's products",
    description: 'Replaces known skus and adds the others; removes none.',
    body: ProductsBody,
    readsBodyItself: true,
    refusals: { 422: 'The shop would have too many products' },
    reply: Type.Object({ saved: Type.Integer() }),
  },
  async (app, { caller, body }) => {
    const products = parseProducts(body);
    await saveProducts(app, signedIn(caller), products);
    return { saved: products.length };
  },
);

export const list = endpoint(
  {
    summary: "The shop's products",
    description: 'By sku, 50 a page.',
    query: Type.Object({ page: Type.Optional(PageParam.blankOrSchema) }),
    reply: Type.Array(ProductReply),
  },
  async (app, { caller, query }) =>
    (await listProducts(app, signedIn(caller), PageParam.read(query.page || '1'))).map(
      presentProduct,
    ),
);
