import { utils } from 'tronweb';
import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem';
import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import type { Order } from '../../../../src/core/swap/swap.ts';
import { tronAccountOf } from '../../../../src/families/tron/formats/address.ts';
import { tronNativeToken } from '../../../../src/families/tron/formats/chain.ts';
import type { TronTransaction } from '../../../../src/families/tron/formats/transaction.ts';
import type { SimulatedChanges, UnsignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import type { GuardRequest, Intent } from '../../../../src/ports/guard.ts';
import { aJob, anOrder, noon } from '../../../support/snapshot.ts';

export const account = 'TAgKvjXYxt6nGoset722yWhJPk2o91nTp8';
export const receiver = 'TXs9z93mvcJoPyJrtAcY2VuuvTqX3sGEwk';
export const attacker = 'TQ2pZYdBxNYpBek5GNNoNaLEg8SSYUhDbd';
export const gateway = 'TAX3eW2Q5ohUkvZGaUxGT8C5prf8HTEZGC';
export const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const feeLimit = 102_000_000n;
export const expires = BigInt(noon + 60_000);

const contract = { hasCode: true, isToken: false };
const token = { hasCode: true, isToken: true };
const gatewayAbi = parseAbi([
  'function swap(address token, uint256 amount, uint256 minimum, address receiver)',
  'function swapNative(address token, uint256 minimum, address receiver)',
]);

/** The gateway's call for a job, as `descriptors/tron-gateway.json` describes it. */
export function swapData(
  { from, to, amount, receiver: payee }: Pick<Job, 'from' | 'to' | 'amount' | 'receiver'>,
  { minOut }: Pick<Order, 'minOut'>,
): Hex {
  const abi = gatewayAbi;
  const [tokenIn, tokenOut, paid] = [from.token, to.token, payee].map(
    (address) => tronAccountOf(address)!,
  ) as [Hex, Hex, Hex];
  return from.token === tronNativeToken
    ? encodeFunctionData({ abi, functionName: 'swapNative', args: [tokenOut, minOut, paid] })
    : encodeFunctionData({ abi, functionName: 'swap', args: [tokenIn, amount, minOut, paid] });
}

/** A call of the gateway, as adapters see it: its arguments say nothing. */
export const swapCall: TronTransaction = {
  family: 'tron',
  to: gateway,
  data: '0xc35703ea0000002a',
  value: 0n,
};

export const hexOf = (address: string): string => `41${tronAccountOf(address)!.slice(2)}`;

const approveAbi = parseAbi(['function approve(address spender, uint256 value)']);
export const approveData = (spender: string, value: bigint): Hex =>
  encodeFunctionData({
    abi: approveAbi,
    functionName: 'approve',
    args: [tronAccountOf(spender)!, value],
  });

/** tronweb's input for raw data. A test can replace every member. */
export interface RawJson {
  type?: string;
  /** Replaces the call's members. */
  value?: object;
  /** Added to the call's members. */
  call?: object;
  /** Added to the contract's members. */
  contract?: object;
  /** Added to the transaction's members. */
  raw?: object;
}

/** Raw data of a call, encoded by the original tronweb. */
export function rawBytes({ to, data, value }: TronTransaction, change: RawJson = {}): Hex {
  const call = {
    owner_address: hexOf(account),
    contract_address: hexOf(to),
    call_value: Number(value),
    data: data.slice(2),
    ...change.call,
  };
  const transaction = utils.transaction.txJsonToPb({
    visible: false,
    raw_data: {
      contract: [
        {
          type: change.type ?? 'TriggerSmartContract',
          parameter: { value: change.value ?? call },
          ...change.contract,
        },
      ],
      ref_block_bytes: '00ab',
      ref_block_hash: '0011223344556677',
      expiration: Number(expires),
      timestamp: noon,
      fee_limit: Number(feeLimit),
      ...change.raw,
    },
  });
  return toHex(transaction.getRawData().serializeBinary() as Uint8Array);
}

function unsignedOf(bytes: string): UnsignedTransaction {
  const fee = { family: 'tron', feeLimit, bandwidthFee: 400_000n } as const;
  return { family: 'tron', chain: 'TRON', account, bytes, fee, expires };
}

/** 1,000 USDT for at least 398 sun, valid in every respect. A test changes one thing. */
export function aTronSwap(
  change: {
    job?: Partial<Job>;
    order?: Partial<Order>;
    call?: Partial<TronTransaction>;
    /** The content of the bytes instead of the call. */
    signed?: Partial<TronTransaction>;
    bytes?: RawJson;
    simulation?: Partial<SimulatedChanges>;
    unsigned?: Partial<UnsignedTransaction>;
    request?: Partial<GuardRequest>;
  } = {},
): GuardRequest {
  const job = aJob({
    wallet: { ...aJob().wallet, address: account },
    from: { family: 'tron', chain: 'TRON', token: usdt, decimals: 6, symbol: 'USDT' },
    to: { family: 'tron', chain: 'TRON', token: tronNativeToken, decimals: 6, symbol: 'TRX' },
    receiver,
    refundAddress: account,
    ...change.job,
  });
  const minOut = change.order?.minOut ?? anOrder().minOut;
  const transaction = { ...swapCall, data: swapData(job, { minOut }), ...change.call };
  const order = anOrder({
    transaction,
    spender: gateway,
    echo: {
      srcTokenBlockchain: 'TRON',
      srcTokenAddress: usdt,
      srcTokenAmount: '1000',
      dstTokenBlockchain: 'TRON',
      dstTokenAddress: job.to.token,
      fromAddress: account,
      receiver,
    },
    ...change.order,
  });
  return {
    intent: { kind: 'swap', order },
    chain: chainRegistry.TRON!,
    job,
    lease: { account, terms: { kind: 'expiry' } },
    unsigned: {
      ...unsignedOf(rawBytes({ ...transaction, ...change.signed }, change.bytes)),
      ...change.unsigned,
    },
    simulation: { ...cleanTronSwap(), ...change.simulation },
    policy: defaultPolicy,
    authenticity: { kind: 'sealed', by: 'library' },
    feeSpent: 0n,
    ...change.request,
  };
}

export function cleanTronSwap(): SimulatedChanges {
  return {
    block: 1n,
    balanceChanges: [
      { account, token: usdt, delta: -1_000_000_000n },
      { account, token: tronNativeToken, delta: 0n },
      { account: receiver, token: tronNativeToken, delta: 400n },
      { account: receiver, token: usdt, delta: 0n },
    ],
    authorityChanges: [],
    allowanceChanges: [{ token: usdt, spender: gateway, before: 1_000_000_000n, after: 0n }],
    inspected: new Map([
      [gateway, contract],
      [usdt, token],
    ]),
  };
}

/** A valid approve or revoke. */
export function aTronAllowance(
  intent: Extract<Intent, { kind: 'approve' | 'revoke' }>,
  change: {
    call?: Partial<TronTransaction>;
    simulation?: Partial<SimulatedChanges>;
    bytes?: RawJson;
  } = {},
): GuardRequest {
  const value = intent.kind === 'approve' ? intent.value : 0n;
  const call = {
    ...swapCall,
    to: intent.token,
    data: approveData(intent.spender, value),
    ...change.call,
  };
  return {
    ...aTronSwap(),
    intent,
    unsigned: unsignedOf(rawBytes(call, change.bytes)),
    simulation: {
      ...cleanTronSwap(),
      balanceChanges: [
        { account, token: intent.token, delta: 0n },
        { account, token: tronNativeToken, delta: 0n },
      ],
      allowanceChanges: [
        { token: intent.token, spender: intent.spender, before: 5n, after: value },
      ],
      ...change.simulation,
    },
  };
}
