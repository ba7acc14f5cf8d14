import { __ } from '../texts.ts';
import { Announcement } from './notice.tsx';
import { CodeDialog, ShareLink } from './share-link.tsx';

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
