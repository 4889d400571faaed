// A shop's product, identified by its sku. Stored for the people who pack; prices and quotes do not use it.

export type Product = { sku: string; title: string; description: string };

/** The limit for one call; the next constant limits a member. A plug-in sends ten products at a time. */
export const mostProductsAtOnce = 1000;
export const mostProducts = 50_000;
export const longestProductDescription = 20_000;
