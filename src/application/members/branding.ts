// A member's branding of the tracking page and of e-mails to receivers: checked, stored and read.
import {
  contrastWithWhite,
  type Logo,
  leastContrast,
  mostLogoBytes,
  mostLogoSide,
  readPictureSize,
} from '../../domain/members/branding.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { App, KnownBranding } from '../ports.ts';

export type BrandingInput = Omit<KnownBranding, 'logoDigest'> & {
  /** Base64; null removes the logo, undefined keeps it. */
  logo: string | null | undefined;
};

export const getBranding = (app: App, memberId: MemberId): Promise<KnownBranding> =>
  app.store.brandings.find(memberId);

export async function saveBranding(
  app: App,
  memberId: MemberId,
  { logo, ...texts }: BrandingInput,
): Promise<KnownBranding> {
  const bytes = typeof logo === 'string' ? Buffer.from(logo, 'base64') : undefined;
  const size = bytes && readPictureSize(bytes);
  refuseInvalid([...colourIssues(texts.colour), ...(bytes ? logoIssues(bytes, size) : [])]);
  const stored =
    bytes === undefined || size === undefined
      ? undefined
      : {
          mediaType: size.mediaType,
          base64: bytes.toString('base64'),
          digest: app.secrets.digest(bytes.toString('base64')),
        };
  await app.store.brandings.put(memberId, texts, logo === undefined ? 'keep' : stored);
  return await getBranding(app, memberId);
}

export async function readLogo(app: App, digest: string): Promise<Logo> {
  const logo = digest === '' ? undefined : await app.store.brandings.findLogo(digest);
  if (logo === undefined) throw new Refusal({ code: 'logo_not_found' });
  return logo;
}

function colourIssues(colour: string): Issue[] {
  if (colour === '') return [];
  const path = ['colour'];
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return [{ path, problem: 'no_colour', value: colour }];
  const contrast = contrastWithWhite(colour);
  return contrast < leastContrast
    ? [{ path, problem: 'colour_too_light', contrast, least: leastContrast }]
    : [];
}

function logoIssues(bytes: Uint8Array, size: ReturnType<typeof readPictureSize>): Issue[] {
  const path = ['logo'];
  if (bytes.length > mostLogoBytes)
    return [{ path, problem: 'logo_too_large', bytes: bytes.length, most: mostLogoBytes }];
  if (size === undefined) return [{ path, problem: 'logo_no_picture' }];
  const { width, height } = size;
  return Math.max(width, height) > mostLogoSide || Math.min(width, height) === 0
    ? [{ path, problem: 'logo_size', width, height, most: mostLogoSide }]
    : [];
}
