/*
 * On the page of a giver: a button that copies the page's link takes the place of the field that shows it, so that the key
 * in the link is not on pictures of the screen. Where the browser does not let it copy, the field comes back, selected.
 */

function bring(place: HTMLElement): void {
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

document.querySelectorAll<HTMLElement>('.largesse-giver__copy').forEach(bring);
