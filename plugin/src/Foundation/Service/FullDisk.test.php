<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'recognizes a full disk in the messages of each database, and no other failure',
	static function (): void {
		$messages = array(
			'SQLSTATE[HY000]: General error: 13 database or disk is full' => true,
			"The table 'wp_largesse_records' is full" => true,
			'Disk full (/tmp/#sql_1_0.MAI); waiting for someone to free some space... (errno: 28 "No space left on device")' => true,
			"Error writing file './site/wp_options.frm' (Errcode: 28 \"No space left on device\")" => true,
			'SQLSTATE[HY000]: General error: 5 database is locked' => false,
			'Deadlock found when trying to get lock; try restarting transaction' => false,
			"Table 'site.wp_largesse_records' doesn't exist" => false,
			"Duplicate entry 'full' for key 'kind_key'" => false,
			"Can't create table (errno: 2800)" => false,
		);
		foreach ( $messages as $message => $is_full ) {
			assert_same( array( $message, $is_full ), array( $message, FullDisk::is_in( $message ) ) );
		}
	}
);
