<?php
declare( strict_types=1 );

namespace Largesse;

use Closure;
use Largesse\Accounts\Confirmation;
use Largesse\Accounts\WayBack;
use Largesse\Affiliates\AffiliateItems;
use Largesse\Affiliates\AffiliateScreen;
use Largesse\Owners\MissingPage;
use Largesse\Privacy\PrivacyHints;
use Largesse\Screens\RegistryColumns;
use Largesse\Screens\RegistryDetails;
use Largesse\Screens\RegistryList;
use Largesse\Helpers\RegistryHelpers;
use Largesse\Screens\RegistryScreen;
use Largesse\Setup\SettingsPage;
use Largesse\Setup\SiteHealth;
use Largesse\Service\Client;
use Largesse\Service\Settings;
use Largesse\Blocks\Block;
use Largesse\Blocks\Blocks;
use Largesse\Setup\Command;
use Largesse\Exchange\ExchangeCommand;
use Largesse\Setup\GiftsCommand;
use Largesse\Setup\ConnectionCheck;
use Largesse\Setup\MailFailures;
use Largesse\Setup\StatusRoute;
use Largesse\Exchange\Downloads;
use Largesse\Exchange\ExchangeRoutes;
use Largesse\Finding\FoundNames;
use Largesse\Giving\Purchases;
use Largesse\Giving\Reveals;
use Largesse\Invitations\Doors;
use Largesse\PageCache\Forgetting;
use Largesse\PageCache\Gateways;
use Largesse\PageCache\KeptPage;
use Largesse\Giving\Acts;
use Largesse\Giving\Concerned;
use Largesse\Giving\Deletions;
use Largesse\Invitations\InvitationRoutes;
use Largesse\Invitations\Invitations;
use Largesse\Mail\NeverAgainPage;
use Largesse\Mail\Postman;
use Largesse\Mail\Queue;
use Largesse\Owners\ReleaseRoute;
use Largesse\Owners\AccountForms;
use Largesse\Wishes\BroughtWish;
use Largesse\Owners\CopyRoutes;
use Largesse\Owners\GiftsPage;
use Largesse\Owners\MembersToolbar;
use Largesse\Owners\MyRegistriesBlock;
use Largesse\Guests\AppManifest;
use Largesse\Guests\AsGuest;
use Largesse\Invitations\ContinuePage;
use Largesse\Giving\GiftLinks;
use Largesse\Giving\GivePage;
use Largesse\Giving\GiverPage;
use Largesse\Guests\OccasionBlock;
use Largesse\Links\OwnerPage;
use Largesse\Giving\OwnGifts;
use Largesse\Guests\PutInLast;
use Largesse\Guests\RegistryBlock;
use Largesse\Guests\RegistryContent;
use Largesse\Finding\SearchPage;
use Largesse\Guests\SignInHint;
use Largesse\Pictures\ThumbnailPage;
use Largesse\Pictures\AddressCheck;
use Largesse\Pictures\ThumbnailMaker;
use Largesse\Pictures\Unused;
use Largesse\Privacy\DueErasures;
use Largesse\Privacy\EmailProtection;
use Largesse\Privacy\GiverData;
use Largesse\Privacy\OwnerPrivacy;
use Largesse\Privacy\PersonalData;
use Largesse\Privacy\PolicyText;
use Largesse\Privacy\Retention;
use Largesse\Registry\Capabilities;
use Largesse\Registry\ChangedUsers;
use Largesse\Helpers\CoOwnersLimits;
use Largesse\Registry\DeletedRegistries;
use Largesse\Registry\EditorRequests;
use Largesse\Registry\ItemReader;
use Largesse\Registry\PasswordProtection;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPages;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RemovedItems;
use Largesse\Registry\RestResponses;
use Largesse\Registry\RestLists;
use Largesse\Registry\RestWrites;
use Largesse\Registry\Store;
use Largesse\Owners\Answers;
use Largesse\Accounts\ConfirmationRoute;
use Largesse\Owners\GroupingRoutes;
use Largesse\Invitations\InviteeRoutes;
use Largesse\Helpers\HelperRoutes;
use Largesse\Owners\LifecycleRoutes;
use Largesse\Invitations\LinkRoutes;
use Largesse\Pictures\PictureRoutes;
use Largesse\Wishes\PreviewRoutes;
use Largesse\Owners\Routes;
use Largesse\Watching\WatchRoutes;
use Largesse\Setup\AccountPassword;
use Largesse\Setup\NextStep;
use Largesse\Sharing\HeadTags;
use Largesse\Sharing\SharedPicture;
use Largesse\Updates\UpdateHooks;
use Largesse\Updates\Updates;
use Largesse\Wishes\Previews;
use Largesse\Watching\Watch;
use WP_CLI;

