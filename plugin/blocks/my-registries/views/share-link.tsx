import { copyLink, openCode, share, whatsAppLink } from '../sharing.ts';
import { state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Close, Dialog } from './controls.tsx';
import { Announcement } from './notice.tsx';

export function ShareLink({ link }: { link: string }) {
  return (
    <>
      <p class="largesse-mine__address" data-largesse-link>
        <bdi>{link}</bdi>
      </p>
      <div class="largesse-mine__buttons largesse-mine__buttons--pairs">
        <Button kind="plain" onClick={() => copyLink(link)}>
          {__('Copy link')}
        </Button>
        {'share' in navigator && <Button onClick={() => share(link)}>{__('Share …')}</Button>}
        <Button onClick={() => openCode(link)}>{__('QR code')}</Button>
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

/** Renders the QR code. @param text who can use it @param file name of the file with the code, without its extension */
export function CodeDialog({ text, file }: { text: string; file: string }) {
  return (
    <Dialog name="code" title={__('QR code')} isSmall>
      <p>{text}</p>
      <div class="largesse-mine__code">{state.code && <img src={state.code} alt={state.codeLink} />}</div>
      <p class="largesse-mine__address">
        <bdi>{state.codeLink}</bdi>
      </p>
      <div class="largesse-mine__buttons">
        <a class="wp-element-button largesse-mine__button" href={state.code} download={`${file}.svg`}>
          {__('Download as SVG')}
        </a>
        <Close>{__('Close')}</Close>
      </div>
    </Dialog>
  );
}

/** Renders the link with which people join a circle. */
export function CircleLink({ link }: { link: string }) {
  return (
    <>
      <ShareLink link={link} />
      <CodeDialog text={__('Anyone who scans it with a phone can join the circle.')} file="qr" />
      <Announcement />
    </>
  );
}
