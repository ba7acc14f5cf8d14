/** WordPress's Interactivity API: only the parts that this plugin uses and the oldest supported WordPress has. */
declare module '@wordpress/interactivity' {
  /**
   * Adds to the store of a namespace, which already contains the state sent by the server.
   * @returns the store; functions of `actions` and `callbacks` may be generators that yield promises
   */
  export function store<Parts extends object>(namespace: string, parts: Parts): Parts;

  /** Returns the context of the element whose directive runs. */
  export function getContext<Context extends object>(namespace?: string): Context;

  /** Returns the element whose directive runs. */
  export function getElement(): { ref: HTMLElement | null; attributes: Readonly<Record<string, unknown>> };
}
