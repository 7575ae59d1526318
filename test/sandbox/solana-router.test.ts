import {
  Keypair,
  PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, type Hand } from './by-hand.ts';
import { served, type Trade } from './service-by-hand.ts';
import { SOL_ADDRESS, type SolanaHand, signedBy, solanaHand } from './solana-hand.ts';

let sandbox: Sandbox;
let hand: SolanaHand;
let evm: Hand;
let owner: Keypair;
let address: string;

beforeAll(async () => {
  sandbox = await startSandbox({
    otherChains: ['SOLANA'],
    blockIntervalMs: 200,
    routerConfirmations: 3,
  });
  hand = solanaHand(sandbox.endpoints);
  evm = byHand(sandbox.endpoints);
  owner = await hand.walletWith({ SOL: '1000', USDC: '10000', WSOL: '10' });
  address = owner.publicKey.toBase58();
});
afterAll(() => sandbox?.close());

const RECEIVER = '0x00000000000000000000000000000000000000A1';

const onSolana = (fromToken: string, toToken: string, receiver = address): Trade => ({
  from: 'SOLANA',
  fromToken,
  to: 'SOLANA',
  toToken,
  amount: '2',
  receiver,
});
const toPolygon = (fromToken: string, provider?: string, receiver = RECEIVER): Trade => ({
  ...onSolana(fromToken, ''),
  to: 'POLYGON',
  toToken: 'USDC',
  receiver,
  ...(provider === undefined ? {} : { extra: { preferredProvider: provider } }),
});

const quote = async (changes: object, trade = onSolana('USDC', 'SOL')) =>
  (await hand.router('/api/routes/quoteBest', { ...hand.tradeBody(trade, address), ...changes }))
    .body;

const programsOf = ({ message }: VersionedTransaction): (string | undefined)[] =>
  message.compiledInstructions.map(({ programIdIndex }) =>
    message.staticAccountKeys[programIdIndex]?.toBase58(),
  );

describe('the endpoints of Solana', () => {
  it('say by what the chain is told from others, and whom swaps are signed with', async () => {
    const { genesis, makers, lookupTable, wrappedNative, nativeToken, tokens } = hand.chain;
    expect(await hand.connection.getGenesisHash()).toBe(genesis);
    const { value: table } = await hand.connection.getAddressLookupTable(
      new PublicKey(lookupTable),
    );
    const inTable = table?.state.addresses.map((one) => one.toBase58());
    expect(inTable).toEqual(expect.arrayContaining([...makers]));
    expect(nativeToken).toEqual({ symbol: 'SOL', decimals: 9 });
    expect(tokens.find(({ behaviour }) => behaviour === 'wrapped-native')?.address).toBe(
      wrappedNative,
    );
  });
});

