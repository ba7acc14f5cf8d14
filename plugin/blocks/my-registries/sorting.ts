/*! With SortableJS (MIT license): see licenses.txt */
import Sortable, { AutoScroll } from 'sortablejs/modular/sortable.core.esm.js';
import { groups, moveTo } from './order.ts';

// Lists are longer than phones: the page scrolls along.
Sortable.mount(new AutoScroll());

/** Lets mouse and touch move the items of a list by their handles, and from one list to another. */
export function makeSortable(list: HTMLElement | null): void {
  if (!list) return;
  Sortable.create(list, {
    group: 'wishes',
    handle: '.largesse-mine__handle',
    draggable: '.largesse-mine__item',
    ghostClass: 'is-gap',
    chosenClass: 'is-held',
    dragClass: 'is-dragged',
    animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160,
    // Browsers' own dragging knows no touch; this is the same for all.
    forceFallback: true,
    fallbackTolerance: 4,
    onEnd: ({ item, from: source, to: target, oldDraggableIndex: from, newDraggableIndex: to }) => {
      if (from === undefined || to === undefined) return;
      // The page is drawn from its state: the element goes back, and the state brings it to its new place.
      const others = [...source.children].filter((other) => other !== item);
      source.insertBefore(item, others[from] ?? null);
      const moved = groups().find(({ title }) => title === source.dataset.heading)?.items[from];
      if (moved) moveTo(moved, target.dataset.heading ?? '', to);
    },
  });
}
