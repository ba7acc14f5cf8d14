<?php
/**
 * The composition of the plugin.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse;

use Largesse\Admin\OwnRegistriesScreen;
use Largesse\Api\StatusRoute;
use Largesse\Privacy\EmailProtection;
use Largesse\Privacy\OwnerNames;
use Largesse\Privacy\OwnerPrivacy;
use Largesse\Registry\Capabilities;
use Largesse\Registry\EditorRequests;
use Largesse\Registry\InviteeAccess;
use Largesse\Registry\PasswordProtection;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryMetaRules;
use Largesse\Registry\RegistryPages;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RestRegistries;
use Largesse\Registry\RestRegistryLists;
use Largesse\Registry\UnsharedRegistries;

/**
 * Builds the features and registers them.
 */
final class Plugin implements Feature {

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
		$features  = array( $post_type, ...$this->everywhere(), ...( is_admin() ? $this->in_admin() : array() ) );
		foreach ( $features as $feature ) {
			$feature->register();
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
			new RegistryMeta(),
			new RegistryMetaRules(),
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
		);
	}
}
