/*! With uqr (MIT license): see licenses.txt */
import { encode } from 'uqr';

/**
 * Encodes a text as a QR code.
 * @returns the side length, including the quiet zone that readers need, and the dark squares as an SVG path
 */
export function codeOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}
