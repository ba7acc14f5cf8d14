import { closeDialog, openDialog } from '../dialogs.ts';
import { makeLink, revokeLink, whatsAppLink } from '../family-link.ts';
import { handler } from '../handler.ts';
import { copyLink, openCode, share } from '../sharing.ts';
import { registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Dialog } from './controls.tsx';

/** Renders the link that opens the registry for anyone who has it, and the ways to share it. */
export function FamilyLink() {
  const { state: kind } = state.familyLink;
  return (
    <section class="largesse-mine__card" aria-labelledby="largesse-family-link">
      <h3 id="largesse-family-link" tabIndex={-1}>
        {__('Family link')}
      </h3>
      <p class="largesse-mine__hint">
        {__(
          'Anyone with this link can open the registry and give, without an account. They can also pass it on, so send it only to people you trust.',
        )}
      </p>
      <p class="largesse-mine__hint">{difference()}</p>
      {kind === 'dead' && (
        <p class="largesse-mine__problem">
          {__(
            'The secret keys of this site have changed, as happens when a site is copied or moved. The family link and the links in mails that you sent no longer work: please make a new one, and send it again.',
          )}
        </p>
      )}
      {kind === 'good' ? (
        <ShareWays />
      ) : (
        <div class="largesse-mine__buttons">
          <Button onClick={handler(makeLink)}>
            {kind === 'dead' ? __('Make a new link') : __('Make a family link')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Returns the effect of the link on a registry in its current state. */
function difference(): string {
  const { is_public: isPublic, is_draft: isDraft } = registry();
  if (isDraft) return __('It opens the registry once you have chosen under “Details” who may see it.');
  return isPublic
    ? __(
        'Everybody can already open this registry. The link only matters if the registry has a password, or is for invited people only.',
      )
    : __('People you invite below do not need it.');
}

/** Renders the link and its buttons. */
function ShareWays() {
  const { url } = state.familyLink;
  return (
    <>
      <p class="largesse-mine__address" data-largesse-family-link>
        <bdi>{url}</bdi>
      </p>
      <div class="largesse-mine__buttons" role="group" aria-label={__('Share the family link')}>
        <Button onClick={handler(() => copyLink(url))}>{__('Copy family link')}</Button>
        {'share' in navigator && <Button onClick={handler(() => share(url))}>{__('Share …')}</Button>}
        <Button onClick={handler(() => openCode(url))}>{__('QR code')}</Button>
        <a
          class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
          href={whatsAppLink()}
          target="_blank"
          rel="noopener noreferrer"
        >
          WhatsApp
        </a>
        <Button kind="danger" onClick={handler(() => openDialog('revoke-link'))}>
          {__('Revoke link …')}
        </Button>
      </div>
    </>
  );
}

/** Renders the dialog that confirms revoking a link. */
export function RevokeDialog() {
  const id = 'largesse-revoke-question';
  return (
    <Dialog name="revoke-link" title={__('Revoke the family link?')} isSmall question={id}>
      <p id={id}>
        {__(
          'The link stops working at once, also for people who have already used it. Gifts are kept, and people you invited can still open the registry.',
        )}
      </p>
      <div class="largesse-mine__buttons largesse-mine__buttons--danger">
        <Button kind="danger" onClick={handler(revokeLink)}>
          {__('Revoke it')}
        </Button>
        <Button onClick={handler(makeLink)}>{__('Revoke it and make a new one')}</Button>
        <Button onClick={() => closeDialog('revoke-link')}>{__('Keep it')}</Button>
      </div>
    </Dialog>
  );
}