describe('the router on Solana', () => {
  it('gives swaps that a maker has signed, by turns in both versions, and no call or approval', async () => {
    const swaps = [];
    for (let index = 0; index < 4; index++)
      swaps.push(await hand.prepare(onSolana('USDC', 'SOL'), owner));
    const transactions = swaps.map(({ transaction, providerType }) => {
      expect(providerType).toBe('JUPITER');
      expect(Object.keys(transaction)).toEqual(['data']);
      return signedBy(owner, transaction.data);
    });
    expect(transactions.map(({ version }) => version).sort()).toEqual([0, 0, 'legacy', 'legacy']);
    const { makers, lookupTable } = hand.chain;
    for (const { message, version } of transactions) {
      const [payer, maker, ...others] = message.staticAccountKeys.slice(
        0,
        message.header.numRequiredSignatures,
      );
      expect([payer?.toBase58(), others]).toEqual([address, []]);
      expect(makers).toContain(maker?.toBase58());
      const tables = message.addressTableLookups.map(({ accountKey }) => accountKey.toBase58());
      expect(tables).toEqual(version === 0 ? [lookupTable] : []);
    }
  });

  it('gives deposits with the order as a memo, and data as hex where the provider does', async () => {
    const dataOf = async (trade: Trade) => (await hand.prepare(trade, owner)).transaction.data;
    expect(await dataOf(onSolana('SOL', 'WSOL'))).toMatch(/^0x[0-9a-f]+$/);
    expect(await dataOf(toPolygon('USDC', 'relay'))).toMatch(/^0x[0-9a-f]+$/);
    const { transaction, uniqueInfo } = await hand.prepare(toPolygon('USDC', 'across'), owner);
    expect(transaction.data).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const deposit = signedBy(owner, transaction.data);
    expect(deposit.signatures).toHaveLength(1);
    const memo =
      deposit.message.compiledInstructions[
        programsOf(deposit).findIndex((id) => id?.startsWith('Memo'))
      ];
    expect(Buffer.from(memo!.data).toString()).toBe(uniqueInfo.acrossId);
  });

  it('takes the native coin in all its forms', async () => {
    for (const form of [SOL_ADDRESS, '11111111111111111111111111111111', zeroAddress]) {
      expect(await quote({ dstTokenAddress: form })).toMatchObject({
        tokens: { to: { address: SOL_ADDRESS, symbol: 'SOL', decimals: 9, blockchain: 'SOLANA' } },
      });
    }
  });

  it.each<[string, number, object]>([
    ['an EVM wallet on Solana', 1006, { fromAddress: RECEIVER }],
    ['an EVM receiver on Solana', 1006, { receiver: RECEIVER }],
    ['a receiver that is 31 bytes', 1006, { receiver: '1'.repeat(31) }],
    ['the native coin as a receiver', 1006, { receiver: SOL_ADDRESS }],
    ['a token that is no address', 1999, { srcTokenAddress: '0OIl' }],
    ['the same token twice', 1002, { dstTokenAddress: '' }],
  ])('refuses %s', async (_what, code, changes) => {
    const usdc = hand.tokenOn('SOLANA', 'USDC');
    expect(
      await quote('dstTokenAddress' in changes ? { dstTokenAddress: usdc } : changes),
    ).toMatchObject({
      errors: [{ code }],
    });
  });

  it('refuses tokens that it does not know, and Solana where that does not run', async () => {
    expect(await quote({ srcTokenAddress: Keypair.generate().publicKey.toBase58() })).toMatchObject(
      {
        error: { code: 2001 },
      },
    );
    const without = await startSandbox({ otherChains: [] });
    try {
      expect(without.endpoints.chains.SOLANA).toBeUndefined();
      const url = `${without.endpoints.router.url}/api/routes/quoteBest`;
      const body = JSON.stringify(hand.tradeBody(onSolana('USDC', 'SOL'), address));
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

  it('lists the chain without the providers that need contracts, and offers no route by those', async () => {
    const listed = served<{ name: string; type: string; providers: { crossChain: string[] } }[]>(
      await hand.router('/api/info/chains'),
    );
    const solana = listed.find(({ name }) => name === 'SOLANA')!;
    expect(solana).toMatchObject({
      type: 'SOLANA',
      providers: { onChain: ['JUPITER', 'WRAPPED'] },
    });
    expect(solana.providers.crossChain).toEqual(
      expect.arrayContaining(['across', 'relay', 'symbiosis', 'meson']),
    );
    for (const provider of ['celer_bridge', 'arbitrum']) {
      expect(solana.providers.crossChain).not.toContain(provider);
      expect(await quote({}, toPolygon('USDC', provider))).toMatchObject({ error: { code: 2001 } });
    }
  });

  it('says what is missing with enableChecks: a balance, SOL; an approval never is', async () => {
    const ask = async (wallet: Keypair, amount: string) => {
      const body = {
        ...hand.tradeBody(toPolygon('USDC'), wallet.publicKey.toBase58()),
        srcTokenAmount: amount,
      };
      return (await hand.router('/api/routes/swapBest', { ...body, enableChecks: true })).body;
    };
    const poor = await hand.walletWith({ USDC: '5' });
    expect(await ask(poor, '6')).toMatchObject({
      error: { code: 3003, data: { tokenSymbol: 'USDC' } },
    });
    expect(await ask(poor, '5')).toMatchObject({
      error: { code: 3004, data: { tokenSymbol: 'SOL' } },
    });
    await hand.fund('SOL', poor.publicKey.toBase58(), '1');
    expect(await ask(poor, '5')).toHaveProperty('transaction.data');
    const usdc = hand.tokenOn('SOLANA', 'USDC');
    const query = {
      blockchain: 'SOLANA',
      tokenAddress: usdc,
      walletAddress: address,
      spenderAddress: usdc,
      amount: '1',
    };
    const { body } = await hand.router(`/api/utility/checkApprove?${new URLSearchParams(query)}`);
    expect(body).toMatchObject({ needApprove: false, transaction: {} });
  });

  it('has bounds for what is paid on Solana: not less than an account needs, not more than there is', async () => {
    const ask = (amount: string) =>
      quote(
        { fromAddress: RECEIVER, srcTokenAmount: amount, preferredProvider: 'across' },
        { ...onSolana('USDC', 'SOL'), from: 'ETH' },
      );
    const least = (await ask('0.1')) as { error: { code: number; data: { minAmount: string } } };
    expect(least.error).toMatchObject({ code: 2005, data: { tokenSymbol: 'USDC' } });
    expect(await ask(least.error.data.minAmount)).toHaveProperty('id');
    const most = (await ask('9000000')) as { error: { code: number; data: { maxAmount: string } } };
    expect(most.error).toMatchObject({ code: 2004, data: { tokenSymbol: 'USDC' } });
    expect(await ask(most.error.data.maxAmount)).toHaveProperty('id');
  });
});

describe('swaps of the router on Solana', () => {
  it('pay whomever they are for, exactly what the swap data says', async () => {
    for (const [fromToken, toToken] of [
      ['SOL', 'USDC'],
      ['USDC', 'SOL'],
      ['WSOL', 'USDT'],
    ] as const) {
      const { publicKey } = Keypair.generate();
      const { answer } = await hand.execute(
        onSolana(fromToken, toToken, publicKey.toBase58()),
        owner,
      );
      expect(await hand.balance(toToken, publicKey)).toBe(
        BigInt(answer.estimate.destinationWeiAmount),
      );
    }
  });

  it('have no status of their own, but FAIL where they failed', async () => {
    const { signature } = await hand.execute(onSolana('USDC', 'SOL'), owner);
    expect(await hand.status(signature)).toMatchObject({ status: 'NOT_FOUND' });
    const poor = await hand.walletWith({ SOL: '1' });
    const body = {
      ...hand.tradeBody(onSolana('USDC', 'SOL'), poor.publicKey.toBase58()),
      enableChecks: false,
    };
    const { transaction } = served<{ transaction: { data: string } }>(
      await hand.router('/api/routes/swapBest', body),
    );
    const bytes = signedBy(poor, transaction.data).serialize();
    const failed = await hand.connection.sendRawTransaction(bytes, { skipPreflight: true });
    await waitFor(async () => expect(await hand.status(failed)).toMatchObject({ status: 'FAIL' }));
  });
});

/** What the router gave with something changed, on a new blockhash and signed. */
async function changed(
  data: string,
  change: (instructions: readonly TransactionInstruction[]) => void,
): Promise<Uint8Array> {
  const message = TransactionMessage.decompile(signedBy(owner, data).message);
  change(message.instructions);
  message.recentBlockhash = (await hand.connection.getLatestBlockhash()).blockhash;
  const transaction = new VersionedTransaction(message.compileToLegacyMessage());
  transaction.sign([owner]);
  return transaction.serialize();
}

describe('bridges on Solana', () => {
  it('do not pay what was paid in differently from the order', async () => {
    const { transaction } = await hand.prepare(toPolygon('SOL'), owner);
    const signature = await hand.land(
      await changed(transaction.data, ([payment]) => {
        payment?.data.writeBigUInt64LE(payment.data.readBigUInt64LE(4) - 1n, 4);
      }),
    );
    await waitFor(async () =>
      expect(await hand.status(signature)).toMatchObject({ status: 'FAIL' }),
    );
    expect(await hand.orderOf(signature)).toMatchObject({
      state: 'rejected',
      reason: 'paid in too little',
    });
  });

  it('show a deposit for no order, or for one that is paid in already', async () => {
    const { answer, signature } = await hand.execute(toPolygon('SOL', 'across'), owner);
    await hand.settled(signature);
    const { data } = answer.transaction;
    const second = await hand.land(await changed(data, () => undefined));
    const third = await hand.land(
      await changed(data, ([, memo]) => {
        memo?.data.write('0xnobody');
      }),
    );
    await waitFor(async () => {
      const { unattributedDeposits } = await evm.orders();
      expect(unattributedDeposits).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ sourceTx: second, reason: 'order already paid in' }),
          expect.objectContaining({
            sourceTx: third,
            orderId: expect.stringMatching(/^0xnobody/),
            reason: 'unknown order',
          }),
        ]),
      );
    });
  });

  it('behave as they do elsewhere: another token, somebody to wait for, nothing at all', async () => {
    const toSolana = async (provider: string) => {
      const wallet = await evm.walletWith({ ETH: 1n, USDC: 100n });
      const { publicKey } = Keypair.generate();
      const trade = { ...onSolana('USDC', 'USDC', publicKey.toBase58()), from: 'ETH' } as const;
      const body = {
        ...hand.tradeBody(trade, wallet.address),
        preferredProvider: provider,
        enableChecks: false,
      };
      const { transaction } = served<{
        transaction: { to: `0x${string}`; approvalAddress: `0x${string}` };
      }>(await hand.router('/api/routes/swapBest', body));
      await evm.approve(
        { ...trade, to: 'POLYGON', receiver: wallet.address, from: 'ETH' },
        wallet,
        transaction.approvalAddress,
      );
      const { transactionHash } = await wallet.send('ETH', transaction);
      return { publicKey, transactionHash };
    };
    const [other, held] = [await toSolana('multichain'), await toSolana('retro_bridge')];
    await hand.settled(other.transactionHash, 'REVERTED');
    expect(await hand.balance('USDT', other.publicKey)).toBe(1_999_000n);
    await hand.settled(held.transactionHash, 'KYC_REQUIRED');
    // The status is so from the deposit's block on, but only what has been accepted can be
    // released.
    await waitFor(async () =>
      expect(await hand.orderOf(held.transactionHash)).toMatchObject({ state: 'deposited' }),
    );
    expect(await hand.balance('USDC', held.publicKey)).toBe(0n);
    served(await hand.control('/providers/retro_bridge', { release: true }));
    await hand.settled(held.transactionHash);
    expect(await hand.balance('USDC', held.publicKey)).toBe(1_999_000n);
    const kept = await hand.execute(toPolygon('USDC', 'xy'), owner);
    await hand.settled(kept.signature, 'FAIL');
  });

  it('give back what they cannot deliver, less their fee', async () => {
    const opening = await openAudit({
      chains: sandbox.endpoints.chains,
      accounts: [{ chain: 'SOLANA', address }],
    });
    const trade = toPolygon('SOL', 'symbiosis');
    const executed = await hand.execute(trade, owner);
    expect(await hand.settled(executed.signature, 'REVERTED')).toBeNull();
    const { refundAmount, refundTx } = await hand.orderOf(executed.signature);
    expect(refundAmount).toBe('1998000000');
    const route = {
      ...hand.routeOf(trade, owner, executed),
      kind: 'refund',
      destinationTx: refundTx!,
    } as const;
    const closed = await closeAudit(opening, [{ ...route, amountOut: refundAmount! }]);
    expect(closed).toEqual({ balanced: true, differences: [] });
    const denied = await closeAudit(opening, []);
    expect(denied.differences).toContainEqual(
      expect.objectContaining({
        chain: 'SOLANA',
        account: address,
        token: SOL_ADDRESS,
        note: `unexplained transaction ${executed.signature}`,
      }),
    );
  });

  it('pay once for a deposit that a reorganization takes back and that is sent again', async () => {
    const receiver = evm.wallet().address;
    const accounts = [
      { chain: 'SOLANA', address },
      { chain: 'POLYGON', address: receiver },
    ] as const;
    const opening = await openAudit({ chains: sandbox.endpoints.chains, accounts });
    const trade = toPolygon('USDC', 'across', receiver);
    const pay = async () => {
      const answer = await hand.prepare(trade, owner);
      const bytes = signedBy(owner, answer.transaction.data).serialize();
      const signature = await hand.connection.sendRawTransaction(bytes, { skipPreflight: true });
      return { answer, bytes, signature };
    };
    const inBlock = async (signature: string) =>
      (await hand.connection.getSignatureStatuses([signature])).value[0] !== null;
    const routes: AuditRoute[] = [];
    for (;;) {
      const paid = await pay();
      const { bytes, signature } = paid;
      await waitFor(async () => expect(await inBlock(signature)).toBe(true));
      served(await hand.control('/chains/SOLANA', { mining: false }));
      const { removed, returned } = served<{ removed: string[]; returned: string[] }>(
        await hand.control('/chains/SOLANA', { reorg: 3, drop: true }),
      );
      const isLost = removed.includes(signature);
      if (isLost) {
        expect({ removed, returned }).toEqual({ removed: [signature], returned: [] });
        expect(await inBlock(signature)).toBe(false);
        expect(await hand.status(signature)).toMatchObject({ status: 'NOT_FOUND' });
      }
      served(await hand.control('/chains/SOLANA', { mining: true }));
      if (isLost) expect(await hand.land(bytes)).toBe(signature);
      routes.push({
        ...hand.routeOf(trade, owner, paid),
        destinationTx: await hand.settled(signature),
      });
      // Where it was too deep before blocks could be stopped, another one is lost.
      if (isLost) break;
    }
    expect(await closeAudit(opening, routes)).toEqual({ balanced: true, differences: [] });
    const expected = routes.reduce((sum, { amountOut }) => sum + BigInt(amountOut), 0n);
    expect(await evm.balance('POLYGON', 'USDC', receiver)).toBe(expected);
  });
});

