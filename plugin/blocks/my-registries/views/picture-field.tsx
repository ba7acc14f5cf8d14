import type { ComponentChildren, TargetedEvent } from 'preact';
import { sent } from '../page-data.ts';
import { abortUpload, checkAddress, removePicture, takeSuggestion, typedAddress, upload } from '../pictures.ts';
import { choosable } from '../shrink.ts';
import { state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button } from './controls.tsx';
import { Picture } from './item-card.tsx';

/** Renders the picture of a wish in its form: a preview, an upload button, and the address field. */
export function PictureField({ children }: { children: ComponentChildren }) {
  const { isUploading, text, suggestion } = state.picture;
  const url = typedAddress();
  return (
    // Check the address when the user leaves the field, not at every letter.
    <div class="largesse-mine__picture-field" onChange={leftField}>
      <div class="largesse-mine__picture-preview largesse-picture" aria-hidden="true">
        <Picture url={url} />
      </div>
      <div class="largesse-mine__picture-tools">
        {isUploading ? (
          <>
            <progress aria-label={__('Uploading the picture')} />
            <Button onClick={abortUpload}>{__('Stop uploading')}</Button>
          </>
        ) : (
          <>
            <PictureButton name="picture" text={__('Upload a picture')} label={__('Picture')} onChoose={upload} />
            {url !== '' && <Button onClick={removePicture}>{__('Remove the picture')}</Button>}
          </>
        )}
      </div>
      <div class="largesse-mine__picture-said" role="status">
        {text !== '' && <p>{text}</p>}
        {suggestion !== '' && <Button onClick={takeSuggestion}>{__('Use the picture of that page')}</Button>}
      </div>
      {children}
    </div>
  );
}

function leftField({ target }: Event): void {
  if (target instanceof HTMLInputElement && target.name === 'image_url') void checkAddress();
}

/** Renders a button for the browser's file picker, also with a camera; nothing if the site takes no pictures. */
export function PictureButton(props: {
  name: 'picture' | 'cover';
  text: string;
  label: string;
  onChoose: (file: File) => unknown;
}) {
  const { name, text, label, onChoose } = props;
  const { pictures } = sent;
  const open = () => document.querySelector<HTMLInputElement>(`[data-largesse-file="${name}"]`)?.click();
  const choose = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file) onChoose(file);
    // Otherwise, choosing the same file again would fire no event.
    currentTarget.value = '';
  };
  if (!pictures) return null;
  return (
    <>
      <Button onClick={open}>{text}</Button>
      <input
        type="file"
        accept={choosable(pictures)}
        hidden
        aria-label={label}
        data-largesse-file={name}
        onChange={choose}
      />
    </>
  );
}
