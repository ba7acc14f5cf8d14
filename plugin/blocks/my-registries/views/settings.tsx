import { registry } from '../state.ts';
import { Afterwards, CopyDialog } from './afterwards.tsx';
import { Cover } from './cover.tsx';
import { Delete, DeleteDialog } from './delete.tsx';
import { Details } from './details-form.tsx';
import { RevealDialog } from './surprise.tsx';
import { Watch } from './watch.tsx';

/** Renders the tab with everything that owners set once. PHP prints the parts of other features below it. */
export function SettingsTab() {
  const { may_delete: mayDelete } = registry();
  return (
    <div class="largesse-mine__tab">
      <Details />
      <Cover />
      <Watch />
      <Afterwards />
      {mayDelete && <Delete />}
      <RevealDialog />
      <CopyDialog />
      {mayDelete && <DeleteDialog />}
    </div>
  );
}
