import type { TransactionInstruction } from '@solana/web3.js';
import { beginCell } from '@ton/core';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import type { Deposit } from '../../../src/core/deposits/deposit.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { Order } from '../../../src/core/swap/swap.ts';
import { bitcoinNativeToken } from '../../../src/families/bitcoin/formats/chain.ts';
import { memoScript } from '../../../src/families/bitcoin/formats/memo.ts';
import type { BitcoinOutput } from '../../../src/families/bitcoin/formats/read-transaction.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { solanaNativeToken } from '../../../src/families/solana/formats/chain.ts';
import { tonNativeToken } from '../../../src/families/ton/formats/chain.ts';
import { tronAccountOf } from '../../../src/families/tron/formats/address.ts';
import { tronNativeToken } from '../../../src/families/tron/formats/chain.ts';
import type { GuardRequest } from '../../../src/ports/guard.ts';
import * as bitcoin from '../../families/bitcoin/guard/scenario.ts';
import * as solana from '../../families/solana/guard/scenario.ts';
import * as ton from '../../families/ton/guard/scenario.ts';
import * as tron from '../../families/tron/guard/scenario.ts';
import { noon } from '../../support/snapshot.ts';
import * as evm from '../scenario.ts';

export const memo = '0042';
const abi = parseAbi(['function transfer(address to, uint256 value)']);
const person = { hasCode: false, isToken: false };
const token = { hasCode: true, isToken: true };

/** The parts of a deposit that a test changes: what the order wants, and what the bytes do. */
export interface Change {
  deposit?: Partial<Deposit>;
  order?: Partial<Order>;
  job?: Partial<Job>;
  request?: Partial<GuardRequest>;
  /** The amount that the deposit address receives. Default: the job's amount. */
  brought?: bigint;
}

/** A correct cross-chain deposit, made from the wallet's request. */
function asDeposit(request: GuardRequest, wanted: Deposit, change: Change): GuardRequest {
  if (request.intent.kind !== 'swap') throw new Error('another intent');
  const to = {
    family: 'evm',
    chain: 'ARBITRUM',
    token: evm.dai,
    decimals: 18,
    symbol: 'DAI',
  } as const;
  const job: Job = { ...request.job, to, receiver: evm.receiver, flow: 'deposit', ...change.job };
  const { spender: _spender, ...order } = request.intent.order;
  const deposit = { ...wanted, ...change.deposit };
  if (deposit.memo === undefined) delete deposit.memo;
  const balances = request.simulation.balanceChanges.filter(
    ({ account }) => account === request.lease.account,
  );
  return {
    ...request,
    job,
    intent: {
      kind: 'deposit',
      order: {
        ...order,
        quotedMinOut: order.minOut,
        requestedAt: noon - 500,
        signBy: noon + 30_000,
        deposit,
        echo: {
          ...order.echo!,
          dstTokenBlockchain: to.chain,
          dstTokenAddress: to.token,
          receiver: job.receiver,
        },
        ...change.order,
      },
    },
    simulation: {
      ...request.simulation,
      allowanceChanges: [],
      balanceChanges: [
        ...balances,
        { account: deposit.address, token: job.from.token, delta: change.brought ?? job.amount },
      ],
      inspected: new Map([[deposit.address, person], ...request.simulation.inspected]),
    },
    ...change.request,
  };
}

const transferData = (to: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] });

export const evmAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

interface EvmPaid {
  to?: string;
  amount?: bigint;
  data?: Hex;
  value?: bigint;
  of?: string;
}

export function evmToken(
  { to = evmAddress, amount = evm.amount, of = evm.usdc, ...call }: EvmPaid = {},
  change: Change = {},
) {
  const request = evm.aSwapRequest({
    call: { to: of, data: transferData(to as Hex, amount), value: 0n, ...call },
    simulation: {
      balanceChanges: [
        { account: evm.account, token: evm.usdc, delta: -evm.amount },
        { account: evm.account, token: evmNativeToken, delta: 0n },
      ],
      inspected: new Map([[evm.usdc, token]]),
    },
  });
  return asDeposit(request, { address: evmAddress, amount: evm.amount, exchangeId: 'x-1' }, change);
}

