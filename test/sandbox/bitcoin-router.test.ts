import { networks, opcodes, Psbt, payments, script as scripts } from 'bitcoinjs-lib';
import { zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { pay, segwitHand, taprootHand, type Hand as Wallet } from './bitcoin-by-hand.ts';
import {
  type BitcoinHand,
  type BitcoinSwapAnswer,
  bitcoinHand,
  memoOf,
  readPsbt,
  signedBy,
} from './bitcoin-hand.ts';
import { served, type Trade } from './service-by-hand.ts';

let sandbox: Sandbox;
let hand: BitcoinHand;
let segwit: Wallet;
let taproot: Wallet;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['BITCOIN'], blockIntervalMs: 100 });
  hand = bitcoinHand(sandbox.endpoints);
  [segwit, taproot] = [segwitHand(), taprootHand()];
  for (const amount of ['0.5', '0.2', '0.3']) {
    await Promise.all([segwit, taproot].map((wallet) => hand.fund(wallet, amount)));
  }
});
afterAll(() => sandbox?.close());

const RECEIVER = '0x00000000000000000000000000000000000000A1';

const toPolygon = (amount = '0.01', provider = 'across'): Trade => ({
  from: 'BITCOIN',
  fromToken: 'BTC',
  to: 'POLYGON',
  toToken: 'USDC',
  amount,
  receiver: RECEIVER,
  extra: { preferredProvider: provider },
});

const quote = async (changes: object, trade = toPolygon()) =>
  (
    await hand.router('/api/routes/quoteBest', {
      ...hand.tradeBody(trade, segwit.address),
      ...changes,
    })
  ).body;

const swap = async (trade: Trade, wallet: Pick<Wallet, 'address'>, enableChecks = true) =>
  (
    await hand.router('/api/routes/swapBest', {
      ...hand.tradeBody(trade, wallet.address),
      enableChecks,
    })
  ).body;

describe('the endpoints of Bitcoin', () => {
  it('say by what the chain is told from others, and that it has its coin alone', async () => {
    const { genesis, network, nativeToken, tokens, chainId } = hand.chain;
    expect((await hand.node.get('/block-height/0')).text).toBe(genesis);
    expect({ network, nativeToken, tokens, chainId }).toEqual({
      network: 'regtest',
      nativeToken: { symbol: 'BTC', decimals: 8 },
      tokens: [],
      chainId: 7_700_007,
    });
    expect(hand.chain).not.toHaveProperty('wrappedNative');
  });
});

