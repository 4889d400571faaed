// How a member's receivers see the tracking page and the e-mails about shipments: a logo, a colour and texts.

export type Branding = {
  /** "": the sender's company. */
  name: string;
  /** `#rrggbb`, with white text on it; "" for the service's own. */
  colour: string;
  /** Shown to receivers above the shipment. */
  message: string;
  /** Where receivers ask about the goods. */
  contact: string;
  logo: Logo | undefined;
};

export type Logo = { mediaType: 'image/png' | 'image/jpeg'; base64: string };

export const noBranding: Branding = {
  name: '',
  colour: '',
  message: '',
  contact: '',
  logo: undefined,
};

export const mostLogoBytes = 200_000;
/** Pixels of a side: larger pictures are slow to draw on a phone. */
export const mostLogoSide = 2_000;
/** WCAG 2.2, level AA, for text. */
export const leastContrast = 4.5;

/** The contrast ratio of white text on the colour, from 1 to 21. */
export function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

const linear = (share: number): number =>
  share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;

export type PictureSize = Pick<Logo, 'mediaType'> & { width: number; height: number };

/** Reads the beginning of a PNG or JPEG file; undefined for anything else, such as an SVG, which may contain scripts. */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a)
    return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  return bytes.length >= 4 && view.getUint16(0) === 0xffd8 ? readJpegSize(view) : undefined;
}

/** Walks along the segments to the frame, which has the size. */
function readJpegSize(view: DataView): PictureSize | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    const marker = view.getUint16(at);
    if (marker < 0xff01) return undefined;
    const isFrame =
      marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame)
      return {
        mediaType: 'image/jpeg',
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
      };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
