// A QR code as an SVG picture, for a page.
import { encodeQR } from 'qr';

export function drawQr(text: string): string {
  return encodeQR(text, 'svg', { ecc: 'medium', border: 2 });
}
