import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
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
  /** The message as it was sent. */
  source: string;
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
 * Opens a mail server and sends the site's mails there until the server is closed.
 * @param protocol `http` by default: PHPMailer sends each mail with one HTTP request. In WebAssembly, a mail over SMTP
 *   takes 156 ms, because PHPMailer waits for each line of the server.
 */
export async function openPostOffice(site: Site, protocol: 'http' | 'smtp' = 'http'): Promise<PostOffice> {
  let received: Received[] = [];
  const accept = async (message: Readable, recipients: string[]) => {
    const source = await buffer(message);
    const mail = await PostalMime.parse(source);
    if (office.refusals > 0) {
      office.refusals--;
      throw Object.assign(new Error('Come back later'), { responseCode: 451 });
    }
    await office.onMail();
    received.push({ ...read(mail, recipients), source: source.toString('latin1') });
  };
  await using opened = new AsyncDisposableStack();
  const server = protocol === 'smtp' ? smtpServer(accept) : httpServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(() => new Promise<void>((closed) => server.close(() => closed())));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  opened.use(await addCode(site, SENDING[protocol](address.port)));
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

/** Stores a message for its recipients. Returns a rejected promise if the server refuses the message. */
type Accept = (message: Readable, recipients: string[]) => Promise<void>;

function smtpServer(accept: Accept): Server {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      accept(stream, recipients).then(() => done(), done);
    },
  }).server;
}

function httpServer(accept: Accept): Server {
  return createServer((request, response) => {
    const recipients = String(request.headers['x-recipients']).split(',');
    const answer = (status: number) => response.writeHead(status, { connection: 'close' }).end();
    accept(request, recipients).then(
      () => answer(200),
      () => answer(503),
    );
  });
}

/** PHP code that makes PHPMailer send its mails to a port of this machine. */
const SENDING = {
  smtp: (port: number) =>
    `add_action( 'phpmailer_init', function ( $mailer ) {
      $mailer->isSMTP();
      $mailer->Host = '127.0.0.1';
      $mailer->Port = ${port};
      $mailer->SMTPAutoTLS = false;
      $mailer->Timeout = 120;
    } );`,
  http: (port: number) =>
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
          $request = curl_init( 'http://127.0.0.1:${port}/' );
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
    } );`,
};

function read({ subject = '', headers, text = '', html = '' }: Email, recipients: string[]): Omit<Received, 'source'> {
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
