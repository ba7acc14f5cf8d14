import { Component } from 'preact';
import { closeDialog } from '../dialogs.ts';
import { createAndShareLink } from '../family-link.ts';
import { handler } from '../handler.ts';
import { sent } from '../page-data.ts';
import { codeOf, shareGuestLink, shareLink } from '../sharing.ts';
import { registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Dialog } from './controls.tsx';

/** Renders the ways to share a registry: its link, the device's share dialog, a QR code and paper. */
export function Share() {
  return (
    <div class="largesse-mine__share" role="group" aria-label={__('Share')}>
      <a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href={sent.pages.guest}>
        {__('View as a guest')}
      </a>
      <a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href={sent.pages.gifts}>
        {__('Gifts')}
      </a>
      <Button onClick={handler(() => shareGuestLink('copy'))}>{__('Copy link')}</Button>
      {'share' in navigator && <Button onClick={handler(() => shareGuestLink('share'))}>{__('Share …')}</Button>}
      <Button onClick={handler(() => shareGuestLink('code'))}>{__('QR code')}</Button>
      <Button onClick={handler(() => print())}>{__('Print list')}</Button>
    </div>
  );
}

/** Renders the dialog with the QR code. */
export function CodeDialog() {
  const { id } = registry();
  return (
    <Dialog name="code" title={__('QR code')} isSmall>
      <p>{codeText()}</p>
      <div class="largesse-mine__code" data-largesse-code>
        {state.codeLink && <Code text={state.codeLink} />}
      </div>
      <p class="largesse-mine__address">
        <bdi>{state.codeLink}</bdi>
      </p>
      <div class="largesse-mine__buttons">
        <a class="wp-element-button largesse-mine__button" href={state.codeUrl} download={`qr-${id}.svg`}>
          {__('Download as SVG')}
        </a>
        <Button onClick={() => closeDialog('code')}>{__('Close')}</Button>
      </div>
    </Dialog>
  );
}

/** Returns a sentence about the people for whom the code opens the registry. */
function codeText(): string {
  const { is_public: isPublic, is_draft: isDraft, permalink } = registry();
  if (isDraft) return __('It opens the registry once you have chosen under “Details” who may see it.');
  return isPublic || state.codeLink !== permalink
    ? __('Anyone who scans it with a phone opens the registry. Print it on your invitation.')
    : __('People you have invited can scan it and sign in to open the registry. Nobody else can.');
}

/** Renders the dialog that offers a family link, because only invited people can open the plain address. */
export function NoLinkDialog() {
  const id = 'largesse-no-link-question';
  const { is_draft: isDraft, permalink } = registry();
  const usePlain = () => {
    closeDialog('no-link');
    return shareLink(state.way, permalink);
  };
  return (
    <Dialog name="no-link" title={__('Make a family link?')} isSmall question={id}>
      <p id={id}>
        {isDraft
          ? __(
              'Guests cannot see this registry yet. Once you have chosen under “Details” who may see it, everyone with a family link can open it without an account.',
            )
          : __(
              'This registry is not public: only people you have invited can open its plain address, and they must sign in. Everyone with a family link can open it without an account. You can revoke the link at any time.',
            )}
      </p>
      <div class="largesse-mine__buttons">
        <Button onClick={handler(createAndShareLink)}>{__('Make a family link')}</Button>
        <Button onClick={handler(usePlain)}>{__('Use the plain address')}</Button>
      </div>
    </Dialog>
  );
}

/** Renders a QR code, dark on white. Encodes it only when its text changes. */
class Code extends Component<{ text: string }> {
  override shouldComponentUpdate({ text }: { text: string }) {
    return text !== this.props.text;
  }

  override render({ text }: { text: string }) {
    const { size, path } = codeOf(text);
    return (
      <svg viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" role="img" aria-label={text}>
        <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
        <path fill="#000" d={path} />
      </svg>
    );
  }
}
