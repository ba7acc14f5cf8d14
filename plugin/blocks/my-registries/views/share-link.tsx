import { closeDialog } from '../dialogs.ts';
import { handler } from '../handler.ts';
import { copyLink, openCode, share, whatsAppLink } from '../sharing.ts';
import { registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Dialog } from './controls.tsx';

/** Renders a link and its buttons. */
export function ShareLink({ link }: { link: string }) {
  return (
    <>
      <p class="largesse-mine__address" data-largesse-link>
        <bdi>{link}</bdi>
      </p>
      <div class="largesse-mine__buttons largesse-mine__buttons--pairs">
        <Button kind="plain" onClick={handler(() => copyLink(link))}>
          {__('Copy link')}
        </Button>
        {'share' in navigator && <Button onClick={handler(() => share(link))}>{__('Share …')}</Button>}
        <Button onClick={handler(() => openCode(link))}>{__('QR code')}</Button>
        <a
          class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
          href={whatsAppLink(link)}
          target="_blank"
          rel="noopener noreferrer"
        >
          WhatsApp
        </a>
      </div>
    </>
  );
}

/** Renders the dialog with the QR code. */
export function CodeDialog() {
  const { id, is_public: isPublic, permalink } = registry();
  return (
    <Dialog name="code" title={__('QR code')} isSmall>
      <p>
        {isPublic || state.codeLink !== permalink
          ? __('Anyone who scans it with a phone opens the registry. Print it on your invitation.')
          : __('People you have invited can scan it and sign in to open the registry. Nobody else can.')}
      </p>
      <div class="largesse-mine__code" data-largesse-code>
        <Code />
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

/** Renders the QR code, dark on white. */
function Code() {
  const { code, codeLink } = state;
  if (!code) return null;
  const { size, path } = code;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" role="img" aria-label={codeLink}>
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
