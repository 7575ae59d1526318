import { describe, expect, it } from 'vitest';
import { drawQr } from '../../src/cli/draw-qr.ts';
import { readQr } from './read-qr.ts';

const addresses = [
  '0xf02DC103E62cF4A2C007324d8Bb95513edABf875',
  'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  '7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs',
  'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC-76Na',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297',
];

describe('a QR code in a terminal', () => {
  it.each(
    addresses.flatMap((address) => [true, false].map((isColored) => [address, isColored] as const)),
  )('is read as %s, with colours: %s', (address, isColored) => {
    const drawn = drawQr(address, { columns: 80, isColored }) ?? '';
    const { text, width, height } = readQr(drawn);
    expect(text).toBe(address);
    // It fits into the smallest terminal there is, with what is told beside it.
    expect(width).toBeLessThanOrEqual(80);
    expect(height).toBeLessThanOrEqual(24);
  });

  it('has the light around it that a reader needs', () => {
    const lines = (drawQr(addresses[0]!, { columns: 80, isColored: false }) ?? '').split('\n');
    const light = '█'.repeat(lines[0]!.length);
    expect(lines.slice(0, 2)).toEqual([light, light]);
    for (const line of lines) expect([line.slice(0, 4), line.slice(-4)]).toEqual(['████', '████']);
    expect(lines.at(-1)).toBe(light);
  });

  it('uses no colours where none are wanted', () => {
    expect(drawQr(addresses[0]!, { columns: 80, isColored: false })).not.toContain('\u001b');
  });

  it('is not drawn where its lines would break', () => {
    const { width } = readQr(drawQr(addresses[0]!, { columns: 80, isColored: true }) ?? '');
    expect(drawQr(addresses[0]!, { columns: width, isColored: true })).toBeDefined();
    expect(drawQr(addresses[0]!, { columns: width - 1, isColored: true })).toBeUndefined();
  });
});
