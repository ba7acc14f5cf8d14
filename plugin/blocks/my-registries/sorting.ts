/*! With SortableJS (MIT license): see licenses.txt */
import Sortable, { AutoScroll } from 'sortablejs/modular/sortable.core.esm.js';
import { moveTo, orderedItems } from './order.ts';

// Lists are longer than phones: the page scrolls along.
Sortable.mount(new AutoScroll());

/** Lets mouse and touch move the items of a list by their handles. */
export function makeSortable(list: HTMLElement | null): void {
  if (!list) return;
  Sortable.create(list, {
    handle: '.largesse-mine__handle',
    draggable: '.largesse-mine__item',
    ghostClass: 'is-gap',
    chosenClass: 'is-held',
    dragClass: 'is-dragged',
    animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160,
    // Browsers' own dragging knows no touch; this is the same for all.
    forceFallback: true,
    fallbackTolerance: 4,
    onEnd: ({ item, oldDraggableIndex: from, newDraggableIndex: to }) => {
      if (from === undefined || to === undefined) return;
      // The page is drawn from its state: the element goes back, and the state brings it to its new place.
      const others = [...list.children].filter((other) => other !== item);
      list.insertBefore(item, others[from] ?? null);
      const moved = orderedItems()[from];
      if (moved) moveTo(moved, to);
    },
  });
}
