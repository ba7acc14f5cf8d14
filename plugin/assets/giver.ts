import { showBriefly } from './passing.ts';

/*
 * The giver's page contains a field with the link to this page. The script hides the field, and shows a button that
 * copies the link. So the key in the link does not appear in screenshots. If the browser refuses to copy, the field
 * appears again with its text selected. Another button opens the device's share dialog, if there is one.
 */

function addCopyButton(place: HTMLElement): void {
  const field = place.querySelector('input');
  const button = place.querySelector('button');
  const said = place.querySelector('[role=status]');
  const shown = place.querySelector<HTMLElement>('.largesse-giver__address');
  if (!field || !button || !said || !shown) return;
  shown.hidden = true;
  button.hidden = false;
  const share = place.querySelector<HTMLElement>('[data-share]');
  // Closing the device's dialog is not an error, and the link can still be copied.
  share?.addEventListener(
    'click',
    () => void navigator.share({ title: document.title, url: field.value }).catch(() => {}),
  );
  if (share) share.hidden = !('share' in navigator);
  button.addEventListener('click', async () => {
    said.textContent = '';
    try {
      await navigator.clipboard.writeText(field.value);
      showBriefly(said, button.dataset.done ?? '');
    } catch {
      shown.hidden = false;
      field.focus();
      field.select();
    }
  });
}

document.querySelectorAll<HTMLElement>('.largesse-giver__copy').forEach(addCopyButton);
