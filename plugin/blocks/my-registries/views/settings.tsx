import { registry } from '../state.ts';
import { AfterEvent, CopyDialog } from './after-event.tsx';
import { Cover } from './cover.tsx';
import { Delete, DeleteDialog } from './delete.tsx';
import { Details } from './details-form.tsx';
import { RevealDialog } from './surprise.tsx';
import { Watch } from './watch.tsx';

/** Settings of other features. PHP prints them below the page. */
const printed = document.querySelector('.largesse-mine__below-settings');

/** Renders the tab with everything that owners set once. */
export function SettingsTab() {
  const { may_delete: mayDelete } = registry();
  return (
    <div class="largesse-mine__tab">
      <Details />
      <Cover />
      <Watch />
      <AfterEvent />
      <OtherFeatures />
      {mayDelete && <Delete />}
      <RevealDialog />
      <CopyDialog />
      {mayDelete && <DeleteDialog />}
    </div>
  );
}

function OtherFeatures() {
  return <div ref={(place) => void (printed && place?.append(printed))} />;
}
