import { submitFirstShare } from '../family-link.ts';
import { labelOf, levelText, visibilityText } from '../labels.ts';
import { registry, state } from '../state.ts';
import { levelMeanings } from '../surprise.ts';
import { __ } from '../texts.ts';
import { Card, Hint } from './controls.tsx';
import { FamilyLinkFold, MakeLink, RevokeDialog } from './family-link.tsx';
import { Fold } from './fold.tsx';
import { Choices, Form, FormEnd } from './form.tsx';
import { DismissDialog, Helpers } from './helpers.tsx';
import { EndLinksDialog, Invitees } from './invitees.tsx';
import { MailDialog } from './mail.tsx';
import { Printed } from './printed.tsx';
import { CodeDialog, ShareLink } from './share-link.tsx';

/** Renders the tab with the link for guests, the invited people and the helpers. */
export function ShareTab() {
  const { id, is_draft: isDraft, is_public: isPublic, permalink } = registry();
  const isOfMany = isPublic || state.codeLink !== permalink;
  const codeText = isOfMany
    ? __('Anyone who scans it with a phone opens the registry. Print it on your invitation.')
    : __('People you have invited can scan it and sign in to open the registry.');
  return (
    <div class="largesse-mine__tab">
      {isDraft ? <FirstShare /> : <Link />}
      <Printed tab="share" />
      <Invitees />
      <Helpers />
      <CodeDialog text={codeText} file={`qr-${id}`} />
      <RevokeDialog />
      <EndLinksDialog />
      <MailDialog />
      <DismissDialog />
    </div>
  );
}

/** Renders the two questions that the owner answers before sharing a registry for the first time. */
function FirstShare() {
  const { surprise, sees_all: seesAll } = registry();
  const { values } = state.forms.share;
  const { hidden, counts, names } = levelMeanings(seesAll);
  return (
    <Card id="largesse-link" title={__('Before you share it')}>
      <Form name="share" submit={submitFirstShare}>
        <Choices
          form="share"
          name="visibility"
          chosen={values.visibility ?? ''}
          meanings={{
            private: __('You get a link to send to them. They need no account.'),
            public: __('Anyone can open it, and search engines may find it.'),
          }}
          textOf={visibilityText}
        />
        <Choices
          form="share"
          name="surprise"
          chosen={values.surprise || surprise}
          meanings={surprise === 'names' ? { hidden, names } : { hidden, counts }}
          textOf={levelText}
        />
        <Hint>{__('You can change both later in the settings.')}</Hint>
        <FormEnd form="share" idle={__('Continue')} busy={__('Saving …')} />
      </Form>
    </Card>
  );
}

/** Renders the link for guests with its buttons. If not everyone can open the registry, this is the family link. */
function Link() {
  const { is_public: isPublic, has_password: hasPassword, permalink } = registry();
  const { state: kind, url } = state.familyLink;
  const isOpen = isPublic && !hasPassword;
  const link = isOpen ? permalink : url;
  return (
    <Card id="largesse-link" title={isOpen ? __('Link') : labelOf('family_link')}>
      <Hint>
        {isOpen
          ? __('Anyone with this link can open the registry and give, without an account.')
          : __(
              'Anyone with this link can open the registry and give, without an account. They can also pass it on, so send it only to people you trust.',
            )}
      </Hint>
      {link ? <ShareLink link={link} /> : <MakeLink />}
      {!isPublic && (
        <Fold title={__('Link for people who sign in')}>
          <Hint>{__('People you invite can open this link once they have signed in.')}</Hint>
          <ShareLink link={permalink} />
        </Fold>
      )}
      {kind === 'good' && <FamilyLinkFold isUsed={!isOpen} />}
    </Card>
  );
}
