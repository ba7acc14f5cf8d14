import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from '../../contract/testing/properties.ts';
import { dayIn, startOfDayIn } from './times.ts';

const ZONES = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'Europe/Berlin', 'Africa/Cairo'];

it('startOfDayIn returns the first millisecond of a day', () => {
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), days, (zone, date) => {
      const day = date.toISOString().slice(0, 10);
      const start = Date.parse(startOfDayIn(zone, day));
      assert.ok(dayIn(zone, start) >= day);
      assert.ok(dayIn(zone, start - 1) < day);
    }),
  );
  assert.equal(startOfDayIn('Pacific/Kiritimati', '2026-11-30'), '2026-11-29T10:00:00.000Z');
  assert.equal(startOfDayIn('Europe/Berlin', '2026-07-01'), '2026-06-30T22:00:00.000Z');
});