export function evmNative(
  { to = evmAddress, value = 10n ** 18n, data = '0x' }: EvmPaid = {},
  change: Change = {},
) {
  const from = {
    family: 'evm',
    chain: 'ETH',
    token: evmNativeToken,
    decimals: 18,
    symbol: 'ETH',
  } as const;
  const { echo } = (evm.aSwapRequest().intent as { order: Order }).order;
  const request = evm.aSwapRequest({
    job: { from, amount: 10n ** 18n },
    order: { echo: { ...echo!, srcTokenAddress: evmNativeToken, srcTokenAmount: '1' } },
    call: { to, data, value },
    simulation: {
      balanceChanges: [{ account: evm.account, token: evmNativeToken, delta: -(10n ** 18n) }],
      inspected: new Map(),
    },
  });
  return asDeposit(request, { address: evmAddress, amount: 10n ** 18n, exchangeId: 'x-1' }, change);
}

interface TronPaid {
  to?: string;
  amount?: bigint;
  said?: string | undefined;
  raw?: object;
  call?: object;
  value?: bigint;
}

const said = (text: string | undefined): { data?: string } =>
  text === undefined ? {} : { data: Buffer.from(text).toString('hex') };

export function tronToken(paid: TronPaid = {}, change: Change = {}) {
  const { to = tron.receiver, amount = 1_000_000_000n, raw = {}, call = {}, value = 0n } = paid;
  const text = 'said' in paid ? paid.said : memo;
  const request = tron.aTronSwap({
    call: {
      to: tron.usdt,
      data: transferData(tronAccountOf(to)!, amount),
      value,
      ...(text ? { memo: text } : {}),
    },
    bytes: { raw: { ...said(text), ...raw }, call },
  });
  return asDeposit(
    request,
    { address: tron.receiver, amount: 1_000_000_000n, memo, exchangeId: 'x-1' },
    change,
  );
}

export function tronNative(paid: TronPaid & { type?: string } = {}, change: Change = {}) {
  const { to = tron.receiver, amount = 1_000_000_000n, raw = {}, type = 'TransferContract' } = paid;
  const text = 'said' in paid ? paid.said : memo;
  const value = {
    owner_address: tron.hexOf(tron.account),
    to_address: tron.hexOf(to),
    amount: Number(amount),
  };
  const from = {
    family: 'tron',
    chain: 'TRON',
    token: tronNativeToken,
    decimals: 6,
    symbol: 'TRX',
  } as const;
  const { echo } = (tron.aTronSwap().intent as { order: Order }).order;
  const request = tron.aTronSwap({
    job: { from },
    order: { echo: { ...echo!, srcTokenAddress: tronNativeToken } },
    call: { to, data: '0x', value: amount, ...(text ? { memo: text } : {}) },
    bytes: {
      ...(type === 'TransferContract' ? { type, value } : {}),
      raw: { fee_limit: 0, ...said(text), ...raw },
    },
    unsigned: { fee: { family: 'tron', feeLimit: 0n, bandwidthFee: 400_000n } },
    simulation: {
      balanceChanges: [{ account: tron.account, token: tronNativeToken, delta: -1_000_000_000n }],
      allowanceChanges: [],
    },
  });
  return asDeposit(
    request,
    { address: tron.receiver, amount: 1_000_000_000n, memo, exchangeId: 'x-1' },
    change,
  );
}

const memoCall = (text: string): TransactionInstruction =>
  solana.call('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', [], [...Buffer.from(text)]);

interface SolanaPaid {
  transfer?: TransactionInstruction;
  said?: string | undefined;
  opening?: TransactionInstruction | undefined;
  more?: TransactionInstruction[];
}

export const solanaTokenTo = (to: string, amount = solana.amount): TransactionInstruction => {
  const { wallet, usdc, account } = solana;
  return solana.transferToken(account(wallet, usdc), account(to, usdc), wallet, usdc, amount);
};

