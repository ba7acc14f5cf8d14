/** Time until a message ends (milliseconds). */
const STAY_MS = 10_000;

/**
 * Clears a message at the user's next click outside of it, and after ten seconds unless `isTimed` is false. While the
 * pointer or the keyboard focus is on the message, it stays. The returned function cancels both.
 */
export function clearSoon(message: Element, clear: () => void, isTimed = true): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener('click', clearOutside, true);
  };
  const finish = () => {
    end();
    clear();
  };
  const clearOutside = ({ target }: Event) => {
    if (!(target instanceof Node && message.contains(target))) finish();
  };
  const wait = () => {
    timer = setTimeout(
      () => (message.matches(':hover') || message.querySelector(':focus-visible') ? wait() : finish()),
      STAY_MS,
    );
  };
  document.addEventListener('click', clearOutside, true);
  if (isTimed) wait();
  return end;
}

/** Shows a text in an element until the user's next click, or for ten seconds. */
export function showBriefly(place: Element, text: string): void {
  place.textContent = text;
  if (!text) return;
  clearSoon(place, () => {
    if (place.textContent === text) place.textContent = '';
  });
}
