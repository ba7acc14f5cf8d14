/*! With SortableJS (MIT license): see licenses.txt */
import Sortable, { AutoScroll } from 'sortablejs/modular/sortable.core.esm.js';
import { moveTo, orderedItems } from './order.ts';

// Lists are longer than phones: the page scrolls along.
Sortable.mount(new AutoScroll());

/** Lets mouse and touch move the items of a list by their handles. */
export function makeSortable(list: HTMLElement): void {
  let following: Node | null = null;
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
    onStart: ({ item }) => {
      following = item.nextSibling;
    },
    onEnd: ({ item, oldDraggableIndex, newDraggableIndex }) => {
      // The page is made of its state: the element goes back, and the state brings it to its new place.
      list.insertBefore(item, following);
      const moved = oldDraggableIndex === undefined ? undefined : orderedItems()[oldDraggableIndex];
      if (moved && newDraggableIndex !== undefined) moveTo(moved, newDraggableIndex);
    },
  });
}
