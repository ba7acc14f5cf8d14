import type { PictureLimits } from './page-data.ts';

/** Size in bytes from which pictures are reduced before the upload. */
const SMALL_BYTES = 600_000;

/** JPEG and WebP quality, from 0 to 1. */
const QUALITY = 0.88;

/** Media types that the site refuses and browsers can read. Pictures of these types may be transparent. */
const CONVERTED: readonly string[] = ['image/gif', 'image/avif'];

/** Returns the media types that a member can choose, as the attribute `accept` lists them. */
export const choosable = ({ types }: PictureLimits): string => [...types, ...CONVERTED].join();

/**
 * Reduces a picture if it is large, and converts it if the site does not accept its format. The result of an animation
 * is its first frame. Returns the file unchanged if the browser cannot do this; the site then reduces or refuses it.
 */
export async function shrink(file: File, limits: PictureLimits): Promise<File> {
  const isTaken = limits.types.includes(file.type);
  if (isTaken && file.size <= SMALL_BYTES) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const share = Math.min(1, limits.side / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * share));
    canvas.height = Math.max(1, Math.round(bitmap.height * share));
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    // Keep transparency.
    const wanted = ['image/png', 'image/webp', ...CONVERTED].includes(file.type) ? 'image/webp' : 'image/jpeg';
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, wanted, QUALITY));
    // Browsers that cannot encode a format return PNG.
    const isBetter = made && limits.types.includes(made.type) && (!isTaken || made.size < file.size);
    return isBetter ? new File([made], file.name, { type: made.type }) : file;
  } catch {
    return file;
  }
}
