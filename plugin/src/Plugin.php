<?php
/**
 * The composition of the plugin.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse;

foreach (
	array(
		'Feature',
		'RegistryPostType',
		'Invitees',
		'RegistryMeta',
		'RegistryMetaRules',
		'Capabilities',
		'EditorRequests',
		'InviteeAccess',
		'PasswordProtection',
		'RestRegistries',
		'RestRegistryLists',
		'RegistryPages',
		'OwnerPrivacy',
		'OwnerNames',
		'EmailProtection',
		'OwnRegistriesScreen',
		'StatusRoute',
		'UnsharedRegistries',
	) as $largesse_class
) {
	require_once __DIR__ . "/{$largesse_class}.php";
}
unset( $largesse_class );

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
		$passwords = new PasswordProtection();
		$privacy   = new OwnerPrivacy();
		$features  = array(
			$post_type,
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
			new OwnRegistriesScreen(),
			new UnsharedRegistries(),
			new StatusRoute( $this->file ),
		);
		foreach ( $features as $feature ) {
			$feature->register();
		}
		register_activation_hook( $this->file, array( $post_type, 'activate' ) );
		register_deactivation_hook( $this->file, array( $post_type, 'deactivate' ) );
	}
}
