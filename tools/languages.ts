import { matchesGlob } from 'node:path';
import type { Message } from 'gettext-parser';

/**
 * Languages in which the whole product is translated. In all other languages, at least the texts for guests must be
 * translated.
 */
const WHOLE: readonly string[] = ['de_DE'];

/** Files of the plugin with texts that guests read: their pages, mails and the form for gifts. */
const OF_GUESTS: readonly string[] = [
  'src/{Giving,Guests,Mail,Http,Html}/**',
  'src/Invitations/{ContinuePage,GuestAccess,Invitations}.php',
  'src/Invitations/views/continue-page.php',
  'src/Circles/{CircleErrors,CircleMails,CirclePage}.php',
  'src/Circles/views/join.php',
  'src/Draws/{DrawMails,DrawSection}.php',
  'src/Helpers/{ProposalForms,ProposalMails}.php',
  'src/Helpers/views/proposals.php',
  'src/Sizes/views/shown-sizes.php',
  'src/Accounts/{AddressConfirmation,Registration}.php',
  'src/Accounts/SignUp{Confirmation,Form,Page}.php',
  'src/Accounts/views/{form,mail-again}.php',
  'src/{Finding/views,Following,Ideas,Shares,Sharing}/**',
  'src/Suggestions/{SuggestPage,SuggestionForm}.php',
  'src/Suggestions/views/form.php',
  'src/Records/Records.php',
  'src/Registry/{OccasionTexts,Registries,TypedWish}.php',
  'src/Service/RuleTexts.php',
];

/** Files that match `OF_GUESTS`, but contain only texts for owners and administrators. */
const NOT_OF_GUESTS: readonly string[] = [
  'src/Giving/{GiftsCommand,GiftData,Module,RevealMailSender,Surprise}.php',
  'src/Mail/MailHealth.php',
  'src/Following/FollowerData.php',
  'src/Ideas/{IdeaData,IdeaSwitch}.php',
  'src/Shares/{Module,ShareData,ShownShares}.php',
  'src/Guests/{GuestPreview,Module,SampleRegistry}.php',
];

/**
 * Decides whether a translation must contain a string. In the theme, guests read all texts without a context. Texts
 * with a context are names in the site editor.
 * @param file name of the translation, such as `largesse-fr_FR.po`
 */
export function isRequired(component: 'plugin' | 'theme', file: string, { msgctxt, comments }: Message): boolean {
  if (WHOLE.some((language) => file.endsWith(`${language}.po`))) return true;
  if (component === 'theme') return msgctxt === undefined;
  const sources = comments?.reference?.split('\n') ?? [];
  return sources.some((source) => any(source, OF_GUESTS) && !any(source, NOT_OF_GUESTS));
}

function any(source: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(source, glob));
}
