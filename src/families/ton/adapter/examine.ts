import { beginCell } from '@ton/core';
import { describeAmount } from '../../../core/amounts/amounts.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import {
  headProbe,
  lookBackMs,
  missing,
  type Probe,
  rateProbe,
} from '../../shared/endpoints/examine-each.ts';
import { friendlyTonAddress } from '../formats/address.ts';
import type { TonChain } from '../formats/chain.ts';
import { type TonWallet, tonWalletAddress, tonWalletId } from '../formats/wallet.ts';
import { estimatedFees } from './answers.ts';
import { type Endpoint, isRefusal } from './endpoint.ts';
import { estimateFee, feeQuestion } from './estimate-fee.ts';
import { readHead, readNewest } from './head.ts';
import { readHistoryFrom, readHistoryPage } from './history.ts';
import { findReceiving, findSending } from './locate.ts';
import { readAccount } from './read-account.ts';
import { readIdentity } from './read-identity.ts';
import { isToken } from './simulate.ts';
import type { InternalMessage, TonTransaction } from './transaction.ts';
import type { Wallets } from './wallets.ts';

/** The zero address. Nobody has its key, and coins are sent there to be burnt, most days. */
const burnt = `0:${'0'.repeat(64)}`;
/** Of no transaction. */
const unknownPosition = { lt: 1n, hash: '0'.repeat(64) };
/** Of no message. */
const unknownMessage: InternalMessage = {
  source: burnt,
  destination: burnt,
  lt: 1n,
  value: 0n,
  bounce: false,
  bounced: false,
  body: beginCell().endCell(),
};
/** Faults of the operator's wallet, which say nothing about the server. */
const ofTheWallet: readonly string[] = [
  'INSUFFICIENT_GAS',
  'UNKNOWN_WALLET',
  'WALLET_OF_OTHER_NETWORK',
];
/** Transactions read back: four pages. */
const maxRead = 128;

/**
 * What Ferryman needs of a server of TON, each as it is used.
 * @param accounts the operator's, canonical; the first of them is tried as the payer
 */
export function tonProbes(
  chain: TonChain,
  [account]: readonly string[],
  wallets: Pick<Wallets, 'of'>,
): Probe<Endpoint>[] {
  return [
    headProbe(readHead),
    {
      need: 'SIMULATION',
      without: 'missing',
      purpose: 'check each message on the newest state before it is signed',
      fix: 'Use a server of toncenter’s HTTP API, version 2, with `getAddressInformation` and `runGetMethod`.',
      async run(endpoint) {
        await readAccount(endpoint, burnt);
        await isToken(endpoint, burnt);
        return 'shows accounts, and runs their get methods';
      },
    },
    {
      need: 'TRACING',
      without: 'missing',
      purpose: 'follow a payment to its receiver, and a payout back to its sender',
      fix: 'Use a server with `tryLocateSourceTx` and `tryLocateResultTx`, and nodes that keep the transactions of a day.',
      run: (endpoint) => tryTracing(endpoint),
    },
    {
      need: 'HISTORY',
      without: 'missing',
      purpose: 'prove that a message has landed or never will, and find payouts and deposits',
      fix: 'Use a server with an archive node, which answers `getTransactions` with `archival`.',
      run: (endpoint) => tryHistory(endpoint),
    },
    {
      need: 'FEES',
      without: 'missing',
      purpose: 'know what a message costs its wallet',
      fix: 'Use a server of toncenter’s HTTP API, version 2, with `estimateFee`.',
      async run(endpoint) {
        const fee = account && (await feeOf(endpoint, chain, account, wallets));
        if (fee)
          return `estimates a fee of ${describeAmount(fee, chain.nativeToken)} for a message`;
        await tryEstimate(endpoint, chain);
        return 'answers `estimateFee`; a wallet with coins would show whether with fees';
      },
    },
    rateProbe(readIdentity),
  ];
}

/**
 * The transactions of the last day of the zero address, newest first. Throws if the server does not
 * have them all.
 */
async function readDay(endpoint: Endpoint): Promise<TonTransaction[]> {
  const { host } = endpoint;
  const { time } = await readNewest(endpoint);
  const since = time - lookBackMs / 1_000;
  const { lastTransaction: last } = await readAccount(endpoint, burnt);
  const found: TonTransaction[] = [];
  if (last.lt === 0n) {
    // There is nothing to be found, and a server refuses to look for it.
    await unlessRefused(readHistoryPage(endpoint, burnt, unknownPosition, 0n));
    return found;
  }
  for await (const transaction of readHistoryFrom(endpoint, burnt, last, 0n)) {
    found.push(transaction);
    if (transaction.time < since || found.length >= maxRead) return found;
  }
  const oldest = found.at(-1);
  if (oldest?.previous.lt !== 0n)
    throw missing(`${host} does not have the history of ${burnt} back to a day ago`);
  return found;
}

async function tryHistory(endpoint: Endpoint): Promise<string> {
  const found = await readDay(endpoint);
  const oldest = found.at(-1);
  if (!oldest) return 'answers `getTransactions`; the zero address has no history on this network';
  const date = new Date(oldest.time * 1_000).toISOString();
  return `has the ${found.length} transactions of the zero address back to ${date}`;
}

/** Follows the newest message to the zero address to both of its ends. */
async function tryTracing(endpoint: Endpoint): Promise<string> {
  const { host } = endpoint;
  const { time } = await readNewest(endpoint);
  const since = time - lookBackMs / 1_000;
  const known = (await readDay(endpoint)).find(
    ({ time: at, received }) => at >= since && received?.kind === 'internal' && !received.bounced,
  );
  const message = known?.received?.kind === 'internal' ? known.received : unknownMessage;
  const ends = [await findSending(endpoint, message), await findReceiving(endpoint, message)];
  if (!known) return 'answers `tryLocateSourceTx` and `tryLocateResultTx`';
  if (ends.includes(undefined))
    throw missing(`${host} does not find what sent or received the message to ${known.hash}`);
  return 'finds what has sent and what has received a message';
}

/** In nanotons, of a message of the operator's wallet to itself. `undefined` without coins. */
async function feeOf(
  endpoint: Endpoint,
  chain: TonChain,
  account: string,
  wallets: Pick<Wallets, 'of'>,
): Promise<bigint | undefined> {
  const address = friendlyTonAddress(account, { bounceable: false });
  const messages = [{ address, value: 0n }];
  try {
    const wallet = await wallets.of(account);
    return (await estimateFee(endpoint, chain, account, wallet, { family: 'ton', messages }))
      .walletFee;
  } catch (error) {
    if (error instanceof FerrymanError && ofTheWallet.includes(error.code)) return undefined;
    throw error;
  }
}

/** The fee of a wallet that has no coins, and so may not send: a server may refuse to estimate it. */
async function tryEstimate(endpoint: Endpoint, chain: TonChain): Promise<void> {
  const version = 'v5r1';
  const walletId = tonWalletId(version, { network: chain.networkId });
  const wallet: TonWallet = { version, publicKey: new Uint8Array(32), walletId };
  const account = tonWalletAddress(wallet);
  const { time } = await readNewest(endpoint);
  const { bounce, value, body } = unknownMessage;
  const message = { destination: account, bounce, value, body, stateInit: undefined };
  const question = feeQuestion(account, wallet, { time, seqno: 0n, messages: [message] });
  await unlessRefused(endpoint.read('estimateFee', question, estimatedFees));
}

/** A refusal is an answer too, unless the server does not know the method, or is overloaded. */
async function unlessRefused(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
