import { showBriefly } from './passing.ts';

/**
 * Hides a field, with its label if it has one, and shows a button that copies its text. If the browser refuses to copy,
 * shows the field and selects its text.
 * @param place contains the field, the button, and a status for the button's text `data-done`
 */
export function addCopyButton(place: HTMLElement): void {
  const field = place.querySelector('input');
  const button = place.querySelector('button');
  const said = place.querySelector('[role=status]');
  if (!field || !button || !said) return;
  const shown = field.closest<HTMLElement>('.largesse-field') ?? field;
  shown.hidden = true;
  button.hidden = false;
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
