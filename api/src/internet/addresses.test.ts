import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import os, { type NetworkInterfaceInfo } from 'node:os';
import { after, before, describe, it, mock } from 'node:test';
import { stoppedClock } from '../../../tests/support/clock.ts';
import { Previews } from '../previews/previews.ts';
import { readSettings } from '../settings.ts';
import { isPublic, parseNat64 } from './addresses.ts';
import { InternalHosts } from './internal-hosts.ts';
import { REAL_INTERNET } from './internet.ts';
import { userAgent } from './user-agent.ts';

const MEMBER = { id: 7, username: 'anna', email: 'anna@mail.example', isAdmin: true, managesSite: false };

/** A network interface of a machine in the public Internet. */
const card = (address: string, cidr: string | null): NetworkInterfaceInfo => ({
  address,
  cidr,
  netmask: '',
  mac: '00:00:00:00:00:00',
  internal: false,
  ...(address.includes(':') ? { family: 'IPv6', scopeid: 0 } : { family: 'IPv4' }),
});

describe('rules: Previews, the addresses of this machine', () => {
  before(() => {
    mock.method(os, 'networkInterfaces', () => ({
      eth0: [card('93.184.216.34', '93.184.216.34/24'), card('2606:2800:220:1::7', '2606:2800:220:1::7/64')],
      tun0: [card('45.33.32.156', '45.33.32.156/0'), card('not an address', null)],
      // The largest networks that are internal as a whole, and networks that are twice as large.
      eth1: [card('151.101.0.1', '151.101.0.1/20'), card('2a04:4e42:0:100::1', '2a04:4e42:0:100::1/56')],
      eth2: [card('199.232.0.1', '199.232.0.1/19'), card('2a04:4e43:0:100::1', '2a04:4e43:0:100::1/55')],
      gone: undefined,
    }));
    syncBuiltinESMExports();
  });
  after(() => {
    mock.restoreAll();
    syncBuiltinESMExports();
  });

  it('are internal, together with their networks', () => {
    for (const ours of ['93.184.216.34', '93.184.216.1', '2606:2800:220:1::7', '2606:2800:0220:1:9::1', '45.33.32.156'])
      assert.equal(isPublic(ours), false, ours);
    for (const ours of ['151.101.15.9', '2a04:4e42:0:1ff::9', '199.232.0.1', '2a04:4e43:0:100::1'])
      assert.equal(isPublic(ours), false, ours);
  });

  it('do not include the whole Internet, however wide the network of an interface is', () => {
    for (const other of ['93.184.217.1', '2606:2800:220:2::7', '8.8.8.8', '2001:4860:4860::8888'])
      assert.equal(isPublic(other), true, other);
    for (const other of ['151.101.16.9', '2a04:4e42:0:200::9', '199.232.0.9', '2a04:4e43:0:100::9'])
      assert.equal(isPublic(other), true, other);
  });

  it('block every address while they are unknown', (t) => {
    // Node restores this mock when the test ends. `mock.restoreAll()` would restore only one of two mocks of a method.
    t.mock.method(os, 'networkInterfaces', () => {
      throw new Error('not allowed');
    });
    syncBuiltinESMExports();
    assert.throws(() => isPublic('8.8.8.8'));
  });
});

describe('rules: Previews, addresses of special use', () => {
  for (const [what, addresses] of Object.entries({
    'this machine and its network':
      '127.0.0.1 127.255.255.254 127.1 2130706433 0x7f.1 0177.0.0.1 0.0.0.0 ::1 :: 0000:0:0:0::1 fe80::1 fe80::1%eth0 1.1.1.1%1',
    'private networks':
      '10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.127.255.255 fc00::1 fd00::7 fec0::1',
    'metadata of clouds': '169.254.169.254 168.63.129.16 100.100.100.200 192.0.0.192 fd00:ec2::254',
    'special ranges':
      '198.18.0.1 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 ff02::1 100::1 2001:db8::1 5f00::1 4000::1',
    'IPv4 inside IPv6':
      '::ffff:127.0.0.1 ::ffff:7f00:1 ::FFFF:10.0.0.1 ::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b:1::a00:1 2002:7f00:1:: 2002:a00:1::1 2001:0:53aa:64c:0:0:80ff:fffe 2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:a00:1',
    'no addresses': 'localhost 256.256.256.256 1.2.3.4.5 shop.example',
  }))
    it(`are not public: ${what}`, () => {
      for (const address of addresses.split(' ')) assert.equal(isPublic(address), false, address);
    });

  it('end where the public Internet begins', () => {
    const outside =
      '9.255.255.255 11.0.0.1 172.15.255.255 172.32.0.1 100.63.255.255 100.128.0.1 168.63.129.17 169.253.0.1 192.167.0.1 198.20.0.1 2606:4700::1 2606:4700::300:5efe:a00:1 3fff:ffff::1';
    for (const address of outside.split(' ')) assert.equal(isPublic(address), true, address);
  });
});

