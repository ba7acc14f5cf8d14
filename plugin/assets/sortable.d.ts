/** SortableJS without its plugins. The page mounts the plugins that it needs. */
declare module 'sortablejs/modular/sortable.core.esm.js' {
  export { AutoScroll, default } from 'sortablejs';
}
