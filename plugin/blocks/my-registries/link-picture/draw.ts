import type { PictureToDraw } from '../registry.ts';
import { BACKGROUND, DRAWING, HEIGHT, layOut, WIDTH } from './layout.ts';
import { lacksLetters } from './missing-letters.ts';

/** Files must have fewer bytes: some messengers show no large pictures. */
const LIMIT = 300_000;

/** JPEG qualities to try, from 0 to 1. */
const QUALITIES = [0.9, 0.8, 0.65, 0.5, 0.3] as const;

/** Fonts for characters that the fonts of the site lack. */
const FALLBACK = 'Georgia, "Noto Serif", serif';

/** Weight of the font. */
const WEIGHT = 600;

/** Coordinates of points near the corners, in pixels. Nothing is drawn there. */
const MARGIN = [
  [4, 4],
  [WIDTH - 5, 4],
  [4, HEIGHT - 5],
  [WIDTH - 5, HEIGHT - 5],
] as const;

/** Largest change of a colour channel that JPEG causes. Channels range from 0 to 255. */
const TOLERANCE = 6;

/**
 * Draws the picture that chats show for a link to a registry: its texts next to the drawing of its occasion. If the
 * title is right-to-left, the picture is mirrored.
 * @returns a form with a JPEG and the hash of its content; undefined if this browser cannot draw the picture, or lacks a
 *   font for its texts
 * @throws {Error} if the drawing cannot be loaded
 */
export async function drawPicture(content: PictureToDraw): Promise<FormData | undefined> {
  // Bypasses the cache: after the upload, the same address returns the drawn picture instead.
  const answer = await fetch(content.drawing, { cache: 'no-store' });
  if (!answer.ok) throw new Error('The drawing is missing');
  const drawing = await createImageBitmap(await answer.blob());
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context || drawing.width !== WIDTH || drawing.height !== HEIGHT) return undefined;

  // The font of the title on the page.
  const shownTitle = document.querySelector('.largesse-mine__title');
  const fonts = shownTitle ? getComputedStyle(shownTitle).fontFamily : '';
  const fontOf = (size: number) => `${WEIGHT} ${size}px ${fonts ? `${fonts}, ` : ''}${FALLBACK}`;
  const { title, occasion, day } = content;
  // Fails if one of several fonts is missing, for instance a font that the theme expects on this computer.
  await document.fonts.load(fontOf(100), title + occasion + day).catch(() => undefined);
  await document.fonts.ready;
  if (lacksLetters(context, fontOf, title + occasion + day)) return undefined;
  const { lines, drawingLeft, textEdge, isMirrored } = layOut(content, (text, size) => {
    context.font = fontOf(size);
    return context.measureText(text).width;
  });

  const { left, top, width, height } = DRAWING;
  context.drawImage(drawing, 0, 0);
  context.fillStyle = BACKGROUND;
  if (lines.length > 0) {
    context.fillRect(left, top, width, height);
    context.drawImage(drawing, left, top, width, height, drawingLeft, top, width, height);
  }
  context.textAlign = isMirrored ? 'right' : 'left';
  for (const { text, size, baseline, color, isRightToLeft } of lines) {
    context.font = fontOf(size);
    context.fillStyle = color;
    context.direction = isRightToLeft ? 'rtl' : 'ltr';
    context.fillText(text, textEdge, baseline);
  }
  const picture = isReadable(context) ? await smallJpeg(canvas) : undefined;
  if (!picture) return undefined;
  const form = new FormData();
  form.set('picture', picture, 'picture.jpg');
  form.set('content', content.content);
  return form;
}

/**
 * Checks whether scripts can read the canvas. Some browsers protect people from being recognized: they return white or
 * random pixels instead.
 */
function isReadable(context: CanvasRenderingContext2D): boolean {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(BACKGROUND.slice(at, at + 2), 16));
  return MARGIN.every(([x, y]) => {
    const { data } = context.getImageData(x, y, 1, 1);
    return wanted.every((value, channel) => Math.abs((data[channel] ?? 0) - value) <= TOLERANCE);
  });
}

/** Encodes a canvas in the best quality that is small enough. Returns undefined if no quality is small enough. */
async function smallJpeg(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  for (const quality of QUALITIES) {
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    if (made?.type === 'image/jpeg' && made.size < LIMIT) return made;
  }
  return undefined;
}
