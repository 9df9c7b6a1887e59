/**
 * The number in a ticket's code, from a picture of it. Uses the browser's own reader where there is one, else a reader of ours that is loaded then.
 */
type Picture = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

/** What the code says, or null when there is none in the picture. */
export async function readCode(picture: Picture): Promise<string | null> {
  const { default: decode } = await import('qr/decode.js');
  try {
    return decode({ width: picture.width, height: picture.height, data: picture.data });
  } catch {
    return null;
  }
}

/** A ticket's code holds its number, alone or at the end of an address. */
export const serialIn = (text: string): string => (text.split(/[/=]/).at(-1) ?? '').trim();
