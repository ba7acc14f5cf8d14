import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hostInAddress, nameInAddress } from './address-name.ts';

describe('the name of a wish in its address', () => {
  for (const [address, name] of [
    ['https://shop.example/blue-teapot-1l', 'Blue teapot'],
    ['https://shop.example/en/kitchen/blue-teapot-1l.html?color=2', 'Blue teapot'],
    ['https://shop.example/Cast-Iron-Pot/dp/B07X1234', 'Cast Iron Pot'],
    ['https://shop.example/p/12345-wool_blanket', 'Wool blanket'],
    ['https://shop.example/products/Caf%C3%A9%20cups', 'Café cups'],
    ['https://shop.example/%D7%A7%D7%95%D7%9E%D7%A7%D7%95%D7%9D', 'קומקום'],
    ['https://shop.example/lamp', 'Lamp'],
    ['https://shop.example/blue-teapot/details', 'Blue teapot'],
    ['https://shop.example/kitchen/lamp', 'Lamp'],
    ['https://shop.example/cafe%CC%81-cups', 'Cafe\u0301 cups'],
    ['https://shop.example/Castle-Builder-3in1-310/dp/B0ABCDEF12/ref=sr_1_5?keywords=castle', 'Castle Builder'],
    ['https://shop.example/dp/B0ABCDEF12', ''],
    ['https://shop.example/gp/aw/d/B0ABCDEF12/ref=abc', ''],
    ['https://shop.example/listing/12345/clay-jug', 'Clay jug'],
    ['https://shop.example/itm/20511?hash=item2fc', ''],
    ['https://shop.example/d/xyABcD', ''],
    ['https://shop.example/iPhone-case', 'IPhone case'],
    ['https://shop.example/%E0%A4/blue-teapot', 'Blue teapot'],
    ['shop.example/blue-teapot', 'Blue teapot'],
    ['https://shop.example/', ''],
    ['https://shop.example/p/4711?id=3', ''],
    ['https://shop.example/100%-wool', 'Wool'],
    ['https://shop.example/%E0%A4', ''],
    ['not an address', ''],
  ] as const)
    it(`is "${name}" in ${address}`, () => assert.equal(nameInAddress(address), name));

  it('is its host for lack of words', () => {
    for (const [address, host] of [
      ['https://www.shop.example:8080/x', 'shop.example'],
      ['HTTP://ada@WWW.Shop.example', 'Shop.example'],
      ['shop.example/x', 'shop.example'],
      ['javascript:alert(1)', ''],
      ['not an address', ''],
    ] as const)
      assert.equal(hostInAddress(address), host, address);
  });
});
