<?php
/**
 * Plugin Name: Largesse at home
 * Description: Site Health and pictures in the container for homes. Each start overwrites this file.
 */

defined( 'ABSPATH' ) || exit;

// The container notes proxies that are not trusted (proxies.ts).
add_filter(
	'site_status_tests',
	static function ( array $tests ): array {
		$tests['direct']['largesse_proxy'] = array(
			'label' => 'Largesse',
			'test'  => static function (): array {
				$lines = @file( '/tmp/largesse/unknown-proxies', FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES );
				$texts = array_map( 'esc_html', $lines ? $lines : array( 'Limits count each visitor.' ) );
				return array(
					'test'        => 'largesse_proxy',
					'label'       => $lines
						? 'A proxy in front of this site is not trusted'
						: 'Every proxy in front of this site is trusted',
					'status'      => $lines ? 'recommended' : 'good',
					'badge'       => array( 'label' => 'Largesse', 'color' => 'blue' ),
					'description' => '<p>' . implode( '</p><p>', $texts ) . '</p>',
					'actions'     => '',
				);
			},
		);
		return $tests;
	}
);

add_filter(
	'largesse_backup_remedy',
	static fn (): string => 'On the machine of the container, run “docker compose exec largesse backup”, and copy /data/backup to another machine.'
);

// WordPress decodes pictures of its media library, too. One at a time fits into the memory of the container.
$largesse_check_picture = static function ( mixed $file ): mixed {
	$memory  = Largesse\Registries\Pictures\PictureMemory::class;
	$problem = is_array( $file ) && empty( $file['error'] ) && class_exists( $memory )
		? $memory::problem_of_upload( (string) $file['tmp_name'] )
		: null;
	return null === $problem ? $file : array( 'error' => $problem ) + $file;
};
add_filter( 'wp_handle_upload_prefilter', $largesse_check_picture );
add_filter( 'wp_handle_sideload_prefilter', $largesse_check_picture );

// WordPress has decoded the picture. A command that adds many must not keep the turn until it ends.
add_filter(
	'wp_generate_attachment_metadata',
	static function ( mixed $metadata ): mixed {
		$memory = Largesse\Registries\Pictures\PictureMemory::class;
		if ( class_exists( $memory ) ) {
			$memory::end();
		}
		return $metadata;
	},
	PHP_INT_MAX
);
