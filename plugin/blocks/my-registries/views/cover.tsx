import { setCover, uploadCover } from '../pictures.ts';
import { registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Button, Hint } from './controls.tsx';
import { Fold } from './fold.tsx';
import { PictureButton } from './picture-field.tsx';

export function Cover() {
  const { cover, is_public: isPublic } = registry();
  // A site without the feature Pictures has no covers.
  if (cover === undefined) return null;
  return (
    <Fold title={__('Cover')} isCard>
      <Hint>{__('A picture at the top of the page for your guests.')}</Hint>
      {cover !== '' && <img class="largesse-mine__cover" src={cover} alt={__('The cover')} loading="lazy" />}
      {state.isCoverUploading ? (
        <progress aria-label={__('Uploading the picture')} />
      ) : (
        <div class="largesse-mine__buttons">
          <PictureButton name="cover" text={__('Upload a cover')} label={__('Cover')} onChoose={uploadCover} />
          {cover !== '' && <Button onClick={() => setCover('')}>{__('Remove the cover')}</Button>}
        </div>
      )}
      {!isPublic && (
        <Hint>{__('Chats show your link without a title and a picture, because the registry is not public.')}</Hint>
      )}
    </Fold>
  );
}