describe('the router on Bitcoin', () => {
  it.each<[string, () => Wallet]>([
    ['P2WPKH', () => segwit],
    ['P2TR', () => taproot],
  ])('gives a %s wallet a PSBT: a payment, its memo and the change', async (_kind, walletOf) => {
    const wallet = walletOf();
    const { transaction, uniqueInfo } = await hand.prepare(toPolygon('0.6'), wallet);
    expect(Object.keys(transaction).sort()).toEqual(['psbt', 'signInputs']);
    const psbt = readPsbt(transaction.psbt);
    expect(psbt.version).toBe(2);
    expect(psbt.locktime).toBe(0);
    // The two largest of the three coins suffice.
    expect(psbt.data.inputs.map(({ witnessUtxo }) => witnessUtxo)).toEqual(
      [50_000_000n, 30_000_000n].map((value) =>
        expect.objectContaining({ script: wallet.script, value }),
      ),
    );
    expect(transaction.signInputs).toEqual([0, 1]);
    expect(psbt.txInputs.map(({ sequence }) => sequence)).toEqual([0xfffffffd, 0xfffffffd]);
    const [payment, , change] = psbt.txOutputs;
    expect(psbt.txOutputs).toHaveLength(3);
    expect(payment).toMatchObject({ value: 60_000_000n });
    expect(memoOf(psbt.txOutputs)).toBe(
      `=:POLYGON.USDC:${RECEIVER}:${uniqueInfo.acrossId!.slice(2, 18)}`,
    );
    expect(change?.address).toBe(wallet.address);

    const signed = signedBy(wallet, transaction);
    const fee = 80_000_000n - 60_000_000n - change!.value;
    // At 1.5 satoshis for each virtual byte; a signature may be a byte shorter than it was
    // reckoned.
    expect(Number(fee) / signed.virtualSize()).toBeGreaterThanOrEqual(1.5);
    expect(Number(fee) / signed.virtualSize()).toBeLessThan(1.55);
  });

  it('tells a signer the internal key of a taproot wallet that has told it, and refuses one that is another’s', async () => {
    const internalKey = Buffer.from(taproot.internalKey!).toString('hex');
    const swapWith = (wallet: Wallet, publicKey: string) =>
      swap({ ...toPolygon(), extra: { publicKey } }, wallet);
    for (const publicKey of [internalKey, `02${internalKey}`]) {
      const { transaction } = (await swapWith(taproot, publicKey)) as BitcoinSwapAnswer;
      const { inputs } = readPsbt(transaction.psbt).data;
      expect(inputs).toEqual([expect.objectContaining({ tapInternalKey: taproot.internalKey })]);
    }
    const shown = Buffer.from(taproot.script.subarray(2)).toString('hex');
    expect(await swapWith(taproot, shown)).toHaveProperty('transaction.psbt');
    const own = Buffer.from(segwit.signer.publicKey).toString('hex');
    expect(await swapWith(segwit, own)).toHaveProperty('transaction.psbt');
    for (const [wallet, publicKey] of [
      [taproot, own],
      [segwit, `02${internalKey}`],
      [segwit, internalKey],
      [segwit, 'key'],
    ] as const) {
      expect(await swapWith(wallet, publicKey)).toMatchObject({ error: { code: 1006 } });
    }
  });

  it('pays one provider by another address than the next, and one by a transfer that the wallet makes', async () => {
    const paidBy = async (provider: string) => {
      const { transaction } = await hand.prepare(toPolygon('0.01', provider), segwit);
      return readPsbt(transaction.psbt).txOutputs[0]!.address;
    };
    expect(await paidBy('across')).not.toBe(await paidBy('relay'));
    const { transaction } = await hand.prepare(toPolygon('0.01', 'stargate_v2'), segwit);
    expect(transaction).toEqual({
      depositAddress: expect.stringMatching(/^bcrt1q/),
      value: '1000000',
      extraFields: {
        name: 'memo',
        value: expect.stringMatching(/^=:POLYGON\.USDC:0x\w{40}:[0-9a-f]{16}$/),
      },
    });
  });

  it('gives what nobody would relay as change to the fee', async () => {
    const wallet = segwitHand();
    await hand.fund(wallet, '0.01');
    const outputsFor = async (amount: string) => {
      const { transaction } = (await swap(toPolygon(amount), wallet, false)) as BitcoinSwapAnswer;
      return readPsbt(transaction.psbt).txOutputs.map(({ value }) => value);
    };
    // A fee of less than 300 satoshis.
    expect(await outputsFor('0.0099945')).toEqual([999_450n, 0n]);
    expect(await outputsFor('0.0099930')).toEqual([999_300n, 0n, expect.any(BigInt)]);
  });

  it('spends no coin that is in no block yet', async () => {
    const wallet = segwitHand();
    await served(await hand.control('/chains/BITCOIN', { mining: false }));
    try {
      const outputs = (await hand.node.unspent(segwit.address)).filter(
        ({ value }) => value === 20_000_000,
      );
      const gift = pay({
        from: segwit,
        outputs,
        to: [{ address: wallet.address, value: 19_999_000 }],
      });
      expect(await hand.node.send(gift.toHex())).toMatchObject({ status: 200 });
      expect(await hand.node.unspent(wallet.address)).toHaveLength(1);
      expect(await swap(toPolygon(), wallet, false)).toMatchObject({ error: { code: 3003 } });
    } finally {
      await served(await hand.control('/chains/BITCOIN', { mining: true }));
    }
    await waitFor(async () =>
      expect(await swap(toPolygon(), wallet, false)).toHaveProperty('transaction.psbt'),
    );
  });

  it.each([true, false])(
    'says what is missing: the amount, or the fee (enableChecks %s)',
    async (enableChecks) => {
      const poor = segwitHand();
      await hand.fund(poor, '0.01');
      const data = { tokenSymbol: 'BTC' };
      expect(await swap(toPolygon('0.011'), poor, enableChecks)).toMatchObject({
        error: { code: 3003, data },
      });
      expect(await swap(toPolygon('0.01'), poor, enableChecks)).toMatchObject({
        error: { code: 3004, data },
      });
      expect(await swap(toPolygon('0.0099'), poor, enableChecks)).toHaveProperty(
        'transaction.psbt',
      );
    },
  );

  const mainnet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  const legacy = payments.p2pkh({ hash: new Uint8Array(20), network: networks.regtest }).address!;
  it.each<[string, number, object]>([
    ['an EVM wallet on Bitcoin', 1006, { fromAddress: RECEIVER }],
    ['a wallet of the main network', 1006, { fromAddress: mainnet }],
    ['a wallet that pays by a script of its own', 1006, { fromAddress: legacy }],
    ['the native coin as a wallet', 1006, { fromAddress: zeroAddress }],
    ['a token that is no address', 1999, { srcTokenAddress: 'BTC' }],
    [
      'the coin for itself',
      1002,
      { dstTokenBlockchain: 'BITCOIN', dstTokenAddress: zeroAddress, receiver: '' },
    ],
    ['more decimals than there are', 2006, { srcTokenAmount: '0.010000001' }],
  ])('refuses %s', async (_what, code, changes) => {
    expect(await quote(changes)).toMatchObject({ errors: [{ code }] });
  });

  it('knows taproot addresses by a checksum of their own and a key that is one', async () => {
    expect(await quote({ fromAddress: taproot.address })).toHaveProperty('id');
    expect(await quote({ fromAddress: taproot.address.toUpperCase() })).toHaveProperty('id');
    const [prefix, last] = [taproot.address.slice(0, -1), taproot.address.at(-1)];
    expect(await quote({ fromAddress: `${prefix}${last === 'q' ? 'p' : 'q'}` })).toMatchObject({
      errors: [{ code: 1006 }],
    });
  });

  it('lists the chain without the providers that cannot work there, and offers no route by those', async () => {
    const listed = served<{ name: string; type: string; providers: { crossChain: string[] } }[]>(
      await hand.router('/api/info/chains'),
    );
    const bitcoin = listed.find(({ name }) => name === 'BITCOIN')!;
    expect(bitcoin).toMatchObject({ id: 7_700_007, type: 'BITCOIN', providers: { onChain: [] } });
    expect(bitcoin.providers.crossChain).toEqual(
      expect.arrayContaining(['across', 'relay', 'symbiosis', 'meson']),
    );
    for (const provider of ['celer_bridge', 'arbitrum', 'multichain']) {
      expect(bitcoin.providers.crossChain).not.toContain(provider);
      expect(await quote({}, toPolygon('0.01', provider))).toMatchObject({ error: { code: 2001 } });
    }
  });

  it('has bounds for what is paid on Bitcoin: not less than is relayed, not more than there is', async () => {
    const ask = (amount: string) =>
      quote(
        { fromAddress: RECEIVER, srcTokenAmount: amount },
        {
          ...toPolygon(),
          from: 'ETH',
          fromToken: 'USDC',
          to: 'BITCOIN',
          toToken: 'BTC',
          receiver: segwit.address,
        },
      );
    const least = (await ask('0.1')) as { error: { code: number; data: { minAmount: string } } };
    expect(least.error).toMatchObject({ code: 2005, data: { tokenSymbol: 'USDC' } });
    expect(await ask(least.error.data.minAmount)).toHaveProperty('id');
    const most = (await ask('900000')) as { error: { code: number; data: { maxAmount: string } } };
    expect(most.error).toMatchObject({ code: 2004, data: { tokenSymbol: 'USDC' } });
    expect(await ask(most.error.data.maxAmount)).toHaveProperty('id');
  });

  it('refuses Bitcoin where it does not run', async () => {
    const without = await startSandbox({ otherChains: [] });
    try {
      expect(without.endpoints.chains.BITCOIN).toBeUndefined();
      const url = `${without.endpoints.router.url}/api/routes/quoteBest`;
      const body = JSON.stringify(hand.tradeBody(toPolygon(), segwit.address));
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(await answer.json()).toMatchObject({ error: { code: 2001 } });
    } finally {
      await without.close();
    }
  });
});

