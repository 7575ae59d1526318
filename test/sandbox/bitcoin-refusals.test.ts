import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningBitcoinChain, startBitcoinChain } from '../../sandbox/bitcoin/start-bitcoin-chain.ts';
import {
  esploraClient,
  type Hand,
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
  chain = await startBitcoinChain({ blockIntervalMs: 20, finalityDepth: 6, signal: closing.signal });
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
    const paying = (value: number) => pay({ from, outputs, to: [{ address: from.address, value }] });
    const size = paying(99_000).virtualSize();
    expect(await node.send(paying(100_000 - size + 1).toHex())).toEqual(
      refusal(-26, `min relay fee not met, ${size - 1} < ${size}`),
    );
    expect(await node.send(paying(100_000 - size).toHex())).toMatchObject({ status: 200 });
  });
});
