import { describe, expect, it } from 'vitest';
import { bitcoinAlone } from './bitcoin-alone.ts';
import { type Output, pay, refusal, segwitHand } from './bitcoin-by-hand.ts';

const bitcoin = bitcoinAlone({ finalityDepth: 6, coins: 2 });

const REPLACEABLE = 0xfffffffd;
const FINAL = 0xffffffff;

/** Of one of the two outputs, back to its owner. */
function transfer(fee: number, { sequence = REPLACEABLE, of = [bitcoin.outputs[0]!] } = {}) {
  const value = of.reduce((sum, one) => sum + one.value, 0) - fee;
  return pay({
    from: bitcoin.payer,
    outputs: of,
    to: [{ address: bitcoin.payer.address, value }],
    sequence,
  });
}

function insufficient(txid: string, why: string) {
  return refusal(-26, `insufficient fee, rejecting replacement ${txid}${why}`);
}

describe("replacement (BIP 125) in the sandbox's Bitcoin", () => {
  it('takes what pays for itself on top of what it replaces, and forgets that', async () => {
    const [first, second] = [transfer(1_000), transfer(1_000 + 110)];
    await bitcoin.node.send(first.toHex());
    expect(await bitcoin.node.send(second.toHex())).toEqual({ status: 200, text: second.getId() });
    expect((await bitcoin.node.get(`/tx/${first.getId()}`)).text).toBe('Transaction not found');
    await bitcoin.chain.blocks.mine(1);
    expect(await bitcoin.node.json(`/tx/${second.getId()}/status`)).toMatchObject({
      confirmed: true,
    });
    expect(await bitcoin.node.send(first.toHex())).toEqual(
      refusal(-25, 'bad-txns-inputs-missingorspent'),
    );
  });

  it('refuses what conflicts with a transaction that does not say it may be replaced', async () => {
    const first = transfer(1_000, { sequence: FINAL });
    await bitcoin.node.send(first.toHex());
    expect(await bitcoin.node.send(transfer(50_000).toHex())).toEqual(
      refusal(-26, 'txn-mempool-conflict'),
    );
    expect(await bitcoin.node.json(`/tx/${first.getId()}/status`)).toEqual({ confirmed: false });
  });

  it('refuses the same bid', async () => {
    await bitcoin.node.send(transfer(1_100).toHex());
    const second = pay({
      from: bitcoin.payer,
      outputs: [bitcoin.outputs[0]!],
      to: [{ address: segwitHand().address, value: 98_900 }],
    });
    expect(await bitcoin.node.send(second.toHex())).toEqual(
      insufficient(
        second.getId(),
        '; new feerate 0.00010000 BTC/kvB <= old feerate 0.00010000 BTC/kvB',
      ),
    );
  });

  it('refuses a bid that is higher by too little', async () => {
    const [first, second] = [transfer(1_000), transfer(1_000 + 109)];
    await bitcoin.node.send(first.toHex());
    expect(await bitcoin.node.send(second.toHex())).toEqual(
      insufficient(second.getId(), ', not enough additional fees to relay; 0.00000109 < 0.0000011'),
    );
  });

  it('refuses what pays less than all that it would throw out', async () => {
    const parent = transfer(1_000);
    const child = transfer(5_000, { of: [{ txid: parent.getId(), vout: 0, value: 99_000 }] });
    await bitcoin.node.send(parent.toHex());
    await bitcoin.node.send(child.toHex());
    const second = transfer(3_000);
    expect(await bitcoin.node.send(second.toHex())).toEqual(
      insufficient(second.getId(), ', less fees than conflicting txs; 0.00003 < 0.00006'),
    );
    const third = transfer(7_000);
    expect(await bitcoin.node.send(third.toHex())).toMatchObject({ status: 200 });
    expect((await bitcoin.node.get(`/tx/${child.getId()}`)).status).toBe(404);
  });

  it('refuses a replacement that needs something else to be included first', async () => {
    const [first, other] = [transfer(1_000), transfer(1_000, { of: [bitcoin.outputs[1]!] })];
    await bitcoin.node.send(first.toHex());
    await bitcoin.node.send(other.toHex());
    const second = transfer(9_000, {
      of: [bitcoin.outputs[0]!, { txid: other.getId(), vout: 0, value: 99_000 }],
    });
    expect(await bitcoin.node.send(second.toHex())).toEqual(
      refusal(
        -26,
        `replacement-adds-unconfirmed, replacement ${second.getId()} adds unconfirmed input, idx 1`,
      ),
    );
  });

  it('lets a child pay for a parent that bids too little', async () => {
    const parent = transfer(150);
    await bitcoin.node.send(parent.toHex());
    bitcoin.chain.blocks.stall(10);
    await bitcoin.chain.blocks.mine(1);
    expect(await bitcoin.node.json(`/tx/${parent.getId()}/status`)).toEqual({ confirmed: false });
    const child = transfer(3_000, {
      of: [{ txid: parent.getId(), vout: 0, value: 100_000 - 150 }],
    });
    expect(await bitcoin.node.send(child.toHex())).toMatchObject({ status: 200 });
    await bitcoin.chain.blocks.mine(1);
    expect(await bitcoin.node.json(`/tx/${parent.getId()}/status`)).toMatchObject({
      confirmed: true,
    });
    expect(await bitcoin.node.json(`/tx/${child.getId()}/status`)).toMatchObject({
      confirmed: true,
    });
  });

  it('takes chains of 25 that wait, and not of 26', async () => {
    let last: Output = bitcoin.outputs[0]!;
    for (let length = 1; length <= 26; length++) {
      const next = transfer(500, { of: [last] });
      const { text } = await bitcoin.node.send(next.toHex());
      if (length <= 25) expect(text).toBe(next.getId());
      else expect(text).toContain('"code":-26,"message":"too-long-mempool-chain');
      last = { txid: next.getId(), vout: 0, value: last.value - 500 };
    }
  });
});
