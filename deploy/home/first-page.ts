/** Minimum length of a password (characters). */
export const MIN_PASSWORD = 8;

/** Maximum length of a name (characters). */
export const MAX_NAME = 60;

/** Fields of the form, in their order. */
const FIELDS = {
  code: { type: 'text', fill: 'off' },
  name: { type: 'text', fill: 'name' },
  email: { type: 'email', fill: 'email' },
  password: { type: 'password', fill: 'new-password' },
} as const;
export type Field = keyof typeof FIELDS | 'address';

/** Texts of the page. A number or an address replaces `%`. */
const ENGLISH = {
  title: 'Set up your lists',
  lead: 'Create your account. You will manage this site with it.',
  code: 'Set-up code',
  codeHint:
    'It shows that this site is yours. You find it in the log of the container: open “Logs” of this app where you have installed it, or enter “docker compose logs largesse” there. The file setup-code of its volume contains it, too.',
  wrongCode: 'This is not the code. Enter the 12 letters and digits from the log of the container.',
  name: 'Your name',
  wrongName: `Enter your name: at most ${MAX_NAME} characters.`,
  email: 'E-mail address',
  wrongEmail: 'Enter a complete e-mail address, such as anna@example.org.',
  password: 'Password',
  passwordHint: `At least ${MIN_PASSWORD} characters`,
  wrongPassword: `Choose a password of at least ${MIN_PASSWORD} characters.`,
  address: 'My guests open this site at %',
  addressHint: 'All mails and links will contain this address. If your guests use another one, open this page there.',
  wrongAddress: 'Confirm the address, or open this page at the address that your guests use.',
  setAddress: 'Your guests open this site at %.',
  button: 'Set up',
  running: 'Somebody is setting up this site at the moment. Reload this page in a minute.',
  failed: 'The site could not be set up. The log of the container names the reason. Please try again.',
  tooMany: 'There were too many wrong codes. Try again in % seconds.',
  foreign:
    'Nothing has happened, because this form did not come from this page. Open this page yourself, and enter the code again. A proxy in front must pass on the header Host.',
  noAddress: 'Open this page at the address of your machine, such as http://192.168.1.5:8080.',
};
type Texts = typeof ENGLISH;

