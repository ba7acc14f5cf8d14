/** SortableJS without its plugins; the page mounts the ones it needs. */
declare module 'sortablejs/modular/sortable.core.esm.js' {
  export { AutoScroll, default } from 'sortablejs';
}
