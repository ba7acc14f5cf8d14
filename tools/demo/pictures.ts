import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RegistryClient } from '../../client/src/index.ts';

/**
 * Folder of the sample registries' drawings. The file `share.svg` in the folder is the source of
 * `plugin/assets/share.png`.
 */
const PICTURES = fileURLToPath(new URL('./pictures', import.meta.url));

const PATH = '/wp-content/uploads/largesse-demo/';

/** Maximum number of items that the API lists at once. */
const PAGE = 1000;

/** Returns the address of a drawing on the site. */
export function pictureUrl(siteUrl: string, picture: string): string {
  return `${siteUrl}${PATH}${picture}.svg`;
}

/** Copies the drawings to the site's uploads, so that pages of the site can show the drawings. */
export async function publishPictures(siteFolder: string): Promise<void> {
  const folder = join(siteFolder, 'uploads', 'largesse-demo');
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(PICTURES)) {
    if (file !== 'share.svg') await cp(join(PICTURES, file), join(folder, file));
  }
}

/**
 * Updates the addresses of the drawings after a start on another port, because items store complete addresses.
 * @param admin client of an administrator, who can change every item
 */
export async function movePictures(admin: RegistryClient, siteUrl: string): Promise<void> {
  for (let after = 0; ; ) {
    const items = (await admin.listItems({ limit: PAGE, after })) ?? [];
    for (const { id, image_url } of items) {
      const [, picture] = image_url?.split(PATH) ?? [];
      const url = siteUrl + PATH + picture;
      if (picture !== undefined && url !== image_url) await admin.updateItem(id, { image_url: url });
    }
    if (items.length < PAGE) return;
    after = items.at(-1)?.id ?? after;
  }
}
