/** From so many bytes on, a picture is made smaller before it is sent. */
const SMALL_BYTES = 600_000;

/** How much a JPEG or WebP is like what it was made of, from 0 to 1. */
const QUALITY = 0.88;

/** What a site takes. */
interface Limits {
  /** Media types. */
  readonly types: readonly string[];
  /** The width and height, in pixels, to which the site itself makes pictures smaller. */
  readonly side: number;
}

/**
 * Makes a large photo smaller, and one of a kind that the site does not take into one that it does, where the browser can
 * do that. Otherwise it is sent as it is, and the site does the work.
 */
export async function shrink(file: File, limits: Limits): Promise<File> {
  // A picture that moves would stop.
  if (file.type === 'image/gif') return file;
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
    // What may be transparent stays so.
    const wanted = ['image/png', 'image/webp'].includes(file.type) ? 'image/webp' : 'image/jpeg';
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, wanted, QUALITY));
    // Browsers that cannot write a kind write PNG.
    const isBetter = made && limits.types.includes(made.type) && (!isTaken || made.size < file.size);
    return isBetter ? new File([made], file.name, { type: made.type }) : file;
  } catch {
    return file;
  }
}
