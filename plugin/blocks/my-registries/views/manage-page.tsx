import type { ComponentChildren } from 'preact';
import { visibilityOf } from '../current.ts';
import { visibilityText } from '../labels.ts';
import { sent } from '../page-data.ts';
import { registry, state, type Tab } from '../state.ts';
import { __ } from '../texts.ts';
import { AfterEvent, CopyDialog } from './after-event.tsx';
import { Hint } from './controls.tsx';
import { Cover } from './cover.tsx';
import { Delete, DeleteDialog } from './delete.tsx';
import { Details } from './details-form.tsx';
import { Announcement } from './notice.tsx';
import { Printed } from './printed.tsx';
import { ShareTab } from './share.tsx';
import { DueDialog, RevealDialog } from './surprise.tsx';
import { Tabs } from './tabs.tsx';
import { Wishes } from './wishes.tsx';

const CONTENTS: Readonly<Record<Tab, () => ComponentChildren>> = {
  wishes: () => <Wishes />,
  share: () => <ShareTab />,
  settings: () => <SettingsTab />,
};

/** Renders the page that manages one registry: its title, and the open tab. */
export function ManagePage() {
  return (
    <>
      <Head />
      {CONTENTS[state.tab]()}
      <Announcement />
    </>
  );
}

function Head() {
  const current = registry();
  return (
    <header class="largesse-mine__head">
      <h2 class="largesse-mine__title" dir="auto">
        {current.title}
      </h2>
      <p class="largesse-mine__facts">
        <bdi>{[current.event_type, current.date_text].filter(Boolean).join(' · ')}</bdi>
        <span class="largesse-mine__badge">{visibilityText(visibilityOf(current))}</span>
        {current.is_past && <span class="largesse-mine__badge">{__('Past')}</span>}
        <a class="largesse-mine__to-gifts" href={sent.pages.gifts}>
          {__('Gifts')}
        </a>
      </p>
      {current.is_draft && state.tab !== 'share' && <Hint>{__('Guests cannot see this registry yet.')}</Hint>}
      {sent.owner && (
        <Hint dir="auto">
          {/* translators: %s: name of a person. */}
          {__('This registry belongs to %s.', sent.owner)}
        </Hint>
      )}
      <Tabs />
    </header>
  );
}

/** Renders the tab with everything that owners set once. */
function SettingsTab() {
  const { may_delete: mayDelete } = registry();
  return (
    <div class="largesse-mine__tab">
      <Details />
      <div class="largesse-mine__card largesse-mine__folds">
        <Cover />
        <AfterEvent />
        <Printed tab="settings" />
        {mayDelete && <Delete />}
      </div>
      <RevealDialog />
      <DueDialog />
      <CopyDialog />
      {mayDelete && <DeleteDialog />}
    </div>
  );
}
