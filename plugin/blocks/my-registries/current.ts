import type { Item, OrderedItem, Registry, RegistryChange } from '../../assets/registry.ts';
import { isDirty, resetForm } from './forms.ts';
import { change, changeTogether, isRegistry, NO_NOTICE, registry, state, type Values } from './state.ts';

/**
 * Shows a registry, or its changed parts. Unsaved input is preserved.
 * @param base version of the registry that the change has replaced; '' if the change does not depend on the version
 * @returns false if someone else has changed other parts, too. The page must then load the whole registry.
 */
export function showRegistry(newer: RegistryChange, base = ''): boolean {
  const old = registry();
  const shown = isRegistry(newer) ? newer : merged(old, newer, base);
  changeTogether(() => {
    change({ registry: shown });
    if (isRegistry(newer) && state.notice.kind === 'outdated') change({ notice: NO_NOTICE });
    if (!isDirty('details')) resetDetails();
  });
  if (isRegistry(newer)) return true;
  const { order = shown.items, version } = newer;
  const { added, removed } = headingChanges(old, newer);
  const hasHeadings = !newer.order?.some(({ heading }) => heading && !shown.headings.includes(heading));
  const hasAll = order.length === shown.items.length && added.length < 2 && removed.length < 2 && hasHeadings;
  return hasAll && version === shown.version;
}

/** Replaces the changed parts of a registry. The new order may contain items that the page does not know. */
function merged(old: Registry, newer: RegistryChange, base: string): Registry {
  const { items, order, ...parts } = newer;
  const byId = new Map([...old.items, ...(items ?? [])].map((item) => [item.id, item]));
  const places = order ?? renamed([...byId.values()], headingChanges(old, newer));
  const placed = places.flatMap(({ id, heading }) => {
    const item = byId.get(id);
    return item ? [item.heading === heading ? item : { ...item, heading }] : [];
  });
  // The answer contains only the fields that this page has changed. If the page did not know the replaced version, it
  // keeps its own version: with the new version, the site would accept a form with old details, and overwrite changes
  // by someone else.
  const version = base === old.version ? newer.version : old.version;
  const items_error = items || order ? '' : old.items_error;
  return { ...old, items_error, ...parts, version, items: placed };
}

/** Returns the added titles and the removed titles. Renaming a heading adds one and removes one. */
function headingChanges(old: Registry, { headings = old.headings }: RegistryChange) {
  return {
    added: headings.filter((title) => !old.headings.includes(title)),
    removed: old.headings.filter((title) => !headings.includes(title)),
  };
}

/** Returns the places of items after a heading was renamed. Answers without places rename at most one heading. */
function renamed(items: Item[], { added: [title], removed: [old] }: ReturnType<typeof headingChanges>): OrderedItem[] {
  return items.map(({ id, heading }) => ({ id, heading: title && heading === old ? title : heading }));
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
  const findable = names ? 'yes' : '';
  const visibility = visibilityOf(registry);
  return { title, event_type, event_date, visibility, findable, names, surprise, reveal_date, story };
}

/** Returns `public`, `private`, or '' for a draft. */
export function visibilityOf({ is_public, is_draft }: Registry): string {
  return is_public ? 'public' : is_draft ? '' : 'private';
}