describe('rules: Previews, prefixes of NAT64 in the own network', () => {
  const isOpen = (address: string, prefix: string) =>
    isPublic(address, new Set(['9.9.9.9']), [parseNat64(prefix) ?? assert.fail()]);

  it('are judged by the IPv4 address they contain, whatever their length', () => {
    for (const [prefix, internal, shop] of [
      ['2001:468:64::/96', '2001:468:64::a00:1', '2001:468:64::808:808'],
      ['2001:468:64:1::/64', '2001:468:64:1:a:0:100::', '2001:468:64:1:8:808:800::'],
      ['2001:468:64:100::/56', '2001:468:64:10a:0:1::', '2001:468:64:108:8:808::'],
      ['2001:468:64::/48', '2001:468:64:a00:0:100::', '2001:468:64:808:8:800::'],
      ['2001:468:6400::/40', '2001:468:640a::1:0:0:0', '2001:468:6408:808:8::'],
      ['2001:468::/32', '2001:468:a00:1::', '2001:468:808:808::'],
    ] as const) {
      assert.equal(isPublic(internal), true, `${internal} looks public`);
      assert.equal(isOpen(internal, prefix), false, internal);
      assert.equal(isOpen(shop, prefix), true, shop);
    }
    assert.equal(isOpen('2001:468:64::909:909', '2001:468:64::/96'), false, 'the site itself');
    assert.equal(isOpen('8.8.8.8', '2001:468:64::/96'), true);
  });

  it('are all checked if they are nested, in any order', () => {
    const nested = ['2001:468::/32', '2001:468:808:808::/96'].map((prefix) => parseNat64(prefix) ?? assert.fail());
    for (const prefixes of [nested, nested.toReversed()]) {
      assert.equal(isPublic('2001:468:808:808::a00:1', new Set(), prefixes), false);
      assert.equal(isPublic('2001:468:808:808::808:808', new Set(), prefixes), true);
    }
  });

  it('are read from NAT64_PREFIXES', () => {
    const read = (value: string) =>
      readSettings({ HOST_URL: 'https://site.example', NAT64_PREFIXES: value }).nat64Prefixes;
    assert.deepEqual(read(''), []);
    assert.deepEqual(read('2001:468:64::/96, 2001:468::/32'), ['2001:468:64::/96', '2001:468::/32']);
    for (const wrong of ['2001:468:64::', '2001:468:64::/80', '10.0.0.0/32', 'x/96'])
      assert.throws(() => read(wrong), /NAT64_PREFIXES: must be prefixes/);
  });

  it('reject a shop whose internal address they hide', async () => {
    const settings = readSettings({ HOST_URL: 'https://site.example', NAT64_PREFIXES: '2001:468:64::/96' });
    const seen: string[] = [];
    const internet = {
      resolve: async () => ['2001:468:64::a00:1'],
      connect: REAL_INTERNET.connect,
    };
    const watch = (_kind: string, outcome: string) => void seen.push(outcome);
    const times = { wait: 1000, read: 5000, failure: 0 };
    const previews = new Previews(settings, () => performance.now(), watch, {
      internet,
      times,
      resolveOwn: async () => [],
    });
    await previews.page(MEMBER, 'http://shop.example/');
    await previews.close();
    assert.deepEqual(seen, ['refused']);
  });
});

describe('rules: Previews, the real Internet access', () => {
  it('sends data only to public addresses, even without an earlier check', async () => {
    const heard: Buffer[] = [];
    const server = createServer((socket) => socket.on('data', (bytes) => heard.push(bytes)).on('error', () => {}));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const ways = [false, true].flatMap((isEncrypted) =>
      ['127.0.0.1', 'shop.example'].map((host) => ({ host, isEncrypted })),
    );
    for (const { host, isEncrypted } of ways) {
      const socket = REAL_INTERNET.connect({
        host,
        port: address.port,
        isEncrypted,
        lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      });
      const error = await new Promise<Error>((resolve) => socket.once('error', resolve).write('GET / HTTP/1.1\r\n'));
      assert.equal(error.message, 'not public', host);
    }
    await new Promise((resolve) => server.close(resolve));
    assert.deepEqual(heard, []);
  });

  it('rejects names and addresses of this machine', async () => {
    const seen: string[] = [];
    const watch = (_kind: unknown, outcome: string) => void seen.push(outcome);
    const settings = readSettings({ HOST_URL: 'http://127.0.0.1:9/' });
    const previews = new Previews(settings, () => performance.now(), watch, {
      internet: REAL_INTERNET,
      times: { wait: 1000, read: 5000, failure: 0 },
    });
    for (const host of ['127.0.0.1', '[::1]', 'localhost', os.hostname()])
      await previews.page(MEMBER, `http://${host}/`);
    await previews.close();
    assert.deepEqual(seen.slice(0, 2), ['refused', 'refused']);
    // Some resolvers return this machine's address for its names. Other resolvers find no address.
    for (const outcome of seen.slice(2)) assert.match(outcome, /^(refused|unreachable)$/);
    assert.equal(seen.length, 4);
  });
});

describe('rules: Previews, the hosts of site and service', () => {
  it('stay blocked at their last addresses while their current ones are unknown', async () => {
    let isBroken = false;
    const clock = stoppedClock();
    const internal = new InternalHosts(['https://Site.example/blog', 'http://192.0.2.7:8000'], clock.now, async () => {
      if (isBroken) throw new Error('no answer');
      return ['93.184.216.40', '2606:2800:0220:0001::7'];
    });
    assert.ok(
      internal.hasName('site.example.') && internal.hasName('192.0.2.7') && !internal.hasName('www.site.example'),
    );
    const known = ['192.0.2.7', '2606:2800:220:1::7', '93.184.216.40'];
    assert.deepEqual([...(await internal.addresses())].sort(), known);
    isBroken = true;
    clock.pass(61);
    assert.deepEqual([...(await internal.addresses())].sort(), known);
  });

  it('appear in our user agent only by their public name', () => {
    const agent = (site: string) => userAgent(site).replace(/^Largesse\/[\d.]+/, '');
    assert.equal(agent('https://Gifts.example/blog'), ' (+https://gifts.example/)');
    const inside =
      'wordpress 10.0.0.7 wp.local wp.internal:8080 wp.localhost wp.lan wp.home wp.corp 7.0.0.10.in-addr.arpa';
    for (const host of [...inside.split(' '), '[::1]']) assert.equal(agent(`http://${host}`), '', host);
  });
});
