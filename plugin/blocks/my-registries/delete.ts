import { closeDialog } from './dialogs.ts';
import { begin, showFailure } from './forms.ts';
import { leaveFor } from './leaving.ts';
import { deleteRegistry } from './requests.ts';
import { sent } from './sent.ts';

/** Deletes the registry and opens the page of all registries. */
export async function submitDelete(): Promise<void> {
  if (!begin('delete')) return;
  const answer = await deleteRegistry();
  if (answer.kind !== 'done') return showFailure('delete', answer);
  closeDialog('delete');
  leaveFor(sent.pages.overview);
}
