// TNT's rated transit time enquiry in XML: the question as text, the answer as plain objects.
import { XMLParser } from 'fast-xml-parser';
import type { LiveQuestion } from '../../../src/application/ports.ts';
import {
  type Answer,
  at,
  badAnswer,
  textOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { type PieceLine, pieceLine } from '../../../src/domain/connectors/piece-line.ts';

type Place = { suburb: string; postcode: string; state: string };
export type Enquiry = Pick<LiveQuestion, 'today' | 'time' | 'pickupDate'> & {
  from: Place;
  to: Place;
  lines: readonly PieceLine[];
  isDangerous: boolean;
};

export function enquiryOf({ shipment, ...moment }: LiveQuestion): Enquiry {
  return {
    ...moment,
    from: shipment.sender,
    to: shipment.receiver,
    lines: shipment.lines.map(pieceLine),
    isDangerous: shipment.isDangerous,
  };
}

export function enquiryXml(enquiry: Enquiry, senderAccount: string): string {
  const { from, to, lines, pickupDate, today, time, isDangerous } = enquiry;
  const packages = lines.map(
    ({ quantity, lengthCm, widthCm, heightCm, weightKg }) =>
      `<packageLine><numberOfPackages>${quantity}</numberOfPackages>` +
      `<dimensions unit="cm"><length>${Math.ceil(lengthCm)}</length><width>${Math.ceil(widthCm)}</width><height>${Math.ceil(heightCm)}</height></dimensions>` +
      `<weight unit="kg"><weight>${weightKg}</weight></weight></packageLine>`,
  );
  return (
    '<?xml version="1.0"?><enquiry xmlns="http://www.tntexpress.com.au"><ratedTransitTimeEnquiry><cutOffTimeEnquiry>' +
    `<collectionAddress>${addressXml(from)}</collectionAddress><deliveryAddress>${addressXml(to)}</deliveryAddress>` +
    `<shippingDate>${pickupDate}</shippingDate><userCurrentLocalDateTime>${today}T${time}:00</userCurrentLocalDateTime>` +
    `<dangerousGoods><dangerous>${isDangerous}</dangerous></dangerousGoods>` +
    `<packageLines packageType="N">${packages.join('')}</packageLines></cutOffTimeEnquiry>` +
    `<termsOfPayment><senderAccount>${escapeXml(senderAccount)}</senderAccount><payer>S</payer></termsOfPayment>` +
    '</ratedTransitTimeEnquiry></enquiry>'
  );
}

function addressXml({ suburb, postcode, state }: Place): string {
  return `<suburb>${escapeXml(suburb)}</suburb><postCode>${escapeXml(postcode)}</postCode><state>${escapeXml(state)}</state>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** Values stay texts, so that no code loses its leading zero; prefixes of namespaces do not matter. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  trimValues: true,
});

export function readResponse(bytes: Uint8Array): Answer {
  const text = textOf(bytes);
  let answer: Answer;
  try {
    answer = parser.parse(text, true);
  } catch {
    throw badAnswer(`not XML: ${text}`);
  }
  const response = at(answer, 'response');
  if (response === undefined) throw badAnswer(`no response: ${text}`);
  return response;
}
