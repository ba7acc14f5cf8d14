<?php
declare( strict_types=1 );

namespace Largesse;

use Largesse\Accounts\Confirmation;
use Largesse\Accounts\WayBack;
use Largesse\Admin\AffiliateItems;
use Largesse\Admin\AffiliateScreen;
use Largesse\Admin\MissingPage;
use Largesse\Admin\PrivacyHints;
use Largesse\Admin\RegistryColumns;
use Largesse\Admin\RegistryDetails;
use Largesse\Admin\RegistryList;
use Largesse\Admin\RegistryHelpers;
use Largesse\Admin\RegistryScreen;
use Largesse\Admin\SettingsPage;
use Largesse\Admin\SiteHealth;
use Largesse\Api\Client;
use Largesse\Api\Settings;
use Largesse\Blocks\Blocks;
use Largesse\Cli\Command;
use Largesse\Cli\ExchangeCommand;
use Largesse\Cli\GiftsCommand;
use Largesse\Connection\ConnectionCheck;
use Largesse\Connection\MailFailures;
use Largesse\Connection\StatusRoute;
use Largesse\Exchange\Downloads;
use Largesse\Exchange\ExchangeRoutes;
use Largesse\Finding\FoundNames;
use Largesse\Giving\Purchases;
use Largesse\Giving\Reveals;
use Largesse\Invitations\Doors;
use Largesse\Kept\Forgetting;
use Largesse\Kept\Gateways;
use Largesse\Kept\KeptPage;
use Largesse\Mail\Acts;
use Largesse\Mail\Concerned;
use Largesse\Mail\Deletions;
use Largesse\Mail\InvitationRoutes;
use Largesse\Mail\Invitations;
use Largesse\Mail\NeverAgainPage;
use Largesse\Mail\Postman;
use Largesse\Mail\Queue;
use Largesse\Owner\AccountForms;
use Largesse\Owner\BroughtWish;
use Largesse\Owner\CopyRoutes;
use Largesse\Owner\GiftsPage;
use Largesse\Owner\MembersToolbar;
use Largesse\Owner\MyRegistriesBlock;
use Largesse\Pages\AppManifest;
use Largesse\Pages\AsGuest;
use Largesse\Pages\ContinuePage;
use Largesse\Pages\GiftLinks;
use Largesse\Pages\GivePage;
use Largesse\Pages\GiverPage;
use Largesse\Pages\OccasionBlock;
use Largesse\Pages\OwnerPage;
use Largesse\Pages\OwnGifts;
use Largesse\Pages\RegistryBlock;
use Largesse\Pages\RegistryContent;
use Largesse\Pages\SearchPage;
use Largesse\Pages\SignInHint;
use Largesse\Pages\ThumbnailPage;
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
use Largesse\Registry\CoOwnersLimits;
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
use Largesse\Rest\Answers;
use Largesse\Rest\ConfirmationRoute;
use Largesse\Rest\GroupingRoutes;
use Largesse\Rest\InviteeRoutes;
use Largesse\Rest\HelperRoutes;
use Largesse\Rest\LifecycleRoutes;
use Largesse\Rest\LinkRoutes;
use Largesse\Rest\PictureRoutes;
use Largesse\Rest\PreviewRoutes;
use Largesse\Rest\Routes;
use Largesse\Rest\WatchRoutes;
use Largesse\Setup\AccountPassword;
use Largesse\Setup\NextStep;
use Largesse\Sharing\HeadTags;
use Largesse\Sharing\SharedPicture;
use Largesse\Updates\Updates;
use Largesse\Wishes\Previews;
use Largesse\Watching\Watch;
use WP_CLI;

/**
 * Builds the features and registers them.
 */
final class Plugin implements Feature {

	/**
	 * Holds what reads and changes registries, once somebody has asked for it.
	 *
	 * @var Store|null
	 */
	private static ?Store $store = null;

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

	/** Adds the hooks of all features. */
	public function register(): void {
		$post_type = new RegistryPostType();
		$features  = array( $post_type, ...$this->everywhere(), ...$this->for_visitors(), ...( is_admin() ? $this->in_admin() : array() ) );
		foreach ( $features as $feature ) {
			$feature->register();
		}
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			$this->add_commands();
		}
		register_activation_hook( $this->file, array( $post_type, 'activate' ) );
		register_deactivation_hook( $this->file, self::deactivate( ... ) );
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
	 * Builds what every request needs.
	 *
	 * @return list<Feature>
	 */
	private function everywhere(): array {
		return array(
			new Translations( $this->file ),
			new RegistryMeta(),
			new RestResponses(),
			new RestLists(),
			new RestWrites( self::store() ),
			new RemovedItems(),
			new Capabilities(),
			new CoOwnersLimits(),
			new Confirmation(),
			new WayBack(),
			new ChangedUsers( self::store() ),
			new EditorRequests(),
			new PasswordProtection(),
			new RegistryPages(),
			new FoundNames(),
			new OwnerPrivacy(),
			new EmailProtection(),
			new StatusRoute( $this->file ),
			new SiteHealth( new Settings(), $this->file ),
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
			// The package for WordPress's own directory has no such class.
			...( class_exists( Updates::class ) ? array( new Updates( $this->file ) ) : array() ),
			new Forgetting( new Gateways( new Settings() ) ),
			new SharedPicture(),
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
		return array( $invited, new Acts( $queue ), new Deletions( $queue, $concerned ), new Postman( $queue, $concerned, $purchases, $store, $invited, $this->file ) );
	}

	/**
	 * Builds the pages of the site, and what their scripts speak to.
	 *
	 * @return list<Feature>
	 */
	private function for_visitors(): array {
		$store   = self::store();
		$reveals = self::reveals();
		$answers = new Answers( $store, $reveals, self::purchases() );
		$give    = new GivePage( $store, self::purchases( ... ) );
		return array(
			new Blocks( $this->file, array( new RegistryBlock( $store, $reveals, $give ), new OccasionBlock(), new MyRegistriesBlock( $store, $reveals, self::purchases( ... ) ) ) ),
			new RegistryContent(),
			new Doors(),
			new ContinuePage(),
			new AsGuest(),
			$give,
			new GiverPage( self::purchases(), $store ),
			new NeverAgainPage(),
			new OwnGifts(),
			new GiftLinks( $store ),
			new ThumbnailPage(),
			new GiftsPage( $store, $reveals, self::purchases() ),
			new BroughtWish(),
			new AppManifest(),
			new AccountForms( self::purchases( ... ) ),
			new HeadTags( $store ),
			new KeptPage(),
			new SignInHint(),
			new SearchPage(),
			new OwnerPage( $this->file ),
			new MembersToolbar(),
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
			new HelperRoutes( $answers, $store ),
			new ExchangeRoutes( $answers, $store, $reveals, self::purchases( ... ) ),
			new Downloads( $store, $reveals, self::purchases( ... ) ),
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
