/*! With uqr (MIT license): see licenses.txt */
import { encode } from 'uqr';
import { openDialog } from './dialogs.ts';
import { notifyProblem, notifySuccess } from './notice.ts';
import { change, registry, state, type Way } from './state.ts';
import { __ } from './texts.ts';

/** Shares the link for guests. If the registry is private and has no family link, a dialog offers to create one. */
export function shareGuestLink(way: Way): unknown {
  const link = registry().is_public ? registry().permalink : state.familyLink.url;
  if (link) return shareLink(way, link);
  change({ way });
  openDialog('no-link');
}

/** Shares a link. */
export function shareLink(way: Way, link: string): unknown {
  return way === 'copy' ? copyLink(link) : way === 'share' ? share(link) : openCode(link);
}

/** Copies a link to the registry. Browsers allow that only on secure sites. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    notifySuccess(__('The link is copied.'));
  } catch {
    // translators: %s: address of a registry.
    notifyProblem(__('Your browser does not let us copy. Here is the link: %s', link));
  }
}

/** Opens the device's share dialog for a link to the registry. */
export async function share(url: string): Promise<void> {
  const { title } = registry();
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the device's dialog is not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url);
  }
}

/** Shows the QR code of a link to the registry and creates its file. */
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
 * Encodes a text as a QR code.
 * @returns the side length, including the quiet zone that readers need, and the dark squares as an SVG path
 */
export function codeOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}
