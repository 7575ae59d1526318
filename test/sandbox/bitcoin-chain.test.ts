import { afterEach, describe, expect, it } from 'vitest';
import { type RunningBitcoinChain, startBitcoinChain } from '../../sandbox/bitcoin/start-bitcoin-chain.ts';
import { esploraClient, pay, segwitHand, taprootHand } from './bitcoin-by-hand.ts';

const closing = new AbortController();
const running: RunningBitcoinChain[] = [];
const start = async () => {
  const chain = await startBitcoinChain({ blockIntervalMs: 50, finalityDepth: 6, signal: closing.signal });
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

    blocks.setMining(false);
    const transfer = pay({ from, outputs, to: [{ address: to.address, value: 99_000 }] });
    expect(await node.send(transfer.toHex())).toEqual({ status: 200, text: transfer.getId() });
    expect(await node.json(`/tx/${transfer.getId()}/status`)).toEqual({ confirmed: false });
    expect(await node.unspent(from.address)).toEqual([]);
    await blocks.mine(1);
    expect(await node.json(`/tx/${transfer.getId()}`)).toMatchObject({
      fee: 1_000,
      status: { confirmed: true, block_hash: (await node.get('/blocks/tip/hash')).text },
    });
    expect(await node.unspent(to.address)).toMatchObject([{ txid: transfer.getId(), vout: 0, value: 99_000 }]);
  });
});
