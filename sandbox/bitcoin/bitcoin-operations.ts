import { bytesToHex, hexToBytes } from 'viem';
import { CHAIN_DEFINITIONS } from '../chains/chain-catalogue.ts';
import type { ChainOperations, DepositPlan, RenderedTransaction } from '../common-chain.ts';
import { RouteError } from '../router/router-error.ts';
import { SandboxError } from '../sandbox-error.ts';
import { bitcoinAccount } from './bitcoin-account.ts';
import type { BitcoinChain } from './bitcoin-chain.ts';
import { asTransactionId, bitcoinNotation } from './bitcoin-notation.ts';
import { buildDeposit } from './build-deposit.ts';
import { marketFeeRate } from './fee-market.ts';
import { findCoins } from './find-coins.ts';
import { findDeposits } from './find-deposits.ts';
import { BTC } from './listed-token.ts';
import { readTransfers } from './read-transfers.ts';
import { readWallet } from './read-wallet.ts';
import { watchDeposits } from './watch-deposits.ts';

const { renderAddress, renderTransactionId } = bitcoinNotation;

/**
 * The operations of the router and the providers on Bitcoin. There are no allowances and no wrapped
 * coin.
 */
export function bitcoinOperations(chain: BitcoinChain): ChainOperations {
  const { blockchain, blocks, payers, treasury } = chain;
  return {
    // The unit of gas is a virtual byte.
    async readGasPrice() {
      const maxFeePerGas = (marketFeeRate(blocks.leastFeeRate()) + 999n) / 1_000n;
      return { baseFeePerGas: 0n, maxFeePerGas, maxPriorityFeePerGas: 0n };
    },
    async findTransaction(id) {
      const included = blockchain.index.find(renderTransactionId(id));
      if (included === undefined) return undefined;
      const [deposit] = findDeposits(included.transaction, chain);
      return { isSuccessful: true, bridge: deposit?.gatewayId };
    },
    async readBalance(_, owner) {
      return findCoins(blockchain, hexToBytes(owner)).reduce((sum, { value }) => sum + value, 0n);
    },
    findMissingApprove: async () => undefined,
    async buildWrap() {
      throw new SandboxError('bad-request', 'BTC has no wrapped form on Bitcoin.');
    },
    buildDeposit: async (deposit) => renderDeposit(chain, deposit),
    watchBridges: ({ confirmations, signal, onDeposit }) =>
      watchDeposits({
        chain,
        confirmations,
        signal,
        onDeposit: ({ orderId, gatewayId: bridge, amount: amountReceived, txid }) =>
          onDeposit({
            orderId,
            bridge,
            chain: 'BITCOIN',
            sourceTx: asTransactionId(txid),
            token: BTC.address,
            amountReceived,
            terms: undefined,
          }),
      }),
    openDepositTarget(role) {
      const { address, script } = bitcoinAccount(role);
      return { address: bytesToHex(script), text: address };
    },
    readTransfers: async (query) => readTransfers(blockchain.index, query),
    async payOut({ payer, orderId, receiver, amount, onSent }) {
      const payout = { orderId, script: hexToBytes(receiver), amount };
      const txid = await payers[payer].payOut({
        ...payout,
        onSent: (sent) => onSent(asTransactionId(sent)),
      });
      return asTransactionId(txid);
    },
    async fund(account, _, amount) {
      const { leastNative } = CHAIN_DEFINITIONS.BITCOIN;
      if (amount < leastNative)
        throw new SandboxError('bad-request', `Less than ${leastNative} satoshis are dust.`);
      await treasury.fund(renderAddress(account), amount);
    },
  };
}

/**
 * Builds a PSBT to sign; for one provider a payment that the wallet builds itself.
 * @throws {SandboxError} `bad-request` if the provider does not serve Bitcoin
 * @throws {RouteError} 3003, 3004 if the wallet's coins are not sufficient, 1006 if its address
 *   kind or key does not fit
 */
function renderDeposit(chain: BitcoinChain, plan: DepositPlan): RenderedTransaction {
  const { bridge, from, amountIn: amount } = plan;
  const gateway = chain.gateways.get(bridge);
  if (gateway === undefined)
    throw new SandboxError('bad-request', `${bridge} has no gateway on Bitcoin.`);
  const memo = chain.memos.write(plan);
  if (bridge === 'stargate_v2') {
    const depositAddress = renderAddress(bytesToHex(gateway));
    return { depositAddress, value: `${amount}`, extraFields: { name: 'memo', value: memo } };
  }
  const sender = hexToBytes(plan.sender);
  const wallet = readWallet(sender, plan.publicKey);
  if (wallet.kind === 'refused') throw new RouteError({ code: 1006, reason: wallet.reason });
  const { internalKey, other } = wallet;
  const ofAddress = findCoins(chain.blockchain, sender);
  const ofKey = other === undefined ? [] : findCoins(chain.blockchain, other);
  const coins = [...ofAddress, ...ofKey];
  const feeRate = marketFeeRate(chain.blocks.leastFeeRate());
  const payment = { gateway, memo, amount, sender, feeRate, internalKey };
  const built =
    buildDeposit({ ...payment, coins: ofAddress }) ?? buildDeposit({ ...payment, coins });
  if (built !== undefined) return { ...built };
  const isFeeMissing = coins.reduce((sum, { value }) => sum + value, 0n) >= amount;
  const data = { tokenSymbol: from.symbol };
  throw new RouteError(
    isFeeMissing
      ? { code: 3004, reason: 'The native balance does not pay for fees and gas', data }
      : { code: 3003, reason: 'The balance is too low', data },
  );
}
