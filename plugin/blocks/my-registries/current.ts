import { isDirty, resetForm } from './forms.ts';
import type { Registry, RegistryChange } from './registry.ts';
import { change, changeTogether, isRegistry, NO_NOTICE, registry, state, type Values } from './state.ts';

/**
 * Shows a registry, or its changed parts. Unsaved input is preserved.
 * @returns false if someone else has changed other parts, too. The page must then load the whole registry.
 */
export function showRegistry(newer: RegistryChange): boolean {
  const shown = isRegistry(newer) ? newer : merged(registry(), newer);
  changeTogether(() => {
    change({ registry: shown });
    if (isRegistry(newer) && state.notice.kind === 'outdated') change({ notice: NO_NOTICE });
    if (!isDirty('details')) resetDetails();
  });
  const count = newer.order?.length ?? shown.items.length;
  return count === shown.items.length && newer.version === shown.version;
}

/** Replaces the changed parts of a registry. The new order may contain items that the page does not know. */
function merged(old: Registry, { items = [], order, ...parts }: RegistryChange): Registry {
  const byId = new Map([...old.items, ...items].map((item) => [item.id, item]));
  const ordered = order?.flatMap(({ id, heading }) => {
    const item = byId.get(id);
    return item ? [item.heading === heading ? item : { ...item, heading }] : [];
  });
  // An answer without the title also lacks the other details. Then the page keeps the old version: with the new
  // version, the site would accept a form with old details, and overwrite changes by someone else.
  const { version } = 'title' in parts ? parts : old;
  return { ...old, ...parts, version, items: ordered ?? [...byId.values()] };
}

/** Fills the details form with the values on the site. */
export function resetDetails(): void {
  changeTogether(() => {
    change({ isStoryRewritten: false });
    resetForm('details', detailsOf(registry()), registry().version);
  });
}

/** Returns the values of a registry for the details form. */
export function detailsOf(registry: Registry): Values {
  const { title, event_type, event_date, surprise, reveal_date, story, names = '' } = registry;
  const findable = registry.is_findable ? 'yes' : '';
  const visibility = visibilityOf(registry);
  return { title, event_type, event_date, visibility, findable, names, surprise, reveal_date, story };
}

/** Returns `public`, `private`, or '' for a draft. */
export function visibilityOf({ is_public, is_draft }: Registry): string {
  return is_public ? 'public' : is_draft ? '' : 'private';
}
