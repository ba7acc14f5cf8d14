/** SortableJS without its plugins. The page registers only the plugins that the page needs. */
declare module 'sortablejs/modular/sortable.core.esm.js' {
  export { AutoScroll, default } from 'sortablejs';
}
