// A member's branding on the wire.
import { type Static, Type } from 'typebox';
import type { BrandingInput } from '../../application/members/branding.ts';
import type { KnownBranding } from '../../application/ports.ts';
import { mostLogoBytes } from '../../domain/members/branding.ts';

const longestName = 60;
const longestText = 300;
/** Of base64, with room for a precise refusal. */
const longestLogo = mostLogoBytes * 4;

const texts = {
  name: Type.String({ maxLength: longestName, description: 'Blank: the service’s own heading' }),
  colour: Type.String({ description: 'As #1b7454, dark enough for white text; blank: none' }),
  message: Type.String({ maxLength: longestText, description: 'Shown above the shipment' }),
  contact: Type.String({
    maxLength: longestText,
    description: 'Where receivers ask about the goods',
  }),
};

export const BrandingReply = Type.Object(
  {
    ...texts,
    logo_url: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'Branding' },
);

export const BrandingBody = Type.Object({
  ...texts,
  logo: Type.Optional(
    Type.Union([Type.String({ maxLength: longestLogo }), Type.Null()], {
      description: 'A PNG or JPEG file as base64; null removes it, absent keeps it',
    }),
  ),
});

export const brandingBodyBytes = longestLogo + 10_000;

export function parseBranding(body: Static<typeof BrandingBody>): BrandingInput {
  const { name, colour, message, contact, logo } = body;
  return {
    name: name.trim(),
    colour: colour.trim().toLowerCase(),
    message: message.trim(),
    contact: contact.trim(),
    logo,
  };
}

export function presentBranding({
  logoDigest,
  ...shown
}: KnownBranding): Static<typeof BrandingReply> {
  return { ...shown, logo_url: logoDigest === '' ? null : `/track/logos/${logoDigest}` };
}
