import { visibilityOf } from '../current.ts';
import { visibilityText } from '../labels.ts';
import { sent } from '../page-data.ts';
import { registry } from '../state.ts';
import { __ } from '../texts.ts';
import { Afterwards, CopyDialog } from './afterwards.tsx';
import { Cover } from './cover.tsx';
import { Delete, DeleteDialog } from './delete.tsx';
import { Details } from './details-form.tsx';
import { FamilyLink, RevokeDialog } from './family-link.tsx';
import { DismissDialog, Helpers } from './helpers.tsx';
import { EndLinksDialog, Invitees } from './invitees.tsx';
import { MailDialog } from './mail.tsx';
import { Announcement, NoticeBar } from './notice.tsx';
import { CodeDialog, NoLinkDialog, Share } from './share.tsx';
import { Reveal, RevealDialog } from './surprise.tsx';
import { Watch } from './watch.tsx';
import { CopyItemDialog, HeadingDialog, ItemDialog, Wishes } from './wishes.tsx';

/** Renders the page that manages one registry. */
export function ManagePage() {
  return (
    <>
      <Head />
      <div class="largesse-mine__columns">
        <Wishes />
        <div class="largesse-mine__side">
          <FamilyLink />
          <Invitees />
          <Details />
          <Cover />
          <Reveal />
          <Helpers />
          <Watch />
          <Afterwards />
          {registry().may_delete && <Delete />}
        </div>
      </div>
      <ItemDialog />
      <HeadingDialog />
      <CopyItemDialog />
      <CodeDialog />
      <NoLinkDialog />
      <RevokeDialog />
      <EndLinksDialog />
      <MailDialog />
      <RevealDialog />
      <CopyDialog />
      <DismissDialog />
      {registry().may_delete && <DeleteDialog />}
      <NoticeBar />
      <Announcement />
    </>
  );
}

/** Renders the title, the facts and the sharing buttons. */
function Head() {
  const current = registry();
  return (
    <header class="largesse-mine__head">
      <h2 class="largesse-mine__title" dir="auto">
        {current.title}
      </h2>
      <p class="largesse-mine__facts">
        <bdi>{[current.event_type, current.date_text].filter(Boolean).join(' · ')}</bdi>
        <span class="largesse-mine__badge">{visibilityText(visibilityOf(current))}</span>
        {current.is_past && <span class="largesse-mine__badge">{__('Past')}</span>}
      </p>
      {current.is_draft && (
        <p class="largesse-mine__hint">
          {__('Guests cannot see this registry yet. Choose under “Details” who may see it, and save.')}
        </p>
      )}
      {sent.owner && (
        <p class="largesse-mine__hint" dir="auto">
          {/* translators: %s: name of a person. */}
          {__('This registry belongs to %s.', sent.owner)}
        </p>
      )}
      <Share />
    </header>
  );
}
