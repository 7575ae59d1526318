import { Address } from '@ton/core';
import { bytesToHex, type Hex } from 'viem';
import type {
  ChainOperations,
  DepositPlan,
  IncludedTransaction,
  RenderedTransaction,
} from '../common-chain.ts';
import { addressWord } from '../evm/address-word.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { Inclusion } from './account-history.ts';
import { buildDeposit } from './build-deposit.ts';
import { type Deposit, findDeposit } from './find-deposit.ts';
import { fundAccount } from './fund-account.ts';
import { listedAddress, tonToken } from './listed-tokens.ts';
import { readBalance } from './read-balance.ts';
import { readTransfers } from './read-transfers.ts';
import { tonAccount } from './ton-account.ts';
import type { TonChain } from './ton-chain.ts';
import { rawAddress, tonNotation } from './ton-notation.ts';
import { isWhole } from './transaction.ts';
import { watchDeposits } from './watch-deposits.ts';

/**
 * In nanotons per unit of gas, as on the main network. It includes the coins that travel with
 * jettons.
 */
const GAS_PRICE = { baseFeePerGas: 0n, maxFeePerGas: 400n, maxPriorityFeePerGas: 0n };

/**
 * The operations of the router and the providers on TON. There are no allowances, because the payer
 * sends.
 */
export function tonOperations(chain: TonChain): ChainOperations {
  const { blockchain, payers } = chain;
  return {
    readGasPrice: async () => GAS_PRICE,
    async findTransaction(id) {
      const hash = toBase64(id);
      const origin = blockchain.findTransaction(hash)?.included.origin.normalizedHash ?? hash;
      const trace = blockchain.trace(origin);
      return trace === undefined ? undefined : summarize(chain, trace.inclusions, toHex(origin));
    },
    readBalance: async (token, owner) =>
      readBalance(blockchain, parseAddress(owner), tonToken(token), blockchain.head()),
    findMissingApprove: async () => undefined,
    async buildWrap() {
      throw new SandboxError('bad-request', 'TON has no wrapped coin.');
    },
    buildDeposit: async (deposit) => renderDeposit(chain, deposit),
    watchBridges: ({ confirmations, signal, onDeposit }) =>
      watchDeposits({
        chain,
        confirmations,
        signal,
        onDeposit: (deposit) => onDeposit(asOrdered(deposit)),
      }),
    openDepositTarget(role) {
      const { address } = tonAccount(role).wallet;
      // Most deposit addresses have no contract, so a bounceable transfer would return.
      return { address: bytesToHex(address.hash), text: address.toString({ bounceable: false }) };
    },
    readTransfers: async (query) => readTransfers(blockchain, query),
    // A reorganization changes the transaction, so the payout is reported only when final.
    async payOut({ payer, orderId, token, receiver, amount }) {
      const payout = { orderId, token: tonToken(token), receiver: rawAddress(receiver), amount };
      return toHex(await payers[payer].payOut(payout));
    },
    fund: (account, token, amount) =>
      fundAccount(chain, rawAddress(account), tonToken(token), amount),
  };
}

/** @param inclusions the trace of an external message so far */
function summarize(
  chain: TonChain,
  inclusions: readonly Inclusion[],
  depositId: Hex,
): IncludedTransaction {
  const deposits = inclusions.flatMap(({ included }) => findDeposit(included, chain) ?? []);
  return {
    isSuccessful: inclusions.every(({ included }) => isWhole(included.transaction)),
    bridge: deposits[0]?.gatewayId,
    orderIds: deposits.flatMap(({ body }) => body?.orderId ?? []),
    depositId,
  };
}

function asOrdered({ gatewayId: bridge, token, amount, body, messageHash }: Deposit) {
  return {
    orderId: body?.orderId ?? '',
    bridge,
    chain: 'TON',
    sourceTx: messageHash,
    token: listedAddress(token),
    amountReceived: amount,
    terms: body,
  } as const;
}

/** @throws {SandboxError} `bad-request` if the provider does not serve TON */
function renderDeposit(chain: TonChain, deposit: DepositPlan): RenderedTransaction {
  const {
    bridge,
    orderId,
    from,
    amountIn: amount,
    sender,
    to,
    destinationChainId,
    receiver,
    minimumOut,
    deadline,
  } = deposit;
  const gateway = chain.gateways.get(bridge);
  if (gateway === undefined)
    throw new SandboxError('bad-request', `${bridge} has no gateway on TON.`);
  const body = {
    orderId,
    destinationChainId: BigInt(destinationChainId),
    destinationToken: addressWord(to.address),
    receiver: addressWord(receiver),
    minimumOut,
    deadline,
  };
  return buildDeposit({
    gateway,
    token: tonToken(from),
    sender: parseAddress(sender),
    amount,
    body,
  });
}

function parseAddress(address: Hex): Address {
  return Address.parseRaw(rawAddress(address));
}

function toBase64(id: Hex): string {
  return Buffer.from(tonNotation.renderTransactionId(id), 'hex').toString('base64');
}

function toHex(hash: string): Hex {
  return `0x${Buffer.from(hash, 'base64').toString('hex')}`;
}