/**
 * Builds the features and registers them.
 */
final class Plugin implements Feature {

	/** Name of a recurrence. */
	private const EVERY_MINUTE = 'largesse_minute';

	/** Events of WordPress's cron that come again and again, and how often. */
	private const EVENTS = array(
		'largesse_send_mails'      => self::EVERY_MINUTE,
		'largesse_reveals'         => 'hourly',
		'largesse_erase_old'       => 'hourly',
		'largesse_unused_pictures' => 'daily',
	);

	/**
	 * Holds what reads and changes registries, once somebody has asked for it.
	 *
	 * @var Store|null
	 */
	private static ?Store $store = null;

	/**
	 * Holds the form of a gift, once somebody has asked for it: what answers a request and what shows the page share it.
	 *
	 * @var GivePage|null
	 */
	private static ?GivePage $give = null;

	/**
	 * Keeps what the features need to know.
	 *
	 * @param string $file Path of the plugin's main file.
	 */
	public function __construct( private readonly string $file ) {}

	/** Returns what reads and changes registries for pages, which remember items for as long as the settings say. */
	public static function store(): Store {
		if ( null === self::$store ) {
			$settings    = new Settings();
			$client      = new Client( $settings );
			self::$store = new Store( $client, new ItemReader( $client, $settings ) );
		}
		return self::$store;
	}

	/**
	 * Returns what reads and changes who gives what.
	 *
	 * @param int $seconds How long a call of the service may take.
	 */
	public static function purchases( int $seconds = Client::TIMEOUT_S ): Purchases {
		return new Purchases( new Client( new Settings(), $seconds ), self::store() );
	}

	/** Returns what shows owners the gifts that are secret, when their day has come. */
	public static function reveals(): Reveals {
		return new Reveals( self::purchases( ... ) );
	}

	/** Returns the form of a gift. */
	private static function give(): GivePage {
		self::$give ??= new GivePage( self::store(), self::purchases( ... ) );
		return self::$give;
	}