describe("the control server on Solana's chain", () => {
  it('stalls it until less is asked, in its own unit', async () => {
    const { transaction } = await hand.prepare(onSolana('SOL', 'WSOL'), owner);
    served(await hand.control('/chains/SOLANA', { stall: true, computeUnitPrice: '1000' }));
    const bytes = signedBy(owner, transaction.data).serialize();
    const signature = await hand.connection.sendRawTransaction(bytes, { skipPreflight: true });
    const height = await hand.connection.getBlockHeight('processed');
    await waitFor(async () =>
      expect(await hand.connection.getBlockHeight('processed')).toBeGreaterThan(height + 2),
    );
    expect((await hand.connection.getSignatureStatuses([signature])).value).toEqual([null]);
    // A pool's swap bids as much.
    await hand.execute(onSolana('USDC', 'SOL'), owner);
    served(await hand.control('/chains/SOLANA', { stall: false }));
    await hand.land(bytes);
  });

  it('lets the node lag, and says what belongs to another family', async () => {
    const health = () =>
      fetch(hand.chain.rpcUrls[0]!, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' }),
      }).then((response) => response.json());
    served(await hand.control('/chains/SOLANA', { slotsBehind: 200 }));
    expect(await health()).toMatchObject({ error: { code: -32005 } });
    served(await hand.control('/chains/SOLANA', { slotsBehind: null }));
    expect(await health()).toMatchObject({ result: 'ok' });
    for (const [chain, change] of [
      ['SOLANA', { stall: true, baseFeePerGas: '7' }],
      ['ETH', { stall: true, computeUnitPrice: '7' }],
      ['ETH', { slotsBehind: 7 }],
      ['ETH', { failing: 'anything' }],
      ['SOLANA', { reorg: 4 }],
      ['SOLANA', { mining: true, slotsBehind: 7 }],
    ] as const) {
      expect((await hand.control(`/chains/${chain}`, change)).status).toBe(400);
    }
  });
});
