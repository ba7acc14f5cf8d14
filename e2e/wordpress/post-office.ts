import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { addCode } from './add-code.ts';
import type { Site } from './site.ts';

/** A received mail. */
export interface Received {
  /** Recipients of the SMTP envelope, whatever the headers say. */
  recipients: string[];
  subject: string;
  /** Headers by name in lower case; of repeated headers, the last one. */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** Addresses in the text and in the links of the HTML, without duplicates. */
  links: string[];
}

/** A mail server on this machine that receives and stores all mails of a site. */
export interface PostOffice extends AsyncDisposable {
  /** Number of further mails to refuse, like a busy server. */
  refusals: number;
  /** Called for each mail; the server accepts the mail when the promise resolves. */
  onMail: () => Promise<void>;
  /** Returns and removes the mails received since the last call, in their order. */
  collect(): Received[];
}

/** Opens a mail server and sends the site's mails there until it is closed. */
export async function openPostOffice(site: Site): Promise<PostOffice> {
  let received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      const accept = async () => {
        const mail = await PostalMime.parse(await buffer(stream));
        if (office.refusals > 0) {
          office.refusals--;
          throw Object.assign(new Error('Come back later'), { responseCode: 451 });
        }
        await office.onMail();
        received.push(
          read(
            mail,
            envelope.rcptTo.map(({ address }) => address),
          ),
        );
      };
      accept().then(() => done(), done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  const code = await addCode(
    site,
    `add_action( 'phpmailer_init', function ( $mailer ) {
      $mailer->isSMTP();
      $mailer->Host = '127.0.0.1';
      $mailer->Port = ${address.port};
      $mailer->SMTPAutoTLS = false;
      $mailer->Timeout = 120;
    } );`,
  );
  const office: PostOffice = {
    refusals: 0,
    onMail: async () => {},
    collect: () => {
      const taken = received;
      received = [];
      return taken;
    },
    [Symbol.asyncDispose]: async () => {
      await code[Symbol.asyncDispose]();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
  return office;
}

function read({ subject = '', headers, text = '', html = '' }: Email, recipients: string[]): Received {
  const inText = text.match(/https?:\/\/[^\s()]+/g) ?? [];
  const inHtml = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll(/&amp;|&#0?38;/g, '&'));
  return {
    recipients,
    subject,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    text,
    html,
    links: [...new Set([...inText, ...inHtml])],
  };
}
