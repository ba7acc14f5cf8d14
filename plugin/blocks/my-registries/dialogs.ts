/** Opens a dialog. @param focus selector of the element that receives the focus */
export function openDialog(name: string, focus?: string): void {
  const dialog = find(name);
  if (!dialog || dialog.open) return;
  dialog.showModal();
  if (focus) dialog.querySelector<HTMLElement>(focus)?.focus();
}

export function closeDialog(name: string): void {
  find(name)?.close();
}

function find(name: string): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(`dialog[data-largesse-dialog="${name}"]`);
}