/** What the router gave with something changed, and signed. */
function changed(
  wallet: Wallet,
  { psbt: text }: { readonly psbt: string },
  change: (outputs: { script: Uint8Array; value: bigint }[]) => void,
) {
  const given = readPsbt(text);
  const outputs = given.txOutputs.map(({ script, value }) => ({ script, value }));
  change(outputs);
  const psbt = new Psbt({ network: networks.regtest });
  for (const [index, { hash, index: vout, sequence }] of given.txInputs.entries()) {
    const { witnessUtxo } = given.data.inputs[index]!;
    psbt.addInput({ hash, index: vout, sequence: sequence!, witnessUtxo: witnessUtxo! });
  }
  psbt.addOutputs(outputs);
  return psbt.signAllInputs(wallet.signer).finalizeAllInputs().extractTransaction();
}

const memoScript = (memo: string) => scripts.compile([opcodes.OP_RETURN!, Buffer.from(memo)]);

describe('bridges on Bitcoin', () => {
  it('do not pay what was paid in differently from the order', async () => {
    const { transaction } = await hand.prepare(toPolygon(), segwit);
    const short = changed(segwit, transaction, ([payment]) => {
      payment!.value -= 1n;
    });
    const txid = await hand.land(short);
    await waitFor(async () => expect(await hand.status(txid)).toMatchObject({ status: 'FAIL' }));
    expect(await hand.orderOf(txid)).toMatchObject({
      state: 'rejected',
      reason: 'paid in too little',
    });
  });

  it('show a deposit for no order, for another receiver, or for one that is paid in already', async () => {
    const wallet = segwitHand();
    await hand.fund(wallet, '0.1');
    const { answer, txid } = await hand.execute(toPolygon(), wallet);
    await hand.settled(txid);
    const orderMemo = memoOf(readPsbt(answer.transaction.psbt).txOutputs);
    const withMemo = async (memo: string) => {
      const { transaction } = await hand.prepare(toPolygon(), wallet);
      return hand.land(
        changed(wallet, transaction, (outputs) => {
          outputs[1]!.script = memoScript(memo);
        }),
      );
    };
    const again = await withMemo(orderMemo);
    const nobody = await withMemo('hello');
    const another = orderMemo.replace(RECEIVER, '0x00000000000000000000000000000000000000B2');
    const elsewhere = await withMemo(another);
    await waitFor(async () => {
      expect((await hand.orders()).unattributedDeposits).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            sourceTx: again,
            reason: 'order already paid in',
            orderId: expect.any(String),
          }),
          expect.objectContaining({ sourceTx: nobody, reason: 'unknown order', orderId: 'hello' }),
          expect.objectContaining({
            sourceTx: elsewhere,
            reason: 'unknown order',
            orderId: another,
          }),
        ]),
      );
    });
  });
});
