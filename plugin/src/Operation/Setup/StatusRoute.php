<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\People\Accounts\Registration;
use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Http\Routes;
use Largesse\Foundation\Http\Schema;
use Largesse\Route;
use Largesse\Foundation\Service\Settings;
use Largesse\Foundation\Service\SiteStatement;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Status route, with which operators of the service find out what is wrong. Some web servers drop the Authorization
 * header, and WordPress disables application passwords on plain HTTP. To the service, both faults look like a wrong
 * password. Administrators also get all findings of SetupCheck: `npm run doctor` prints them, so that each fact about
 * the site and its connection is checked only here.
 */
final class StatusRoute {

	private const PATH = '/status';

	/** Declares the route. */
	public static function route(): Route {
		$finding = array(
			'id'     => Schema::text( 'Name of the check.' ),
			'status' => Schema::text( 'Result.', array( CheckResult::GOOD, CheckResult::RECOMMENDED, CheckResult::CRITICAL ) ),
			'label'  => Schema::text( 'What was found, in English.' ),
			'about'  => Schema::text( 'Explanation, in English.' ),
			'remedy' => Schema::text( 'What to do, in English; empty if there is nothing to do.' ),
		);
		return new Route(
			'GET',
			self::PATH,
			array( self::class, 'answer' ),
			'__return_true',
			'Answers whether programs can sign in. Everyone may send this request, because a program that cannot sign in needs the answer.',
			answer: array(
				'plugin'                => Schema::text( 'Version of the plugin.' ),
				'authorization'         => Schema::boolean( 'True if the request arrived with an Authorization header.' ),
				'application_passwords' => Schema::boolean( 'True if the site accepts application passwords.' ),
				'registration'          => Schema::boolean( 'True if everyone may open an account.' ),
				'currency'              => Schema::text( 'Currency of the site (ISO 4217); null for none.', is_nullable: true ),
				'languages'             => Schema::listing(
					'Languages of the site (BCP 47), the main one first.',
					array( 'type' => 'string' )
				),
				'signed_in'             => Schema::boolean( 'True if WordPress accepts the credentials of the request.' ),
				'findings?'             => Schema::listing(
					'Findings about the whole setup; only for administrators.',
					Schema::object( 'Finding.', $finding )
				),
			),
			gets_request: true
		);
	}

	/**
	 * Treats a request to this route with wrong credentials as one without an account, because the answer says that the
	 * credentials are wrong. Otherwise, WordPress refuses the request if anything has asked for the user before.
	 *
	 * @param WP_Error|true|null $result Result of the authentication, as WordPress passes it.
	 */
	public static function admit_as_nobody( mixed $result ): mixed {
		$path = $GLOBALS['wp']->query_vars['rest_route'] ?? '';
		if ( ! is_wp_error( $result ) || '/' . Routes::NAMESPACE . self::PATH !== $path ) {
			return $result;
		}
		wp_set_current_user( 0 );
		return true;
	}

	/** Answers the route. */
	public static function answer( WP_REST_Request $request ): WP_REST_Response {
		$facts    = SiteStatement::facts();
		$response = new WP_REST_Response(
			array(
				'plugin'                => $facts['plugin'],
				// Some servers remove the header, but pass the user name from the header.
				'authorization'         => '' !== (string) $request->get_header( 'authorization' )
					|| isset( $_SERVER['PHP_AUTH_USER'] ),
				'application_passwords' => wp_is_application_passwords_available(),
				'registration'          => Registration::is_open(),
				'currency'              => $facts['currency'],
				'languages'             => $facts['languages'],
				'signed_in'             => is_user_logged_in(),
			) + ( SiteHealth::may_test() ? array( 'findings' => self::findings() ) : array() )
		);
		$response->header( 'Cache-Control', 'no-store' );
		return $response;
	}

	/** @return list<array<string, string>> All findings, in English, because the command that prints them is in English. */
	private static function findings(): array {
		$is_switched = switch_to_locale( 'en_US' );
		$findings    = ( new SetupCheck( new Settings() ) )->findings();
		if ( $is_switched ) {
			restore_previous_locale();
		}
		return array_map(
			static fn ( CheckResult $finding ): array => array(
				'id'     => $finding->id,
				'status' => $finding->status,
				'label'  => $finding->label,
				'about'  => $finding->description,
				'remedy' => $finding->remedy,
			),
			$findings
		);
	}
}
