// Bodies of orders as shops write them.
import type { Body } from '../bookings/quote-bodies.ts';

/** Every required field, without nesting, and one carton. */
export function aFullOrder(change: Body = {}): Body {
  return {
    order_id: 'WEB-1001',
    imported_from: 'Custom',
    purchased_time: '2026-11-15 09:00:00',
    sale_price: 99.95,
    paid_time: '2026-11-15 09:05:00',
    buyer_name: 'Jane Doe',
    buyer_email: 'j@example.com',
    delivery_name: 'Jane Doe',
    delivery_email: 'j@example.com',
    delivery_phone: '0400000000',
    delivery_address: '1 A St',
    shipping_postcode: '3000',
    shipping_city: 'Melbourne',
    items: [{ description: 'Carton', weight: 5, width: 35, length: 40, height: 25, quantity: 1 }],
    ...change,
  };
}

/** Exactly what WooCommerce's plug-in 6.7 sends for an order with a quote. */
export function wooCommerceOrder(bookingId: number, change: Body = {}): Body {
  return {
    transdirect_order_id: bookingId,
    order_id: 321,
    goods_summary: ' SKU-7',
    goods_dump: ' Widget',
    imported_from: 'Woocommerce',
    purchased_time: '2026-11-15 09:00:00',
    sale_price: '12.50',
    selected_courier: 'couriers_please',
    courier_price: 11.03,
    paid_time: '2026-11-15 09:05:00',
    buyer_name: 'Jane Doe',
    buyer_email: 'j@example.com',
    delivery: { name: 'Jane Doe', email: 'j@example.com', phone: '0400000000', address: '1 A St ' },
    last_updated: '2026-11-15 09:06:00',
    ...change,
  };
}

/** What the same plug-in sends to syncOrders for an order without a quote, with blanks for unknown fields. */
export function wooCommerceSync(change: Body = {}): Body {
  return {
    shipping_first_name: 'Jane',
    shipping_last_name: 'Doe',
    shipping_company: '',
    shipping_address: '1 A St',
    shipping_address2: '',
    shipping_city: 'Melbourne',
    shipping_postcode: '3000',
    shipping_country: 'AU',
    shipping_state: 'VIC',
    shipping_email: '',
    shipping_phone: '',
    address_type: 'residential',
    items: [
      {
        weight: '5',
        height: '25',
        width: '35',
        length: '40',
        quantity: '2',
        description: 'carton',
        sku: 'SKU-7',
      },
    ],
    order_id: 322,
    imported_from: 'Woocommerce',
    purchased_time: '2026-11-15 09:00:00',
    sale_price: '1,234.50',
    courier_price: '0',
    paid_time: '',
    buyer_name: 'Jane Doe',
    buyer_email: 'j@example.com',
    delivery_name: 'Jane Doe',
    delivery_email: 'j@example.com',
    delivery_phone: '0400000000',
    delivery_address: '1 A St ',
    last_updated: '2026-11-15 09:06:00',
    ...change,
  };
}