const TEXTS: Readonly<Record<string, Texts>> = {
  en: ENGLISH,
  de: {
    title: 'Deine Wunschlisten einrichten',
    lead: 'Lege dein Konto an. Damit verwaltest du diese Seite.',
    code: 'Code zum Einrichten',
    codeHint:
      'Er zeigt, dass diese Seite dir gehört. Du findest ihn im Protokoll des Containers: Öffne dort, wo du die App installiert hast, „Logs“ oder „Protokoll“, oder gib „docker compose logs largesse“ ein. Er steht auch in der Datei setup-code des Volumes.',
    wrongCode: 'Das ist nicht der Code. Gib die 12 Buchstaben und Ziffern aus dem Protokoll des Containers ein.',
    name: 'Dein Name',
    wrongName: `Gib deinen Namen ein: höchstens ${MAX_NAME} Zeichen.`,
    email: 'E-Mail-Adresse',
    wrongEmail: 'Gib eine vollständige E-Mail-Adresse ein, zum Beispiel anna@example.org.',
    password: 'Passwort',
    passwordHint: `Mindestens ${MIN_PASSWORD} Zeichen`,
    wrongPassword: `Wähle ein Passwort mit mindestens ${MIN_PASSWORD} Zeichen.`,
    address: 'Meine Gäste öffnen diese Seite unter %',
    addressHint:
      'Diese Adresse steht dann in allen Mails und Links. Wenn deine Gäste eine andere verwenden, öffne diese Seite dort.',
    wrongAddress: 'Bestätige die Adresse, oder öffne diese Seite unter der Adresse, die deine Gäste verwenden.',
    setAddress: 'Deine Gäste öffnen diese Seite unter %.',
    button: 'Einrichten',
    running: 'Jemand richtet diese Seite gerade ein. Lade die Seite in einer Minute neu.',
    failed:
      'Die Seite konnte nicht eingerichtet werden. Das Protokoll des Containers nennt den Grund. Bitte versuche es noch einmal.',
    tooMany: 'Es gab zu viele falsche Codes. Versuche es in % Sekunden noch einmal.',
    foreign:
      'Es ist nichts geschehen, denn dieses Formular kam nicht von dieser Seite. Öffne diese Seite selbst, und gib den Code noch einmal ein. Ein Proxy davor muss die Kopfzeile Host weitergeben.',
    noAddress: 'Öffne diese Seite unter der Adresse deines Geräts, zum Beispiel http://192.168.1.5:8080.',
  },
  fr: {
    title: 'Préparez vos listes',
    lead: 'Créez votre compte. Vous gérerez ce site avec lui.',
    code: 'Code d’installation',
    codeHint:
      'Il montre que ce site est à vous. Vous le trouvez dans le journal du conteneur : ouvrez « Logs » ou « Journaux » de cette application là où vous l’avez installée, ou saisissez-y « docker compose logs largesse ». Le fichier setup-code de son volume le contient aussi.',
    wrongCode: 'Ce n’est pas le code. Saisissez les 12 lettres et chiffres du journal du conteneur.',
    name: 'Votre nom',
    wrongName: `Saisissez votre nom : ${MAX_NAME} caractères au plus.`,
    email: 'Adresse e-mail',
    wrongEmail: 'Saisissez une adresse e-mail complète, par exemple anna@example.org.',
    password: 'Mot de passe',
    passwordHint: `Au moins ${MIN_PASSWORD} caractères`,
    wrongPassword: `Choisissez un mot de passe d’au moins ${MIN_PASSWORD} caractères.`,
    address: 'Mes invités ouvrent ce site à l’adresse %',
    addressHint:
      'Tous les e-mails et les liens contiendront cette adresse. Si vos invités en utilisent une autre, ouvrez-y cette page.',
    wrongAddress: 'Confirmez l’adresse, ou ouvrez cette page à l’adresse que vos invités utilisent.',
    setAddress: 'Vos invités ouvrent ce site à l’adresse %.',
    button: 'Installer',
    running: 'Quelqu’un installe ce site en ce moment. Rechargez cette page dans une minute.',
    failed: 'Le site n’a pas pu être installé. Le journal du conteneur en donne la raison. Veuillez réessayer.',
    tooMany: 'Il y a eu trop de codes faux. Réessayez dans % secondes.',
    foreign:
      'Rien ne s’est passé, car ce formulaire ne venait pas de cette page. Ouvrez vous-même cette page, et saisissez à nouveau le code. Un proxy placé devant doit transmettre l’en-tête Host.',
    noAddress: 'Ouvrez cette page à l’adresse de votre machine, par exemple http://192.168.1.5:8080.',
  },
  es: {
    title: 'Prepara tus listas',
    lead: 'Crea tu cuenta. Con ella administrarás este sitio.',
    code: 'Código de instalación',
    codeHint:
      'Demuestra que este sitio es tuyo. Lo encuentras en el registro del contenedor: abre «Logs» o «Registros» de esta aplicación donde la has instalado, o escribe allí «docker compose logs largesse». El archivo setup-code de su volumen también lo contiene.',
    wrongCode: 'Este no es el código. Escribe las 12 letras y cifras del registro del contenedor.',
    name: 'Tu nombre',
    wrongName: `Escribe tu nombre: ${MAX_NAME} caracteres como máximo.`,
    email: 'Correo electrónico',
    wrongEmail: 'Escribe una dirección de correo completa, por ejemplo anna@example.org.',
    password: 'Contraseña',
    passwordHint: `Al menos ${MIN_PASSWORD} caracteres`,
    wrongPassword: `Elige una contraseña de al menos ${MIN_PASSWORD} caracteres.`,
    address: 'Mis invitados abren este sitio en %',
    addressHint:
      'Todos los correos y enlaces contendrán esta dirección. Si tus invitados usan otra, abre allí esta página.',
    wrongAddress: 'Confirma la dirección, o abre esta página en la dirección que usan tus invitados.',
    setAddress: 'Tus invitados abren este sitio en %.',
    button: 'Instalar',
    running: 'Alguien está instalando este sitio en este momento. Vuelve a cargar esta página dentro de un minuto.',
    failed: 'No se pudo instalar el sitio. El registro del contenedor indica el motivo. Inténtalo de nuevo.',
    tooMany: 'Ha habido demasiados códigos incorrectos. Inténtalo de nuevo dentro de % segundos.',
    foreign:
      'No ha pasado nada, porque este formulario no venía de esta página. Abre tú esta página y escribe de nuevo el código. Un proxy delante debe transmitir la cabecera Host.',
    noAddress: 'Abre esta página en la dirección de tu equipo, por ejemplo http://192.168.1.5:8080.',
  },
};

/** Returns the language of the page: the first one of `Accept-Language`, or English. */
export function languageIn(accepted = ''): string {
  const [, first = ''] = /^\s*([a-z]{2})\b/i.exec(accepted) ?? [];
  return Object.hasOwn(TEXTS, first.toLowerCase()) ? first.toLowerCase() : 'en';
}

