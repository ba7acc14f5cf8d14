import { choices, choose, uploadCover } from '../cover.ts';
import { registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button } from './controls.tsx';
import { Fold } from './fold.tsx';
import { PictureButton } from './picture-field.tsx';

/** Renders the cover, and the pictures that can replace it. */
export function Cover() {
  const { cover, is_public: isPublic } = registry();
  // A site without the feature Pictures has no covers.
  if (cover === undefined) return null;
  return (
    <Fold title={__('Cover')} isCard>
      <p class="largesse-mine__hint">{__('A picture at the top of the page for your guests.')}</p>
      {cover !== '' && <img class="largesse-mine__cover" src={cover} alt={__('The cover')} loading="lazy" />}
      <Choices />
      <Upload />
      {!isPublic && (
        <p class="largesse-mine__hint">
          {__('Chats show your link without a title and a picture, because the registry is not public.')}
        </p>
      )}
    </Fold>
  );
}

/** Renders the controls that upload and remove a cover. */
function Upload() {
  if (state.isCoverUploading) return <progress aria-label={__('Uploading the picture')} />;
  return (
    <div class="largesse-mine__buttons">
      <PictureButton name="cover" text={__('Upload a cover')} label={__('Cover')} onChoose={uploadCover} />
      {registry().cover !== '' && <Button onClick={() => choose('')}>{__('Remove the cover')}</Button>}
    </div>
  );
}

/** Renders the pictures of wishes that can become the cover. */
function Choices() {
  const { cover } = registry();
  const pictures = choices();
  if (pictures.length === 0) return null;
  return (
    <div class="largesse-mine__covers" role="group" aria-label={__('Pictures of your wishes')}>
      {pictures.map(({ url, name }) => (
        <button
          type="button"
          key={url}
          class="largesse-mine__choose-cover"
          aria-pressed={url === cover}
          // translators: %s: name of a wish.
          aria-label={__('Use the picture of “%s”', name)}
          onClick={() => choose(url)}
        >
          <img src={url} alt="" loading="lazy" />
        </button>
      ))}
    </div>
  );
}
