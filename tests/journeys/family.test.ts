import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { give } from '../e2e/plugin/gifts.ts';
import { openForSuite } from '../support/suite.ts';
import { openWorld } from './world.ts';

const SURPRISE = { registry_surprise: 'hidden', registry_reveal_date: '2037-06-12' };

/** Text of the fold that contains the form for helpers. */
const HELPERS = 'Who helpsSomeone can own the list with you, or keep the secret of your gifts.';

describe('the family', () => {
  const world = openForSuite(openWorld);

  it('gets an invitation by mail, sees which surprises are taken, and gives', async () => {
    const email = 'aunt@mail.example';
    const draft = { title: 'For the baby', status: 'private', meta: { registry_surprise: 'hidden' } };
    const list = await world.registry(draft, { Cot: { price: 120 } });
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}&tab=share`);
    await owner.fill('User names or e-mail addresses', email);
    await owner.tap('Add guest');
    await owner.sees(`${email} is invited.`);
    await owner.tap(`Send by mail: ${email}`);
    await owner.fill('Your message', 'Please come!');
    await owner.tap('Send now');
    await owner.sees('The mail is on its way');

    const [mail] = await world.mailsTo(email);
    assert.match(mail?.text ?? '', /Please come!/);
    await using aunt = await world.person('nobody');
    await aunt.open(mail?.links.find((link) => link.includes('open=')) ?? assert.fail('a link'));
    await aunt.follow('Continue');
    await aunt.sees('You see which wishes are still open.');
    await aunt.tap('I’ll give this');
    await aunt.follow('Yes, I’ll give this');
    await aunt.sees('You are giving this.');
  });

  it('owns a list together: a partner accepts, and adds a wish', async () => {
    const list = await world.registry({ title: 'Our first flat' }, {});
    await using owner = await world.person('owner');
    await owner.open(`/my-registries/?registry=${list.id}&tab=share`);
    await owner.tap(HELPERS);
    await owner.fill('User name or e-mail address', 'invitee');
    await owner.tap('Add');
    await owner.sees('Has not answered yet');
    await using partner = await world.person('invitee');
    await partner.open('/my-registries/');
    await partner.sees('A question for you');
    await partner.follow('Accept');
    await partner.follow('Manage');
    await partner.tap('Continue');
    await partner.fill('Name', 'Sofa');
    await partner.tap('Save wish');
    await partner.sees('“Sofa” is on the list.');
    await owner.open(list.path);
    await owner.sees('Sofa');
  });

  it('has a keeper, who sees the secret gifts for the grandmother, and releases one', async () => {
    const { email } = world.system.site.users.mailInvitee;
    const list = await world.registry({ title: 'Grandma is 80', meta: SURPRISE }, { Armchair: { price: 300 } });
    await give(world.system, list.items[0] ?? 0, { secret: true, giver_name: 'Uncle Bo' });
    await using grandma = await world.person('owner');
    await grandma.open(`/my-registries/?registry=${list.id}&tab=share`);
    await grandma.tap(HELPERS);
    await grandma.fill('User name or e-mail address', email);
    await grandma.tap('What may they do?Own the registry with you');
    await grandma.tap('Keep the secret');
    await grandma.tap('Add');
    await grandma.sees('Has not answered yet');

    const [mail] = await world.mailsTo(email);
    await using keeper = await world.person('mailInvitee');
    await keeper.open(mail?.links[0] ?? assert.fail('a link'));
    await keeper.follow('Accept');
    await keeper.follow('Gifts');
    await keeper.sees('Uncle Bo');
    await keeper.tap('Release');
    await keeper.follow('Yes, release it');
    await keeper.sees('Saved.');
    await keeper.seesNot('Uncle Bo');
    await grandma.open(`/my-registries/?registry=${list.id}&gifts=list`);
    await grandma.sees('There is nothing to show yet.');
  });
});
