/*! With uqr (MIT license): see licenses.txt */
import { encode } from 'uqr';
import { openDialog } from './dialogs.ts';
import { tellDone, tellProblem } from './notice.ts';
import { change, registry, state, type Way } from './state.ts';
import { __ } from './texts.ts';

/** Hands on the link that lets guests in. If a registry is not public and has no family link, a dialog offers to make one. */
export function handOn(way: Way): unknown {
  const link = registry().is_public ? registry().permalink : state.familyLink.url;
  if (link) return handOnLink(way, link);
  change({ way });
  openDialog('no-link');
}

/** Hands on a link. */
export function handOnLink(way: Way, link: string): unknown {
  return way === 'copy' ? copyLink(link) : way === 'share' ? share(link) : openCode(link);
}

/** Puts a link to the registry into the clipboard. Browsers allow it on secure sites only. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    tellDone(__('The link is copied.'));
  } catch {
    // translators: %s: address of a registry.
    tellProblem(__('Your browser does not let us copy. Here is the link: %s', link));
  }
}

/** Hands a link to the registry to the device's own way of sharing. */
export async function share(url: string): Promise<void> {
  const { title } = registry();
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the device's dialog is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url);
  }
}

/** Shows the code of a link to the registry, and makes a file of it. */
export function openCode(codeLink: string): void {
  change({ codeLink });
  const code = document.querySelector('[data-largesse-code] svg');
  if (code) {
    if (state.codeUrl) URL.revokeObjectURL(state.codeUrl);
    const file = new Blob([new XMLSerializer().serializeToString(code)], { type: 'image/svg+xml' });
    change({ codeUrl: URL.createObjectURL(file) });
  }
  openDialog('code');
}

/**
 * Encodes a text as a code to photograph.
 * @returns the length of a side, with the margin that readers need, and the dark squares as a path of SVG
 */
export function codeOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}
