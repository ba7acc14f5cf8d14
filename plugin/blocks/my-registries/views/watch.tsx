import { setWatching } from '../items.ts';
import { clearMessages } from '../notice.ts';
import { registry } from '../state.ts';
import { __ } from '../texts.ts';
import { Fold } from './fold.tsx';
import { Choice } from './form.tsx';

/** Renders the checkbox that turns the shop watch on, if the site offers it. */
export function Watch() {
  const { shop_watch: watch } = registry();
  if (!watch) return null;
  return (
    <Fold title={__('Shops')} isCard>
      <Choice
        type="checkbox"
        id="largesse-watch"
        label={__('Check once a week whether the wishes are still available')}
        meaning={__(
          'A wish then shows a hint if its shop no longer sells it, or has raised the price. Only owners see it, and nothing changes by itself.',
        )}
        // With `checked`, each render would undo the user's click while the change is being saved.
        defaultChecked={watch === 'on'}
        onChange={({ currentTarget }) => {
          clearMessages();
          void setWatching(currentTarget);
        }}
      />
    </Fold>
  );
}
