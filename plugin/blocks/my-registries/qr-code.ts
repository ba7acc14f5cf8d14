/*! With uqr (MIT license): see licenses.txt */
import { renderSVG } from 'uqr';

/** Returns the QR code of a text as an SVG image with the margin that readers need: the address of a `data:` URL. */
export function codeOf(text: string): string {
  const svg = renderSVG(text, { ecc: 'M', border: 4 }).replace('<svg', '<svg shape-rendering="crispEdges"');
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
