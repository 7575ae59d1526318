import { type Address, size } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { TronChain } from '../formats/chain.ts';
import type { TronFee, TronTransaction } from '../formats/transaction.ts';
import { addressHex } from './accounts.ts';
import { account, accountResource, chainParameters } from './answers.ts';
import { readNativeBalance } from './balances.ts';
import type { Endpoint } from './endpoint.ts';
import { type Call, playCall } from './play-call.ts';
import { callOf } from './prepare.ts';
import { encodeSigned, type RawData } from './raw-data.ts';

/**
 * Bytes that bandwidth counts for the result of a transaction (java-tron, `MAX_RESULT_SIZE_IN_TX`).
 */
const resultBytes = 64n;

/**
 * What a transaction would cost at most now. Energy: what playing the call uses (the penalty of
 * busy contracts is in it) and a fifth, since state moves before inclusion. Bandwidth: every byte
 * is paid for, and so are the account of a receiver that has none yet, and a memo. What the account
 * has staked can make it cheaper, and is only looked at to tell whether it can pay. Throws
 * `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`.
 */
export async function estimateFee(
  endpoint: Endpoint,
  chain: TronChain,
  owner: Address,
  transaction: TronTransaction,
): Promise<TronFee> {
  const call = callOf(transaction);
  const [prices, resources, balance, energy, activation] = await Promise.all([
    endpoint.read('wallet/getchainparameters', {}, chainParameters),
    endpoint.read('wallet/getaccountresource', { address: addressHex(owner) }, accountResource),
    readNativeBalance(endpoint, owner),
    call.type === 'TransferContract' ? 0n : energyOf(endpoint, { ...call, from: owner }),
    call.type === 'TransferContract' ? isNew(endpoint, call.to) : false,
  ]);
  const priceOf = (name: string): bigint => {
    const price = prices.get(name);
    if (price !== undefined && Number.isSafeInteger(price)) return BigInt(price);
    throw new FerrymanError(
      'RPC_MALFORMED',
      `${endpoint.host} does not tell ${name} of ${chain.name}`,
    );
  };
  const feeLimit = energy * priceOf('getEnergyFee');
  const bandwidth = bandwidthOf({ ...call, owner, feeLimit });
  const creation = activation
    ? priceOf('getCreateNewAccountFeeInSystemContract') + priceOf('getCreateAccountFee')
    : 0n;
  // Networks that ask nothing for a memo do not name the price.
  const memoFee = call.memo === undefined ? 0n : BigInt(prices.get('getMemoFee') ?? 0);
  const bytesFee = bandwidth * priceOf('getTransactionFee');

  const hasBandwidth =
    resources.freeNetLimit - resources.freeNetUsed >= bandwidth ||
    resources.NetLimit - resources.NetUsed >= bandwidth;
  const staked = (resources.EnergyLimit - resources.EnergyUsed) * priceOf('getEnergyFee');
  const energyToPay = staked >= feeLimit ? 0n : feeLimit - (staked > 0n ? staked : 0n);
  const toPay = call.value + energyToPay + creation + memoFee + (hasBandwidth ? 0n : bytesFee);
  if (balance < toPay) {
    const message = `the account cannot pay for the transaction: it has ${balance} sun, and may need ${toPay}`;
    throw new FerrymanError('INSUFFICIENT_GAS', message, {
      details: { balance: `${balance}`, needed: `${toPay}` },
    });
  }
  return { family: 'tron', feeLimit, bandwidthFee: bytesFee + creation + memoFee };
}

async function energyOf(endpoint: Endpoint, call: Call): Promise<bigint> {
  const { energy_used } = await playCall(endpoint, call);
  // No call of a contract uses none.
  if (energy_used === 0n) {
    throw new FerrymanError(
      'RPC_UNSUPPORTED',
      `${endpoint.host} does not tell the energy of calls that it plays`,
      {
        details: { host: endpoint.host },
      },
    );
  }
  return (energy_used * 6n + 4n) / 5n;
}

/**
 * An account comes into being with the first coins that are sent to it, and its sender pays for
 * that.
 */
async function isNew(endpoint: Endpoint, receiver: Address): Promise<boolean> {
  const { address } = await endpoint.read(
    'wallet/getaccount',
    { address: addressHex(receiver) },
    account,
  );
  return address === undefined;
}

/**
 * Bytes that the signed transaction will be counted with: numbers that are not known yet are taken
 * at their longest.
 */
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
