import { networks, Psbt, payments } from 'bitcoinjs-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bitcoinAccount } from '../../sandbox/bitcoin/bitcoin-account.ts';
import {
  type RunningBitcoinChain,
  startBitcoinChain,
} from '../../sandbox/bitcoin/start-bitcoin-chain.ts';
import {
  esploraClient,
  type Hand,
  type Output,
  pay,
  refusal,
  segwitHand,
  taprootHand,
  withBrokenSignature,
} from './bitcoin-by-hand.ts';

const closing = new AbortController();
let chain: RunningBitcoinChain;
let node: ReturnType<typeof esploraClient>;
beforeAll(async () => {
  chain = await startBitcoinChain({
    blockIntervalMs: 20,
    finalityDepth: 6,
    signal: closing.signal,
  });
  node = esploraClient(chain.esploraUrl);
});
afterAll(() => chain.close());

const KINDS = [
  { kind: 'P2WPKH', hand: segwitHand, leastOutput: 294 },
  { kind: 'P2TR', hand: taprootHand, leastOutput: 330 },
];

/** Somebody who has one output. */
async function funded(hand: () => Hand, value = 100_000) {
  const from = hand();
  await chain.treasury.fund(from.address, BigInt(value));
  return { from, outputs: await node.unspent(from.address) };
}

describe.each(KINDS)("what the sandbox's Bitcoin refuses of $kind", ({ hand, leastOutput }) => {
  it('a signature over something else', async () => {
    const { from, outputs } = await funded(hand);
    const payment = { from, outputs, to: [{ address: hand().address, value: 90_000 }] };
    const { status, text } = await node.send(withBrokenSignature(payment).toHex());
    expect(status).toBe(400);
    expect(text).toMatch(
      /^sendrawtransaction RPC error: \{"code":-26,"message":"mandatory-script-verify-flag-failed \(.+\)"\}$/,
    );
    expect(await node.send(pay(payment).toHex())).toMatchObject({ status: 200 });
  });

  it('an output that nobody would spend, to the satoshi', async () => {
    const { from, outputs } = await funded(hand);
    const paying = (value: number) =>
      pay({
        from,
        outputs,
        to: [
          { address: hand().address, value },
          { address: from.address, value: 90_000 },
        ],
      }).toHex();
    expect(await node.send(paying(leastOutput - 1))).toEqual(refusal(-26, 'dust'));
    expect(await node.send(paying(leastOutput))).toMatchObject({ status: 200 });
  });

  it('less than a satoshi for each virtual byte', async () => {
    const { from, outputs } = await funded(hand);
    const paying = (value: number) =>
      pay({ from, outputs, to: [{ address: from.address, value }] });
    const size = paying(99_000).virtualSize();
    expect(await node.send(paying(100_000 - size + 1).toHex())).toEqual(
      refusal(-26, `min relay fee not met, ${size - 1} < ${size}`),
    );
    expect(await node.send(paying(100_000 - size).toHex())).toMatchObject({ status: 200 });
  });
});

