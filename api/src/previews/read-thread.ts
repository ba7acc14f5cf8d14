import { extract, type Found } from '../../../contract/shop-pages/extract.ts';
import { answerInThread } from '../threads.ts';

/** The address is that after redirects. */
export interface Page {
  html: string;
  url: string;
}

/** A page that causes an exception is unreadable: null. */
answerInThread(({ html, url }: Page): Found | null => {
  try {
    return extract(html, url);
  } catch {
    return null;
  }
});
