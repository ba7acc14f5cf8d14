import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { listen } from '../../support/server-address.ts';
import { addCode } from './add-code.ts';
import type { Site } from './site.ts';

/** A received mail. */
export interface Received {
  /** Recipients to whom the site sends the mail. The mail's headers can name other recipients. */
  recipients: string[];
  subject: string;
  /** Headers, by name in lower case. Contains only the last value of a repeated header. */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** Addresses in the text and in the links of the HTML, without duplicates. */
  links: string[];
}

/** A mail server on this machine that receives and stores all mails of a site. */
export interface PostOffice extends AsyncDisposable {
  /** Number of mails that the server will still refuse, like a busy server. Each refusal lowers the number by one. */
  refusals: number;
  /** The server calls this function for each mail, and accepts the mail when the promise resolves. */
  onMail: () => Promise<void>;
  /** Returns the mails since the previous call, in the order in which they arrived. */
  collect(): Received[];
}

/**
 * Opens a mail server and sends the site's mails there until the server is closed. PHPMailer sends each mail with one
 * HTTP request. In WebAssembly, a mail over SMTP takes 156 ms, because PHPMailer waits for each line of the server.
 */
export async function openPostOffice(site: Site): Promise<PostOffice> {
  let received: Received[] = [];
  await using opened = new AsyncDisposableStack();
  const server = createServer(async (request, response) => {
    const mail = await PostalMime.parse(await buffer(request));
    const isAccepted = office.refusals === 0;
    if (isAccepted) {
      await office.onMail();
      received.push(read(mail, String(request.headers['x-recipients']).split(',')));
    } else office.refusals--;
    response.writeHead(isAccepted ? 200 : 503, { connection: 'close' }).end();
  });
  const { url } = opened.use(await listen(server));
  opened.use(await addCode(site, sendingTo(url)));
  const all = opened.move();
  const office: PostOffice = {
    refusals: 0,
    onMail: async () => {},
    collect: () => {
      const taken = received;
      received = [];
      return taken;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
  return office;
}

/** PHP code that makes PHPMailer send its mails to a port of this machine. */
const sendingTo = (url: string): string =>
  `add_action( 'phpmailer_init', function ( $mailer ) {
      $mailer->isSMTP();
      $mailer->setSMTPInstance( new class() extends PHPMailer\\PHPMailer\\SMTP {
        private array $recipients = array();
        public function connected() {
          return true;
        }
        public function mail( $from ) {
          $this->recipients = array();
          return true;
        }
        public function recipient( $address, $dsn = '' ) {
          $this->recipients[] = $address;
          return true;
        }
        public function data( $message ) {
          $request = curl_init( '${url}/' );
          $headers = array( 'X-Recipients: ' . implode( ',', $this->recipients ), 'Expect:' );
          curl_setopt_array( $request, array( CURLOPT_POSTFIELDS => $message, CURLOPT_HTTPHEADER => $headers, CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 120 ) );
          curl_exec( $request );
          return 200 === curl_getinfo( $request, CURLINFO_RESPONSE_CODE );
        }
        public function quit( $close_on_error = true ) {
          return true;
        }
        public function close() {}
      } );
    } );`;

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
