import { Component } from 'preact';
import { act } from '../acts.ts';
import { closeDialog } from '../dialogs.ts';
import { sent } from '../sent.ts';
import { codeOf, copyLink, openCode, share } from '../sharing.ts';
import { registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Dialog } from './controls.tsx';

/** Draws the ways to share a registry: its link, the device's own dialog, a QR code and paper. */
export function Share() {
  return (
    <div class="largesse-mine__share" role="group" aria-label={__('Share')}>
      <a class="largesse-mine__button largesse-mine__button--quiet" href={sent.pages.guest}>
        {__('View as a guest')}
      </a>
      <a class="largesse-mine__button largesse-mine__button--quiet" href={sent.pages.gifts}>
        {__('Gifts')}
      </a>
      <Button onClick={act(() => copyLink())}>{__('Copy link')}</Button>
      {'share' in navigator && <Button onClick={act(() => share())}>{__('Share …')}</Button>}
      <Button onClick={act(() => openCode())}>{__('QR code')}</Button>
      <Button onClick={act(() => print())}>{__('Print list')}</Button>
    </div>
  );
}

/** Draws the dialog with the QR code. */
export function CodeDialog() {
  const { id } = registry();
  return (
    <Dialog name="code" title={__('QR code')} isSmall>
      <p>{__('Anyone who scans it with a phone gets to the registry. Print it on your invitation.')}</p>
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

/** Draws a QR code, dark on white. It is encoded only when its text changes. */
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
