import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { createBlockWalk } from '../../../../src/families/shared/payments/walk-blocks.ts';

interface Made {
  number: bigint;
  hash: string;
  parentHash: string;
  isWhole: boolean;
}

/** A chain whose newest blocks the test can replace. */
function createChain() {
  const blocks: Made[] = [];
  let made = 0;
  let reads = 0;
  const chain = {
    latest: () => BigInt(blocks.length - 1),
    reads: () => reads,
    mine(count = 1, isWhole = true) {
      for (let one = 0; one < count; one += 1) {
        const parentHash = blocks.at(-1)?.hash ?? 'nothing';
        made += 1;
        blocks.push({ number: BigInt(blocks.length), hash: `block ${made}`, parentHash, isWhole });
      }
    },
    replace(depth: number) {
      blocks.length -= depth;
      chain.mine(depth);
    },
    canonical: (from: bigint, upTo: bigint) => blocks.slice(Number(from), Number(upTo) + 1),
    async read(_: unknown, number: bigint): Promise<Made> {
      reads += 1;
      return blocks[Number(number)]!;
    },
  };
  chain.mine(1_001);
  return chain;
}

describe('walking blocks', () => {
  it('reads a bounded number, and leaves the rest for the next walk', async () => {
    const chain = createChain();
    const walk = createBlockWalk(chain.read);
    const blocks = await walk.read(0, { from: 1n, upTo: 1_000n, final: 990n });
    expect(blocks).toEqual(chain.canonical(1n, 200n));
    expect(chain.reads()).toBe(200);
  });

  it('reads blocks that are not final once, and the newest one each time', async () => {
    const chain = createChain();
    const walk = createBlockWalk(chain.read);
    await walk.read(0, { from: 901n, upTo: 1_000n, final: 900n });
    const before = chain.reads();
    expect(await walk.read(0, { from: 901n, upTo: 1_000n, final: 900n })).toEqual(
      chain.canonical(901n, 1_000n),
    );
    expect(chain.reads() - before).toBe(1);
    chain.mine(10);
    expect(walk.reach()).toBe(300n);
    expect(await walk.read(0, { from: 901n, upTo: 1_010n, final: 910n })).toEqual(
      chain.canonical(901n, 1_010n),
    );
    expect(chain.reads() - before).toBe(11);
    // Other scans may start a little before the final block. Older blocks are dropped.
    chain.mine(100);
    await walk.read(0, { from: 1_011n, upTo: 1_110n, final: 1_010n });
    expect(walk.reach()).toBe(200n + 50n + 100n);
    const again = chain.reads();
    expect(await walk.read(0, { from: 961n, upTo: 1_110n, final: 1_010n })).toEqual(
      chain.canonical(961n, 1_110n),
    );
    expect(chain.reads() - again).toBe(1);
  });

  it('continues after stored blocks', async () => {
    const chain = createChain();
    const walk = createBlockWalk(chain.read);
    for (const upTo of [600n, 800n, 1_000n]) {
      const from = upTo - 199n;
      expect(await walk.read(0, { from, upTo, final: 400n })).toHaveLength(200);
    }
    chain.mine(150);
    expect(await walk.read(0, { from: 401n, upTo: 1_150n, final: 400n })).toEqual(
      chain.canonical(401n, 1_150n),
    );
  });

  it('does not end with a stored block that no newer block leads to', async () => {
    const chain = createChain();
    const walk = createBlockWalk(chain.read);
    await walk.read(0, { from: 501n, upTo: 600n, final: 100n });
    chain.replace(450);
    // The two hundred blocks read come before the stored ones, and do not lead to them yet.
    expect(await walk.read(0, { from: 301n, upTo: 1_000n, final: 100n })).toEqual(
      chain.canonical(301n, 500n),
    );
    expect(await walk.read(0, { from: 501n, upTo: 1_000n, final: 100n })).toEqual(
      chain.canonical(501n, 750n),
    );
  });

  it('does not store an incomplete block', async () => {
    const chain = createChain();
    chain.mine(1, false);
    chain.mine(5);
    const walk = createBlockWalk(chain.read);
    const range = { from: 1_001n, upTo: 1_006n, final: 900n };
    await walk.read(0, range);
    const before = chain.reads();
    await walk.read(0, range);
    expect(chain.reads() - before).toBe(2);
  });

  it('returns blocks of one chain, even if some were replaced since', async () => {
    const chain = createChain();
    const walk = createBlockWalk(chain.read);
    let seed = 7;
    const below = (limit: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % limit;
    };
    let final = chain.latest() - 30n;
    for (let time = 0; time < 400; time += 1) {
      chain.mine(below(6));
      if (below(3) === 0) chain.replace(1 + below(Number(chain.latest() - final)));
      const from = final + 1n - BigInt(below(20));
      const upTo = chain.latest();
      expect(await walk.read(0, { from, upTo, final })).toEqual(chain.canonical(from, upTo));
      if (upTo - 30n > final) final = upTo - 30n;
    }
  });

  it('fails if a block is replaced meanwhile', async () => {
    const chain = createChain();
    const walk = createBlockWalk(async (_: unknown, number: bigint) => {
      const block = await chain.read(0, number);
      if (number === 998n) chain.replace(4);
      return block;
    });
    await expect(walk.read(0, { from: 991n, upTo: 1_000n, final: 990n })).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
    });
  });

  it('ends before a block that cannot be read, and does not read earlier ones again', async () => {
    const chain = createChain();
    let isMissing = true;
    const walk = createBlockWalk(async (_: unknown, number: bigint) => {
      if (isMissing && number === 950n) throw new FerrymanError('RPC_UNAVAILABLE', 'no such block');
      return chain.read(0, number);
    });
    const range = { from: 901n, upTo: 1_000n, final: 900n };
    expect(await walk.read(0, range)).toEqual(chain.canonical(901n, 949n));
    // Stored blocks count only if a newer block leads to them.
    await expect(walk.read(0, range)).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    isMissing = false;
    const before = chain.reads();
    expect(await walk.read(0, range)).toEqual(chain.canonical(901n, 1_000n));
    expect(chain.reads() - before).toBe(51);
  });
});
