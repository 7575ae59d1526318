import { createHash, randomBytes } from 'node:crypto';
import { type Address, internal, type MessageRelaxed, SendMode } from '@ton/core';
import { type KeyPair, keyPairFromSeed } from '@ton/crypto';
import { TonClient, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { fundAccount } from '../../sandbox/ton/fund-account.ts';
import { startTonChain } from '../../sandbox/ton/start-ton-chain.ts';
import { TON } from '../../sandbox/ton/ton-catalogue.ts';

export const COIN = 10n ** 9n;
export const FINALITY_DEPTH = 8;
/** For conditions that hold soon, on a machine that may be busy. */
/**
 * Blocks come so often that what waits for one waits a little, and what must not see one can switch
 * them off.
 */
const BLOCK_INTERVAL_MS = 50;

export type TonSandbox = Awaited<ReturnType<typeof startByHand>>;

/** A chain, and the shipped client of it. */
export async function startByHand() {
  const closing = new AbortController();
  const chain = await startTonChain({
    blockIntervalMs: BLOCK_INTERVAL_MS,
    finalityDepth: FINALITY_DEPTH,
    signal: closing.signal,
  });
  return { chain, client: new TonClient({ endpoint: chain.endpoint }), close: () => chain.close() };
}

export interface User {
  readonly keys: KeyPair;
  readonly wallet: WalletContractV4 | WalletContractV5R1;
}

export function somebody(version: 'v4' | 'v5' = 'v4', seed: Buffer = randomBytes(32)): User {
  const keys = keyPairFromSeed(createHash('sha256').update(seed).digest());
  const { publicKey } = keys;
  const create = { v4: WalletContractV4, v5: WalletContractV5R1 }[version];
  return { keys, wallet: create.create({ publicKey, workchain: 0 }) };
}

export async function fundedUser(
  { chain }: TonSandbox,
  version: 'v4' | 'v5' = 'v4',
  amount = 10n * COIN,
): Promise<User> {
  const user = somebody(version);
  await fundAccount(chain, user.wallet.address.toString(), TON, amount);
  return user;
}

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;

interface Sending {
  readonly seqno?: number;
  readonly validUntil?: number;
  readonly keys?: KeyPair;
  /** Default: the only one that should be used, 3. */
  readonly sendMode?: SendMode;
}

const CAREFULLY = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;

/** The body of a message that a wallet takes from outside. */
export function signedTransfer(
  { wallet, keys }: User,
  messages: MessageRelaxed[],
  {
    seqno = 0,
    validUntil = inSeconds(60),
    keys: { secretKey } = keys,
    sendMode = CAREFULLY,
  }: Sending = {},
) {
  const transfer = { seqno, secretKey, sendMode, timeout: validUntil, messages };
  return wallet instanceof WalletContractV4
    ? wallet.createTransfer(transfer)
    : wallet.createTransfer(transfer);
}

export const coins = (to: Address, value: bigint): MessageRelaxed =>
  internal({ to, value, bounce: false });
