import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/ids.ts';
import { createLine, type Place } from '../../src/executor/line.ts';

const last = { first: false };

function standing(name: string) {
  return { swapId: name as SwapId, version: 1 };
}

function lineOf(places: number) {
  const called: { swapId: string; place: Place }[] = [];
  const line = createLine(places, (swapId, place) => called.push({ swapId, place }));
  return { line, called, names: () => called.map(({ swapId }) => swapId) };
}

describe('line', () => {
  it('lets in as many as there are places, and calls the others in the order they came', () => {
    const { line, called, names } = lineOf(2);
    const first = line.enter('w', standing('a'), last);
    expect(first && line.enter('w', standing('b'), last)).toBeDefined();
    expect(['c', 'd', 'c'].map((name) => line.enter('w', standing(name), last))).toEqual(Array(3).fill(undefined));
    expect([line.standsIn('w', 'c' as SwapId), line.standsIn('w', 'a' as SwapId)]).toEqual([true, false]);
    first?.leave();
    first?.leave();
    expect(names()).toEqual(['c']);
    called[0]?.place.leave();
    expect(names()).toEqual(['c', 'd']);
  });

  it('calls whoever has swap data first, and lets no wallet wait for another', () => {
    const { line, names } = lineOf(1);
    const place = line.enter('w', standing('a'), last);
    line.enter('w', standing('b'), last);
    line.enter('w', standing('c'), { first: true });
    expect(line.enter('other', standing('d'), last)).toBeDefined();
    place?.leave();
    expect(names()).toEqual(['c']);
  });

  it('has fewer places where it is said so', () => {
    const { line, names } = lineOf(4);
    const alone = { first: false, places: 1 };
    const place = line.enter('coins', standing('a'), alone);
    expect(line.enter('coins', standing('b'), alone)).toBeUndefined();
    expect(line.enter('w', standing('c'), last) && line.enter('w', standing('d'), last)).toBeDefined();
    place?.leave();
    expect(names()).toEqual(['b']);
  });

  it('calls nobody once it is closed, and says who was left standing', () => {
    const { line, names } = lineOf(1);
    const place = line.enter('w', standing('a'), last);
    line.enter('w', standing('b'), last);
    expect(line.close()).toEqual([standing('b')]);
    place?.leave();
    expect([names(), line.enter('w', standing('b'), last)]).toEqual([[], undefined]);
  });

  describe('who meets', () => {
    const threeHolders = () => {
      const { line } = lineOf(3);
      const places = ['a', 'b', 'c'].map((name) => line.enter('w', standing(name), last));
      const met: string[] = [];
      const meet = (index: number, name: string, patience = 60_000) =>
        places[index]?.meet(patience).then(() => void met.push(name));
      return { line, places, met, meet };
    };

    it('waits until all have come who hold a place, or have left', async () => {
      const { places, met, meet } = threeHolders();
      const first = meet(0, 'a');
      const second = meet(1, 'b');
      await Promise.resolve();
      expect(met).toEqual([]);
      places[2]?.leave();
      await Promise.all([first, second]);
      expect(met).toEqual(['a', 'b']);
    });

    it('waits for nobody of another wallet, and not for ever', async () => {
      const { line, meet, met } = threeHolders();
      const other = line.enter('other', standing('d'), last);
      await other?.meet(60_000);
      await meet(0, 'a', 1);
      expect(met).toEqual(['a']);
    });
  });
});
