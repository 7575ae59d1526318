import { afterEach, describe, expect, it } from 'vitest';
import {
  type RunningBitcoinChain,
  startBitcoinChain,
} from '../../sandbox/bitcoin/start-bitcoin-chain.ts';
import { esploraClient, pay, segwitHand, taprootHand } from './bitcoin-by-hand.ts';

const closing = new AbortController();
const running: RunningBitcoinChain[] = [];
const start = async () => {
  const chain = await startBitcoinChain({
    blockIntervalMs: 50,
    finalityDepth: 6,
    signal: closing.signal,
  });
  running.push(chain);
  return { ...chain, node: esploraClient(chain.esploraUrl) };
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((chain) => chain.close()));
});

describe("the sandbox's Bitcoin", () => {
  it.each([
    { kind: 'P2WPKH', hand: segwitHand },
    { kind: 'P2TR', hand: taprootHand },
  ])('takes a $kind transfer over HTTP, has it in a block and tells of it', async ({ hand }) => {
    const { treasury, node, blocks } = await start();
    const [from, to] = [hand(), hand()];
    await treasury.fund(from.address, 100_000n);
    const outputs = await node.unspent(from.address);
    expect(outputs).toMatchObject([{ value: 100_000, status: { confirmed: true } }]);

    await blocks.setMining(false);
    const transfer = pay({ from, outputs, to: [{ address: to.address, value: 99_000 }] });
    expect(await node.send(transfer.toHex())).toEqual({ status: 200, text: transfer.getId() });
    expect(await node.json(`/tx/${transfer.getId()}/status`)).toEqual({ confirmed: false });
    expect(await node.unspent(from.address)).toEqual([]);
    await blocks.mine(1);
    expect(await node.json(`/tx/${transfer.getId()}`)).toMatchObject({
      fee: 1_000,
      status: { confirmed: true, block_hash: (await node.get('/blocks/tip/hash')).text },
    });
    expect(await node.unspent(to.address)).toMatchObject([
      { txid: transfer.getId(), vout: 0, value: 99_000 },
    ]);
  });

  it('can be closed more than once', async () => {
    const { close } = await start();
    await Promise.all([close(), close()]);
    await close();
  });

  it('makes its blocks by itself, and can be told to stop for a while', async () => {
    const { heads, blocks, node } = await start();
    const first = await heads.next(0n);
    expect(await heads.next(first)).toBe(first + 1n);
    await blocks.setMining(false);
    await blocks.mine(3);
    const height = Number((await node.get('/blocks/tip/height')).text);
    expect(heads.latest()).toBe(BigInt(height));
    const next = heads.next(BigInt(height));
    await blocks.setMining(true);
    expect(await next).toBe(BigInt(height + 1));
  });

  it('pays out to many at once, each exactly what it is told', async () => {
    const { treasury, node } = await start();
    const hands = Array.from({ length: 8 }, (_, index) => ({
      hand: segwitHand(),
      value: 50_000 + index,
    }));
    await Promise.all(hands.map(({ hand, value }) => treasury.fund(hand.address, BigInt(value))));
    for (const { hand, value } of hands)
      expect(await node.unspent(hand.address)).toMatchObject([{ value }]);
  });
});
