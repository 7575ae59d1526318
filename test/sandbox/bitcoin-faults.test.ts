import { describe, expect, it } from 'vitest';
import { bitcoinAlone } from './bitcoin-alone.ts';
import { type Output, pay, refusal } from './bitcoin-by-hand.ts';

const bitcoin = bitcoinAlone({ finalityDepth: 4 });

function transfer(fee: number, spent: readonly Output[] = bitcoin.outputs) {
  const value = spent.reduce((sum, one) => sum + one.value, 0) - fee;
  return pay({
    from: bitcoin.payer,
    outputs: spent,
    to: [{ address: bitcoin.payer.address, value }],
  });
}

/** Sends it, and then what spends its output. */
async function sendTwo() {
  const parent = transfer(1_000);
  const child = transfer(1_000, [{ txid: parent.getId(), vout: 0, value: 99_000 }]);
  for (const transaction of [parent, child])
    expect((await bitcoin.node.send(transaction.toHex())).status).toBe(200);
  return { parent, child };
}

const status = (txid: string) => bitcoin.node.json(`/tx/${txid}/status`);
const height = async () => Number((await bitcoin.node.get('/blocks/tip/height')).text);

describe("what can go wrong on the sandbox's Bitcoin", () => {
  it('replaces blocks by a longer branch, and has their transactions wait again', async () => {
    await bitcoin.chain.blocks.mine(1);
    const { parent, child } = await sendTwo();
    await bitcoin.chain.blocks.mine(1);
    const before = await height();
    const replaced = (await bitcoin.node.get('/blocks/tip/hash')).text;
    expect(await status(child.getId())).toMatchObject({ confirmed: true, block_hash: replaced });

    const txids = [parent.getId(), child.getId()];
    const {
      from: lowest,
      removed,
      returned,
    } = await bitcoin.chain.blocks.reorganize({ depth: 1, drop: false });
    expect({ lowest, removed, returned }).toEqual({
      lowest: BigInt(before),
      removed: txids,
      returned: txids,
    });
    expect(await height()).toBe(before + 1);
    expect(await status(child.getId())).toEqual({ confirmed: false });
    expect(await bitcoin.node.json(`/block/${replaced}/status`)).toEqual({
      in_best_chain: false,
      height: null,
      next_best: null,
    });
    expect((await bitcoin.node.get(`/block-height/${before}`)).text).not.toBe(replaced);
    await bitcoin.chain.blocks.mine(1);
    expect(await status(child.getId())).toMatchObject({
      confirmed: true,
      block_height: before + 2,
    });
  });

  it('loses the transactions of replaced blocks, and all that needed them, where it is told to', async () => {
    const parent = transfer(1_000);
    await bitcoin.node.send(parent.toHex());
    await bitcoin.chain.blocks.mine(1);
    const child = transfer(1_000, [{ txid: parent.getId(), vout: 0, value: 99_000 }]);
    await bitcoin.node.send(child.toHex());
    await bitcoin.chain.blocks.reorganize({ depth: 1, drop: true });
    for (const txid of [parent.getId(), child.getId()]) {
      expect((await bitcoin.node.get(`/tx/${txid}`)).status).toBe(404);
      // What it never heard of it calls unconfirmed, like any node of this kind.
      expect(await status(txid)).toEqual({ confirmed: false });
    }
    expect(await bitcoin.node.send(child.toHex())).toEqual(
      refusal(-25, 'bad-txns-inputs-missingorspent'),
    );
    expect(await bitcoin.node.unspent(bitcoin.payer.address)).toMatchObject([
      { txid: bitcoin.outputs[0]!.txid },
    ]);
    expect(await bitcoin.node.send(parent.toHex())).toMatchObject({ status: 200 });
  });

  it('replaces no final blocks', async () => {
    await bitcoin.chain.blocks.mine(6);
    await expect(bitcoin.chain.blocks.reorganize({ depth: 4, drop: false })).rejects.toMatchObject({
      code: 'bad-request',
    });
    await bitcoin.chain.blocks.reorganize({ depth: 3, drop: false });
  });

  it('lets nothing in that bids less than it is told to ask for', async () => {
    bitcoin.chain.blocks.stall(20);
    const cheap = transfer(2_199);
    expect(cheap.virtualSize()).toBe(110);
    await bitcoin.node.send(cheap.toHex());
    await bitcoin.chain.blocks.mine(2);
    expect(await status(cheap.getId())).toEqual({ confirmed: false });
    expect(await bitcoin.node.json('/fee-estimates')).toMatchObject({
      '1': 30,
      '6': 24,
      '1008': 20,
    });
    bitcoin.chain.blocks.stall(19.9);
    await bitcoin.chain.blocks.mine(1);
    expect(await status(cheap.getId())).toMatchObject({ confirmed: true });
  });

  it('forgets a transaction that waits, with what needs it, and takes both again', async () => {
    const { parent, child } = await sendTwo();
    expect(await bitcoin.chain.blocks.evict(parent.getId())).toEqual([
      parent.getId(),
      child.getId(),
    ]);
    expect(await bitcoin.node.json('/mempool')).toMatchObject({ count: 0 });
    expect(await bitcoin.node.unspent(bitcoin.payer.address)).toMatchObject([
      { txid: bitcoin.outputs[0]!.txid },
    ]);
    expect(await bitcoin.node.send(parent.toHex())).toMatchObject({ status: 200 });
    expect(await bitcoin.node.send(child.toHex())).toMatchObject({ status: 200 });
  });

  it('has a node that does not see the newest blocks yet', async () => {
    const before = await height();
    const { child } = await sendTwo();
    await bitcoin.chain.blocks.mine(2);
    bitcoin.chain.setBlocksBehind(2);
    expect(await height()).toBe(before);
    expect(await status(child.getId())).toEqual({ confirmed: false });
    expect(
      await bitcoin.node.json(
        `/tx/${bitcoin.outputs[0]!.txid}/outspend/${bitcoin.outputs[0]!.vout}`,
      ),
    ).toMatchObject({
      spent: true,
      status: { confirmed: false },
    });
    expect(await bitcoin.node.json('/mempool')).toMatchObject({ count: 2, total_fee: 2_000 });
    expect((await bitcoin.node.get(`/block-height/${before + 1}`)).status).toBe(404);
    // For this node it is one that waits, and not one that a block has.
    expect(await bitcoin.node.send(child.toHex())).toEqual({ status: 200, text: child.getId() });
    bitcoin.chain.setBlocksBehind(0);
    expect(await status(child.getId())).toMatchObject({
      confirmed: true,
      block_height: before + 1,
    });
    expect(await bitcoin.node.send(child.toHex())).toEqual(
      refusal(-27, 'Transaction outputs already in utxo set'),
    );
  });
});
