import { loadModule } from '../../assets/load-module.ts';
import { openDialog } from './dialogs.ts';
import { notifyFailure, notifyProblem, notifySuccess } from './notice.ts';
import { change } from './state.ts';
import { __ } from './texts.ts';

/** Returns the name of the registry or circle on this page. */
const title = (): string => document.querySelector('.largesse-mine__title')?.textContent ?? '';

/** Copies a link. Browsers allow that only on secure sites. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    notifySuccess(__('The link is copied.'));
  } catch {
    // translators: %s: address of a registry or a circle.
    notifyProblem(__('Your browser does not let us copy. Here is the link: %s', link));
  }
}

/** Opens the device's share dialog for a link. */
export async function share(url: string): Promise<void> {
  try {
    await navigator.share({ title: title(), url });
  } catch (error) {
    // Closing the device's dialog is not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url);
  }
}

/** Returns an address that opens WhatsApp with a link; WhatsApp then asks for the recipient. */
export function whatsAppLink(link: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${title()}: ${link}`)}`;
}

/** Shows the QR code of a link. Few people need the script that draws it, so it is loaded on demand. */
export async function openCode(codeLink: string): Promise<void> {
  try {
    const address = import.meta.resolve('largesse/qr-code');
    const { codeOf } = await loadModule<typeof import('largesse/qr-code')>(address);
    change({ codeLink, code: codeOf(codeLink) });
  } catch {
    return notifyFailure({ kind: 'offline', message: '' }, () => openCode(codeLink));
  }
  openDialog('code');
}
