import type { ComponentChildren } from 'preact';

/** Renders content that is closed until the user opens it. */
export function Fold(props: {
  title: string;
  /** Current value, next to the title. */
  value?: string;
  /** True if the user must see the content. The fold then opens by itself, and the user may close it. */
  isNeeded?: boolean;
  /** True for a fold that is a card of its own, or a row of a card. */
  isCard?: boolean;
  /** Id of the heading of a card. */
  id?: string;
  children: ComponentChildren;
}) {
  const { title, value, isNeeded = false, isCard = false, id, children } = props;
  return (
    // Preact calls the function only when the fold becomes needed.
    <details class={`largesse-mine__fold${isCard ? ' largesse-mine__card' : ''}`} ref={isNeeded ? open : null}>
      <summary>
        {isCard ? (
          <h3 id={id} tabIndex={-1}>
            {title}
          </h3>
        ) : (
          <span class="largesse-mine__label">{title}</span>
        )}
        {value && <span class="largesse-mine__value">{value}</span>}
      </summary>
      <div class="largesse-mine__folded">{children}</div>
    </details>
  );
}

function open(details: HTMLDetailsElement | null): void {
  if (details) details.open = true;
}