	/** Adds the hooks of all features. */
	public function register(): void {
		$post_type = new RegistryPostType();
		$features  = array( $post_type, ...$this->everywhere(), ...( is_admin() ? $this->in_admin() : array() ) );
		foreach ( $features as $feature ) {
			$feature->register();
		}
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			$this->add_commands();
		}
		// phpcs:ignore WordPress.WP.CronInterval.CronSchedulesInterval -- Queued mails go out every minute.
		add_filter( 'cron_schedules', self::add_recurrence( ... ) );
		// The cron looks itself, and so do wp-admin and the command line. It reads the whole list, so pages do not.
		if ( ! wp_using_themes() ) {
			add_action( 'init', self::schedule( ... ) );
		}
		register_activation_hook( $this->file, array( $post_type, 'activate' ) );
		register_deactivation_hook( $this->file, self::deactivate( ... ) );
	}

	/**
	 * Adds the recurrence of the mails.
	 *
	 * @param array<string, array<string, mixed>> $recurrences Recurrences by name.
	 * @return array<string, array<string, mixed>>
	 */
	private static function add_recurrence( array $recurrences ): array {
		$minute = array(
			'interval' => MINUTE_IN_SECONDS,
			// Only plugins that list events show it, and WordPress may not translate yet.
			'display'  => 'Largesse (60 s)',
		);
		return array( self::EVERY_MINUTE => $minute ) + $recurrences;
	}

	/** Schedules the events of WordPress's cron. An event with another recurrence comes from an earlier version. */
	private static function schedule(): void {
		foreach ( self::EVENTS as $hook => $recurrence ) {
			if ( wp_get_schedule( $hook ) !== $recurrence ) {
				wp_clear_scheduled_hook( $hook );
				wp_schedule_event( time() + ( self::EVERY_MINUTE === $recurrence ? 0 : HOUR_IN_SECONDS ), $recurrence, $hook );
			}
		}
	}

	/**
	 * Takes back what would act without the plugin: the addresses of registries, and events of WordPress's cron that come
	 * again anyway. What is to be erased, or was not mailed yet, waits for the plugin.
	 *
	 * @param bool $is_network_wide Whether the plugin goes from all sites of a network.
	 */
	private static function deactivate( bool $is_network_wide = false ): void {
		$all = array(
			'fields' => 'ids',
			'number' => 0,
		);
		foreach ( $is_network_wide ? get_sites( $all ) : array( get_current_blog_id() ) as $site ) {
			$is_other = get_current_blog_id() !== $site;
			if ( $is_other ) {
				switch_to_blog( $site );
			}
			array_map( 'wp_unschedule_hook', array( Retention::HOOK, Reveals::HOOK, Queue::HOOK, ThumbnailMaker::HOOK, Unused::HOOK, Watch::HOOK ) );
			RegistryPostType::deactivate();
			if ( $is_other ) {
				restore_current_blog();
			}
		}
	}

	/**
	 * Builds what every request needs. It is little, because it takes time on every page of the site.
	 *
	 * @return list<Feature>
	 */
	private function everywhere(): array {
		$blocks = array(
			'registry'          => static fn (): Block => new RegistryBlock( self::store(), self::reveals(), self::give(), self::purchases( ... ) ),
			'registry-occasion' => static fn (): Block => new OccasionBlock(),
			'my-registries'     => static fn (): Block => new MyRegistriesBlock( self::store(), self::reveals(), self::purchases( ... ) ),
		);
		return array(
			new Translations( $this->file ),
			new RegistryMeta(),
			new Capabilities(),
			new Confirmation(),
			new PasswordProtection(),
			new Blocks( $blocks ),
			new RegistryContent(),
			new Doors(),
			new SignInHint(),
			...array_values( $this->later() ),
		);
	}

	/**
	 * Builds what stands for the features that a page of the site seldom needs. Hooks are named here once more, because
	 * naming them by their classes would load these; a test compares them.
	 *
	 * @return array<string, Later>
	 */
	public function later(): array {
		// Now, and later again: what is secret in an address is taken out of it soon (SentKey).
		$was_told = self::is_told_more_than_a_path();
		$is_told  = static fn (): bool => $was_told || self::is_told_more_than_a_path();

		$activated = 'activate_' . plugin_basename( $this->file );

		$meta    = array( 'added_post_meta', 'updated_post_meta', 'deleted_post_meta' );
		$options = array( 'added_option', 'updated_option', 'deleted_option' );
		$posts   = array( 'before_delete_post', 'deleted_post', 'save_post_registry', 'wp_insert_post_data', 'wxr_export_skip_postmeta' );
		$users   = array( 'profile_update', 'delete_user', 'deleted_user', 'wpmu_delete_user', 'remove_user_from_blog', 'wp_privacy_personal_data_exporters', 'wp_privacy_personal_data_erasers' );
		$rest    = array( 'rest_pre_insert_registry', 'rest_delete_registry' );
		$events  = array( ...array_keys( self::EVENTS ), 'largesse_erase_givers', 'largesse_thumbnails', 'largesse_watch' );
		$gifts   = array( 'largesse_gift_made', 'largesse_gift_readdressed', 'largesse_gift_set_free', 'largesse_gift_unanswered', 'largesse_registry_revealed', 'largesse_wish_removed', 'largesse_uninvited' );
		$mails   = array( 'wp_mail_failed', 'wp_mail_succeeded', 'largesse_mail' );
		$ours    = array( 'update_option_largesse_shops_see_no_guests', 'add_option_largesse_watch_shops', 'update_option_largesse_watch_shops', 'admin_init' );
		$logins  = array( 'login_url', 'logout_url', 'lostpassword_url', 'register_url', 'resetpass_form', 'retrieve_password_message', 'wp_new_user_notification_email' );
		// The package for WordPress's own directory has no such classes.
		$updates = class_exists( UpdateHooks::class ) ? UpdateHooks::ALL : array();
		$saved   = array( 'largesse_page_changed', 'pre_post_update', 'before_delete_post', 'clean_post_cache', 'switch_theme', 'customize_save_after', 'upgrader_process_complete' );
		$screens = array( 'rest_api_init', 'site_status_tests', 'debug_information', 'user_profile_update_errors', 'wp_ajax_parse-embed', 'wp_ajax_parse-media-shortcode', 'wp_ajax_sample-permalink' );
		return array(
			'answers'  => new Later( array( 'request', 'template_redirect' ), self::answers( ... ), $is_told ),
			'kept'     => new Later( array( 'template_redirect' ), static fn () => array( new KeptPage() ), static fn () => isset( $_SERVER['HTTP_X_LARGESSE_PAGE'] ) ),
			'last'     => new Later( array( 'template_redirect' ), static fn () => array( new PutInLast() ), self::may_show_registry( ... ) ),
			'picture'  => new Later( array( 'parse_request', 'clean_post_cache', ...$meta ), static fn () => array( new SharedPicture() ), static fn () => ! doing_action( 'parse_request' ) || $is_told() ),
			'logins'   => new Later( $logins, static fn () => array( new WayBack() ) ),
			'gateways' => new Later( array( ...$saved, ...$meta, ...$options ), static fn () => array( new Forgetting( new Gateways( new Settings() ) ) ) ),
			'changes'  => new Later( array( ...$meta, ...$posts, ...$users, ...$rest, ...$events, ...$gifts, ...$mails, ...$ours ), $this->changes( ... ) ),
			'updates'  => new Later( $updates, fn () => array( new Updates( $this->file ) ) ),
			'rest'     => new Later( $screens, $this->routes( ... ) ),
			...$this->of_pages( $is_told, $activated ),
		);
	}

	/**
	 * Builds what stands for the features of pages that most pages have no need of. Where a hook runs on every page, it is
	 * looked what the page is, by the hook alone: others may run inside of it.
	 *
	 * @param Closure(): bool $is_told   Tells whether the request says more than which page it wants.
	 * @param string          $activated Hook that runs when the plugin is activated.
	 * @return array<string, Later>
	 */
	private function of_pages( Closure $is_told, string $activated ): array {
		$address   = array( 'request', 'private_title_format', 'protected_title_format', 'redirect_canonical', 'old_slug_redirect_post_id' );
		$authors   = array( 'rest_user_query', 'wp_sitemaps_users_query_args', 'get_usernumposts', 'template_redirect', 'author_link', 'the_author', 'get_the_author_display_name', 'oembed_response_data' );
		$of_owners = array( $activated, 'admin_init', 'save_post_page', 'template_redirect', 'wp_sitemaps_posts_query_args', 'display_post_states', 'get_edit_post_link' );
		return array(
			'search'    => new Later( array( 'posts_search', 'wp_sitemaps_posts_query_args' ), static fn () => array( new SearchPage() ), static fn () => isset( $GLOBALS['wp']->query_vars['s'] ) || 'posts_search' !== current_filter() ),
			'addresses' => new Later( $address, static fn () => array( new RegistryPages() ), static fn () => 'request' !== current_filter() || $is_told() ),
			'authors'   => new Later( $authors, static fn () => array( new OwnerPrivacy() ), static fn () => 'template_redirect' !== current_filter() || is_author() ),
			'head'      => new Later( array( 'wp_head', 'get_canonical_url' ), static fn () => array( new HeadTags( self::store( ... ) ) ), static fn () => ! is_singular() || is_front_page() || 0 === get_queried_object_id() || self::may_show_registry() ),
			'toolbar'   => new Later( array( 'show_admin_bar' ), static fn () => array( new MembersToolbar() ), static fn () => is_user_logged_in() ),
			'owners'    => new Later( $of_owners, fn () => array( new OwnerPage( $this->file ) ), static fn () => 'template_redirect' !== current_filter() || self::may_be_of_members() ),
			'app'       => new Later( array( 'template_redirect' ), static fn () => array( new AppManifest() ), static fn () => $is_told() || is_user_logged_in() || self::may_be_of_members() ),
		);
	}

	/** Tells whether the page is there to show a registry, as far as its own content says. */
	private static function may_show_registry(): bool {
		return is_singular( RegistryPostType::NAME ) || ( is_singular() && has_block( 'largesse/registry' ) );
	}

	/** Tells whether the page may be the one of members. It is asked before OwnerPage is loaded, which knows it. */
	private static function may_be_of_members(): bool {
		$page = is_page() ? (int) get_option( 'largesse_my_registries_page' ) : 0;
		return $page > 0 && is_page( $page );
	}

	/** Tells whether this request has parameters, a form, or a cookie of ours. */
	private static function is_told_more_than_a_path(): bool {
		// phpcs:ignore WordPress.Security.NonceVerification -- It is only looked whether there is anything.
		return array() !== $_GET || array() !== $_POST || array() !== array_filter( array_keys( $_COOKIE ), static fn ( int|string $name ): bool => str_starts_with( (string) $name, 'largesse' ) );
	}

	/**
	 * Builds what answers requests that say more than which page they want.
	 *
	 * @return list<Feature>
	 */
	private static function answers(): array {
		return array(
			new ContinuePage(),
			new AsGuest(),
			self::give(),
			new GiverPage( self::purchases(), self::store() ),
			new NeverAgainPage(),
			new OwnGifts( self::store(), self::purchases( ... ) ),
			new GiftLinks( self::store() ),
			new ThumbnailPage(),
			new GiftsPage( self::store(), self::reveals(), self::purchases() ),
			new BroughtWish(),
			new AccountForms( self::purchases( ... ) ),
			new Downloads( self::store(), self::reveals(), self::purchases( ... ) ),
		);
	}

	/**
	 * Builds what acts when something changes, and what the cron runs.
	 *
	 * @return list<Feature>
	 */
	private function changes(): array {
		return array(
			new RestWrites( self::store() ),
			new RemovedItems(),
			new CoOwnersLimits(),
			new ChangedUsers( self::store() ),
			new FoundNames(),
			self::deleted_registries(),
			self::reveals(),
			new PersonalData( self::uncached_store(), new GiverData( self::purchases(), new Queue() ) ),
			new DueErasures( self::purchases() ),
			new Retention( self::purchases() ),
			...$this->mails(),
			new Unused( new Client( new Settings() ) ),
			new ThumbnailMaker( new Client( new Settings() ), static fn ( int $registry ) => self::uncached_store()->items( $registry ) ),
			new Watch( new Client( new Settings() ), static fn ( int $registry ) => self::uncached_store()->items( $registry ) ),
			new MailFailures(),
		);
	}

	/**
	 * Builds what tells givers and owners by mail what they need to know.
	 *
	 * @return list<Feature>
	 */
	private function mails(): array {
		$queue     = new Queue();
		$client    = new Client( new Settings() );
		$store     = self::uncached_store();
		$purchases = new Purchases( $client, $store );
		$concerned = new Concerned( $queue, $purchases, $client, $store );
		$invited   = new Invitations( $queue );
		return array( $invited, new Acts( $queue ), new Deletions( $queue, $concerned ), new Postman( $queue, $concerned, $purchases, $store, $invited ) );
	}

	/**
	 * Builds what WordPress's REST API needs, and some screens beside.
	 *
	 * @return list<Feature>
	 */
	private function routes(): array {
		$store   = self::store();
		$reveals = self::reveals();
		$answers = new Answers( $store, $reveals, self::purchases() );
		return array(
			new RestResponses(),
			new RestLists(),
			new EditorRequests(),
			new EmailProtection(),
			new StatusRoute( $this->file ),
			new SiteHealth( new Settings(), $this->file ),
			new Routes( $answers, $store, self::purchases() ),
			new ConfirmationRoute(),
			new LifecycleRoutes( $answers, $store, $reveals, self::purchases() ),
			new GroupingRoutes( $answers, $store ),
			new WatchRoutes( $answers, $store ),
			new CopyRoutes( $store ),
			new LinkRoutes(),
			new PictureRoutes( new AddressCheck( new Client( new Settings() ) ) ),
			new PreviewRoutes( new Previews( new Client( new Settings(), Previews::TIMEOUT_S ) ) ),
			new InviteeRoutes( $answers, $store ),
			new InvitationRoutes( $answers, new Invitations( new Queue() ) ),
			new ReleaseRoute( self::purchases( ... ), new Acts( new Queue() ) ),
			new HelperRoutes( $answers, $store ),
			new ExchangeRoutes( $answers, $store, $reveals, self::purchases( ... ) ),
		);
	}

	/**
	 * Builds what only the screens of wp-admin need.
	 *
	 * @return list<Feature>
	 */
	private function in_admin(): array {
		return array(
			new RegistryList(),
			new AffiliateScreen( static fn () => new AffiliateItems( new Client( new Settings() ), self::store() ) ),
			new SettingsPage( new Settings(), $this->file ),
			new PrivacyHints(),
			new PolicyText(),
			new RegistryScreen( new RegistryDetails( self::store() ) ),
			new RegistryHelpers( self::store() ),
			new MissingPage(),
			new RegistryColumns(),
		);
	}

	/** Adds what only the command line needs. */
	private function add_commands(): void {
		WP_CLI::add_command( 'largesse', new Command( new ConnectionCheck( new Settings(), $this->file ), new NextStep( new Settings(), $this->file ), new AccountPassword( new Settings() ), self::uncached_store(), self::deleted_registries(), self::purchases() ) );
		WP_CLI::add_command( 'largesse gifts', new GiftsCommand( self::purchases() ) );
		$exchange = new ExchangeCommand( self::uncached_store(), self::purchases() );
		WP_CLI::add_command( 'largesse export', array( $exchange, 'export' ) );
		WP_CLI::add_command( 'largesse import', array( $exchange, 'import' ) );
	}

	/** Returns a store that remembers no items: commands and privacy tools tell what is there now. */
	private static function uncached_store(): Store {
		$client = new Client( new Settings() );
		return new Store( $client, new ItemReader( $client ) );
	}

	/** Returns what retires the items of deleted registries. */
	private static function deleted_registries(): DeletedRegistries {
		return new DeletedRegistries( new Client( new Settings() ), self::store() );
	}
}
