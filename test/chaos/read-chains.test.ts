import {
  createApproveInstruction,
  createAssociatedTokenAccountInstruction,
  createTransferInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import {
  bytesToHex,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  hexToBytes,
  http,
  parseAbi,
  parseEther,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { bitcoinNativeToken } from '../../src/families/bitcoin/formats/chain.ts';
import { bitcoinWalletKinds } from '../../src/families/bitcoin/keys/account.ts';
import { deriveBitcoinKey } from '../../src/families/bitcoin/keys/derive-key.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { solanaNativeToken } from '../../src/families/solana/formats/chain.ts';
import { esploraClient, pay, segwitHand, taprootHand } from '../sandbox/bitcoin-by-hand.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { runChainsOf } from './families/run-chains.ts';
import { arePoolsEmpty, awaitPools } from './pools.ts';
import { readChains } from './read-chains.ts';

const spender = '0x4444444444444444444444444444444444444444';
const approve = parseAbi(['function approve(address spender, uint256 amount) returns (bool)']);
const gwei = 10n ** 9n;

describe('what is read from the chains of a run', () => {
  let sandbox: Sandbox;
  const secret = generatePrivateKey();
  const account = privateKeyToAccount(secret);
  const owner = Keypair.generate();
  const wallets = [
    { name: 'treasury', family: 'evm' as const, address: account.address, secret },
    {
      name: 'treasury-solana',
      family: 'solana' as const,
      address: owner.publicKey.toBase58(),
      secret: bytesToHex(owner.secretKey.slice(0, 32)),
    },
  ];

  beforeAll(async () => {
    sandbox = await startSandbox({ finalityDepth: 4, otherChains: ['SOLANA', 'BITCOIN'] });
    await fundSandboxWallet(sandbox.endpoints, account.address);
    await fundSandboxWallet(sandbox.endpoints, owner.publicKey.toBase58(), 'solana');
  });
  afterAll(() => sandbox?.close());

  function send(nonce: number, call: { to: `0x${string}`; data?: `0x${string}`; value?: bigint }) {
    const client = createWalletClient({
      account,
      transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]),
    });
    const fees = { gas: 100_000n, maxFeePerGas: 50n * gwei, maxPriorityFeePerGas: gwei };
    return client.sendTransaction({ chain: null, nonce, ...fees, ...call });
  }

  it('has what waited in a pool, in final blocks, and not what waits for a nonce that nothing uses', async () => {
    const { endpoints } = sandbox;
    const usdc =
      endpoints.chains.ETH.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x';
    await tellSandbox(endpoints.control.url, '/chains/ETH', { mining: false });
    const data = encodeFunctionData({ abi: approve, args: [spender, 7n] });
    const txId = await send(0, { to: usdc, data });
    const paying = await send(1, { to: spender, value: parseEther('0.5') });
    await send(3, { to: spender, value: 1n });
    expect(await arePoolsEmpty(endpoints, wallets)).toBe(false);
    await tellSandbox(endpoints.control.url, '/chains/ETH', { mining: true });
    expect(await awaitPools(endpoints, wallets)).toEqual([]);
    expect(await arePoolsEmpty(endpoints, wallets)).toBe(true);
    const client = createPublicClient({ transport: http(endpoints.chains.ETH.rpcUrls[0]) });
    const [final, { blockNumber }] = await Promise.all([
      client.getBlock({ blockTag: 'finalized' }),
      client.getTransactionReceipt({ hash: paying }),
    ]);
    expect(final.number).toBeGreaterThanOrEqual(blockNumber);

    const view = await readChains(endpoints, wallets, []);
    const place = { chain: 'ETH', wallet: 'treasury' };
    expect(view.outgoing.map((sent) => [sent.txId, sent.paid.map(({ amount }) => amount)])).toEqual(
      [
        [txId, []],
        [paying, [parseEther('0.5')]],
      ],
    );
    expect(view.approvals).toEqual([{ ...place, txId, token: usdc, spender, amount: 7n }]);
    expect(view.accounts).toContainEqual({ ...place, next: 2, pooled: [3] });
    // What the sandbox has given it to begin with.
    const brought = view.incoming.filter(({ chain }) => chain === 'ETH');
    expect(brought.map(({ wallet, token }) => `${wallet} ${token}`)).toEqual(
      expect.arrayContaining([`treasury ${usdc}`, `treasury ${evmNativeToken}`]),
    );
    expect(brought.every(({ amount }) => amount > 0n)).toBe(true);
  });

  it('has what Solana’s accounts have gained and lost, fees and rents apart, and whom they let take something', async () => {
    const { SOLANA } = sandbox.endpoints.chains;
    const connection = new Connection(SOLANA?.rpcUrls[0] ?? '', 'confirmed');
    const mint = new PublicKey(
      SOLANA?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '',
    );
    const [stranger, delegate] = [Keypair.generate().publicKey, Keypair.generate().publicKey];
    const [own, foreign] = [owner.publicKey, stranger].map((one) =>
      getAssociatedTokenAddressSync(mint, one),
    );
    const send = async (...instructions: TransactionInstruction[]) => {
      const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
      const signed = new Transaction({
        feePayer: owner.publicKey,
        blockhash,
        lastValidBlockHeight,
      });
      signed.add(...instructions).sign(owner);
      const signature = await connection.sendRawTransaction(signed.serialize());
      await waitFor(async () =>
        expect((await connection.getSignatureStatuses([signature])).value[0]).not.toBeNull(),
      );
      return signature;
    };
    const place = { chain: 'SOLANA', wallet: 'treasury-solana' };
    const paying = await send(
      createAssociatedTokenAccountInstruction(owner.publicKey, foreign!, stranger, mint),
      createTransferInstruction(own!, foreign!, owner.publicKey, 7n),
      SystemProgram.transfer({
        fromPubkey: owner.publicKey,
        toPubkey: stranger,
        lamports: 5_000_000,
      }),
    );
    const approving = await send(createApproveInstruction(own!, delegate, owner.publicKey, 9n));
    expect(await awaitPools(sandbox.endpoints, wallets)).toEqual([]);

    const view = await readChains(sandbox.endpoints, wallets, []);
    const sent = view.outgoing.filter(({ chain }) => chain === 'SOLANA');
    const paid = [
      { token: mint.toBase58(), amount: 7n },
      { token: solanaNativeToken, amount: 5_000_000n },
    ];
    expect(sent).toMatchObject([
      { ...place, txId: paying, succeeded: true, paid },
      { ...place, txId: approving, paid: [] },
    ]);
    expect(view.approvals.filter(({ chain }) => chain === 'SOLANA')).toEqual([
      {
        ...place,
        txId: own?.toBase58(),
        token: mint.toBase58(),
        spender: delegate.toBase58(),
        amount: 9n,
      },
    ]);
    // What the sandbox has given it to begin with.
    expect(view.incoming.map(({ wallet, token }) => `${wallet} ${token}`)).toEqual(
      expect.arrayContaining([
        `treasury-solana ${mint.toBase58()}`,
        `treasury-solana ${solanaNativeToken}`,
      ]),
    );
  });

  it('has what Bitcoin’s wallets have paid to others, and nothing of what came back to them', async () => {
    const { endpoints } = sandbox;
    const { BITCOIN } = endpoints.chains;
    const node = esploraClient(BITCOIN?.esploraUrls[0] ?? '');
    const [hand, stranger] = [taprootHand(), segwitHand()];
    const mine = {
      name: 'treasury-bitcoin',
      family: 'bitcoin' as const,
      address: hand.address,
      secret: '0x' as const,
    };
    await fundSandboxWallet(endpoints, hand.address, 'bitcoin');
    const outputs = await node.unspent(hand.address);
    const held = outputs.reduce((sum, { value }) => sum + value, 0);
    const to = [
      { address: stranger.address, value: 70_000 },
      { address: hand.address, value: held - 71_000 },
    ];
    await tellSandbox(endpoints.control.url, '/chains/BITCOIN', { mining: false });
    const { text: paying } = await node.send(pay({ from: hand, outputs, to }).toHex());
    expect(await arePoolsEmpty(endpoints, [mine])).toBe(false);
    await tellSandbox(endpoints.control.url, '/chains/BITCOIN', { mining: true });
    expect(await awaitPools(endpoints, [mine])).toEqual([]);

    const { outgoing, incoming } = await readChains(endpoints, [mine], []);
    const place = { chain: 'BITCOIN', wallet: 'treasury-bitcoin' };
    expect(outgoing).toEqual([
      {
        ...place,
        txId: paying,
        succeeded: true,
        paid: [{ token: bitcoinNativeToken, amount: 70_000n }],
        deposits: [],
        fetched: [],
      },
    ]);
    expect(incoming).toMatchObject([{ ...place, amount: BigInt(held) }]);
  });

  it('knows Bitcoin’s wallets of both kinds by their keys, to use them as somebody else would', async () => {
    const { endpoints } = sandbox;
    const { BITCOIN } = endpoints.chains;
    const chain = runChainsOf(endpoints).find(({ family }) => family === 'bitcoin');
    for (const kind of bitcoinWalletKinds) {
      const secret = generatePrivateKey();
      const { address } = await deriveBitcoinKey(
        { kind: 'private-key', key: hexToBytes(secret) },
        kind,
        'regtest',
      );
      await fundSandboxWallet(endpoints, address, 'bitcoin');
      const txId = await chain?.sendFrom({ name: kind, family: 'bitcoin', address, secret });
      const sent = (await esploraClient(BITCOIN?.esploraUrls[0] ?? '').json(`/tx/${txId}`)) as {
        vout: object[];
      };
      expect(sent.vout).toMatchObject([{ scriptpubkey_address: address }]);
    }
  });
});
