/*
 * The giver's page contains a field with the link to this page. The script hides the field, and shows a button that
 * copies the link. So the key in the link does not appear in screenshots. If the browser refuses to copy, the field
 * appears again with its text selected.
 */

function addCopyButton(place: HTMLElement): void {
  const field = place.querySelector('input');
  const button = place.querySelector('button');
  const said = place.querySelector('[role=status]');
  const shown = place.querySelector<HTMLElement>('.largesse-giver__address');
  if (!field || !button || !said || !shown) return;
  shown.hidden = true;
  button.hidden = false;
  button.addEventListener('click', async () => {
    said.textContent = '';
    try {
      await navigator.clipboard.writeText(field.value);
      said.textContent = button.dataset.done ?? '';
    } catch {
      shown.hidden = false;
      field.focus();
      field.select();
    }
  });
}

document.querySelectorAll<HTMLElement>('.largesse-giver__copy').forEach(addCopyButton);
