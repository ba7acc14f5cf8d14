<?php
/**
 * The composition of the plugin.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse;

use Largesse\Admin\AffiliateItems;
use Largesse\Admin\AffiliateScreen;
use Largesse\Admin\ListEdits;
use Largesse\Admin\MissingPage;
use Largesse\Admin\OwnRegistriesScreen;
use Largesse\Admin\PrivacyHints;
use Largesse\Admin\RegistryColumns;
use Largesse\Admin\RegistryDetails;
use Largesse\Admin\RegistryScreen;
use Largesse\Admin\SettingsPage;
use Largesse\Admin\SiteHealth;
use Largesse\Api\Client;
use Largesse\Api\ConnectionCheck;
use Largesse\Api\Settings;
use Largesse\Api\StatusRoute;
use Largesse\Blocks\Blocks;
use Largesse\Cli\Command;
use Largesse\Owner\MembersToolbar;
use Largesse\Owner\MyRegistriesBlock;
use Largesse\Owner\OwnerPage;
use Largesse\Pages\GiftLinks;
use Largesse\Pages\OccasionBlock;
use Largesse\Pages\RegistryBlock;
use Largesse\Pages\RegistryContent;
use Largesse\Pages\SharePreview;
use Largesse\Pages\SignInHint;
use Largesse\Privacy\EmailProtection;
use Largesse\Privacy\OwnerNames;
use Largesse\Privacy\OwnerPrivacy;
use Largesse\Privacy\PersonalData;
use Largesse\Privacy\PolicyText;
use Largesse\Registry\Capabilities;
use Largesse\Registry\ConditionalLists;
use Largesse\Registry\DeletedRegistries;
use Largesse\Registry\EditorRequests;
use Largesse\Registry\GoneRegistries;
use Largesse\Registry\InviteeAccess;
use Largesse\Registry\ItemCache;
use Largesse\Registry\PasswordProtection;
use Largesse\Registry\RegistryItems;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryMetaRules;
use Largesse\Registry\RegistryPages;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RestCaller;
use Largesse\Registry\RestRegistries;
use Largesse\Registry\RestRegistryLists;
use Largesse\Registry\UnsharedRegistries;
use Largesse\Rest\InviteeRoutes;
use Largesse\Rest\ItemRoutes;
use Largesse\Rest\RegistryRoutes;
use WP_CLI;

/**
 * Builds the features and registers them.
 */
final class Plugin implements Feature {

	/**
	 * The items of registries, once somebody has asked for them.
	 *
	 * @var RegistryItems|null
	 */
	private ?RegistryItems $items = null;

	/**
	 * Keeps what the features need to know.
	 *
	 * @param string $file Path of the plugin's main file.
	 */
	public function __construct( private readonly string $file ) {}

	/**
	 * Adds the hooks of all features.
	 */
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
		register_deactivation_hook( $this->file, array( $post_type, 'deactivate' ) );
	}

	/**
	 * What every request needs.
	 *
	 * @return list<Feature>
	 */
	private function everywhere(): array {
		$passwords = new PasswordProtection();
		$privacy   = new OwnerPrivacy();
		return array(
			new Translations( $this->file ),
			new RegistryMeta(),
			new RegistryMetaRules(),
			new ConditionalLists(),
			new RestCaller(),
			new Capabilities(),
			new EditorRequests(),
			new InviteeAccess(),
			$passwords,
			new RestRegistries( $passwords ),
			new RestRegistryLists(),
			new RegistryPages(),
			$privacy,
			new OwnerNames( $privacy ),
			new EmailProtection(),
			new UnsharedRegistries(),
			new StatusRoute( $this->file ),
			new SiteHealth( new Settings(), $this->file ),
			new DeletedRegistries( static fn () => new GoneRegistries( new Client( new Settings() ) ) ),
			new PersonalData(),
		);
	}

	/**
	 * The pages of the site, and what their scripts speak to.
	 *
	 * @return list<Feature>
	 */
	private function for_visitors(): array {
		$items = $this->items( ... );
		return array(
			new Blocks( $this->file, array( new RegistryBlock( $items ), new OccasionBlock(), new MyRegistriesBlock( $items ) ) ),
			new RegistryContent(),
			new GiftLinks( $items ),
			new SharePreview( $items ),
			new SignInHint(),
			new OwnerPage( $this->file ),
			new MembersToolbar(),
			new RegistryRoutes( $items ),
			new ItemRoutes( $items ),
			new InviteeRoutes( $items ),
		);
	}

	/**
	 * What only the screens of wp-admin need.
	 *
	 * @return list<Feature>
	 */
	private function in_admin(): array {
		return array(
			new OwnRegistriesScreen(),
			new AffiliateScreen( $this->affiliate_items( ... ) ),
			new SettingsPage( new Settings(), $this->file ),
			new PrivacyHints(),
			new PolicyText(),
			new RegistryScreen( new RegistryDetails( $this->items( ... ) ) ),
			new ListEdits(),
			new MissingPage(),
			new RegistryColumns(),
		);
	}

	/**
	 * What only the command line needs.
	 */
	private function add_commands(): void {
		$settings = new Settings();
		$client   = new Client( $settings );
		WP_CLI::add_command(
			'largesse',
			new Command(
				new ConnectionCheck( $settings, $this->file ),
				new RegistryItems( $client, new ItemCache( 0 ) ),
				new GoneRegistries( $client )
			)
		);
	}

	/**
	 * The items of registries, for screens and pages: made when they are first asked for, for settings cost a query.
	 */
	private function items(): RegistryItems {
		if ( null === $this->items ) {
			$settings    = new Settings();
			$this->items = new RegistryItems( new Client( $settings ), new ItemCache( $settings->cache_seconds() ) );
		}
		return $this->items;
	}

	/**
	 * The items of the screen of affiliate links: made when it is opened, for settings cost a query.
	 */
	private function affiliate_items(): AffiliateItems {
		$settings = new Settings();
		return new AffiliateItems( new Client( $settings ), new ItemCache( $settings->cache_seconds() ) );
	}
}
