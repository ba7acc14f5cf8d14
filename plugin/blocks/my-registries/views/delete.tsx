import { closeDialog, openDialog } from '../dialogs.ts';
import { beginSending, showFailure } from '../forms.ts';
import { leaveFor } from '../leave-page.ts';
import { sent } from '../page-data.ts';
import { ask } from '../requests.ts';
import { registry } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Dialog, Hint } from './controls.tsx';
import { Fold } from './fold.tsx';
import { Form, FormEnd } from './form.tsx';

export function Delete() {
  return (
    <Fold title={__('Delete this registry')} isCard>
      <Hint>{__('This also deletes all its wishes, for good.')}</Hint>
      <Button kind="danger" onClick={() => openDialog('delete')}>
        {__('Delete registry …')}
      </Button>
    </Fold>
  );
}

export function DeleteDialog() {
  const { title, items, items_error: error } = registry();
  const question = error
    ? // translators: %s: title of a registry.
      __('Delete “%s” and all its wishes for good?', title)
    : // translators: 1: title of a registry, 2: how many items it has.
      __('Delete “%1$s” and all its wishes (%2$s) for good?', title, items.length);
  return (
    <Dialog name="delete" title={__('Delete this registry?')} question={question}>
      <Form name="delete" submit={submitDelete}>
        {sent.appearances && items.some((item) => item.other_lists) && (
          <Hint>{__('Wishes that are also on another list stay there, with their gifts.')}</Hint>
        )}
        <FormEnd form="delete" idle={__('Delete for good')} busy={__('Deleting …')} isDanger close={__('Keep it')} />
      </Form>
    </Dialog>
  );
}

async function submitDelete(): Promise<void> {
  if (!beginSending('delete')) return;
  const answer = await ask('DELETE');
  if (answer.kind !== 'done') return showFailure('delete', answer);
  closeDialog('delete');
  leaveFor(sent.pages.overview);
}
