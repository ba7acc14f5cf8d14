import type { ComponentChildren } from 'preact';
import { visibilityOf } from '../current.ts';
import { visibilityText } from '../labels.ts';
import { sent } from '../page-data.ts';
import { registry, state, type Tab } from '../state.ts';
import { __ } from '../texts.ts';
import { Announcement } from './notice.tsx';
import { SettingsTab } from './settings.tsx';
import { ShareTab } from './share.tsx';
import { Tabs } from './tabs.tsx';
import { Wishes } from './wishes.tsx';

/** Contents of the tabs. */
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

/** Renders the title, the facts, and the links to the tabs and to other pages of the registry. */
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
      </p>
      {current.is_draft && state.tab !== 'share' && (
        <p class="largesse-mine__hint">{__('Guests cannot see this registry yet.')}</p>
      )}
      {sent.owner && (
        <p class="largesse-mine__hint" dir="auto">
          {/* translators: %s: name of a person. */}
          {__('This registry belongs to %s.', sent.owner)}
        </p>
      )}
      <p class="largesse-mine__links">
        <a href={sent.pages.gifts}>{__('Gifts')}</a>
      </p>
      <Tabs />
    </header>
  );
}
