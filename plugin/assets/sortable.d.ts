/** SortableJS, whose plugins are only used where they are mounted. */
declare module 'sortablejs/modular/sortable.core.esm.js' {
  export { AutoScroll, default } from 'sortablejs';
}