describe("what the sandbox's Bitcoin refuses of everybody", () => {
  const transfer = (
    from: Hand,
    outputs: readonly Output[],
    change: Partial<Parameters<typeof pay>[0]> = {},
  ) => pay({ from, outputs, to: [{ address: from.address, value: 90_000 }], ...change });

  it('what is no transaction', async () => {
    const undecodable = refusal(-22, 'TX decode failed. Make sure the tx has at least one input.');
    expect(await node.send('')).toEqual(undecodable);
    expect(await node.send('00'.repeat(60))).toEqual(undecodable);
    expect(await node.send('not hex')).toEqual(undecodable);
  });

  it('what spends an output that does not exist, or not any more', async () => {
    const { from, outputs } = await funded(segwitHand);
    const missing = refusal(-25, 'bad-txns-inputs-missingorspent');
    expect(await node.send(transfer(from, [{ ...outputs[0]!, vout: 7 }]).toHex())).toEqual(missing);
    const [first, second] = [transfer(from, outputs), transfer(from, outputs, { lockTime: 1 })];
    expect(await node.send(first.toHex())).toEqual({ status: 200, text: first.getId() });
    await waitFor(first.getId());
    expect(await node.send(second.toHex())).toEqual(missing);
  });

  it('a transaction that a block has, while an output of it is unspent; one that waits it takes again', async () => {
    const { from, outputs } = await funded(segwitHand);
    await chain.blocks.setMining(false);
    const first = transfer(from, outputs);
    for (let times = 0; times < 2; times++) {
      expect(await node.send(first.toHex())).toEqual({ status: 200, text: first.getId() });
    }
    await chain.blocks.setMining(true);
    await waitFor(first.getId());
    expect(await node.send(first.toHex())).toEqual(
      refusal(-27, 'Transaction outputs already in utxo set'),
    );
    const second = transfer(from, await node.unspent(from.address), {
      to: [{ address: from.address, value: 80_000 }],
    });
    await node.send(second.toHex());
    await waitFor(second.getId());
    expect(await node.send(first.toHex())).toEqual(refusal(-25, 'bad-txns-inputs-missingorspent'));
  });

  it('what pays out more than it brings, or a fee that must be a mistake', async () => {
    const { from, outputs } = await funded(segwitHand, 2_000_000);
    const paying = (value: number) => {
      const { signer, address, script } = from;
      const lie = [{ ...outputs[0]!, value }];
      return pay({
        from: { signer, address, script },
        outputs: lie,
        to: [{ address, value: value - 1_000 }],
      });
    };
    expect(await node.send(paying(3_000_000).toHex())).toEqual(
      refusal(-26, 'bad-txns-in-belowout, value in (0.02) < value out (0.02999)'),
    );
    const generous = transfer(from, outputs, {
      to: [{ address: from.address, value: 500_000 }],
      isFeeChecked: false,
    });
    expect(await node.send(generous.toHex())).toEqual(
      refusal(-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'),
    );
  });

  it('a second memo, a memo that is too long, and coins that nobody could ever spend', async () => {
    const { from, outputs } = await funded(segwitHand);
    const signed = transfer(from, outputs);
    const withMemos = (memos: readonly { length: number; value: number }[]) => {
      const psbt = new Psbt({ network: networks.regtest });
      const { txid: hash, vout: index } = outputs[0]!;
      psbt.addInput({ hash, index, witnessUtxo: { script: from.script, value: 100_000n } });
      for (const { script, value } of signed.outs) psbt.addOutput({ script, value });
      for (const { length, value } of memos) {
        const { output } = payments.embed({ data: [new Uint8Array(length).fill(7)] });
        psbt.addOutput({ script: output!, value: BigInt(value) });
      }
      return psbt.signAllInputs(from.signer).finalizeAllInputs().extractTransaction(true).toHex();
    };
    const memo = { length: 80, value: 0 };
    expect(await node.send(withMemos([memo, memo]))).toEqual(refusal(-26, 'multi-op-return'));
    expect(await node.send(withMemos([{ ...memo, length: 81 }]))).toEqual(
      refusal(-26, 'scriptpubkey'),
    );
    expect(await node.send(withMemos([{ ...memo, value: 1_000 }]))).toEqual(
      refusal(-25, 'Unspendable output exceeds maximum configured by user (maxburnamount)'),
    );
    expect(await node.send(withMemos([memo]))).toMatchObject({ status: 200 });
  });

  it('what may not be in a block yet', async () => {
    const { from, outputs } = await funded(segwitHand);
    await chain.blocks.setMining(false);
    const height = Number((await node.get('/blocks/tip/height')).text);
    const until = (lockTime: number) =>
      transfer(from, outputs, { lockTime, sequence: 0xfffffffe }).toHex();
    expect(await node.send(until(height + 1))).toEqual(refusal(-26, 'non-final'));
    const inTenBlocks = transfer(from, outputs, { sequence: 10, version: 2 });
    expect(await node.send(inTenBlocks.toHex())).toEqual(refusal(-26, 'non-BIP68-final'));
    expect(await node.send(until(height))).toMatchObject({ status: 200 });
    await chain.blocks.setMining(true);
  });

  it("a miner's earnings before there are 99 blocks on top of them", async () => {
    await chain.blocks.setMining(false);
    const account = bitcoinAccount('treasury');
    const { height } = chain.blockchain.tip();
    const spend = (age: number) => {
      const { txid, wire } = chain.blockchain.index.atHeight(height + 1 - age)!.transactions[0]!;
      const value = Number(wire.outs[0]!.value);
      const from = { address: account.address, script: account.script, signer: account };
      return pay({
        from,
        outputs: [{ txid, vout: 0, value }],
        to: [{ address: account.address, value: value - 1_000 }],
      });
    };
    expect(await node.send(spend(99).toHex())).toEqual(
      refusal(-26, 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 99'),
    );
    expect(await node.send(spend(100).toHex())).toMatchObject({ status: 200 });
    await chain.blocks.setMining(true);
  });
});

async function waitFor(txid: string): Promise<void> {
  await expect
    .poll(() => node.json(`/tx/${txid}/status`), { timeout: 5_000 })
    .toMatchObject({ confirmed: true });
}
