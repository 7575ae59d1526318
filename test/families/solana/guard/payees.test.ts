import { Keypair } from '@solana/web3.js';
import { describe } from 'vitest';
import { objects } from '../../../guard/objects.ts';
import { aJob } from '../../../support/snapshot.ts';
import { appended, bought, bridged, inWord, makersSwap, sent, withTip } from './changes.ts';
import {
  account,
  amount,
  aSolanaRequest,
  attacker,
  call,
  dex,
  minOut,
  openAccount,
  pool,
  receiver,
  sendSol,
  signing,
  swapInstructions,
  tokenProgram,
  transferToken,
  u64,
  usdc,
  wallet,
} from './scenario.ts';

const stranger = Keypair.fromSeed(new Uint8Array(32).fill(9));
const strangersAddress = stranger.publicKey.toBase58();
const stranded = [
  openAccount(receiver, usdc),
  sendSol(wallet, pool, amount),
  transferToken(
    account(strangersAddress, usdc),
    account(receiver, usdc),
    strangersAddress,
    usdc,
    bought,
  ),
];

/** A swap whose call quotes an amount and allows a slippage from it. */
const quoted = (amountOut: bigint, slippageBps: bigint) => {
  const [open, swap, close] = swapInstructions();
  const data = [3, ...u64(amountOut), ...u64(slippageBps).slice(0, 2)];
  return [open!, { ...swap!, data: Buffer.from(data) }, close!];
};

describe('whom a Solana transaction pays, and what its calls promise', () => {
  objects([
    {
      rule: 'S03',
      kind: 'requote',
      what: 'a lookup table was extended 5,000 slots ago',
      request: () => {
        const request = aSolanaRequest();
        const [[table, known] = ['', undefined]] = request.simulation.solana!.lookupTables;
        const young = { ...known!, canGrow: true, lastExtended: 1_000n };
        return aSolanaRequest({
          simulation: { block: 6_000n },
          solana: { lookupTables: new Map([[table, young]]) },
        });
      },
    },
    {
      rule: 'S02',
      kind: 'hold',
      what: 'a cosigner that the policy does not name',
      request: () => aSolanaRequest(makersSwap({ cosigner: stranger, instructions: stranded })),
    },
    {
      rule: 'S04',
      what: 'a call of a named program that states a minimum below the order’s',
      request: () => aSolanaRequest({ instructions: swapInstructions(minOut - 1n) }),
    },
    {
      rule: 'S04',
      kind: 'hold',
      what: 'a call of a named program of which the policy does not know the minimum',
      request: () => aSolanaRequest(appended(call(dex, [signing(wallet)], [2]))),
    },
    {
      rule: 'S04',
      what: 'a call of a named program that ends before its minimum',
      request: () => aSolanaRequest(appended(call(dex, [signing(wallet)], [1, 0, 0, 0]))),
    },
    {
      rule: 'S04',
      what: 'a call of a named program that allows too much slippage from what it quotes',
      request: () => aSolanaRequest({ instructions: quoted(minOut, 1n) }),
    },
    {
      rule: 'S04',
      what: 'a call of a named program that pays a stranger on another chain',
      request: () => aSolanaRequest(bridged(inWord('0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630'))),
    },
    {
      rule: 'S04',
      what: 'a call of a named program that accepts nothing on its way to another chain',
      request: () => aSolanaRequest(bridged(inWord(aJob().receiver), 1, 0n)),
    },
    {
      rule: 'S04',
      what: 'a call of a named program that accepts one unit less than the order on another chain',
      request: () => aSolanaRequest(bridged(inWord(aJob().receiver), 1, minOut - 1n)),
    },
    {
      rule: 'S10',
      what: 'a memo that names another receiver',
      request: () => {
        const memo = Buffer.from('to 0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630');
        const program = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
        return aSolanaRequest(sent(sendSol(wallet, pool, amount), call(program, [], [...memo])));
      },
    },
    {
      rule: 'S05',
      kind: 'hold',
      what: 'everything goes to an account that the policy does not name, on its way to another chain',
      request: () => aSolanaRequest(sent(sendSol(wallet, attacker, amount))),
    },
    {
      rule: 'S05',
      what: 'a tip above 0.005 SOL',
      request: () => aSolanaRequest(withTip(5_000_001n)),
    },
    {
      rule: 'S05',
      kind: 'requote',
      what: 'a tip that, with the fees, is more than the job pays for fees',
      request: () => aSolanaRequest({ ...withTip(500_000n), job: { maxFee: 500_000n } }),
    },
    {
      rule: 'S06',
      kind: 'hold',
      what: 'the job’s tokens go to the derived account of somebody whom the policy does not name',
      request: () =>
        aSolanaRequest(
          appended(
            transferToken(account(wallet, usdc), account(attacker, usdc), wallet, usdc, amount),
          ),
        ),
    },
    {
      rule: 'S06',
      kind: 'hold',
      what: 'the same, in a batch',
      request: () => {
        const { keys, data } = transferToken(
          account(wallet, usdc),
          account(attacker, usdc),
          wallet,
          usdc,
          amount,
        );
        const batch = [255, keys.length, data.length, ...data];
        return aSolanaRequest(appended(call(tokenProgram, keys, batch)));
      },
    },
  ]);
});