/** Reason why the form was not accepted as a whole. */
export type Notice = 'running' | 'failed' | 'tooMany' | 'foreign' | 'noAddress';

/** Content of the page. */
export interface FirstPage {
  language: string;
  /** Address of the site; null if the request does not name it, and nobody can set up the site. */
  address: string | null;
  /** True if a setting names the address. */
  isSetAddress: boolean;
  /** Values of the form that the visitor has sent. */
  sent?: Partial<Record<Field, string>>;
  problems?: ReadonlySet<Field>;
  notice?: Notice | undefined;
  /** Time until the next attempt, for the notice `tooMany` (seconds). */
  seconds?: number;
}

const PROBLEMS = {
  code: 'wrongCode',
  name: 'wrongName',
  email: 'wrongEmail',
  password: 'wrongPassword',
  address: 'wrongAddress',
} as const satisfies Record<Field, keyof Texts>;

/** Returns the page that asks for the administrator. It works without scripts. */
export function firstPage(page: FirstPage): string {
  const { language, address, isSetAddress, sent = {}, problems = new Set(), notice, seconds = 0 } = page;
  const texts = TEXTS[language] ?? ENGLISH;
  const problem = (field: Field) =>
    problems.has(field) ? `<span class="problem" id="${field}-problem">${escaped(texts[PROBLEMS[field]])}</span>` : '';
  const described = (field: Field, hint: string) => {
    const ids = [...(problems.has(field) ? [`${field}-problem`] : []), ...(hint === '' ? [] : [`${field}-hint`])];
    const invalid = problems.has(field) ? ' aria-invalid="true"' : '';
    return ids.length === 0 ? '' : `${invalid} aria-describedby="${ids.join(' ')}"`;
  };
  const hintOf = (field: Field, hint: string) =>
    hint === '' ? '' : `<small id="${field}-hint">${escaped(hint)}</small>`;
  const input = (field: keyof typeof FIELDS, hint = '') => {
    const { type, fill } = FIELDS[field];
    const value = field === 'password' ? '' : escaped(sent[field] ?? '');
    const plain = field === 'code' ? ' autocapitalize="none" spellcheck="false"' : '';
    return `<label for="${field}">${escaped(texts[field])}</label>
<input id="${field}" name="${field}" type="${type}" autocomplete="${fill}"${plain} required value="${value}"${described(field, hint)}>
${problem(field)}
${hintOf(field, hint)}`;
  };
  const shown = `<strong>${escaped(address ?? '')}</strong>`;
  const confirmed = sent.address === address ? ' checked' : '';
  const question = isSetAddress
    ? `<p>${escaped(texts.setAddress).replace('%', () => shown)}</p>`
    : `<label for="address"><input id="address" name="address" type="checkbox" required value="${escaped(address ?? '')}"${confirmed}${described('address', texts.addressHint)}>
${escaped(texts.address).replace('%', () => shown)}</label>
${problem('address')}
${hintOf('address', texts.addressHint)}`;
  const form = `<form method="post" action="">
${input('code', texts.codeHint)}
${input('name')}
${input('email')}
${input('password', texts.passwordHint)}
${question}
<button type="submit">${escaped(texts.button)}</button>
</form>`;
  const alert = notice
    ? `<p class="notice" role="alert">${escaped(texts[notice].replace('%', String(seconds)))}</p>`
    : '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(texts.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(texts.title)}</h1>
<p>${escaped(texts.lead)}</p>
${alert}
${address === null ? '' : form}
</body>
</html>
`;
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1.25rem; }
  h1 { font-size: 1.6rem; line-height: 1.2; }
  label { display: block; font-weight: 600; margin-top: 1.25rem; }
  input { box-sizing: border-box; font: inherit; padding: 0.6rem; border: 1px solid #767676; border-radius: 0.4rem; }
  input:not([type=checkbox]) { width: 100%; }
  [type=checkbox] { width: 1.5rem; height: 1.5rem; vertical-align: middle; }
  strong { overflow-wrap: anywhere; }
  small, .problem { display: block; font-weight: 400; }
  .problem, .notice { color: #b3261e; }
  @media ( prefers-color-scheme: dark ) { .problem, .notice { color: #ffb4ab; } }
  button { font: inherit; font-weight: 600; margin-top: 1.75rem; padding: 0.7rem 1.4rem; }
  button { border: 0; border-radius: 0.4rem; background: #1f5f4a; color: #fff; }
`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found);
