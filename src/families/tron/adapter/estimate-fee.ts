import { type Address, size } from 'viem';
import { describeAmount } from '../../../core/amounts/amounts.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { readOfEachHost } from '../../shared/endpoints/read-of-each-host.ts';
import type { TronChain } from '../formats/chain.ts';
import type { TronFee, TronTransaction } from '../formats/transaction.ts';
import { addressHex } from './accounts.ts';
import { account, accountResource, chainParameters } from './answers.ts';
import { readNativeBalance } from './balances.ts';
import type { Endpoint } from './endpoint.ts';
import { callOf } from './prepare.ts';
import { encodeSigned, type RawData } from './raw-data.ts';
import { type Call, simulateCall } from './simulate-call.ts';

/**
 * Bytes that bandwidth includes for a transaction's result (java-tron, `MAX_RESULT_SIZE_IN_TX`).
 */
const resultBytes = 64n;

interface Prices {
  /** Who says so. */
  host: string;
  /** The network's parameters by name; most are prices in sun. */
  prices: ReadonlyMap<string, number>;
}

/** What a transaction costs by. */
const neededPrices = [
  'getEnergyFee',
  'getTransactionFee',
  'getCreateNewAccountFeeInSystemContract',
  'getCreateAccountFee',
] as const;
/** Networks without a memo fee omit the parameter. */
const priceNames = [...neededPrices, 'getMemoFee'] as const;

/** The prices that one host shows. */
async function readPrices(endpoint: Endpoint): Promise<Prices> {
  return {
    host: endpoint.host,
    prices: await endpoint.read('wallet/getchainparameters', {}, chainParameters),
  };
}

/** @throws `RPC_MALFORMED` */
function priceIn(
  { host, prices }: Prices,
  { name: chain }: Pick<TronChain, 'name'>,
  name: (typeof neededPrices)[number],
): bigint {
  const price = prices.get(name);
  if (price !== undefined && Number.isSafeInteger(price)) return BigInt(price);
  throw new FerrymanError('RPC_MALFORMED', `${host} does not report ${name} of ${chain}`);
}

/**
 * Asks one host for all that it has to show of a transaction's cost. Returns its price of a unit of
 * energy. Throws as `estimateFee`, except for a low balance.
 */
export async function readCost(
  endpoint: Endpoint,
  chain: Pick<TronChain, 'name'>,
  owner: Address,
  transaction: TronTransaction,
): Promise<bigint> {
  const shown = await readPrices(endpoint);
  for (const name of neededPrices) priceIn(shown, chain, name);
  await readUse(endpoint, owner, callOf(transaction));
  return priceIn(shown, chain, 'getEnergyFee');
}

/**
 * The network's prices, which the super representatives vote on: they are the same on every node, so
 * hosts have to agree on them.
 * @throws `WITNESSES_DISAGREE`
 */
async function pricesOfHosts(endpoints: Endpoints<Endpoint>): Promise<Prices> {
  const [first, ...others] = await readOfEachHost(endpoints, readPrices);
  for (const { host, prices } of others)
    for (const name of priceNames) {
      const [one, other] = [first.prices.get(name), prices.get(name)];
      if (one === other) continue;
      throw new FerrymanError(
        'WITNESSES_DISAGREE',
        `${first.host} shows ${one} as ${name}, ${host} shows ${other}`,
      );
    }
  return first;
}

/**
 * The maximum cost of a transaction now. Energy: what the simulated call uses (including the
 * penalty of busy contracts) plus three tenths, because the state and the penalty change before
 * inclusion: a call that runs out of energy burns the whole limit. Bandwidth:
 * every byte, plus the account of a new receiver and a memo. Staked resources can make it cheaper;
 * they count only for the check that the account can pay. Throws `TRANSACTION_REVERTS`,
 * `INSUFFICIENT_GAS`, `WITNESSES_DISAGREE`.
 */
