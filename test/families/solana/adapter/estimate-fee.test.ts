import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOL } from '../../../../sandbox/solana/solana-catalogue.ts';
import { maximumFee } from '../../../../src/core/swap/transaction-object.ts';
import type {
  SolanaFee,
  SolanaTransaction,
} from '../../../../src/families/solana/formats/transaction.ts';
import { built } from './build-transaction.ts';
import { type LocalChain, startLocalChain, transferSol } from './local-chain.ts';
import { lyingFetch } from './lying-fetch.ts';

describe('the priority fee of a Solana transaction', () => {
  let local: LocalChain;
  let wallet: Keypair;
  beforeAll(async () => {
    local = await startLocalChain();
    wallet = await local.newWallet([[SOL, 5_000_000_000n]]);
  });
  afterAll(() => local.close());

  /** With what a node says was paid, and the accounts that it was asked about. */
  async function estimate(paid: readonly number[], transaction: SolanaTransaction, change = {}) {
    let asked: readonly string[] = [];
    const fetch = lyingFetch({
      getRecentPrioritizationFees: (_result, [accounts]) => {
        asked = accounts as string[];
        return paid.map((prioritizationFee, slot) => ({ slot, prioritizationFee }));
      },
    });
    const adapter = local.adapter({ fetch, chain: change });
    const fee = await adapter.estimateFee(wallet.publicKey.toBase58(), transaction);
    return { fee: fee as SolanaFee, asked };
  }

  const toSelf = () =>
    local.build(wallet.publicKey, [transferSol(wallet.publicKey, wallet.publicKey, 1n)]);
  const priorityOf = (fee: SolanaFee): bigint => maximumFee(fee) - fee.signatureFee;

  it('is by the accounts that the transaction writes, those of lookup tables among them', async () => {
    const { lookupTable } = local.sandbox;
    const [pool] = lookupTable.state.addresses;
    const receiver = Keypair.generate().publicKey;
    const recentBlockhash = local.sandbox.blockchain.head('finalized').blockhash;
    const transaction = built(
      wallet.publicKey,
      [
        transferSol(wallet.publicKey, receiver, 1_000_000n),
        transferSol(wallet.publicKey, pool!, 1_000_000n),
      ],
      { tables: [lookupTable], recentBlockhash },
    );
    const { fee, asked } = await estimate([2_000, 3_000, 90_000], transaction);
    expect([...asked].sort()).toEqual([receiver.toBase58(), pool!.toBase58()].sort());
    expect(fee.computeUnitPrice).toBe(3_000n);
  });

  it('is at least a little, and at most what S09 and the chain’s cap allow, whatever a node says', async () => {
    expect((await estimate([0, 0, 0], toSelf())).fee.computeUnitPrice).toBe(1_000n);
    const { fee } = await estimate([2 ** 50], toSelf());
    expect(priorityOf(fee)).toBeLessThanOrEqual(5_000_000n);
    expect(priorityOf(fee)).toBeGreaterThan(4_990_000n);
    const capped = await estimate([2 ** 50], toSelf(), { maxNetworkFee: 105_000n });
    expect(maximumFee(capped.fee)).toBeLessThanOrEqual(105_000n);
    expect(priorityOf(capped.fee)).toBeGreaterThan(99_000n);
  });
});
