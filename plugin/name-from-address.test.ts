import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameInAddress } from './blocks/my-registries/name-from-address.ts';

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
    ['https://shop.example/', ''],
    ['https://shop.example/p/4711?id=3', ''],
    ['https://shop.example/%E0%A4%A', ''],
    ['not an address', ''],
  ] as const)
    it(`is "${name}" in ${address}`, () => assert.equal(nameInAddress(address), name));
});
