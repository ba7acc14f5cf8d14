<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * A feature of the plugin, with its own folder. The class `Module` of a feature adds the feature's hooks, and declares,
 * as data, everything else that other code must know about the feature. Except for `add_hooks()`, its methods call no
 * function of WordPress, apart from translations in `texts()` and `settings()`.
 *
 * Each page loads all modules, but the classes of a feature only when one of its hooks runs. If a site has switched a
 * feature off, only its stored keys and its personal data count (see Features).
 */
abstract class Module {

	/** Key of the feature's switch under Settings → Largesse → Features; '' for a feature that every site has. */
	public const FEATURE = '';

	/** Key of another feature, without which the feature stays off; '' for none. */
	public const NEEDS = '';

	/** Recurrence of an event that runs each minute, while it is scheduled. */
	public const EVERY_MINUTE = 'largesse_minute';

	/** Recurrence of events that run every five minutes. */
	public const EVERY_FIVE_MINUTES = 'largesse_five_minutes';

	/**
	 * Returns texts of a module with a switch. Only wp-admin and WP-CLI call this method, so it may translate texts.
	 *
	 * @return array{name: string, about: string} Name of the feature, and a sentence that says for whom it is.
	 */
	public static function texts(): array {
		return array( 'name' => static::FEATURE, 'about' => '' );
	}

	/**
	 * Adds the feature's callbacks to hooks, with add_action() and add_filter(). `Services::callback()` is the callback
	 * for a method of an object: it creates the object when the hook runs. The names of hooks and parameters are literal
	 * texts, so that a search finds them, and because a constant would load its class on every page.
	 */
	public static function add_hooks(): void {}

	/**
	 * Returns the hooks of the feature's cron events, with their recurrence; null for an event that code schedules.
	 * Deactivating the plugin unschedules these events.
	 *
	 * @return array<string, string|null>
	 */
	public static function events(): array {
		return array();
	}

	/** @return list<class-string<FeatureFields>> Classes with fields that the feature adds to registries. */
	public static function fields(): array {
		return array();
	}

	/** @return array<string, class-string> Blocks, by the names of their folders in `blocks/`. */
	public static function blocks(): array {
		return array();
	}

	/** @return list<Route> Routes of the REST namespace `largesse/v1`. */
	public static function routes(): array {
		return array();
	}

	/**
	 * Commands of WP-CLI by their names: a class whose public methods are subcommands, or a class and a method.
	 *
	 * @return array<string, class-string|array{class-string, string}>
	 */
	public static function commands(): array {
		return array();
	}

	/** @return list<SettingsSection> Fields on Settings → Largesse. Only wp-admin calls this, so texts may be translated. */
	public static function settings(): array {
		return array();
	}

	/**
	 * Returns checks for Site Health and `wp largesse doctor`, by the ids of their findings: class, public method, and the
	 * id of the check that must succeed first (`admin` for a check that uses the site's account, '' for none). A check
	 * returns null if there is nothing to report.
	 *
	 * @return array<string, array{class-string, string, string}>
	 */
	public static function checks(): array {
		return array();
	}

	/**
	 * Kinds of mail of the feature, by the class that sends them: a MailSender for mails of the queue, another class for
	 * mails that a request sends at once. For each kind, an English sentence describes the receiver and the contents of
	 * the mail. The data protection sheet contains this sentence.
	 *
	 * @return array<class-string, array<string, string>>
	 */
	public static function mails(): array {
		return array();
	}

	/**
	 * Kinds of mail that somebody waits for, and that can reveal no gift, such as invitations. Owners who administer the
	 * site see why such a mail failed. All other kinds are treated as mails about gifts (rules: Surprise).
	 *
	 * @return list<string>
	 */
	public static function open_mails(): array {
		return array();
	}

	/** @return array<string, class-string<PersonalData>> Stored personal data, by the name of its exporter and eraser. */
	public static function personal_data(): array {
		return array();
	}

	/** Everything that the feature stores in WordPress. */
	public static function stored(): StoredKeys {
		return new StoredKeys();
	}

	/**
	 * Returns the steps that bring stored data of earlier versions of the plugin up to date (Upgrade). Each step belongs
	 * to a version of the data, and runs once on each site, also if the feature is off. A step may run twice at the same
	 * time, so it must do no harm then.
	 *
	 * @return array<int, array{class-string, string}> Class and public static method, by the version of the data.
	 */
	public static function upgrades(): array {
		return array();
	}

	/**
	 * Returns classes that other features may use, in addition to `Module`. Keep this list short: a feature that only
	 * needs to know about something can often use an action or a filter instead.
	 *
	 * @return list<class-string>
	 */
	public static function offered_classes(): array {
		return array();
	}

	/** @return list<string> Names of templates that other features may print, such as `owners/notice`. */
	public static function offered_templates(): array {
		return array();
	}
}
