import { FerrymanError } from '../../../errors/ferryman-error.ts';
import {
  headProbe,
  lookBackMs,
  missing,
  type Probe,
  rateProbe,
} from '../../shared/endpoints/examine-each.ts';
import type { SolanaChain } from '../formats/chain.ts';
import type { SolanaTransaction } from '../formats/transaction.ts';
import { isValid, quantity, signatureInfos } from './answers.ts';
import { feeOf } from './compute-budget.ts';
import type { Endpoint } from './endpoint.ts';
import { recentPrice } from './estimate-fee.ts';
import { findTime, readFinalBlock, readHead, readReportedHeight } from './head.ts';
import { isOfUnknownVersion } from './map-error.ts';
import { paymentOf } from './payment.ts';
import { createMadeMessages, prepare } from './prepare.ts';
import { readIdentity } from './read-identity.ts';
import { simulate } from './simulate.ts';
import { findTransaction, readStatuses } from './statuses.ts';
import { readRouterTransaction } from './wire-transaction.ts';

/** The incinerator, which nobody has the key of (solana.com/docs). */
const nobody = '1nc1nerator11111111111111111111111111111111';
/** Of no transaction: 64 zero bytes. */
const unknownSignature = '1'.repeat(64);
/** As many as a search for payments reads first. */
const listed = 50;

/**
 * What Ferryman needs of a node of Solana, each as it is used.
 * @param accounts the operator's; the first of them is tried as the payer
 */
export function solanaProbes(chain: SolanaChain, accounts: readonly string[]): Probe<Endpoint>[] {
  const [account = nobody] = accounts;
  return [
    headProbe(readHead),
    {
      need: 'SIMULATION',
      without: 'missing',
      purpose: 'simulate each transaction before it is signed',
      fix: 'Use a node or a plan with `simulateTransaction`, with its `innerInstructions` and `accounts`.',
      run: (endpoint) => trySimulation(endpoint, chain, account),
    },
    {
      need: 'HISTORY',
      without: 'missing',
      purpose: 'prove that a transaction cannot land, and find payouts and deposits',
      fix: 'Use a node with `--enable-rpc-transaction-history` that keeps the ledger of a day, or a plan with `getSignaturesForAddress` and `getTransaction`.',
      run: (endpoint) => tryHistory(endpoint),
    },
    {
      need: 'FINALITY',
      without: 'missing',
      purpose: 'prove that a transaction can no longer land',
      fix: 'Use a node or a plan with `getBlock`, `getBlockHeight` and `isBlockhashValid` for the commitment `finalized`.',
      async run(endpoint) {
        const { number, hash, height } = await readFinalBlock(endpoint);
        await readReportedHeight(endpoint);
        for (const commitment of ['processed', 'finalized'])
          await endpoint.read('isBlockhashValid', [hash, { commitment }], isValid);
        return `its final block is that of slot ${number}, at height ${height}`;
      },
    },
    {
      need: 'FEES',
      without: 'missing',
      purpose: 'choose the price of compute units',
      fix: 'Use a node or a plan with `getRecentPrioritizationFees`.',
      async run(endpoint) {
        const { message } = readRouterTransaction(await smallPayment(endpoint, chain, account));
        const { price } = await recentPrice(endpoint, message);
        return price === undefined
          ? 'has seen no priority fees, and answers `getRecentPrioritizationFees`'
          : `shows a priority fee of ${price} micro-lamports for a compute unit`;
      },
    },
    rateProbe(readIdentity),
  ];
}

/** One lamport to oneself. */
function smallPayment(
  endpoint: Endpoint,
  chain: SolanaChain,
  account: string,
): Promise<SolanaTransaction> {
  const { address: token } = chain.nativeToken;
  return paymentOf(endpoint, chain, { account, token, to: account, amount: 1n });
}

async function trySimulation(
  endpoint: Endpoint,
  chain: SolanaChain,
  account: string,
): Promise<string> {
  const transaction = await smallPayment(endpoint, chain, account);
  const fee = feeOf(readRouterTransaction(transaction).message);
  const request = { account, terms: { kind: 'expiry' }, transaction, fee } as const;
  const unsigned = await prepare(endpoint, chain, createMadeMessages(), request);
  try {
    await simulate(endpoint, chain, { unsigned, accounts: [], tokens: [], inspect: [] });
    return 'simulates with `simulateTransaction`, and shows the changes';
  } catch (error) {
    // The node has simulated it. It shows no changes of what fails.
    if (error instanceof FerrymanError && error.code === 'INSUFFICIENT_GAS')
      return 'simulates with `simulateTransaction`; a wallet with coins would show the changes too';
    throw error;
  }
}

async function tryHistory(endpoint: Endpoint): Promise<string> {
  const { host } = endpoint;
  const { number: final } = await readFinalBlock(endpoint);
  const first = await endpoint.read('getFirstAvailableBlock', [], quantity);
  if (first > 0n) {
    const [oldest, newest] = [await findTime(endpoint, first), await findTime(endpoint, final)];
    const reaches = oldest !== undefined && newest !== undefined && newest - oldest >= lookBackMs;
    if (!reaches) throw missing(`${host} has no history before slot ${first}`);
  }
  const options = { commitment: 'confirmed', minContextSlot: Number(final), limit: listed };
  const entries = await endpoint.read('getSignaturesForAddress', [nobody, options], signatureInfos);
  const known = entries.findLast(({ err }) => err === null)?.signature;
  const txId = known ?? unknownSignature;
  await readStatuses(endpoint, [txId]);
  const found = await findTransaction(endpoint, txId).catch((error: unknown) => {
    if (isOfUnknownVersion(error)) return 'unreadable';
    throw error;
  });
  if (known !== undefined && !found) throw missing(`${host} lists ${known} but does not have it`);
  return `has the blocks and transactions since slot ${first}`;
}
