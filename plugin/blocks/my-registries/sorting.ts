/*! With SortableJS (MIT license): see licenses.txt */
import Sortable, { AutoScroll } from 'sortablejs/modular/sortable.core.esm.js';
import { groups, moveTo } from './order.ts';

// Scrolls the page during a drag, because lists can be longer than a phone's screen.
Sortable.mount(new AutoScroll());

/** Allows moving items by their pictures, with mouse and touch, within and between lists. */
export function makeSortable(list: HTMLElement | null): void {
  if (!list) return;
  Sortable.create(list, {
    group: 'wishes',
    handle: '.is-movable .largesse-mine__picture',
    // A finger that scrolls the page may begin on a picture.
    delay: 200,
    delayOnTouchOnly: true,
    touchStartThreshold: 4,
    draggable: '.largesse-mine__item',
    ghostClass: 'is-gap',
    chosenClass: 'is-held',
    dragClass: 'is-dragged',
    animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160,
    // Native drag and drop does not support touch. The fallback works in the same way with mouse and touch.
    forceFallback: true,
    fallbackTolerance: 4,
    onEnd: ({ item, from: source, to: target, oldDraggableIndex: from, newDraggableIndex: to }) => {
      if (from === undefined || to === undefined) return;
      // The page is rendered from its state, which will move the element. So undo the DOM change of the library.
      const others = [...source.children].filter((other) => other !== item);
      source.insertBefore(item, others[from] ?? null);
      const moved = groups().find(({ title }) => title === source.dataset.heading)?.items[from];
      if (moved) moveTo(moved, target.dataset.heading ?? '', to);
    },
  });
}
