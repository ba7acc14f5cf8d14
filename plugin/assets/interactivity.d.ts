/** WordPress's Interactivity API, as far as the oldest supported WordPress has it and this plugin uses it. */
declare module '@wordpress/interactivity' {
  /**
   * Adds to the store of a namespace; state that the server sent is there already.
   * @returns the store; functions of `actions` and `callbacks` may be generators, whose yielded promises are waited for
   */
  export function store<Parts extends object>(namespace: string, parts: Parts): Parts;

  /** The store of a namespace as it is: with the state that the server sent, and all parts that were added. */
  export function store<Known extends object>(namespace: string): Known;

  /** The context of the element whose directive runs. */
  export function getContext<Context extends object>(namespace?: string): Context;

  /** The element whose directive runs. */
  export function getElement(): { ref: HTMLElement | null; attributes: Readonly<Record<string, unknown>> };

  /** Binds a function that runs later (a timer, a listener) to the scope in which it was made. */
  export function withScope<Work extends (...parameters: never[]) => unknown>(work: Work): Work;
}
