import { loadModule } from '../../assets/load-module.ts';
import { openDialog } from './dialogs.ts';
import { notifyFailure, notifyProblem, notifySuccess } from './notice.ts';
import { change, registry, state } from './state.ts';
import { __ } from './texts.ts';

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

/** Returns an address that opens WhatsApp with a link; WhatsApp then asks for the recipient. */
export function whatsAppLink(link: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${registry().title}: ${link}`)}`;
}

/**
 * Shows the QR code of a link to the registry, and creates a file of this QR code. Loads the script that draws QR codes
 * on demand, because few people need it.
 */
export async function openCode(codeLink: string): Promise<void> {
  try {
    const address = import.meta.resolve('largesse/qr-code');
    const { codeOf } = await loadModule<typeof import('largesse/qr-code')>(address);
    change({ codeLink, code: codeOf(codeLink) });
  } catch {
    return notifyFailure({ kind: 'offline', message: '' }, () => openCode(codeLink));
  }
  const code = document.querySelector('[data-largesse-code] svg');
  if (code) {
    if (state.codeUrl) URL.revokeObjectURL(state.codeUrl);
    const file = new Blob([new XMLSerializer().serializeToString(code)], { type: 'image/svg+xml' });
    change({ codeUrl: URL.createObjectURL(file) });
  }
  openDialog('code');
}
