import { addCopyButton } from './copy-button.ts';
import { rememberChange } from './given.ts';
import { TOLD_PARAMETER } from './shared-names.ts';

/*
 * The giver's page contains a field with the link to this page. The script hides the field, so that the key in the link
 * does not appear in screenshots. Another button opens the device's share dialog, if there is one.
 */

// The page thanks for a gift, or says how it has changed.
if (new URL(location.href).searchParams.has(TOLD_PARAMETER)) rememberChange();

for (const place of document.querySelectorAll<HTMLElement>('.largesse-giver__copy')) {
  addCopyButton(place);
  const share = place.querySelector<HTMLElement>('[data-share]');
  if (!share) continue;
  share.hidden = !('share' in navigator);
  const url = place.querySelector('input')?.value ?? '';
  // Closing the device's dialog is not an error, and the link can still be copied.
  share.addEventListener('click', () => void navigator.share({ title: document.title, url }).catch(() => {}));
}
