import { extract, type Found } from '../../../contract/shop-pages/extract.ts';
import { answerInThread } from '../threads.ts';

/** A fetched page, and its final address after redirects. */
export interface Page {
  html: string;
  url: string;
}

/** Returns the data of a page. A page that causes an exception is unreadable: null. */
answerInThread(({ html, url }: Page): Found | null => {
  try {
    return extract(html, url);
  } catch {
    return null;
  }
});
