import { closeNotice, runNotice, SIGNED_OUT } from '../notice.ts';
import { state } from '../state.ts';
import { __ } from '../texts.ts';
import { SignIn } from './controls.tsx';

/** The button of the notice can undo a change, retry a failed action, open a page, or show a change by someone else. */
export function NoticeBar() {
  const { kind, text, action } = state.notice;
  if (!text) return null;
  const look = kind === 'failed' ? ' is-failure' : '';
  return (
    <div class={`largesse-mine__notice${look}`} data-largesse-notice>
      <p dir="auto">{text}</p>
      {text === SIGNED_OUT && <SignIn />}
      {action && (
        <button type="button" class="largesse-mine__tool" onClick={runNotice}>
          {action.label}
        </button>
      )}
      <button type="button" class="largesse-mine__close" aria-label={__('Dismiss')} onClick={closeNotice}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

/** Renders the announcements for screen readers. They stay in place, because screen readers miss elements that move. */
export function Announcement() {
  return (
    <>
      <p class="largesse-unseen" role="status">
        {state.announcement}
      </p>
      <div class="largesse-unseen" role="status">
        <p>{state.notice.text}</p>
      </div>
    </>
  );
}
