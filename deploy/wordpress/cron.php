<?php
/**
 * Runs what WordPress's cron has to do now, as a request for wp-cron.php would.
 */

require __DIR__ . '/request.php';
require '/var/www/html/wp-cron.php';
