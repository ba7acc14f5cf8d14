import type { ComponentChildren, HTMLAttributes, TargetedEvent } from 'preact';
import { SIGNED_OUT } from '../notice.ts';
import { sent } from '../page-data.ts';
import { type FormName, state } from '../state.ts';
import { __ } from '../texts.ts';

/** Renders an explanation in small print. */
export function Hint(props: HTMLAttributes<HTMLParagraphElement>) {
  return <p class="largesse-mine__hint" {...props} />;
}

/** Renders a card with a heading, to which the focus can move. */
export function Card(props: { id: string; title: string; count?: number; children: ComponentChildren }) {
  const { id, title, count, children } = props;
  return (
    <section class="largesse-mine__card" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {title} {count !== undefined && <span class="largesse-mine__number">{count}</span>}
      </h3>
      {children}
    </section>
  );
}

export function Button(props: {
  kind?: 'quiet' | 'plain' | 'danger';
  onClick: (event: TargetedEvent<HTMLElement>) => unknown;
  style?: string;
  children: ComponentChildren;
}) {
  const { kind = 'quiet', onClick, style, children } = props;
  const look = `wp-element-button largesse-mine__button largesse-mine__button--${kind}`;
  return (
    <button type="button" class={look} style={style} onClick={(event) => void onClick(event)}>
      {children}
    </button>
  );
}

export function Close({ children }: { children: ComponentChildren }) {
  return <Button onClick={closeOwnDialog}>{children}</Button>;
}

const closeOwnDialog = ({ currentTarget }: TargetedEvent<HTMLElement>) => currentTarget.closest('dialog')?.close();

/** Renders the button that sends a form. It is hidden while the user has to choose between two versions. */
export function Submit({ form, idle, busy }: { form: FormName; idle: string; busy: string }) {
  const { isBusy, conflict } = state.forms[form];
  return (
    <button
      type="submit"
      class="wp-element-button largesse-mine__button"
      hidden={conflict !== ''}
      aria-disabled={isBusy}
      aria-busy={isBusy}
    >
      {isBusy ? busy : idle}
    </button>
  );
}

/** Renders a modal dialog. It stays closed until `openDialog()` is called. */
export function Dialog(props: {
  name: string;
  title: string;
  isSmall?: boolean;
  /** Text of the dialog if it asks a question. */
  question?: string;
  onClose?: () => void;
  children: ComponentChildren;
}) {
  const { name, title, question, isSmall = question !== undefined, onClose, children } = props;
  const id = `largesse-${name}-title`;
  return (
    <dialog
      class={`largesse-mine__dialog${isSmall ? ' largesse-mine__dialog--small' : ''}`}
      role={question ? 'alertdialog' : undefined}
      aria-labelledby={id}
      aria-describedby={question && `${id}-question`}
      onClose={onClose}
      data-largesse-dialog={name}
    >
      <div class="largesse-mine__dialog-head">
        <h3 id={id} tabIndex={-1}>
          {title}
        </h3>
        <button type="button" class="largesse-mine__close" aria-label={__('Close')} onClick={closeOwnDialog}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      {question && (
        <p id={`${id}-question`} dir="auto">
          {question}
        </p>
      )}
      {children}
    </dialog>
  );
}

/** Renders a link to sign in again after the session has expired. */
export function SignIn() {
  return (
    <a target="_blank" rel="noopener" href={sent.pages.login}>
      {__('Sign in in a new tab')}
    </a>
  );
}

/** Renders an error, with a link to sign in again if that helps. */
export function Message({ message }: { message: string }) {
  return (
    <div class="largesse-mine__message" role="alert" tabIndex={-1} data-largesse-message>
      {message && <p>{message}</p>}
      {message === SIGNED_OUT && (
        <p>
          <SignIn />
        </p>
      )}
    </div>
  );
}

/** Renders a text button. */
export function Tool({ text, label, onClick }: { text: string; label: string; onClick: () => void }) {
  return (
    <button type="button" class="largesse-mine__tool" aria-label={label} onClick={onClick}>
      <span>{text}</span>
    </button>
  );
}