export async function estimateFee(
  endpoints: Endpoints<Endpoint>,
  chain: TronChain,
  owner: Address,
  transaction: TronTransaction,
): Promise<TronFee> {
  const call = callOf(transaction);
  const [shown, { resources, balance, energy, activation }] = await Promise.all([
    pricesOfHosts(endpoints),
    endpoints.first((endpoint) => readUse(endpoint, owner, call)),
  ]);
  const priceOf = (name: (typeof neededPrices)[number]): bigint => priceIn(shown, chain, name);
  const feeLimit = energy * priceOf('getEnergyFee');
  const bandwidth = bandwidthOf({ ...call, owner, feeLimit });
  const creation = activation
    ? priceOf('getCreateNewAccountFeeInSystemContract') + priceOf('getCreateAccountFee')
    : 0n;
  const memoFee = call.memo === undefined ? 0n : BigInt(shown.prices.get('getMemoFee') ?? 0);
  const bytesFee = bandwidth * priceOf('getTransactionFee');

  const hasBandwidth =
    resources.freeNetLimit - resources.freeNetUsed >= bandwidth ||
    resources.NetLimit - resources.NetUsed >= bandwidth;
  const staked = (resources.EnergyLimit - resources.EnergyUsed) * priceOf('getEnergyFee');
  const energyToPay = staked >= feeLimit ? 0n : feeLimit - (staked > 0n ? staked : 0n);
  const toPay = call.value + energyToPay + creation + memoFee + (hasBandwidth ? 0n : bytesFee);
  if (balance < toPay) {
    const [has, needed] = [balance, toPay].map((sun) => describeAmount(sun, chain.nativeToken));
    const message = `the account cannot pay for the transaction: it has ${has} and may need ${needed}`;
    throw new FerrymanError('INSUFFICIENT_GAS', message, {
      details: { balance: `${balance}`, needed: `${toPay}` },
    });
  }
  return { family: 'tron', feeLimit, bandwidthFee: bytesFee + creation + memoFee };
}

/** What the transaction uses, and what the account has for it. */
async function readUse(endpoint: Endpoint, owner: Address, call: ReturnType<typeof callOf>) {
  const isTransfer = call.type === 'TransferContract';
  const [resources, balance, energy, activation] = await Promise.all([
    endpoint.read('wallet/getaccountresource', { address: addressHex(owner) }, accountResource),
    readNativeBalance(endpoint, owner),
    isTransfer ? 0n : energyOf(endpoint, { ...call, from: owner }),
    isTransfer ? isNew(endpoint, call.to) : false,
  ]);
  return { resources, balance, energy, activation };
}

async function energyOf(endpoint: Endpoint, call: Call): Promise<bigint> {
  const { energy_used } = await simulateCall(endpoint, call);
  // Every contract call uses energy.
  if (energy_used === 0n) {
    throw new FerrymanError(
      'RPC_UNSUPPORTED',
      `${endpoint.host} does not report the energy of simulated calls`,
      {
        details: { host: endpoint.host },
      },
    );
  }
  return (energy_used * 13n + 9n) / 10n;
}

/** The first transfer to an address creates its account, and the sender pays for it. */
async function isNew(endpoint: Endpoint, receiver: Address): Promise<boolean> {
  const { address } = await endpoint.read(
    'wallet/getaccount',
    { address: addressHex(receiver) },
    account,
  );
  return address === undefined;
}

/** Bandwidth of the signed transaction in bytes. Unknown numbers count at their maximum length. */
function bandwidthOf(
  raw: Pick<RawData, 'type' | 'owner' | 'to' | 'data' | 'value' | 'feeLimit' | 'memo'>,
): bigint {
  const signed = encodeSigned(
    {
      ...raw,
      referenceBytes: 'ffff',
      referenceHash: 'ffffffffffffffff',
      expiration: BigInt(Number.MAX_SAFE_INTEGER),
      timestamp: BigInt(Number.MAX_SAFE_INTEGER),
    },
    new Uint8Array(65),
  );
  return BigInt(size(signed)) + resultBytes;
}
