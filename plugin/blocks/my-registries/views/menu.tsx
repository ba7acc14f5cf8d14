import { Component, type ComponentChildren, createRef, type TargetedEvent, type TargetedKeyboardEvent } from 'preact';

interface Props {
  /** Accessible name of the button and the menu. */
  label: string;
  /** Called when the menu opens or closes. */
  onToggle?: (isOpen: boolean) => void;
  /** Renders the entries; called only while the menu is open. */
  children: () => ComponentChildren;
}

/**
 * Renders the button "⋯" with a menu. Arrow keys move the focus between the entries, and closing the menu returns the
 * focus to the button.
 */
export class Menu extends Component<Props, { isOpen: boolean }> {
  override state = { isOpen: false };

  private readonly place = createRef<HTMLDivElement>();

  private readonly closeFromOutside = ({ target }: Event) => {
    if (target instanceof Node && !this.place.current?.contains(target)) this.setState({ isOpen: false });
  };

  override componentDidUpdate(_: Props, { isOpen: wasOpen }: { isOpen: boolean }): void {
    const { isOpen } = this.state;
    if (isOpen === wasOpen) return;
    this.props.onToggle?.(isOpen);
    if (!isOpen) {
      document.removeEventListener('pointerdown', this.closeFromOutside);
      return;
    }
    document.addEventListener('pointerdown', this.closeFromOutside);
    this.openUpwardsIfNeeded();
    this.entries()[0]?.focus({ preventScroll: true });
  }

  override componentWillUnmount(): void {
    document.removeEventListener('pointerdown', this.closeFromOutside);
  }

  override render({ label, children }: Props) {
    const { isOpen } = this.state;
    return (
      <div class="largesse-mine__menu-place" ref={this.place}>
        <button
          type="button"
          class="largesse-mine__tool largesse-mine__menu-button"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={() => this.setState({ isOpen: !isOpen })}
          onKeyDown={(event) => this.openByKey(event)}
        >
          <span aria-hidden="true">⋯</span>
        </button>
        {isOpen && (
          <div
            class="largesse-mine__menu"
            role="menu"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={(event) => this.moveByKey(event)}
            onClickCapture={(event) => this.closeForEntry(event)}
          >
            {children()}
          </div>
        )}
      </div>
    );
  }

  private entries(): HTMLElement[] {
    return [...(this.place.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  }

  private focusButton(): void {
    this.place.current?.querySelector('button')?.focus({ preventScroll: true });
  }

  /** Opens the menu above its button if it does not fit below, so that the page does not grow. */
  private openUpwardsIfNeeded(): void {
    const menu = this.place.current?.querySelector('.largesse-mine__menu');
    const { bottom, height } = menu?.getBoundingClientRect() ?? { bottom: 0, height: 0 };
    const { top = 0 } = this.place.current?.getBoundingClientRect() ?? {};
    menu?.classList.toggle('is-up', bottom > innerHeight && top > height);
    menu?.scrollIntoView({ block: 'nearest' });
  }

  private openByKey(event: TargetedKeyboardEvent<HTMLElement>): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    this.setState({ isOpen: true });
  }

  private moveByKey(event: TargetedKeyboardEvent<HTMLElement>): void {
    const entries = this.entries();
    const current = entries.findIndex((entry) => entry.matches(':focus'));
    const places: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 };
    const next = places[event.key];
    if (next !== undefined) {
      event.preventDefault();
      entries.at(next % entries.length)?.focus();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      this.focusButton();
      this.setState({ isOpen: false });
    } else if (event.key === 'Tab') {
      // Focuses the button first, so that the browser moves the focus from there to the next or previous control.
      this.focusButton();
      this.setState({ isOpen: false });
    }
  }

  /** Closes the menu before an entry runs. So a dialog that the entry opens later returns the focus to the button. */
  private closeForEntry({ target }: TargetedEvent<HTMLElement>): void {
    const entry = target instanceof Element ? target.closest('[role^="menuitem"]') : null;
    if (!entry || entry.hasAttribute('data-largesse-stays')) return;
    this.focusButton();
    this.setState({ isOpen: false });
  }
}

/** Renders an entry of a menu. @param isChecked whether an entry that is on or off is on */
export function Entry(props: {
  onClick: () => unknown;
  stays?: boolean;
  isChecked?: boolean;
  children: ComponentChildren;
}) {
  const { onClick, stays, isChecked, children } = props;
  const role =
    isChecked === undefined
      ? ({ role: 'menuitem' } as const)
      : ({ role: 'menuitemcheckbox', 'aria-checked': isChecked } as const);
  return (
    <button
      type="button"
      {...role}
      class="largesse-mine__entry"
      tabIndex={-1}
      data-largesse-stays={stays}
      onClick={() => void onClick()}
    >
      {children}
    </button>
  );
}

export function LinkEntry(props: { href: string; isNewTab?: boolean; children: string }) {
  const { href, isNewTab, children } = props;
  return (
    <a class="largesse-mine__entry" role="menuitem" tabIndex={-1} target={isNewTab ? '_blank' : undefined} href={href}>
      {children}
    </a>
  );
}
