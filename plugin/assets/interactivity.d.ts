/** WordPress's Interactivity API, as far as the oldest supported WordPress has it and this plugin uses it. */
declare module '@wordpress/interactivity' {
  /**
   * Adds to the store of a namespace; state that the server sent is there already.
   * @returns the store; functions of `actions` and `callbacks` may be generators, whose yielded promises are waited for
   */
  export function store<Parts extends object>(namespace: string, parts: Parts): Parts;

  /** Returns the context of the element whose directive runs. */
  export function getContext<Context extends object>(namespace?: string): Context;

  /** Returns the element whose directive runs. */
  export function getElement(): { ref: HTMLElement | null; attributes: Readonly<Record<string, unknown>> };
}
