/** Parts of a browser that the script of `/docs` uses. */
declare const window: { fetch: typeof fetch };
declare const confirm: (question: string) => boolean;
declare const addEventListener: (event: string, act: () => void, options: { once: boolean }) => void;
declare const document: { querySelector(selector: string): Place | null; body: Place };
declare const MutationObserver: new (
  notice: () => void,
) => { observe(place: Place, what: { childList: boolean; subtree: boolean }): void; disconnect(): void };
declare const Scalar: { createApiReference(place: string, options: object): void };
interface Place {
  parentElement: Place | null;
  scrollIntoView(): void;
}

/** The operations of the OpenAPI document, by path and method. */
interface Described {
  paths: Record<string, Record<string, { summary?: string; 'x-destructive'?: boolean }>>;
}

/**
 * Starts the reference in a browser, which gets this function as text. So the function uses nothing else of this
 * module.
 *
 * - Each page gets its own UUIDs in the examples, so that an example never names what somebody has created with it.
 * - Before a request of a destructive operation, it asks.
 * - After an answer, it shows the answer: on a phone, it would be below the fields of the request.
 * @param options options of the reference
 * @param ids UUIDs in the examples
 */
export async function startDocs(options: object, ids: readonly string[]): Promise<void> {
  const send = window.fetch.bind(globalThis);
  const randomUuid = () => {
    // `crypto.randomUUID` needs https.
    const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
    return hex.join('').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
  };
  const text = await (await send('/openapi.json')).text();
  const described: Described = JSON.parse(ids.reduce((all, id) => all.replaceAll(id, randomUuid()), text));
  const destructive = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { summary, 'x-destructive': isDestructive }]) =>
      isDestructive
        ? [{ method: method.toUpperCase(), path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), summary }]
        : [],
    ),
  );
  const showAnswer = () => {
    const show = () =>
      document.querySelector('.scalar-client .response-section-content')?.parentElement?.scrollIntoView();
    const observer = new MutationObserver(show);
    observer.observe(document.body, { childList: true, subtree: true });
    const stop = () => observer.disconnect();
    setTimeout(stop, 1000);
    for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, { once: true });
  };
  window.fetch = async (resource, init) => {
    const request = new Request(resource, init);
    const { pathname } = new URL(request.url);
    const asked = destructive.find(({ method, path }) => method === request.method && path.test(pathname));
    if (asked && !confirm(`${asked.summary}?\n\n${request.method} ${pathname}`))
      throw new DOMException('Nothing was sent', 'AbortError');
    try {
      return await send(request);
    } finally {
      showAnswer();
    }
  };
  Scalar.createApiReference('#app', { ...options, content: described });
}