export function solanaToken(paid: SolanaPaid = {}, change: Change = {}) {
  const { receiver, usdc, wallet, amount } = solana;
  const { transfer = solanaTokenTo(receiver), more = [] } = paid;
  const text = 'said' in paid ? paid.said : memo;
  const opening = 'opening' in paid ? paid.opening : solana.openAccount(receiver, usdc);
  const request = solana.aSolanaRequest({
    legacy: true,
    instructions: [
      ...(text === undefined ? [] : [memoCall(text)]),
      ...(opening ? [opening] : []),
      transfer,
      ...more,
    ],
    order: { provider: 'changenow' },
    solana: { lookupTables: new Map(), innerCalls: [] },
    simulation: {
      balanceChanges: [
        { account: wallet, token: usdc, delta: -amount },
        { account: wallet, token: solanaNativeToken, delta: opening ? -solana.rent : 0n },
      ],
    },
  });
  return asDeposit(request, { address: receiver, amount, memo, exchangeId: 'x-1' }, change);
}

export function solanaNative(paid: SolanaPaid = {}, change: Change = {}) {
  const { receiver, wallet } = solana;
  const amount = 1_000_000_000n;
  const { transfer = solana.sendSol(wallet, receiver, amount), more = [] } = paid;
  const text = 'said' in paid ? paid.said : memo;
  const from = {
    family: 'solana',
    chain: 'SOLANA',
    token: solanaNativeToken,
    decimals: 9,
    symbol: 'SOL',
  } as const;
  const request = solana.aSolanaRequest({
    legacy: true,
    job: { from, amount },
    instructions: [...(text === undefined ? [] : [memoCall(text)]), transfer, ...more],
    order: { provider: 'changenow' },
    solana: { lookupTables: new Map(), innerCalls: [] },
    simulation: { balanceChanges: [{ account: wallet, token: solanaNativeToken, delta: -amount }] },
  });
  return asDeposit(request, { address: receiver, amount, memo, exchangeId: 'x-1' }, change);
}

export const tonAddress = ton.nonBounceable(ton.fresh);
const comment = (text: string) => beginCell().storeUint(0, 32).storeStringTail(text).endCell();

type TonChange = Parameters<typeof ton.aTonRequest>[0];

export function tonNative(
  given: { to?: string; value?: bigint; said?: string | undefined } & TonChange = {},
  change: Change = {},
) {
  const { to = tonAddress, value = ton.coins, said: _said, ...rest } = given;
  const text = 'said' in given ? given.said : memo;
  const payload = text === undefined ? {} : { payload: ton.payloadOf(comment(text)) };
  const request = ton.aTonRequest({
    order: { provider: 'changenow' },
    messages: [{ address: to, value, ...payload }],
    simulation: {
      balanceChanges: [{ account: ton.wallet, token: tonNativeToken, delta: -ton.coins }],
    },
    ...rest,
  });
  return asDeposit(
    request,
    { address: tonAddress, amount: ton.coins, memo, exchangeId: 'x-1' },
    change,
  );
}

export function tonJettons(
  transfer: ton.Transfer = {},
  given: TonChange & { value?: bigint } = {},
  change: Change = {},
) {
  const body = {
    destination: ton.fresh,
    forwardAmount: 1n,
    forwardPayload: comment(memo),
    ...transfer,
  };
  const request = ton.aTonRequest({
    order: { provider: 'changenow' },
    sells: 'jettons',
    messages: [ton.jettonsToPool(body, { value: given.value ?? 100_000_000n })],
    ...given,
  });
  return asDeposit(
    request,
    { address: tonAddress, amount: ton.jettons, memo, exchangeId: 'x-1' },
    change,
  );
}

const { toVault, change: back, addressOf } = bitcoin;
export const memoOutput = (text: string): BitcoinOutput => ({
  value: 0n,
  script: memoScript(Buffer.from(text)),
});

export function bitcoinNative(
  outputs: BitcoinOutput[] = [toVault, memoOutput(memo), back],
  change: Change = {},
) {
  const request = bitcoin.aBitcoinRequest({ outputs });
  const deposit = {
    address: addressOf(toVault.script),
    amount: toVault.value,
    memo,
    exchangeId: 'x-1',
  };
  return asDeposit(
    {
      ...request,
      job: { ...request.job, from: { ...request.job.from, token: bitcoinNativeToken } },
    },
    deposit,
    change,
  );
}
