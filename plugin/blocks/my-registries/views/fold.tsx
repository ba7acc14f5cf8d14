import { Component, type ComponentChildren } from 'preact';

interface Props {
  title: string;
  /** Current value, next to the title. */
  value?: string;
  /** True if the user must see the content. The fold then opens by itself. */
  isNeeded?: boolean;
  /** True for a fold that is a card of its own. */
  isCard?: boolean;
  /** Id of the heading of a card. */
  id?: string;
  children: ComponentChildren;
}

/** Renders content that is closed until the user opens it. */
export class Fold extends Component<Props> {
  private details: HTMLDetailsElement | null = null;

  private readonly setDetails = (details: HTMLDetailsElement | null) => {
    this.details = details;
  };

  override componentDidMount(): void {
    this.openIfNeeded();
  }

  override componentDidUpdate(before: Props): void {
    if (!before.isNeeded) this.openIfNeeded();
  }

  override render({ title, value, isCard = false, id, children }: Props) {
    return (
      <details class={`largesse-mine__fold${isCard ? ' largesse-mine__card' : ''}`} ref={this.setDetails}>
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

  private openIfNeeded(): void {
    if (this.props.isNeeded && this.details) this.details.open = true;
  }
}
