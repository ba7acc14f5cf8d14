import { closeNotice, runNotice } from '../notice.ts';
import { state } from '../state.ts';
import { __ } from '../texts.ts';
import { SignIn } from './controls.tsx';

/**
 * Renders the notice. Its button can undo a change, retry a failed action, open a page, or show a change by someone
 * else.
 */
export function NoticeBar() {
  const { kind, text, action } = state.notice;
  const look = `${text ? ' is-shown' : ''}${kind === 'failed' || kind === 'signedOut' ? ' is-failure' : ''}`;
  return (
    <div class={`largesse-mine__notice${look}`} data-largesse-notice>
      <div role="status">
        <p dir="auto">{text}</p>
      </div>
      {kind === 'signedOut' && <SignIn />}
      {action && (
        <button type="button" class="largesse-mine__tool" onClick={runNotice}>
          {action.label}
        </button>
      )}
      {text && (
        <button type="button" class="largesse-mine__close" aria-label={__('Dismiss')} onClick={closeNotice}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}

/** Renders an announcement for screen readers. */
export function Announcement() {
  return (
    <p class="largesse-unseen" role="status">
      {state.announcement}
    </p>
  );
}
