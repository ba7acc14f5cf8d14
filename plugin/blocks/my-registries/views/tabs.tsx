import type { TargetedMouseEvent } from 'preact';
import { state, type Tab } from '../state.ts';
import { openTab, tabUrl } from '../tabs.ts';
import { __ } from '../texts.ts';

const TEXTS: Readonly<Record<Tab, string>> = {
  wishes: __('Wishes'),
  share: __('Share'),
  settings: __('Settings'),
};

/** Renders the links to the tabs. */
export function Tabs() {
  return (
    <nav class="largesse-mine__tabs" aria-label={__('Parts of this registry')}>
      <TabLink tab="wishes" />
      <TabLink tab="share" />
      <TabLink tab="settings" />
    </nav>
  );
}

/** Renders a link to a tab. The link has a real address, so the user can also open it in a new window. */
function TabLink({ tab }: { tab: Tab }) {
  const open = (event: TargetedMouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openTab(tab);
  };
  return (
    <a href={tabUrl(tab)} aria-current={tab === state.tab ? 'page' : undefined} onClick={open}>
      {TEXTS[tab]}
    </a>
  );
}
