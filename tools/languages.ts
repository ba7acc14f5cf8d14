import { matchesGlob } from 'node:path';
import type { Message } from 'gettext-parser';

/**
 * Languages in which the whole product is translated. In all other languages, at least the texts for guests must be
 * translated.
 */
export const WHOLE: readonly string[] = ['de_DE', 'es_ES', 'fr_FR'];

/**
 * Files of the plugin with texts that guests and givers read: their pages, also those behind links and on My gifts,
 * their mails, and the form for gifts.
 */
const OF_GUESTS: readonly string[] = [
  'src/{Promises/Giving,Pages/Guests,People/Mail,Foundation/Http,Foundation/Html}/**',
  'src/Together/Invitations/{ContinuePage,GuestAccess,Invitations,RegistryLinkPage}.php',
  'src/Together/Invitations/views/continue-page.php',
  'src/Together/Circles/{CircleErrors,CircleLinkPage,CircleMails,CirclePage}.php',
  'src/Together/Circles/{CircleReminders,InvitedSignUp}.php',
  'src/Together/Circles/views/join.php',
  'src/Together/Draws/{DrawMails,DrawReminders,DrawSection}.php',
  'src/Together/Draws/views/drawn.php',
  'src/Together/Helpers/Proposal{Forms,Mails,Page}.php',
  'src/Together/Helpers/views/proposals.php',
  'src/Together/About/views/shown.php',
  'src/People/Accounts/{AccountRules,AddressConfirmation,Registration}.php',
  'src/People/Accounts/SignUp{Confirmation,Form,Page}.php',
  'src/People/Accounts/views/{form,mail-again}.php',
  'src/Managing/{Finding/views,Sharing}/**',
  'src/Together/{Digest,Following,Shares}/**',
  'src/Together/Presents/{GivenIdeas,Ideas,OwnSuggestions,PresentForm,PresentPage}.php',
  'src/Together/Presents/views/form.php',
  'src/Together/MyGifts/{GiverReminders,LinkMailSender,MyGiftsPage,MyGiftsView,RememberedGifts}.php',
  'src/Together/MyGifts/views/**',
  'src/Together/Questions/{CircleQuestions,QuestionForm,QuestionMailSender,Questions,QuestionsPage}.php',
  'src/Together/Questions/views/{form,person}.php',
  'src/Foundation/Records/Records.php',
  'src/Registries/Registry/{ListLinkPage,Occasion,OccasionTexts,Registries,TypedWish}.php',
  'src/Foundation/Service/{ConnectedSite,RuleTexts}.php',
];

/**
 * Files that match `OF_GUESTS`, or send mails, but contain only texts for owners and administrators
 * (`languages.test.ts`).
 */
const NOT_OF_GUESTS: readonly string[] = [
  'src/Promises/Giving/{GiftsCommand,GiftPrivacy,Module,RevealMailSender,Surprise}.php',
  'src/People/Mail/MailHealth.php',
  'src/Together/Digest/{Module,RemindersPrivacy}.php',
  'src/Together/Following/FollowerPrivacy.php',
  'src/Together/Shares/{Module,SharePrivacy}.php',
  'src/Pages/Guests/{GuestPreview,Module,SampleRegistry}.php',
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

/**
 * Checks whether the lists above say whether guests read the texts of a file.
 * @param file such as `src/DataNote.php`
 */
export const isDecided = (file: string): boolean => any(file, OF_GUESTS) || any(file, NOT_OF_GUESTS);

function any(source: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(source, glob));
}
