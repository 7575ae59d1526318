import { Keypair, SystemProgram } from '@solana/web3.js';
import { solanaNativeToken } from '../../../../src/families/solana/formats/chain.ts';
import { nativeMint, seededAddress } from '../../../../src/families/solana/guard/address.ts';
import { judged } from '../../../guard/scenario.ts';
import { aJob } from '../../../support/snapshot.ts';
import {
  account,
  amount,
  aSolanaRequest,
  type Change,
  call,
  closeAccount,
  dex,
  key,
  minOut,
  openAccount,
  pool,
  readonly,
  receiver,
  rent,
  sendSol,
  signing,
  swapInstructions,
  tipped,
  tokenProgram,
  transferToken,
  u64,
  usdc,
  wallet,
  writable,
} from './scenario.ts';

/** The tests' policy names it as a cosigner and a destination. */
export const maker = Keypair.fromSeed(new Uint8Array(32).fill(7));
export const makersAddress = maker.publicKey.toBase58();
export const bought = 3_000_000n;

export const appended = (...more: ReturnType<typeof swapInstructions>): Change => ({
  instructions: [...swapInstructions(), ...more],
});

/**
 * SOL for USDC from a maker who has signed too: what a sandbox, and a request for quotes, gives.
 */
export function makersSwap(change: Change = {}): Change {
  return {
    cosigner: maker,
    instructions: [
      openAccount(receiver, usdc),
      sendSol(wallet, makersAddress, amount),
      transferToken(
        account(makersAddress, usdc),
        account(receiver, usdc),
        makersAddress,
        usdc,
        bought,
      ),
    ],
    ...change,
    job: {
      from: {
        family: 'solana',
        chain: 'SOLANA',
        token: solanaNativeToken,
        decimals: 9,
        symbol: 'SOL',
      },
      to: { family: 'solana', chain: 'SOLANA', token: usdc, decimals: 6, symbol: 'USDC' },
      bound: { kind: 'min_out', minOut: bought },
      receiver,
      ...change.job,
    },
    order: { minOut: bought, quotedMinOut: bought, expectedOut: bought, ...change.order },
    simulation: {
      balanceChanges: [
        { account: wallet, token: solanaNativeToken, delta: -amount - rent },
        { account: wallet, token: usdc, delta: 0n },
        { account: receiver, token: solanaNativeToken, delta: 0n },
        { account: receiver, token: usdc, delta: bought },
      ],
      ...change.simulation,
    },
  };
}

/**
 * Moves wrapped coins into an account that is opened and closed for it, which makes them native
 * ones.
 */
export function unwrapping({
  owner = wallet,
  destination = wallet,
  lamports = rent,
} = {}): ReturnType<typeof swapInstructions> {
  const seed = '0123456789abcdef';
  const opened = seededAddress(wallet, Buffer.from(seed), tokenProgram);
  return [
    SystemProgram.createAccountWithSeed({
      fromPubkey: key(wallet),
      basePubkey: key(wallet),
      newAccountPubkey: key(opened),
      seed,
      lamports: Number(lamports),
      space: 165,
      programId: key(tokenProgram),
    }),
    call(tokenProgram, [writable(opened), readonly(nativeMint)], [18, ...key(owner).toBytes()]),
    transferToken(account(wallet, nativeMint), opened, wallet, nativeMint, amount),
    closeAccount(opened, destination),
  ];
}

export function unwrap(instructions = unwrapping()): Change {
  return {
    instructions,
    job: {
      from: { family: 'solana', chain: 'SOLANA', token: nativeMint, decimals: 9, symbol: 'WSOL' },
      bound: { kind: 'min_out', minOut: amount },
    },
    order: { minOut: amount, quotedMinOut: amount, expectedOut: amount },
    solana: { mints: new Map([[nativeMint, { extensions: [], transferFeeBps: 0 }]]) },
    simulation: {},
  };
}

export function firedOnSolana(change: Change): { kind: string; fired: string[] } {
  return judged(aSolanaRequest(change));
}

/** SOL for a token of another chain: nothing comes back on this one. */
export function sent(...instructions: ReturnType<typeof swapInstructions>): Change {
  const { job } = makersSwap();
  return {
    instructions,
    job: { ...job, to: { ...aJob().to, chain: 'ETH' }, receiver: aJob().receiver },
    simulation: {
      balanceChanges: [{ account: wallet, token: solanaNativeToken, delta: -amount }],
    },
  };
}

/** A swap that also pays whom the tests' policy names for tips. */
export function withTip(tip: bigint): Change {
  return {
    ...appended(sendSol(wallet, tipped, tip)),
    simulation: {
      balanceChanges: [
        { account: wallet, token: usdc, delta: -amount },
        { account: wallet, token: solanaNativeToken, delta: minOut - tip },
      ],
    },
  };
}

/**
 * The job's tokens for something on another chain, by a call of the listed program.
 * @param named the receiver there, as 32 bytes in hex
 */
export function bridged(named: string, first = 1, minimum = minOut): Change {
  const keys = [signing(wallet), writable(account(wallet, usdc)), writable(pool)];
  const data = [first, ...u64(minimum), ...Buffer.from(named, 'hex')];
  return {
    instructions: [call(dex, keys, data)],
    job: { to: { ...aJob().to, chain: 'ETH' }, receiver: aJob().receiver },
    simulation: {
      balanceChanges: [
        { account: wallet, token: usdc, delta: -amount },
        { account: wallet, token: solanaNativeToken, delta: 0n },
      ],
    },
  };
}

/** An EVM address in 32 bytes. */
export const inWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');
