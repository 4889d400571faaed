// A product that a shop has told us about, by its sku. Kept for the people who pack; prices and quotes do not depend on it.

export type Product = { sku: string; title: string; description: string };

/** One call, and one member. A plug-in sends ten at a time. */
export const mostProductsAtOnce = 1000;
export const mostProducts = 50_000;
export const longestProductDescription = 20_000;
